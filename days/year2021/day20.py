"""Day 20: Trench Map.

A lookup table of all 4 by 4 windows enhances four pixels at once.
The image is cut into blocks of 2 by 2 pixels. Four blocks, two by two, are a window of 16 pixels,
and the next state of the four pixels in its middle depends on nothing else. These four are a block
again, so one lookup in a table of 65,536 windows computes a block:

    a a b b       the blocks a, b, c and d are the window,
    a # # b       and the new block # is in its middle
    c # # d
    c c d d

The new blocks are half a block higher and half a block further left than the old ones, and there is
one row and one column more of them: the image grows by one pixel on each side.

The table is composed from small parts. The algorithm says which pixel comes of 3 rows of 3 pixels.
From it follow the two pixels that come of 3 rows of 4, and from these the four of 4 rows of 4. As a
number of four bits, a row of four pixels has both of its rows of three in it:

    the row            abcd    # # . #    0b1101 = 13    number
    its left three     abc     # # .      0b110  =  6    number >> 1
    its right three     bcd      # . #     0b101 =  5    number & 7

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

LIT_BLOCK = 0b11_0011
"""A block of four lit pixels, see `image_blocks`."""


class Scan(NamedTuple):
    """The 512 pixels of the algorithm, and the rows of the image."""

    algorithm: str
    image: tuple[str, ...]


def parse(text: str) -> Scan:
    """Read the algorithm, on one line or several, a blank line, and the image."""
    head, _, body = text.partition("\n\n")
    lines = head.split("\n")
    algorithm = joined_algorithm(lines)
    image = rectangle(body, ".#", "pixels, '.' or '#'", first=len(lines) + 2)
    return Scan(algorithm, image)


def part1(scan: Scan, *, times: int = 2) -> int:
    """Return how many pixels are lit after a few enhancements."""
    return lit_pixels(scan, times)


def part2(scan: Scan, *, times: int = 50) -> int:
    """Return how many pixels are lit after many enhancements."""
    return lit_pixels(scan, times)


def lit_pixels(scan: Scan, times: int) -> int:
    """Enhance the image so many times, block by block, and count the lit pixels."""
    if scan.algorithm[0] == "#" and times % 2 != 0:
        raise ValueError(f"expected an even number of enhancements, got {times}")
    rule = bits(scan.algorithm)
    table = block_table(rule)
    blocks = image_blocks(scan.image)
    is_lit_outside = False
    for _ in range(times):
        blocks = enhanced(blocks, table, LIT_BLOCK if is_lit_outside else 0)
        # Nine dark pixels are the first entry of the algorithm, and nine lit ones the last.
        is_lit_outside = bool(rule[-1] if is_lit_outside else rule[0])
    # The bits of all blocks, as one long number.
    return int.from_bytes(blocks.tobytes(), "little").bit_count()


def enhanced(blocks: Pixels, table: Pixels, outside: int) -> Pixels:
    """Return the blocks after an enhancement; all blocks around the image are `outside`.

    The bits of a block, of two blocks side by side, and of a window of four blocks:

        5 4    7 6 5 4    15 14 13 12
        1 0    3 2 1 0    11 10  9  8
                           7  6  5  4
                           3  2  1  0
    """
    height, width = blocks.shape
    framed = np.full((height + 2, width + 2), outside, np.uint16)
    framed[1:-1, 1:-1] = blocks
    left = framed[:, :-1]
    right = framed[:, 1:]
    pairs = left << 2 | right
    upper = pairs[:-1]
    lower = pairs[1:]
    windows = upper << 8 | lower
    return table.take(windows)


def block_table(rule: Pixels) -> Pixels:
    """Return the block in the middle of each window, from the next pixel of each 3 by 3 pixels."""
    row_of_four = np.arange(16)
    # For any three of these rows, what comes of their left three and of their right three pixels.
    left_pixel = rule.take(three_rows(row_of_four >> 1))
    right_pixel = rule.take(three_rows(row_of_four & 7))
    three_by_four = left_pixel << 1 | right_pixel
    # Of the rows a, b, c and d of a window, the upper pixels come of a, b, c, the lower of b, c, d.
    upper = three_by_four[:, :, :, np.newaxis]
    lower = three_by_four[np.newaxis, :, :, :]
    table: Pixels = (upper << 4 | lower).ravel()
    return table


def three_rows(row: Pixels) -> Pixels:
    """Return the nine bits of any three rows of three pixels, with an axis for each of the rows."""
    return row[:, np.newaxis, np.newaxis] << 6 | row[:, np.newaxis] << 3 | row


def image_blocks(image: tuple[str, ...]) -> Pixels:
    """Cut the image into blocks: bits 5 and 4 are the upper row of a block, bits 1 and 0 the lower.

    The bits between them are free for the block beside it, so two blocks make two rows of four. An
    odd row or column at the end is filled up with dark pixels.
    """
    height, width = len(image), len(image[0])
    pixels = np.zeros((height + height % 2, width + width % 2), np.uint8)
    pixels[:height, :width] = bits("".join(image)).reshape(height, width)
    upper = pixels[::2]
    lower = pixels[1::2]
    upper_blocks = upper[:, ::2] << 5 | upper[:, 1::2] << 4
    lower_blocks = lower[:, ::2] << 1 | lower[:, 1::2]
    return upper_blocks | lower_blocks


def bits(pixels: str) -> Pixels:
    """Return 1 for each lit pixel, and 0 for each dark one."""
    return np.frombuffer(pixels.encode(), np.uint8) & 1  # '#' is odd, '.' is even


def joined_algorithm(lines: list[str]) -> str:
    """Return the algorithm of these lines; raise `ValueError` if it is not as expected."""
    algorithm = ""
    for number, line in enumerate(lines, 1):
        if not re.fullmatch("[.#]+", line):
            raise refusal(number, "pixels, '.' or '#'", line)
        algorithm += line
        is_too_short = len(algorithm) < 512 and number == len(lines)
        if len(algorithm) > 512 or is_too_short:
            expected = "the last of 512 pixels and a blank line"
            got = f"{len(algorithm)} pixels"
            raise ValueError(f"line {number}: expected {expected}, got {got}")
    if algorithm[0] == algorithm[-1] == "#":
        expected = (
            "an algorithm that begins or ends with '.', to keep the lit pixels finite"
        )
        raise refusal(len(lines), expected, lines[-1])
    return algorithm
