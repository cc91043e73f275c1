"""Day 24: Arithmetic Logic Unit.

The program uses z as a stack in base 26, which links the digits in pairs.
On top of the stack is the remainder of z by 26. Dividing by 26 pops it, and multiplying by 26
makes room to push another one. The program is the same block of eighteen instructions fourteen
times, one for each digit. Only three numbers differ between blocks, DIVISOR, CHECK and OFFSET:

    inp w                                      the next digit
    mul x 0, add x z, mod x 26                 x is the number on top of the stack
    div z DIVISOR                              26 pops this number, 1 leaves it there
    add x CHECK, eql x w, eql x 0              x is 0 if the number plus CHECK is the digit, else 1
    mul y 0, add y 25, mul y x, add y 1,       if x is 1: make room on the stack ...
    mul z y
    mul y 0, add y w, add y OFFSET, mul y x,   ... and push the digit plus OFFSET
    add z y

Seven blocks divide by 1 and have a CHECK above 9. So the number plus CHECK is above 9, too, and no
digit equals it: these blocks always push. At the end, z is 0 only if the stack is empty. So each of
the other seven blocks must pop a number and push none: its digit must be the popped number plus
CHECK. With four digits a, b, c and d:

    block of    divisor  check  offset    stack afterwards    needs
    a                 1     12       4    a+4
    b                 1     11       7    a+4  b+7
    c                26     -5       2    a+4                 c = b + 7 - 5 = b + 2
    d                26     -9       6                        d = a + 4 - 9 = a - 5

So a pair of digits has a fixed difference. Both are as large, or as small, as digits from 1 to 9
allow: the largest number of these four digits is 9794, the smallest is 6131.

All of this, including the ranges of the numbers, is an assumption about the input, and `parse`
checks it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from days.lines import checked, refusal

DIGITS = 14

BLOCK = """\
inp w
mul x 0
add x z
mod x 26
div z {}
add x {}
eql x w
eql x 0
mul y 0
add y 25
mul y x
add y 1
mul z y
mul y 0
add y w
add y {}
mul y x
add z y"""
"""The instructions of a block; the divisor, the check and the offset are left open."""

LINES = BLOCK.count("\n") + 1

# The patterns of a block that pushes and of one that pops, and how an error describes their lines.
# A pushed number is at most 9 + 16, so it is below 26.
PUSH = BLOCK.format("1", "([1-9][0-9]{1,8})", "([0-9]|1[0-6])")
PUSH_IN_WORDS = BLOCK.format("1 or 26", "10 or more", "0 to 16")
POP = BLOCK.format("26", "(-?[0-9]{1,9})", "([0-9]{1,9})")
POP_IN_WORDS = BLOCK.format("1 or 26", "a number", "0 or more")


class Block(NamedTuple):
    """The block of one digit: whether it pops a number or pushes one, its check and its offset."""

    pops: bool
    check: int
    offset: int


class Pair(NamedTuple):
    """The indices of two digits; the second digit is the first one plus `difference`."""

    first: int
    second: int
    difference: int


def parse(text: str) -> tuple[Pair, ...]:
    """Read a program of fourteen blocks that accepts some number, and pair its digits."""
    pushed: list[tuple[int, int]] = []
    pairs = []
    for digit, block in enumerate(read(text)):
        start = digit * LINES
        if not block.pops:
            pushed.append((digit, block.offset))
            continue
        if not pushed:
            expected = "'div z 1' before this 'div z 26', to match it"
            raise refusal(start + 5, expected, "div z 26")
        first, offset = pushed.pop()
        difference = offset + block.check
        if abs(difference) > 8:
            expected = "'add x' to bring two digits no more than 8 apart"
            raise refusal(start + 6, expected, f"add x {block.check}")
        pairs.append(Pair(first, digit, difference))
    if pushed:
        digit, _ = pushed[-1]
        expected = "a 'div z 26' for every 'div z 1'"
        raise refusal(digit * LINES + 5, expected, "div z 1")
    return tuple(pairs)


def part1(pairs: tuple[Pair, ...]) -> int:
    """Return the largest model number that is valid."""
    digits = [0] * DIGITS
    for first, second, difference in pairs:
        digits[first] = min(9, 9 - difference)
        digits[second] = digits[first] + difference
    return int("".join(map(str, digits)))


def part2(pairs: tuple[Pair, ...]) -> int:
    """Return the smallest model number that is valid."""
    digits = [0] * DIGITS
    for first, second, difference in pairs:
        digits[first] = max(1, 1 - difference)
        digits[second] = digits[first] + difference
    return int("".join(map(str, digits)))


def read(text: str) -> list[Block]:
    """Read the fourteen blocks."""
    lines = text.split("\n")
    blocks = []
    for start in range(0, DIGITS * LINES, LINES):
        block = "\n".join(lines[start : start + LINES])
        pops = "div z 26" in block
        pattern = POP if pops else PUSH
        match = re.fullmatch(pattern, block)
        if not match:
            words = POP_IN_WORDS if pops else PUSH_IN_WORDS
            forms = zip(pattern.split("\n"), words.split("\n"), strict=True)
            checked(block, forms, least=LINES, first=start + 1)
            raise AssertionError("a block is as expected if each of its lines is")
        check, offset = map(int, match.groups())
        blocks.append(Block(pops, check, offset))
    if len(lines) > DIGITS * LINES:
        end = DIGITS * LINES
        raise refusal(end + 1, "the end of the program", lines[end])
    return blocks
