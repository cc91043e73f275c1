"""Handing answers in for a command: what a run offers, puzzle by puzzle, and telling of it."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from aoc.errors import SiteError
from aoc.puzzle import Puzzle
from aoc.render.message import tell
from aoc.results import Result
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.submitting.outcome import Offer, Offers, Outcome, What
from aoc.submitting.submitter import Submitter

__all__ = ["Handling", "go_on", "hand_in_all", "offers_of", "sentence"]


class Handling(NamedTuple):
    """How answers are handed in: sitting out waits, insisting on doubtful ones, telling people."""

    wait: bool
    force: bool
    tell: Callable[[str], None]

    def submitter(self, account: Account) -> Submitter:
        """Make the submitter for an account."""
        return Submitter(
            account,
            tell=self.tell,
            pause=pause if self.wait else None,
            force=self.force,
        )


def hand_in_all(
    results: Iterable[Result],
    accounts: Sequence[Account],
    labels: Collection[str],
    notes: Sequence[str],
    part: int | None,
    handling: Handling,
) -> int:
    """Hand in what a run found, puzzle by puzzle and account by account; gives the exit code.

    `labels` are those of inputs that are no examples, `notes` what the run said about tests that
    it could not read.
    """
    by_puzzle: dict[Puzzle, list[Result]] = defaultdict(list)
    for result in results:
        by_puzzle[Puzzle(result.year, result.day)].append(result)
    code = 0
    for account in map(Cache().recognised, accounts):
        submitter = handling.submitter(account)
        for puzzle, found in by_puzzle.items():
            if part is None and solved(submitter.cache, puzzle, account):
                continue
            offers = offers_of(puzzle, found, account, labels, notes)
            if not any(offer.answer or offer.problem for offer in offers.values()):
                continue
            code = max(code, hand_in(submitter, puzzle, offers, part))
    return code


def hand_in(submitter: Submitter, puzzle: Puzzle, offers: Offers, part: int | None) -> int:
    """Hand in the answer of the first open part, and of part 2 if that opens it."""
    outcome = submitter.hand_in(puzzle, offers, part)
    if outcome.what is What.NO_PUZZLE or (
        outcome.what is What.NO_ANSWER and not offers.get(outcome.part, Offer(None)).problem
    ):
        return 0
    submitter.tell(sentence(outcome))
    if outcome.part == 1 and outcome.what is What.RIGHT:
        go_on(submitter, puzzle, submitter.tell)
    if outcome.part == 1 and part is None and outcome.what in (What.RIGHT, What.SOLVED):
        return hand_in(submitter, puzzle, offers, 2)
    return outcome.what.exit_code


def solved(cache: Cache, puzzle: Puzzle, account: Account) -> bool:
    """Say whether both parts are known to be solved."""
    return account.id is not None and None not in cache.answers(account.id, puzzle)


def offers_of(
    puzzle: Puzzle,
    results: Sequence[Result],
    account: Account,
    labels: Collection[str],
    notes: Sequence[str],
) -> Offers:
    """Read what the results of a puzzle offer; where its tests are broken, all is doubtful."""
    from aoc.examples import examples_name
    from aoc.submitting.offers import read_offers

    path = examples_name(*puzzle)
    unread = any(note.startswith(path) for note in notes)
    problem = f"its examples in {path} cannot be read" if unread else ""
    return read_offers(results, account.id or "", labels, problem)


def go_on(submitter: Submitter, puzzle: Puzzle, write: Callable[[str], None]) -> None:
    """Fetch the page that part 1 has opened, and show what there is to do."""
    from aoc.render.part_two import part_two_text

    try:
        page = submitter.fetch_page(puzzle)
    except SiteError as error:
        tell(f"part 2 cannot be shown: {error}")
        return
    write(part_two_text(puzzle, page))


def sentence(outcome: Outcome) -> str:
    """Say what became of an answer."""
    from aoc.render.submission import submission_text

    return submission_text(outcome)


def pause(puzzle: Puzzle, seconds: float) -> None:
    """Sit out a wait."""
    from aoc.render.countdown import count_down

    count_down(seconds, sys.stderr, f"The site takes the next answer to {puzzle}")
