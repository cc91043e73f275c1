"""A frame in a terminal: as large as there is room, in colors, half blocks or plain text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rich.color import ColorSystem

from aoc.show.player import rendered
from aoc.text import columns_of
from tests.support.shows import film, show_of

numpy = pytest.importorskip("numpy")

DEEP, FEW, NONE = ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, None
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def shown(
    value: Any, colors: ColorSystem | None = DEEP, columns: int = 80, rows: int = 24
) -> list[str]:
    """Return the lines of a frame, without colors."""
    [(one, _)] = show_of(value)
    return [ESCAPE.sub("", line) for line in rendered(one, colors, columns, rows)]


def test_a_half_block_shows_two_cells_one_above_the_other() -> None:
    grid = numpy.zeros((3, 48), dtype=bool)
    grid[0, 0] = grid[2, 1:] = True
    [upper, lower] = rendered(show_of(grid)[0].frame, DEEP, 80, 24)
    on, off = "8;2;253;231;37", "8;2;68;1;84"
    assert upper == f"\x1b[3{on};4{off}m▀\x1b[3{off};4{off}m{'▀' * 47}\x1b[0m"
    assert lower == f"\x1b[3{off};49m▀\x1b[3{on};49m{'▀' * 47}\x1b[0m", (
        "below is no cell"
    )


def test_a_picture_that_is_too_large_is_scaled_down() -> None:
    for value in (
        numpy.arange(120_000).reshape(300, 400),
        numpy.zeros((300, 400, 3), "uint8"),
    ):
        lines = rendered(show_of(value)[0].frame, DEEP, 80, 24)
        assert len(lines) <= 24
        assert all(len(ESCAPE.sub("", line)) == 58 for line in lines)


def test_a_text_that_is_too_large_is_cut() -> None:
    lines = rendered(show_of(["漢字漢字#", "ab"] * 20)[0].frame, DEEP, 5, 3)
    assert lines == ["漢字…", "ab", "漢字…"]


@pytest.mark.parametrize(("colors", "code"), [(DEEP, "38;2;68;1;84"), (FEW, "38;5;53")])
def test_colors_are_as_exact_as_the_terminal_allows(
    colors: ColorSystem, code: str
) -> None:
    [line] = rendered(show_of(numpy.array([[0, 1], [0, 1]]))[0].frame, colors, 2, 1)
    assert line.startswith(f"\x1b[{code};48;")
    assert line.endswith("\x1b[0m")


def test_without_colors_pictures_are_characters() -> None:
    assert shown(numpy.array([[0, 5, 9, numpy.nan]]), NONE) == [".=**"]
    colors = numpy.array([[[0, 0, 0], [255, 255, 255]]], dtype="uint8")
    assert shown(colors, NONE) == [" @"]
    assert shown(numpy.eye(2, dtype=bool), NONE) == ["*.", ".*"]


@pytest.mark.parametrize("colors", [DEEP, FEW, NONE])
@pytest.mark.parametrize(
    ("columns", "rows"), [(1, 1), (1, 0), (3, 2), (10, 4), (200, 100)]
)
def test_no_frame_takes_more_room_than_there_is(
    colors: ColorSystem | None, columns: int, rows: int
) -> None:
    for one, _ in film():
        lines = [ESCAPE.sub("", line) for line in rendered(one, colors, columns, rows)]
        assert len(lines) <= max(1, rows)
        assert all(columns_of(line) <= columns for line in lines)
