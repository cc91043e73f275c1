"""Day 21: all ways agree, on every board of the puzzle and on odd ones."""

from __future__ import annotations

from itertools import cycle, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from days.year2021 import day21

STARTS = list(product(range(1, 11), repeat=2))


@pytest.mark.parametrize("players", STARTS)
def test_the_race_is_the_game_for_every_start(players: tuple[int, int]) -> None:
    assert day21.race(players) == day21.play(players, cycle(range(1, 101)))


@pytest.mark.slow
@pytest.mark.parametrize("players", STARTS)
def test_all_ways_of_counting_agree_for_every_start(players: tuple[int, int]) -> None:
    assert day21.part2(players) == day21.part2_memo(players) == day21.part2_states(players)


@st.composite
def tables(draw: st.DrawFn, most: int) -> tuple[tuple[int, ...], int]:
    """Some players on a board of an odd size."""
    board = draw(st.integers(1, most))
    players = draw(st.lists(st.integers(1, board), min_size=1, max_size=4))
    return tuple(players), board


@given(tables(13), st.integers(1, 200), st.integers(1, 13), st.integers(1, 5))
def test_the_race_is_the_game_for_odd_boards_dice_and_targets(
    table: tuple[tuple[int, ...], int], target: int, sides: int, rolls: int
) -> None:
    players, board = table
    played = day21.play(
        players, cycle(range(1, sides + 1)), target=target, board=board, rolls=rolls
    )
    assert day21.race(players, target=target, board=board, sides=sides, rolls=rolls) == played


@settings(deadline=None)
@given(tables(6), st.integers(1, 7), st.integers(1, 4), st.integers(1, 3))
def test_all_ways_of_counting_agree_for_odd_boards_dice_and_targets(
    table: tuple[tuple[int, ...], int], target: int, sides: int, rolls: int
) -> None:
    players, board = table
    ways = (day21.part2, day21.part2_memo, day21.part2_states)
    counts = {
        way(players[:3], target=target, board=board, sides=sides, rolls=rolls) for way in ways
    }
    assert len(counts) == 1
