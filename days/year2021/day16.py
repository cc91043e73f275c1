"""Day 16: Packet Decoder.

A packet comes before the packets in it, as in Polish notation: once it is known how many each
operator holds, the order alone says what belongs where. So `parse` reads the transmission from
left to right into a flat list of packets, and both parts do without a tree. Part 1 adds up all
versions. Part 2 goes from the last packet to the first with a stack of values: a literal puts
its value on it, an operator takes its operands off, the first of them on top.

Where the puzzle leaves it open: an operator holds at least one packet, and what follows the
outermost packet is zeros.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import prod
from operator import eq, gt, lt
from typing import NamedTuple

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
    """A packet: of type 4 a literal with its value, else an operator that holds packets."""

    version: int
    type: int
    value: int
    """A literal's value, or how many packets the operator holds directly."""


class Tree(NamedTuple):
    """A packet with those directly in it."""

    packet: Packet
    inner: list[Tree]


Packets = tuple[Packet, ...]
"""The outermost packet and all in it, in the order of their transmission."""


def parse(text: str) -> Packets:
    """Read a transmission of hexadecimal digits into its packets."""
    text, newline, more = text.partition("\n")
    if newline:
        raise ValueError(f"line 2: expected nothing after the transmission, got {more!r}")
    if not re.fullmatch("[0-9A-F]+", text):
        raise ValueError(f"line 1: expected hexadecimal digits 0-9 and A-F, got {text!r}")
    bits = f"{int(text, 16):0{4 * len(text)}b}"
    try:
        return tuple(decode(bits))
    except ValueError as error:
        raise ValueError(f"line 1: {error}") from None


def part1(packets: Packets) -> int:
    """Return the sum of all versions."""
    return sum(packet.version for packet in packets)


def part1_nested(packets: Packets) -> int:
    """Add up the versions along the tree."""

    def versions(tree: Tree) -> int:
        return tree.packet.version + sum(map(versions, tree.inner))

    return versions(nest(iter(packets)))


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


def part2_nested(packets: Packets) -> int:
    """Work out the values along the tree."""

    def evaluate(tree: Tree) -> int:
        if tree.packet.type == LITERAL:
            return tree.packet.value
        return OPERATORS[tree.packet.type]([*map(evaluate, tree.inner)])

    return evaluate(nest(iter(packets)))


def decode(bits: str) -> list[Packet]:
    """Read the packets from left to right, keeping track of the operators that are still open."""
    literal = re.compile("(?:1....)*0....")
    packets: list[Packet] = []
    # Of each open operator: its index, how many packets are in it so far, how many there will be
    # in all, and the bit where it ends. It tells only one of these two, the other is -1.
    opened: list[list[int]] = []
    size = len(bits)
    bits += "0" * 22  # so that any header can be read, and a cut one is seen to end too late
    at = 0
    while not packets or opened:
        version, kind = int(bits[at : at + 3], 2), int(bits[at + 3 : at + 6], 2)
        at += 6
        value = 0
        if kind == LITERAL:
            match = literal.match(bits, at)
            groups = match[0] if match else "00000"
            value = int("".join([groups[bit : bit + 4] for bit in range(1, len(groups), 5)]), 2)
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
                raise ValueError(f"expected packets in an operator, got none at bit {at}")
            continue
        while opened:
            operator = opened[-1]
            operator[1] += 1
            index, inside, wanted, end = operator
            if inside != wanted and at != end:
                if at > end >= 0:
                    raise ValueError(f"expected an operator to end at bit {end}, got bit {at}")
                break
            opened.pop()
            version, kind, _ = packets[index]
            if kind > LITERAL and inside != 2:
                raise ValueError(f"expected two packets in a comparison, got {inside}")
            packets[index] = Packet(version, kind, inside)
    if "1" in bits[at:]:
        raise ValueError(f"expected zeros from bit {at} on, got {bits[at:size]!r}")
    return packets


def nest(packets: Iterator[Packet]) -> Tree:
    """Take a packet and all in it from the list, as a tree."""
    packet = next(packets)
    inside = 0 if packet.type == LITERAL else packet.value
    return Tree(packet, [nest(packets) for _ in range(inside)])
