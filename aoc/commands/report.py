"""Show a year: a table and pictures in the README, or a page."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from aoc.commands.options import (
    Word,
    command,
    flag,
    option,
    shared_options,
    years_argument,
)
from aoc.errors import AocError
from aoc.files import check_own, overwrite, shown_path
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Result
from aoc.project.days import select_puzzles, select_years
from aoc.project.project import Project, find_project
from aoc.project.solvers import OWN
from aoc.render.format import RUN_VERBOSE, bytes_text, counted, failure_text
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.terminal import print_line, print_message
from aoc.running.plan import make_jobs, pair_up
from aoc.session import SETTING, RunLimits, Session
from aoc.site.accounts import Accounts
from aoc.year.overview import REPEAT, read_years
from aoc.year.readme import find_readme


@command
@years_argument
@option(
    "--readme",
    type=Word("file"),
    excludes=["--html"],
    help="The file to write into.  [default: the project's README.md]",
)
@flag(
    "--last",
    excludes=["--check", "--html"],
    help="Run nothing: take the times of your last runs from the history.",
)
@flag(
    "--check",
    excludes=["--html", "--force", "--user"],
    help="Write nothing: exit with 1 if the days, titles or ideas in the README are stale.",
)
@option("--html", metavar="FILE", help="Write a page instead, with trends.")
@shared_options("user")
@flag("--offline", needs=["--html"], help="Ask the site for nothing.")
@shared_options("force")
def report(
    years: tuple[str, ...],
    year: int | None,
    readme: str | None,
    last: bool,
    check: bool,
    html: str | None,
    user: str | None,
    offline: bool,
    force: bool,
) -> int:
    """Write the table and the pictures of YEARS into a README.

    YEARS are years, such as 2021 or 2015-2024, or all for those in days/. Every day runs, one after
    the other, on a made-up input, from `sample` in its tests, or without `sample` on your own
    input. Titles, ideas and times are written between the lines `<!-- days -->` and
    `<!-- /days -->`, and pictures of stars and times between `<!-- pictures -->` and
    `<!-- /pictures -->`; either pair may be missing.

    Exits with 1 if a day failed; the other days are in the README anyway.
    """
    project = find_project()
    numbers = select_years(project, years, year)
    if html is not None:
        from aoc.year.page import page

        path = os.path.abspath(os.path.expanduser(html))
        check_own(path, shown_path(path), force=force)
        found, account, code = read_years(project, numbers, user, offline=offline)
        overwrite(
            path, data := page(project.root, found, account and account.id).encode()
        )
        shown = ", ".join(map(str, numbers))
        print_line(f"{shown_path(path)}: the page of {shown}, {bytes_text(len(data))}")
        return code
    target = find_readme(project, readme)
    puzzles = select_puzzles(project, map(str, numbers), None, "report")
    if check:
        if changes := [*target.stale(project, puzzles)]:
            raise AocError(
                f"{target.path} is stale ({'; '.join(changes)}): "
                "the same command without --check updates it"
            )
        print_line(f"{target.path}: up to date, {counted(len(puzzles), 'day')}")
        return 0
    # Where to write, and for which account, has to be clear before anything runs.
    target.check_pictures(numbers, force=force)
    Accounts().find(user)
    code, results = (0, None) if last else time_days(project, puzzles)
    known, *_ = read_years(project, numbers, user, offline=True, results=results)
    if not any(one.timed or results for one in known):
        raise AocError(
            "no time of these days is known: run them first with `aoc run all`"
        )
    target.update(project, known)
    for one in known:
        print_line(f"{target.path}: {one.year}, {one.stars_text}; {one.basis_text}")
    return code


def time_days(project: Project, puzzles: Sequence[Puzzle]) -> tuple[int, list[Result]]:
    """Run days one after the other, say what went wrong, and return the exit code and the results.

    A day whose tests have no `sample`, or cannot be imported, runs on the input of the default
    account, from the cache or else from the site.
    """
    screen = Screen(sys.stderr, option=RUN_VERBOSE)
    session = Session(project, screen, limits=RunLimits(workers=1), more_time=SETTING)
    options = JobOptions(Timing.steady(REPEAT), memory=session.memory)

    def run(sources: Mapping[Puzzle, Sequence[Input]]) -> list[Result]:
        """Run the days that have these inputs."""
        pairs = pair_up(project, sources, [Solver(OWN)])
        return session.results_of(
            [*make_jobs(project, pairs, sources.__getitem__, options)]
        )

    results = run(
        dict.fromkeys(puzzles, (Input(InputKind.SAMPLE, "sample 0", optional=True),))
    )
    broken = {
        one.puzzle for one in results if one.error and one.error.kind is ErrorKind.TESTS
    }
    timed = {one.puzzle for one in results} - broken
    own = {
        puzzle: [
            one
            for one in session.inputs.of(puzzle)
            if one.text is not None or one.problem
        ]
        for puzzle in puzzles
        if puzzle not in timed
    }
    results += run({puzzle: found[:1] for puzzle, found in own.items() if found})
    # A day may run twice, and its tests fail to be imported each time.
    failures = dict.fromkeys(failure_text(result) for result in results if result.bad)
    for sentence in failures:
        print_message(sentence)
    code = session.screen.errors(session.problems)
    ran = {result.puzzle for result in results}
    left_out = [puzzle for puzzle in puzzles if puzzle not in ran]
    for text in input_notes(session.inputs, left_out, {}):
        print_message(text)
    return 1 if failures else code, results
