"""What a day yields becomes a frame, or a clear sentence about why it is none."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from aoc.model.frames import GRAY, RGB, TEXT, FrameError, frame_of
from aoc.text import is_printable
from tests.support.shows import HOSTILE

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize(
    "value", ["#.\n..#", ["#.", "..#"], ("#.", "..#", ""), ["#.\n..#"]]
)
def test_a_grid_of_text_may_be_a_str_or_a_sequence_of_lines(value: Any) -> None:
    frame = frame_of(value)
    assert (frame.content, frame.width, frame.height) == (TEXT, 3, 2)
    assert (frame.lines, frame.caption) == (["#.", "..#"], "")


@pytest.mark.parametrize("grid", ["#.", ["#."], numpy.zeros((1, 2), dtype=bool)])
def test_a_pair_of_a_grid_and_a_text_is_a_frame_with_a_caption(grid: Any) -> None:
    frame = frame_of((grid, "step\n 3"))
    assert (frame.width, frame.height, frame.caption) == (2, 1, "step 3")


@pytest.mark.parametrize("value", ["", [], (), "\n\n", "  \n", ("", "")])
def test_a_frame_may_be_empty(value: Any) -> None:
    frame = frame_of(value)
    assert (frame.width, frame.height, frame.lines, frame.caption) == (0, 0, [], "")


def test_no_text_of_a_day_can_command_a_terminal() -> None:
    lines = frame_of((HOSTILE, HOSTILE))
    assert all(is_printable(text) for text in (*lines.lines, lines.caption))
    assert all(unicodedata.category(c) != "Cs" for c in lines.lines[0])


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_with_three_bytes_for_each_cell_is_rgb(order: str) -> None:
    array = numpy.asarray(numpy.arange(12, dtype="uint8").reshape(2, 2, 3), order=order)
    frame = frame_of(array)
    assert (frame.content, frame.width, frame.height, frame.cells) == (
        RGB,
        2,
        2,
        bytes(range(12)),
    )


DARK, MIDDLE, LIGHT = (68, 1, 84), (34, 144, 140), (253, 231, 37)


def colors_of(array: Any) -> list[tuple[int, ...]]:
    """Return the colors of the cells of an array."""
    frame = frame_of(array)
    assert frame.content == RGB
    return [tuple(frame.cells[n : n + 3]) for n in range(0, len(frame.cells), 3)]


@pytest.mark.parametrize("kind", ["uint8", "int64", "float16", "float64", ">i4"])
def test_an_array_of_numbers_has_colors_from_its_least_to_its_greatest(
    kind: str,
) -> None:
    cells = colors_of(numpy.array([[10, 60], [110, 10]], dtype=kind))
    assert cells == [DARK, MIDDLE, LIGHT, DARK]
    assert colors_of(numpy.array([[True, False]])) == [LIGHT, DARK]
    assert colors_of(numpy.array([[7, 7]])) == [DARK, DARK]
    assert colors_of(numpy.zeros((0, 5))) == []


def test_what_is_no_number_is_gray_and_infinity_has_the_color_of_the_end() -> None:
    odd = [1, numpy.nan, 3, -numpy.inf, numpy.inf]
    assert colors_of(numpy.array([odd])) == [DARK, GRAY, LIGHT, DARK, LIGHT]
    assert colors_of(numpy.array([[numpy.nan]])) == [GRAY]


def test_the_greatest_whole_numbers_do_not_overflow() -> None:
    whole = numpy.array([[0, 2**64 - 1]], dtype="uint64")
    assert colors_of(whole) == [DARK, LIGHT]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (
            None,
            "is of type NoneType: yield a str of lines, a list of str, or a numpy array",
        ),
        ({"a": 1}, "is of type dict: "),
        ([[1, 0]], "is of type list: "),
        (("#", 3), "is of type tuple: "),
        ((5, "caption"), "is of type int: "),
        (numpy.zeros(3), "is an array of float64 and shape (3,): yield one of bool or"),
        (numpy.zeros((2, 2, 3)), "of uint8, (height, width, 3)"),
        (
            numpy.zeros((2, 2), dtype=complex),
            "is an array of complex128 and shape (2, 2): ",
        ),
        (
            "#" * 1_000_000,
            "has 1000000 times 1 cells, and at most 250,000 can be shown",
        ),
        (numpy.zeros((1000, 1000)), "has 1000 times 1000 cells, "),
    ],
)
def test_what_is_no_frame_is_described_with_what_to_do(
    value: Any, sentence: str
) -> None:
    with pytest.raises(FrameError) as raised:
        frame_of(value)
    assert sentence in str(raised.value)
