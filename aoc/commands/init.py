"""`aoc init`: begin a project."""

from __future__ import annotations

import os

import click

from aoc.scaffold.project_files import make_project


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--year", type=click.IntRange(2015, 2999), help="The event that it is for.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def init(folder: str, year: int | None, debug: bool) -> None:
    """Begin a project in DIR, a folder that is new or empty.

    It has all that `aoc new`, `aoc run`, pytest and aocd's own runner need.
    """
    for name in make_project(folder, year):
        click.echo(os.path.join(folder, name))
    click.echo(
        f"Next: cd {folder}, python -m pip install -e '.[test]', aoc login, aoc new 1", err=True
    )
