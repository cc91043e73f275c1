"""Day 18: Snailfish.

Flat lists replace the trees, and a bound on the magnitude prunes most sums.
A flat number has its regular numbers from left to right, each with its node. Nodes are numbered as
in a heap: 1 is the whole number, 2n and 2n+1 are the left and the right side of n. So the
neighbours of a regular number are next to it in the list, a node of 16 or more is on the deepest
level, and the weight of a regular number in the magnitude depends only on its node.

Reducing a sum begins with all explosions, from left to right. The two numbers explode
independently, except for what one passes to the other. Then only splits are left. Where the pair
made by a split is too deep, it explodes at once: it becomes zero, and its halves go to the
neighbours. The leftmost split always comes first. So the left number, except for its last regular
number, is finished before anything of the right number is involved. Therefore each number is
prepared only once as a left half, and once as a right half.

Part 2 adds only few of the pairs, since the total of the regular numbers limits the magnitude. A
split keeps the total, and an explosion keeps or, at both ends, reduces it. In the end, each regular
number is at most nine. Move each one down to the leftmost node below it on the deepest level: its
weight does not decrease, and no two of them meet. So the magnitude is at most that of the same
total, put into the sixteen deepest nodes as nines, the heaviest nodes first. Sums are made in the
order of the totals, from the largest down, as long as this bound is above the best magnitude: about
a thousand of 9,900 sums. Computing eight sums at a time with numpy was tried: twice as much code
for two milliseconds of seven.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from operator import mul
from typing import NamedTuple

from days.lines import refusal

NUMBERS = 200
"""The most numbers that are read; part 2 may have to add each to each."""

PAIR = re.compile(r"\[[0-9],[0-9]\]")

WEIGHTS = [0, 1]
for _node in range(2, 32):
    WEIGHTS.append(WEIGHTS[_node // 2] * (2 if _node % 2 else 3))
"""The weight of a regular number in the magnitude, by node; node 0 is outside and has none."""

_NINES = [weight for weight in sorted(WEIGHTS[16:], reverse=True) for _ in range(9)]
MOST = [sum(_NINES[:total]) for total in range(2 * len(_NINES) + 1)]
"""The largest magnitude that a reduced number can have, by the total of its regular numbers."""

LEFT = [0, *(node + (1 << node.bit_length() - 1) for node in range(1, 32))]
RIGHT = [0, *(node + (2 << node.bit_length() - 1) for node in range(1, 32))]
"""The new node of each node when its number becomes the left, or the right, of a sum."""

DEEPEST = 16
WALL = 1 << 20
"""A huge value at both ends of a sum, which takes what explosions pass beyond the ends."""


class Number(NamedTuple):
    """A snailfish number: its regular numbers from left to right, and the node of each."""

    values: tuple[int, ...]
    nodes: tuple[int, ...]


class Half(NamedTuple):
    """A number prepared as one half of a sum, with what it spills (passes) to the other half."""

    values: list[int]
    nodes: list[int]
    spilt: int
    returns: bool
    """Whether what the left half spills comes back, since the pair that gets it explodes."""
    total: int
    """The total of the regular numbers that are left, including the spilt one."""


def parse(text: str) -> tuple[Number, ...]:
    """Read two or more reduced snailfish numbers, at most `NUMBERS`."""
    folded = text
    for _ in range(4):
        folded = PAIR.sub("0", folded)
    lines = text.split("\n")
    for number, (line, rest) in enumerate(zip(lines, folded.split("\n"), strict=True), 1):
        if number > NUMBERS:
            raise refusal(number, f"at most {NUMBERS} numbers", line)
        if rest != "0" or line == "0":
            raise refusal(number, "a snailfish number of digits in at most four brackets", line)
    if len(lines) == 1:
        raise refusal(2, "a second number to add", None)
    return tuple(map(read, lines))


def part1(numbers: tuple[Number, ...]) -> int:
    """Return the magnitude of the sum of all numbers, in their order."""
    total = numbers[0]
    for number in numbers[1:]:
        values, nodes = added(left_half(total), right_half(number))
        total = Number(tuple(values[1:-1]), tuple(nodes[1:-1]))
    return magnitude(total.values, total.nodes)


def part2(numbers: tuple[Number, ...]) -> int:
    """Return the largest magnitude of a sum of two numbers, without adding hopeless pairs."""
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
    """Return the sum of the regular numbers times their weights."""
    return sum(map(mul, values, map(WEIGHTS.__getitem__, nodes)))


def left_half(number: Number) -> Half:
    """Prepare a number as the left half: explode, and split up to the last regular number."""
    _, values, nodes, spilt = exploded(number, LEFT)
    values, nodes = [-WALL, *values], [0, *nodes]
    last, nodes[-1] = nodes[-1], 0
    values[-1] += WALL
    settle(values, nodes, 1)
    values[-1] -= WALL
    nodes[-1] = last
    return Half(values, nodes, spilt, False, sum(values[1:]) + spilt)


def right_half(number: Number) -> Half:
    """Prepare a number as the right half: explode."""
    spilt, values, nodes, _ = exploded(number, RIGHT)
    half = [*values, WALL], [*nodes, 0]
    return Half(*half, spilt, number.nodes[0] >= DEEPEST, sum(values) + spilt)


def exploded(number: Number, moved: list[int]) -> tuple[int, list[int], list[int], int]:
    """Move a number one level down and explode it.

    Returns what it spills to the left, its values and nodes, and what it spills to the right.
    """
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
        # Only pairs of regular numbers are so deep, so the next one is the other half.
        if values:
            values[-1] += value + after
        else:
            before = value
        values.append(0)
        nodes.append(moved[node // 2])
        after, _ = next(pairs)
    return before, values, nodes, after


def added(left: Half, right: Half) -> tuple[list[int], list[int]]:
    """Add two halves and reduce; return the values and the nodes, with a wall at both ends."""
    values, nodes = left.values + right.values, left.nodes + right.nodes
    join = len(left.values)
    if right.returns:
        values[join - 1] += left.spilt + right.spilt
    else:
        values[join] += left.spilt
    settle(values, nodes, join - 1)
    return values, nodes


def settle(values: list[int], nodes: list[int], at: int) -> None:
    """Make all splits from `at` to the right, up to a number at node 0; none is before `at`."""
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
