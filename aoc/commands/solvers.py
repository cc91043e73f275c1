"""`aoc solvers`: which solvers there are."""

from __future__ import annotations

import click

from aoc.project import find_project
from aoc.registry import OWN, find_solvers, puzzles_of


@click.command()
def solvers() -> None:
    """List the solvers that `aoc run --solver` takes."""
    project = find_project()
    for solver in find_solvers(["all"]):
        if solver.name == OWN:
            years = ", ".join(
                f"{year} ({len(puzzles_of(project, year))} days)" for year in project.years()
            )
            click.echo(f"{OWN}\t{years or 'no day yet'}, in {project.root}")
        else:
            click.echo(f"{solver.name}\t{solver.entry}")
