"""The shows of the days: frames of one shape that end with the answer of the part."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from subprocess import run
from sys import executable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from aoc.text import plain
from days.year2021 import day09, day13, day15, day17, day21, day23, day25
from tests.year2021.test_year import DAYS, ROOT, load, sample_of

SHOWS = [*product((9, 11, 13, 15, 17, 21, 23), (1, 2)), (25, 1)]
SLOW = ((15, 2), (23, 2))
every_show = pytest.mark.parametrize(
    ("number", "part"),
    [pytest.param(*show, marks=pytest.mark.slow if show in SLOW else ()) for show in SHOWS],
)
LETTERS = (13, 2)
"""The show that has its answer in the last picture, not in the caption."""


def example_of(number: int) -> str:
    _, tests = load(number)
    return plain(tests.EXAMPLES[0].text)


def check(number: int, part: int, text: str) -> list[tuple[Any, str]]:
    """Return the frames of a show; check their form, and that the last one has the answer."""
    day: ModuleType = load(number)[0].module
    parsed = day.parse(text)
    before = repr(parsed)
    frames = list(getattr(day, f"show{part}")(parsed))
    assert repr(parsed) == before, "the show changes its input"
    assert len({form(grid) for grid, _ in frames}) == 1
    for _, caption in frames:
        assert caption == caption.strip()
        assert caption.isprintable()
        assert 0 < len(caption) <= 80
    if (number, part) != LETTERS:
        answer = str(getattr(day, f"part{part}")(parsed))
        assert answer in frames[-1][1].replace(":", " ").split()
    return frames


def form(grid: object) -> tuple[object, ...]:
    """Return the type of a grid and its size."""
    if isinstance(grid, str):
        [width] = {len(line) for line in grid.split("\n")}
        assert grid.isascii()
        return str, grid.count("\n"), width
    assert isinstance(grid, np.ndarray)
    assert np.isfinite(grid).all()
    is_rgb = grid.shape[2:] == (3,) and grid.dtype == np.uint8
    assert is_rgb or (grid.ndim == 2 and grid.dtype == np.float64)
    return grid.dtype, *grid.shape


def same(first: tuple[Any, str], second: tuple[Any, str]) -> bool:
    return first[1] == second[1] and np.array_equal(first[0], second[0])


def test_every_show_has_a_docstring_that_says_what_is_seen() -> None:
    shows = {
        (number, part): getattr(load(number)[0].module, f"show{part}", None)
        for number, part in product(DAYS, (1, 2))
    }
    assert [one for one, show in shows.items() if show] == SHOWS
    assert all(show.__doc__.startswith("Show ") for show in shows.values() if show)


@every_show
def test_the_show_of_an_example_ends_with_its_answer_each_time(number: int, part: int) -> None:
    # The first one is kept whole, so a frame that is changed after it was shown is noticed.
    kept, again = (check(number, part, example_of(number)) for _ in range(2))
    assert all(same(*pair) for pair in zip(kept, again, strict=True))


@every_show
def test_the_show_of_a_sample_ends_with_its_answer_in_few_frames(number: int, part: int) -> None:
    frames = check(number, part, sample_of(number, 0))
    assert 30 <= len(frames) <= 400
    grid, _ = frames[0]
    # More cells than this are refused by `aoc show`.
    assert isinstance(grid, str) or grid.shape[0] * grid.shape[1] <= 250_000
    # Something happens in most frames.
    changes = sum(not same(*pair) for pair in pairwise(frames))
    assert changes >= len(frames) * 0.7


@pytest.mark.slow
@every_show
def test_small_odd_inputs_can_be_shown(number: int, part: int) -> None:
    for seed in range(5):
        assert check(number, part, plain(load(number)[1].small(Random(seed))))


def test_days_import_numpy_for_a_show_alone() -> None:
    plain_days = ", ".join(f"day{number:02d}" for number in (9, 11, 13, 17, 21, 23, 25))
    code = f"from days.year2021 import {plain_days}; import sys; print('numpy' in sys.modules)"
    done = run([executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_day_9_lights_up_the_low_points() -> None:
    floor = day09.parse("2199943210\n3987894921\n9856789892\n8767896789\n9899965678")
    *_, (lows, _) = day09.show1(floor)
    lit = np.argwhere((lows == (255, 200, 90)).all(2))
    assert [(x, y) for y, x in lit.tolist()] == [(1, 0), (9, 0), (2, 2), (6, 4)]


def test_day_13_ends_with_the_letters_in_the_middle() -> None:
    paper = day13.parse(sample_of(13, 0))
    drawing = day13.part2(paper).split("\n")
    *_, (pixels, _) = day13.show2(paper)
    side = day13.VIEW[0] // 40
    top = (day13.VIEW[1] - side * 6) // 2
    ink = (pixels[top + 1 : top + 6 * side : side, 1::side] == (35, 60, 120)).all(2)
    shown = ["".join(".#"[lit] for lit in row)[: len(drawing[0])] for row in ink.tolist()]
    assert shown == drawing


def test_day_15_shows_a_path_whose_risks_are_the_answer() -> None:
    cave = day15.parse(example_of(15))
    risks = day15.enlarge(cave, 5)
    *_, (pixels, _) = day15.show2(cave)
    path = (pixels == (255, 190, 80)).all(2)
    assert risks[path].sum() - risks[0, 0] == day15.part2(cave) == 315


def test_day_17_shows_the_probes_that_fly_and_those_that_hit() -> None:
    frames = list(day17.show2(day17.parse("target area: x=20..30, y=-10..-5")))
    assert frames[0][1] == "step 0: 112 probes fly, and 0 have hit the target"
    # Only the target itself is hit with the first step.
    pixels, caption = frames[1]
    assert caption == "step 1: 46 probes fly, and 66 have hit the target"
    _, columns = (pixels == 255).all(2).nonzero()
    assert {*(columns - day17.MARGIN).tolist()} == {*range(20, 31)}


def test_day_21_shows_every_game_in_few_frames() -> None:
    for players in product(range(1, 11, 3), repeat=2):
        frames = list(day21.show1(players))
        # The longest games have 446 turns, and `aoc show` shows at most 600 frames.
        assert 30 <= len(frames) <= 450
        assert frames[-1][1].endswith(f" = {day21.part1(players)}")


def test_every_roll_of_day_21_makes_three_of_each_universe_that_plays() -> None:
    captions = [caption for _, caption in day21.show2((4, 8))]
    assert captions[:3] == [
        "the start: 1 play, won 0 and 0",
        "turn 1, roll 1: 3 play, won 0 and 0",
        "turn 1, roll 2: 9 play, won 0 and 0",
    ]
    assert captions[-1].endswith("won 444356092776315 and 341960390180808")


def test_day_23_walks_one_step_at_a_time_through_free_places() -> None:
    kinds = {color: kind for kind, color in day23.TILES.items()}
    frames = []
    for pixels, caption in day23.show1(day23.parse(example_of(23))):
        if caption.startswith("the best plan"):
            corners = pixels[::7, ::6].tolist()
            frames.append(["".join(kinds[tuple(color)] for color in row) for row in corners])
    assert frames[0][1:4] == ["#...........#", "###B#C#B#D###", "  #A#D#C#A#  "]
    for before, after in pairwise(frames):
        places = product(range(5), range(13))
        (y, x), (to_y, to_x) = ((y, x) for y, x in places if before[y][x] != after[y][x])
        assert abs(y - to_y) + abs(x - to_x) == 1
        assert "." in (before[y][x], before[to_y][to_x])
    assert frames[-1][1:3] == ["#...........#", "###A#B#C#D###"]


def test_day_25_shows_as_many_cucumbers_in_every_frame_and_none_that_moves_at_last() -> None:
    floor = day25.parse(example_of(25))
    herds = "".join(floor)
    frames = list(day25.show1(floor))
    for pixels, _ in frames:
        assert (pixels[..., 0] > 100).sum() == herds.count(">")
        assert (pixels[..., 2] > 100).sum() == herds.count("v")
    assert frames[-1][1].startswith("step 58: 0 move")
    assert frames[-1][0].max() < 128
