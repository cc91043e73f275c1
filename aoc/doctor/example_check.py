"""The check of the examples: whether they are those of the puzzle pages in the cache.

The test modules are not run, so only what is written plainly in `EXAMPLES` is compared.
"""

from __future__ import annotations

import ast
import html
import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from aoc.doctor.findings import Finding, Status, listed
from aoc.doctor.subject import Subject
from aoc.files import read_bytes
from aoc.model import Example, Puzzle, tests_name
from aoc.project import shown_path
from aoc.scaffold.example_list import (
    UnclearSourceError,
    add_part2,
    arguments_of,
    examples_node,
    parse_module,
)
from aoc.site.cache import Cache, CachedPage
from aoc.site.pages import find_examples
from aoc.text import plain

CHECK = "examples"


class OwnExample(NamedTuple):
    """An example of a test module: its first line, its plain text, and its answers.

    What is only known when the module runs is `None`.
    """

    line: int
    text: str | None
    answers: tuple[str | None, str | None]
    has_params: bool


def check(subject: Subject) -> Iterator[Finding]:
    """Compare the examples of all days whose page is cached with those of the page."""
    project, cache = subject.project, subject.accounts.cache
    if project is None:
        yield Finding(CHECK, Status.SKIPPED, "not compared without a project")
        return
    puzzles = [puzzle for year in project.years() for puzzle in project.puzzles(year)]
    findings: list[Finding] = []
    compared, behind = 0, []
    for puzzle in puzzles:
        name = shown_path(os.path.join(project.root, tests_name(*puzzle)))
        page = newest_page(cache, puzzle)
        try:
            source = read_bytes(name)
            own = own_examples(source)
        except (OSError, UnclearSourceError):
            continue
        if page is None:
            continue
        compared += 1
        published = find_examples(page.html)
        findings += compare(name, own, published, text_of(page.html))
        if lacks_part2(source, own, page, published):
            behind.append(str(puzzle))
    yield from findings
    if behind:
        what = f"the pages have answers of part 2 that the examples lack: {listed(behind)}"
        also = ", and so on" if len(behind) > 1 else ""
        yield Finding(CHECK, Status.WARNING, what, f"`aoc new {behind[0]} --update`{also}")
    if not findings and not behind:
        status = Status.OK if compared else Status.SKIPPED
        what = f"{compared} of {len(puzzles)} days compared with their cached pages"
        yield Finding(CHECK, status, what)


def newest_page(cache: Cache, puzzle: Puzzle) -> CachedPage | None:
    """Return the cached page of a puzzle that shows the most solved parts, of any account."""
    pages = [cache.read_page(user, puzzle) for user in cache.users() or [""]]
    return max(filter(None, pages), key=lambda page: page.parts_solved, default=None)


def own_examples(source: bytes) -> list[OwnExample]:
    """Return the examples in the source of a test module. Raises `UnclearSourceError`."""
    return [*map(read_example, examples_node(parse_module(source)).elts)]


def read_example(node: ast.expr) -> OwnExample:
    """Return an example as it is written."""
    values = arguments_of(node)
    text = values.get("text")
    first, second = (
        str(value).strip("\n") if isinstance(value := values.get(part), int | str) else None
        for part in ("part1", "part2")
    )
    own = text if isinstance(text, str) else None
    return OwnExample(node.lineno, own, (first, second), "params" in values)


def text_of(page: str) -> str:
    """Return the text of a page, without its tags."""
    return html.unescape(re.sub(r"<[^>]*>", "", page))


def compare(
    name: str, own: Sequence[OwnExample], published: Sequence[Example], page: str
) -> Iterator[Finding]:
    """Find the examples of a test module that are not those of the page.

    `name` is that of the module, `page` the text of the page. What is found there for an example
    may be wrong, so an answer that the page has elsewhere is only a warning.
    """
    for example in own:
        where = f"{name}, line {example.line}"
        same = [other for other in published if plain(other.text) == example.text]
        if example.text is not None and not same:
            if example.text not in page and has_same_answers(example, published, own):
                what = f"{where}: the text of the example is not the one on the page"
                yield Finding(CHECK, Status.ERROR, what, "copy it again from the page")
            continue
        for part, answer in enumerate(example.answers, 1):
            expected = {text for other in same if (text := other.expected(part)) is not None}
            if answer is None or not expected or answer in expected:
                continue
            known = re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", page)
            if known and example.has_params:
                continue
            status = Status.WARNING if known else Status.ERROR
            right = " or ".join(sorted(expected))
            what = f"{where}: part {part} of the example is {answer}, and {right} on the page"
            yield Finding(CHECK, status, what, "look at the page again, and correct the example")


def has_same_answers(
    example: OwnExample, published: Sequence[Example], own: Sequence[OwnExample]
) -> bool:
    """Return whether the page has an example with the same answers, but another text than ours."""
    ours = {other.text for other in own}
    answers = [
        (other.expected(1), other.expected(2))
        for other in published
        if plain(other.text) not in ours
    ]
    known = {(part, answer) for part, answer in enumerate(example.answers) if answer is not None}
    return bool(known) and any(known <= set(enumerate(pair)) for pair in answers)


def lacks_part2(
    source: bytes, own: Sequence[OwnExample], page: CachedPage, published: Sequence[Example]
) -> bool:
    """Return whether `aoc new --update` would add something from the page to a test module."""
    if not page.parts_solved or all(example.answers[1] is not None for example in own):
        return False
    try:
        return bool(add_part2(source, published)[1])
    except UnclearSourceError:
        return False
