"""Submit an answer, safely."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from reprlib import repr as shortened

import click

from aoc.commands.options import (
    PART,
    Word,
    command,
    days_argument,
    flag,
    option,
    shared_options,
)
from aoc.errors import AocError, SiteError, UsageError
from aoc.files import read_object, shown_path, write_file
from aoc.history.log import MomentKind, note_moment
from aoc.model.answers import lacking
from aoc.model.inputs import InputKind, lock_at
from aoc.model.jobs import (
    OPTION_HINTS,
    SETTING_HINTS,
    UNASKED_HINTS,
    Hints,
    Job,
    JobOptions,
    Solver,
    Timing,
)
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result, Verdict
from aoc.program import quoted
from aoc.project.day_selection import require_module, select_one_puzzle
from aoc.project.day_tests import tests_path
from aoc.project.functions import variants_in
from aoc.project.project import (
    OWN,
    Project,
    find_project,
    find_solvers,
    project_or_folder,
)
from aoc.project.settings import read_settings
from aoc.render.format import LOOKS
from aoc.render.messages import count_down, lost_text, nothing, outcome_text, part2_text
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import painted, print_line, print_message, write_json
from aoc.running.inputs import InputChoice
from aoc.running.plan import make_jobs, pair_up
from aoc.session import Session
from aoc.site.accounts import NOBODY, Account, Accounts
from aoc.site.cache import Cache
from aoc.site.client import go_by_site_time
from aoc.submitting.ledger import Attempt
from aoc.submitting.precheck import (
    AnswerCandidate,
    Precheck,
    Rerun,
    doubt_by_page,
    may_pass,
    unlikely,
)
from aoc.submitting.replies import AnswerStatus
from aoc.submitting.submitter import Submitter, Wait
from aoc.tokens import config_folder, holds_token, known_tokens

YEAR = re.compile(r"\d{4}")
NUMBER = re.compile(r"\d{1,2}")
"""A year and a day in it, as two words."""
ONE_DAY = re.compile(r"(?:\d{4}/)?\d{1,2}|.*[:/].*")
"""One day: a number, perhaps with its year, a file or an address."""
YEAR_OR_DAYS = re.compile(r"20\d\d|all|0?[1-9]|1\d|2[0-5]")
"""Words that are no answer in place of DAY."""


def check_answer(
    _: click.Context, param: click.Parameter, text: str | None
) -> str | None:
    """Return an answer that was typed, without blanks around. Raises `UsageError`."""
    if text is None:
        return None
    name = param.opts[0]
    # A line that was copied from a terminal may have been broken.
    if holds_token("".join(text.split()), known_tokens()):
        raise UsageError(
            f"{name} is a session token, or has one in it: type the answer"
        )
    needed = lacking(text)
    if needed:
        raise UsageError(
            f"{name} {shortened(text)} cannot be an answer: write {needed}"
        )
    return text.strip()


@command
@days_argument("runnable", several=False, as_words=True)
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
@option(
    "--solver",
    type=Word("solver"),
    default=OWN,
    excludes=["--answer", "--accepted"],
    help="Run this solver in place of the day.",
)
@shared_options("user", "wait")
@flag("--force", help="Submit even if an example fails or the answer is doubtful.")
@shared_options("as_json")
def submit(
    day: tuple[str, ...],
    year: int | None,
    part: int | None,
    answer: str | None,
    accepted: str | None,
    solver: str,
    user: str | None,
    wait: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Submit your answer to DAY, unless it is known or likely to be wrong.

    Exits with 0 if it is right, 1 if it is wrong or likely to be wrong, 3 if the site accepts no
    answer now or cannot be reached.
    """
    go_by_site_time()
    # An answer that was typed needs no day that can be run.
    project = find_project() if answer is None else project_or_folder()
    typed_day = ",".join(day) or None
    words: Sequence[str] = day
    if len(day) == 1:
        # A comma stands for a blank, as in `1,5`.
        words = day[0].split(",")
    # Without an option for it, the answer may have been typed behind the day.
    may_hold_answer = bool(day) and answer is None and accepted is None
    try:
        puzzle = select_one_puzzle(
            project, typed_day, year, "submit", runs=answer is None
        )
    except UsageError as error:
        if not may_hold_answer:
            raise
        raise UsageError(with_answer_hint(str(error), words)) from None
    # `1 1` is one day, but hardly typed for it.
    if may_hold_answer and len(words) > 1:
        raise UsageError(with_answer_hint("", words))
    if accepted is not None:
        record(project, puzzle, part, accepted)
        return 0
    solvers = find_solvers(project, [solver])
    if answer is None and solver == OWN:
        require_module(project, puzzle)
    account = Accounts().find(user) or NOBODY
    account.require_token()
    submitter = Submitter(
        account,
        count_down_wait if wait else None,
        force,
        take_lost=partial(show_lost, root=project.root, show=print_message),
    )
    if answer is None:
        table = None if as_json else Table(sys.stdout)
        attempt = run_and_submit(project, submitter, puzzle, part, user, solvers, table)
    else:
        # The part may become known only by the puzzle page.
        candidates = dict.fromkeys((1, 2), AnswerCandidate(answer, unlikely(answer)))
        attempt = submitter.submit(
            puzzle, candidates, part, partial(doubt_by_page, answer)
        )
    note_answer(submitter, attempt)
    code = attempt.status.exit_code
    show: Callable[[str], None] = print_line
    if as_json:
        write_json(sys.stdout, attempt_object(attempt))
        # The next steps are for people, and no JSON.
        show = print_message
    elif code == 0 or attempt.status.is_judged:
        print_line(in_color(outcome_text(attempt), attempt.status))
    else:
        print_message(outcome_text(attempt))
    show_part2(submitter, attempt, project.root, show)
    show_fuzz(attempt, project.root, show)
    return code


