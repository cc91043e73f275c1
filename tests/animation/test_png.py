"""Pixels as PNG files, and the parts of them that have changed."""

from __future__ import annotations

import pytest

from aoc.animation.palette import SET_COLOURS
from aoc.animation.png import png_of
from aoc.animation.scenes import Pixels, changed_box, cropped
from tests.animation.pictures import decoded


@pytest.mark.parametrize("colours", [1, 2, 3, 4, 5, 16, 17, 200, 256, 257, 5000])
@pytest.mark.parametrize("width", [1, 7, 100])
def test_a_png_file_has_the_pixels_and_no_more_bits_than_it_needs(colours: int, width: int) -> None:
    numbers = [n * 7919 % colours * 3301 for n in range(100 * width)]
    data = b"".join(number.to_bytes(3) for number in numbers)
    cells = [tuple(number.to_bytes(3)) for number in numbers]
    png = png_of(Pixels(width, 100, data, None))
    assert decoded(png) == (width, 100, cells)
    limit = next((1 << bits for bits in (1, 2, 4, 8) if len({*cells}) <= 1 << bits), 0)
    assert png[24:26] == (bytes([limit.bit_length() - 1, 3]) if limit else b"\x08\x02")


def test_a_box_has_all_that_has_changed_and_no_row_or_column_more() -> None:
    before = Pixels(300, 40, bytes(12_000), SET_COLOURS)
    for points in ([(0, 0)], [(299, 39)], [(5, 7), (200, 7)], [(17, 3), (16, 30), (250, 9)]):
        data = bytearray(12_000)
        for x, y in points:
            data[y * 300 + x] = 1
        after = before._replace(data=bytes(data))
        across, down = zip(*points, strict=True)
        box = (min(across), min(down), max(across) + 1, max(down) + 1)
        assert changed_box(before, after) == box
        part = cropped(after, box)
        assert (part.width, part.height) == (box[2] - box[0], box[3] - box[1])
        assert sum(part.data) == len(points)
    assert changed_box(before, before) is None
    rgb = Pixels(4, 1, bytes([*[0] * 8, 9, *[0] * 3]), None)
    assert changed_box(rgb._replace(data=bytes(12)), rgb) == (2, 0, 3, 1)
