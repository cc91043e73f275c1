"""`aoc run`: check days against their examples, run them on an input, time each part."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

import click

from aoc.commands.days_argument import YEAR, words_for_all_years
from aoc.commands.live_run import (
    TIMEOUT,
    RunViews,
    debug_executor,
    memory_limit,
    rerun,
    run_and_show,
    time_limit,
)
from aoc.commands.options import (
    JOB_COUNT,
    REPEAT,
    SampleCommand,
    check_days,
    check_options,
    check_parts,
    check_submitting,
    check_variants,
    choose_solvers,
    debug_option,
    example_option,
    input_option,
    memory_option,
    params_option,
    part_option,
    sample_option,
    timeout_option,
    user_option,
    variants_option,
)
from aoc.errors import SiteError
from aoc.inputs import Inputs
from aoc.model import Job, Puzzle
from aoc.render.screen import Screen
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.site.accounts import Account

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.commands.resumed_run import ResumedRun
    from aoc.running.local_executor import Executor

FEW = 4
"""Inputs of a puzzle, times solvers, up to which each result has a line."""


@click.command(cls=SampleCommand)
@click.argument("days", nargs=-1)
@click.option("--all", "all_days", is_flag=True, help="Run all days of the year.")
@click.option("--all-years", is_flag=True, help="Run all days of all years in days/.")
@click.option("--year", type=YEAR, help="The year of DAYS.")
@part_option
@variants_option
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME",
    help="Run this solver, or all.",
)
@input_option
@example_option
@sample_option
@user_option
@click.option("--all-users", is_flag=True, help="Run on the inputs of all accounts.")
@timeout_option
@memory_option
@click.option(
    "-j",
    "--jobs",
    type=JOB_COUNT,
    help="How many days run at once.  [default: one for each processor]",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Send the project, without inputs, to the workers of the Dask scheduler there, such as "
    "tcp://host:8786, and run on them; needs aoc-days[cluster].",
)
@params_option
@click.option("--pdb", "debugs", is_flag=True, help="Open a debugger where a solver fails.")
@click.option(
    "--repeat",
    type=REPEAT,
    metavar="N",
    help="Time each part this often, and show the best time.",
)
@click.option(
    "--profile",
    "profiles",
    is_flag=True,
    help="Then show which functions take the time, also as HTML; needs aoc-days[profile].",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on where a run was cut off: leave out what has run with this code.",
)
@click.option("--submit/--no-submit", default=None, help="Submit the answers if the examples pass.")
@click.option(
    "--wait", is_flag=True, help="Wait until the site accepts the next answer, then submit."
)
@click.option("--force", is_flag=True, help="Submit even if an example fails.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per part.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Also show what solvers log, and each result where there are many.",
)
@click.option("-q", "--quiet", is_flag=True, help="Show only wrong answers and errors.")
@debug_option
def run(
    days: tuple[str, ...],
    all_days: bool,
    all_years: bool,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    solvers: tuple[str, ...],
    file: str | None,
    examples: bool,
    sample: int | None,
    user: str | None,
    all_users: bool,
    timeout: float | None,
    memory: int | None,
    jobs: int | None,
    cluster: str | None,
    params: tuple[tuple[str, str], ...],
    debugs: bool,
    repeat: int | None,
    profiles: bool,
    resume: bool,
    submit: bool | None,
    wait: bool,
    force: bool,
    as_json: bool,
    verbose: bool,
    quiet: bool,
    debug: bool,
) -> int:
    """Check DAYS against their examples, run them on your input, and time each part.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.

    The signs: ✔ right, ✘ wrong, ? the right answer is not known, ! the solver failed, - not solved
    yet.
    """
    given = click.get_current_context().params
    check_options(given)
    personal = file is None and not examples and sample is None
    chosen = choose_solvers(solvers, variants, repeat)
    project = chosen.project
    settings = project.settings
    # Answers with other parameters, or to look into a day, are not submitted.
    by_setting = bool(settings.get("submit")) and personal
    by_setting = by_setting and not (params or debugs or profiles or resume)
    check_submitting(given, submits=by_setting if submit is None else submit)
    words = words_for_all_years(project) if all_years else ("all",) if all_days else days
    puzzles = chosen.select_puzzles(words, year)
    check_days(given, puzzles)
    if profiles:
        from aoc.commands.profiles import check_profiler

        check_profiler()
    screen = Screen(sys.stderr, quiet=quiet)
    problems: list[SiteError] = []
    inputs = Inputs(
        project,
        file=file,
        examples=examples,
        sample=sample,
        user=user,
        all_users=all_users,
        problems=problems,
        before_fetch=screen.show_fetching,
    )
    accounts = accounts_to_submit(inputs, submit, by_setting)
    most = inputs.check()
    limit = time_limit(project, timeout)
    open_executor: Callable[[], Executor] | None = None
    if debugs:
        open_executor = partial(debug_executor, project, screen)
    elif cluster is not None:
        from aoc.commands.cluster import open_cluster

        open_executor = partial(open_cluster, project, screen, cluster, limit, memory)
    is_matrix = most * len(chosen.solvers) > FEW
    options = JobOptions(
        (part,) if part else (1, 2),
        variants,
        1 if debugs else repeat,
        debugs=debugs,
        effort="brief" if is_matrix else "steady" if len(puzzles) == 1 else "quick",
        memory=None if debugs else memory_limit(project, memory),
        verbose=verbose,
        params=params,
    )
    pairs = pair_up(project, puzzles, chosen.solvers)

    def planned() -> Iterable[Job]:
        """Return the jobs, which are made one by one."""
        return chosen.add_titles(make_jobs(project, pairs, inputs.of, options))

    views = RunViews(
        project,
        pairs,
        sums_up=(is_matrix or resume) and not verbose,
        as_json=as_json,
        quiet=quiet,
        profiles=profiles,
        collects=bool(accounts),
    )
    tally = views.tally
    resumed: ResumedRun | None = None
    if resume:
        from aoc.commands.resumed_run import ResumedRun

        resumed = ResumedRun(project, chosen.solvers, views.takers, any_python=cluster is not None)
    workers = jobs or settings.get("jobs") or os.cpu_count() or 1
    run_and_show(
        project,
        resumed.remaining(planned()) if resumed else planned(),
        views.shown,
        screen,
        size=len(pairs) * most,
        workers=workers,
        timeout=limit,
        keeps_history=chosen.in_project and not examples and not debugs,
        versions={solver.name: solver.version for solver in chosen.solvers},
        has_params=bool(params),
        open_executor=open_executor,
    )
    if resumed:
        screen.note(resumed.note())
    if profiles:
        from aoc.commands.profiles import profile_parts

        profile_parts(
            project,
            planned(),
            views.collected.results,
            screen,
            workers=workers,
            timeout=limit or TIMEOUT,
            examples=examples,
            as_json=as_json,
        )
    check_variants(project.root, puzzles, variants, part, tally)
    check_parts(puzzles, part, tally)
    lacking = len(tally.inputs) < len(set(puzzles))
    # A variant of one day says nothing about the inputs of the others.
    if inputs.without_input or (lacking and not (variants and tally.inputs)):
        from aoc.render.input_notes import input_notes

        for text in input_notes(inputs, puzzles, tally.inputs, part):
            screen.note(text)
    unfetched = print_problems(screen, problems, inputs.missing)
    code = int(tally.bad) or unfetched
    if accounts:
        from aoc.commands.submit_results import SubmitOptions, submit_results
        from aoc.render.message import print_message

        asked = submit is not None
        submitting = SubmitOptions(wait, force, print_message, project.root, asked=asked)
        again = partial(rerun, project, chosen.solvers, options, screen, limit, open_executor)
        submit_code = submit_results(views.collected.results, accounts, part, submitting, again)
        return code or submit_code
    return code


def print_problems(
    screen: Screen, problems: Sequence[SiteError], missing: Collection[Puzzle]
) -> int:
    """Print why inputs are missing, and which days ran without; return the exit code for that."""
    for text in dict.fromkeys(map(str, problems)):
        screen.problem(text)
    if len(set(missing)) > 1:
        puzzles = ", ".join(map(str, dict.fromkeys(missing)))
        screen.problem(f"there was no input, so only the examples of {puzzles} were run")
    return problems[0].exit_code if problems else 0


def accounts_to_submit(inputs: Inputs, asked: bool | None, setting: bool) -> list[Account]:
    """Return the accounts whose answers are to be submitted: none if that was not asked for.

    Raises `SiteError` where it was, and no account has a session token.
    """
    if not (setting if asked is None else asked):
        return []
    accounts = [account for account in inputs.accounts() if account.token is not None]
    if asked and not accounts:
        raise SiteError("--submit needs a session token: log in with `aoc login`")
    return accounts
