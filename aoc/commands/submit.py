"""Submit an answer, safely."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from reprlib import repr as shortened

import click

from aoc.commands.options import (
    PART,
    command,
    days_argument,
    flag,
    option,
    shared_options,
)
from aoc.errors import AocError, SiteError, UsageError
from aoc.files import read_object, shown_path, write_file
from aoc.model.answers import lacking
from aoc.model.input_text import lock_at
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job, JobOptions, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.program import as_typed, quoted
from aoc.project.day_tests import tests_path
from aoc.project.days import require_module, select_one_puzzle
from aoc.project.project import Project, find_project, project_or_folder
from aoc.project.solvers import find_solvers
from aoc.render.format import RUN_VERBOSE
from aoc.render.messages import count_down, outcome_text, part2_text
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import print_line, print_message, write_json
from aoc.running.inputs import InputChoice
from aoc.running.plan import make_jobs, pair_up
from aoc.session import SETTING, Session
from aoc.site.accounts import NOBODY, Account, Accounts
from aoc.site.cache import Cache
from aoc.submitting.ledger import Attempt
from aoc.submitting.precheck import AnswerCandidate, Precheck, Rerun, may_pass, unlikely
from aoc.submitting.replies import OPTION_HINTS, SETTING_HINTS, AnswerStatus, Hints
from aoc.submitting.submitter import Submitter, Wait
from aoc.tokens import config_folder, holds_token, known_tokens

ONE_DAY = re.compile(r"(?:\d{4}/)?\d{1,2}|.*[:/].*")
"""One day: a number, perhaps with its year, a file or an address."""
YEAR_OR_DAYS = re.compile(r"20\d\d|all|0?[1-9]|1\d|2[0-5]")
"""Words that are no answer in place of DAY."""


def check_answer(
    _: click.Context, param: click.Parameter, text: str | None
) -> str | None:
    """Return an answer that was typed, without blanks around. Raises `UsageError`."""
    # A line that was copied from a terminal may have been broken.
    if text is not None and holds_token("".join(text.split()), known_tokens()):
        raise UsageError(
            f"{param.opts[0]} is a session token, or has one in it: type the answer"
        )
    if text is not None and (needed := lacking(text)):
        raise UsageError(
            f"{param.opts[0]} {shortened(text)} cannot be an answer: write {needed}"
        )
    return text and text.strip()


@command
@days_argument("runnable", several=False)
@option(
    *("-p", "--part"), type=PART, help="The part.  [default: the first unsolved one]"
)
@option(
    "--answer",
    metavar="TEXT",
    callback=check_answer,
    help="The answer; without it, the day is run to get it.",
)
@option(
    "--accepted",
    metavar="TEXT",
    callback=check_answer,
    excludes=["--answer", "--user", "--wait", "--force", "--json"],
    help="Send nothing: record an answer that the site has accepted, beside the input that you "
    "have saved.",
)
@shared_options("user", "wait")
@flag("--force", help="Submit even if an example fails or the answer is doubtful.")
@shared_options("as_json")
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
    project = find_project() if answer is None else project_or_folder()
    # Without an option for it, the answer may have been typed behind the day.
    words = day if answer is None and accepted is None else None
    try:
        puzzle = select_one_puzzle(project, day, year, "submit", runs=answer is None)
    except UsageError as error:
        if words is None:
            raise
        raise UsageError(with_answer_hint(str(error), words)) from None
    # `1 1` is one day, but hardly typed for it.
    if words is not None and "," in words:
        raise UsageError(with_answer_hint("", words))
    if accepted is not None:
        record(project, puzzle, part, accepted)
        return 0
    if answer is None:
        require_module(project, puzzle)
    account = Accounts().find(user) or NOBODY
    account.require_token()
    submitter = Submitter(account, count_down_wait if wait else None, force)
    if answer is not None:
        candidates = dict.fromkeys((1, 2), AnswerCandidate(answer, unlikely(answer)))
        outcome = submitter.submit(puzzle, candidates, part)
    else:
        table = None if as_json else Table(sys.stdout, option=RUN_VERBOSE)
        outcome = run_and_submit(project, submitter, puzzle, part, user, table)
    code = outcome.status.exit_code
    if as_json:
        write_json(sys.stdout, outcome_object(outcome))
    elif code == 0 or outcome.status.is_judged:
        print_line(as_typed(outcome_text(outcome)))
    else:
        print_message(outcome_text(outcome))
    show_part2(
        submitter, outcome, project.root, print_message if as_json else print_line
    )
    return code


def with_answer_hint(error: str, day: str) -> str:
    """Return the error of a DAY that may have an answer in it, with the way to type that.

    `day` has commas in place of the blanks between words, as in `1,5` and `21,2,739785`.
    """
    if re.fullmatch(r"\d{4},\d{1,2}", day):
        return error
    first, _, rest = re.sub(r"^(\d{4}),(\d{1,2}),", r"\1/\2,", day).partition(",")
    if not rest:
        is_word = first.isalnum() and not YEAR_OR_DAYS.fullmatch(first)
        return (
            f"{error}; for an answer: `aoc submit --answer {first}`"
            if is_word
            else error
        )
    if first.isdecimal() and ONE_DAY.fullmatch(rest) and not ONE_DAY.fullmatch(first):
        first, rest = rest, first
    where = first if ONE_DAY.fullmatch(first) else "DAY"
    or_part = ""
    if rest[:2] in ("1,", "2,"):
        where += f" --part {rest[0]}"
        rest = rest[2:]
    elif rest in ("1", "2"):  # it may be an answer as well
        or_part = f", or a part as --part {rest}"
    command = f"`aoc submit {where} --answer {quoted(rest)}`"
    return f"`aoc submit` takes one day: type an answer as in {command}{or_part}"


def run_and_submit(
    project: Project,
    submitter: Submitter,
    puzzle: Puzzle,
    part: int | None,
    user: str | None,
    table: Table | None,
) -> Attempt:
    """Run `part` or else the open one, for the account `user`, and submit its answer.

    The puzzle page may show that part 1 was solved elsewhere: then part 2 is run and submitted.
    """
    account = Accounts().with_id(submitter.account)
    is_solved = account.id and Cache().answers(account.id, puzzle)[0] is not None
    parts: tuple[int, ...] = (part or 1,)
    if is_solved and part is None:
        parts = (1, 2)
    while True:
        precheck = run_parts(project, submitter, puzzle, parts, user, table)
        outcome = submitter.submit(
            puzzle, precheck.candidates, part, precheck.objection
        )
        if part or outcome.part in parts or puzzle.is_last:
            return outcome
        parts = (1, 2)  # so part 2 is compared with part 2 alone


def run_parts(
    project: Project,
    submitter: Submitter,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    user: str | None,
    table: Table | None,
) -> Precheck:
    """Run parts for their answers, of which the last is to be sent, with all that checks it.

    All of that runs at the same time, and ends early if an example fails.
    """
    screen = Screen(sys.stderr, option=RUN_VERBOSE)
    session = Session(
        project,
        screen,
        InputChoice(user=user),
        is_of_one_day=True,
        more_time=SETTING,
        must_have_input=True,  # an error of the site is one of the command
    )
    session.make_room()
    import_client()
    wanted = JobOptions(Timing.quick(), parts=parts, memory=session.memory)
    solvers = find_solvers()
    pairs = pair_up(project, [puzzle], solvers)
    jobs = make_jobs(project, pairs, session.inputs.of, wanted, session.inputs.count)
    results = list[Result]()
    is_checked = not submitter.force

    def may_be_sent(job: Job) -> bool:
        is_example = job.inputs[0].kind in (InputKind.EXAMPLES, InputKind.PUBLISHED)
        return is_example or not is_checked or may_pass(results, parts[-1:])

    if is_checked:
        published = session.published_checks(pairs, wanted)
        jobs = published + jobs + session.lone_checks(pairs, wanted)
    reporters = [results.append] if table is None else [results.append, table.show]
    session.run(
        jobs,
        reporters,
        is_kept=True,
        take_check=results.append,
        is_needed=may_be_sent,
    )
    if table:
        table.end()
    return Precheck(
        puzzle,
        results,
        Accounts().with_id(submitter.account).id or "",
        partial(session.rerun, solvers, wanted),
        print_message,
        project.root,
        has_ended=is_checked and not may_pass(results, parts[-1:]),
    )


def record(project: Project, puzzle: Puzzle, part: int | None, answer: str) -> None:
    """Write an accepted answer beside the project's own input; by default, of the first open part.

    Raises `UsageError` where both are known, and `SiteError` if it cannot be written.
    """
    known = [*project.answers(puzzle)]
    part = part or (known.index(None) + 1 if None in known else None)
    path = project.answers_path(puzzle)
    shown = shown_path(path)
    if part is None:
        raise UsageError(
            f"{shown} has both answers: say which one to replace with --part"
        )
    if lock := lock_at(path):
        raise UsageError(f"{shown} {lock}")
    known[part - 1] = answer
    write_file(path, "".join(f"{line or ''}\n" for line in known))
    print_line(f"{shown}: {answer} is the answer to part {part} of {puzzle}")


def outcome_object(outcome: Attempt) -> dict[str, object]:
    """Return the JSON object of an outcome."""
    fields = outcome._asdict() | {"outcome": str(outcome.status)}
    names = ("part", "answer", "outcome", "message", "wait_seconds")
    year, day = outcome.puzzle
    return {"year": year, "day": day} | {name: fields[name] for name in names}


def submit_results(
    results: Iterable[Result],
    accounts: Sequence[Account],
    part: int | None,
    rerun: Rerun,
    root: str,
    *,
    wait: Wait | None = None,
    force: bool = False,
    asked: bool = True,
    hints: Hints | None = None,
    show: Callable[[str], None] = print_message,
) -> int | None:
    """Submit the answers of a run for each account and puzzle, and return the exit code.

    It is `None` where there is nothing to submit. `root` is the folder of the project. If the user
    has not `asked` to submit, because it is a setting, that needs the user's consent, and an answer
    for a file of the project is skipped without a message. `show` is called with each sentence,
    which ends with one of the `hints`.
    """
    hints = hints or (OPTION_HINTS if asked else SETTING_HINTS)
    by_puzzle: dict[Puzzle, list[Result]] = defaultdict(list)
    for result in results:
        by_puzzle[result.puzzle].append(result)
    codes: list[int] = []
    for account in map(Accounts().with_id, accounts):
        submitter = Submitter(account, wait, force, hints)
        user = account.id or ""
        for puzzle, its_results in by_puzzle.items():
            if part is None and user and None not in Cache().answers(user, puzzle):
                continue
            precheck = Precheck(
                puzzle, its_results, user, rerun, show, root, hints=hints
            )
            found = any(
                one.answer or one.objection for one in precheck.candidates.values()
            )
            if not found or (precheck.files and not asked):
                continue
            if not asked and not may_submit(root):
                return max(codes, default=0)
            codes += submit_open_parts(submitter, precheck, part, root, show)
    return max(codes, default=None)


def submit_open_parts(
    submitter: Submitter,
    precheck: Precheck,
    part: int | None,
    root: str,
    show: Callable[[str], None],
) -> list[int]:
    """Submit the answer to `part`, or to each open part, and return the exit codes."""
    codes: list[int] = []
    for chosen in (part,) if part else (None, 2):
        outcome = submitter.submit(
            precheck.puzzle, precheck.candidates, chosen, precheck.objection
        )
        candidate = precheck.candidates[outcome.part]
        if outcome.status is AnswerStatus.NO_PUZZLE or candidate == AnswerCandidate(
            None
        ):
            break
        show(outcome_text(outcome, submitter.hints))
        show_part2(submitter, outcome, root, show, show)
        codes.append(outcome.status.exit_code)
        if codes[-1] or outcome.part == 2:
            break
    return codes


def may_submit(root: str) -> bool:
    """Return whether the user lets the project submit by its setting; ask on a terminal, once.

    A project that was cloned brings its settings along, and whoever wrote them is not the one whose
    answers they send. So the user's word is kept in the folder of aocd's tokens.
    """
    consent = consent_of(root)
    if consent is not None:
        return consent is True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        allow = "run this in a terminal, which asks you once, or add --submit"
        print_message(
            f"nothing was sent, since you have not allowed `submit = true` yet: {allow}"
        )
        return False
    question = "This project has the setting `submit = true`: send the answers of your runs? [y/N]"
    allowed: bool = click.prompt(
        question, type=bool, default=False, show_default=False, err=True
    )
    path = consent_path()
    known = read_object(path) | {os.path.realpath(root): allowed}
    write_file(path, json.dumps(known, indent=1))
    print_message(f"your choice is kept in {path}: delete it to be asked again")
    return allowed


def import_client() -> None:
    """Begin to import what makes requests, which takes long, while solvers run."""
    from threading import Thread

    def load() -> None:
        with suppress(AocError):  # it is raised again where a request is made
            import_module("aoc.site.http")

    Thread(target=load, daemon=True).start()


def consent_of(root: str) -> object:
    """Return the user's word about the setting of the project at `root`; `None` without one."""
    return read_object(consent_path()).get(os.path.realpath(root))


