"""What is not kept of a puzzle for an account, and so has to be fetched: a `Want`."""

from __future__ import annotations

import os
from typing import NamedTuple

from aoc.event import days_in
from aoc.results import Puzzle
from aoc.site.cache import Cache
from aoc.text import RefusedTextError, decode

__all__ = ["Want", "has_input", "has_page", "is_complete", "want"]


class Want(NamedTuple):
    """What to fetch of one puzzle."""

    puzzle: Puzzle
    input: bool
    page: bool

    @property
    def requests(self) -> int:
        """How many requests that takes."""
        return self.input + self.page


def want(cache: Cache, user: str, puzzle: Puzzle, *, update: bool = False) -> Want:
    """Say what to fetch; with `update` also a page on which parts may have been solved since."""
    page = is_complete(cache, user, puzzle) if update else has_page(cache, user, puzzle)
    return Want(puzzle, not has_input(cache, user, puzzle), not page)


def has_input(cache: Cache, user: str, puzzle: Puzzle) -> bool:
    """Say whether an input is kept, and can be one."""
    try:
        with open(cache.input_path(user, puzzle), "rb") as file:
            decode(file.read())
    except (OSError, RefusedTextError):
        return False
    return True


def has_page(cache: Cache, user: str, puzzle: Puzzle) -> bool:
    """Say whether a page is kept that shows every part that is known to be solved.

    The answers that it shows are to be kept as well; the last day has but one.
    """
    kept = cache.prose(user, puzzle)
    if kept is None or not os.path.exists(cache.own_prose_path(user, puzzle, kept[1])):
        return False
    first, second = cache.answers(user, puzzle)
    last_day = puzzle.day == days_in(puzzle.year)
    wanted = (0, 1 if first else 3, 2 if first and (second or last_day) else 3)
    return wanted[kept[1]] == kept[1] >= bool(first) + bool(second)


def is_complete(cache: Cache, user: str, puzzle: Puzzle) -> bool:
    """Say whether a page is kept that will not change any more: both parts are solved."""
    kept = cache.prose(user, puzzle)
    return kept is not None and kept[1] == 2 and has_page(cache, user, puzzle)
