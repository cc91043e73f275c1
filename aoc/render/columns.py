"""Columns: how the values of rows are shown, and the tables for a terminal and for Markdown.

A row is a mapping of raw values, as JSON has them; a page takes headings and texts one by one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from aoc.render.format import cut
from aoc.render.terminal import painted, width_of
from aoc.text import printable

Row = Mapping[str, Any]
MARKDOWN = re.compile(
    r"(?<!`)(?P<ticks>`+)(?!`)(?:(?!<!--)[^`])+(?P=ticks)(?!`)|[\\`*_\[\]|~<>]"
)
"""Code in Markdown, in one or more backquotes, or a character that means something there.

The markers of a section are comments, which must not get into a cell.
"""


class Column(NamedTuple):
    """A column: the key of its values, its heading, and how a value is shown to people."""

    key: str
    heading: str
    show: Callable[[Any], str] = str
    right: bool = True

    def text(self, row: Row) -> str:
        """Return the text of a row in this column, as one line; `None` is empty."""
        value = row[self.key]
        return (
            ""
            if value is None
            else printable(" ".join(self.show(value).split()), kept="")
        )


def with_values(columns: Iterable[Column], rows: Sequence[Row]) -> list[Column]:
    """Return the columns in which a row has a value other than zero."""
    return [column for column in columns if any(row[column.key] for row in rows)]


def terminal_table(columns: Sequence[Column], rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a table; on a terminal, they are cut where they do not fit."""
    room = width_of(sys.stdout)
    headings = [column.heading for column in columns]
    lines = [headings, *([column.text(row) for column in columns] for row in rows)]
    widths = [max(map(len, texts)) for texts in zip(*lines, strict=True)]
    for texts in lines:
        cells = (
            text.rjust(width) if column.right else text.ljust(width)
            for column, text, width in zip(columns, texts, widths, strict=True)
        )
        line = "  ".join(cells).rstrip()
        line = cut(line, room) if room else line
        yield painted(line, "2") if texts is headings else line
        yield "\n"


def markdown_table(columns: Sequence[Column], rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a table in Markdown; of that, a cell may have code."""
    lines = [
        [column.heading for column in columns],
        ["--:" if column.right else "---" for column in columns],
        *([markdown(column.text(row)) for column in columns] for row in rows),
    ]
    for cells in lines:
        yield f"| {' | '.join(cells)} |"


def markdown(text: str) -> str:
    """Return a text as it is written in a cell, so that nothing but code in it is Markdown."""
    return MARKDOWN.sub(escaped, text)


def escaped(found: re.Match[str]) -> str:
    """Return code, or a character that means something, as it is written in a cell."""
    if found["ticks"]:
        return found[0].replace("|", "\\|")
    return {"<": "&lt;", ">": "&gt;"}.get(found[0], f"\\{found[0]}")
