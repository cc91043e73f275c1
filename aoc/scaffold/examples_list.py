"""The list `EXAMPLES` in the source of a test module: where its examples stand, and what they say.

The module is not run: it is read as far as it is plain.
"""

from __future__ import annotations

import ast
import codecs
import re
from collections.abc import Mapping
from typing import NamedTuple

from aoc.text import plain

__all__ = ["Entry", "Listing", "UnclearSourceError", "read_listing"]


class UnclearSourceError(ValueError):
    """Source whose `EXAMPLES` cannot be understood; says what and where."""


class Span(NamedTuple):
    """A stretch of the source, from one byte to before another."""

    start: int
    end: int


class Entry(NamedTuple):
    """One `Example(...)` of the list.

    `text` is its plain text, `None` where it is worked out when the module runs. `anchor` is the
    argument that an answer of part 2 can follow; `none` a `None` that stands for that answer.
    """

    line: int
    call: Span
    text: str | None
    has_part2: bool
    anchor: Span
    none: Span | None


class Listing(NamedTuple):
    """The list: where it stands, and its examples."""

    span: Span
    entries: tuple[Entry, ...]


def read_listing(source: bytes) -> Listing:
    """Find `EXAMPLES` in UTF-8 source. Raises `UnclearSourceError`."""
    try:
        tree = ast.parse(source.decode("utf-8-sig"))
    except (SyntaxError, ValueError) as error:
        raise UnclearSourceError(f"is not valid Python: {error}") from None
    places = Places(source)
    values: dict[str, list[ast.expr | None]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            values.setdefault(node.id, []).append(None)
    for name, value in assignments(tree):
        # Only what is given a value once, here, has that value for sure.
        values[name] = [value] if values[name] == [None] else [None, None]
    found = values.get("EXAMPLES", [])
    if not found:
        raise UnclearSourceError("has no list EXAMPLES")
    listed = found[0] if len(found) == 1 else None
    if not isinstance(listed, ast.List | ast.Tuple):
        raise UnclearSourceError("gives EXAMPLES its value in a way that is not one plain list")
    span = places.span(listed)
    if source[span.start : span.start + 1] not in (b"[", b"("):
        raise UnclearSourceError("has EXAMPLES without brackets")
    known = {name: node[0] for name, node in values.items() if len(node) == 1 and node[0]}
    return Listing(span, tuple(read_entry(node, places, known) for node in listed.elts))


def assignments(tree: ast.Module) -> list[tuple[str, ast.expr]]:
    """Find what the module gives names to, at its top level."""
    found: list[tuple[str, ast.expr]] = []
    for node in tree.body:
        target, value = None, None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign):
            target, value = node.target, node.value
        if isinstance(target, ast.Name) and value is not None:
            found.append((target.id, value))
    return found


def read_entry(node: ast.expr, places: Places, known: Mapping[str, ast.expr]) -> Entry:
    """Read one element of the list."""
    where = f"line {node.lineno}: EXAMPLES holds"
    if not isinstance(node, ast.Call) or name_of(node.func) != "Example":
        raise UnclearSourceError(f"{where} something that is not written as Example(...)")
    named = {keyword.arg: keyword for keyword in node.keywords}
    if None in named or any(isinstance(arg, ast.Starred) for arg in node.args):
        raise UnclearSourceError(f"{where} an Example whose arguments come from elsewhere")
    arguments: dict[str, ast.expr] = dict(zip(("text", "part1", "part2"), node.args, strict=False))
    arguments |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    if "text" not in arguments:
        raise UnclearSourceError(f"{where} an Example without a text")
    answer = arguments.get("part2")
    lacks = answer is None or is_none(answer)
    ends = [places.span(arg) for arg in node.args[:2]]
    ends += [places.span(keyword) for keyword in node.keywords if keyword.arg == "text"]
    ends += [places.span(keyword) for keyword in node.keywords if keyword.arg == "part1"]
    return Entry(
        node.lineno,
        places.span(node),
        text_of(arguments["text"], known),
        not lacks,
        ends[-1],
        places.span(answer) if answer is not None and lacks else None,
    )


def name_of(node: ast.expr) -> str:
    """Name what is called: `Example`, also as `aoc.Example`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_none(node: ast.expr) -> bool:
    """Tell `None` from everything else."""
    return isinstance(node, ast.Constant) and node.value is None


def text_of(node: ast.expr, known: Mapping[str, ast.expr]) -> str | None:
    """Give the text of an example where it is a string, or the name of one."""
    if isinstance(node, ast.Name):
        node = known.get(node.id, node)
    value = node.value if isinstance(node, ast.Constant) else None
    return plain(value) if isinstance(value, str) else None


class Places:
    """Turns the lines and columns of syntax nodes into places in the source, in bytes."""

    def __init__(self, source: bytes) -> None:
        mark = len(codecs.BOM_UTF8) if source.startswith(codecs.BOM_UTF8) else 0
        self.starts = [mark, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", source))]

    def span(self, node: ast.expr | ast.keyword) -> Span:
        """Say where a node stands."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return Span(start, self.starts[node.end_lineno - 1] + node.end_col_offset)
