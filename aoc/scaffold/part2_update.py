"""Adding the answers of part 2 to the examples in a test module, without any other change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import read_bytes
from aoc.model import Example
from aoc.scaffold.example_import import with_imports
from aoc.scaffold.examples_parser import (
    ExampleCall,
    ExamplesList,
    UnclearSourceError,
    line_end,
    parse_examples_list,
)
from aoc.scaffold.examples_writer import example_source, value_source
from aoc.text import plain

BLANKS_AND_COMMENTS = re.compile(rb"(?:[\s\\]|#[^\r\n]*)*")
LINE_END = re.compile(rb"\r\n|\r|\n|\Z")
REST_OF_LINE = re.compile(rb"[ \t\f]*(?:#.*)?", re.DOTALL)


class Edit(NamedTuple):
    """A replacement of the bytes from `start` to `end`; an insertion if these are the same."""

    start: int
    end: int
    text: bytes


class Update(NamedTuple):
    """The new source, and how many answers and how many examples were added to it.

    `imported` is the import that had to be added, or empty. `absent` are examples that the page
    already had for part 1, but that the module does not have: the user has to add their answers of
    part 2.
    """

    source: bytes
    answers: int = 0
    examples: int = 0
    absent: tuple[Example, ...] = ()
    imported: str = ""


def add_part2(source: bytes, page: Sequence[Example], before: Sequence[Example]) -> Update:
    """Add to `EXAMPLES` what the puzzle page says about part 2.

    `page` are the examples of the page with both parts, `before` those of the page with part 1
    alone. An example without an answer gets it; examples that are new with part 2 are added; an
    empty list gets all examples. Without the import of `Example` the module could not be imported,
    so that is added where it is missing. Every other byte stays. Raises `UnclearSourceError` if
    the source is not understood well enough.
    """
    old = parse_examples_list(source)
    known = {plain(example.text) for example in before}
    edits: list[Edit] = []
    new: list[Example] = []
    absent: list[Example] = []
    answers = 0
    seen: Counter[str] = Counter()
    for example in page:
        text = plain(example.text)
        matching = [call for call in old.calls if call.text == text]
        number = seen[text]
        seen[text] += 1
        if number < len(matching):
            call = matching[number]
            if example.part2 is not None and not call.has_part2:
                edits += answer_edits(source, call, example.part2)
                answers += 1
        elif not old.calls:
            new.append(example)
        elif example.part2 is not None:
            check_texts_known(old, example)
            (absent if text in known else new).append(example)
    edited = apply_edits(source, [*edits, *example_edits(source, old, new)])
    trusted = frozenset(call.callee.split(".")[0] for call in old.calls)
    edited, imported = with_imports(edited, trusted=trusted)
    check_edited(edited, old, new)
    return Update(edited, answers, len(new), tuple(absent), imported)


def check_texts_known(old: ExamplesList, example: Example) -> None:
    """Raise `UnclearSourceError` if a call with an unknown text may be this example already."""
    for call in old.calls:
        if call.text is None:
            raise UnclearSourceError(
                f"line {call.line}: the text of this Example is not written as one plain string; "
                f"if it is the one of the page, add part2={value_source(example.part2)} by hand"
            )


def answer_edits(source: bytes, call: ExampleCall, answer: int | str) -> list[Edit]:
    """Add the answer of part 2 to an `Example(...)`: for a `None`, or after that of part 1."""
    value = value_source(answer).encode()
    if call.none:
        return [Edit(*call.none, value)]
    argument = b"part2=" + value
    end, comma = argument_end(source, call.anchor.end, call.span.end - 1)
    start = line_start(source, call.anchor.start)
    indent = source[start : call.anchor.start]
    if indent.strip():
        return [Edit(end, end, b", " + argument)]
    after = end if comma is None else comma
    match = LINE_END.search(source, after)
    assert match
    place = match.start() if REST_OF_LINE.fullmatch(source[after : match.start()]) else after
    text = line_end(source) + indent + argument
    if comma is not None:
        return [Edit(place, place, text + b",")]
    return [Edit(end, end, b","), Edit(place, place, text)]


def example_edits(source: bytes, old: ExamplesList, new: Sequence[Example]) -> list[Edit]:
    """Add examples at the end of the list."""
    if not new:
        return []
    edits = []
    indent, close, callee = "    ", old.span.end - 1, "Example"
    if old.calls:
        callee = old.calls[0].callee
        first, last = old.calls[0].span.start, old.calls[-1].span.end
        before = source[line_start(source, first) : first]
        indent = before.decode() if not before.strip() else indent
        end, comma = argument_end(source, last, close)
        if comma is None:
            edits.append(Edit(end, end, b","))
    written = "".join(example_source(example, indent, callee) for example in new)
    text = written.encode().replace(b"\n", line_end(source))
    place = line_start(source, close)
    if source[place:close].strip():
        return [*edits, Edit(close, close, line_end(source) + text)]
    return [*edits, Edit(place, place, text)]


def argument_end(source: bytes, start: int, stop: int) -> tuple[int, int | None]:
    """Find the end of an argument, and the end of the comma after it, if there is one.

    Parentheses around the argument belong to it: `start` is the end of what is inside them.
    `stop` is the position of the bracket that closes the call or the list.
    """
    end = at = start
    while True:
        match = BLANKS_AND_COMMENTS.match(source, at)
        assert match
        at = match.end()
        if at >= stop:
            return end, None
        at += 1
        if source[at - 1 : at] == b",":
            return end, at
        end = at


def line_start(source: bytes, position: int) -> int:
    """Return the position of the start of the line with another position."""
    return max(source.rfind(b"\n", 0, position), source.rfind(b"\r", 0, position)) + 1


def apply_edits(source: bytes, edits: Sequence[Edit]) -> bytes:
    """Apply edits to the source; edits at the same position are applied in the given order."""
    pieces, at = [], 0
    for edit in sorted(edits, key=lambda edit: edit.start):
        pieces += [source[at : edit.start], edit.text]
        at = edit.end
    return b"".join([*pieces, source[at:]])


def check_edited(edited: bytes, old: ExamplesList, new: Sequence[Example]) -> None:
    """Raise `UnclearSourceError` if the edited source does not have the expected examples."""
    calls = parse_examples_list(edited).calls
    texts = [call.text for call in calls]
    expected = [call.text for call in old.calls] + [plain(e.text) for e in new]
    kept = zip(old.calls, calls, strict=False)
    if texts != expected or any(a.has_part2 and not b.has_part2 for a, b in kept):
        raise UnclearSourceError("is written in a way that cannot be added to safely")


def read_source(path: str) -> bytes:
    """Read the bytes of a module. Raises `UsageError`."""
    try:
        return read_bytes(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
