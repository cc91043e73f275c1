"""A frame in a terminal: as large as there is room, in colors, half blocks or plain text."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from rich.color import ColorSystem

from aoc.show.player import rendered, style_of
from aoc.text import columns_of
from tests.support.shows import film, show_of

numpy = pytest.importorskip("numpy")

DEEP, FEW, NONE = ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, None
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def shown(value: Any, columns: int, rows: int) -> list[str]:
    """Return the lines of a frame, without colors."""
    [frame] = show_of(value)
    return [ESCAPE.sub("", line) for line in rendered(frame, DEEP, columns, rows)]


def test_a_half_block_shows_two_cells_one_above_the_other() -> None:
    [frame] = show_of(numpy.array([[1, 0, 0], [0, 0, 0], [0, 1, 1]]))
    [upper, lower] = rendered(frame, DEEP, 3, 24)
    on, off = "8;2;253;231;37", "8;2;68;1;84"
    assert upper == f"\x1b[3{on};4{off}m▀\x1b[0m\x1b[3{off};4{off}m▀▀\x1b[0m"
    below_is_no_cell = f"\x1b[3{off}m▀\x1b[0m\x1b[3{on}m▀▀\x1b[0m"
    assert lower == below_is_no_cell


def test_a_picture_is_scaled_to_the_room() -> None:
    for size, shown_size in (((300, 400), (24, 64)), ((9, 1), (23, 5))):
        for value in (numpy.zeros(size), numpy.zeros((*size, 3), "uint8")):
            lines = shown(value, 80, 24)
            assert (len(lines), len(lines[0])) == shown_size


def test_a_text_that_is_too_large_is_cut() -> None:
    lines = rendered(show_of(["漢字漢字#", "ab"] * 20)[0], DEEP, 5, 3)
    assert lines == ["漢字…", "ab", "漢字…"]


def test_colors_are_as_exact_as_the_terminal_allows() -> None:
    for colors, code in ((DEEP, "38;2;68;1;84"), (FEW, "38;5;53")):
        # A style keeps the colors of its first terminal.
        style_of.cache_clear()
        [line] = rendered(show_of(numpy.array([[0, 1], [0, 1]]))[0], colors, 2, 1)
        assert line.startswith(f"\x1b[{code};48;")
        assert line.endswith("\x1b[0m")


def test_no_frame_takes_more_room_than_there_is() -> None:
    frames = film()
    for colors, room in product((DEEP, FEW, NONE), ((1, 1), (3, 2), (40, 10))):
        columns, rows = room
        for frame in frames:
            lines = rendered(frame, colors, columns, rows)
            assert len(lines) <= rows
            assert all(columns_of(ESCAPE.sub("", line)) <= columns for line in lines)
