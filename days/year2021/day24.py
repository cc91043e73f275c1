"""Day 24: Arithmetic Logic Unit.

The program is fourteen times the same block of eighteen instructions, one block per digit, in
which only three numbers differ. To a block, z is a stack of numbers below 26. It compares the
digit with the number on top plus `check`; it takes the top off if it divides z by 26; and it
puts the digit plus `offset` on it, unless the comparison held. Seven blocks divide by 1 and have
a `check` above 9, so they always put a number on. So the stack can only be empty at the end,
and z be 0, if the seven others take one off and put none on. Each of them thus fixes how far its
digit is from that of the block which put the number on, and both are as large or as small as
nine digits allow.

All of this, down to the range of the numbers, is an assumption about the input, and `parse`
checks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    States = tuple[NDArray[np.int64], NDArray[np.int64]]
    """The numbers so far, and the z that each of them leads to."""

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
"""The instructions of a block: what z is divided by, `check` and `offset` are left open."""

DIGITS = 14

Program = tuple[str, ...]
"""The instructions as they stand."""


class Pair(NamedTuple):
    """Two digits, counted from 0, the later one greater by `more` (or less, below 0)."""

    first: int
    second: int
    more: int


def parse(text: str) -> Program:
    """Read a program of fourteen blocks that can be satisfied."""
    lines = text.split("\n")
    patterns = [line.replace("{}", "(?:-?[0-9]{1,9})") for line in BLOCK]
    patterns[4] = "div z (?:1|26)"
    if not re.fullmatch("(?:" + "\n".join(patterns) + "\n){14}", text + "\n"):
        for number, line in enumerate([*lines, ""], 1):
            at = (number - 1) % len(BLOCK)
            expected = "div z 1 or div z 26" if at == 4 else BLOCK[at].format("a number")
            if number > DIGITS * len(BLOCK):
                raise ValueError(f"line {number}: expected the end of the program, got {line!r}")
            if not re.fullmatch(patterns[at], line):
                raise ValueError(f"line {number}: expected {expected}, got {line!r}")
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
    """Run the program on all numbers at once, the largest first."""
    return search(program, range(9, 0, -1))


def part2(program: Program) -> int:
    """Return the smallest model number that is valid."""
    digits = [0] * DIGITS
    for first, second, more in pairs(program):
        digits[first], digits[second] = max(1, 1 - more), max(1, 1 + more)
    return int("".join(map(str, digits)))


def part2_states(program: Program) -> int:
    """Run the program on all numbers at once, the smallest first."""
    return search(program, range(1, 10))


def pairs(program: Program) -> list[Pair]:
    """Return which digits belong together, and raise a ValueError if the form is another one."""
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
            expected = "'div z 1' before it once more often than 'div z 26'"
            raise ValueError(f"line {start + 5}: expected {expected}, got 'div z 26'")
        else:
            first, more = stack.pop()
            more += check
            if abs(more) > 8:
                expected = f"'add x' to bring two digits no more than 8 apart, got {more}"
                raise ValueError(f"line {start + 6}: expected {expected}")
            found.append(Pair(first, digit, more))
    if stack:
        line = stack[-1][0] * size + 5
        raise ValueError(f"line {line}: expected a 'div z 26' for every 'div z 1', got none for it")
    return found


def search(program: Program, digits: range) -> int:
    """Return the first number for which z ends as 0, in the order of the digits.

    All numbers are extended by a digit at a time, and the instructions are run on arrays of
    them. None goes on whose z is too large for the divisions to come, and of those that a
    division leaves with the same z, only the first. Seven numbers on the stack at a time make
    five million states, which take a few seconds and some 100 MB; most programs take little.
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
    """Run instructions on whole numbers or arrays of them, and return the registers after it."""
    registers = dict(registers)
    given = iter(inputs)
    for name, to, *operand in instructions:
        a = registers[to]
        b = next(given) if name == "inp" else registers.get(operand[0])
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
                # Division goes toward zero, where Python's goes down.
                a = abs(a) // abs(b) * (1 - 2 * ((a < 0) != (b < 0)))
            case "mod":
                a = a % b
            case "eql":
                a = (a == b) * 1
        registers[to] = a
    return registers
