"""`aoc report`: the table and the pictures of days in a README, or the page of a year."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from aoc.commands.days_argument import YEAR, select_runnable_puzzles, words_for_all_years
from aoc.commands.live_run import Collected, memory_limit, run_and_show, time_limit
from aoc.commands.options import REPEAT, SEED, check_one_of, debug_option, force_option
from aoc.errors import AocError, SiteError, UsageError
from aoc.files import check_own, overwrite
from aoc.inputs import Inputs
from aoc.model import Input, Kind, Puzzle, Result
from aoc.project import OWN, Project, Solver, find_project, shown_path
from aoc.render.format import bytes_text, counted, failure_text
from aoc.render.input_notes import left_out_text
from aoc.render.message import print_message
from aoc.render.screen import Screen
from aoc.render.terminal import print_line
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.site.accounts import Account, Accounts
from aoc.year.overview import Year, read_years, times_of_results, with_times
from aoc.year.readme import Readme, find_readme


@click.command()
@click.option("--year", type=YEAR, help="The year of the days.")
@click.option("--all-years", is_flag=True, help="All years that are in days/.")
@click.option(
    "--readme",
    metavar="FILE",
    help="The file to write into.  [default: the project's README.md]",
)
@click.option(
    "--last", is_flag=True, help="Run nothing: take the times of your last runs from the history."
)
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing: exit with 1 if the README is stale. Times are not compared, but days, "
    "titles, ideas, stars and what is solved.",
)
@click.option(
    "--html", metavar="FILE", help="Write a page about the year instead, with its trends."
)
@click.option(
    "--user", metavar="NAME", help="The account whose stars are shown; a part of its name."
)
@click.option("--offline", is_flag=True, help="Ask the site for nothing: for --html.")
@force_option
@click.option(
    "--sample",
    type=SEED,
    default=0,
    metavar="SEED",
    help="The seed of the made-up inputs.",
)
@click.option(
    "--repeat",
    type=REPEAT,
    default=7,
    show_default=True,
    help="Time each part this often; the best time counts.",
)
@debug_option
@click.pass_context
def report(
    context: click.Context,
    year: int | None,
    all_years: bool,
    readme: str | None,
    last: bool,
    check: bool,
    html: str | None,
    user: str | None,
    offline: bool,
    force: bool,
    sample: int,
    repeat: int,
    debug: bool,
) -> int:
    """Write the table and the pictures of days into a README.

    Runs every day, one after the other, and writes titles, ideas and times between the lines
    `<!-- days -->` and `<!-- /days -->`, and pictures of stars and times between
    `<!-- pictures -->` and `<!-- /pictures -->`; either pair may be missing. A day runs on a
    made-up input, from `sample` in its tests, or without `sample` on your own input.

    Exits with 1 if a day failed; the other days are in the README anyway.
    """
    check_report_options(context)
    project = find_project()
    words = words_for_all_years(project) if all_years else ["all"]
    if html is not None:
        years = [int(word) for word in words] if all_years else [project.year(year)]
        return write_page(project, years, html, user, offline=offline, force=force)
    target = find_readme(project, readme)
    target.read()  # it has to have a place to write to before anything runs
    puzzles = select_runnable_puzzles(project, words, year)
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
    target.check_pictures(numbers, force=force)
    if last:
        if not any(one.timed for one in known):
            raise AocError("no run of these days is known: run them first with `aoc run all`")
        return write_readme(target, project, known, ())
    problems: list[SiteError] = []
    results = time_days(project, puzzles, sample, repeat, problems)
    # A day may run twice, and its tests fail to be imported each time.
    failures = dict.fromkeys(filter(None, map(failure_text, results)))
    for sentence in (*failures, *dict.fromkeys(map(str, problems))):
        print_message(sentence)
    ran = {(result.year, result.day) for result in results}
    left_out = [puzzle for puzzle in puzzles if puzzle not in ran]
    if left_out:
        print_message(left_out_text(project, left_out, login=not problems))
    if not results:
        raise AocError(f"no day could be timed: {target.shown} is left as it was")
    times = [*times_of_results(results)]
    timed = [with_times(one, times)._replace(best_of=repeat) for one in known]
    write_readme(target, project, timed, left_out)
    return 1 if failures else problems[0].exit_code if problems else 0


def check_report_options(context: click.Context) -> None:
    """Raise `UsageError` for options that contradict each other, or would do nothing."""
    commandline = click.core.ParameterSource.COMMANDLINE
    given = {
        name: context.get_parameter_source(name) is commandline
        for name in ("year", "all_years", "html", "check", "last", "readme", "sample", "repeat")
    }
    check_one_of({"--year": given["year"], "--all-years": given["all_years"]})
    forms = {f"--{name}": given[name] for name in ("html", "check", "last")}
    check_one_of(forms)
    for name in ("sample", "repeat"):
        check_one_of({**forms, f"--{name}": given[name]})
    check_one_of({"--html": given["html"], "--readme": given["readme"]})
    if context.params["offline"] and not given["html"]:
        raise UsageError("--offline is for --html: add it, or leave out --offline")
    if context.params["force"] and given["check"]:
        raise UsageError("--force is for what is written: leave it out")


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
    from aoc.year.trends import Trends, read_trends

    path = os.path.abspath(os.path.expanduser(file))
    check_own(path, shown_path(path), force=force)
    account = Accounts().find(user)
    found, account, problem = read_years(
        project, years, account, notify=print_message, offline=offline
    )
    name = account and account.id
    try:
        puzzles = [day.puzzle for year in found for day in year.days]
        trends = read_trends(project.root, puzzles, name)
    except AocError:  # `read_years` has said that the history cannot be read
        trends = Trends({}, {}, None)
    if account is None:
        print_message(NO_ACCOUNT)
    if problem:
        print_message(str(problem))
    data = page(found, trends, name).encode()
    overwrite(path, data)
    shown = ", ".join(map(str, years))
    print_line(f"{shown_path(path)}: the page of {shown}, {bytes_text(len(data))}")
    return problem.exit_code if problem else 0


def time_days(
    project: Project,
    puzzles: Sequence[Puzzle],
    seed: int,
    repeat: int,
    problems: list[SiteError],
) -> list[Result]:
    """Run days one after the other, each in the limits of the project's settings.

    A day whose tests have no `sample`, or cannot be imported, runs on the input of the default
    account, from the cache or else from the site. `problems` gets why one cannot be fetched.
    """
    screen = Screen(sys.stderr)
    inputs = Inputs(project, problems=problems, before_fetch=screen.show_fetching)
    sample = Input("sample", f"sample {seed}", seed=seed, optional=True)
    collected = Collected()

    def run(sources: dict[Puzzle, tuple[Input, ...]]) -> None:
        """Run the days that have these inputs."""
        pairs = pair_up(project, sources, [Solver(OWN)])
        options = JobOptions(repeat=repeat, memory=memory_limit(project))
        run_and_show(
            project,
            make_jobs(project, pairs, sources.__getitem__, options),
            [collected],
            screen,
            size=len(pairs),
            workers=1,
            timeout=time_limit(project),
            keeps_history=False,
        )

    def own_input(puzzle: Puzzle) -> tuple[Input, ...]:
        """Return the user's own input, if there is one."""
        return tuple(one for one in inputs.of(puzzle) if one.text is not None or one.problem)[:1]

    run(dict.fromkeys(puzzles, (sample,)))
    timed = {
        (result.year, result.day)
        for result in collected.results
        if not (result.error and result.error.kind is Kind.TESTS)
    }
    own = {puzzle: own_input(puzzle) for puzzle in puzzles if puzzle not in timed}
    run({puzzle: sources for puzzle, sources in own.items() if sources})
    return collected.results
