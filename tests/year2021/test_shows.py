"""The shows of the days: frames of one shape that end with the answer of the part."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise, product
from random import Random
from subprocess import run
from sys import executable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from aoc.text import plain
from days import letters
from days.year2021 import day09, day11, day13, day15, day17, day21, day23, day25
from tests.year2021 import test_day21
from tests.year2021.seeds import sample_of
from tests.year2021.test_year import ROOT

Show = Callable[[Any], Iterator[tuple[Any, str]]]

SHOWS = [
    *((day, part) for day in (9, 11, 13, 15, 17, 21, 23) for part in (1, 2)),
    (25, 1),
]
SLOW = ((15, 2), (23, 2))
every_show = pytest.mark.parametrize(("number", "part"), SHOWS)
every_input = pytest.mark.parametrize(
    ("number", "part"),
    [pytest.param(*show, marks=pytest.mark.slow if show in SLOW else ()) for show in SHOWS],
)
LETTERS = (13, 2)
"""The show that has its answer in the last picture, not in the caption."""


def modules(number: int) -> tuple[ModuleType, ModuleType]:
    """Return the module of a day, and that of its tests."""
    name = f"day{number:02d}"
    return import_module(f"days.year2021.{name}"), import_module(f"tests.year2021.test_{name}")


def example_of(tests: ModuleType) -> str:
    return plain(tests.EXAMPLES[0].text)


def check(number: int, part: int, text: str) -> list[tuple[Any, str]]:
    """Return the frames of a show; check their form, and that the last one has the answer."""
    day, _ = modules(number)
    parsed = day.parse(text)
    before = repr(parsed)
    frames = list(getattr(day, f"show{part}")(parsed))
    assert repr(parsed) == before, "the show changes its input"
    assert len({form(grid) for grid, _ in frames}) == 1
    for grid, caption in frames:
        assert caption
        assert caption.isprintable()
        assert not caption[0].isspace()
        assert len(caption) <= 80
        if not isinstance(grid, str):
            assert np.isfinite(grid).all()
    if (number, part) != LETTERS:
        answer = str(getattr(day, f"part{part}")(parsed))
        assert answer in frames[-1][1].replace(":", " ").split()
    return frames


def form(grid: object) -> tuple[object, ...]:
    """Return the type of a grid and its size."""
    if isinstance(grid, str):
        lines = grid.split("\n")
        assert grid.isascii()
        assert len({*map(len, lines)}) == 1
        return str, len(lines), len(lines[0])
    assert isinstance(grid, np.ndarray)
    assert grid.size
    is_rgb = grid.ndim == 3 and grid.shape[2] == 3 and grid.dtype == np.uint8
    assert is_rgb or (grid.ndim == 2 and grid.dtype == np.float64)
    return grid.dtype, *grid.shape


def same(first: tuple[Any, str], second: tuple[Any, str]) -> bool:
    return first[1] == second[1] and np.array_equal(first[0], second[0])


def test_the_list_of_shows_is_complete() -> None:
    defined = [
        (number, part)
        for number in range(1, 26)
        for part in (1, 2)
        if hasattr(modules(number)[0], f"show{part}")
    ]
    assert defined == SHOWS
    assert {LETTERS, *SLOW} <= {*SHOWS}


@every_show
def test_a_show_has_a_docstring_that_says_what_is_seen(number: int, part: int) -> None:
    show = getattr(modules(number)[0], f"show{part}")
    assert (show.__doc__ or "").startswith("Show ")


@every_input
def test_the_show_of_an_example_ends_with_its_answer(number: int, part: int) -> None:
    _, tests = modules(number)
    check(number, part, example_of(tests))


@every_input
def test_the_show_of_a_sample_ends_with_its_answer_in_few_frames(number: int, part: int) -> None:
    _, tests = modules(number)
    frames = check(number, part, sample_of(tests, 0))
    assert 30 <= len(frames) <= 400
    grid, _ = frames[0]
    # More cells than this are refused by `aoc show`.
    assert isinstance(grid, str) or grid.shape[0] * grid.shape[1] <= 250_000
    # Something happens in most frames, and no frame was changed after it was shown.
    changes = sum(not same(*pair) for pair in pairwise(frames))
    assert changes >= len(frames) * 0.7


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 8))
@every_show
def test_the_shows_of_other_samples_are_as_long(number: int, part: int, seed: int) -> None:
    _, tests = modules(number)
    assert 30 <= len(check(number, part, sample_of(tests, seed))) <= 400


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@every_show
def test_small_odd_inputs_can_be_shown(number: int, part: int, seed: int) -> None:
    _, tests = modules(number)
    assert check(number, part, plain(tests.small(Random(seed))))


@every_input
def test_a_show_is_the_same_each_time(number: int, part: int) -> None:
    day, tests = modules(number)
    show: Show = getattr(day, f"show{part}")
    parsed = day.parse(example_of(tests))
    # The first one is kept whole, so a frame that is changed after it was shown is noticed.
    kept = list(show(parsed))
    assert all(same(*pair) for pair in zip(kept, show(parsed), strict=True))


def test_days_import_numpy_for_a_show_alone() -> None:
    plain_days = ", ".join(f"day{number:02d}" for number in (9, 11, 13, 17, 21, 23, 25))
    code = f"from days.year2021 import {plain_days}; import sys; print('numpy' in sys.modules)"
    done = run([executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_day_9_lights_up_the_low_points_in_part_1_and_the_largest_basins_in_part_2() -> None:
    floor = day09.parse("2199943210\n3987894921\n9856789892\n8767896789\n9899965678")
    *_, (lows, _) = day09.show1(floor)
    lit = np.argwhere((lows == (255, 200, 90)).all(2))
    assert [(x, y) for y, x in lit.tolist()] == [(1, 0), (9, 0), (2, 2), (6, 4)]
    *_, (basins, caption) = day09.show2(floor)
    assert caption == "in color, the largest: 9 x 9 x 14 = 1134"
    _, counts = np.unique(basins.reshape(-1, 3), axis=0, return_counts=True)
    assert {9, 14} <= {*counts.tolist()}
    # The smallest basin, at the top left, is as grey as the ridges.
    assert np.ptp(basins[0, 0]) == 0


def test_day_9_refuses_to_show_a_location_that_is_in_no_basin() -> None:
    with pytest.raises(ValueError, match="exactly one basin"):
        list(day09.show2(("11",)))


def test_day_11_shows_who_flashes_in_the_brightest_color_which_fades() -> None:
    (start, _), (first, _), (second, caption) = day11.show1(
        ("11111", "19991", "19191", "19991", "11111"), steps=2
    )
    bright = (first == day11.SEA[2]).all(2)
    assert np.argwhere(bright).tolist() == [[y, x] for y in (1, 2, 3) for x in (1, 2, 3)]
    flashed, lights = np.argwhere(bright)[0], (start, first, second)
    before, then, after = (int(light[tuple(flashed)].sum()) for light in lights)
    assert before < after < then
    assert caption == "step 2: 0 of 25 flash, in yellow; 9 so far"
    *_, (last, _) = day11.show2(("99", "99"))
    assert (last == day11.EMBERS[2]).all()


def test_day_13_ends_with_the_letters_in_the_middle() -> None:
    paper = day13.parse(sample_of(modules(13)[1], 0))
    drawing = day13.part2(paper).split("\n")
    *_, (pixels, _) = day13.show2(paper)
    side = day13.VIEW[0] // 40
    top = (day13.VIEW[1] - side * 6) // 2
    ink = (pixels[top + 1 : top + 6 * side : side, 1::side] == (35, 60, 120)).all(2)
    shown = ["".join(".#"[lit] for lit in row)[: len(drawing[0])] for row in ink.tolist()]
    assert shown == drawing


def test_day_15_shows_a_path_whose_risks_are_the_answer() -> None:
    cave = day15.parse(example_of(modules(15)[1]))
    risks = day15.enlarge(cave, 5)
    *_, (pixels, _) = day15.show2(cave)
    path = (pixels == (255, 190, 80)).all(2)
    assert risks[path].sum() - risks[0, 0] == day15.part2(cave) == 315


def test_day_15_shows_a_cave_with_other_tiles() -> None:
    *_, (pixels, caption) = day15.show2(("94", "11"), tiles=1)
    assert pixels.shape == (2, 2, 3)
    assert caption == "in yellow the path back, with a total of 2"


def test_day_17_shows_the_probes_that_fly_and_those_that_hit() -> None:
    target = day17.parse("target area: x=20..30, y=-10..-5")
    frames = list(day17.show2(target))
    assert frames[0][1] == "step 0: 112 probes fly, and 0 have hit the target"
    # Only the target itself is hit with the first step.
    pixels, caption = frames[1]
    assert caption == "step 1: 46 probes fly, and 66 have hit the target"
    _, columns = (pixels == 255).all(2).nonzero()
    assert {*(columns - day17.MARGIN).tolist()} == {*range(20, 31)}
    last, _ = frames[-1]
    assert letters_at(last, last.shape[1] - 8, last.shape[0] - 6, 2) == "30"


@pytest.mark.parametrize("start", range(1, 11))
def test_day_21_shows_every_game_in_few_frames(start: int) -> None:
    for other in range(1, 11):
        players = (start, other)
        frames = list(day21.show1(players))
        # The longest games have 446 turns, and `aoc show` shows at most 600 frames.
        assert 30 <= len(frames) <= 450
        assert frames[-1][1].endswith(f" = {day21.part1(players)}")


def letters_at(pixels: Any, left: int, top: int, size: int) -> str:
    """Return so many letters in a picture of day 21; each is found by its pixels."""
    known = {}
    for number, letter in enumerate(letters.LETTERS):
        known[tuple(line[4 * number : 4 * number + 3] for line in letters.FONT)] = letter
    found = ""
    for x in range(left, left + 4 * size, 4):
        # The pixel above a letter has the color of the background.
        is_ink = (pixels[top : top + 5, x : x + 3] != pixels[top - 1, x + 1]).any(2)
        drawn = ("".join(".#"[ink] for ink in row) for row in is_ink.tolist())
        found += known.get(tuple(drawn), " ")
    return found


def test_day_21_shows_the_turns_that_the_puzzle_prints() -> None:
    turns = test_day21.logged(day21.part1, logging.INFO)
    frames = list(day21.show1((4, 8)))[1:]
    assert len(turns) == len(frames)
    for turn, (pixels, caption) in zip(turns, frames, strict=True):
        words = turn.rstrip(".").split()
        player, rolled, place, score = words[1], words[3], words[8].rstrip("."), words[-1]
        top = 8 + 17 * (int(player) - 1)
        assert letters_at(pixels, 64, top, 4).strip() == score
        for line, roll in enumerate(rolled.split("+")):
            assert letters_at(pixels, 23 - 2 * len(roll), 12 + 6 * line, len(roll)) == roll
        bar = (pixels[top + 8, 46:79] == day21.COLORS[int(player) - 1]).all(1)
        assert bar.sum() == min(33, round(int(score) * 33 / 1000))
        assert caption.endswith(f" to {place}") or "wins" in caption


@pytest.mark.parametrize("players", [(10, 5), (5, 10)])
def test_day_21_puts_the_pawns_on_their_spaces(players: tuple[int, int]) -> None:
    (pixels, _), *_ = day21.show1(players)
    for place, color in zip(players, day21.COLORS, strict=True):
        board = pixels[:, :45]
        rows = np.argwhere((board == color).all(2))
        # Space 10 is at the top, and space 5 at the bottom.
        assert rows[:, 0].max() < 8 if place == 10 else rows[:, 0].min() > 32
    (together, _), *_ = day21.show1((3, 3))
    left, right = (np.argwhere((together[:, :45] == color).all(2)) for color in day21.COLORS)
    assert {*left[:, 0].tolist()} == {*right[:, 0].tolist()}
    assert left[:, 1].max() < right[:, 1].min()


def test_day_21_names_the_scores_and_how_many_universes_each_player_has_won() -> None:
    *_, (pixels, caption) = day21.show2((4, 8))
    for score in ("0", "10", "20"):
        size = len(score)
        assert letters_at(pixels, 9 + int(score) - size, 2, size) == score
        assert letters_at(pixels, 8 - 4 * size, 6 + int(score), size) == score
    assert [letters_at(pixels, 56, top, 6) for top in (8, 25)] == ["4.4E14", "3.4E14"]
    assert caption.endswith("won 444356092776315 and 341960390180808")
    bars = [
        (pixels[top, 46:79] == color).all(1).sum()
        for top, color in zip((16, 33), day21.COLORS, strict=True)
    ]
    assert bars == [19, 14]


@pytest.mark.parametrize("players", [(4, 8), (1, 1), (10, 1)])
def test_day_21_counts_the_universes_in_which_each_player_wins(players: tuple[int, int]) -> None:
    *_, (_, caption) = day21.show2(players)
    wins = day21.universes(players)
    assert caption.endswith(f"0 play, won {wins[0]} and {wins[1]}")
    assert max(wins) == day21.part2(players)


def test_every_roll_of_day_21_makes_three_of_each_universe_that_plays() -> None:
    captions = [caption for _, caption in day21.show2((4, 8))]
    assert captions[:4] == [
        "the start: 1 play, won 0 and 0",
        "turn 1, roll 1: 3 play, won 0 and 0",
        "turn 1, roll 2: 9 play, won 0 and 0",
        "turn 1, roll 3: 27 play, won 0 and 0",
    ]
    assert len(captions) % 3 == 1


def test_day_23_walks_one_step_at_a_time_through_free_places() -> None:
    rooms = day23.parse(example_of(modules(23)[1]))
    kinds = {color: kind for kind, color in day23.TILES.items()}
    frames = []
    shown = [*day23.show1(rooms)]
    assert shown[0][1].startswith("search, state 1 of ")
    for pixels, _ in (frame for frame in shown if frame[1].startswith("the best plan")):
        corners = pixels[::7, ::6].tolist()
        frames.append(["".join(kinds[tuple(color)] for color in row) for row in corners])
    assert frames[0][1:4] == ["#...........#", "###B#C#B#D###", "  #A#D#C#A#  "]
    for before, after in pairwise(frames):
        places = product(range(5), range(13))
        changed = [(y, x) for y, x in places if before[y][x] != after[y][x]]
        assert len(changed) == 2
        (y, x), (other_y, other_x) = changed
        assert abs(y - other_y) + abs(x - other_x) == 1
        assert {before[y][x], after[y][x]} == {before[other_y][other_x], after[other_y][other_x]}
        assert "." in (before[y][x], before[other_y][other_x])
    assert frames[-1][1:3] == ["#...........#", "###A#B#C#D###"]


@pytest.mark.slow
def test_day_23_refuses_to_show_a_burrow_without_a_solution() -> None:
    with pytest.raises(ValueError, match="solution"):
        list(day23.show1(("BDCC", "ABCA", "BBDA", "DDAC")))


def test_day_25_shows_as_many_cucumbers_in_every_frame_and_none_that_moves_at_last() -> None:
    floor = day25.parse(example_of(modules(25)[1]))
    herds = "".join(floor)
    frames = list(day25.show1(floor))
    for pixels, _ in frames:
        orange, blue = pixels[..., 0] > 100, pixels[..., 2] > 100
        assert orange.sum() == herds.count(">")
        assert blue.sum() == herds.count("v")
    assert frames[-1][1].startswith("step 58: 0 move")
    assert frames[-1][0].max() < 128
