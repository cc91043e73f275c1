"""Adding part 2's expected answers to the examples in a test module, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.examples import Example
from aoc.scaffold.examples_list import Entry, Listing, UnclearSourceError, read_listing
from aoc.scaffold.python_source import example_source, value_source
from aoc.text import plain

__all__ = ["Update", "add_part2", "read_source"]

BETWEEN = re.compile(rb"(?:[\s\\]|#[^\r\n]*)*")
LINE_END = re.compile(rb"\r\n|\r|\n|\Z")
NOTHING_MORE = re.compile(rb"[ \t\f]*(?:#.*)?", re.DOTALL)


class Edit(NamedTuple):
    """What to put into the source between two places, which may be the same."""

    start: int
    end: int
    text: bytes


class Update(NamedTuple):
    """The source with its additions; how many answers and examples they are.

    `absent` are examples that the page has had all along and the module has not: their answers
    of part 2 are for the reader to place.
    """

    source: bytes
    answers: int
    examples: int
    absent: tuple[Example, ...]


def add_part2(source: bytes, page: Sequence[Example], before: Sequence[Example]) -> Update:
    """Add to `EXAMPLES` what the puzzle page says of part 2.

    `page` are the examples of the page with both parts, `before` those of part 1 alone. Examples
    that lack an answer get it; those that came with part 2 are added; and an empty list gets all
    that there are. Every other byte stays. Raises `UnclearSourceError` where the source is not
    understood well enough.
    """
    listing = read_listing(source)
    known = {plain(example.text) for example in before}
    edits: list[Edit] = []
    new: list[Example] = []
    absent: list[Example] = []
    answers = 0
    seen: Counter[str] = Counter()
    for example in page:
        text = plain(example.text)
        fitting = [entry for entry in listing.entries if entry.text == text]
        number = seen[text]
        seen[text] += 1
        if number < len(fitting):
            entry = fitting[number]
            if example.part2 is not None and not entry.has_part2:
                edits += answer_edits(source, entry, example.part2)
                answers += 1
        elif not listing.entries:
            new.append(example)
        elif example.part2 is not None:
            refuse_unclear(listing, example)
            (absent if text in known else new).append(example)
    edited = apply(source, [*edits, *example_edits(source, listing, new)])
    check(edited, listing, new)
    return Update(edited, answers, len(new), tuple(absent))


def refuse_unclear(listing: Listing, example: Example) -> None:
    """Raise `UnclearSourceError` if an example may be there already, without its being seen."""
    for entry in listing.entries:
        if entry.text is None:
            raise UnclearSourceError(
                f"line {entry.line}: the text of this Example is not written as one plain string; "
                f"if it is the one of the page, add part2={value_source(example.part2)} by hand"
            )


def answer_edits(source: bytes, entry: Entry, answer: int | str) -> list[Edit]:
    """Put the answer of part 2 into an `Example(...)`: in place of a `None`, or after part 1's."""
    value = value_source(answer).encode()
    if entry.none:
        return [Edit(*entry.none, value)]
    argument = b"part2=" + value
    end, comma = argument_end(source, entry.anchor.end, entry.call.end - 1)
    start = line_start(source, entry.anchor.start)
    indent = source[start : entry.anchor.start]
    if indent.strip():
        return [Edit(end, end, b", " + argument)]
    after = end if comma is None else comma
    match = LINE_END.search(source, after)
    assert match
    place = match.start() if NOTHING_MORE.fullmatch(source[after : match.start()]) else after
    text = newline(source) + indent + argument
    if comma is not None:
        return [Edit(place, place, text + b",")]
    return [Edit(end, end, b","), Edit(place, place, text)]


def example_edits(source: bytes, listing: Listing, new: Sequence[Example]) -> list[Edit]:
    """Put examples at the end of the list."""
    if not new:
        return []
    edits = []
    indent, close = "    ", listing.span.end - 1
    if listing.entries:
        first, last = listing.entries[0].call.start, listing.entries[-1].call.end
        before = source[line_start(source, first) : first]
        indent = before.decode() if not before.strip() else indent
        end, comma = argument_end(source, last, close)
        if comma is None:
            edits.append(Edit(end, end, b","))
    written = "".join(example_source(example, indent) for example in new)
    text = written.encode().replace(b"\n", newline(source))
    place = line_start(source, close)
    if source[place:close].strip():
        return [*edits, Edit(close, close, newline(source) + text)]
    return [*edits, Edit(place, place, text)]


def argument_end(source: bytes, start: int, stop: int) -> tuple[int, int | None]:
    """Find the end of an argument with the parentheses around it, and of the comma behind it.

    `start` is the end of what stands in the parentheses, `stop` the bracket that closes the call
    or list.
    """
    end = at = start
    while True:
        match = BETWEEN.match(source, at)
        assert match
        at = match.end()
        if at >= stop:
            return end, None
        at += 1
        if source[at - 1 : at] == b",":
            return end, at
        end = at


def line_start(source: bytes, place: int) -> int:
    """Find where the line of a place begins."""
    return max(source.rfind(b"\n", 0, place), source.rfind(b"\r", 0, place)) + 1


def newline(source: bytes) -> bytes:
    """Give the end of the first line, for new ones to end alike."""
    match = LINE_END.search(source)
    return match[0] if match and match[0] else b"\n"


def apply(source: bytes, edits: Sequence[Edit]) -> bytes:
    """Carry edits out; those at one place in their order."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        pieces += [source[at : edit.start], edit.text]
        at = edit.end
    return b"".join([*pieces, source[at:]])


def check(edited: bytes, listing: Listing, new: Sequence[Example]) -> None:
    """Make sure that the edited source says what it should, or else leave it alone."""
    entries = read_listing(edited).entries
    texts = [entry.text for entry in entries]
    expected = [entry.text for entry in listing.entries] + [plain(e.text) for e in new]
    kept = zip(listing.entries, entries, strict=False)
    if texts != expected or any(old.has_part2 and not entry.has_part2 for old, entry in kept):
        raise UnclearSourceError("is written in a way that cannot be added to safely")


def read_source(path: str) -> bytes:
    """Read a module as it stands. Raises `UsageError`."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
