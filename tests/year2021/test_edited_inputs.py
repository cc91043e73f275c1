"""Inputs that fuzzing makes smaller: all that `parse` accepts is answered, alike by all variants.

That is why no day needs `valid`: a part refuses what the puzzle does not allow, as its variants do.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from aoc.fuzzing.shrinker import PASSES
from aoc.text import plain
from aoc.worker.day_module import Day, Part
from tests.year2021.test_year import every_day, load


@pytest.mark.slow
@every_day
def test_variants_agree_on_edited_inputs(number: int) -> None:
    day, tests = load(number)
    rng = Random(number)
    tried: set[str] = set()
    while len(tried) < (2 if number == 23 else 20):
        text = plain(tests.small(rng))
        for edits in rng.sample(PASSES, len(PASSES)):
            edited = (plain(one) for _, one in edits(text))
            for text in islice((one for one in edited if is_accepted(day, one)), 4):
                tried.add(text)
                for functions in day.parts.values():
                    answers = {outcome(function, day, text) for function in functions.values()}
                    assert len(answers) <= 1, (text, answers)


def is_accepted(day: Day, text: str) -> bool:
    try:
        day.parse(text)
    except ValueError:
        return False
    return True


def outcome(function: Part, day: Day, text: str) -> object:
    """Return an answer, or `ValueError` where there is none."""
    try:
        return function(day.parse(text))
    except ValueError:
        return ValueError