def consent_path() -> str:
    """Return the path of the file with the user's word about each project."""
    return os.path.join(config_folder(), "aoc_consent.json")


def show_part2(
    submitter: Submitter,
    outcome: Attempt,
    root: str,
    show: Callable[[str], None],
    show_error: Callable[[str], None] = print_message,
) -> None:
    """If part 1 was right, fetch the puzzle page again, and show the next steps.

    The answers of part 2 that are certain are added to the tests in the project at `root`.
    """
    if outcome.status is not AnswerStatus.RIGHT or outcome.part != 1:
        return
    from aoc.scaffold.example_list import UnclearSourceError, update_tests

    puzzle = outcome.puzzle
    path = tests_path(root, *puzzle)
    shown, added, more = shown_path(path), list[str](), True
    try:
        page = submitter.fetch_page(puzzle)
        show(part2_text(puzzle, page))
        if os.path.exists(path):
            with suppress(UnclearSourceError):
                added, more = update_tests(path, page, certain=True)
            if added:
                show(f"{shown}: added {', '.join(added)}")
            if more:
                command = as_typed(f"`aoc new {puzzle} --update`")
                show(f"{command} adds the examples of part 2 to {shown}")
    except (SiteError, UsageError) as error:
        show_error(str(error))


def count_down_wait(puzzle: Puzzle, seconds: float) -> None:
    """Wait until the site accepts the next answer, with a countdown."""
    count_down(seconds, sys.stderr, f"the site accepts the next answer to {puzzle}")