def in_color(text: str, status: AnswerStatus) -> str:
    """Return a text about an answer in green if it is right, and in red if it is wrong."""
    if status is AnswerStatus.RIGHT:
        return painted(text, LOOKS[Verdict.PASS].color)
    if status.is_wrong:
        return painted(text, LOOKS[Verdict.FAIL].color)
    return text


def note_answer(submitter: Submitter, attempt: Attempt) -> None:
    """Add an answer that was sent, and its reply, to the clock of one's own."""
    if attempt.status.is_sent:
        note_moment(
            MomentKind.ANSWER,
            attempt.puzzle,
            part=attempt.part,
            answer=attempt.answer,
            reply=attempt.status,
            user=submitter.account.id,
        )


def with_answer_hint(error: str, words: Sequence[str]) -> str:
    """Return the error of a DAY that may have an answer in it, with the way to type that.

    `words` were typed in place of DAY. There is no `error` yet if they could be one day.
    """
    if len(words) == 1:
        word = words[0]
        if not word.isalnum() or YEAR_OR_DAYS.fullmatch(word):
            return error
        return f"{error}; for an answer: `aoc submit --answer {word}`"
    day = words[0]
    answer_words = list(words[1:])
    if YEAR.fullmatch(day) and NUMBER.fullmatch(answer_words[0]):
        # `2021 1` is meant for 2021/1.
        day = f"{day}/{answer_words.pop(0)}"
    if not answer_words:
        return error
    part_option = ""
    or_part = ""
    if answer_words[0] in ("1", "2"):
        if len(answer_words) > 1:
            part_option = f" --part {answer_words.pop(0)}"
        else:
            # It may be an answer as well.
            or_part = f", or a part as --part {answer_words[0]}"
    answer = ",".join(answer_words)
    if day.isdecimal() and ONE_DAY.fullmatch(answer) and not ONE_DAY.fullmatch(day):
        # As in `739785 21`.
        day, answer = answer, day
    if not ONE_DAY.fullmatch(day):
        day = "DAY"
    command = f"`aoc submit {day}{part_option} --answer {quoted(answer)}`"
    return f"`aoc submit` takes one day: type an answer as in {command}{or_part}"


def run_and_submit(
    project: Project,
    submitter: Submitter,
    puzzle: Puzzle,
    part: int | None,
    user: str | None,
    solvers: Sequence[Solver],
    table: Table | None,
) -> Attempt:
    """Run `part` or else the open one, for the account `user`, and submit its answer."""
    # Part 2 is run after part 1, to be compared with part 2 alone.
    both = (1, 2)
    parts: tuple[int, ...] = (part or 1,)
    account = Accounts().with_id(submitter.account)
    if part is None and account.id:
        part1_answer, _ = Cache().answers(account.id, puzzle)
        if part1_answer is not None:
            parts = both
    while True:
        precheck = run_parts(project, submitter, puzzle, parts, user, solvers, table)
        attempt = submitter.submit(
            puzzle, precheck.candidates, part, precheck.objection
        )
        if part is not None or attempt.part in parts or puzzle.is_last:
            return attempt
        # The page shows that part 1 was solved elsewhere.
        parts = both


