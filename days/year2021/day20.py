"""Day 20: Trench Map.

A lookup table of all 4 by 4 windows enhances four pixels at once.
The image is cut into blocks of 2 by 2 pixels. Four blocks, two by two, are a window of 16 pixels,
and the next state of the four pixels in its middle depends on nothing else. These four are a block
again, so one lookup in a table of 65,536 windows computes a block. The new blocks are half a block
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

from days.lines import quoted, rectangle

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
    if len(algorithm) != 512 or not re.fullmatch(r"[.#]+(?:\n[.#]+)*", head):
        complain(lines)
    image = rectangle(body, ".#", "pixels, '.' or '#'", first=len(lines) + 2)
    if algorithm[0] == algorithm[-1] == "#":
        expected = "an algorithm that begins or ends with '.', to keep the lit pixels finite"
        raise ValueError(f"line {len(lines)}: expected {expected}, got {quoted(lines[-1])}")
    return Scan(algorithm, image)


def part1(scan: Scan, *, times: int = 2) -> int:
    """Return how many pixels are lit after a few enhancements."""
    return enhance(scan, times)


def part1_simulate(scan: Scan, *, times: int = 2) -> int:
    """Look up nine pixels for each pixel."""
    return simulate(scan, times)


def part2(scan: Scan, *, times: int = 50) -> int:
    """Return how many pixels are lit after many enhancements."""
    return enhance(scan, times)


def part2_simulate(scan: Scan, *, times: int = 50) -> int:
    """Look up nine pixels for each pixel."""
    return simulate(scan, times)


def enhance(scan: Scan, times: int) -> int:
    """Count the lit pixels after so many enhancements, computed block by block."""
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
    return upper[:, ::2] << 5 | upper[:, 1::2] << 4 | lower[:, ::2] << 1 | lower[:, 1::2]


def bits(pixels: str) -> Pixels:
    """Return 1 for each lit pixel, and 0 for each dark one."""
    return np.frombuffer(pixels.encode(), np.uint8) & 1  # '#' is odd, '.' is even


def simulate(scan: Scan, times: int) -> int:
    """Count the lit pixels after so many enhancements, computed pixel by pixel."""
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


def complain(lines: list[str]) -> None:
    """Raise the `ValueError` that says which line of the algorithm is wrong."""
    pixels = 0
    for number, line in enumerate(lines, 1):
        pixels += len(line)
        if not re.fullmatch(r"[.#]+", line):
            raise ValueError(f"line {number}: expected pixels, '.' or '#', got {quoted(line)}")
        if pixels > 512 or (pixels < 512 and number == len(lines)):
            expected = "the last of 512 pixels and a blank line"
            raise ValueError(f"line {number}: expected {expected}, got {pixels} pixels")


def check_finite(scan: Scan, times: int) -> None:
    """Raise `ValueError` if infinitely many pixels are lit after the enhancements."""
    if scan.algorithm[0] == "#" and times % 2:
        raise ValueError(f"expected an even number of enhancements, got {times}")
