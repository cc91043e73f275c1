"""What a day yields becomes a frame, or a clear sentence about why it is none."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from aoc.show.frames import VIRIDIS, frame_of
from aoc.text import is_printable
from tests.support.shows import HOSTILE

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize(
    "value", ["#.\n..#", ["#.", "..#"], ("#.", "..#", ""), ["#.\n..#"]]
)
def test_a_grid_of_text_may_be_a_str_or_a_sequence_of_lines(value: Any) -> None:
    frame = frame_of(value)
    assert (frame.is_text, frame.width, frame.height) == (True, 3, 2)
    assert (frame.data, frame.caption) == ("#.\n..#", "")


@pytest.mark.parametrize("grid", ["#.", ["#."], numpy.zeros((1, 2), dtype=bool)])
def test_a_pair_of_a_grid_and_a_text_is_a_frame_with_a_caption(grid: Any) -> None:
    frame = frame_of((grid, "step\n 3"))
    assert (frame.width, frame.height, frame.caption) == (2, 1, "step 3")


@pytest.mark.parametrize("value", ["", [], (), "\n\n", "  \n", ("", "")])
def test_a_frame_may_be_empty(value: Any) -> None:
    frame = frame_of(value)
    assert (frame.width, frame.data, frame.caption) == (0, "", "")


def test_no_text_of_a_day_can_command_a_terminal() -> None:
    frame = frame_of((HOSTILE, HOSTILE))
    assert is_printable(frame.data)
    assert is_printable(frame.caption)
    assert all(unicodedata.category(c) != "Cs" for c in frame.data)


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_array_with_three_bytes_for_each_cell_is_rgb(order: str) -> None:
    array = numpy.asarray(numpy.arange(12, dtype="uint8").reshape(2, 2, 3), order=order)
    frame = frame_of(array)
    assert (frame.is_text, frame.width, frame.height) == (False, 2, 2)
    assert frame.cells == bytes(range(12))


SCALE = [tuple(bytes.fromhex(color)) for color in VIRIDIS.split()]
DARK, LIGHT = SCALE[0], SCALE[-1]


def colors_of(array: Any) -> list[tuple[int, ...]]:
    """Return the colors of the cells of an array."""
    frame = frame_of(array)
    return [tuple(frame.cells[n : n + 3]) for n in range(0, len(frame.cells), 3)]


@pytest.mark.parametrize("kind", ["uint8", "int64", "float16", "float64", ">i4"])
def test_an_array_of_numbers_has_colors_from_its_least_to_its_greatest(
    kind: str,
) -> None:
    cells = colors_of(numpy.array([[10, 60], [100, 10]], dtype=kind))
    assert cells == [DARK, SCALE[5], LIGHT, DARK]
    assert colors_of(numpy.array([[True, False]])) == [LIGHT, DARK]
    assert colors_of(numpy.array([[7, 7]])) == [DARK, DARK]


def test_the_greatest_whole_numbers_do_not_overflow() -> None:
    whole = numpy.array([[0, 2**64 - 1]], dtype="uint64")
    assert colors_of(whole) == [DARK, LIGHT]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "NoneType"),
        ([[1, 0]], "list"),
        (("#", 3), "tuple"),
        ((5, "caption"), "int"),
        (numpy.zeros(3), "ndarray"),
        (numpy.zeros((2, 2, 3)), "ndarray"),
        (numpy.zeros((2, 2), dtype=complex), "ndarray"),
        (numpy.array([[1, numpy.nan]]), "ndarray"),
        (numpy.zeros((0, 5)), "ndarray"),
    ],
)
def test_what_is_no_frame_is_described_with_what_to_yield(
    value: Any, kind: str
) -> None:
    with pytest.raises(TypeError, match=f"^{kind} is no frame: yield a str of lines, "):
        frame_of(value)
