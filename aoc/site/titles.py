"""The titles of puzzles on cached pages, read without a parser of HTML: a run shows 25 of them."""

from __future__ import annotations

import re

from aoc.puzzles import Puzzle
from aoc.site.cache import Cache

__all__ = ["cached_title"]

HEADING = re.compile(r"<h2>--- Day \d{1,2}: ([^<\n]{1,100}) ---</h2>", re.ASCII)
SHARED = "prose"
"""The folder of pages that no account has solved a part of."""


def cached_title(puzzle: Puzzle) -> str | None:
    """Return the title of a puzzle, if its page is in the cache of any account."""
    cache = Cache()
    for user in (*cache.users(), SHARED):
        page = cache.read_page(user, puzzle)
        found = page and HEADING.search(page.html)
        if found:
            from html import unescape

            return unescape(found[1])
    return None
