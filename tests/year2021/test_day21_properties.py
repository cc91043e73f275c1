"""Day 21: both ways agree, for every start of the puzzle and with other rules."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from days.year2021 import day21

STARTS = list(product(range(1, 11), repeat=2))


@pytest.mark.slow
@pytest.mark.parametrize("players", STARTS)
def test_both_ways_of_counting_agree_for_every_start(players: tuple[int, int]) -> None:
    assert day21.part2(players) == day21.part2_memo(players)


@st.composite
def games(draw: st.DrawFn, most: int) -> tuple[tuple[int, ...], int]:
    """Return one to four players, perhaps beyond the last space, and the size of the board."""
    board = draw(st.integers(1, most))
    players = draw(st.lists(st.integers(1, most), min_size=1, max_size=4))
    return tuple(players), board


@settings(deadline=None)
@given(games(6), st.integers(1, 7), st.integers(1, 4), st.integers(1, 3))
def test_both_ways_of_part_2_agree_with_any_rules(
    game: tuple[tuple[int, ...], int], target: int, sides: int, rolls: int
) -> None:
    players, board = game
    ways = (day21.part2, day21.part2_memo)
    counts = {
        way(players[:3], target=target, board=board, sides=sides, rolls=rolls) for way in ways
    }
    assert len(counts) == 1


@settings(deadline=None, max_examples=40)
@given(st.tuples(*[st.integers(1, 10)] * 2), st.integers(1, 12), st.integers(1, 12))
def test_both_ways_of_part_2_agree_for_two_players_with_a_large_die(
    players: tuple[int, int], board: int, sides: int
) -> None:
    ways = (day21.part2, day21.part2_memo)
    counts = {way(players, target=9, board=board, sides=sides, rolls=2) for way in ways}
    assert len(counts) == 1


@settings(deadline=None, max_examples=60)
@given(games(5), st.integers(1, 4), st.integers(1, 2), st.integers(1, 2))
def test_the_universes_are_those_of_playing_every_roll(
    game: tuple[tuple[int, ...], int], target: int, sides: int, rolls: int
) -> None:
    players, board = game
    players = players[:2]

    def wins(places: tuple[int, ...], scores: tuple[int, ...], turn: int) -> Counter[int]:
        """Return the wins of each player after playing every possible roll."""
        player = turn % len(places)
        won: Counter[int] = Counter()
        for rolled in product(range(1, sides + 1), repeat=rolls):
            place = (places[player] + sum(rolled) - 1) % board + 1
            score = scores[player] + place
            if score >= target:
                won[player] += 1
            else:
                moved = (*places[:player], place, *places[player + 1 :])
                scored = (*scores[:player], score, *scores[player + 1 :])
                won += wins(moved, scored, turn + 1)
        return won

    expected = wins(players, (0,) * len(players), 0)
    found = day21.universes(players, target=target, board=board, sides=sides, rolls=rolls)
    assert found == tuple(expected[player] for player in range(len(players)))
