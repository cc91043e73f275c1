"""Checks that `aoc init` proposes the program of a repository that runs its days."""

from __future__ import annotations

import pytest

from tests.cli.test_adopted import texts
from tests.support.aoc import Aoc
from tests.support.repositories import Repository, adopt

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
SHORT = OPTIONS.replace('"-y", "--year"', '"-y"').replace('"-d", "--day"', '"-d"')
DATES = OPTIONS.replace('"-y", "--year"', '"--month"')
NEEDS_MORE = OPTIONS.replace('"--verbose", action="store_true"', '"name"')
MODULE = f"{OPTIONS}\n\ndef main():\n    pass\n"
SHEBANG = f"#!/usr/bin/env python3\n{POSITIONS}"

PROGRAMS = {
    "options": ({"main.py": OPTIONS}, "python main.py --year {year} --day {day}"),
    "short options": ({"main.py": SHORT}, "python main.py -y {year} -d {day}"),
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


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_program_of_the_days_is_proposed(aoc: Aoc, name: str) -> None:
    files, command = PROGRAMS[name]
    adopt(aoc, Repository({**DAYS, **files}, (), ()))
    done = aoc("init", "--yes")
    assert done.code == 0, done.err
    assert done.out.splitlines()[0] == (
        f"2020-2021: 3 days by `{command}`, src/y{{year}}/day{{day:02}}.py"
    )
    settings = (aoc.project.root / "pyproject.toml").read_text(encoding="utf-8")
    assert f'days = "src/y{{year}}/day{{day:02}}.py", run = "{command}"' in settings


@pytest.mark.parametrize("name", NO_PROGRAMS)
def test_no_other_program_is_proposed(aoc: Aoc, name: str) -> None:
    adopt(aoc, Repository({**DAYS, **NO_PROGRAMS[name]}, (), ()))
    before = texts(aoc.project)
    done = aoc("init", "--yes")
    assert "main.py" not in done.out
    assert "3 files not understood" in done.out
    assert texts(aoc.project) == before


def test_a_year_alone_needs_no_option_for_it(aoc: Aoc) -> None:
    days = {f"day{day:02}.py": SOLUTION for day in (1, 2)}
    adopt(aoc, Repository({**days, "main.py": DATES}, (), ()))
    settings = aoc("init", "--dry-run").out
    assert "2 days by `python main.py --day {day}`, day{day:02}.py\n" in settings


def test_scripts_go_before_a_program_for_the_same_days(aoc: Aoc) -> None:
    script = f"{SOLUTION}\nprint(Solution().part1(open('input.txt').read()))\n"
    adopt(aoc, Repository({**dict.fromkeys(DAYS, script), "main.py": OPTIONS}, (), ()))
    done = aoc("init", "--dry-run")
    assert "3 scripts, src/y{year}/day{day:02}.py\n" in done.out
    assert "main.py" not in done.out
