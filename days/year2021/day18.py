"""Day 18: Snailfish.

Flat lists replace the trees, and a bound on the magnitude prunes most sums.
A flat number has its regular numbers from left to right, each with its weight in the magnitude:
the product of a 3 for each left side and a 2 for each right side on the way to it. So the
neighbours of a regular number are next to it in the list, and its weight says how deep it is:

    [[9,1],[1,9]]    values  9 1 1 9    weights  9 6 6 4    magnitude  81 + 6 + 6 + 36 = 129

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
order of the totals, from the largest down, as long as this bound is above the best magnitude.
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

_FOURTH = (81, *[54] * 4, *[36] * 6, *[24] * 4, 16)
DEEPEST = [weight in _FOURTH for weight in range(82)]
"""Whether a weight is one of the fourth level, of which none occurs on another level."""

_NINES = [weight for weight in _FOURTH for _ in range(9)]
MOST = [sum(_NINES[:total]) for total in range(2 * len(_NINES) + 1)]
"""The largest magnitude that a reduced number can have, by the total of its regular numbers."""

WALL = 1 << 20
"""A huge value at both ends of a sum, which takes what explosions pass beyond the ends."""


class Number(NamedTuple):
    """A snailfish number: its regular numbers from left to right, and the weight of each."""

    values: tuple[int, ...]
    weights: tuple[int, ...]


class Half(NamedTuple):
    """A number prepared as one half of a sum, with what it spills (passes) to the other half."""

    values: list[int]
    weights: list[int]
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
    for number, (line, rest) in enumerate(
        zip(lines, folded.split("\n"), strict=True), 1
    ):
        if number > NUMBERS:
            raise refusal(number, f"at most {NUMBERS} numbers", line)
        if rest != "0" or line == "0":
            raise refusal(
                number, "a snailfish number of digits in at most four brackets", line
            )
    if len(lines) == 1:
        raise refusal(2, "a second number to add", None)
    return tuple(map(read, lines))


def part1(numbers: tuple[Number, ...]) -> int:
    """Return the magnitude of the sum of all numbers, in their order."""
    total = numbers[0]
    for number in numbers[1:]:
        values, weights = added(left_half(total), right_half(number))
        total = Number(tuple(values[1:-1]), tuple(weights[1:-1]))
    return magnitude(*total)


def part2(numbers: tuple[Number, ...]) -> int:
    """Return the largest magnitude of a sum of two numbers, without adding hopeless pairs."""
    lefts = sorted(enumerate(map(left_half, numbers)), key=lambda half: -half[1].total)
    rights = sorted(
        enumerate(map(right_half, numbers)), key=lambda half: -half[1].total
    )
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
    values, weights = [], []
    weight = 1
    for sign in line:
        if sign == "[":
            weight *= 3
        elif sign == ",":
            weight = weight // 3 * 2
        elif sign == "]":
            weight //= 2
        else:
            values.append(int(sign))
            weights.append(weight)
    return Number(tuple(values), tuple(weights))


def magnitude(values: Iterable[int], weights: Iterable[int]) -> int:
    """Return the sum of the regular numbers times their weights."""
    return sum(map(mul, values, weights))


def left_half(number: Number) -> Half:
    """Prepare a number as the left half: explode, and split up to the last regular number."""
    values, weights = exploded(number, 3)
    spilt = values.pop()
    values[0] = -WALL
    # For now, the last regular number is a wall, where the splits end.
    last, weights[-2:] = weights[-2], [0]
    values[-1] += WALL
    settle(values, weights, 1)
    values[-1] -= WALL
    weights[-1] = last
    return Half(values, weights, spilt, False, sum(values[1:]) + spilt)


def right_half(number: Number) -> Half:
    """Prepare a number as the right half: explode."""
    values, weights = exploded(number, 2)
    total = sum(values[:-1])
    values[-1] = WALL
    returns = DEEPEST[number.weights[0]]
    return Half(values[1:], weights[1:], values[0], returns, total)


def exploded(number: Number, factor: int) -> tuple[list[int], list[int]]:
    """Move a number one level down, where its weights get a factor, and explode it.

    Returns its values and weights. At both ends is what it spills, with a weight of 0.
    """
    values, weights = [0], [0]
    after = 0
    pairs = iter(zip(*number, strict=True))
    for value, weight in pairs:
        if DEEPEST[weight]:
            # Only pairs of regular numbers are so deep, so the next one is the other half.
            values[-1] += value + after
            values.append(0)
            weights.append(weight // 3 * factor)
            after, _ = next(pairs)
        else:
            values.append(value + after)
            weights.append(weight * factor)
            after = 0
    return [*values, after], [*weights, 0]


def added(left: Half, right: Half) -> tuple[list[int], list[int]]:
    """Add two halves and reduce; return the values and the weights, with a wall at both ends."""
    values, weights = left.values + right.values, left.weights + right.weights
    join = len(left.values)
    if right.returns:
        values[join - 1] += left.spilt + right.spilt
    else:
        values[join] += left.spilt
    settle(values, weights, join - 1)
    return values, weights


def settle(values: list[int], weights: list[int], at: int) -> None:
    """Make all splits from `at` to the right, up to a wall; none is to be made before `at`."""
    while True:
        while (value := values[at]) < 10:
            at += 1
        half, weight = value // 2, weights[at]
        if DEEPEST[weight]:
            values[at] = 0
            values[at + 1] += value - half
            at -= 1
            values[at] += half
        elif weight:
            values[at : at + 1] = half, value - half
            weights[at : at + 1] = 3 * weight, 2 * weight
        else:
            return
