"""Day 20: Trench Map.

A lookup table of all 4 by 4 windows enhances four pixels at once.
`part1_pixels` is the ordinary way, pixel by pixel. The table makes part 1 some 60 times as fast,
and part 2, in which it is used for longer, several hundred times.

The image is cut into blocks of 2 by 2 pixels. Four blocks, two by two, are a window of 16 pixels,
and the next state of the four pixels in its middle depends on nothing else. These four are a block
again, so one lookup in a table of 65,536 windows computes a block:

    a a b b       the blocks a, b, c and d are the window,
    a # # b       and the new block # is in its middle
    c # # d
    c c d d

A block has its upper two pixels in bits 5 and 4, and its lower two in bits 1 and 0. The bits
between them are free, because then a shift and an "or" set another block beside it, and the same
again sets one pair of blocks below another. So a window is a number of 16 bits, row after row:

    a block       a pair, (a << 2) | b       a window, (upper << 8) | lower
      5 4               7 6 5 4                     15 14 13 12
      1 0               3 2 1 0                     11 10  9  8
                                                     7  6  5  4
                                                     3  2  1  0

The new blocks are half a block higher and half a block further left than the old ones, and there is
one row and one column more of them: the image grows by one pixel on each side.

The table is composed from small parts. The algorithm says which pixel comes of 3 rows of 3 pixels.
From it follow the two pixels that come of 3 rows of 4, and from these the four of 4 rows of 4. As a
number of four bits, a row of four pixels has both of its rows of three in it:

    a row of four      # # . #    0b1101 = 13    number
    its left three     # # .      0b110  =  6    number >> 1
    its right three      # . #     0b101 =  5    number & 7

The entry of one window, whose first row is the 13 from above; `rule` is the algorithm as bits:

    rows of the window    left three    right three      the new block
    13    # # . #            110            101
     4    . # . .            010            100          rule[0b110_010_100] rule[0b101_100_001]
     9    # . . #            100            001          rule[0b010_100_001] rule[0b100_001_010]
     2    . . # .            001            010

The pixels out of reach of the image are all alike. At first they are dark. Then they are what the
algorithm says of nine dark or nine lit pixels: they stay dark if its first pixel is dark, and
flicker if its first pixel is lit and its last one dark. If both are lit, they are lit for ever
after the first enhancement, and the number of lit pixels is infinite. Such an algorithm is refused,
and so is an odd number of enhancements with one that flickers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from days.lines import matched, rectangle, refusal

Pixels = npt.NDArray[np.integer[Any]]
"""Pixels as bits, 1 for a lit one: single ones, blocks or rows."""

LIT_BLOCK = 0b11_0011
"""A block of four lit pixels: bits 5 and 4, and bits 1 and 0."""


class Scan(NamedTuple):
    """The 512 pixels of the algorithm, and the rows of the image."""

    algorithm: str
    image: tuple[str, ...]


def parse(text: str) -> Scan:
    """Read the algorithm, on one line or several, a blank line, and the image."""
    head, _, body = text.partition("\n\n")
    lines = matched(head, "[.#]+", "pixels, '.' or '#'")
    algorithm = "".join(lines)
    if len(algorithm) != 512:
        expected = "the last of 512 pixels and a blank line"
        got = f"{len(algorithm)} pixels"
        raise ValueError(f"line {len(lines)}: expected {expected}, got {got}")
    if algorithm[0] == algorithm[-1] == "#":
        expected = "an algorithm that begins or ends with '.', to keep the lit pixels finite"
        raise refusal(len(lines), expected, lines[-1])
    image = rectangle(body, ".#", "pixels, '.' or '#'", first=len(lines) + 2)
    return Scan(algorithm, image)


def part1_pixels(scan: Scan, *, times: int = 2) -> int:
    """Return the same as part 1, pixel by pixel."""
    check_times(scan, times)
    image = list(scan.image)
    outside = "."
    for _ in range(times):
        # The image grows by one pixel on each side, and these need one more around them.
        side = outside * 2
        above = outside * (len(image[0]) + 4)
        rows = [side + row + side for row in image]
        rows = [above] * 2 + rows + [above] * 2
        image = []
        for upper, middle, lower in zip(rows, rows[1:], rows[2:], strict=False):
            row = ""
            for x in range(len(above) - 2):
                row += next_pixel(scan, upper[x : x + 3] + middle[x : x + 3] + lower[x : x + 3])
            image.append(row)
        outside = next_pixel(scan, outside * 9)
    return "".join(image).count("#")


def next_pixel(scan: Scan, pixels: str) -> str:
    """Return what becomes of the pixel in the middle of nine."""
    return scan.algorithm[int(pixels.replace(".", "0").replace("#", "1"), 2)]


def part1(scan: Scan, *, times: int = 2) -> int:
    """Return how many pixels are lit after a few enhancements."""
    return lit_pixels(scan, times)


def part2(scan: Scan, *, times: int = 50) -> int:
    """Return how many pixels are lit after many enhancements."""
    return lit_pixels(scan, times)


def lit_pixels(scan: Scan, times: int) -> int:
    """Enhance the image so many times, block by block, and count the lit pixels."""
    check_times(scan, times)
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


def check_times(scan: Scan, times: int) -> None:
    """Raise `ValueError` if after so many enhancements an infinite number of pixels is lit."""
    if scan.algorithm[0] == "#" and times % 2 != 0:
        raise ValueError(f"expected an even number of enhancements, got {times}")


def enhanced(blocks: Pixels, table: Pixels, outside: int) -> Pixels:
    """Return the blocks after an enhancement; all blocks around the image are `outside`.

    An image of n by m blocks becomes one of n + 1 by m + 1 blocks.
    """
    height, width = blocks.shape
    framed = np.full((height + 2, width + 2), outside, np.uint16)
    framed[1:-1, 1:-1] = blocks
    left = framed[:, :-1]
    right = framed[:, 1:]
    pairs = (left << 2) | right
    upper = pairs[:-1]
    lower = pairs[1:]
    windows = (upper << 8) | lower
    return table.take(windows)


def block_table(rule: Pixels) -> Pixels:
    """Return the block in the middle of each window, from the next pixel of each 3 by 3 pixels."""
    row_of_four = np.arange(16)
    # Arrays of 16 x 16 x 16, with the axes [first row, second row, third row]. So in the example
    # above, two_pixels[13, 4, 9] are the upper two pixels and two_pixels[4, 9, 2] the lower two.
    left_pixel = rule.take(three_rows(row_of_four >> 1))
    right_pixel = rule.take(three_rows(row_of_four & 7))
    two_pixels = (left_pixel << 1) | right_pixel
    # Now the axes are all four rows of a window. The upper pixels are the same for each fourth row,
    # and the lower ones for each first row, because a pixel depends on the rows next to it alone.
    upper = two_pixels[:, :, :, np.newaxis]
    lower = two_pixels[np.newaxis, :, :, :]
    table = (upper << 4) | lower
    # As one long row, entry [13, 4, 9, 2] gets the number of its window, 0b1101_0100_1001_0010,
    # because each axis is as long as four bits can count.
    entries: Pixels = table.ravel()
    return entries


def three_rows(row: Pixels) -> Pixels:
    """Return an array of n x n x n: the nine bits of every choice of three rows out of n.

    A row has three pixels as bits. At [i, j, k] are rows i, j and k, one below the other.
    """
    first = row[:, np.newaxis, np.newaxis]
    second = row[:, np.newaxis]
    third = row
    return (first << 6) | (second << 3) | third


def image_blocks(image: tuple[str, ...]) -> Pixels:
    """Cut the image into blocks, and fill up an odd row or column at the end with dark pixels."""
    height, width = len(image), len(image[0])
    pixels = np.zeros((height + height % 2, width + width % 2), np.uint8)
    pixels[:height, :width] = bits("".join(image)).reshape(height, width)
    upper = pixels[::2]
    lower = pixels[1::2]
    upper_bits = (upper[:, ::2] << 5) | (upper[:, 1::2] << 4)
    lower_bits = (lower[:, ::2] << 1) | lower[:, 1::2]
    return upper_bits | lower_bits


def bits(pixels: str) -> Pixels:
    """Return 1 for each lit pixel, and 0 for each dark one."""
    return np.frombuffer(pixels.encode(), np.uint8) & 1  # '#' is odd, '.' is even
