"""Pixels as a PNG file, made with the standard library alone."""

from __future__ import annotations

import struct
import zlib

from aoc.animation.scenes import Pixels

SIGNATURE = b"\x89PNG\r\n\x1a\n"
INDEXED, TRUE = 3, 2
"""How PNG calls pixels with a palette, and those with a colour each."""


def png_of(pixels: Pixels) -> bytes:
    """Return a PNG file with some pixels, of which there has to be one at least.

    Its palette has no colour that is not needed, and a pixel no more bits than it needs.
    """
    pixels = with_palette(pixels)
    bits, kind = 8, TRUE
    rows = [pixels.row(y) for y in range(pixels.height)]
    palette = b""
    if pixels.colours is not None:
        used = sorted(set(pixels.data))
        table = bytearray(256)
        for number, colour in enumerate(used):
            table[colour] = number
        palette = chunk(b"PLTE", b"".join(bytes(pixels.colours[colour]) for colour in used))
        bits = next(size for size in (1, 2, 4, 8) if len(used) <= 1 << size)
        kind = INDEXED
        rows = [packed(row.translate(table), bits) for row in rows]
    header = struct.pack(">IIBBBBB", pixels.width, pixels.height, bits, kind, 0, 0, 0)
    # Each row begins with its filter: none.
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"".join(
        [SIGNATURE, chunk(b"IHDR", header), palette, chunk(b"IDAT", data), chunk(b"IEND", b"")]
    )


def with_palette(pixels: Pixels) -> Pixels:
    """Return pixels with a palette, if they have no more colours than one can have."""
    if pixels.colours is not None:
        return pixels
    cells = [*zip(*[iter(pixels.data)] * 3, strict=True)]
    colours = {*cells}
    if len(colours) > 256:
        return pixels
    numbers = {colour: number for number, colour in enumerate(sorted(colours))}
    data = bytes([numbers[colour] for colour in cells])
    known = tuple((red, green, blue) for red, green, blue in numbers)
    return Pixels(pixels.width, pixels.height, data, known)


def packed(row: bytes, bits: int) -> bytes:
    """Return a row of numbers with so many bits for each, the first one in the highest bits."""
    if bits == 8:
        return row
    each = 8 // bits
    row = row.ljust(-(-len(row) // each) * each, b"\0")
    found = bytearray(len(row) // each)
    for place in range(each):
        shift = 8 - bits * (place + 1)
        found = bytearray(a | b << shift for a, b in zip(found, row[place::each], strict=True))
    return bytes(found)


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
