"""Day 20: Trench Map.

A lookup table of all 4 by 4 windows enhances four pixels at once.
The image is cut into blocks of 2 by 2 pixels. Four blocks, two by two, are a window of 16 pixels,
and the next state of the four pixels in its middle depends on nothing else. These four are a block
again, so one lookup in a table of 65,536 windows computes a block:

    a a b b       the blocks a, b, c and d are the window,
    a # # b       and the new block # is in its middle
    c # # d
    c c d d

The new blocks are half a block
off the old ones, and there is one row and one column more of them, which is as much as the image
can grow.

The table is composed from small parts: from the algorithm, which says what comes of 3 rows of 3
pixels, follow the two pixels of 3 rows of 4, and from these the four pixels of 4 rows of 4.

The pixels out of reach of the image are all alike. At first they are dark. Then they are what the
algorithm says of nine dark or nine lit pixels: they stay dark if its first pixel is dark, and
flicker if its first pixel is lit and its last one dark. If both are lit, they are lit for ever
after the first enhancement, and the number of lit pixels is infinite. Such an algorithm is refused,
and so is an odd number of enhancements with one that flickers.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from days.lines import rectangle, refusal

Pixels = npt.NDArray[np.integer[Any]]
"""Pixels as bits, 1 for a lit one: single ones, blocks or rows."""


class Scan(NamedTuple):
    """The 512 pixels of the algorithm, and the rows of the image."""

    algorithm: str
    image: tuple[str, ...]


def parse(text: str) -> Scan:
    """Read the algorithm, on one line or several, a blank line, and the image."""
    head, _, body = text.partition("\n\n")
    lines = head.split("\n")
    algorithm = "".join(lines)
    for number, line in enumerate(lines, 1):
        if not re.fullmatch("[.#]+", line):
            raise refusal(number, "pixels, '.' or '#'", line)
        pixels = sum(map(len, lines[:number]))
        if pixels > 512 or (pixels < 512 and number == len(lines)):
            expected = "the last of 512 pixels and a blank line"
            raise ValueError(f"line {number}: expected {expected}, got {pixels} pixels")
    image = rectangle(body, ".#", "pixels, '.' or '#'", first=len(lines) + 2)
    if algorithm[0] == algorithm[-1] == "#":
        expected = (
            "an algorithm that begins or ends with '.', to keep the lit pixels finite"
        )
        raise refusal(len(lines), expected, lines[-1])
    return Scan(algorithm, image)


def part1(scan: Scan, *, times: int = 2) -> int:
    """Return how many pixels are lit after a few enhancements."""
    return part2(scan, times=times)


def part2(scan: Scan, *, times: int = 50) -> int:
    """Return how many pixels are lit after many enhancements, computed block by block."""
    if scan.algorithm[0] == "#" and times % 2:
        raise ValueError(f"expected an even number of enhancements, got {times}")
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
    """Return the block in the middle of each window, whose bits are its pixels row by row."""
    three_by_three = rule.reshape(8, 8, 8)
    # As a number, the left three of a row of four are its half, the right three its remainder by 8.
    left = three_by_three.repeat(2, 0).repeat(2, 1).repeat(2, 2)
    right = np.tile(three_by_three, (2, 2, 2))
    three_by_four = left << 1 | right
    return (three_by_four[..., None] << 4 | three_by_four).ravel()


def image_blocks(image: tuple[str, ...]) -> Pixels:
    """Cut the image into blocks: bits 5 and 4 are the upper row of a block, bits 1 and 0 the lower.

    The bits between them are free for the block beside it, so two blocks make two rows of four.
    """
    height, width = len(image), len(image[0])
    pixels = np.zeros((height + height % 2, width + width % 2), np.uint8)
    pixels[:height, :width] = bits("".join(image)).reshape(height, width)
    upper, lower = pixels[::2], pixels[1::2]
    return (
        upper[:, ::2] << 5 | upper[:, 1::2] << 4 | lower[:, ::2] << 1 | lower[:, 1::2]
    )


def bits(pixels: str) -> Pixels:
    """Return 1 for each lit pixel, and 0 for each dark one."""
    return np.frombuffer(pixels.encode(), np.uint8) & 1  # '#' is odd, '.' is even
