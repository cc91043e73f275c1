"""Day 20: Trench Map.

Four pixels make a block, two by two. Four blocks, two by two, are a window of sixteen pixels, all
that the four in its middle depend on; and those four are a block again. So one look-up in a table
of 65,536 windows enhances four pixels at once. The middles lie half a block off the old grid, so
that an image of so many blocks becomes one with a row and a column more: just as much as it
can grow.

The table is composed of small pieces: from the algorithm, which pixel comes of three rows of three;
from that, which two come of three rows of four; from those, which four of four rows of four.

Pixels out of reach of the image are alike. All are dark at first, and then what the algorithm says
of nine dark or nine lit pixels: they stay dark if its first pixel is dark, and flicker if it is lit
and the last one dark. If both are lit, they stay lit from the first enhancement on, and the
question makes no sense: such an algorithm is refused, as is an odd number of enhancements where
they flicker.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.integer[Any]]
"""Bits of pixels, 1 for a lit one: one by one, in blocks or in rows."""


class Scan(NamedTuple):
    """The algorithm's 512 pixels, and the image's rows."""

    algorithm: str
    image: tuple[str, ...]


def parse(text: str) -> Scan:
    """Read the algorithm, on one line or wrapped, and below a blank line the image."""
    head, _, body = text.partition("\n\n")
    scan = Scan(head.replace("\n", ""), tuple(body.split("\n")))
    lines = head.split("\n")
    width = len(scan.image[0])
    if (
        text.encode().translate(None, b".#\n")
        or len(scan.algorithm) != 512
        or {*map(len, scan.image)} != {width}
        or not width
    ):
        for number, line in enumerate(lines, 1):
            if not re.fullmatch(r"[.#]+", line):
                raise ValueError(f"line {number}: expected pixels, '.' or '#', got {line!r}")
        if len(scan.algorithm) != 512:
            expected = "the last of 512 pixels and a blank line"
            raise ValueError(
                f"line {len(lines)}: expected {expected}, got {len(scan.algorithm)} pixels"
            )
        for number, line in enumerate(scan.image, len(lines) + 2):
            if not re.fullmatch(r"[.#]+", line) or len(line) != width:
                expected = f"{width or 'some'} pixels, '.' or '#'"
                raise ValueError(f"line {number}: expected {expected}, got {line!r}")
    if scan.algorithm[0] == scan.algorithm[-1] == "#":
        expected = "an algorithm that begins or ends with '.', to keep the lit pixels finite"
        raise ValueError(f"line {len(lines)}: expected {expected}, got {lines[-1]!r}")
    return scan


def part1(scan: Scan, *, times: int = 2) -> int:
    """Return how many pixels are lit after a few enhancements."""
    return enhance(scan, times)


def part1_simulate(scan: Scan, *, times: int = 2) -> int:
    """Look at nine pixels for each one."""
    return simulate(scan, times)


def part2(scan: Scan, *, times: int = 50) -> int:
    """Return how many pixels are lit after many enhancements."""
    return enhance(scan, times)


def part2_simulate(scan: Scan, *, times: int = 50) -> int:
    """Look at nine pixels for each one."""
    return simulate(scan, times)


def enhance(scan: Scan, times: int) -> int:
    """Count the lit pixels after so many enhancements, made block by block."""
    check_finite(scan, times)
    rule = bits(scan.algorithm)
    table = block_table(rule)
    blocks = image_blocks(scan.image)
    outside = 0
    for _ in range(times):
        height, width = blocks.shape
        framed = np.full((height + 2, width + 2), 0b11_0011 * outside, np.uint16)
        framed[1:-1, 1:-1] = blocks
        pairs = framed[:, :-1] << 2 | framed[:, 1:]
        blocks = table.take(pairs[:-1] << 8 | pairs[1:])
        outside = int(rule[-outside])
    return int.from_bytes(blocks.tobytes(), "little").bit_count()


def block_table(rule: Pixels) -> Pixels:
    """Return the block in the middle of each window; a window's bits are its pixels, row by row."""
    three_by_three = rule.reshape(8, 8, 8)
    # In a row of four, the left three are half of it, and the right three what is left of eight.
    left = three_by_three.repeat(2, 0).repeat(2, 1).repeat(2, 2)
    right = np.tile(three_by_three, (2, 2, 2))
    three_by_four = left << 1 | right
    return (three_by_four[..., None] << 4 | three_by_four).ravel()


def image_blocks(image: tuple[str, ...]) -> Pixels:
    """Cut the image into blocks: bits 5 and 4 are a block's upper row, bits 1 and 0 the lower.

    The gaps in between are for the block's neighbour, so that two blocks make two rows of four.
    """
    height, width = len(image), len(image[0])
    pixels = np.zeros((height + height % 2, width + width % 2), np.uint8)
    pixels[:height, :width] = bits("".join(image)).reshape(height, width)
    upper, lower = pixels[::2], pixels[1::2]
    return upper[:, ::2] << 5 | upper[:, 1::2] << 4 | lower[:, ::2] << 1 | lower[:, 1::2]


def bits(pixels: str) -> Pixels:
    """Return 1 for each lit pixel, and 0 for each dark one."""
    return np.frombuffer(pixels.encode(), np.uint8) & 1  # '#' is odd, '.' is even


def simulate(scan: Scan, times: int) -> int:
    """Count the lit pixels after so many enhancements, made pixel by pixel."""
    check_finite(scan, times)
    image, outside = scan.image, "."
    for _ in range(times):
        width = len(image[0]) + 4
        rows = [outside * width] * 2
        rows += [f"{outside * 2}{row}{outside * 2}" for row in image]
        rows += [outside * width] * 2
        rows = [row.replace(".", "0").replace("#", "1") for row in rows]
        image = tuple(
            "".join(
                scan.algorithm[int(above[at : at + 3] + row[at : at + 3] + below[at : at + 3], 2)]
                for at in range(width - 2)
            )
            for above, row, below in zip(rows, rows[1:], rows[2:], strict=False)
        )
        outside = scan.algorithm[0 if outside == "." else -1]
    return "".join(image).count("#")


def check_finite(scan: Scan, times: int) -> None:
    """Raise ValueError if the enhancements end with all the pixels out of reach lit."""
    if scan.algorithm[0] == "#" and times % 2:
        raise ValueError(f"expected an even number of enhancements, got {times}")
