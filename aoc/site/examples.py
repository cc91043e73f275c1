"""The examples of a puzzle page: their inputs, their answers, and which of these are guesses.

Puzzles that aocd-example-parser knows are read with its table, which people have checked. A newer
page has only its markup. In 102 puzzles of 2020 to 2025, the input of part 1 is the right one for
part 2 in 80, and one of the two that are taken here in 91.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from aoc.aocd_client import aocd_module
from aoc.model.inputs import Example
from aoc.model.puzzles import days_in

if TYPE_CHECKING:
    import bs4
    from aocd.examples import Page

INTRODUCED = re.compile(r"\b(?:examples?|suppose|consider|given)\b", re.IGNORECASE)
"""A word of the paragraph before an example."""


def find_examples(html: str, part: int = 2) -> list[Example]:
    """Return the examples on a puzzle page that have an answer; none if that cannot be parsed.

    With `part=1` the page is read as it was before part 1 was solved.
    """
    return read_examples(html, part) or []


def read_examples(html: str, part: int) -> list[Example] | None:
    """Return the examples as `find_examples` does; `None` for a page that cannot be parsed."""
    from dataclasses import replace

    examples_of_aocd = aocd_module("aocd.examples")
    try:
        page = examples_of_aocd.Page.from_raw(html)
        if part == 1:
            page = replace(page, article_b=None, b_raw=None)
        examples = known_examples(page) if is_known(page) else marked_examples(page)
    except Exception:
        # The parser may fail in any way on an unusual page.
        return None
    answered = []
    for example in examples:
        has_answer = (example.part1, example.part2) != (None, None)
        if example.text.strip() and has_answer:
            answered.append(example)
    return answered


def is_known(page: Page) -> bool:
    """Return whether aocd-example-parser knows a puzzle.

    Its version is the date until which it knows them. Where the default places are right, its table
    has no entry.
    """
    from importlib.metadata import version

    # Such as 2025.12.12, perhaps with more behind.
    date = tuple(map(int, version("aocd-example-parser").split(".")[:3]))
    return date >= (page.year, 12, page.day)


def known_examples(page: Page) -> list[Example]:
    """Return the examples of a page by the table of aocd-example-parser."""
    from aocd_example_parser import reference

    examples = []
    # The parser is called as aocd calls it.
    for text, first, second, *extra in reference(page, []):
        part1 = answer_of(first)
        # Its table may have something for the part that a last day does not have.
        part2 = None if page.day == days_in(page.year) else answer_of(second)
        params = extra[0] if extra else None
        example = Example(served(text or ""), part1, part2, params=params or {})
        examples.append(example)
    return examples


def marked_examples(page: Page) -> list[Example]:
    """Return the examples of a page by its markup.

    The input is the first `<pre>` behind a paragraph that introduces an example, or else the first
    one. The answer of a part is the last code in it that is highlighted, after the first `<pre>`.
    Part 2 may be about another input, the last one that it introduces: then there is an example
    for each, and one of them is wrong. Certain is an answer that no other one is highlighted
    beside, with a single `<pre>` before it.
    """
    blocks: list[bs4.Tag] = []
    answers: dict[int, int | str] = {}
    guessed: list[int] = []
    text = ""
    text_of_part2 = ""
    articles = [page.article_a]
    # The last day has no part 2.
    if page.article_b and page.day != days_in(page.year):
        articles.append(page.article_b)
    for part, article in enumerate(articles, 1):
        introduced: list[bs4.Tag] = []
        highlighted: list[int | str] = []
        blocks_before = 0
        for tag in article.find_all(["pre", "code", "em"]):
            if tag.name == "pre":
                blocks.append(tag)
                if is_introduced(tag):
                    introduced.append(tag)
                continue
            if not blocks or not is_highlighted(tag):
                continue
            answer = answer_of(tag.text)
            if answer is not None:
                highlighted.append(answer)
                blocks_before = len(blocks)
        # Both parts have the same example, unless part 1 has none.
        if not text and blocks:
            text = served((introduced or blocks)[0].text)
        if part == 2 and introduced:
            text_of_part2 = served(introduced[-1].text)
        has_other_text = text_of_part2 not in ("", text)
        if highlighted:
            answers[part] = highlighted[-1]
            if blocks_before > 1 or len(set(highlighted)) > 1 or has_other_text:
                guessed.append(part)
    first = Example(text, answers.get(1), answers.get(2), guessed=tuple(guessed))
    if not has_other_text:
        return [first]
    return [first, Example(text_of_part2, part2=answers.get(2), guessed=(2,))]


def is_introduced(block: bs4.Tag) -> bool:
    """Return whether the paragraph before a `<pre>` says that an example follows."""
    paragraph = block.find_previous("p")
    return paragraph is not None and INTRODUCED.search(paragraph.text) is not None


def is_highlighted(tag: bs4.Tag) -> bool:
    """Return whether a `<code>` or `<em>` is directly in the other, and not in a `<pre>`."""
    if tag.parent is None or {tag.name, tag.parent.name} != {"code", "em"}:
        return False
    # There it is a part of the input to look at.
    return tag.find_parent("pre") is None


def served(text: str) -> str:
    """Return the text of an example as the site would serve it, with an end of the last line."""
    text = text.rstrip("\r\n")
    return f"{text}\n" if "\n" in text else text


def answer_of(value: object) -> int | str | None:
    """Return an answer as a number if it is written like one, else as text."""
    if value is None:
        return None
    text = str(value).strip()
    is_number = text.isascii() and text.isdecimal()
    # `007` would lose its zeros as a number.
    if is_number and (text == "0" or not text.startswith("0")):
        return int(text)
    return text or None
