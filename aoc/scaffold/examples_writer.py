"""Writing examples as Python source, so that running it returns every text exactly."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aoc.model import Example

WIDTH = 100
"""Columns of a line of source; only a long text makes a longer line."""
NO_EXAMPLES = """\
[
    # Example("the text of an example", part1=123),
]"""


def examples_source(examples: Sequence[Example]) -> str:
    """Return a list of examples as source; an empty list shows in a comment how to add one."""
    if not examples:
        return NO_EXAMPLES
    return "[\n" + "".join(map(example_source, examples)) + "]"


def example_source(example: Example, indent: str = "    ", callee: str = "Example") -> str:
    """Return one element of the list as source, with indentation, comma and line end.

    `callee` is how `Example` is written where the list is.
    """
    values = {
        "part1": example.part1,
        "part2": example.part2,
        "name": example.name,
        "params": dict(example.params) or None,
    }
    keywords = [
        f"{name}={value_source(value)}" for name, value in values.items() if value is not None
    ]
    arguments = [text_source(example.text), *keywords]
    line = f"{indent}{callee}({', '.join(arguments)}),\n"
    if "\n" not in line[:-1] and len(line) <= WIDTH + 1:
        return line
    inner = "".join(f"{indent}    {argument},\n" for argument in arguments)
    return f"{indent}{callee}(\n{inner}{indent}),\n"


def value_source(value: object) -> str:
    """Return an answer or a parameter as source."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        items = (f"{value_source(key)}: {value_source(item)}" for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    return repr(value)


def text_source(text: str) -> str:
    """Return the text of an example as source, on several lines if it has several lines."""
    if "\n" not in text:
        return quoted(text)
    escaped = "\n".join(map(escape_line, text.split("\n")))
    return f'"""\\\n{escape_quotes(escaped)}"""'


def docstring_source(text: str) -> str:
    """Return one line of text as it is written inside a docstring, or as all of one."""
    return escape_quotes(escape_line(" ".join(text.split())))


def escape_quotes(text: str) -> str:
    """Escape what would end a string in three quotes too early, or join the quotes at its end."""
    return re.sub(r'"{3,}|"+\Z', lambda quotes: '\\"' * len(quotes[0]), text)


def quoted(text: str) -> str:
    """Return a string as source on one line."""
    lines = "\\n".join(map(escape_line, text.split("\n")))
    return '"' + lines.replace('"', '\\"') + '"'


def escape_line(line: str) -> str:
    """Escape a line: backslashes, and what an editor does not show or keep."""
    escaped = "".join(map(escape, line))
    # Many editors remove blanks at the end of a line.
    return f"{escaped[:-1]}\\x20" if escaped.endswith(" ") else escaped


def escape(character: str) -> str:
    """Escape a character if it needs that; quotes stay as they are."""
    if character == "\\":
        return "\\\\"
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode()
