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
from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from days.lines import quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    States = tuple[NDArray[np.int64], NDArray[np.int64]]
    """The numbers so far, and the value of z after each of them."""

BLOCK = (
    "inp w",
    "mul x 0",
    "add x z",
    "mod x 26",
    "div z {}",
    "add x {}",
    "eql x w",
    "eql x 0",
    "mul y 0",
    "add y 25",
    "mul y x",
    "add y 1",
    "mul z y",
    "mul y 0",
    "add y w",
    "add y {}",
    "mul y x",
    "add z y",
)
"""The instructions of a block; the divisor of z, `check` and `offset` are left open."""

DIGITS = 14

Program = tuple[str, ...]
"""The instructions, one in each line."""


class Pair(NamedTuple):
    """The indices of two digits; the second digit is the first one plus `more`."""

    first: int
    second: int
    more: int


def parse(text: str) -> Program:
    """Read a program of fourteen blocks that accepts some number."""
    lines = text.split("\n")
    patterns = [line.replace("{}", "(?:-?[0-9]{1,9})") for line in BLOCK]
    patterns[4] = "div z (?:1|26)"
    if not re.fullmatch("(?:" + "\n".join(patterns) + "\n){14}", text + "\n"):
        for number, line in enumerate([*lines, ""], 1):
            at = (number - 1) % len(BLOCK)
            expected = "div z 1 or div z 26" if at == 4 else BLOCK[at].format("a number")
            if number > DIGITS * len(BLOCK):
                raise ValueError(
                    f"line {number}: expected the end of the program, got {quoted(line)}"
                )
            if not re.fullmatch(patterns[at], line):
                raise ValueError(f"line {number}: expected {expected}, got {quoted(line)}")
    program = tuple(lines)
    pairs(program)
    return program


def part1(program: Program) -> int:
    """Return the largest model number that is valid."""
    digits = [0] * DIGITS
    for first, second, more in pairs(program):
        digits[first], digits[second] = min(9, 9 - more), min(9, 9 + more)
    return int("".join(map(str, digits)))


def part1_states(program: Program) -> int:
    """Run the program on arrays of all numbers, the largest first."""
    return search(program, range(9, 0, -1))


def part2(program: Program) -> int:
    """Return the smallest model number that is valid."""
    digits = [0] * DIGITS
    for first, second, more in pairs(program):
        digits[first], digits[second] = max(1, 1 - more), max(1, 1 + more)
    return int("".join(map(str, digits)))


def part2_states(program: Program) -> int:
    """Run the program on arrays of all numbers, the smallest first."""
    return search(program, range(1, 10))


def pairs(program: Program) -> list[Pair]:
    """Return the pairs of digits; raise `ValueError` if the numbers in the blocks do not fit."""
    size = len(BLOCK)
    stack: list[tuple[int, int]] = []
    found = []
    for digit in range(DIGITS):
        start = digit * size
        check, offset = (int(program[start + line][6:]) for line in (5, 15))
        if offset < 0:
            raise ValueError(f"line {start + 16}: expected 'add y' and 0 or more, got {offset}")
        if program[start + 4] == "div z 1":
            if check < 10:
                raise ValueError(f"line {start + 6}: expected 'add x' and 10 or more, got {check}")
            if offset > 16:
                raise ValueError(f"line {start + 16}: expected 'add y' and 0 to 16, got {offset}")
            stack.append((digit, offset))
        elif not stack:
            expected = "'div z 1' before this 'div z 26', to match it"
            raise ValueError(f"line {start + 5}: expected {expected}, got none that is left")
        else:
            first, more = stack.pop()
            more += check
            if abs(more) > 8:
                expected = f"'add x' to bring two digits no more than 8 apart, got {more}"
                raise ValueError(f"line {start + 6}: expected {expected}")
            found.append(Pair(first, digit, more))
    if stack:
        line = stack[-1][0] * size + 5
        raise ValueError(
            f"line {line}: expected a 'div z 26' for every 'div z 1', got none for this one"
        )
    return found


def search(program: Program, digits: range) -> int:
    """Return the first number for which z ends as 0, in the order of the digits.

    All numbers get one digit more at a time, and the instructions are run on arrays of them. A
    number is dropped if its z is too large for the divisions that follow. If several numbers have
    the same z after a division, only the first one is kept. With seven numbers on the stack at
    once, there are five million states, which take a few seconds and about 100 MB; most programs
    take much less.
    """
    import numpy as np

    instructions = [line.split() for line in program]
    starts = [line for line, (name, *_) in enumerate(instructions) if name == "inp"]

    def firsts(numbers: NDArray[np.int64], zs: NDArray[np.int64]) -> States:
        """Keep the first number for each z."""
        first = np.sort(np.unique(zs, return_index=True)[1])
        return numbers[first], zs[first]

    states: list[States] = [(np.zeros(1, np.int64), np.zeros(1, np.int64))]
    at_once = 1 << 14
    for start, stop in zip(starts, [*starts[1:], len(program)], strict=True):
        divisors = [int(n) for name, *_, n in instructions[start:] if name == "div"]
        limit = prod(divisors[1:])
        kept: list[States] = []
        for numbers, zs in states:
            for at in range(0, len(zs), at_once):
                z = np.repeat(zs[at : at + at_once], len(digits))
                w = np.resize(np.array(digits), len(z))
                number = np.repeat(numbers[at : at + at_once], len(digits)) * 10 + w
                before = {"w": 0, "x": 0, "y": 0, "z": z}
                z = run(instructions[start:stop], before, [w])["z"]
                number, z = number[z < limit], z[z < limit]
                kept.append(firsts(number, z) if divisors[0] > 1 else (number, z))
        if divisors[0] > 1:
            numbers, zs = (np.concatenate(arrays) for arrays in zip(*kept, strict=True))
            kept = [firsts(numbers, zs)]
        states = kept
    ((numbers, zs),) = states
    return int(numbers[zs == 0][0])


def run(
    instructions: list[list[str]], registers: dict[str, Any], inputs: Iterable[Any]
) -> dict[str, Any]:
    """Run instructions on integers or on arrays of them, and return the registers at the end."""
    registers = dict(registers)
    numbers = iter(inputs)
    for name, to, *operand in instructions:
        a = registers[to]
        b = next(numbers) if name == "inp" else registers.get(operand[0])
        if b is None:
            b = int(operand[0])
        match name:
            case "inp":
                a = b
            case "add":
                a = a + b
            case "mul":
                a = a * b
            case "div":
                # This division rounds toward zero, but that of Python rounds down.
                a = abs(a) // abs(b) * (1 - 2 * ((a < 0) != (b < 0)))
            case "mod":
                a = a % b
            case "eql":
                a = (a == b) * 1
        registers[to] = a
    return registers
