"""Day 8: Seven Segment Search."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day08

EXAMPLES = [
    Example(
        """\
acedgfb cdfbe gcdfa fbcad dab cefabd cdfgeb eafb cagedb ab | cdfeb fcadb cdfeb cdbaf
""",
        part1=0,
        part2=5353,
        name="one display",
    ),
    Example(
        """\
be cfbegad cbdgef fgaecd cgeb fdcge agebfd fecdb fabcd edb | fdgacbe cefdb cefbgd gcbe
edbfga begcd cbg gc gcadebf fbgde acbgfd abcde gfcbed gfec | fcgedb cgb dgebacf gc
fgaebd cg bdaec gdafb agbcfd gdcbef bgcad gfac gcb cdgabef | cg cg fdcagb cbg
fbegcd cbd adcefb dageb afcb bc aefdc ecdab fgdeca fcdbega | efabcd cedba gadfec cb
aecbfdg fbg gf bafeg dbefa fcge gcbea fcaegb dgceab fcbdga | gecf egdcabf bgf bfgea
fgeab ca afcebg bdacfeg cfaedg gcfdb baec bfadeg bafgc acf | gebdcfa ecba ca fadegcb
dbcfg fgd bdegcaf fgec aegbdf ecdfab fbedc dacgb gdcebf gf | cefg dcbef fcge gbcadfe
bdfegc cbegaf gecbf dfcage bdacg ed bedf ced adcbefg gebcd | ed bcgafe cdgba cbgef
egadfb cdbfeg cegd fecab cgb gbdefca cg fgcdab egfdb bfceg | gbdfcae bgc cg cgb
gcafb gcf dcaebfg ecagb gf abcdeg gaef cafbge fdbac fegbdc | fgae cfgab fg bagce
""",
        part1=26,
        part2=61229,
    ),
]

PATTERNS = "acedgfb cdfbe gcdfa fbcad dab cefabd cdfgeb eafb cagedb ab"

MALFORMED = [
    ("", "line 1: expected ten patterns of wires a to g, '|' and four digits, got ''"),
    (PATTERNS, "line 1: .* got 'acedgfb"),
    (f"{PATTERNS} | ab ab ab", "line 1: "),
    (f"{PATTERNS} | ab ab ab ab ab", "line 1: "),
    (f"{PATTERNS} | ab ab ab ab\n{PATTERNS} ab | ab ab ab ab", "line 2: "),
    (f"{PATTERNS} | ab ab ab ah", "line 1: .* ab ah'"),
    (f"{PATTERNS} | ab ab ab a", "line 1: "),
    (f"{PATTERNS} | ab ab ab ab\n\n{PATTERNS} | ab ab ab ab", "line 2: .* got ''"),
    (f"{PATTERNS} : ab ab ab ab", "line 1: "),
]


def sample(rng: random.Random) -> str:
    """Return 200 displays, each with its own wiring."""
    return "".join(entry(rng) for _ in range(200))


def small(rng: random.Random) -> str:
    """Return a few displays."""
    return "".join(entry(rng) for _ in range(rng.randint(1, 3)))


def entry(rng: random.Random) -> str:
    """Return one display: the ten digits in any order and four of them, with any wiring."""
    wiring = str.maketrans("abcdefg", "".join(rng.sample("abcdefg", 7)))
    digits = rng.sample(day08.SEGMENTS, 10)
    words = [*digits, *rng.choices(digits, k=4)]
    shown = ["".join(rng.sample(word, len(word))).translate(wiring) for word in words]
    return f"{' '.join(shown[:10])} | {' '.join(shown[10:])}\n"


def test_the_digits_have_the_segments_that_the_puzzle_draws() -> None:
    assert list(map(len, day08.SEGMENTS)) == [6, 2, 5, 5, 4, 5, 6, 3, 7, 6]
    assert sorted(day08.UNIQUE) == [2, 3, 4, 7]


def test_all_digits_have_different_scores() -> None:
    assert sorted(day08.DIGITS.values()) == list("0123456789")


def test_a_display_may_start_with_zeros() -> None:
    patterns = " ".join(day08.SEGMENTS)
    zero, seven = day08.SEGMENTS[0], day08.SEGMENTS[7]
    entries = day08.parse(f"{patterns} | {zero} {zero} {zero} {seven}")
    assert day08.part2(entries) == 7
    assert day08.part1(entries) == 1


def test_patterns_that_are_not_the_ten_digits_are_refused() -> None:
    entries = day08.parse(f"{PATTERNS} | ab ab ab ab\n{PATTERNS} | ab ab ab gc")
    try:
        answer = str(day08.part2(entries))
    except ValueError as error:
        answer = str(error)
    assert answer.startswith(
        "line 2: expected patterns of all ten digits, and four of them, got 'ac"
    )
