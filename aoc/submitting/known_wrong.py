"""Answers that are known to be wrong, by earlier verdicts of the site."""

from __future__ import annotations

import os
from collections.abc import Callable

from aoc.errors import SiteError
from aoc.puzzle import Puzzle
from aoc.results import Result, Verdict
from aoc.site.cache import Cache

__all__ = ["known_wrong_judge"]


def known_wrong_judge(cache: Cache) -> Callable[[Result], Result]:
    """Return a function that returns a result as `fail` if its answer is known to be wrong.

    That is so if the site has called this answer wrong for the account of the input, or has called
    a greater one too low or a smaller one too high. The `reason` of the result then says so.
    """

    def judge(result: Result) -> Result:
        """Return the result with what earlier submissions say about it."""
        reason = reason_against(result, cache)
        return result._replace(verdict=Verdict.FAIL, reason=reason) if reason else result

    return judge


def reason_against(result: Result, cache: Cache) -> str | None:
    """Return why the answer of a result is known to be wrong, if it is."""
    is_open = result.verdict is Verdict.UNKNOWN or result.variant
    if not is_open or result.answer is None or result.part is None or result.input is None:
        return None
    puzzle = Puzzle(result.year, result.day)
    if not os.path.exists(cache.submissions_path(result.input, puzzle)):
        return None
    if cache.answers(result.input, puzzle)[result.part - 1] is not None:
        return None
    # The ledger needs modules that a run from the cache otherwise does without.
    from aoc.submitting.ledger import Ledger
    from aoc.submitting.rules import known_fault

    try:
        fault = known_fault(Ledger(cache, result.input, puzzle), result.part, result.answer)
    except SiteError:
        return None  # a command that submits shows this error
    return fault and fault[1]
