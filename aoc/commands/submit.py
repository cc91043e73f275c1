"""`aoc submit`: submit one answer."""

from __future__ import annotations

import sys
from functools import partial

import click

from aoc.answers import lacking, shortened
from aoc.commands.days_argument import (
    YEAR,
    day_argument,
    require_module,
    select_one_puzzle,
    select_runnable_puzzles,
)
from aoc.commands.options import debug_option
from aoc.commands.submit_results import SubmitOptions, show_part2
from aoc.errors import SiteError, UsageError
from aoc.model import Puzzle
from aoc.program import as_typed
from aoc.project import Project, find_project, find_solvers, project_or_folder
from aoc.render.json_lines import write_json
from aoc.render.message import print_message
from aoc.render.outcome_text import outcome_text
from aoc.render.screen import Screen
from aoc.render.terminal import print_line
from aoc.site.accounts import NO_TOKEN, Account, Accounts
from aoc.submitting.ledger import Attempt, Status
from aoc.submitting.precheck import Candidate, Precheck, unlikely


@click.command()
@day_argument
@click.option("--year", type=YEAR, help="The year of DAY.")
@click.option(
    "--part",
    type=click.IntRange(1, 2),
    metavar="N",
    help="The part.  [default: the first unsolved one]",
)
@click.option("--answer", metavar="TEXT", help="The answer; without it, the day is run to get it.")
@click.option("--user", metavar="NAME", help="The account to use; a part of its name is enough.")
@click.option(
    "--wait", is_flag=True, help="Wait until the site accepts the next answer, then submit."
)
@click.option(
    "--force", is_flag=True, help="Submit even if an example fails or the answer is doubtful."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@debug_option
def submit(
    day: str | None,
    year: int | None,
    part: int | None,
    answer: str | None,
    user: str | None,
    wait: bool,
    force: bool,
    as_json: bool,
    debug: bool,
) -> int:
    """Submit one answer to DAY, unless it is certain or likely to be wrong.

    Exits with 0 if it is right, 1 if it is wrong or likely to be wrong, 3 if the site accepts no
    answer now or cannot be reached.
    """
    project = find_project() if answer is None else project_or_folder()
    needed = None if answer is None else lacking(answer)
    if answer is not None and needed:
        raise UsageError(f"--answer {shortened(answer)} cannot be an answer: write {needed}")
    puzzle = choose_puzzle(project, day, year, runs=answer is None)
    accounts = Accounts()
    account = accounts.find(user)
    if account is None:
        raise SiteError(NO_TOKEN)
    if account.token is None:
        raise SiteError(f"no session token for {account.name}: log in with `aoc login`")
    confirm = None
    if answer is not None:
        given = Candidate(answer.strip(), unlikely(answer.strip()))
        candidates = {1: given, 2: given}
    else:
        precheck, account = run_day(project, puzzle, account, user, part, as_json=as_json)
        candidates, confirm = precheck.candidates, precheck.objection
    submitter = SubmitOptions(wait, force, print_message, project.root).make_submitter(account)
    outcome = submitter.submit(puzzle, candidates, part, confirm)
    print_outcome(outcome, as_json=as_json)
    if outcome.status is Status.RIGHT and outcome.part == 1:
        show_part2(submitter, puzzle, print_message if as_json else print_line, project.root)
    return outcome.status.exit_code


def choose_puzzle(project: Project, day: str | None, year: int | None, *, runs: bool) -> Puzzle:
    """Return the one puzzle that is meant; it must have a module in `days/` only if it `runs`."""
    if not runs:
        return select_one_puzzle(project, day, year, "submit")
    if day is None:
        [puzzle] = select_runnable_puzzles(project, (), year)
        return puzzle
    return require_module(project, select_one_puzzle(project, day, year, "submit"))


def run_day(
    project: Project,
    puzzle: Puzzle,
    account: Account,
    user: str | None,
    part: int | None,
    *,
    as_json: bool,
) -> tuple[Precheck, Account]:
    """Run a day on an account's input, and return its precheck and the account with its id."""
    from aoc.commands.live_run import (
        Collected,
        View,
        memory_limit,
        rerun,
        run_and_show,
        time_limit,
    )
    from aoc.inputs import Inputs
    from aoc.render.table import Table
    from aoc.running.plan import JobOptions, make_jobs, pair_up

    screen = Screen(sys.stderr)
    wanted = JobOptions((part,) if part else (1, 2), memory=memory_limit(project))
    inputs = Inputs(project, user=user)
    inputs.check()
    solvers = find_solvers()
    pairs = pair_up(project, [puzzle], solvers)
    jobs = make_jobs(project, pairs, inputs.of, wanted)
    collected = Collected()
    views: list[View] = [collected]
    if not as_json:
        views.append(Table(sys.stdout))
    timeout = time_limit(project)
    run_and_show(project, jobs, views, screen, size=1, workers=1, timeout=timeout)
    account = Accounts().with_id(account)
    again = partial(rerun, project, solvers, wanted, screen, timeout, None)
    user_id = account.id or ""
    return Precheck(puzzle, collected.results, user_id, again, print_message, project.root), account


def print_outcome(outcome: Attempt, *, as_json: bool) -> None:
    """Print what happened to an answer; without JSON, only a verdict goes to stdout."""
    code = outcome.status.exit_code
    if as_json:
        write_json(sys.stdout, outcome_object(outcome))
    elif code == 0 or (code == 1 and outcome.status.sent):
        print_line(as_typed(outcome_text(outcome)))
    else:
        print_message(outcome_text(outcome))


def outcome_object(outcome: Attempt) -> dict[str, object]:
    """Return the JSON object of an outcome."""
    return {
        "year": outcome.puzzle.year,
        "day": outcome.puzzle.day,
        "part": outcome.part,
        "answer": outcome.answer,
        "outcome": str(outcome.status),
        "message": outcome.message,
        "wait_seconds": outcome.wait_seconds,
    }
