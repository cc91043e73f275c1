"""The examples that aocd-example-parser finds on a puzzle page."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from aoc.examples import Example
from aoc.puzzle import days_in

__all__ = ["read_examples"]

PARSER = ("adventofcode.examples", "reference")
"""The entry point that finds examples: its group and name."""

logger = logging.getLogger(__name__)


def read_examples(html: str, part: int = 2) -> list[Example]:
    """Read the examples on a puzzle page that state an answer, as far as `part` is concerned.

    With `part=1` the page is read as it was before part 1 was solved. Whatever is odd about a
    page, it has no examples then: nothing is raised.
    """
    try:
        return list(found(html, part))
    except Exception as error:  # the parser evaluates whatever the page has
        logger.debug("no examples found: %r", error)
        return []


def found(html: str, part: int) -> Iterable[Example]:
    """Let the parser find the examples. Raises anything."""
    from dataclasses import replace
    from importlib.metadata import entry_points

    from aocd.examples import Page

    page = Page.from_raw(html)
    if part == 1:
        page = replace(page, article_b=None, b_raw=None)
    group, name = PARSER
    [entry] = entry_points(group=group, name=name)
    last = page.day == days_in(page.year)
    for text, first, second, *extra in (tuple(example) for example in entry.load()(page, [])):
        answers = answer_of(first), None if last else answer_of(second)
        if isinstance(text, str) and text.strip() and answers != (None, None):
            yield Example(whole(text), *answers, params=params_of(extra))


def whole(text: str) -> str:
    """Give the text of an example as the site would serve it: lines have an end."""
    return f"{text}\n" if "\n" in text else text


def answer_of(value: object) -> int | str | None:
    """Give an answer as a number if it is written like one."""
    text = str(value).strip() if value is not None else ""
    if text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0"):
        return int(text)
    return text or None


def params_of(extra: list[Any]) -> dict[str, int | str]:
    """Give what an example changes about the puzzle, as far as it can be a parameter."""
    given = extra[0] if extra and isinstance(extra[0], dict) else {}
    return {
        name: value
        for name, value in given.items()
        if isinstance(name, str) and name.isidentifier() and isinstance(value, int | str)
    }
