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
print(parser.parse_args())
"""
POSITIONS = """\
from argparse import ArgumentParser

def main():
    p = ArgumentParser()
    p.add_argument("year", type=int)
    p.add_argument("day", type=int)
    p.add_argument("file", nargs="?")
    print(p.parse_args())

if __name__ == "__main__":
    main()
"""
SUBCOMMANDS = """\
import argparse

parser = argparse.ArgumentParser()
commands = parser.add_subparsers()
create = commands.add_parser("create")
create.add_argument("--day")
create.add_argument("--year")
solve = commands.add_parser("solve", help="Run a day")
solve.add_argument("day", type=int)
solve.add_argument("--year", type=int, default=2021)
print(parser.parse_args())
"""
CLICK = """\
import click

@click.command()
@click.option("--year", "-y", type=int)
@click.option("-d", "--day", type=int)
@click.option("--example/--no-example", default=False)
def main(year, day, example):
    print(year, day)

main()
"""
CLICK_GROUP = """\
import click

@click.group()
def cli():
    pass

@cli.command()
@click.argument("year")
@click.argument("day")
def fetch(year, day):
    pass

@cli.command("run")
@click.argument("day", type=int)
@click.argument("year", type=int)
def run_day(day, year):
    print(year, day)

if __name__ == "__main__":
    cli()
"""
TYPER = """\
from typing import Annotated

import typer

app = typer.Typer()

@app.command()
def new_day(day: int, year: int):
    pass

@app.command()
def solve_day(
    day: Annotated[int, typer.Argument()],
    year: Annotated[int, typer.Option("--year", "-y")] = 2021,
):
    print(year, day)

app()
"""
TYPER_RUN = """\
import typer

def main(day: int, year: int = typer.Option(2021), quiet: bool = False):
    print(year, day)

if __name__ == "__main__":
    typer.run(main)
"""
OF_PACKAGE = """\
import argparse
from importlib import import_module

from src import tools

parser = argparse.ArgumentParser()
parser.add_argument("--year")
parser.add_argument("--day")
args = parser.parse_args()
import_module(f"src.y{args.year}.day{args.day:02}")
"""
ARGUMENTS = """\
import sys

year = int(sys.argv[1])
day_number = int(sys.argv[2]) if len(sys.argv) > 2 else 1
print(year, day_number)
"""
UNPACKED = "import sys\n\n_, year, day = sys.argv\nprint(year, day)\n"
PARTS = POSITIONS.replace('"file", nargs="?"', '"part", choices=("1", "2")')
DATES = OPTIONS.replace('"-y", "--year"', '"--month"')
NEEDS_MORE = OPTIONS.replace('"--verbose", action="store_true"', '"name"')

PROGRAMS = {
    "options": ({"main.py": OPTIONS}, "python main.py --year {year} --day {day}"),
    "positions": ({"run.py": POSITIONS}, "python run.py {year} {day}"),
    "arguments": ({"main.py": ARGUMENTS}, "python main.py {year} {day}"),
    "unpacked arguments": ({"main.py": UNPACKED}, "python main.py {year} {day}"),
    "a subcommand": ({"a.py": SUBCOMMANDS}, "python a.py solve {day} --year {year}"),
    "click": ({"aoc.py": CLICK}, "python aoc.py --year {year} --day {day}"),
    "a group of click": ({"c.py": CLICK_GROUP}, "python c.py run {day} {year}"),
    "typer": ({"cli.py": TYPER}, "python cli.py solve-day {day} --year {year}"),
    "typer.run": ({"cli.py": TYPER_RUN}, "python cli.py {day} --year {year}"),
    "a package": (
        {"src/__init__.py": "", "src/__main__.py": OF_PACKAGE, "src/tools.py": ""},
        "python src/__main__.py --year {year} --day {day}",
    ),
    "a folder with a blank": (
        {"my tools/main.py": OPTIONS},
        "python 'my tools/main.py' --year {year} --day {day}",
    ),
    "each part": ({"main.py": PARTS}, "python main.py {year} {day} {part}"),
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
    "with another argument before": {"main.py": ARGUMENTS.replace("2", "3")},
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
