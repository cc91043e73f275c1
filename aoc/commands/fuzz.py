"""Tuning: Find inputs on which the ways to an answer disagree."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from aoc.commands import options
from aoc.commands.fuzz_report import FuzzReport, FuzzScreen, kept_inputs
from aoc.days import select_runnable_puzzles
from aoc.errors import UsageError
from aoc.fuzzing.fuzzer import KEPT, Fuzzer, Subject
from aoc.model import Input, Job, Puzzle, tests_path
from aoc.project import OWN, Project, Solver, find_project, find_solvers, shown_path, title_of
from aoc.running.local_executor import LocalExecutor
from aoc.session import Session

RUNS = 50
"""Inputs of each day, without an option."""
TIMEOUT = 5.0
"""Seconds for a part, without an option."""


@options.command
@options.days_argument("runnable")
@options.option(
    "--runs",
    type=options.Whole(0),
    help="How many inputs of each day to try; 0 for those that were kept, and no others.  "
    f"[default: {RUNS}, without --minutes]",
)
@options.option("--minutes", type=options.MINUTES, metavar="M", help="How long to try new inputs.")
@options.option(
    "--seed",
    type=options.SEED,
    default=0,
    show_default=True,
    help="Another seed makes other inputs; the same one makes the same.",
)
@options.option(
    "--against",
    multiple=True,
    type=options.Word("solver"),
    metavar="SOLVER",
    help="Compare with this solver of somebody else, or all of them.",
)
@options.option(
    "--timeout",
    type=options.SECONDS,
    default=TIMEOUT,
    show_default=True,
    help="How long a part may take; 0 for no limit.",
)
@options.session_options("workers")
@options.shared_options("as_json")
def fuzz(
    days: tuple[str, ...],
    year: int | None,
    runs: int | None,
    minutes: float | None,
    seed: int,
    against: tuple[str, ...],
    timeout: float,
    open_session: options.OpenSession,
    as_json: bool,
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
    screen = FuzzScreen(sys.stderr)
    session: Session = open_session(project, screen, timeout=timeout)
    subjects = [subject_of(session, puzzle, plugins) for puzzle in puzzles]
    report = FuzzReport(project.root, screen, session.timeout, as_json=as_json)
    with closing(LocalExecutor(session.workers, session.timeout, screen)) as executor:
        limits = (session.timeout, seed, runs, minutes and minutes * 60)
        fuzzer = Fuzzer(subjects, executor, *limits, screen.stage, report.show)
        fuzzer.survey()
        check_makers(project, subjects, screen.problem)
        try:
            fuzzer.run()
        finally:
            # Nothing may be written between the lines that follow.
            executor.cancel()
            screen.clear()
            report.end(subjects)
    return int(bool(report.found) or any(subject.problem for subject in subjects))


def plugins_named(names: Sequence[str]) -> list[Solver]:
    """Return the solvers of others with these names. Raises `UsageError`."""
    if OWN in names:
        raise UsageError(
            f"{OWN} is the project's own solver, which is fuzzed anyway: name somebody else's"
        )
    found = find_solvers(names)
    plugins = [solver for solver in found if solver.entry]
    if names and not plugins:
        raise UsageError("there is no solver to compare with: install one, or leave out --against")
    return plugins


def subject_of(session: Session, puzzle: Puzzle, plugins: Sequence[Solver]) -> Subject:
    """Return a day to fuzz."""
    root = session.project.root
    about = (root, *puzzle, title_of(root, puzzle))
    shared: dict[str, Any] = {"variants": ("all",), "repeat": 1, "shares_process": True}
    jobs = [
        Job(*about, solver.name, (), entry=solver.entry, memory=session.memory, **shared)
        for solver in (Solver(OWN), *plugins)
    ]
    kept = kept_inputs(root, puzzle)
    return Subject(jobs, [Input(KEPT, path, text) for path, text in kept.items()])


def check_makers(
    project: Project, subjects: Sequence[Subject], show: Callable[[str], None]
) -> None:
    """Show which days have no inputs: none is made or kept. Raises `UsageError` if that is all."""
    lacking = [one for one in subjects if not (one.kinds or one.problem or one.kept)]
    if not lacking:
        return
    paths = [shown_path(tests_path(project.root, *subject.puzzle)) for subject in lacking]
    verb = "has" if len(paths) == 1 else "have"
    text = (
        f"{', '.join(paths)} {verb} neither small(rng) nor sample(rng), which make up the inputs: "
        "write one of them"
    )
    if len(lacking) == len(subjects):
        raise UsageError(text)
    show(text)
