"""What a day yields becomes a frame, or a clear sentence about why it is none."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from aoc.show.frames import VIRIDIS, frame_of
from aoc.text import is_printable
from tests.support.shows import HOSTILE

numpy = pytest.importorskip("numpy")


def test_a_frame_is_a_str_or_a_sequence_of_lines_which_may_be_empty() -> None:
    for value in ("#.\n..#", ["#.", "..#"], ("#.", "..#", ""), ["#.\n..#"]):
        frame = frame_of(value)
        assert (frame.is_text, frame.width, frame.height) == (True, 3, 2)
        assert (frame.data, frame.caption) == ("#.\n..#", "")
    nothing: list[Any] = ["", [], (), "\n\n", "  \n", ("", "")]
    for empty in nothing:
        frame = frame_of(empty)
        assert (frame.width, frame.data, frame.caption) == (0, "", "")


def test_a_pair_of_a_grid_and_a_text_is_a_frame_with_a_caption() -> None:
    for grid in ("#.", ["#."], numpy.zeros((1, 2), dtype=bool)):
        frame = frame_of((grid, "step\n 3"))
        assert (frame.width, frame.height, frame.caption) == (2, 1, "step 3")


def test_no_text_of_a_day_can_command_a_terminal() -> None:
    frame = frame_of((HOSTILE, HOSTILE))
    assert is_printable(frame.data)
    assert is_printable(frame.caption)
    assert all(unicodedata.category(c) != "Cs" for c in frame.data)


def test_an_array_with_three_bytes_for_each_cell_is_rgb() -> None:
    for order in ("C", "F"):
        cells = numpy.arange(12, dtype="uint8").reshape(2, 2, 3)
        frame = frame_of(numpy.asarray(cells, order=order))
        assert (frame.is_text, frame.width, frame.height) == (False, 2, 2)
        assert frame.cells == bytes(range(12))


SCALE = [tuple(bytes.fromhex(color)) for color in VIRIDIS.split()]
DARK, LIGHT = SCALE[0], SCALE[-1]


def colors_of(array: Any) -> list[tuple[int, ...]]:
    """Return the colors of the cells of an array."""
    frame = frame_of(array)
    return [tuple(frame.cells[n : n + 3]) for n in range(0, len(frame.cells), 3)]


def test_an_array_of_numbers_has_colors_from_its_least_to_its_greatest() -> None:
    for kind in ("uint8", "int64", "float16", "float64", ">i4"):
        cells = colors_of(numpy.array([[10, 60], [100, 10]], dtype=kind))
        assert cells == [DARK, SCALE[5], LIGHT, DARK]
    assert colors_of(numpy.array([[True, False]])) == [LIGHT, DARK]
    assert colors_of(numpy.array([[7, 7]])) == [DARK, DARK]
    whole = numpy.array([[0, 2**64 - 1]], dtype="uint64")
    assert colors_of(whole) == [DARK, LIGHT]


NO_FRAMES: list[tuple[Any, str]] = [
    (None, "NoneType"),
    ([[1, 0]], "list"),
    (("#", 3), "tuple"),
    *((numpy.zeros(shape), "ndarray") for shape in (3, (2, 2, 3), (0, 5))),
    (numpy.zeros((2, 2), dtype=complex), "ndarray"),
    (numpy.array([[1, numpy.nan]]), "ndarray"),
]


def test_what_is_no_frame_is_described_with_what_to_yield() -> None:
    for value, kind in NO_FRAMES:
        message = f"^{kind} is no frame: yield a str of lines, "
        with pytest.raises(TypeError, match=message):
            frame_of(value)
