"""Day 13: Transparent Origami.

A fold takes the minimum of each coordinate and its mirror image.
The mirror image of x is 2 * crease - x, as far from the crease on the other side. A dot before the
crease stays there, as its mirror image is larger; a dot beyond the crease is carried to its mirror
image. So one minimum folds the x of all dots in an array, and another one the y. In one row:

    before              # . # . . . . | . . # . # # .      x =  0  2  10  12  13
    fold along x=7      # # # | # . .                           0  2   4   2   1
    fold along x=3      # # #                                   0  2   2   2   1

Dots that come to lie on each other have the same coordinates, and count once.

The puzzle promises that no dot is on a crease. Also, no fold may carry a dot off the paper: the
part that is folded over is never larger than the part below it. The drawing begins at 0, 0 and ends
at the last dots, so columns may be empty at the left, but not at the right. It has at most a
million places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from days.lines import matched, refusal

PLACES = 1_000_000
"""The most places that the drawing may have."""

Dots = npt.NDArray[np.int64]
"""The x of all dots in one row, and the y in another."""

Folds = tuple[tuple[int, int], ...]
"""The axis of each fold, 0 for x or 1 for y, and its crease."""


class Paper(NamedTuple):
    """The dots before all folds, and the folds."""

    dots: Dots
    folds: Folds


def parse(text: str) -> Paper:
    """Read the dots, a blank line and the folds; all numbers have at most five digits.

    A fold is on what is left of the paper, above or to the left of the last one on the same axis.
    """
    head, _, tail = text.partition("\n\n")
    rows = matched(head, "[0-9]{1,5},[0-9]{1,5}", "a dot like '6,10'")
    if head == text:
        raise refusal(len(rows) + 1, "a blank line", None)
    first = len(rows) + 2
    pattern = "fold along [xy]=[0-9]{1,5}"
    lines = matched(tail, pattern, "a fold like 'fold along y=7'", first=first)
    numbers = np.fromstring(head.replace("\n", ","), np.int64, sep=",")
    dots = numbers.reshape(-1, 2).T.copy()
    folds = tuple(("xy".index(line[11]), int(line[13:])) for line in lines)
    check_folds(dots, folds, rows, lines)
    return Paper(dots, folds)


def part1(paper: Paper) -> int:
    """Return the number of dots that are visible after the first fold."""
    axis, crease = paper.folds[0]
    xs, ys = fold(paper.dots, axis, crease).tolist()
    return len(set(zip(xs, ys, strict=True)))


def part2(paper: Paper) -> str:
    """Return the drawing of the dots after all folds."""
    dots = paper.dots
    for axis, crease in paper.folds:
        dots = fold(dots, axis, crease)
    width, height = dots.max(axis=1) + 1
    drawing = np.full((height, width), ".")
    xs, ys = dots
    drawing[ys, xs] = "#"
    return "\n".join("".join(row) for row in drawing)


def fold(dots: Dots, axis: int, crease: int) -> Dots:
    """Return the dots after a fold along a crease, which is in x (axis 0) or in y (axis 1)."""
    folded = dots.copy()
    folded[axis] = np.minimum(dots[axis], 2 * crease - dots[axis])
    return folded


def check_folds(dots: Dots, folds: Folds, rows: list[str], lines: list[str]) -> None:
    """Fold all dots, and raise `ValueError` at the first fold that is not possible.

    The dots and the folds are from these rows and lines of the input, with a blank line between.
    """
    first = len(rows) + 2
    size = [100_000, 100_000]
    for number, (axis, crease) in enumerate(folds):
        if crease >= size[axis]:
            expected = f"a fold on the paper, {'xy'[axis]} below {size[axis]}"
            raise refusal(first + number, expected, lines[number])
        size[axis] = crease
        places = dots[axis]
        misplaced = np.flatnonzero((places == crease) | (places > 2 * crease))
        if len(misplaced):
            expected = f"a dot on the paper and on no crease, for '{lines[number]}'"
            raise refusal(int(misplaced[0]) + 1, expected, rows[misplaced[0]])
        dots = fold(dots, axis, crease)
    width, height = dots.max(axis=1) + 1
    if width * height > PLACES:
        expected = f"folds down to a drawing of at most {PLACES} places"
        raise refusal(first + len(lines) - 1, expected, lines[-1])
