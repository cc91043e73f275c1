"""A frame in a terminal: as large as there is room, in colours, half blocks or plain text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from aoc.animation.palette import SCALE_COLOURS, hex_of, luminance_of, terminal_colour
from aoc.animation.scenes import first_still, pixels_of
from aoc.animation.terminal_picture import Look, draw, plain_lines
from aoc.text import columns_of
from tests.animation.shows import film, scenes

numpy = pytest.importorskip("numpy")

DEEP, FEW, NONE = Look(1 << 24, True), Look(256, True), Look(0, True)
ASCII = Look(256, False)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def shown(value: Any, look: Look = NONE, columns: int = 80, rows: int = 24) -> list[str]:
    """Return the lines of a frame, without colours."""
    [scene] = scenes(value)
    return [ESCAPE.sub("", line) for line in draw(scene, look, columns, rows).lines]


def test_a_half_block_shows_two_cells_one_above_the_other() -> None:
    grid = numpy.zeros((5, 48), dtype=bool)
    grid[0, 0] = grid[1, 1] = grid[0, 2] = grid[1, 2] = grid[4, 3] = True
    assert shown(grid) == ["▀▄█", "", "   ▀"]


def test_small_pictures_are_enlarged_in_whole_steps() -> None:
    grid = numpy.eye(4, dtype=bool)
    assert shown(grid, columns=9, rows=20) == ["██", "  ██", "    ██", "      ██"]
    assert shown(grid, columns=80, rows=2) == ["▀▄", "  ▀▄"]


def test_a_picture_that_is_too_large_is_scaled_down_and_that_is_said() -> None:
    grid = numpy.zeros((300, 400), dtype=bool)
    grid[:, 17] = True
    drawn = draw(scenes(grid)[0], NONE, 80, 24)
    assert drawn.note == "scaled to 1/7: 400×300"
    assert len(drawn.lines) <= 24
    assert all(line == "  █" for line in drawn.lines[:-1]), "a thin line is not lost"
    for value in (numpy.arange(120_000).reshape(300, 400), numpy.zeros((300, 400, 3), "uint8")):
        lines = shown(value, DEEP)
        assert len(lines) <= 24
        assert all(len(line) == 58 for line in lines)


@pytest.mark.parametrize("look", [NONE, ASCII])
def test_characters_for_pixels_are_scaled_down_as_well(look: Look) -> None:
    drawn = draw(scenes(numpy.arange(5000).reshape(50, 100))[0], Look(0, look.has_blocks), 40, 20)
    assert (drawn.note, len(drawn.lines), len(drawn.lines[-1])) == ("scaled to 1/3: 100×50", 17, 34)


def test_a_text_that_is_too_large_is_cut_and_that_is_said() -> None:
    drawn = draw(scenes(["漢字漢字#", "ab"] * 20)[0], DEEP, 5, 3)
    assert (drawn.lines, drawn.note) == (["漢字", "ab", "漢字"], "cut: 9×40")


@pytest.mark.parametrize(("look", "code"), [(DEEP, "38;2;68;1;84"), (FEW, "38;5;53")])
def test_colours_are_as_exact_as_the_terminal_allows(look: Look, code: str) -> None:
    [line] = draw(scenes(numpy.array([[0, 1], [0, 1]]))[0], look, 2, 1).lines
    assert line.startswith(f"\x1b[{code};48;")
    assert line.endswith("\x1b[0m")


def test_one_row_of_pixels_is_drawn_on_the_background_of_the_terminal() -> None:
    [line] = draw(scenes(numpy.array([[0, 1, 1]]))[0], DEEP, 3, 1).lines
    assert line == "\x1b[38;2;68;1;84m▀\x1b[38;2;253;231;37m▀▀\x1b[0m"


@pytest.mark.parametrize("look", [NONE, ASCII])
def test_without_colours_or_blocks_values_are_characters(look: Look) -> None:
    values = numpy.array([[0, 5, 9, numpy.nan]])
    assert shown(values, look if look == NONE else Look(0, False)) == [" +@?"]
    colours = numpy.array([[[0, 0, 0], [255, 255, 255]]], dtype="uint8")
    assert shown(colours, look) == [" @"]


def test_without_blocks_what_is_set_is_a_number_sign() -> None:
    assert shown(numpy.eye(2, dtype=bool), ASCII) == ["#.", ".#"]


@pytest.mark.parametrize("look", [DEEP, FEW, NONE, ASCII])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (0, 0), (3, 2), (10, 4), (200, 100)])
def test_no_frame_takes_more_room_than_there_is(look: Look, columns: int, rows: int) -> None:
    for scene in film():
        lines = [ESCAPE.sub("", line) for line in draw(scene, look, columns, rows).lines]
        assert len(lines) <= max(1, rows)
        assert all(columns_of(line) <= max(1, columns) for line in lines)


def test_plain_text_has_a_character_for_each_cell() -> None:
    for scene in film():
        lines = plain_lines(scene)
        assert len(lines) == scene.frame.height
        assert all(columns_of(line) <= scene.frame.width for line in lines)


def test_all_frames_of_a_show_have_the_same_scale() -> None:
    one, other = scenes(numpy.array([[0, 50]]), numpy.array([[50, 100]]))
    assert [*pixels_of(one).data] == [0, 127]
    assert [*pixels_of(other).data] == [127, 254]
    [flat] = scenes(numpy.array([[3, 3]]))
    assert [*pixels_of(flat).data] == [127, 127]


def test_the_scale_gets_lighter_evenly_and_ends_apart_from_light_and_dark() -> None:
    lightness = [116 * luminance_of(colour) ** (1 / 3) - 16 for colour in SCALE_COLOURS[:-1]]
    steps = [after - before for before, after in pairwise(lightness[::6])]
    assert max(steps) < 1.6 * sum(steps) / len(steps)
    assert min(steps) > 0.6 * sum(steps) / len(steps)
    assert len({*map(hex_of, SCALE_COLOURS)}) > 250


def test_the_nearest_of_256_colours_is_chosen() -> None:
    assert terminal_colour((0, 0, 0)) == 16
    assert terminal_colour((255, 255, 255)) == 231
    assert terminal_colour((255, 0, 0)) == 196
    assert terminal_colour((128, 128, 128)) == 244


def test_the_first_still_is_the_first_frame_in_which_there_is_something() -> None:
    blank = numpy.zeros((2, 2), dtype=bool)
    colours = numpy.full((2, 2, 3), 7, dtype="uint8")
    assert first_still(scenes("", [" "], blank, colours, ~blank, numpy.eye(2), "#")) == 5
    assert first_still(scenes("#", "##")) == 0
    assert first_still(scenes("", blank)) == 0
