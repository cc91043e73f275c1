"""Day 16: Packet Decoder."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day16

EXAMPLES = [
    Example("D2FE28\n", part1=6),
    Example("38006F45291200\n", part1=9),
    Example("EE00D40C823060\n", part1=14),
    Example("A0016C880162017C3686B18A3D4780\n", part1=31),
    Example("C200B40A82\n", part2=3),
    Example("04005AC33890\n", part2=54),
    Example("880086C3E88112\n", part2=7),
    Example("CE00C43D881120\n", part2=9),
    Example("D8005AC2A8F0\n", part2=1),
    Example("F600BC2D8F\n", part2=0),
    Example("9C005AC2F8F0\n", part2=0),
    Example("9C0141080250320F1802104A08\n", part2=1),
]


def sample(rng: random.Random) -> str:
    """Return about 270 packets, the outermost one the sum of 53, in about 1300 digits."""
    return transmission(operator(rng, 0, [packet(rng, 6) for _ in range(53)]))


def small(rng: random.Random) -> str:
    """Return a few packets, or only one."""
    return transmission(packet(rng, rng.randint(1, 12)))


def packet(rng: random.Random, budget: int) -> str:
    """Return the bits of a random packet with about `budget` packets in it."""
    if budget <= 1:
        return literal(rng, rng.randrange(16 ** rng.choice((1, 1, 2, 3, 4, 5, 7))))
    kind = rng.choice((0, 1, 2, 3, 5, 6, 7))
    size = 2 if kind > 4 else rng.randint(1, min(budget - 1, 5))
    inside = [packet(rng, (budget - 1) // size) for _ in range(size)]
    return operator(rng, kind, inside)


def operator(rng: random.Random, kind: int, inside: list[str]) -> str:
    """Return the bits of an operator with these packets, with either type of length."""
    bits = "".join(inside)
    start = f"{rng.randrange(8):03b}{kind:03b}"
    if rng.random() < 0.5 and len(bits) < 1 << 15:
        return f"{start}0{len(bits):015b}{bits}"
    return f"{start}1{len(inside):011b}{bits}"


def literal(rng: random.Random, value: int) -> str:
    """Return the bits of a packet with a literal value: groups of five for its digits."""
    groups = [f"1{int(digit, 16):04b}" for digit in f"{value:x}"]
    groups[-1] = "0" + groups[-1][1:]
    return f"{rng.randrange(8):03b}100{''.join(groups)}"


def transmission(bits: str) -> str:
    """Return the bits as hexadecimal digits, with zeros up to a whole byte."""
    bits += "0" * (-len(bits) % 8)
    return f"{int(bits, 2):0{len(bits) // 4}X}\n"


def test_packets_may_be_nested_deep() -> None:
    bits = "001000" + "1" + "00000000001"
    packets = day16.parse(transmission(bits * 200 + "010100" + "00101").strip())
    assert day16.part1(packets) == 202
    assert day16.part2(packets) == 5
