"""Day 8: Seven Segment Search."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day08

TEXT = """\
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
"""

EXAMPLES = [
    Example(
        "acedgfb cdfbe gcdfa fbcad dab cefabd cdfgeb eafb cagedb ab | cdfeb fcadb cdfeb cdbaf\n",
        part1=0,
        part2=5353,
        name="one display",
    ),
    Example(TEXT, part1=26, part2=61229),
]


def sample(rng: random.Random) -> str:
    """Return 200 displays, each with its own wiring."""
    return "".join(entry(rng) for _ in range(200))


def small(rng: random.Random) -> str:
    """Return a few displays."""
    return "".join(entry(rng) for _ in range(rng.randint(1, 3)))


def entry(rng: random.Random) -> str:
    """Return one display: the ten digits in any order and four of them, with any wiring.

    Each number of segments is as likely as any other, as in real inputs, and not each digit.
    """
    wiring = str.maketrans("abcdefg", "".join(rng.sample("abcdefg", 7)))
    words = rng.sample(day08.SEGMENTS, 10)
    for length in rng.choices(range(2, 8), k=4):
        words.append(rng.choice([digit for digit in day08.SEGMENTS if len(digit) == length]))
    shown = ["".join(rng.sample(word, len(word))).translate(wiring) for word in words]
    return f"{' '.join(shown[:10])} | {' '.join(shown[10:])}\n"