def run_parts(
    project: Project,
    submitter: Submitter,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    user: str | None,
    solvers: Sequence[Solver],
    table: Table | None,
) -> Precheck:
    """Run parts for their answers, of which the last is to be sent, with all that checks it.

    All of that runs at the same time, and ends early if an example fails.
    """
    screen = Screen(sys.stderr)
    session = Session(
        project,
        screen,
        InputChoice(user=user),
        is_of_one_day=True,
        # An error of the site is one of the command.
        must_have_input=True,
    )
    session.make_room()
    import_client()
    options = JobOptions(
        Timing.quick(), parts=parts, memory=session.memory, hints=SETTING_HINTS
    )
    pairs = pair_up(project, [puzzle], solvers)
    jobs = make_jobs(project, pairs, session.inputs.of, options, session.inputs.count)
    results: list[Result] = []
    sent_part = parts[-1]

    def may_be_sent(job: Job) -> bool:
        """Return whether the results of a job are of use: an answer may still be sent."""
        if submitter.force:
            return True
        if job.inputs[0].kind in (InputKind.EXAMPLES, InputKind.PUBLISHED):
            # They say why nothing is sent.
            return True
        return may_pass(results, [sent_part])

    if not submitter.force:
        # Examples come first, since they are short and may end the run.
        published = session.published_checks(pairs, options)
        jobs = published + jobs + session.lone_checks(pairs, options)
    reporters: list[Callable[[Result], object]] = [results.append]
    if table:
        reporters.append(table.show)
    try:
        session.run(
            jobs,
            reporters,
            is_kept=True,
            take_check=results.append,
            is_needed=may_be_sent,
        )
    finally:
        # Also at Ctrl-C: some rows wait for others.
        if table:
            table.end()
    return Precheck(
        puzzle,
        results,
        # The input was perhaps the first thing that was fetched, which makes the id known.
        Accounts().with_id(submitter.account).id or "",
        partial(session.rerun, solvers, options),
        print_message,
        project.root,
        has_ended=not submitter.force and not may_pass(results, [sent_part]),
    )


def record(project: Project, puzzle: Puzzle, part: int | None, answer: str) -> None:
    """Write an accepted answer beside the project's own input; by default, of the first open part.

    Raises `UsageError` where both are known, and `SiteError` if it cannot be written.
    """
    answers = list(project.answers(puzzle))
    path = project.answers_path(puzzle)
    shown = shown_path(path)
    if part is None:
        if None not in answers:
            raise UsageError(
                f"{shown} has both answers: say which one to replace with --part"
            )
        part = answers.index(None) + 1
    lock = lock_at(path)
    if lock:
        raise UsageError(f"{shown} {lock}")
    answers[part - 1] = answer
    write_file(path, "".join(f"{line or ''}\n" for line in answers))
    facts = {"part": part, "answer": answer, "reply": AnswerStatus.RIGHT}
    note_moment(MomentKind.ANSWER, puzzle, **facts, user=None)
    print_line(f"{shown}: {answer} is the answer to part {part} of {puzzle}")


def attempt_object(attempt: Attempt) -> dict[str, object]:
    """Return the JSON object of an attempt."""
    return {
        "year": attempt.puzzle.year,
        "day": attempt.puzzle.day,
        "part": attempt.part,
        "answer": attempt.answer,
        "outcome": str(attempt.status),
        "message": attempt.message,
        "wait_seconds": attempt.wait_seconds,
    }


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
    guesses_shown: Collection[int] = (),
    hints: Hints | None = None,
    show: Callable[[str], None] = print_message,
) -> list[Attempt]:
    """Submit the answers of a run for each account and puzzle, and return the attempts.

    `root` is the folder of the project. If the user has not `asked` to submit, because it is a
    setting, that needs the user's consent, and an answer for a file of the project is skipped
    without a message. `guesses_shown` is as in `Precheck`. `show` is called with each sentence,
    which ends with one of the `hints`.
    """
    if hints is None:
        hints = OPTION_HINTS if asked else UNASKED_HINTS
    results_of: dict[Puzzle, list[Result]] = defaultdict(list)
    for result in results:
        results_of[result.puzzle].append(result)
    known_accounts = Accounts()
    attempts: list[Attempt] = []
    for account in accounts:
        # The first request of the run may have made its id known.
        account = known_accounts.with_id(account)
        take_lost = partial(show_lost, root=root, show=show)
        submitter = Submitter(account, wait, force, hints, take_lost)
        user = account.id or ""
        for puzzle, puzzle_results in results_of.items():
            if part is None and user and None not in Cache().answers(user, puzzle):
                # Both parts are solved. With `part`, the ledger says so in a sentence.
                continue
            precheck = Precheck(
                puzzle,
                puzzle_results,
                user,
                rerun,
                show,
                root,
                guesses_shown=guesses_shown,
                hints=hints,
            )
            candidates = precheck.candidates.values()
            if not any(one.answer or one.objection for one in candidates):
                # No part is solved yet, which is no news.
                continue
            if not asked:
                if precheck.files:
                    # It may be the input of another account.
                    continue
                if not may_submit(root):
                    return attempts
            attempts += submit_open_parts(submitter, precheck, part, root, show)
    return attempts


