"""Many samples for the days of 2021: variants agree, and shows end with the answer."""

from __future__ import annotations

from random import Random

import pytest

from aoc.model.inputs import plain
from tests.year2021 import test_shows as shows
from tests.year2021.test_year import check, every_day, load

pytestmark = pytest.mark.campaign


@every_day
def test_all_variants_agree_on_many_inputs(number: int) -> None:
    for seed in range(20):
        check(number, "sample", seed)
    for seed in range(100):
        check(number, "small", seed)


@shows.every_show
def test_shows_of_many_inputs_end_with_their_answers(number: int, part: int) -> None:
    shows.check_sample(number, part)
    for seed in range(20):
        assert shows.check(number, part, plain(load(number)[1].small(Random(seed))))
