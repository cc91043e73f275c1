"""Columns: how the values of rows are shown, and the tables for a terminal and for Markdown.

A row has `Fields`: raw values by name, as in JSON. A page takes headings and texts one by one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from aoc.render.format import cut
from aoc.render.terminal import painted, width_of
from aoc.text import columns_of, printable

Fields = Mapping[str, Any]


class Column(NamedTuple):
    """A column: the key of its values, its heading, and how a value is shown to people."""

    key: str
    heading: str
    show: Callable[[Any], str] = str
    right: bool = True

    def text(self, row: Fields) -> str:
        """Return the text of a row in this column, as one line; `None` is empty."""
        value = row[self.key]
        if value is None:
            return ""
        words = self.show(value).split()
        return printable(" ".join(words), kept="")


def terminal_table(columns: Sequence[Column], rows: Iterable[Fields]) -> Iterator[str]:
    """Yield the lines of a table; on a terminal, they are cut where they do not fit."""
    lines = [[column.heading for column in columns]]
    for row in rows:
        lines.append([column.text(row) for column in columns])
    widths = [max(map(columns_of, texts)) for texts in zip(*lines, strict=True)]
    terminal_width = width_of(sys.stdout)
    is_heading = True
    for texts in lines:
        cells = []
        for column, text, width in zip(columns, texts, widths, strict=True):
            # Letters of some languages take two columns.
            blanks = " " * (width - columns_of(text))
            cells.append(blanks + text if column.right else text + blanks)
        line = "  ".join(cells).rstrip()
        if terminal_width:
            line = cut(line, terminal_width)
        yield painted(line, "2") if is_heading else line
        yield "\n"
        is_heading = False


def markdown_table(columns: Sequence[Column], rows: Iterable[Fields]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, which its cells may have, too."""
    lines = [
        [column.heading for column in columns],
        ["--:" if column.right else "---" for column in columns],
    ]
    for row in rows:
        cells = []
        for column in columns:
            # Neither the end of a cell, nor a comment such as the marker of a section.
            text = column.text(row).replace("|", "\\|").replace("<!--", "&lt;!--")
            cells.append(text)
        lines.append(cells)
    for cells in lines:
        yield f"| {' | '.join(cells)} |"
