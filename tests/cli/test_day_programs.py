"""Checks that `aoc init` proposes the program of a repository that runs its days."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.aoc import Aoc

SOLUTION = "class Solution:\n    def part1(self, text):\n        return len(text)\n"
DAYS = {
    "src/y2021/day01.py": SOLUTION,
    "src/y2021/day02.py": SOLUTION,
    "src/y2020/day01.py": SOLUTION,
}
OPTIONS = """\
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("-y", "--year", type=int)
parser.add_argument("-d", "--day", type=int, required=True)
parser.add_argument("--verbose", action="store_true")
__import__(f"days{parser.parse_args().day}")
"""
POSITIONS = """\
from argparse import ArgumentParser

def main():
    p = ArgumentParser()
    p.add_argument("year", type=int)
    p.add_argument("day", type=int)
    p.add_argument("file", nargs="?")
    __import__(f"days{p.parse_args().day}")

if __name__ == "__main__":
    main()
"""
SUBCOMMANDS = """\
import argparse

parser = argparse.ArgumentParser()
commands = parser.add_subparsers()
solve = commands.add_parser("solve", help="Run a day")
solve.add_argument("day", type=int)
solve.add_argument("--year", type=int, default=2021)
__import__(f"days{parser.parse_args().day}")
"""
CLICK = """\
from functools import cache

import click

@click.command()
@click.option("--year", "-y", type=int)
@click.option("-d", "--day", "number", type=int)
@click.option("--example/--no-example", default=False)
@cache
def main(year, number, example):
    __import__(f"y{year}.day{number}")

main()
"""
CLICK_GROUP = """\
import click

@click.group()
def cli():
    pass

@cli.command("run")
@click.argument("day", type=int)
@click.argument("year", type=int)
def run_day(day, year):
    print(year, day)

if __name__ == "__main__":
    cli()
"""
PARTS = POSITIONS.replace('"file", nargs="?"', '"part", choices=("1", "2")')
PART = OPTIONS.replace('"--verbose", action="store_true"', '"-p", "--part", default=1')
LETTERS = PART.replace("default=1", 'choices=["a", "b"]')
DATES = OPTIONS.replace('"-y", "--year"', '"--month"')
NEEDS_MORE = OPTIONS.replace('"--verbose", action="store_true"', '"name"')
MODULE = f"{OPTIONS}\n\ndef main():\n    pass\n"
SHEBANG = f"#!/usr/bin/env python3\n{POSITIONS}"

PROGRAMS = {
    "options": ({"main.py": OPTIONS}, "python main.py --year {year} --day {day}"),
    "positions": ({"run.py": POSITIONS}, "python run.py {year} {day}"),
    "click": ({"aoc.py": CLICK}, "python aoc.py --year {year} --day {day}"),
    "a package": (
        {"tools/__init__.py": "", "tools/__main__.py": OPTIONS},
        "python -m tools --year {year} --day {day}",
    ),
    "a package in src": (
        {"src/me/__init__.py": "", "src/me/__main__.py": POSITIONS},
        "python -m me {year} {day}",
    ),
    "a folder that is no package": (
        {"tools/__main__.py": OPTIONS},
        "python tools/__main__.py --year {year} --day {day}",
    ),
    "a folder with a blank": (
        {"my tools/main.py": OPTIONS},
        "python 'my tools/main.py' --year {year} --day {day}",
    ),
    "no ending": ({"aoc": SHEBANG, "run": POSITIONS}, "python aoc {year} {day}"),
    "each part": ({"main.py": PARTS}, "python main.py {year} {day} {part}"),
    "an optional part": (
        {"main.py": PART},
        "python main.py --year {year} --day {day} --part {part}",
    ),
    "parts by letter": ({"m.py": LETTERS}, "python m.py --year {year} --day {day}"),
    "the likeliest": (
        {"a.py": OPTIONS, "main.py": POSITIONS, "tools/main.py": OPTIONS},
        "python main.py {year} {day}",
    ),
    "another task": (
        {"new_day.py": OPTIONS, "create.py": OPTIONS, "run_it.py": OPTIONS},
        "python run_it.py --year {year} --day {day}",
    ),
}
"""Files of programs, and the command that runs a day."""
NO_PROGRAMS = {
    "of another task": {"download.py": OPTIONS},
    "without a year, for days of several years": {"main.py": DATES},
    "with another argument": {"main.py": NEEDS_MORE},
    "with subcommands": {"main.py": SUBCOMMANDS, "cli.py": CLICK_GROUP},
    "that does nothing": {"main.py": MODULE},
    "that imports no day": {"clean.py": OPTIONS.replace("__import__", "print")},
    "that is not Python": {"main.py": f"{OPTIONS}print 1\n"},
}


@pytest.fixture
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in no project."""
    return tmp_path_factory.mktemp("repositories")


def bring(root: Path, name: str, files: Mapping[str, str]) -> Path:
    """Write a repository into a folder of this name, and return the folder."""
    for path, text in files.items():
        file = root / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root / name


def test_the_program_of_the_days_is_proposed(aoc: Aoc, root: Path) -> None:
    for name, (files, command) in PROGRAMS.items():
        folder = bring(root, name, DAYS | files)
        done = aoc("init", "--yes", folder=folder)
        assert done.code == 0, done.err
        assert done.out.splitlines()[0] == (
            f"2020-2021: 3 days by `{command}`, src/y{{year}}/day{{day:02}}.py"
        )
        settings = (folder / "pyproject.toml").read_text(encoding="utf-8")
        assert f'days = "src/y{{year}}/day{{day:02}}.py", run = "{command}"' in settings


def test_no_other_program_is_proposed(aoc: Aoc, root: Path) -> None:
    for name, files in NO_PROGRAMS.items():
        folder = bring(root, name, DAYS | files)
        done = aoc("init", "--yes", folder=folder)
        assert "main.py" not in done.out, name
        assert "3 files not understood" in done.out, name
        assert not (folder / "pyproject.toml").exists()


def test_a_year_alone_needs_no_option_for_it(aoc: Aoc, root: Path) -> None:
    days = {"day01.py": SOLUTION, "day02.py": SOLUTION}
    folder = bring(root, "a year", days | {"main.py": DATES})
    settings = aoc("init", "--dry-run", folder=folder).out
    assert "2 days by `python main.py --day {day}`, day{day:02}.py\n" in settings


def test_scripts_go_before_a_program_for_the_same_days(aoc: Aoc, root: Path) -> None:
    script = f"{SOLUTION}\nprint(Solution().part1(open('input.txt').read()))\n"
    files = dict.fromkeys(DAYS, script) | {"main.py": OPTIONS}
    done = aoc("init", "--dry-run", folder=bring(root, "scripts", files))
    assert "3 scripts, src/y{year}/day{day:02}.py\n" in done.out
    assert "main.py" not in done.out
