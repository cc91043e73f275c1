"""Inputs that no account has: every day refuses them with the line, or answers all ways alike."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from random import Random
from types import ModuleType

import pytest

from aoc.model.inputs import plain
from aoc.worker.day_module import Day, day_of

every_day = pytest.mark.parametrize("number", range(1, 26))


def load(number: int) -> tuple[Day, ModuleType]:
    """Return a day and the module of its tests."""
    day = import_module(f"days.year2021.day{number:02d}")
    return day_of(day, with_variants=True), import_module(f"tests.year2021.test_day{number:02d}")


def sample(number: int) -> str:
    """Return a sample of a day, as its `parse` gets it."""
    _, tests = load(number)
    return plain(tests.sample(Random(1)))


def refusal(number: int, text: str) -> tuple[int, str]:
    """Return the line that the day blames, and its message, which has to have the usual form."""
    day, _ = load(number)
    with pytest.raises(ValueError, match=r"^line [0-9]+: expected .+, got ") as caught:
        day.parse(text)
    message = str(caught.value)
    assert type(caught.value) is ValueError
    assert len(message) <= 250 or "\\u" in message
    assert message.isprintable()
    return int(message[5 : message.index(":")]), message


NONSENSE = {
    "x",
    "[",
    "1",
    "F",
    ".",
    "1,",
    "1 ",
    "1,1 -> ",
    "ab ",
    " | ",
    "a-",
    " ",
    "\t",
    "(",
    "01",
    "[1,1]",
    "forward ",
    "\ud800",
    "\x1b[2J\x9b31m",
    "".join(Random(1).choices("0123456789,.-[]#>v^=abc xyzABCD", k=1000)),
}
"""What makes a line that is slow to refuse if the form of a day can match it in many ways."""


@every_day
def test_a_long_line_of_nonsense_is_refused_with_the_line(number: int) -> None:
    first, *rest = sample(number).split("\n")
    for part in NONSENSE:
        nonsense = part * (5_000 // len(part)) + "#"
        for line in (nonsense, first + nonsense, nonsense + first):
            assert refusal(number, "\n".join([line, *rest]))[0] == 1, part[:20]


@every_day
def test_nothing_blanks_and_foreign_signs_are_refused_with_their_line(number: int) -> None:
    text = sample(number)
    last = text.count("\n") + 1
    assert refusal(number, "")[0] == 1
    for blank in (" ", "\t", "\xa0", "\x0b", "\u2028", "\ufeff", "\0", "\ud800"):
        assert refusal(number, f"{blank}\n{text}")[0] == 1
        assert refusal(number, blank + text)[0] == 1
        if number != 23 or blank != " ":  # editors add blanks after the last lines of a burrow
            assert refusal(number, text + blank)[0] == last


BURROW = ["#" * 13, "#...........#", "###B#A#D#C###", *["  #B#A#D#C#"] * 4, "  #########"]
REFUSED = [
    (3, "01" * 10_000, 1, "at most 64 binary digits"),
    (5, "1,1 -> 2,2\n0,0 -> 99999999,0", 2, "at most three digits"),
    (7, "0,99999999", 1, "at most four digits"),
    (11, "\n".join("1" * 5000), 21, "at most 20 rows"),
    (12, "\n".join(f"start-{'a' * n}" for n in range(1, 2000)), 1001, ""),
    (13, "1,1\n\nfold along x=5\nfold along x=5", 4, "x below 5, got 'fold along x=5'"),
    (
        13,
        "99998,99999\n\nfold along x=99999",
        3,
        "at most 1000000 places, got 'fold along x=99999'",
    ),
    (14, "NN\n\nNN -> C\nNN -> C", 4, "one rule for each pair"),
    (15, "\n".join("1" * 1001), 1001, ""),
    (17, "target area: x=20..30, y=-1000000000..-5", 1, "three digits"),
    (18, "[1,1]\n" + "[" * 10_000, 2, "at most four brackets"),
    (19, "--- scanner 0 ---\n1,2,3\n1,2,3", 3, "each beacon of a scanner once"),
    (20, "." * 512 + "\n\n" + "." * 1001, 3, ""),
    (22, "on x=2..1,y=1..2,z=1..2", 1, "a range of x from low to high, got 'on x=2..1,"),
    (23, "\n".join(BURROW), 7, "expected '  #########' below at most four rows, got '  #B#A#D#C#'"),
    (24, "inp w\n" * 14, 2, "mul x 0"),
]
"""What would take hours or gigabytes, or is not defined: day, text, line, words of the message."""


def test_what_would_take_too_long_or_is_not_defined_is_refused() -> None:
    for number, text, line, part in REFUSED:
        blamed, message = refusal(number, text)
        assert (blamed, part in message) == (line, True), message


def edited(rng: Random, text: str) -> str:
    """Change, remove, insert or repeat a character or a line."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    place = rng.randint(0, len(lines[at]))
    before, after = lines[at][:place], lines[at][place:]
    sign = rng.choice(f"{text}0 +-_,.:#=^vAx[(\u0663\u00b2\x0b\u2028\ufeff\0\ud800é")
    changed = [before + sign + after, before + sign + after[1:], before + after[1:]]
    lines[at : at + 1] = rng.choice([*([line] for line in changed), [], [lines[at]] * 2])
    return "\n".join(lines)


@every_day
def test_an_edited_input_is_refused_with_the_line_or_answered_alike(number: int) -> None:
    assert count_refused(number, range(2, 9))


def count_refused(number: int, seeds: Iterable[int]) -> int:
    """Check edited inputs of a day, and return how many of them it refuses."""
    day, tests = load(number)
    refused = 0
    for seed in seeds:
        rng = Random(f"{number} {seed}")
        text = plain(edited(rng, plain(tests.small(rng))))
        try:
            day.parse(text)
        except ValueError:
            assert 1 <= refusal(number, text)[0] <= text.count("\n") + 3
            refused += 1
        else:
            for part, found in alike(day, text).items():
                assert len(found) == 1, (part, text)
    return refused


def alike(day: Day, text: str) -> dict[int, set[object]]:
    """Return the different answers of each part and its variants."""
    found: dict[int, set[object]] = {part: set() for part, ways in day.parts.items() if ways}
    for part, ways in day.parts.items():
        for function in ways.values():
            try:
                found[part].add(function(day.parse(text)))
            except ValueError:
                found[part].add(ValueError)
    return found
