"""Parsing the list `EXAMPLES` in the source of a test module: its examples and their positions.

The module is not run, so only plain values are understood.
"""

from __future__ import annotations

import ast
import codecs
import re
import warnings
from collections.abc import Mapping
from typing import NamedTuple

from aoc.text import plain

LINE_END = re.compile(rb"\r\n|\r|\n|\Z")


class UnclearSourceError(ValueError):
    """The source of `EXAMPLES` is not understood; the message says where and why."""


class Span(NamedTuple):
    """A range of the source in bytes: from `start` to just before `end`."""

    start: int
    end: int


class ExampleCall(NamedTuple):
    """One `Example(...)` of the list, which starts in `line` and has the range `span`.

    `callee` is how the function is written, such as `aoc.Example`. `name` is that of the example,
    if it has one. `text` is its plain text, or `None` if it is only known when the module runs.
    `anchor` is the argument after which an answer of part 2 can be added. `none` is a `None` in
    the place of that answer, if there is one.
    """

    line: int
    span: Span
    callee: str
    name: str | None
    text: str | None
    has_part2: bool
    anchor: Span
    none: Span | None


class ExamplesList(NamedTuple):
    """The list `EXAMPLES`: its range in the source, and its examples."""

    span: Span
    calls: tuple[ExampleCall, ...]


def parse_examples_list(source: bytes) -> ExamplesList:
    """Parse `EXAMPLES` in the UTF-8 source of a test module. Raises `UnclearSourceError`."""
    tree = parse_module(source)
    positions = Positions(source)
    values: dict[str, list[ast.expr | None]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            values.setdefault(node.id, []).append(None)
    for name, value in assignments(tree):
        # A name has a certain value only if this is its one assignment in the module.
        values[name] = [value] if values[name] == [None] else [None, None]
    found = values.get("EXAMPLES", [])
    if not found:
        raise UnclearSourceError("has no list EXAMPLES")
    listed = found[0] if len(found) == 1 else None
    if not isinstance(listed, ast.List | ast.Tuple):
        raise UnclearSourceError("sets EXAMPLES to something that is not one plain list")
    span = positions.span(listed)
    if source[span.start : span.start + 1] not in (b"[", b"("):
        raise UnclearSourceError("has EXAMPLES without brackets")
    known = {name: node[0] for name, node in values.items() if len(node) == 1 and node[0]}
    return ExamplesList(
        span, tuple(parse_example_call(node, positions, known) for node in listed.elts)
    )


def parse_module(source: bytes) -> ast.Module:
    """Parse the UTF-8 source of a module that Python can compile. Raises `UnclearSourceError`."""
    try:
        text = source.decode("utf-8-sig")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "tests", "exec", dont_inherit=True)
            return ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise UnclearSourceError(f"is not valid Python: {error}") from None


def example_callees(tree: ast.Module) -> list[str]:
    """Return how the functions that make the elements of `EXAMPLES` are written."""
    listed = dict(assignments(tree)).get("EXAMPLES")
    elements = listed.elts if isinstance(listed, ast.List | ast.Tuple) else []
    return [ast.unparse(node.func) for node in elements if isinstance(node, ast.Call)]


def line_end(source: bytes) -> bytes:
    """Return the line end of the first line, which new lines get too."""
    match = LINE_END.search(source)
    return match[0] if match and match[0] else b"\n"


def assignments(tree: ast.Module) -> list[tuple[str, ast.expr]]:
    """Return the names and values of the simple assignments at the top level of a module."""
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


def parse_example_call(
    node: ast.expr, positions: Positions, known: Mapping[str, ast.expr]
) -> ExampleCall:
    """Parse one element of the list."""
    where = f"line {node.lineno}: EXAMPLES holds"
    if not isinstance(node, ast.Call) or function_name(node.func) != "Example":
        raise UnclearSourceError(f"{where} something that is not written as Example(...)")
    named = {keyword.arg: keyword for keyword in node.keywords}
    if None in named or any(isinstance(arg, ast.Starred) for arg in node.args):
        raise UnclearSourceError(f"{where} an Example whose arguments come from elsewhere")
    fields = ("text", "part1", "part2", "name")
    arguments: dict[str, ast.expr] = dict(zip(fields, node.args, strict=False))
    arguments |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    if "text" not in arguments:
        raise UnclearSourceError(f"{where} an Example without a text")
    answer = arguments.get("part2")
    lacks = answer is None or is_none(answer)
    ends = [positions.span(arg) for arg in node.args[:2]]
    ends += [positions.span(keyword) for keyword in node.keywords if keyword.arg == "text"]
    ends += [positions.span(keyword) for keyword in node.keywords if keyword.arg == "part1"]
    return ExampleCall(
        node.lineno,
        positions.span(node),
        ast.unparse(node.func),
        string_value(arguments.get("name")),
        example_text(arguments["text"], known),
        not lacks,
        ends[-1],
        positions.span(answer) if answer is not None and lacks else None,
    )


def function_name(node: ast.expr) -> str:
    """Return the last name of a function: `Example` for `Example` and for `aoc.Example`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_none(node: ast.expr) -> bool:
    """Return whether a node is the constant `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def example_text(node: ast.expr, known: Mapping[str, ast.expr]) -> str | None:
    """Return the plain text of an example if it is written as a string or as the name of one."""
    if isinstance(node, ast.Name):
        node = known.get(node.id, node)
    value = string_value(node)
    return None if value is None else plain(value)


def string_value(node: ast.expr | None) -> str | None:
    """Return the value of a node that is written as a string."""
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


class Positions:
    """Converts the lines and columns of syntax nodes to byte positions in the source."""

    def __init__(self, source: bytes) -> None:
        bom = len(codecs.BOM_UTF8) if source.startswith(codecs.BOM_UTF8) else 0
        self.starts = [bom, *(match.end() for match in re.finditer(rb"\r\n|\r|\n", source))]

    def span(self, node: ast.expr | ast.keyword) -> Span:
        """Return the range of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return Span(start, self.starts[node.end_lineno - 1] + node.end_col_offset)
