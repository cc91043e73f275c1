"""Show a year: a table and pictures in the README."""

from __future__ import annotations

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
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import SETTING_HINTS, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Result
from aoc.project.day_selection import select_puzzles, select_years
from aoc.project.project import OWN, Project, find_project
from aoc.render.format import counted, failure_text
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.terminal import print_line, print_message
from aoc.running.inputs import Inputs
from aoc.running.plan import make_jobs, pair_up
from aoc.session import RunLimits, Session
from aoc.year.overview import (
    LAST_RUNS,
    last_times,
    make_years,
    read_stars,
    times_in_results,
)
from aoc.year.readme import Readme, find_readme

REPEAT = 7
"""How often each part runs; the best time counts."""


@command
@years_argument
@option(
    "--readme",
    type=Word("file"),
    help="The file to write into.  [default: the project's README.md]",
)
@flag(
    "--last",
    excludes=["--check"],
    help="Run nothing: take the times of your last runs.",
)
@flag(
    "--check",
    excludes=["--force", "--user"],
    help="Write nothing: exit with 1 if the days, titles or ideas in the README are stale.",
)
@shared_options("user")
@shared_options("force")
def report(
    years: tuple[str, ...],
    year: int | None,
    readme: str | None,
    last: bool,
    check: bool,
    user: str | None,
    force: bool,
) -> int:
    """Write the table and the pictures of YEARS into a README.

    YEARS are years, such as 2021 or 2015-2024, or all for those in days/. Every day runs, one after
    the other, on a sample, or on your own input if its tests have no `sample`. Titles, ideas and
    times are written between the lines `<!-- days -->` and `<!-- /days -->`, and pictures of stars
    and times between `<!-- pictures -->` and `<!-- /pictures -->`; either pair may be missing.

    Exits with 1 if a day failed; the other days are in the README anyway.
    """
    project = find_project()
    numbers = select_years(project, years, year)
    readme_file = find_readme(project, readme)
    puzzles = select_puzzles(project, map(str, numbers), None, "report")
    if check:
        check_readme(project, readme_file, puzzles)
        return 0
    # Where to write, and for which account, has to be clear before anything runs.
    readme_file.check_pictures(numbers, force=force)
    stars = read_stars(project, numbers, user, offline=True)
    code = 0
    results: list[Result] = []
    if last:
        times = last_times(project, stars.account)
        all_years = make_years(project, stars, times, LAST_RUNS)
    else:
        code, results = time_days(project, puzzles)
        basis = f"best of {REPEAT} runs"
        all_years = make_years(project, stars, times_in_results(results), basis)
    # Days that failed are written as such.
    if not results and not any(one_year.timed for one_year in all_years):
        raise AocError(
            "no time of these days is known: run them first with `aoc run all`"
        )
    readme_file.update(project, all_years)
    for one_year in all_years:
        texts = f"{one_year.stars_text}; {one_year.basis_text}"
        print_line(f"{readme_file.path}: {one_year.year}, {texts}")
    return code


def check_readme(project: Project, readme: Readme, puzzles: Sequence[Puzzle]) -> None:
    """Say that a README is up to date, or raise `AocError`."""
    changes = [*readme.stale(project, puzzles)]
    if changes:
        raise AocError(
            f"{readme.path} is stale ({'; '.join(changes)}): "
            "the same command without --check updates it"
        )
    print_line(f"{readme.path}: up to date, {counted(len(puzzles), 'day')}")


def time_days(project: Project, puzzles: Sequence[Puzzle]) -> tuple[int, list[Result]]:
    """Run days one after the other, say what went wrong, and return the exit code and the results.

    A day whose tests have no `sample`, or cannot be imported, runs on the input of the default
    account, from the cache or else from the site.
    """
    screen = Screen(sys.stderr)
    # One worker: days that run side by side disturb each other's times.
    session = Session(project, screen, limits=RunLimits(workers=1))
    sample = Input(InputKind.SAMPLE, "sample 0", optional=True)
    results = run_days(session, dict.fromkeys(puzzles, sample))
    without_sample = set(puzzles) - {result.puzzle for result in results}
    for result in results:
        if result.error is not None and result.error.kind is ErrorKind.TESTS:
            without_sample.add(result.puzzle)
    own_inputs = {}
    for puzzle in puzzles:
        if puzzle in without_sample:
            own_input = find_own_input(session.inputs, puzzle)
            if own_input is not None:
                own_inputs[puzzle] = own_input
    results += run_days(session, own_inputs)
    # A day may run twice, and its tests fail to be imported each time.
    failures = dict.fromkeys(failure_text(result) for result in results if result.bad)
    for sentence in failures:
        print_message(sentence)
    code = screen.errors(session.problems)
    ran = {result.puzzle for result in results}
    left_out = [puzzle for puzzle in puzzles if puzzle not in ran]
    for text in input_notes(session.inputs, left_out, {}):
        print_message(text)
    return 1 if failures else code, results


def run_days(session: Session, inputs: Mapping[Puzzle, Input]) -> list[Result]:
    """Run the days of puzzles, each on its input, and return the results."""
    timing = Timing.steady(REPEAT)
    options = JobOptions(timing, memory=session.memory, hints=SETTING_HINTS)
    pairs = pair_up(session.project, inputs, [Solver(OWN)])
    jobs = make_jobs(session.project, pairs, lambda puzzle: [inputs[puzzle]], options)
    # The progress shows how many there are.
    return session.results_of(list(jobs))


def find_own_input(inputs: Inputs, puzzle: Puzzle) -> Input | None:
    """Return the own input of a puzzle, also one with a problem; `None` if there is none."""
    for puzzle_input in inputs.of(puzzle):
        # Neither the examples nor the sample in the place of a missing input have a text yet.
        if puzzle_input.text is not None or puzzle_input.problem:
            return puzzle_input
    return None
