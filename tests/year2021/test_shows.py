"""The shows beside the days: frames of one shape that end with the answer of the part."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from random import Random
from subprocess import run
from sys import executable
from typing import Any

import numpy as np
import pytest

from aoc.model.inputs import plain
from days.year2021 import day13, day13_show, day15, day15_show
from tests.year2021.test_year import ROOT, load, sample_of

LETTERS = (13, 2)
"""The show that has its answer in the last picture, not in the caption."""


def show_of(number: int, part: int) -> Any:
    """Return a show, which says what is seen."""
    module = import_module(f"days.year2021.day{number:02d}_show")
    assert str(module.__doc__).startswith(f"The show of day {number}: ")
    show = getattr(module, f"show{part}")
    assert show.__doc__.startswith("Show ")
    return show


DAYS = sorted(int(path.stem[3:5]) for path in ROOT.glob("days/year2021/day*_show.py"))
SHOWS = [
    (number, part) for number in DAYS for part in (1, 2) if load(number)[0].parts[part]
]
every_show = pytest.mark.parametrize(("number", "part"), SHOWS)


def example_of(number: int) -> str:
    _, tests = load(number)
    return plain(tests.EXAMPLES[0].text)


def check(number: int, part: int, text: str) -> list[tuple[Any, str]]:
    """Return the frames of a show, which are RGB of one size, the last one with the answer."""
    day = load(number)[0].module
    parsed = day.parse(text)
    before = repr(parsed)
    frames = list(show_of(number, part)(parsed))
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


def same(first: tuple[Any, str], second: tuple[Any, str]) -> bool:
    return first[1] == second[1] and np.array_equal(first[0], second[0])


def test_a_day_needs_no_numpy_for_its_show() -> None:
    without = [number for number in DAYS if number not in (13, 15)]
    plain_days = ", ".join(f"day{number:02d}" for number in without)
    code = f"from days.year2021 import {plain_days}; import sys; print('numpy' in sys.modules)"
    done = run(
        [executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


@every_show
def test_a_show_ends_with_the_answer_each_time(number: int, part: int) -> None:
    small = plain(load(number)[1].small(Random(0)))
    # The first one is kept whole, so a frame that is changed after it was shown is noticed.
    kept, again = (check(number, part, small) for _ in range(2))
    assert all(same(*pair) for pair in zip(kept, again, strict=True))
    check(number, part, example_of(number))
    if (number, part) != (15, 2):  # It takes a second.
        check_sample(number, part)


def check_sample(number: int, part: int) -> None:
    """Check that the show of a sample has few frames, in most of which something happens."""
    frames = check(number, part, sample_of(number, 0))
    assert 30 <= len(frames) <= 400
    changes = sum(not same(*pair) for pair in pairwise(frames))
    assert changes >= len(frames) * 0.7


def test_day_13_ends_with_the_letters_in_the_middle() -> None:
    paper = day13.parse(sample_of(13, 0))
    drawing = day13.part2(paper).split("\n")
    *_, (pixels, _) = day13_show.show2(paper)
    side = day13_show.VIEW[0] // 40
    top = (day13_show.VIEW[1] - side * 6) // 2
    ink = (pixels[top + 1 : top + 6 * side : side, 1::side] == (35, 60, 120)).all(2)
    shown = [
        "".join(".#"[lit] for lit in row)[: len(drawing[0])] for row in ink.tolist()
    ]
    assert shown == drawing


def test_day_15_shows_a_path_whose_risks_are_the_answer() -> None:
    cave = day15.parse(example_of(15))
    risks = day15.enlarge(cave, 5)
    *_, (pixels, _) = day15_show.show2(cave)
    path = (pixels == (255, 190, 80)).all(2)
    assert risks[path].sum() - risks[0, 0] == day15.part2(cave) == 315
