"""How many answers an account has sent for each part of a puzzle, by aocd's record of them."""

from __future__ import annotations

from aoc.errors import SiteError
from aoc.puzzles import Puzzle
from aoc.site.cache import Cache
from aoc.submitting.records import BrokenRecordsError, read_records
from aoc.submitting.replies import read_reply

__all__ = ["attempts_of"]

FIELDS = ("part", "message")


def attempts_of(user: str, puzzle: Puzzle) -> tuple[int, int]:
    """Return how many answers to part 1 and part 2 the site has judged, right and wrong ones.

    What the site did not look at, since it came too soon, does not count. Nor does an answer that
    was typed into the site's own form, of which there is no record: 0 means that there is none. A
    record that is broken counts as far as it can be understood.
    """
    try:
        records = read_records(Cache().submissions_path(user, puzzle), FIELDS)
    except BrokenRecordsError as error:
        records = [*error.whole]
    except SiteError:
        return 0, 0
    judged = [record["part"] for record in records if read_reply(record["message"]).verdict.judged]
    return judged.count("a"), judged.count("b")
