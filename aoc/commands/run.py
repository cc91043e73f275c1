"""`aoc run`: check days against their examples, run them on an input, time each part."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Sequence
from functools import partial

import click

from aoc.commands.days_argument import YEAR, words_for_all_years
from aoc.commands.live_run import memory_limit, run_and_show, time_limit
from aoc.commands.option_types import JOB_COUNT, PARAM, PART, REPEAT, SECONDS, SEED, SIZE
from aoc.commands.run_options import check_days, check_options, check_submitting, check_variants
from aoc.commands.sample_option import SampleCommand
from aoc.commands.solver_option import choose_solvers
from aoc.errors import SiteError, UsageError
from aoc.inputs import Choice, Inputs
from aoc.job import Job, Source
from aoc.project import Project
from aoc.puzzle import Puzzle
from aoc.render.console import is_terminal
from aoc.render.json_lines import JsonLines
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.results import Result, Verdict
from aoc.running.plan import JobOptions, labels_of, make_jobs
from aoc.site.accounts import Account


@click.command(cls=SampleCommand)
@click.argument("days", nargs=-1)
@click.option("--all", "all_days", is_flag=True, help="Run all days of the year.")
@click.option("--all-years", is_flag=True, help="Run all days of all years in days/.")
@click.option("--year", type=YEAR, help="The year of DAYS.")
@click.option("--part", type=PART, metavar="N", help="Run only this part.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Run this variant, such as memo for part1_memo, or all.",
)
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME",
    help="Run this solver, or all.",
)
@click.option("--input", "file", metavar="FILE", help="Run on this file, or - for stdin.")
@click.option("--example", "examples", is_flag=True, help="Run only on the published examples.")
@click.option(
    "--sample",
    type=SEED,
    metavar="[SEED]",
    help="Run on a made-up input of full size, from sample(rng) in the tests; another SEED makes "
    "another one.",
)
@click.option("--user", metavar="NAME", help="The account to use; a part of its name is enough.")
@click.option("--all-users", is_flag=True, help="Run on the inputs of all accounts.")
@click.option(
    "--timeout",
    type=SECONDS,
    metavar="SECONDS",
    help="How long a part may take; 0 for no limit.  [default: 60]",
)
@click.option(
    "--memory",
    type=SIZE,
    metavar="SIZE",
    help="How much memory a part may use, such as 512M; 0 for no limit.  "
    "[default: half of the machine's memory]",
)
@click.option(
    "-j",
    "--jobs",
    type=JOB_COUNT,
    help="How many days run at once.  [default: one for each processor]",
)
@click.option(
    "--param",
    "params",
    type=PARAM,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a keyword-only parameter of the parts.",
)
@click.option("--pdb", "debugs", is_flag=True, help="Open a debugger where a solver fails.")
@click.option(
    "--repeat",
    type=REPEAT,
    metavar="N",
    help="Time each part this often, and show the best time.",
)
@click.option("--submit/--no-submit", default=None, help="Submit the answers if the examples pass.")
@click.option(
    "--wait", is_flag=True, help="Wait until the site accepts the next answer, then submit."
)
@click.option("--force", is_flag=True, help="Submit even if an example fails.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per part.")
@click.option("-v", "--verbose", is_flag=True, help="Also show what solvers log.")
@click.option("-q", "--quiet", is_flag=True, help="Show only wrong answers and errors.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error in aoc itself.")
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
    params: tuple[tuple[str, str], ...],
    debugs: bool,
    repeat: int | None,
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
    # Answers with other parameters, or under the debugger, are not submitted.
    by_setting = bool(settings.get("submit")) and personal and not params and not debugs
    check_submitting(given, submits=by_setting if submit is None else submit)
    words = words_for_all_years(project) if all_years else ("all",) if all_days else days
    puzzles = chosen.select_puzzles(words, year)
    check_days(given, puzzles)
    screen = Screen(sys.stderr, quiet=quiet)
    problems: list[SiteError] = []
    choice = Choice(file, examples, sample, user, all_users)
    inputs = Inputs(choice, project, problems=problems, before_fetch=screen.show_fetching)
    accounts = accounts_to_submit(inputs, submit, by_setting)
    memory = memory_limit(project, memory)
    options = JobOptions(
        (part,) if part else (1, 2),
        variants,
        repeat,
        steady=len(puzzles) == 1,
        memory=memory,
        verbose=verbose,
        params=params,
    )
    planned = make_jobs(project, puzzles, chosen.solvers, inputs.sources, options)
    planned = chosen.add_titles(planned)
    labels = labels_of(planned)
    view = (
        JsonLines(sys.stdout)
        if as_json
        else Table(sys.stdout, labels, quiet=quiet, fold=len(puzzles) > 1, tips=tips_of(project))
    )
    workers = min(jobs or settings.get("jobs") or os.cpu_count() or 1, len(planned))
    results = run_and_show(
        project,
        planned,
        view,
        screen,
        workers=workers,
        timeout=time_limit(project, timeout),
        keeps_history=chosen.in_project and not params and not debugs,
        debugs=debugs,
    )
    check_variants(project.root, puzzles, variants, part, results)
    if not results and part == 2 and all(puzzle.is_last for puzzle in puzzles):
        raise UsageError(f"{puzzles[0]} has no part 2: the last day of an event has one part")
    lacking = len({(r.year, r.day) for r in results}) < len(set(puzzles))
    # A variant of one day says nothing about the inputs of the others.
    if inputs.without_input or (lacking and not (variants and results)):
        from aoc.render.input_notes import input_notes

        for text in input_notes(inputs, puzzles, results, part):
            screen.note(text)
    bad = any(result.bad for result in results)
    unfetched = print_problems(screen, problems, inputs.missing)
    code = int(bad) or unfetched
    if accounts:
        from aoc.commands.submit_results import SubmitOptions, submit_results
        from aoc.render.message import print_message

        asked = submit is not None
        submitting = SubmitOptions(wait, force, print_message, project.root, asked=asked)
        again = partial(run_examples, project, planned, screen, time_limit(project, timeout))
        submit_code = submit_results(results, accounts, labels, part, submitting, again)
        return code or submit_code
    return code


def run_examples(
    project: Project, jobs: Sequence[Job], screen: Screen, timeout: float | None, puzzle: Puzzle
) -> list[Result]:
    """Run part 2 of a puzzle on its examples, and return the results."""
    examples = [
        job._replace(sources=(Source("examples"),), parts=(2,), variants=())
        for job in jobs
        if job.puzzle == puzzle and job.sources[0].kind == "examples"
    ]
    return run_and_show(
        project, examples, None, screen, workers=1, timeout=timeout, keeps_history=False
    )


def tips_of(project: Project) -> Callable[[Collection[Verdict]], Collection[Verdict]]:
    """Return what finds the signs to explain: only on a terminal, and unless tips are off."""
    if not is_terminal(sys.stdout) or not project.settings.get("tips", True):
        return lambda verdicts: ()
    from aoc.history.signs_shown import new_signs

    return partial(new_signs, project.root)


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
