"""`aoc report`: the table of days in a README, with their titles, ideas and times."""

from __future__ import annotations

import ast
import os
import sys

import click

from aoc.commands.days_argument import select_runnable_puzzles
from aoc.errors import AocError, UsageError
from aoc.inputs import Choice, Inputs
from aoc.project import find_project
from aoc.puzzle import Puzzle
from aoc.registry import OWN, Solver, day_path
from aoc.render.screen import Screen
from aoc.running.interpreter import python_of
from aoc.running.local_executor import LocalExecutor
from aoc.running.plan import JobOptions, make_jobs
from aoc.running.result_order import in_order


@click.command()
@click.option("--year", type=click.IntRange(2015, 2999), help="The year of the days.")
@click.option(
    "--readme",
    default="README.md",
    show_default=True,
    metavar="FILE",
    help="The file to write the table into.",
)
@click.option("--sample", type=click.IntRange(0), default=0, metavar="SEED", help="The input.")
@click.option(
    "--repeat", type=click.IntRange(1), default=7, show_default=True, help="Time this often."
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def report(year: int | None, readme: str, sample: int, repeat: int, debug: bool) -> None:
    """Write the table of days into a README.

    Runs every day on a made-up input, one after the other, and writes titles, ideas and times
    between `<!-- days -->` and `<!-- /days -->`.
    """
    from aoc.files import overwrite
    from aoc.render.readme_table import days_table, idea_of, replace_section, rows_of

    project = find_project()
    path = os.path.join(project.root, readme)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        replace_section(text, "days", "")
    except (OSError, ValueError) as error:
        raise UsageError(f"{readme}: {error}") from None
    puzzles = select_runnable_puzzles(project, ("all",), year)
    screen = Screen(sys.stdout, sys.stderr)
    inputs = Inputs(Choice(sample=sample), screen.note)
    jobs = make_jobs(project, puzzles, [Solver(OWN)], inputs.sources, JobOptions(repeat=repeat))
    screen.jobs = len(jobs)
    executor = LocalExecutor(1, None, screen, python_of(project))
    try:
        results = list(in_order(executor.run(jobs)))
    finally:
        executor.close()
        screen.clear()
    for result in results:
        if result.error:
            puzzle = Puzzle(result.year, result.day)
            raise AocError(f"{puzzle} failed, {result.error.message}: nothing written")
    ideas = {}
    for puzzle in puzzles:
        with open(day_path(project.root, puzzle), encoding="utf-8") as module:
            ideas[puzzle.day] = idea_of(ast.get_docstring(ast.parse(module.read())) or "")
    rows = rows_of(results, ideas)
    overwrite(path, replace_section(text, "days", days_table(rows)).encode())
    total = sum(row.total for row in rows)
    click.echo(f"{readme}: {len(rows)} days, {total * 1e3:.1f} ms in all")
