"""Looking back: Show a year: a table and pictures in the README, or a page."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from aoc.commands.options import REPEAT, SEED, Word, command, flag, option, shared_options
from aoc.days import select_puzzles
from aoc.errors import AocError, UsageError
from aoc.files import check_own, overwrite
from aoc.model import Input, Kind, Puzzle, Result
from aoc.project import OWN, Project, Solver, find_project, shown_path
from aoc.render.format import bytes_text, counted, failure_text
from aoc.render.messages import left_out_text
from aoc.render.screen import Screen
from aoc.render.terminal import print_line, print_message
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.session import Session
from aoc.site.accounts import Account, Accounts
from aoc.year.overview import Year, read_years, times_of_results, with_times
from aoc.year.readme import Readme, find_readme


@command
@shared_options("year")
@flag("--all-years", excludes=["--year"], help="All years that are in days/.")
@option(
    "--readme",
    type=Word("file"),
    excludes=["--html"],
    help="The file to write into.  [default: the project's README.md]",
)
@flag(
    "--last",
    excludes=["--check", "--html", "--seed", "--repeat"],
    help="Run nothing: take the times of your last runs from the history.",
)
@flag(
    "--check",
    excludes=["--html", "--seed", "--repeat", "--force"],
    help="Write nothing: exit with 1 if the README is stale. Times are not compared, but days, "
    "titles, ideas, stars and what is solved.",
)
@option(
    "--html",
    metavar="FILE",
    excludes=["--seed", "--repeat"],
    help="Write a page about the year instead, with its trends.",
)
@shared_options("user")
@flag("--offline", needs=["--html"], help="Ask the site for nothing.")
@shared_options("force")
@option("--seed", type=SEED, default=0, help="The seed of the made-up inputs.")
@option(
    "--repeat",
    type=REPEAT,
    default=7,
    show_default=True,
    help="Time each part this often; the best time counts.",
)
def report(
    year: int | None,
    all_years: bool,
    readme: str | None,
    last: bool,
    check: bool,
    html: str | None,
    user: str | None,
    offline: bool,
    force: bool,
    seed: int,
    repeat: int,
) -> int:
    """Write the table and the pictures of days into a README.

    Runs every day, one after the other, and writes titles, ideas and times between the lines
    `<!-- days -->` and `<!-- /days -->`, and pictures of stars and times between
    `<!-- pictures -->` and `<!-- /pictures -->`; either pair may be missing. A day runs on a
    made-up input, from `sample` in its tests, or without `sample` on your own input.

    Exits with 1 if a day failed; the other days are in the README anyway.
    """
    project = find_project()
    years = project.years() if all_years else [project.year(year)]
    if not years:
        raise UsageError("there is no year in days/: create a day with `aoc new`")
    if html is not None:
        return write_page(project, years, html, user, offline=offline, force=force)
    target = find_readme(project, readme)
    target.read()  # it has to have a place to write to before anything runs
    puzzles = select_puzzles(project, map(str, years))
    numbers = sorted({puzzle.year for puzzle in puzzles})
    known, _, _ = read_years(project, numbers, account_of(user), notify=print_message, offline=True)
    if check:
        if found := list(dict.fromkeys(target.stale(project, known))):
            raise AocError(
                f"{target.shown} is stale ({'; '.join(found)}): "
                "the same command without --check updates it"
            )
        print_line(f"{target.shown}: up to date, {counted(len(puzzles), 'day')}")
        return 0
    target.check_pictures(known, force=force)
    if last:
        if not any(one.timed for one in known):
            raise AocError("no run of these days is known: run them first with `aoc run all`")
        return write_readme(target, project, known, ())
    session = Session(project, Screen(sys.stderr), workers=1)
    problems = session.problems
    results = time_days(session, puzzles, seed, repeat)
    # A day may run twice, and its tests fail to be imported each time.
    failures = dict.fromkeys(failure_text(result) for result in results if result.bad)
    for sentence in failures:
        print_message(sentence)
    code = session.screen.errors(problems)
    ran = {(result.year, result.day) for result in results}
    left_out = [puzzle for puzzle in puzzles if puzzle not in ran]
    if left_out:
        print_message(left_out_text(project, left_out, login=not problems))
    if not results:
        raise AocError(f"no day could be timed: {target.shown} is left as it was")
    times = times_of_results(results)
    timed = [with_times(one, times)._replace(best_of=repeat) for one in known]
    write_readme(target, project, timed, left_out)
    return 1 if failures else code


def account_of(user: str | None) -> Account | None:
    """Return the account whose stars are shown; several and no `user` are as good as none."""
    try:
        return Accounts().find(user)
    except AocError:
        if user is not None:
            raise
        return None


def write_readme(
    readme: Readme, project: Project, years: Sequence[Year], left_out: Sequence[Puzzle]
) -> int:
    """Write the table and the pictures of years, say so, and return the exit code."""
    readme.update(project, years, left_out)
    for year in years:
        print_line(f"{readme.shown}: {year.year}, {year.stars_text}; {year.basis_text}")
    return 0


def write_page(
    project: Project,
    years: Sequence[int],
    file: str,
    user: str | None,
    *,
    offline: bool,
    force: bool,
) -> int:
    """Write the page of years to a file, and return the exit code. Nothing is run."""
    from aoc.year.calendar import NO_ACCOUNT
    from aoc.year.page import page

    path = os.path.abspath(os.path.expanduser(file))
    check_own(path, shown_path(path), force=force)
    account = Accounts().find(user)
    found, account, problem = read_years(
        project, years, account, notify=print_message, offline=offline
    )
    if account is None:
        print_message(NO_ACCOUNT)
    if problem:
        print_message(str(problem))
    overwrite(path, data := page(project.root, found, account and account.id).encode())
    shown = ", ".join(map(str, years))
    print_line(f"{shown_path(path)}: the page of {shown}, {bytes_text(len(data))}")
    return problem.exit_code if problem else 0


def time_days(session: Session, puzzles: Sequence[Puzzle], seed: int, repeat: int) -> list[Result]:
    """Run days one after the other, each in the limits of the project's settings.

    A day whose tests have no `sample`, or cannot be imported, runs on the input of the default
    account, from the cache or else from the site.
    """
    sample = Input("sample", f"sample {seed}", seed=seed, optional=True)
    options = JobOptions(repeat=repeat, memory=session.memory)

    def run(sources: Mapping[Puzzle, Sequence[Input]]) -> list[Result]:
        """Run the days that have these inputs."""
        pairs = pair_up(session.project, sources, [Solver(OWN)])
        jobs = make_jobs(session.project, pairs, sources.__getitem__, options)
        return session.results_of(jobs, len(pairs))

    results = run(dict.fromkeys(puzzles, (sample,)))
    kinds = {(one.year, one.day): one.error and one.error.kind for one in results}
    own = {
        puzzle: [one for one in session.inputs.of(puzzle) if one.text is not None or one.problem]
        for puzzle in puzzles
        if kinds.get(puzzle, Kind.TESTS) is Kind.TESTS
    }
    return results + run({puzzle: found[:1] for puzzle, found in own.items() if found})
