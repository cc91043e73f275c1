"""Submit an answer, safely."""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from reprlib import repr as shortened

import click

from aoc.commands.options import PART, command, day_argument, flag, option, shared_options
from aoc.errors import AocError, SiteError, UsageError
from aoc.files import read_object, shown_path, write_file
from aoc.model.answers import lacking
from aoc.model.puzzles import Puzzle, now
from aoc.model.results import Result, Verdict
from aoc.project.day_selection import select_one_puzzle
from aoc.project.day_tests import tests_path
from aoc.project.project import find_project, project_or_folder
from aoc.render.countdown import count_down, nothing
from aoc.render.format import LOOKS
from aoc.render.messages import lost_text, outcome_text, part2_text
from aoc.render.terminal import painted, print_line, print_message
from aoc.running.inputs import InputChoice
from aoc.site.accounts import NOBODY, Account, Accounts
from aoc.site.cache import Cache
from aoc.site.client import go_by_site_time
from aoc.submitting.ledger import Attempt, Ledger
from aoc.submitting.precheck import AnswerCandidate, Precheck, RunChecks, doubt_by_page, unlikely
from aoc.submitting.replies import AnswerStatus
from aoc.submitting.submitter import Submitter, Wait
from aoc.tokens import config_folder, holds_token, known_tokens


