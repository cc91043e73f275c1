"""Answers that are known to be wrong, by earlier verdicts of the site."""

from __future__ import annotations

import os

from aoc.errors import SiteError
from aoc.puzzles import Puzzle
from aoc.results import Result, Verdict
from aoc.site.cache import Cache

__all__ = ["judged"]


def judged(result: Result) -> Result:
    """Return a result whose right answer is not known, with the verdict `fail` if it is wrong.

    That is known if the answer was submitted before for the account of its input, or lies outside
    of what "too high" and "too low" have left. The `reason` of the result then says so.
    """
    reason = reason_against(result, Cache())
    return result._replace(verdict=Verdict.FAIL, reason=reason) if reason else result


def reason_against(result: Result, cache: Cache) -> str | None:
    """Return why the answer of a result is known to be wrong, if it is."""
    if result.answer is None or result.part is None or result.input is None:
        return None
    puzzle = Puzzle(result.year, result.day)
    if result.input_kind != "personal":
        return None
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
