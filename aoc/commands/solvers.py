"""`aoc solvers`: list the solvers."""

from __future__ import annotations

import click

from aoc.project import find_project
from aoc.registry import OWN, find_solvers, runnable_puzzles


@click.command()
def solvers() -> None:
    """List the solvers that `aoc run --solver` takes."""
    project = find_project()
    for solver in find_solvers(["all"]):
        if solver.name == OWN:
            years = ", ".join(
                f"{year} ({len(runnable_puzzles(project, year))} days)" for year in project.years()
            )
            click.echo(f"{OWN}\t{years or 'no day yet'}, in {project.root}")
        else:
            click.echo(f"{solver.name}\t{solver.entry}")
