"""Day 18: Snailfish.

Flat lists replace the trees, and a bound on the magnitude prunes most sums.
A number is a row of values, its regular numbers from left to right. Each has a weight: the product
of a 3 for each left side and a 2 for each right side on the way to it.

    [[9,1],[1,9]]    values   9  1  1  9    magnitude  9*9 + 1*6 + 1*6 + 9*4 = 129
                     weights  9  6  6  4

In a row, the nearest regular number is the one beside. A weight also says how deep its value is: on
level n, it is a product of n factors. An explosion and a split change a few neighbours in the row:

    explode [1,2] in [[[[[1,2],3],4],5],6]    split 15 in [15,[0,13]]
    values     1   2    3   4  5  6           values   15     0  13
    weights  243 162   54  18  6  2           weights   3     6   4
    values       0    2+3   4  5  6           values   7 8    0  13
    weights     81     54  18  6  2           weights  9 6    6   4

Reducing a sum begins with all explosions. The two halves of the sum explode independently, except
for what one passes to the other. Then only splits are left. Where the pair made by a split is too
deep, it explodes at once. The leftmost split always comes first, so the left half is finished,
except for its last place, before anything else happens in the right half. Therefore part 2 prepares
each number only once as a left half, and once as a right half.

Part 2 adds only few pairs, because the total of the values limits the magnitude (see `MOST`). A
split keeps the total, and an explosion keeps it or, at both ends, reduces it. Pairs are added from
the largest total down, as long as this limit is above the best magnitude.
"""

from __future__ import annotations

import re
from itertools import product
from math import prod
from operator import mul
from typing import NamedTuple

from days.lines import refusal

PAIR = re.compile(r"\[[0-9],[0-9]\]")
LEFT, RIGHT = 3, 2
LEVELS = 4

NUMBERS = 200
"""The most numbers that are read; part 2 may add all pairs of them."""

HEAVIEST = sorted(map(prod, product((LEFT, RIGHT), repeat=LEVELS)), reverse=True)
"""The weights of all places on the deepest level, from 81 down to 16."""
DEEPEST = frozenset(HEAVIEST)
"""The same weights, none of which occurs on another level."""
NINES = [weight for weight in HEAVIEST for _ in range(9)]
MOST = [sum(NINES[:total]) for total in range(2 * len(NINES) + 1)]
"""The largest magnitude of a reduced number, by the total of its values.

No value is above nine. To move a value down to the leftmost place below its own, on the deepest
level, only makes it heavier. So nothing is heavier than nines on the deepest level, in the heaviest
places: a total of 20 has at most the magnitude 9 * 81 + 9 * 54 + 2 * 54.
"""


class Number(NamedTuple):
    """A snailfish number: its regular numbers from left to right, and the weight of each."""

    values: list[int]
    weights: list[int]


class Half(NamedTuple):
    """A number as one half of a sum: one level deeper, exploded, and a left half also split."""

    number: Number
    passed: int
    """What its explosions pass to the other half."""
    begins_deep: bool
    """Whether its first pair has exploded."""
    total: int
    """The total of its values and of `passed`; what was passed beyond the sum is lost."""


def parse(text: str) -> tuple[Number, ...]:
    """Read two or more reduced snailfish numbers, at most `NUMBERS`."""
    lines = text.split("\n")
    for at, line in enumerate(lines, 1):
        # Pairs become digits, the innermost first, until a single digit is left.
        folded = line
        for _ in range(LEVELS):
            folded = PAIR.sub("0", folded)
        if folded != "0" or line == "0":
            expected = "a snailfish number of digits in at most four brackets"
            raise refusal(at, expected, line)
        if at > NUMBERS:
            raise refusal(at, f"at most {NUMBERS} numbers", line)
    if len(lines) == 1:
        raise refusal(2, "a second number to add", None)
    return tuple(map(read, lines))