def check_answer(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    """Return an answer that was typed, without blanks around. Raises `UsageError`."""
    if text is None:
        return None
    # A line that was copied from a terminal may have been broken.
    if holds_token("".join(text.split()), known_tokens()):
        raise UsageError("--answer is a session token, or has one in it: type the answer")
    needed = lacking(text)
    if needed:
        raise UsageError(f"--answer {shortened(text)} cannot be an answer: write {needed}")
    return text.strip()


@command
@day_argument
@option("-p", "--part", type=PART, help="The part.  [default: all that are unsolved]")
@option(
    "--answer",
    metavar="TEXT",
    callback=check_answer,
    help="The answer; without it, the day is run to get it.",
)
@shared_options("user", "wait")
@flag("--force", help="Submit even if an example fails or the answer is doubtful.")
def submit(
    day: str | None,
    year: int | None,
    part: int | None,
    answer: str | None,
    user: str | None,
    wait: bool,
    force: bool,
) -> int:
    """Submit your answer to DAY, unless it is known or likely to be wrong.

    Without --answer, this is `aoc run DAY --submit`.

    Exits with 0 if it is right, 1 if it is wrong or likely to be wrong, or if an example fails, 3
    if the site accepts no answer now or cannot be reached.
    """
    go_by_site_time()
    # An answer that was typed needs no day that can be run.
    project = find_project() if answer is None else project_or_folder()
    if day and "," in day:
        # The second word is an answer, more likely than another day.
        raise UsageError(
            "`aoc submit` takes one day: type an answer as in `aoc submit 21 --answer 123`"
        )
    puzzle = select_one_puzzle(project, day, year, "submit", with_module=answer is None)
    if answer is None:
        from aoc.commands.run import RunRequest, workflow

        request = RunRequest(
            days=(str(puzzle),),
            part=part,
            submit=True,
            wait=wait,
            force=force,
            choice=InputChoice(user=user),
        )
        return workflow(request)
    account = Accounts().find(user) or NOBODY
    account.require_token()
    submitter = Submitter(
        account,
        count_down_wait if wait else None,
        force,
        take_lost=partial(show_attempt, root=project.root, show=print_message, text_of=lost_text),
    )
    # The part may become known only by the puzzle page.
    candidates = dict.fromkeys((1, 2), AnswerCandidate(answer, unlikely(answer)))
    attempt = submitter.submit(puzzle, candidates, part, partial(doubt_by_page, answer))
    code = attempt.status.exit_code
    if code == 0 or attempt.status.is_judged:
        show_attempt(submitter, attempt, project.root, print_line)
    else:
        show_attempt(submitter, attempt, project.root, print_message)
    return code


def known_waits(
    accounts: Iterable[Account], puzzles: Sequence[Puzzle]
) -> Iterator[tuple[Puzzle, float]]:
    """Yield the puzzles to which the site accepts no answer yet, and for how many seconds."""
    for account in map(Accounts().with_id, accounts):
        for puzzle in puzzles:
            if account.id is None:
                continue
            # Where the ledger cannot be read, nothing is sent, and the end of the run says so.
            with suppress(SiteError):
                left = Ledger(account.id, puzzle).wait_left(now())
                if left > 0:
                    yield puzzle, left


def submit_results(
    results: Iterable[Result],
    accounts: Sequence[Account],
    part: int | None,
    run_checks: RunChecks,
    root: str,
    *,
    wait: Wait | None = None,
    force: bool = False,
    asked: bool = True,
    guesses_shown: Collection[int] = (),
    show: Callable[[str], None] = print_message,
) -> list[Attempt]:
    """Submit the answers of a run for each account and puzzle, and return the attempts.

    `root` is the folder of the project. If the user has not `asked` to submit, because it is a
    setting, that needs the user's consent, and an answer for a file of the project is skipped
    without a message. `guesses_shown` is as in `Precheck`. `show` is called with each sentence.
    """
    results_of: dict[Puzzle, list[Result]] = defaultdict(list)
    for result in results:
        results_of[result.puzzle].append(result)
    attempts: list[Attempt] = []
    solved: list[Puzzle] = []
    for account in map(Accounts().with_id, accounts):
        take_lost = partial(show_attempt, root=root, show=show, text_of=lost_text)
        submitter = Submitter(account, wait, force, take_lost)
        user = account.id or ""
        for puzzle, puzzle_results in results_of.items():
            if part is None and user and None not in Cache().answers(user, puzzle):
                # Both parts are solved. With `part`, the ledger says so in a sentence.
                solved.append(puzzle)
                continue
            precheck = Precheck(
                puzzle, puzzle_results, user, run_checks, show, root, guesses_shown=guesses_shown
            )
            # Of many days, or without an input, it is no news that a part has no answer.
            has_input = any(result.outcome.is_whole for result in precheck.results)
            says_why = asked and has_input and len(results_of) == 1
            has_any_news = any(map(has_news, precheck.candidates.values()))
            if not (has_any_news or says_why):
                continue
            if not asked:
                if precheck.files:
                    # It may be the input of another account.
                    continue
                if not may_submit(root):
                    return attempts
            # `None` stands for the first part that is open; after part 1, this may be part 2.
            for wanted_part in [part] if part else [None, 2]:
                attempt = submitter.submit(
                    puzzle, precheck.candidates, wanted_part, precheck.objection
                )
                # Nobody has to be told that part 2 comes after part 1.
                is_next = part is None and wanted_part == 2
                is_news = has_news(precheck.candidates[attempt.part])
                if not is_news and (is_next or not says_why):
                    break
                show_attempt(submitter, attempt, root, show)
                attempts.append(attempt)
                if attempt.status.exit_code != 0 or attempt.part == 2:
                    break
    if asked and len(results_of) == 1 and len(solved) == len(accounts):
        show(f"nothing to submit: {solved[0]} is solved")
    return attempts


def has_news(candidate: AnswerCandidate) -> bool:
    """Return whether a part has an answer, or a reason for having none."""
    return bool(candidate.answer or candidate.objection)


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
        print_message(f"nothing was sent, since you have not allowed `submit = true` yet: {allow}")
        return False
    question = "This project has the setting `submit = true`: send the answers of your runs? [y/N]"
    allowed: bool = click.prompt(question, type=bool, default=False, show_default=False, err=True)
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


def show_attempt(
    submitter: Submitter,
    attempt: Attempt,
    root: str,
    show: Callable[[str], None],
    text_of: Callable[[Attempt], str] = outcome_text,
) -> None:
    """Show what became of an answer and, if part 1 was right, the next steps.

    It is in green if it is right, and in red if it is wrong. The examples of part 2 are added to
    the tests in the project at `root`, by the puzzle page of now.
    """
    text = text_of(attempt)
    if attempt.status is AnswerStatus.RIGHT:
        text = painted(text, LOOKS[Verdict.PASS].color)
    elif attempt.status.is_wrong:
        text = painted(text, LOOKS[Verdict.FAIL].color)
    show(text)
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
        show(f"`aoc new {puzzle} --update` adds the examples of part 2 to {shown}")
    except (SiteError, UsageError) as error:
        # The answer was right, whatever fails now.
        show(str(error))


def count_down_wait(puzzle: Puzzle, seconds: float, check: Callable[[], object] = nothing) -> None:
    """Wait until the site accepts the next answer; an error of `check` ends the wait."""
    why = f"the site accepts the next answer to {puzzle}"
    count_down(seconds, sys.stderr, why, check)
