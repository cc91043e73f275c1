"""Samples have the size and the character of real inputs.

A figure that `sample` sets itself, or makes new samples for until it is right, is not tested here.
"""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import Any

import pytest

from tests.year2021.test_year import load, sample_of

over_seeds = pytest.mark.parametrize("seed", range(5))


def parsed(number: int, seed: int) -> tuple[Any, Any]:
    """Return the module of a day, and a sample as its parts get it."""
    day, _ = load(number)
    return day.module, day.parse(sample_of(number, seed))


@over_seeds
def test_day_1_most_depths_rise_and_none_stays_the_same(seed: int) -> None:
    day, depths = parsed(1, seed)
    steps = [after - before for before, after in pairwise(depths)]
    # Two real inputs: 1616 and 1791 of 2000 rise, by at most 31 and 45.
    assert len(depths) == 2000
    assert 0 not in steps
    assert 1600 <= day.part1(depths) <= 1810
    assert -45 <= min(steps) < max(steps) <= 45
    assert 8900 <= depths[-1] <= 10900


@over_seeds
def test_day_2_the_aim_is_never_above_the_surface(seed: int) -> None:
    day, course = parsed(2, seed)
    assert len(course.down) == 1000
    assert min(sum(course.down[:place]) for place in range(0, 1001, 10)) >= 0
    assert 1_000_000 <= day.part1(course) <= 4_000_000


@over_seeds
def test_day_8_digits_are_as_frequent_by_their_number_of_segments(seed: int) -> None:
    day, notes = parsed(8, seed)
    assert len(notes.entries) == 200
    # Two real inputs: 539 and 548, of 800 digits.
    assert 480 <= day.part1(notes) <= 590


@over_seeds
def test_day_9_about_230_basins_are_separated_by_nines(seed: int) -> None:
    day, floor = parsed(9, seed)
    sizes = sorted(map(len, day.climb(floor)))
    assert {len(floor), *map(len, floor)} == {100}
    # Two real inputs: 237 and 224 basins, the largest of 107 and 100 locations, and 2,800 nines.
    assert 215 <= len(sizes) <= 240
    assert 75 <= sizes[-1] <= 125
    assert 2600 <= "".join(floor).count("9") <= 3200


@over_seeds
def test_day_10_lines_have_about_a_hundred_brackets_and_leave_at_most_15_open(seed: int) -> None:
    day, lines = parsed(10, seed)
    left_open = [len(line) for line in day.reduce(lines) if not line.lstrip(day.OPENING)]
    assert 90 <= len(lines) <= 110
    assert 84 <= min(map(len, lines)) < max(map(len, lines)) <= 109
    assert max(left_open) <= 15
    assert len(left_open) % 2 == 1
    assert len(str(day.part2(lines))) == 10


@over_seeds
def test_day_13_the_first_fold_merges_as_many_dots_as_in_real_inputs(seed: int) -> None:
    day, paper = parsed(13, seed)
    assert len(paper.folds) == 12
    assert 850 <= len(paper.xs) <= 950
    # Two real inputs: 137 and 157.
    assert 130 <= len(paper.xs) - day.part1(paper) <= 160


@over_seeds
def test_day_15_risks_are_often_low_or_low_and_nine(seed: int) -> None:
    ones, *others, nines = (sample_of(15, seed).count(risk) for risk in "123456789")
    assert ones + sum(others) + nines == 100 * 100
    # One real input has 1,459 ones and 2,225 nines; the other one has 2,659 ones.
    if nines > 1000:
        assert 1300 <= ones <= 1620
        assert max(others) < 1100
    else:
        assert 2500 <= ones <= 2820


@over_seeds
def test_day_16_packets_are_as_many_and_as_large_as_in_real_inputs(seed: int) -> None:
    day, packets = parsed(16, seed)
    assert 1150 <= len(sample_of(16, seed)) <= 1450
    assert 220 <= len(packets) <= 290
    assert len(str(day.part2(packets))) == 12
    assert {packet.type for packet in packets} == {*range(8)}


@over_seeds
def test_day_18_a_line_has_about_nine_regular_numbers(seed: int) -> None:
    assert 800 <= len(re.findall("[0-9]", sample_of(18, seed))) <= 980


@over_seeds
def test_day_19_scanners_and_their_beacons_are_as_many_as_in_real_inputs(seed: int) -> None:
    _, scanners = parsed(19, seed)
    assert 26 <= len(scanners) <= 40
    assert all(25 <= len(scanner) <= 28 for scanner in scanners)


@over_seeds
def test_day_22_cuboids_are_as_large_and_overlap_as_often_as_in_real_inputs(seed: int) -> None:
    _, steps = parsed(22, seed)
    assert len(steps) == 420
    assert all(max(map(abs, step[1:])) <= 50 for step in steps[:20])
    edges = [step[at + 1] - step[at] + 1 for step in steps[20:] for at in (1, 3, 5)]
    assert 500 <= min(edges) < max(edges) <= 37_000
    overlaps = sum(
        all(one[axis] <= other[axis + 1] and other[axis] <= one[axis + 1] for axis in (1, 3, 5))
        for one, other in combinations(steps, 2)
    )
    # Two real inputs: 1,735 and 1,777.
    assert 1690 <= overlaps <= 1820


@over_seeds
def test_day_23_nobody_is_at_home_and_all_can_get_home(seed: int) -> None:
    day, rooms = parsed(23, seed)
    assert all(kind not in room for kind, room in zip(day.KINDS, rooms, strict=True))
    assert day.part1(rooms) < day.part2(rooms)


@over_seeds
def test_day_24_seven_blocks_push_and_seven_pop(seed: int) -> None:
    _, pairs = parsed(24, seed)
    assert len(pairs) == 7
    assert sample_of(24, seed).count("div z 26") == 7
