"""Reads pictures by their standards, as others read them."""

from __future__ import annotations

import struct
import zlib


def decoded(png: bytes) -> tuple[int, int, list[tuple[int, ...]]]:
    """Read a PNG file by its standard: the width, the height and the colours of its pixels."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    chunks = {}
    place = 8
    while place < len(png):
        [size] = struct.unpack_from(">I", png, place)
        name, data = png[place + 4 : place + 8], png[place + 8 : place + 8 + size]
        [checksum] = struct.unpack_from(">I", png, place + 8 + size)
        assert checksum == zlib.crc32(name + data)
        chunks[name] = data
        place += 12 + size
    width, height, *kind = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert kind == [8, 2, 0, 0, 0], "eight bits for each of red, green and blue"
    data = zlib.decompress(chunks[b"IDAT"])
    assert len(data) == height * (3 * width + 1)
    found: list[tuple[int, ...]] = []
    for y in range(height):
        start = y * (3 * width + 1) + 1
        assert data[start - 1] == 0
        found += [tuple(data[start + 3 * x : start + 3 * x + 3]) for x in range(width)]
    return width, height, found
