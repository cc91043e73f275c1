"""Day 16: Packet Decoder.

Recursive descent reads the tree of packets, and recursion evaluates it.
A function reads one packet from the bits. If it is an operator, the function calls itself for each
packet in it. All calls share one place in the bits, and each moves it past what it reads. So no
call has to know beforehand how long a packet is. For example, C2009C159170 is the sum of 2 and 30:

    bits               what they say
    110                version 6
    000                type 0: an operator, the sum of the packets in it
    1                  their number follows (with a 0 here: 15 digits say how many bits they have)
    00000000010        2 packets
        011            version 3
        100            type 4: a literal value
        0 0010         the last group of four bits: the value is 2
        101            version 5
        100            type 4: a literal value
        1 0001         a group of four bits, after which another one follows
        0 1110         the last group: the value is 16 * 1 + 14 = 30
    000                only zeros, to fill up the last hexadecimal digit

Each part is a recursive function, too: it computes the answer for a packet from the answers for the
packets in it.

Two cases are open in the puzzle: here, an operator holds at least one packet, and only zeros follow
the outermost packet.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import NamedTuple

from days.lines import only_line, quoted

LITERAL = 4
COMPARISONS = (5, 6, 7)
OPERATORS: dict[int, Callable[[list[int]], int]] = {
    0: sum,
    1: prod,
    2: min,
    3: max,
    5: lambda values: int(values[0] > values[1]),
    6: lambda values: int(values[0] < values[1]),
    7: lambda values: int(values[0] == values[1]),
}
"""What each type of operator does with the values of the packets in it."""

LEVELS = 200
"""The most levels of packets in packets; real transmissions have about 25."""


class Packet(NamedTuple):
    """A packet: with type 4 a literal value, with any other type an operator."""

    version: int
    type: int
    value: int
    """The value of a literal, 0 for an operator."""
    inside: tuple[Packet, ...]
    """The packets in an operator, none for a literal."""


class Bits:
    """The bits of a transmission, and the place from which on they are still to be read."""

    def __init__(self, digits: str) -> None:
        self.text = f"{int(digits, 16):0{4 * len(digits)}b}"
        self.at = 0

    def read(self, size: int) -> int:
        """Read so many bits as a number."""
        end = self.at + size
        if end > len(self.text):
            raise ValueError(f"expected a whole packet, got the end after {len(self.text)} bits")
        number = int(self.text[self.at : end], 2)
        self.at = end
        return number


def parse(text: str) -> Packet:
    """Read a transmission of hexadecimal digits, and return its outermost packet."""
    only_line(text, "[0-9A-F]+", "hexadecimal digits 0-9 and A-F")
    bits = Bits(text)
    try:
        outermost = read_packet(bits, LEVELS)
    except ValueError as error:
        raise ValueError(f"line 1: {error}") from None
    rest = bits.text[bits.at :]
    if "1" in rest:
        raise ValueError(f"line 1: expected zeros from bit {bits.at} on, got {quoted(rest)}")
    return outermost


def part1(packet: Packet) -> int:
    """Return the sum of the versions of a packet and all packets in it."""
    return packet.version + sum(map(part1, packet.inside))


def part2(packet: Packet) -> int:
    """Return the value of a packet."""
    if packet.type == LITERAL:
        return packet.value
    return OPERATORS[packet.type](list(map(part2, packet.inside)))


def read_packet(bits: Bits, levels: int) -> Packet:
    """Read a packet, in which there may be so many levels of packets."""
    version = bits.read(3)
    kind = bits.read(3)
    if kind == LITERAL:
        return Packet(version, kind, read_value(bits), ())
    if levels == 0:
        raise ValueError(f"expected at most {LEVELS} levels of packets, got more")
    inside = read_inside(bits, levels - 1)
    if not inside:
        raise ValueError(f"expected packets in an operator, got none at bit {bits.at}")
    if kind in COMPARISONS and len(inside) != 2:
        raise ValueError(f"expected two packets in a comparison, got {len(inside)}")
    return Packet(version, kind, 0, tuple(inside))


def read_inside(bits: Bits, levels: int) -> list[Packet]:
    """Read how many packets or bits are in an operator, and then its packets."""
    inside = []
    is_counted_in_packets = bits.read(1)
    if is_counted_in_packets:
        for _ in range(bits.read(11)):
            inside.append(read_packet(bits, levels))
        return inside
    size = bits.read(15)
    end = bits.at + size
    while bits.at < end:
        inside.append(read_packet(bits, levels))
    if bits.at > end:
        raise ValueError(f"expected an operator to end at bit {end}, got bit {bits.at}")
    return inside


def read_value(bits: Bits) -> int:
    """Read a literal value: groups of four bits, each after a bit that is 0 for the last one."""
    value = 0
    is_last = False
    while not is_last:
        is_last = bits.read(1) == 0
        value = 16 * value + bits.read(4)
    return value
