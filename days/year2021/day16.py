"""Day 16: Packet Decoder.

Packets are in Polish notation, so a stack evaluates them without a tree.
A packet comes before the packets in it. If it is known how many each operator holds, their order
alone defines what belongs to which operator. So `parse` reads the transmission from left to right
into a flat list of packets, and no part builds a tree. Part 1 adds up all versions. Part 2 goes
from the last packet to the first with a stack of values: a literal pushes its value, and an
operator pops its operands, the first of which is on top.

Two cases are open in the puzzle: here, an operator holds at least one packet, and only zeros follow
the outermost packet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import prod
from operator import eq, gt, lt
from typing import NamedTuple

from days.lines import only_line, quoted

LITERAL = 4
OPERATORS: dict[int, Callable[[list[int]], int]] = {
    0: sum,
    1: prod,
    2: min,
    3: max,
    5: lambda values: int(gt(*values)),
    6: lambda values: int(lt(*values)),
    7: lambda values: int(eq(*values)),
}


class Packet(NamedTuple):
    """A packet: with type 4 a literal, with any other type an operator that holds packets."""

    version: int
    type: int
    value: int
    """The value of a literal, or the number of packets directly in an operator."""


Packets = tuple[Packet, ...]
"""The outermost packet and all packets in it, in the order of their transmission."""


def parse(text: str) -> Packets:
    """Read a transmission of hexadecimal digits into its packets."""
    only_line(text, "[0-9A-F]+", "hexadecimal digits 0-9 and A-F")
    bits = f"{int(text, 16):0{4 * len(text)}b}"
    try:
        return tuple(decode(bits))
    except ValueError as error:
        raise ValueError(f"line 1: {error}") from None


def part1(packets: Packets) -> int:
    """Return the sum of all versions."""
    return sum(packet.version for packet in packets)


def part2(packets: Packets) -> int:
    """Return the value of the outermost packet."""
    values: list[int] = []
    for _, kind, value in reversed(packets):
        if kind == LITERAL:
            values.append(value)
        else:
            operands = values[: -value - 1 : -1]
            del values[-value:]
            values.append(OPERATORS[kind](operands))
    return values[0]


def decode(bits: str) -> list[Packet]:
    """Read the packets from left to right, with a stack of the operators that are still open."""
    literal = re.compile("(?:1....)*0....")
    packets: list[Packet] = []
    # For each open operator: its index, the number of packets in it so far, their final number, and
    # the bit where it ends. An operator defines only one of the last two, the other is -1.
    opened: list[list[int]] = []
    size = len(bits)
    bits += (
        "0" * 22
    )  # so that every header can be read; one that is cut off ends after `size`
    at = 0
    while not packets or opened:
        version, kind = divmod(int(bits[at : at + 6], 2), 8)
        at += 6
        value = 0
        if kind == LITERAL:
            match = literal.match(bits, at)
            groups = match[0] if match else "00000"
            value = int(
                "".join([groups[bit : bit + 4] for bit in range(1, len(groups), 5)]), 2
            )
            at += len(groups)
        elif bits[at] == "1":
            wanted = int(bits[at + 1 : at + 12], 2)
            at += 12
            opened.append([len(packets), 0, wanted, -1])
            empty = wanted == 0
        else:
            at += 16
            end = at + int(bits[at - 15 : at], 2)
            opened.append([len(packets), 0, -1, end])
            empty = end == at
        packets.append(Packet(version, kind, value))
        if at > size:
            raise ValueError(f"expected a whole packet, got the end after {size} bits")
        if kind != LITERAL:
            if empty:
                raise ValueError(
                    f"expected packets in an operator, got none at bit {at}"
                )
            continue
        while opened:
            operator = opened[-1]
            operator[1] += 1
            index, inside, wanted, end = operator
            if inside != wanted and at != end:
                if at > end >= 0:
                    raise ValueError(
                        f"expected an operator to end at bit {end}, got bit {at}"
                    )
                break
            opened.pop()
            version, kind, _ = packets[index]
            if kind > LITERAL and inside != 2:
                raise ValueError(f"expected two packets in a comparison, got {inside}")
            packets[index] = Packet(version, kind, inside)
    if "1" in bits[at:]:
        raise ValueError(
            f"expected zeros from bit {at} on, got {quoted(bits[at:size])}"
        )
    return packets
