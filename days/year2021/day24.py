"""Day 24: Arithmetic Logic Unit.

The program uses z as a stack in base 26, which links the digits in pairs.
It is the same block of eighteen instructions fourteen times, one for each digit, and only three
numbers differ between blocks. A block compares its digit with the number on top of the stack plus
`check`. It pops this number if it divides z by 26. It pushes the digit plus `offset`, unless the
comparison was true. Seven blocks divide by 1 and have a `check` above 9, so they always push. At
the end, z is 0 only if the stack is empty. So each of the other seven blocks must pop a number and
push none. This defines the difference between its digit and the digit that was pushed. Both are as
large, or as small, as digits from 1 to 9 allow.

All of this, including the ranges of the numbers, is an assumption about the input, and `parse`
checks it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from days.lines import checked, refusal

BLOCK = (
    *(
        "inp w",
        "mul x 0",
        "add x z",
        "mod x 26",
        "div z {}",
        "add x {}",
        "eql x w",
        "eql x 0",
    ),
    *("mul y 0", "add y 25", "mul y x", "add y 1", "mul z y"),
    *("mul y 0", "add y w", "add y {}", "mul y x", "add z y"),
)
"""The instructions of a block; the divisor of z, `check` and `offset` are left open."""

DIGITS = 14


class Pair(NamedTuple):
    """The indices of two digits; the second digit is the first one plus `more`."""

    first: int
    second: int
    more: int


def parse(text: str) -> tuple[Pair, ...]:
    """Read a program of fourteen blocks that accepts some number, and pair its digits."""
    forms = [
        (line.replace("{}", "(-?[0-9]{1,9})"), line.format("a number"))
        for line in BLOCK
    ]
    forms[4] = ("div z (1|26)", "div z 1 or div z 26")
    block = "\n".join(pattern for pattern, _ in forms)
    if not re.fullmatch(rf"(?:{block}\n){{{DIGITS - 1}}}{block}", text):
        checked(
            text,
            [*forms * DIGITS, ("(?!)", "the end of the program")],
            least=len(BLOCK) * DIGITS,
        )

    def unlike(digit: int, at: int, expected: str) -> ValueError:
        number = digit * len(BLOCK) + at
        return refusal(number, expected, text.split("\n")[number - 1])

    stack: list[tuple[int, int]] = []
    pairs = []
    for digit, (divisor, *numbers) in enumerate(re.findall(block, text)):
        check, offset = map(int, numbers)
        if offset < 0:
            raise unlike(digit, 16, "'add y' and 0 or more")
        if divisor == "1":
            if check < 10:
                raise unlike(digit, 6, "'add x' and 10 or more")
            if offset > 16:
                raise unlike(digit, 16, "'add y' and 0 to 16")
            stack.append((digit, offset))
            continue
        if not stack:
            raise unlike(digit, 5, "'div z 1' before this 'div z 26', to match it")
        first, pushed = stack.pop()
        if abs(pushed + check) > 8:
            raise unlike(digit, 6, "'add x' to bring two digits no more than 8 apart")
        pairs.append(Pair(first, digit, pushed + check))
    if stack:
        raise unlike(stack[-1][0], 5, "a 'div z 26' for every 'div z 1'")
    return tuple(pairs)


def part1(pairs: tuple[Pair, ...]) -> int:
    """Return the largest model number that is valid."""
    digits = [0] * DIGITS
    for first, second, more in pairs:
        digits[first], digits[second] = min(9, 9 - more), min(9, 9 + more)
    return int("".join(map(str, digits)))


def part2(pairs: tuple[Pair, ...]) -> int:
    """Return the smallest model number that is valid."""
    digits = [0] * DIGITS
    for first, second, more in pairs:
        digits[first], digits[second] = max(1, 1 - more), max(1, 1 + more)
    return int("".join(map(str, digits)))
