"""Day 4: samples have the size and the character of real inputs."""

from __future__ import annotations

from random import Random

from days.year2021 import day04
from tests.year2021 import test_day04
from tests.year2021.seeds import over_seeds, sample_of


@over_seeds
def test_all_boards_win_and_only_one_first_and_one_last(seed: int) -> None:
    bingo = day04.parse(sample_of(test_day04, seed))
    assert sorted(bingo.draws) == [*range(100)]
    assert len(bingo.cells) == 100 * 25
    assert are_decided(bingo)


@over_seeds
def test_all_boards_of_small_inputs_win_and_only_one_first_and_one_last(seed: int) -> None:
    rng = Random(seed)
    assert all(are_decided(day04.parse(test_day04.small(rng).rstrip("\n"))) for _ in range(20))


def are_decided(bingo: day04.Bingo) -> bool:
    """Return whether every board wins, and the first and the last do so alone."""
    never = len(bingo.draws)
    wins = []
    for start in range(0, len(bingo.cells), 25):
        rows = [bingo.cells[row : row + 5] for row in range(start, start + 25, 5)]
        lines = [*map(set, rows), *map(set, zip(*rows, strict=True))]
        turns = (turn for turn in range(never) if is_full(lines, bingo.draws[: turn + 1]))
        wins.append(next(turns, never))
    return never not in wins and all(wins.count(end(wins)) == 1 for end in (min, max))


def is_full(lines: list[set[int]], drawn: tuple[int, ...]) -> bool:
    """Return whether a line is full after these numbers."""
    return any(line.issubset(drawn) for line in lines)
