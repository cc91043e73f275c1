"""Pictures that flash are slowed down; others are shown as fast as was asked for."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from aoc.animation.flashing import slowed
from aoc.animation.palette import SET_COLOURS, luminance_of
from aoc.animation.scenes import Scene
from tests.animation.shows import blinking, scenes

numpy = pytest.importorskip("numpy")


def times(film: Sequence[Scene]) -> list[float]:
    """Return when each scene begins."""
    return [sum(scene.seconds for scene in film[:number]) for number in range(len(film))]


def most_changes(film: Sequence[Scene]) -> int:
    """Return how many scenes begin within a second, at most; each is a change of its own."""
    begins = times(film)[1:]
    return max(sum(start <= other < start + 1 for other in begins) for start in begins)


@pytest.mark.parametrize("fps", [7, 10, 30])
def test_a_picture_that_goes_on_and_off_does_so_three_times_a_second_at_most(fps: int) -> None:
    film = scenes(*blinking(40), fps=fps)
    assert most_changes(film) > 6
    assert most_changes(slowed(film)) == 6


def test_what_is_slow_enough_stays_as_it_is() -> None:
    film = scenes(*blinking(40), fps=5.5)
    assert slowed(film) == film


def test_three_flashes_are_not_slowed_down() -> None:
    film = scenes(*blinking(7), *[[" " * 20] * 5] * 20, fps=30)
    assert slowed(film) == film


def test_only_the_frames_that_flash_are_slowed_down() -> None:
    still = [[" " * 20] * 5] * 30
    film = scenes(*still, *blinking(20), *still, fps=30)
    after = slowed(film)
    changed = [n for n, pair in enumerate(zip(film, after, strict=True)) if pair[0] != pair[1]]
    assert min(changed) >= 30
    assert max(changed) < 50
    assert most_changes(after[30:50]) <= 6


def part_of(share: float, number: int) -> Any:
    """Return a grid of which a share is set in every other frame."""
    grid = numpy.zeros((20, 20), dtype=bool)
    grid[: round(20 * share)] = bool(number % 2)
    return grid


@pytest.mark.parametrize(("share", "is_slow"), [(0.2, False), (0.25, False), (0.3, True)])
def test_a_quarter_of_the_picture_may_flash(share: float, is_slow: bool) -> None:
    film = scenes(*(part_of(share, number) for number in range(30)), fps=30)
    assert (slowed(film) != film) is is_slow


@pytest.mark.parametrize(
    ("one", "other", "is_slow"),
    [(0.0, 0.05, False), (0.0, 0.15, True), (0.9, 1.0, False), (0.7, 0.85, True)],
)
def test_small_changes_and_changes_between_bright_colours_are_no_flashes(
    one: float, other: float, is_slow: bool
) -> None:
    def grey(light: float) -> Any:
        level = next(n for n in range(256) if luminance_of((n, n, n)) >= light)
        return numpy.full((5, 5, 3), level, dtype="uint8")

    film = scenes(*(grey((one, other)[number % 2]) for number in range(30)), fps=30)
    assert (slowed(film) != film) is is_slow


def test_saturated_red_flashes_though_it_is_as_dark_as_what_is_between() -> None:
    red, grey = numpy.zeros((2, 5, 5, 3), dtype="uint8")
    red[:] = (255, 0, 0)
    grey[:] = (127, 127, 127)
    assert luminance_of((127, 127, 127)) == pytest.approx(luminance_of((255, 0, 0)), abs=0.02)
    film = scenes(*([red, grey] * 15), fps=30)
    assert most_changes(slowed(film)) == 6
    dull = numpy.full((5, 5, 3), (140, 127, 127), dtype="uint8")
    calm = scenes(*([dull, grey] * 15), fps=30)
    assert slowed(calm) == calm


def test_stripes_that_move_flash_though_never_all_at_once() -> None:
    x = numpy.arange(40)
    narrow = scenes(*(numpy.tile((x + step) % 4 < 1, (10, 1)) for step in range(60)), fps=30)
    wide = scenes(*(numpy.tile((x + step) // 4 % 2 < 1, (10, 1)) for step in range(60)), fps=30)
    # Every cell goes on and off fifteen times there, and seven times here.
    assert sum(scene.seconds for scene in slowed(narrow)) > 14 / 3
    assert sum(scene.seconds for scene in slowed(wide)) > 7 / 3


def test_something_small_that_moves_over_the_picture_does_not_flash() -> None:
    film = scenes(*(["." * step + "#" + "." * (60 - step)] for step in range(60)), fps=30)
    assert slowed(film) == film
    x = numpy.arange(60)
    sweep = scenes(*(numpy.tile(x < step, (10, 1)) for step in range(60)), fps=30)
    assert slowed(sweep) == sweep


def test_a_picture_that_gets_brighter_and_darker_step_by_step_flashes_as_well() -> None:
    def fading() -> Iterable[Any]:
        for step in range(120):
            level = abs(step % 8 - 4) * 60
            yield numpy.full((6, 6, 3), level, dtype="uint8")

    film = scenes(*fading(), fps=30)
    after = slowed(film)
    seconds = sum(scene.seconds for scene in after)
    # There are fifteen flashes.
    assert seconds >= 15 / 3 - 0.5 > 4


def test_large_pictures_and_texts_of_any_width_are_looked_at() -> None:
    large = scenes(*(numpy.full((300, 400), bool(n % 2)) for n in range(20)), fps=30)
    assert most_changes(slowed(large)) == 6
    wide = scenes(*blinking(20, on="漢" * 50, off=" " * 100), fps=30)
    assert most_changes(slowed(wide)) == 6


@pytest.mark.parametrize("seed", range(5))
def test_no_second_has_more_than_three_flashes_whatever_is_shown(seed: int) -> None:
    rng = random.Random(seed)
    shares = [rng.choice([0, 0.1, 0.5, 1]) for _ in range(80)]
    grids = []
    for share in shares:
        grid = numpy.zeros((10, 10), dtype=bool)
        grid[: round(10 * share)] = True
        grids.append(grid)
    film = slowed(scenes(*grids, fps=rng.choice([8, 15, 30])))
    dark, light = sorted(map(luminance_of, SET_COLOURS))
    assert light - dark > 0.1
    begins = times(film)
    for row in range(10):
        # Rows of the same share of the picture flash together; look at each by itself.
        turns = [
            begins[n] for n in range(1, len(grids)) if grids[n][row][0] != grids[n - 1][row][0]
        ]
        rows = sum(
            all(grids[n][other][0] == grids[n][row][0] for n in range(len(grids)))
            for other in range(10)
        )
        if rows <= 2:
            continue
        assert max(sum(t <= u < t + 1 for u in turns) for t in turns) <= 6


@pytest.mark.parametrize("values", [[], [""], ["#"], ["", "#", ""]])
def test_there_may_be_few_scenes_or_empty_ones(values: list[str]) -> None:
    film = scenes(*values)
    assert slowed(film) == film