def submit_open_parts(
    submitter: Submitter,
    precheck: Precheck,
    part: int | None,
    root: str,
    show: Callable[[str], None],
) -> list[Attempt]:
    """Submit the answer to `part`, or to each open part, and return the attempts."""
    attempts = []
    # `None` stands for the first part that is open; after part 1, this may be part 2.
    for wanted_part in [part] if part else [None, 2]:
        attempt = submitter.submit(
            precheck.puzzle, precheck.candidates, wanted_part, precheck.objection
        )
        if attempt.status is AnswerStatus.NO_PUZZLE:
            break
        note_answer(submitter, attempt)
        candidate = precheck.candidates[attempt.part]
        if not (candidate.answer or candidate.objection):
            break
        show(in_color(outcome_text(attempt, submitter.hints), attempt.status))
        show_part2(submitter, attempt, root, show, show)
        show_fuzz(attempt, root, show)
        attempts.append(attempt)
        if attempt.status.exit_code != 0 or attempt.part == 2:
            break
    return attempts


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
    consents = read_object(path) | {os.path.realpath(root): allowed}
    write_file(path, json.dumps(consents, indent=1))
    print_message(f"your choice is kept in {path}: delete it to be asked again")
    return allowed


def import_client() -> None:
    """Begin to import what makes requests, which takes long, while solvers run."""
    from threading import Thread

    def load() -> None:
        # The error is raised again where a request is made.
        with suppress(AocError):
            import_module("aoc.site.http")

    Thread(target=load, daemon=True).start()


def consent_of(root: str) -> object:
    """Return the user's word about the setting of the project at `root`; `None` without one."""
    return read_object(consent_path()).get(os.path.realpath(root))


def consent_path() -> str:
    """Return the path of the file with the user's word about each project."""
    return os.path.join(config_folder(), "aoc_consent.json")


def show_lost(
    submitter: Submitter, attempt: Attempt, root: str, show: Callable[[str], None]
) -> None:
    """Show what became of an answer whose verdict was lost, and the next steps."""
    show(in_color(lost_text(attempt), attempt.status))
    show_part2(submitter, attempt, root, show)


def show_part2(
    submitter: Submitter,
    attempt: Attempt,
    root: str,
    show: Callable[[str], None],
    show_error: Callable[[str], None] = print_message,
) -> None:
    """If part 1 was right, show the next steps by the puzzle page of now.

    The examples of part 2 are added to the tests in the project at `root`.
    """
    if attempt.status is not AnswerStatus.RIGHT or attempt.part != 1:
        return
    from aoc.scaffold.example_list import UnclearSourceError, update_tests

    puzzle = attempt.puzzle
    path = tests_path(root, *puzzle)
    shown = shown_path(path)
    try:
        page = submitter.pages.get(puzzle) or submitter.fetch_page(puzzle)
        show(part2_text(puzzle))
        if not os.path.exists(path):
            return
        added = update_tests(path, page)
        if added:
            show(f"{shown}: added {', '.join(added)}")
    except UnclearSourceError:
        # Where somebody has written the list in a way of their own, they add to it themselves.
        adds = submitter.hints.update.format(puzzle=puzzle)
        show(f"{adds} the examples of part 2 to {shown}")
    except (SiteError, UsageError) as error:
        # The answer was right, whatever fails now.
        show_error(str(error))


def show_fuzz(attempt: Attempt, root: str, show: Callable[[str], None]) -> None:
    """If an answer of the project at `root` was wrong, show how to find an input that shows why."""
    # An answer that is right for someone else was of another input.
    is_of_another = attempt.status is AnswerStatus.SOMEONE_ELSES
    project = Project(root, read_settings(os.path.join(root, "pyproject.toml")) or {})
    puzzle = attempt.puzzle
    if not attempt.status.is_wrong or is_of_another or not project.has_day(puzzle):
        return
    if variants_in(project.day_path(puzzle), (attempt.part,)):
        text = f"`aoc fuzz {puzzle}` looks for an input on which your variants disagree"
    else:
        text = (
            f"`aoc fuzz {puzzle} --against FILE` looks for an input on which another solution, "
            "however slow, disagrees"
        )
    show(text)


def count_down_wait(
    puzzle: Puzzle, seconds: float, check: Callable[[], object] = nothing
) -> None:
    """Wait until the site accepts the next answer; an error of `check` ends the wait."""
    why = f"the site accepts the next answer to {puzzle}"
    count_down(seconds, sys.stderr, why, check)
