"""Day 18: Snailfish."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day18

HOMEWORK = """\
[[[0,[5,8]],[[1,7],[9,6]]],[[4,[1,2]],[[1,4],2]]]
[[[5,[2,8]],4],[5,[[9,9],0]]]
[6,[[[6,2],[5,6]],[[7,6],[4,7]]]]
[[[6,[0,7]],[0,9]],[4,[9,[9,0]]]]
[[[7,[6,4]],[3,[1,3]]],[[[5,5],1],9]]
[[6,[[7,3],[3,2]]],[[[3,8],[5,7]],4]]
[[[[5,4],[7,7]],8],[[8,3],8]]
[[9,3],[[9,9],[6,[4,9]]]]
[[2,[[7,7],7]],[[5,8],[[9,3],[0,2]]]]
[[[[5,2],5],[8,[3,7]]],[[5,[7,5]],[4,4]]]
"""

EXAMPLES = [
    Example(HOMEWORK, part1=4140, part2=3993),
    Example("[1,1]\n[2,2]\n[3,3]\n[4,4]\n[5,5]\n[6,6]\n", part1=1137),
    Example("[[[[4,3],4],4],[7,[[8,4],9]]]\n[1,1]\n", part1=1384),
]


def sample(rng: random.Random) -> str:
    """Return a hundred reduced numbers, none of which has the largest sum with itself."""
    while True:
        text = "".join(f"[{part(rng, 1)},{part(rng, 1)}]\n" for _ in range(100))
        numbers = day18.parse(text.rstrip("\n"))
        if max(day18.part1((number, number)) for number in numbers) < day18.part2(numbers):
            return text


def small(rng: random.Random) -> str:
    """Return a few numbers, from single pairs to full trees."""
    full = rng.choice([0.1, 0.5, 0.9, 1.0])
    digits = rng.choice(["0123456789", "9", "0", "89"])
    lines = (
        f"[{part(rng, 1, full, digits)},{part(rng, 1, full, digits)}]\n"
        for _ in range(rng.randint(2, 12))
    )
    return "".join(lines)


def part(rng: random.Random, depth: int, full: float = 0.0, digits: str = "0123456789") -> str:
    """Return one side of a pair at a depth: a digit, or a pair, which is less likely if deeper."""
    if depth == 4 or rng.random() > (full or (1, 0.92, 0.69, 0.5)[depth]):
        return rng.choice(digits)
    sides = (part(rng, depth + 1, full, digits) for _ in range(2))
    return f"[{','.join(sides)}]"


def test_no_magnitude_is_above_the_bound_of_its_total() -> None:
    for seed in range(200):
        numbers = day18.parse(small(random.Random(seed)).rstrip("\n"))
        first, second, *_ = map(day18.flat, numbers)
        left = day18.prepared(first, day18.LEFT)
        right = day18.prepared(second, day18.RIGHT)
        both = day18.added(left, right)
        assert sum(both.values) <= left.total + right.total
        for row in (first, second, both):
            assert day18.magnitude(row) <= day18.MOST[sum(row.values)]
