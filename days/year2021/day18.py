"""Day 18: Snailfish.

Recursion over nested pairs is the plain way, flat lists are the fast one.
In the plain way, `part1_pairs` and `part2_pairs`, a number is a pair of pairs. `explode_pairs`
explodes the left side of a pair, then its right side, and returns what is passed beyond the ends.
If there are two more pairs around this one, [4,3] is too deep:

    [[7,[4,3]],[2,5]]    [4,3] leaves 0, and passes 4 to the left and 3 to the right
    [[11,0],[2,5]]       the pair around 7 and [4,3] adds the 4 to its left side, which is 7
    [[11,0],[5,5]]       the pair around both sides adds the 3 to its right side, which is [2,5]

`split_first` makes one split. Both take turns until no number is left to split.

In the fast way, a number is a row of values, its regular numbers from left to right. Each has a
weight: the product of a 3 for each left side and a 2 for each right side on the way to it.

    [[9,1],[1,9]]    values   9  1  1  9    magnitude  9*9 + 1*6 + 1*6 + 9*4 = 129
                     weights  9  6  6  4

In a row, the nearest regular number is the one beside. A weight also says how deep its value is: on
level n, it is a product of n factors. An explosion and a split change a few neighbours in the row:

    explode [1,2] in [[[[[1,2],3],4],5],6]    split 15 in [15,[0,13]]
    values     1   2    3   4  5  6           values   15     0  13
    weights  243 162   54  18  6  2           weights   3     6   4
    values       0    2+3   4  5  6           values   7 8    0  13
    weights     81     54  18  6  2           weights  9 6    6   4

All explosions come before all splits, so each half of a sum can explode its own pairs alone. Only
what they pass over the middle is added later. From then on, the leftmost number above nine is
always split next, and if the new pair is too deep, it explodes at once. So the left half, except
for its last place, is split before anything in the right half is. The last place has to wait, since
the right half may still pass something to it. That is why each half is `prepared` alone: both are
exploded, and the left one is split up to its last place. `added` joins them. Part 2 prepares each
number only once for either side, instead of once for each sum, and leaves out sums that cannot have
the largest magnitude.
"""

from __future__ import annotations

import json
import re
from functools import reduce
from itertools import permutations, product
from math import prod
from operator import mul
from typing import Any, NamedTuple

from days.lines import refusal

Number = Any
"""A regular number, which is an `int`, or a pair, which is a list of two numbers."""

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
    return tuple(json.loads(f"[{','.join(lines)}]"))


def part1_pairs(numbers: tuple[Number, ...]) -> int:
    """Return the same as part 1, by recursion over nested pairs."""
    return magnitude(flat(reduce(sum_of, numbers)))


def part2_pairs(numbers: tuple[Number, ...]) -> int:
    """Return the same as part 2, by recursion over nested pairs."""
    sums = (sum_of(left, right) for left, right in permutations(numbers, 2))
    return max(magnitude(flat(number)) for number in sums)


def sum_of(left: Number, right: Number) -> Number:
    """Return the sum of two numbers, which is the reduced pair of them."""
    _, exploded, _ = explode_pairs([left, right], 0, 0)
    number = split_first(exploded)
    # A pair that has to be reduced further is the sum of its two sides.
    return number if number == exploded else sum_of(*number)


def explode_pairs(number: Number, depth: int, more: int) -> tuple[int, Number, int]:
    """Explode the pairs that are too deep in a number, after adding `more` to its first place.

    There are `depth` pairs around the number. Returns what is passed beyond its left end, the
    number, and what is passed beyond its right end.
    """
    if isinstance(number, int):
        return 0, number + more, 0
    left, right = number
    if depth == LEVELS:
        return left + more, 0, right
    # The right side is not exploded yet, so it takes `to_right` on the way. The left side is done,
    # so `to_left` is added to it afterwards.
    before, left, to_right = explode_pairs(left, depth + 1, more)
    to_left, right, after = explode_pairs(right, depth + 1, to_right)
    return before, [with_last(left, to_left), right], after


def with_last(number: Number, more: int) -> Number:
    """Return a number after adding to its last place."""
    if isinstance(number, int):
        return number + more
    left, right = number
    return [left, with_last(right, more)]


