"""Day 24: Arithmetic Logic Unit."""

from __future__ import annotations

import random
from collections.abc import Callable
from operator import add, mod, mul

from aoc import Example
from days.year2021 import day24

# The puzzle has no example with an answer.
EXAMPLES: list[Example] = []


def program(numbers: list[tuple[int, int, int]]) -> str:
    """Return a program with these divisors, checks and offsets in its blocks."""
    return "".join(f"{day24.BLOCK.format(*three)}\n" for three in numbers)


def sample(rng: random.Random) -> str:
    """Return a program of seven blocks that push and seven that pop, which accepts some number."""
    numbers = []
    stack: list[int] = []
    for digit in range(14):
        must_pop = len(stack) == min(5, 14 - digit)
        offset = rng.randint(0, 16)
        if stack and (must_pop or rng.random() < 0.5):
            pushed = stack.pop()
            numbers.append((26, rng.randint(-8, min(8, pushed)) - pushed, offset))
        else:
            stack.append(offset)
            numbers.append((1, rng.randint(10, 15), offset))
    return program(numbers)


small = sample


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "inp": lambda _, b: b,
    "add": add,
    "mul": mul,
    "div": lambda a, b: int(a / b),
    "mod": mod,
    "eql": lambda a, b: int(a == b),
}


def accepts(text: str, number: int) -> bool:
    """Return whether the program ends with 0 in z, run instruction by instruction."""
    digits = map(int, str(number))
    registers = dict.fromkeys("wxyz", 0)
    for name, to, *operand in map(str.split, text.splitlines()):
        value = registers.get(operand[0]) if operand else next(digits)
        value = int(operand[0]) if value is None else value
        registers[to] = OPERATIONS[name](registers[to], value)
    return not registers["z"]


def test_found_numbers_are_valid_and_their_neighbours_are_not() -> None:
    for seed in range(20):
        text = sample(random.Random(seed))
        blocks = day24.parse(text.strip())
        for number in (day24.part1(blocks), day24.part2(blocks)):
            assert accepts(text, number)
            assert not accepts(text, number - 1 if number % 10 > 1 else number + 1)
