"""`aoc fuzz`: find inputs on which the ways to an answer disagree."""

from __future__ import annotations

import os
import sys

import click

from aoc.commands.days_argument import YEAR, select_runnable_puzzles
from aoc.commands.fuzz_report import FuzzReport
from aoc.commands.fuzz_subjects import check_makers, plugins_named, subject_of
from aoc.commands.live_run import time_limit
from aoc.commands.option_types import JOB_COUNT, MINUTES, SECONDS, SEED
from aoc.commands.shared_options import debug_option
from aoc.commands.workers import open_workers
from aoc.fuzzing.fuzzer import Fuzzer, FuzzOptions
from aoc.project import find_project
from aoc.render.fuzz_screen import FuzzScreen

RUNS = 50
"""Inputs of each day, without an option."""
TIMEOUT = 5.0
"""Seconds for a part, without an option."""


@click.command()
@click.argument("days", nargs=-1)
@click.option("--year", type=YEAR, help="The year of DAYS.")
@click.option(
    "--runs",
    type=click.IntRange(0),
    metavar="N",
    help="How many inputs of each day to try; 0 for those that were kept, and no others.  "
    f"[default: {RUNS}, without --minutes]",
)
@click.option("--minutes", type=MINUTES, metavar="M", help="How long to try new inputs.")
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="Another seed makes other inputs; the same one makes the same.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="SOLVER",
    help="Compare with this solver of somebody else, or all of them.",
)
@click.option(
    "--timeout",
    type=SECONDS,
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="How long a part may take; 0 for no limit.",
)
@click.option(
    "-j",
    "--jobs",
    type=JOB_COUNT,
    help="How many inputs run at once.  [default: one for each processor]",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per disagreement.")
@debug_option
def fuzz(
    days: tuple[str, ...],
    year: int | None,
    runs: int | None,
    minutes: float | None,
    seed: int,
    against: tuple[str, ...],
    timeout: float,
    jobs: int | None,
    as_json: bool,
    debug: bool,
) -> int:
    """Find inputs on which the parts of DAYS and their variants disagree.

    Inputs are made up by small(rng) and sample(rng) in the tests. One that makes two ways
    disagree, or makes one fail, is made smaller, printed as an Example, and kept in .aoc/fuzz.

    Exits with 1 if there is such an input.
    """
    project = find_project()
    plugins = plugins_named(against)
    puzzles = select_runnable_puzzles(project, days, year)
    runs = RUNS if runs is None and minutes is None else runs
    workers = jobs or project.settings.get("jobs") or os.cpu_count() or 1
    screen = FuzzScreen(sys.stderr, None if runs is None else runs * len(puzzles))
    options = FuzzOptions(
        seed, runs, minutes and minutes * 60, time_limit(project, timeout), workers
    )
    subjects = [subject_of(project, puzzle, plugins) for puzzle in puzzles]
    report = FuzzReport(project.root, screen, options.timeout, as_json=as_json)
    with open_workers(project, workers, options.timeout, screen) as executor:
        fuzzer = Fuzzer(executor, options, screen, report.show)
        fuzzer.survey(subjects)
        check_makers(project, subjects, screen.problem)
        try:
            fuzzer.run(subjects)
        finally:
            # Nothing may be written between the lines that follow.
            executor.cancel()
            screen.clear()
            report.end(subjects)
    return int(bool(report.found) or any(subject.problem for subject in subjects))
