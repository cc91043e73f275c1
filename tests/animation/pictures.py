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
    width, height, bits, kind, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert rest == [0, 0, 0]
    depth = bits * {2: 3, 3: 1}[kind]
    size = -(-width * depth // 8)
    data = zlib.decompress(chunks[b"IDAT"])
    assert len(data) == height * (size + 1)
    found: list[tuple[int, ...]] = []
    for y in range(height):
        assert data[y * (size + 1)] == 0
        row = data[y * (size + 1) + 1 : (y + 1) * (size + 1)]
        if kind == 2:
            found += [tuple(row[3 * x : 3 * x + 3]) for x in range(width)]
            continue
        number = int.from_bytes(row)
        for x in range(width):
            index = number >> (8 * size - bits * (x + 1)) & ((1 << bits) - 1)
            found.append(tuple(chunks[b"PLTE"][3 * index : 3 * index + 3]))
    return width, height, found
