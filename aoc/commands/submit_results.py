"""Submits the results of a run, for `aoc run --submit` and `aoc submit`, and reports outcomes."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from aoc.errors import SiteError
from aoc.puzzle import Puzzle
from aoc.render.message import print_message
from aoc.render.outcome_text import outcome_text
from aoc.results import Result
from aoc.site.accounts import Account, Accounts
from aoc.site.cache import Cache
from aoc.submitting.offers import Offer, Offers, read_offers
from aoc.submitting.outcome import Status
from aoc.submitting.submitter import Submitter

__all__ = ["SubmitOptions", "offers_for", "show_part2", "submit_results"]


class SubmitOptions(NamedTuple):
    """How to submit: whether to wait when the site says so, and whether to force doubtful answers.

    `notify` is called with sentences for people.
    """

    wait: bool
    force: bool
    notify: Callable[[str], None]

    def make_submitter(self, account: Account) -> Submitter:
        """Return a submitter for an account."""
        return Submitter(
            account,
            notify=self.notify,
            wait_out=count_down_wait if self.wait else None,
            force=self.force,
        )


def submit_results(
    results: Iterable[Result],
    accounts: Sequence[Account],
    labels: Collection[str],
    notes: Sequence[str],
    part: int | None,
    options: SubmitOptions,
) -> int:
    """Submit the answers of a run for each account and puzzle, and return the exit code.

    `labels` are those of the inputs that are not examples. `notes` are the sentences that the run
    has shown, among them one for each test module that could not be read.
    """
    by_puzzle: dict[Puzzle, list[Result]] = defaultdict(list)
    for result in results:
        by_puzzle[Puzzle(result.year, result.day)].append(result)
    code = 0
    for account in map(Accounts().with_id, accounts):
        submitter = options.make_submitter(account)
        for puzzle, its_results in by_puzzle.items():
            if part is None and is_solved(submitter.cache, puzzle, account):
                continue
            offers = offers_for(puzzle, its_results, account, labels, notes)
            if not any(offer.answer or offer.problem for offer in offers.values()):
                continue
            code = max(code, submit_open_parts(submitter, puzzle, offers, part))
    return code


def submit_open_parts(
    submitter: Submitter, puzzle: Puzzle, offers: Offers, part: int | None
) -> int:
    """Submit the answer to `part`, or to each open part, and return the exit code."""
    outcome = submitter.submit(puzzle, offers, part)
    if outcome.status is Status.NO_PUZZLE or (
        outcome.status is Status.NO_ANSWER and not offers.get(outcome.part, Offer(None)).problem
    ):
        return 0
    submitter.notify(outcome_text(outcome))
    if outcome.part == 1 and outcome.status is Status.RIGHT:
        show_part2(submitter, puzzle, submitter.notify)
    if outcome.part == 1 and part is None and outcome.status in (Status.RIGHT, Status.SOLVED):
        return submit_open_parts(submitter, puzzle, offers, 2)
    return outcome.status.exit_code


def is_solved(cache: Cache, puzzle: Puzzle, account: Account) -> bool:
    """Return whether the answers to both parts are cached."""
    return account.id is not None and None not in cache.answers(account.id, puzzle)


def offers_for(
    puzzle: Puzzle,
    results: Sequence[Result],
    account: Account,
    labels: Collection[str],
    notes: Sequence[str],
) -> Offers:
    """Return the answers in the results of a puzzle; if its tests are broken, all are doubtful."""
    from aoc.examples import tests_name

    path = tests_name(*puzzle)
    unread = any(note.startswith(path) for note in notes)
    problem = f"its examples in {path} cannot be read" if unread else ""
    return read_offers(results, account.id or "", labels, problem)


def show_part2(submitter: Submitter, puzzle: Puzzle, write: Callable[[str], None]) -> None:
    """Fetch the puzzle page after part 1 was solved, and show what to do next."""
    from aoc.render.part2_text import part2_text

    try:
        page = submitter.fetch_page(puzzle)
    except SiteError as error:
        print_message(f"part 2 cannot be shown: {error}")
        return
    write(part2_text(puzzle, page))


def count_down_wait(puzzle: Puzzle, seconds: float) -> None:
    """Wait until the site accepts the next answer, with a countdown."""
    from aoc.render.countdown import count_down

    count_down(seconds, sys.stderr, f"The site takes the next answer to {puzzle}")
