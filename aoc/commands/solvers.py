"""`aoc solvers`: list the solvers."""

from __future__ import annotations

import click

from aoc.commands.options import choose_solvers, debug_option
from aoc.project import OWN
from aoc.render.terminal import print_line


@click.command()
@debug_option
def solvers(debug: bool) -> None:
    """List the solvers that `aoc run --solver` takes."""
    found = choose_solvers(["all"])
    project = found.project
    for solver in found.solvers:
        if solver.name != OWN:
            print_line(f"{solver.name}\t{solver.entry}")
        elif not found.in_project:
            print_line(f"{OWN}\tno project in {project.root} or above it")
        else:
            years = ", ".join(
                f"{year} ({len(project.puzzles(year))} days)" for year in project.years()
            )
            print_line(f"{OWN}\t{years or 'no day yet'}, in {project.root}")
