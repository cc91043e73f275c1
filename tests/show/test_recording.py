"""Frames as pixels and as PNG files."""

from __future__ import annotations

import pytest

from aoc.show.recording import SCALE_COLORS, png_of
from tests.show.shows import decoded, show_of

numpy = pytest.importorskip("numpy")


def test_a_png_file_has_the_pixels() -> None:
    pytest.importorskip("PIL")
    data = bytes(n * 7919 % 256 for n in range(4 * 7 * 5))
    colors = [tuple(data[n : n + 4]) for n in range(0, len(data), 4)]
    assert decoded(png_of(7, 5, data)) == (7, 5, colors)


def test_all_frames_of_a_show_have_the_same_scale() -> None:
    one, other = show_of(numpy.array([[0, 50]]), numpy.array([[50, 100]]))
    assert [*one.cells, *other.cells] == [0, 127, 127, 254]
    [flat] = show_of(numpy.array([[3, 3]]))
    assert [*flat.cells] == [0, 0]
    [unknown] = show_of(numpy.array([[1.0, numpy.nan]]))
    assert unknown.pixels[4:] == SCALE_COLORS[-1] == bytes((154, 160, 166, 255))
    assert len({*SCALE_COLORS}) > 250