def split_first(number: Number) -> Number:
    """Return a number after the first split in it, or the same if there is none."""
    if isinstance(number, int):
        return number if number < 10 else [number // 2, number - number // 2]
    left, right = number
    split_left = split_first(left)
    split_right = right if split_left != left else split_first(right)
    return [split_left, split_right]


class Row(NamedTuple):
    """A number as a flat list: its regular numbers from left to right, and the weight of each."""

    values: list[int]
    weights: list[int]


class Half(NamedTuple):
    """A number as one half of a sum: one level deeper, and exploded.

    A left half is also split, up to its last place.
    """

    values: list[int]
    weights: list[int]
    passed: int
    """What its explosions pass to the other half."""
    begins_deep: bool
    """Whether its first pair has exploded."""

    @property
    def total(self) -> int:
        """The total of its values and of `passed`; what was passed beyond the sum is lost."""
        return sum(self.values) + self.passed


def part1(numbers: tuple[Number, ...]) -> int:
    """Return the magnitude of the sum of all numbers, in their order."""
    first, *others = map(flat, numbers)
    total = first
    for row in others:
        total = added(prepared(total, LEFT), prepared(row, RIGHT))
    return magnitude(total)


def part2(numbers: tuple[Number, ...]) -> int:
    """Return the largest magnitude of a sum of two numbers.

    Only few pairs are added, because the total of the values limits the magnitude (see `MOST`). A
    split keeps the total, and an explosion keeps it or, at both ends, reduces it. Pairs are added
    from the largest total down, as long as this limit is above the best magnitude.
    """
    rows = [flat(number) for number in numbers]
    lefts = [prepared(row, LEFT) for row in rows]
    rights = [prepared(row, RIGHT) for row in rows]
    left_totals = [half.total for half in lefts]
    right_totals = [half.total for half in rights]
    indices = range(len(numbers))
    by_left = sorted(indices, key=left_totals.__getitem__, reverse=True)
    by_right = sorted(indices, key=right_totals.__getitem__, reverse=True)
    best = 0
    for left in by_left:
        for right in by_right:
            if MOST[left_totals[left] + right_totals[right]] <= best:
                break
            if left != right:
                best = max(best, magnitude(added(lefts[left], rights[right])))
    return best


def flat(number: Number) -> Row:
    """Return a number as a flat list."""
    row = Row([], [])
    append_places(row, number, 1)
    return row


def append_places(row: Row, number: Number, weight: int) -> None:
    """Append a number of some weight to a flat list."""
    if isinstance(number, int):
        row.values.append(number)
        row.weights.append(weight)
    else:
        left, right = number
        append_places(row, left, weight * LEFT)
        append_places(row, right, weight * RIGHT)


def magnitude(row: Row) -> int:
    """Return the sum of the values times their weights."""
    return sum(map(mul, row.values, row.weights))


def prepared(row: Row, side: int) -> Half:
    """Return a number as the left or right half of a sum."""
    values, weights, before, after = explode_row(row, side)
    passed = before
    if side == LEFT:
        passed = after
        # The last place may get something from the right half before it is split.
        split_row(values, weights, 0, len(values) - 1)
    return Half(values, weights, passed, row.weights[0] in DEEPEST)


def explode_row(row: Row, side: int) -> tuple[list[int], list[int], int, int]:
    """Move a number one level down, to the left or right side of a sum, and explode its pairs.

    Returns its values and weights, and what is passed beyond its left and its right end.
    """
    # The first place takes what is passed beyond the left end.
    values = [0]
    weights = []
    passed = 0
    places = zip(row.values, row.weights, strict=True)
    for value, weight in places:
        if weight in DEEPEST:
            # Only pairs of regular numbers are so deep, so the next place is the other half.
            values[-1] += passed + value
            values.append(0)
            # The weight of the pair: that of its left place without the LEFT.
            weights.append(weight // LEFT * side)
            passed, _ = next(places)
        else:
            values.append(passed + value)
            weights.append(weight * side)
            passed = 0
    before = values.pop(0)
    return values, weights, before, passed


def added(left: Half, right: Half) -> Row:
    """Return the sum of two halves, after all splits.

    Each half gets what the explosions of the other one pass to it. If the right half begins with a
    pair that explodes, nothing stays there, and what the left half passes comes back:

        sum       4 [3,5] | [1,2] 4
                  7   0   | [6,2] 4     [3,5] passes 5 to the 1
                  7   6   |   0   6     [6,2] passes 6 back, which is 1 + 5

        halves    7   0   |   0   6     alone, [3,5] passes 5, and [1,2] passes 1
        joined    7 0+1+5 |   0   6

    If it begins with a regular number, what the left half passes stays there:

        sum       4 [3,5] |  1  4
                  7   0   |  6  4       [3,5] passes 5 to the 1

        halves    7   0   |  1  4       alone, [3,5] passes 5
        joined    7   0   | 1+5 4
    """
    values = left.values + right.values
    weights = left.weights + right.weights
    middle = len(left.values)
    values[middle - 1] += right.passed
    if right.begins_deep:
        values[middle - 1] += left.passed
    else:
        values[middle] += left.passed
    split_row(values, weights, middle - 1, len(values))
    return Row(values, weights)


def split_row(values: list[int], weights: list[int], at: int, end: int) -> None:
    """Make all splits from place `at` to before `end`; none is to be made before `at`."""
    # A place behind the last one takes what is lost at the right end.
    values.append(0)
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
        values[at + 1] += value - half
        if at > 0:
            # The place on the left may have to be split first.
            at -= 1
            values[at] += half
    values.pop()
