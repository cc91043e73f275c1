"""Inputs of all days with one or a few random edits: refused with the line, or answered alike."""

from __future__ import annotations

import re
from random import Random
from types import ModuleType

import pytest

from aoc.text import plain
from aoc.worker.day_module import Day
from tests.hostile.test_days import load

pytestmark = pytest.mark.slow

ROUNDS = 200
FOREIGN = "0123456789 \t+-_,.:#<>=^vABCxyz[](){}\u0663\u00b2\u2212\x0b\x85\u2028\ufeff\0\ud800é"
EDITS = (
    *("delete", "repeat", "blank", "exchange", "cut"),
    *("space", "without", "insert", "change", "double"),
)
"""What may happen to a line, and to a character."""
SLOW = {"part1_all_moves", "part2_all_moves"}
"""The variants that take seconds for any input."""


def edited(rng: Random, text: str) -> str:
    """Change, remove, repeat or exchange one character or one line."""
    lines = text.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    line = lines[at]
    place = rng.randint(0, len(line))
    before, after = line[:place], line[place:]
    sign = rng.choice(FOREIGN if rng.random() < 0.4 or not text else text)
    match rng.choice(EDITS):
        case "delete":
            del lines[at]
        case "repeat":
            lines.insert(at, line)
        case "blank":
            lines.insert(at, "")
        case "exchange":
            lines[at], lines[other] = lines[other], line
        case "cut":
            lines[at:] = [before]
        case "space":
            lines[at] = f"{line} "
        case "without":
            lines[at] = before + after[1:]
        case "insert":
            lines[at] = before + sign + after
        case "change":
            lines[at] = before + sign + after[1:]
        case "double":
            lines[at] = before + after[:1] + after
    return "\n".join(lines)


def source(rng: Random, tests: ModuleType) -> tuple[str, bool]:
    """Return an input that is not edited yet, and whether it is quick in every way."""
    chance = rng.random()
    if chance < 0.5 and hasattr(tests, "small"):
        return tests.small(rng), True
    if chance < 0.8 and tests.EXAMPLES:
        return rng.choice(tests.EXAMPLES).text, True
    return tests.sample(rng), False


def refusal(day: Day, text: str) -> ValueError | None:
    """Return what `parse` raises, if it does."""
    try:
        day.parse(text)
    except ValueError as error:
        return error
    return None


def answers(day: Day, text: str, *, variants: bool) -> None:
    """Check that all ways to solve each part return the same, or all raise a `ValueError`."""
    for part, functions in day.parts.items():
        found = set()
        for variant, function in functions.items():
            if variant and (not variants or function.__name__ in SLOW):
                continue
            try:
                found.add(function(day.parse(text)))
            except ValueError:
                found.add("no answer")
        assert len(found) == bool(functions), f"part {part}: {found}"


@pytest.mark.parametrize("number", range(1, 26))
def test_an_edited_input_is_refused_with_the_line_or_answered_alike(number: int) -> None:
    day, tests = load(number)
    refused = 0
    for seed in range(ROUNDS):
        rng = Random(f"{number} {seed}")
        text, variants = source(rng, tests)
        text = plain(text)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            text = edited(rng, text)
        text = plain(text)
        error = refusal(day, text)
        if error is None:
            answers(day, text, variants=variants)
            continue
        refused += 1
        message = str(error)
        assert type(error) is ValueError, f"seed {seed}: {message}"
        line = re.match(r"line ([0-9]+): ", message)
        assert line, f"seed {seed}: {message}"
        assert 1 <= int(line[1]) <= text.count("\n") + 3, f"seed {seed}: {message}"
        assert len(message) < 250 or "\\" in message, f"seed {seed}: {message}"
    assert refused
