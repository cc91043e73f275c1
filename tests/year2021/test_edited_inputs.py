"""Inputs that fuzzing makes smaller: variants agree on whatever `parse` accepts, so none disagrees.

That is why no day needs `valid`: a part refuses what the puzzle does not allow, as its variants do.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
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


class EnoughError(Exception):
    """Enough texts were tried."""


@pytest.mark.slow
@every_day
def test_variants_agree_on_edited_inputs(number: int) -> None:
    day, tests = load(number)
    rng = Random(number)
    tried: set[str] = set()

    def test(texts: Sequence[str]) -> int | None:
        """Check the answers to each text, and choose one to go on with."""
        accepted = []
        for place, text in enumerate(map(plain, texts)):
            if text not in tried and is_accepted(day, text):
                check(day, text)
                tried.add(text)
                accepted.append(place)
                if len(tried) == FEW.get(number, MOST):
                    raise EnoughError
        return rng.choice(accepted) if accepted and rng.random() < 0.5 else None

    with suppress(EnoughError):
        while True:
            text = plain(tests.small(rng))
            for shrink in rng.sample(PASSES, len(PASSES)):
                text = shrink(text, test)


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
