"""Every day: Submit an answer, safely."""

from __future__ import annotations

import sys
from functools import partial

from aoc.answers import lacking, shortened
from aoc.commands.options import (
    PART,
    command,
    day_argument,
    json_option,
    option,
    user_option,
    wait_option,
    year_option,
)
from aoc.commands.submit_results import SubmitOptions, show_part2
from aoc.days import require_module, select_one_puzzle, select_runnable_puzzles
from aoc.errors import SiteError, UsageError
from aoc.files import write_file
from aoc.model import Puzzle
from aoc.program import as_typed
from aoc.project import Project, find_project, find_solvers, project_or_folder, shown_path
from aoc.render.screen import Screen
from aoc.render.submission_text import outcome_text
from aoc.render.terminal import print_line, print_message, write_json
from aoc.site.accounts import NO_TOKEN, Account, Accounts
from aoc.submitting.ledger import Attempt, Status
from aoc.submitting.precheck import Candidate, Precheck, unlikely


@command
@day_argument("runnable")
@year_option
@option(
    *("-p", "--part"),
    type=PART,
    metavar="N",
    help="The part.  [default: the first unsolved one]",
)
@option("--answer", metavar="TEXT", help="The answer; without it, the day is run to get it.")
@option(
    "--accepted",
    metavar="TEXT",
    excludes=["--answer", "--user", "--wait", "--force", "--json"],
    help="Send nothing: record an answer that the site has accepted, beside the input that you "
    "have saved.",
)
@user_option
@wait_option
@option("--force", is_flag=True, help="Submit even if an example fails or the answer is doubtful.")
@json_option
def submit(
    day: str | None,
    year: int | None,
    part: int | None,
    answer: str | None,
    accepted: str | None,
    user: str | None,
    wait: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Submit your answer to DAY, unless it is known or likely to be wrong.

    Exits with 0 if it is right, 1 if it is wrong or likely to be wrong, 3 if the site accepts no
    answer now or cannot be reached.
    """
    typed = accepted if answer is None else answer
    project = find_project() if answer is None else project_or_folder()
    needed = None if typed is None else lacking(typed)
    if typed is not None and needed:
        name = "--answer" if accepted is None else "--accepted"
        raise UsageError(f"{name} {shortened(typed)} cannot be an answer: write {needed}")
    if accepted is not None:
        record(project, select_one_puzzle(project, day, year, "submit"), part, accepted.strip())
        return 0
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


def record(project: Project, puzzle: Puzzle, part: int | None, answer: str) -> None:
    """Write an accepted answer beside the project's own input; by default, of the first open part.

    Raises `UsageError` where both are known, and `SiteError` if it cannot be written.
    """
    known = [*project.answers(puzzle)]
    part = part or (known.index(None) + 1 if None in known else None)
    path = project.answers_path(puzzle)
    shown = shown_path(path)
    if part is None:
        raise UsageError(f"{shown} has both answers: say which one to replace with --part")
    known[part - 1] = answer
    write_file(path, "".join(f"{line or ''}\n" for line in known))
    print_line(f"{shown}: {answer} is the answer to part {part} of {puzzle}")


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
    from aoc.render.table import Table
    from aoc.running.plan import JobOptions, make_jobs, pair_up
    from aoc.session import Reporter, ResultList, Session

    session = Session(project, Screen(sys.stderr), workers=1, user=user)
    wanted = JobOptions((part,) if part else (1, 2), memory=session.memory)
    session.inputs.problems = None  # an error of the site is one of the command
    session.inputs.check()
    solvers = find_solvers()
    jobs = make_jobs(project, pair_up(project, [puzzle], solvers), session.inputs.of, wanted)
    found = ResultList()
    reporters: list[Reporter] = [found] if as_json else [found, Table(sys.stdout)]
    session.run(jobs, reporters, 1, versions={})
    account = Accounts().with_id(account)
    again = partial(session.rerun, solvers, wanted)
    user_id = account.id or ""
    return Precheck(puzzle, found, user_id, again, print_message, project.root), account


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
