"""The examples on a puzzle page, as aocd-example-parser finds them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from aoc.examples import Example
from aoc.model import days_in
from aoc.site import pages

__all__ = ["find_examples", "is_certain", "read_examples"]

PARSER = ("adventofcode.examples", "reference")
"""The group and the name of the entry point that finds examples."""
PARSER_PACKAGE = "aocd-example-parser"
"""The package of that parser; its version is the date until which it knows the puzzles."""

logger = logging.getLogger(__name__)


def find_examples(html: str, part: int = 2) -> list[Example]:
    """Return the examples on a puzzle page that have an answer.

    With `part=1` the page is read as it was before part 1 was solved. Nothing is raised: a page
    that the parser fails on has no examples.
    """
    return read_examples(html, part) or []


def read_examples(html: str, part: int) -> list[Example] | None:
    """Return what `find_examples` does, or `None` for a page that the parser fails on."""
    try:
        return list(parse_examples(html, part))
    except Exception as error:  # the parser may fail in any way on an unusual page
        logger.debug("no examples found: %r", error)
        return None


def parse_examples(html: str, part: int) -> Iterable[Example]:
    """Yield the examples that the parser finds. Raises any exception."""
    from dataclasses import replace
    from importlib.metadata import entry_points

    from aocd.examples import Page

    page = Page.from_raw(pages.tidy(html))
    if part == 1:
        page = replace(page, article_b=None, b_raw=None)
    group, name = PARSER
    [entry] = entry_points(group=group, name=name)
    last = page.day == days_in(page.year)
    for text, first, second, *extra in (tuple(example) for example in entry.load()(page, [])):
        answers = answer_of(first), None if last else answer_of(second)
        if isinstance(text, str) and text.strip() and answers != (None, None):
            # The site would serve it with an end of the last line.
            served = f"{text}\n" if "\n" in text else text
            yield Example(served, *answers, params=params_of(extra))


def is_certain(html: str, example: Example) -> bool:
    """Return whether the answer of part 2 of an example is certain, by its puzzle page.

    It is certain if the parser is newer than the puzzle: then people have checked what it finds.
    Otherwise the parser takes the last number or word in part 2 that is written as code: that is
    certain only if no other one is highlighted.
    """
    from importlib.metadata import version

    puzzle = pages.puzzle_of(html)
    if puzzle is None or example.part2 is None:
        return False
    date = tuple(int(part) for part in version(PARSER_PACKAGE).split(".")[:3] if part.isdecimal())
    is_known = date >= (puzzle[0], 12, puzzle[1])
    return is_known or pages.highlighted_codes(html) == {example.expected(2)}


def answer_of(value: object) -> int | str | None:
    """Return an answer as a number if it is written like one, else as text."""
    text = str(value).strip() if value is not None else ""
    if text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0"):
        return int(text)
    return text or None


def params_of(extra: list[Any]) -> dict[str, int | str]:
    """Return the numbers and texts of the puzzle that an example changes, by parameter name."""
    values = extra[0] if extra and isinstance(extra[0], dict) else {}
    return {
        name: value
        for name, value in values.items()
        if isinstance(name, str) and name.isidentifier() and isinstance(value, int | str)
    }
