"""Day 18: Snailfish.

Most sums cannot be the largest, and the others are done on flat numbers. A flat number has its
regular numbers from left to right, each with its node. Nodes are numbered as in a heap: 1 is
the whole, 2n and 2n+1 are the left and the right of n. So the neighbours of a regular number
stand beside it, a node of 16 or more is as deep as can be, and what a regular number counts
for in the magnitude depends on its node alone.

Reducing a sum starts with all explosions there are, from left to right. They go on in each of
both numbers apart, but for what one spills into the other. After them a pair appears only by a
split, and where it is too deep it explodes at once: the number becomes zero, its halves go to
the neighbours. The leftmost split being first, all of the left number but its last regular
number comes to rest before the right one has any part in it. So each number is prepared just
once for being left, and once for being right.

Part 2: few of the pairs need to be added, since the total of the regular numbers limits the
magnitude. A split keeps the total, an explosion keeps it or, at either end, lowers it. In the end
each regular number is at most nine. It counts no more than if it stood at the leftmost node on
the deepest level under its own, which weighs at least as much, and no two have this in common.
So the magnitude is at most what the total makes when it fills the sixteen deepest nodes with
nines, the heaviest first. Sums are made from the largest totals down, as long as that bound
passes the best magnitude: about a thousand of 9,900. Making these in step with numpy, eight to a
word, was tried: twice the length for two milliseconds of seven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import mul
from typing import NamedTuple, NoReturn

PAIR = re.compile(r"\[[0-9],[0-9]\]")

WEIGHTS = [0, 1]
for _node in range(2, 32):
    WEIGHTS.append(WEIGHTS[_node // 2] * (2 if _node % 2 else 3))
"""What a regular number counts for, by node; nothing at node 0, which is outside."""

_NINES = [weight for weight in sorted(WEIGHTS[16:], reverse=True) for _ in range(9)]
MOST = [sum(_NINES[:total]) for total in range(2 * len(_NINES) + 1)]
"""The largest magnitude that a reduced number can have, by the total of its regular numbers."""

LEFT = [0, *(node + (1 << node.bit_length() - 1) for node in range(1, 32))]
RIGHT = [0, *(node + (2 << node.bit_length() - 1) for node in range(1, 32))]
"""Where a node moves to when its number becomes the left, or the right, of a sum."""

DEEPEST = 16
WALL = 1 << 20
"""Stands at both ends of a sum, takes what goes over them, and never gives way."""


class Number(NamedTuple):
    """A snailfish number: its regular numbers from left to right, and the node of each."""

    values: tuple[int, ...]
    nodes: tuple[int, ...]


class Half(NamedTuple):
    """A number made ready to be one half of a sum, with what it spills to the other half."""

    values: list[int]
    nodes: list[int]
    spilt: int
    returns: bool
    """Whether what the left half spills comes back, since the pair it falls into explodes."""
    total: int
    """What is left of the regular numbers, the spilt one included."""


def parse(text: str) -> tuple[Number, ...]:
    """Read two or more reduced snailfish numbers."""
    folded = text
    for _ in range(4):
        folded = PAIR.sub("0", folded)
    lines = text.split("\n")
    if folded.split("\n") != ["0"] * len(lines) or "0" in lines or len(lines) < 2:
        _complain(lines)
    return tuple([read(line) for line in lines])


def part1(numbers: tuple[Number, ...]) -> int:
    """Return the magnitude of the sum of all numbers, in their order."""
    total = numbers[0]
    for number in numbers[1:]:
        values, nodes = added(left_half(total), right_half(number))
        total = Number(tuple(values[1:-1]), tuple(nodes[1:-1]))
    return magnitude(total.values, total.nodes)


def part1_plain(numbers: tuple[Number, ...]) -> int:
    """Explode and split one by one, always looking from the start."""
    total = plain(numbers[0])
    for number in numbers[1:]:
        total = plain_sum(total, plain(number))
    return plain_magnitude(total)


def part2(numbers: tuple[Number, ...]) -> int:
    """Return the largest magnitude of a sum of two numbers, trying the likely pairs."""
    lefts = sorted(enumerate(map(left_half, numbers)), key=lambda half: -half[1].total)
    rights = sorted(enumerate(map(right_half, numbers)), key=lambda half: -half[1].total)
    best = 0
    for one, left in lefts:
        for other, right in rights:
            if MOST[left.total + right.total] <= best:
                break
            if one != other:
                best = max(best, magnitude(*added(left, right)))
    return best


def part2_plain(numbers: tuple[Number, ...]) -> int:
    """Add every two numbers, exploding and splitting one by one."""
    trees = [plain(number) for number in numbers]
    return max(
        plain_magnitude(plain_sum(one, other))
        for one in trees
        for other in trees
        if one is not other
    )


def read(line: str) -> Number:
    """Read one number, of any depth."""
    values, nodes = [], []
    node = 1
    for sign in line:
        if sign == "[":
            node *= 2
        elif sign == ",":
            node += 1
        elif sign == "]":
            node //= 2
        else:
            values.append(int(sign))
            nodes.append(node)
    return Number(tuple(values), tuple(nodes))


def magnitude(values: Iterable[int], nodes: Iterable[int]) -> int:
    """Weigh the regular numbers."""
    return sum(map(mul, values, map(WEIGHTS.__getitem__, nodes)))


def left_half(number: Number) -> Half:
    """Prepare a number for being left: explode, and settle all before the last regular number."""
    _, values, nodes, spilt = exploded(number, LEFT)
    values, nodes = [-WALL, *values], [0, *nodes]
    last, nodes[-1] = nodes[-1], 0
    values[-1] += WALL
    settle(values, nodes, 1)
    values[-1] -= WALL
    nodes[-1] = last
    return Half(values, nodes, spilt, False, sum(values[1:]) + spilt)


def right_half(number: Number) -> Half:
    """Prepare a number for being right."""
    spilt, values, nodes, _ = exploded(number, RIGHT)
    half = [*values, WALL], [*nodes, 0]
    return Half(*half, spilt, number.nodes[0] >= DEEPEST, sum(values) + spilt)


def exploded(number: Number, moved: list[int]) -> tuple[int, list[int], list[int], int]:
    """Move a number one level down and explode; tell also what it spills to both sides."""
    values: list[int] = []
    nodes: list[int] = []
    before = after = 0
    pairs = iter(zip(*number, strict=True))
    for value, node in pairs:
        if node < DEEPEST:
            values.append(value + after)
            nodes.append(moved[node])
            after = 0
            continue
        # Only pairs of regular numbers are so deep, so that the next one is its other half.
        if values:
            values[-1] += value + after
        else:
            before = value
        values.append(0)
        nodes.append(moved[node // 2])
        after, _ = next(pairs)
    return before, values, nodes, after


def added(left: Half, right: Half) -> tuple[list[int], list[int]]:
    """Add two halves and reduce: give the values and the nodes, with a wall at both ends."""
    values, nodes = left.values + right.values, left.nodes + right.nodes
    join = len(left.values)
    if right.returns:
        values[join - 1] += left.spilt + right.spilt
    else:
        values[join] += left.spilt
    settle(values, nodes, join - 1)
    return values, nodes


def settle(values: list[int], nodes: list[int], at: int) -> None:
    """Split from left to right, where nothing before `at` does, up to a number at node 0."""
    while True:
        while (value := values[at]) < 10:
            at += 1
        half, node = value // 2, nodes[at]
        if node >= DEEPEST:
            values[at] = 0
            values[at + 1] += value - half
            at -= 1
            values[at] += half
        elif node:
            values[at : at + 1] = half, value - half
            nodes[at : at + 1] = 2 * node, 2 * node + 1
        else:
            return


Plain = list[tuple[int, int]]
"""Regular numbers from left to right, as value and depth."""


def plain(number: Number) -> Plain:
    """Give each regular number with its depth."""
    return [(value, node.bit_length() - 1) for value, node in zip(*number, strict=True)]


def plain_sum(one: Plain, other: Plain) -> Plain:
    """Add two numbers, and reduce."""
    total = [(value, depth + 1) for value, depth in one + other]
    while plain_explode(total) or plain_split(total):
        pass
    return total


def plain_explode(number: Plain) -> bool:
    """Explode the leftmost pair inside four others, if there is one."""
    for at, (value, depth) in enumerate(number):
        if depth > 4:
            following, _ = number[at + 1]
            number[at : at + 2] = [(0, depth - 1)]
            for beside, spilt in ((at - 1, value), (at + 1, following)):
                if 0 <= beside < len(number):
                    number[beside] = (number[beside][0] + spilt, number[beside][1])
            return True
    return False


def plain_split(number: Plain) -> bool:
    """Split the leftmost regular number above nine, if there is one."""
    for at, (value, depth) in enumerate(number):
        if value > 9:
            number[at : at + 1] = [(value // 2, depth + 1), (value - value // 2, depth + 1)]
            return True
    return False


def plain_magnitude(number: Plain) -> int:
    """Merge the deepest pairs until one number is left."""
    merged: Plain = []
    for value, depth in number:
        while merged and merged[-1][1] == depth:
            value, depth = 3 * merged.pop()[0] + 2 * value, depth - 1
        merged.append((value, depth))
    return merged[0][0]


def _complain(lines: list[str]) -> NoReturn:
    """Raise the `ValueError` that says which line is no reduced number, or that one is missing."""
    for number, line in enumerate(lines, 1):
        folded = line
        for _ in range(4):
            folded = PAIR.sub("0", folded)
        if folded != "0" or line == "0":
            expected = "a snailfish number of digits in at most four brackets"
            raise ValueError(f"line {number}: expected {expected}, got {line!r}")
    raise ValueError(f"line {len(lines) + 1}: expected a second number to add, got the end")
