"""Which options of `aoc run` go together, and the variants that there are."""

from __future__ import annotations

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = """\
def parse(text):
    return text

def part1(text):
    return 1

def part1_{name}(text):
    return 1

part1_made = part1_{name}

def part2(text):
    return 2
"""
TESTS = "from aoc import Example\n\nEXAMPLES = [Example('x', part1=1, part2=2)]\n"


@pytest.fixture(autouse=True)
def days(project: Project) -> None:
    for year, day, name in ((2020, 5, "old"), (2021, 1, "quick"), (2021, 3, "slow")):
        project.day(day, DAY.format(name=name), TESTS, year=year)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("1 --wait", "--wait needs --submit: add it, or leave out --wait"),
        ("1 --force", "--force needs --submit"),
        ("1 --submit --sample", "--submit and --sample do not go together: leave out one"),
        ("1 --seed=0 --example", "--example and --seed do not go together"),
        ("1 -q -v", "--quiet and --verbose do not go together"),
        ("1 --cluster tcp://a:1 --pdb", "--cluster and --pdb do not go together"),
        ("1 --all", "--all and DAYS do not go together"),
        ("1 --solver all --variant all", "--solver and --variant do not go together"),
        ("2020 5", "'2020 5' is not a day: write 21, 1-5, "),
        ("1-3 --input -", "--input is for one day only: name one day"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(aoc: Aoc, args: str, sentence: str) -> None:
    done = aoc("run", *args.split())
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert done.err.count("\n") == 1


NOSUCH = "there is no variant 'nosuch' here"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("1-3 --example", f"{NOSUCH}: choose from made, quick, slow"),
        ("1 --example --part 2", "2021/01 has no variants: leave out --variant"),
        ("1 --example --variant quick", f"{NOSUCH}: choose from made, quick"),
    ],
)
def test_a_variant_that_does_not_exist_is_answered_with_those_that_do(
    aoc: Aoc, args: str, sentence: str
) -> None:
    done = aoc("run", *args.split(), "--variant", "nosuch")
    assert done.code == 2
    assert f"aoc: {sentence}" in done.err
