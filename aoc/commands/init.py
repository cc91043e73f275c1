"""`aoc init`: begin a project."""

from __future__ import annotations

import os

import click

from aoc.program import program_name
from aoc.render.message import print_message
from aoc.scaffold.project_files import make_project
from aoc.scaffold.requirement import find_requirement


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--year", type=click.IntRange(2015, 2999), help="The event that it is for.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def init(folder: str, year: int | None, debug: bool) -> None:
    """Begin a project in DIR, a folder that is new or empty.

    It has all that `aoc new`, `aoc run`, pytest and aocd's own runner need.
    """
    requirement = find_requirement()
    for name in make_project(folder, requirement, year):
        click.echo(os.path.join(folder, name))
    if requirement.is_local:
        source = requirement.text.partition(" @ ")[2]
        print_message(
            f"pyproject.toml takes aoc-days from {source}, which no other computer can reach: "
            "for CI, name another source there"
        )
    # In double quotes, as cmd.exe passes single ones on.
    place = f'cd "{folder}", ' if folder != "." else ""
    python, pip = (
        ("python", r".venv\Scripts\pip") if os.name == "nt" else ("python3", ".venv/bin/pip")
    )
    click.echo(
        f'Next: {place}{python} -m venv .venv, {pip} install -e ".[test]", '
        f"{program_name()} login, {program_name()} new 1",
        err=True,
    )
