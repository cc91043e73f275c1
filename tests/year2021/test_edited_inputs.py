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

MOST = 200
"""Texts that are tried of each day."""
FEW = {23: 2, 25: 100, 24: 50, 22: 100, 21: 20, 20: 20, 19: 20}
"""Those of days with variants that take long."""


@pytest.mark.slow
@every_day
def test_variants_agree_on_edited_inputs(number: int) -> None:
    day, tests = load(number)
    rng = Random(number)
    tried: set[str] = set()
    while len(tried) < FEW.get(number, MOST):
        text = plain(tests.small(rng))
        for edits in rng.sample(PASSES, len(PASSES)):
            edited = (plain(one) for _, one in edits(text))
            new = (one for one in edited if one not in tried and is_accepted(day, one))
            for text in islice(new, rng.randint(1, 8)):
                tried.add(text)
                check(day, text)


def is_accepted(day: Day, text: str) -> bool:
    """Return whether `parse` accepts a text."""
    try:
        day.parse(text)
    except ValueError:
        return False
    return True


def check(day: Day, text: str) -> None:
    """Check that all variants return the same answer, or all say that there is none."""
    for part, functions in day.parts.items():
        answers = {name: outcome(function, day, text) for name, function in functions.items()}
        assert len({*answers.values()}) <= 1, f"part {part} of {text!r}: {answers}"


def outcome(function: Part, day: Day, text: str) -> object:
    """Return an answer, or `ValueError` where there is none."""
    try:
        return function(day.parse(text))
    except ValueError:
        return ValueError
