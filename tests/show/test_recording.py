"""Frames as pixels, as PNG files, and the parts of them that have changed."""

from __future__ import annotations

import pytest

from aoc.show.recording import SCALE_COLORS, Pixels, changed_part, png_of
from tests.show.shows import decoded, show_of

numpy = pytest.importorskip("numpy")


def test_a_png_file_has_the_pixels() -> None:
    pytest.importorskip("PIL")
    data = bytes(n * 7919 % 256 for n in range(3 * 7 * 5))
    colors = [tuple(data[n : n + 3]) for n in range(0, len(data), 3)]
    assert decoded(png_of(Pixels(7, 5, data))) == (7, 5, colors)


@pytest.mark.parametrize(
    "points", [[(0, 0)], [(299, 39)], [(5, 7), (200, 7)], [(17, 3), (16, 30), (250, 9)]]
)
@pytest.mark.parametrize("channel", [0, 1, 2])
def test_the_part_that_changes_has_no_row_or_column_more(
    points: list[tuple[int, int]], channel: int
) -> None:
    before = Pixels(300, 40, bytes(36_000))
    data = bytearray(36_000)
    for x, y in points:
        data[3 * (y * 300 + x) + channel] = 1
    across, down = zip(*points, strict=True)
    part = changed_part(before, before._replace(data=bytes(data)))
    assert part
    pixels, left, top = part
    assert (left, top) == (min(across), min(down))
    assert (pixels.width, pixels.height) == (max(across) + 1 - left, max(down) + 1 - top)
    assert sum(pixels.data) == len(points)


def test_what_does_not_change_has_no_part() -> None:
    pixels = Pixels(4, 1, bytes(range(12)))
    assert changed_part(pixels, pixels) is None
    assert changed_part(None, pixels) == (pixels, 0, 0)


def test_all_frames_of_a_show_have_the_same_scale() -> None:
    one, other = show_of(numpy.array([[0, 50]]), numpy.array([[50, 100]]))
    assert [*one.cells, *other.cells] == [0, 127, 127, 254]
    [flat] = show_of(numpy.array([[3, 3]]))
    assert [*flat.cells] == [127, 127]
    [unknown] = show_of(numpy.array([[1.0, numpy.nan]]))
    assert unknown.pixels.data[3:] == SCALE_COLORS[-1] == bytes((154, 160, 166))
    assert len({*SCALE_COLORS}) > 250
