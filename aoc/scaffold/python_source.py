"""Examples written as Python source: reading it gives every text back, character by character."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aoc.examples import Example

__all__ = ["docstring_source", "example_source", "examples_source", "value_source"]

WIDTH = 100
"""Columns that a line of source may have, if it can be helped."""
NO_EXAMPLES = """\
[
    # Example("the text of an example", part1=123),
]"""


def examples_source(examples: Sequence[Example]) -> str:
    """Write a list of examples; an empty one shows how to put them in."""
    if not examples:
        return NO_EXAMPLES
    return "[\n" + "".join(map(example_source, examples)) + "]"


def example_source(example: Example, indent: str = "    ") -> str:
    """Write one element of the list, set in by `indent`, with a comma and the end of the line."""
    values = {
        "part1": example.part1,
        "part2": example.part2,
        "name": example.name,
        "params": dict(example.params) or None,
    }
    given = [f"{name}={value_source(value)}" for name, value in values.items() if value is not None]
    arguments = [text_source(example.text), *given]
    line = f"{indent}Example({', '.join(arguments)}),\n"
    if "\n" not in line[:-1] and len(line) <= WIDTH + 1:
        return line
    inner = "".join(f"{indent}    {argument},\n" for argument in arguments)
    return f"{indent}Example(\n{inner}{indent}),\n"


def value_source(value: object) -> str:
    """Write an answer or a parameter."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        items = (f"{value_source(key)}: {value_source(item)}" for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    return repr(value)


def text_source(text: str) -> str:
    """Write the text of an example: over several lines if it has several."""
    if "\n" not in text:
        return quoted(text)
    escaped = "\n".join(map(escape_line, text.split("\n")))
    # Three quotes would end the string, and so would any at its end.
    escaped = re.sub(r'"{3,}|"+\Z', lambda quotes: '\\"' * len(quotes[0]), escaped)
    return f'"""\\\n{escaped}"""'


def docstring_source(text: str) -> str:
    """Write a line of text for use inside a docstring."""
    return escape_line(" ".join(text.split())).replace('"""', '\\"\\"\\"')


def quoted(text: str) -> str:
    """Write a string on one line."""
    lines = "\\n".join(map(escape_line, text.split("\n")))
    return '"' + lines.replace('"', '\\"') + '"'


def escape_line(line: str) -> str:
    """Escape what would be read as something else, and what an editor would not show or keep."""
    escaped = "".join(map(escape, line))
    # Many editors take blanks at the end of a line away.
    return f"{escaped[:-1]}\\x20" if escaped.endswith(" ") else escaped


def escape(character: str) -> str:
    """Escape a character if it has to be, other than a quote."""
    if character == "\\":
        return "\\\\"
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode()
