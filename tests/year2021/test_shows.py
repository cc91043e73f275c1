"""The shows beside the days: frames of one shape that end with the answer of the part."""

from __future__ import annotations

from importlib import import_module
from operator import ne
from random import Random
from typing import Any

import numpy as np
import pytest

from aoc.model.inputs import plain
from days.year2021 import day15, day15_show
from tests.year2021.test_year import ROOT, load, sample_of

LETTERS = (13, 2)
"""The show that has its answer in the last picture, not in the caption."""


DAYS = sorted(int(path.stem[3:5]) for path in ROOT.glob("days/year2021/day*_show.py"))
SHOWS = [(number, part) for number in DAYS for part in (1, 2) if load(number)[0].parts[part]]
every_show = pytest.mark.parametrize(("number", "part"), SHOWS)


def example_of(number: int) -> str:
    _, tests = load(number)
    return plain(tests.EXAMPLES[0].text)


def check(number: int, part: int, text: str) -> list[tuple[Any, str]]:
    """Return the frames of a show, which are RGB of one size, the last one with the answer."""
    day = load(number)[0].module
    parsed = day.parse(text)
    before = repr(parsed)
    module = import_module(f"days.year2021.day{number:02d}_show")
    frames = list(getattr(module, f"show{part}")(parsed))
    assert repr(parsed) == before, "the show changes its input"
    [(dtype, _, _, channels)] = {(grid.dtype, *grid.shape) for grid, _ in frames}
    assert (dtype, channels) == (np.uint8, 3)
    for _, caption in frames:
        assert caption == caption.strip()
        assert caption.isprintable()
        assert 0 < len(caption) <= 80
    if (number, part) != LETTERS:
        answer = str(getattr(day, f"part{part}")(parsed))
        assert answer in frames[-1][1].replace(":", " ").split()
    return frames


@every_show
def test_a_show_ends_with_the_answer(number: int, part: int) -> None:
    check(number, part, plain(load(number)[1].small(Random(0))))
    check(number, part, example_of(number))
    if (number, part) != (15, 2):  # It takes a second.
        check_sample(number, part)


def check_sample(number: int, part: int) -> None:
    """Check that the show of a sample has few frames, in most of which something happens."""
    frames = check(number, part, sample_of(number, 0))
    assert 30 <= len(frames) <= 400
    pictures = [grid.tobytes() for grid, _ in frames]
    changes = sum(map(ne, pictures, pictures[1:]))
    assert changes >= len(frames) * 0.7


def test_day_15_shows_a_path_whose_risks_are_the_answer() -> None:
    cave = day15.parse(example_of(15))
    risks = day15.enlarge(cave, 5)
    *_, (pixels, _) = day15_show.show2(cave)
    path = (pixels == (255, 190, 80)).all(2)
    assert risks[path].sum() - risks[0, 0] == day15.part2(cave) == 315