def part1(numbers: tuple[Number, ...]) -> int:
    """Return the magnitude of the sum of all numbers, in their order."""
    total = numbers[0]
    for number in numbers[1:]:
        total = added(prepared(total, LEFT), prepared(number, RIGHT))
    return magnitude(total)


def part2(numbers: tuple[Number, ...]) -> int:
    """Return the largest magnitude of a sum of two numbers, without adding hopeless pairs."""
    lefts = [prepared(number, LEFT) for number in numbers]
    rights = [prepared(number, RIGHT) for number in numbers]
    indices = range(len(numbers))
    by_left = sorted(indices, key=lambda index: -lefts[index].total)
    by_right = sorted(indices, key=lambda index: -rights[index].total)
    best = 0
    for one in by_left:
        for other in by_right:
            if MOST[lefts[one].total + rights[other].total] <= best:
                break
            if one != other:
                best = max(best, magnitude(added(lefts[one], rights[other])))
    return best


def read(line: str) -> Number:
    """Read one number."""
    number = Number([], [])
    weight = 1
    for sign in line:
        if sign == "[":
            weight *= LEFT
        elif sign == ",":
            weight = weight // LEFT * RIGHT
        elif sign == "]":
            weight //= RIGHT
        else:
            number.values.append(int(sign))
            number.weights.append(weight)
    return number


def magnitude(number: Number) -> int:
    """Return the sum of the values times their weights."""
    return sum(map(mul, number.values, number.weights))


def prepared(number: Number, side: int) -> Half:
    """Return a number as the left or right half of a sum."""
    half, before, after = exploded(number, side)
    passed = before
    if side == LEFT:
        passed = after
        # The last place may get something from the right half before it is split.
        split(half.values, half.weights, 0, len(half.values) - 1)
    begins_deep = number.weights[0] in DEEPEST
    return Half(half, passed, begins_deep, sum(half.values) + passed)


def exploded(number: Number, side: int) -> tuple[Number, int, int]:
    """Move a number one level down, to the left or right side of a sum, and explode its pairs.

    Returns the number, and what is passed beyond its left and its right end.
    """
    # The first place takes what is passed beyond the left end.
    values = [0]
    weights = []
    passed = 0
    places = zip(number.values, number.weights, strict=True)
    for value, weight in places:
        if weight in DEEPEST:
            # Only pairs of regular numbers are so deep, so the next place is the other half.
            values[-1] += passed + value
            values.append(0)
            weights.append(weight // LEFT * side)
            passed, _ = next(places)
        else:
            values.append(passed + value)
            weights.append(weight * side)
            passed = 0
    before = values.pop(0)
    return Number(values, weights), before, passed


def added(left: Half, right: Half) -> Number:
    """Return the sum of two halves, after all splits."""
    values = left.number.values + right.number.values
    weights = left.number.weights + right.number.weights
    middle = len(left.number.values)
    values[middle - 1] += right.passed
    if right.begins_deep:
        # If the left half ends with the deep pair [3,5], and the right one begins with [1,2],
        # then 5 is passed to the 1, and [6,2] explodes next. So 6 comes back: `right.passed`,
        # which is the 1, and the 5.
        values[middle - 1] += left.passed
    else:
        values[middle] += left.passed
    split(values, weights, middle - 1, len(values))
    return Number(values, weights)


def split(values: list[int], weights: list[int], at: int, end: int) -> None:
    """Make all splits from place `at` to before `end`; none is to be made before `at`."""
    while at < end:
        value = values[at]
        if value < 10:
            at += 1
            continue
        half = value // 2
        weight = weights[at]
        if weight not in DEEPEST:
            values[at : at + 1] = half, value - half
            weights[at : at + 1] = LEFT * weight, RIGHT * weight
            end += 1
            continue
        # The pair would be too deep: it explodes into a 0, and its halves are passed on.
        values[at] = 0
        if at + 1 < len(values):
            values[at + 1] += value - half
        if at > 0:
            at -= 1
            values[at] += half
