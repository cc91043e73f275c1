"""Day 16: Packet Decoder."""

from __future__ import annotations

import random
from itertools import product

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
    """Return 268 packets, 169 of them literals, in about 1350 hexadecimal digits.

    The outermost one is the sum of 53: one is 21 deep, another one makes the answer have 12 digits,
    and the others are small sums, or factors that count only if a comparison is true.
    """
    deep = literal_packet(rng, rng.randrange(1 << 20))
    for _ in range(20):
        deep = operator(rng, rng.randrange(4), [deep])
    inside = [deep, literal_packet(rng, rng.randint(10**11, 5 * 10**11))]
    inside += literals(rng, 11, 16**7)
    for kind, size in product(range(4), range(1, 6)):
        inside.append(operator(rng, kind, literals(rng, size, 200)))
    for index, kind in enumerate(rng.sample((5, 6, 7), 20, counts=(8, 8, 4))):
        if index < 11:
            one = number(rng, 10) if index else rng.randint(10**12, 66 * 10**11)
            other = one if rng.random() < 0.3 else number(rng, 10)
            sides = [literal_packet(rng, one), literal_packet(rng, other)]
        else:
            sides = [operator(rng, 0, literals(rng, 3, 16)) for _ in range(2)]
        inside.append(factor(rng, operator(rng, kind, sides)))
    rng.shuffle(inside)
    return transmission(operator(rng, 0, inside))


def number(rng: random.Random, digits: int) -> int:
    """Return a number of up to so many hexadecimal digits."""
    return rng.randrange(16 ** rng.randint(1, digits))


def literals(rng: random.Random, count: int, limit: int) -> list[str]:
    """Return the bits of so many literal packets, each with a value below the limit."""
    return [literal_packet(rng, rng.randrange(limit)) for _ in range(count)]


def factor(rng: random.Random, comparison: str) -> str:
    """Return the product of a number and a comparison, which is the number or zero."""
    both = [literal_packet(rng, number(rng, 7)), comparison]
    rng.shuffle(both)
    return operator(rng, 1, both)


def small(rng: random.Random) -> str:
    """Return a few packets, or only one."""
    return transmission(packet(rng, rng.randint(1, 12)))


def packet(rng: random.Random, budget: int) -> str:
    """Return the bits of a random packet with about `budget` packets in it."""
    if budget <= 1:
        return literal_packet(
            rng, rng.randrange(16 ** rng.choice((1, 1, 2, 3, 4, 5, 7)))
        )
    kind = rng.choice((0, 1, 2, 3, 5, 6, 7))
    inside = 2 if kind > 4 else rng.randint(1, min(budget - 1, 5))
    cuts = sorted(rng.choices(range(budget - 1), k=inside - 1))
    shares = [
        stop - start
        for start, stop in zip([0, *cuts], [*cuts, budget - 1], strict=True)
    ]
    return operator(rng, kind, [packet(rng, share) for share in shares])


def operator(rng: random.Random, kind: int, inside: list[str]) -> str:
    """Return the bits of an operator with these packets, with either type of length."""
    bits = "".join(inside)
    start = f"{rng.randrange(8):03b}{kind:03b}"
    if rng.random() < 0.5 and len(bits) < 1 << 15:
        return f"{start}0{len(bits):015b}{bits}"
    return f"{start}1{len(inside):011b}{bits}"


def literal_packet(rng: random.Random, value: int) -> str:
    """Return the bits of a packet with a literal value."""
    return f"{rng.randrange(8):03b}100{literal(value)}"


def literal(value: int) -> str:
    """Return the groups of five bits of a literal value."""
    digits = f"{value:x}"
    groups = [f"1{int(digit, 16):04b}" for digit in digits]
    return "".join(groups[:-1]) + "0" + groups[-1][1:]


def transmission(bits: str) -> str:
    """Return the bits as hexadecimal digits, with zeros up to a whole byte."""
    bits += "0" * (-len(bits) % 8)
    return f"{int(bits, 2):0{len(bits) // 4}X}\n"


def test_packets_may_be_nested_deep() -> None:
    bits = "001000" + "1" + "00000000001"
    packets = day16.parse(transmission(bits * 200 + "010100" + literal(5)).strip())
    assert day16.part1(packets) == 202
    assert day16.part2(packets) == 5
