"""Submitting the results of a run, for `aoc run --submit` and `aoc submit`."""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from aoc.errors import SiteError, UsageError
from aoc.files import config_folder, locked, read_text, write_file
from aoc.model import Puzzle, Result, tests_path
from aoc.program import as_typed
from aoc.project import shown_path
from aoc.render.submission_text import outcome_text
from aoc.render.terminal import print_message
from aoc.site.accounts import Account, Accounts
from aoc.site.cache import Cache
from aoc.submitting.ledger import Status
from aoc.submitting.precheck import Precheck, Rerun
from aoc.submitting.submitter import Submitter
from aoc.text import parse_json


class SubmitOptions(NamedTuple):
    """How to submit: whether to wait when the site says so, and whether to force doubtful answers.

    `notify` is called with sentences for people. `root` is the folder of the project whose tests
    get the answers of part 2. If the user has not `asked` to submit, because it is a setting, that
    needs the user's consent, and an answer for a file of the project is skipped without a message.
    """

    wait: bool
    force: bool
    notify: Callable[[str], None]
    root: str
    asked: bool = True

    def make_submitter(self, account: Account) -> Submitter:
        """Return a submitter for an account."""
        wait = count_down_wait if self.wait else None
        return Submitter(account, wait=wait, force=self.force)


def submit_results(
    results: Iterable[Result],
    accounts: Sequence[Account],
    part: int | None,
    options: SubmitOptions,
    rerun: Rerun,
) -> int:
    """Submit the answers of a run for each account and puzzle, and return the exit code."""
    by_puzzle: dict[Puzzle, list[Result]] = defaultdict(list)
    for result in results:
        by_puzzle[Puzzle(result.year, result.day)].append(result)
    code = 0
    for account in map(Accounts().with_id, accounts):
        submitter = options.make_submitter(account)
        for puzzle, its_results in by_puzzle.items():
            if part is None and account.id and None not in Cache().answers(account.id, puzzle):
                continue
            user = account.id or ""
            precheck = Precheck(puzzle, its_results, user, rerun, options.notify, options.root)
            if not any(one.answer or one.objection for one in precheck.candidates.values()):
                continue
            if not options.asked and precheck.files:
                continue
            if not options.asked and not may_submit(options):
                return code
            code = max(code, submit_open_parts(submitter, precheck, part, options.root))
    return code


def submit_open_parts(submitter: Submitter, precheck: Precheck, part: int | None, root: str) -> int:
    """Submit the answer to `part`, or to each open part, and return the exit code."""
    outcome = submitter.submit(precheck.puzzle, precheck.candidates, part, precheck.objection)
    unsolved = outcome.status is Status.NO_ANSWER
    unsolved = unsolved and not precheck.candidates[outcome.part].objection
    if unsolved or outcome.status is Status.NO_PUZZLE:
        return 0
    precheck.notify(outcome_text(outcome))
    if outcome.part == 1 and outcome.status is Status.RIGHT:
        show_part2(submitter, precheck.puzzle, precheck.notify, root)
    if outcome.part == 1 and part is None and outcome.status in (Status.RIGHT, Status.SOLVED):
        return submit_open_parts(submitter, precheck, 2, root)
    return outcome.status.exit_code


def may_submit(options: SubmitOptions) -> bool:
    """Return whether the user lets the project submit by its setting; ask on a terminal, once.

    A project that was cloned brings its settings along, and whoever wrote them is not the one whose
    answers they send. So the user's word is kept in the folder of aocd's tokens.
    """
    import click

    path, root = os.path.join(config_folder(), "aoc_consent.json"), os.path.realpath(options.root)
    consent = read_consents(path).get(root)
    if consent is not None:
        return consent is True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        options.notify(
            "nothing was sent: `submit = true` is a setting that you have not allowed here yet; "
            "run this in a terminal, which asks you once, or add --submit"
        )
        return False
    question = "This project has the setting `submit = true`: send the answers of your runs? [y/N]"
    allowed: bool = click.prompt(question, type=bool, default=False, show_default=False, err=True)
    with locked(path):
        write_file(path, json.dumps(read_consents(path) | {root: allowed}, indent=1))
    options.notify(f"your choice is kept in {path}: delete it to be asked again")
    return allowed


def read_consents(path: str) -> dict[str, object]:
    """Return the user's words by project; none if they cannot be read, so the user is asked."""
    try:
        found = parse_json(read_text(path))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def show_part2(
    submitter: Submitter, puzzle: Puzzle, write: Callable[[str], None], root: str
) -> None:
    """Fetch the puzzle page after part 1 was solved, and show what to do next.

    The answers of part 2 that are certain are added to the tests in the project at `root`.
    """
    from aoc.render.submission_text import part2_text
    from aoc.scaffold.example_list import add_certain_answers

    try:
        page = submitter.fetch_page(puzzle)
    except SiteError as error:
        print_message(f"part 2 cannot be shown: {error}")
        return
    write(part2_text(puzzle, page))
    path = tests_path(root, *puzzle)
    shown = shown_path(path)
    try:
        added, more = add_certain_answers(path, page)
    except UsageError as error:
        print_message(f"{error}; `aoc new {puzzle} --update` adds the examples of part 2 later")
        return
    if added:
        write(f"{shown}: added {' and '.join(added)}")
    if more:
        which = "the other examples" if added else "the examples"
        write(as_typed(f"`aoc new {puzzle} --update` adds {which} of part 2 to {shown}"))


def count_down_wait(puzzle: Puzzle, seconds: float) -> None:
    """Wait until the site accepts the next answer, with a countdown."""
    from aoc.render.submission_text import count_down

    count_down(seconds, sys.stderr, f"the site accepts the next answer to {puzzle}")
