"""Day 13: Transparent Origami.

A lookup table for each axis maps a coordinate through all folds at once.
Folds to the left change only x, and folds upward change only y. So there is one table for x and
one for y, from the place before all folds to the place after them. A table is built from the last
fold to the first, by unfolding: the table so far, the crease, and the table so far in reverse.

The puzzle promises that no dot is on a crease. Also, no fold may carry a dot off the paper: the
part that is folded over is never larger than the part below it. The drawing begins at 0, 0 and ends
at the last dots, so the first column of a letter may be empty. To limit the work, there are limits
for the number of folds and the size of the drawing, far above those of any letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from days.lines import quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FOLDS = 100
"""The most folds that are read."""

PLACES = 1_000_000
"""The most places that the drawing may have."""

VIEW = (160, 110)
"""The width and the height of the frames of a show, in pixels."""


class Paper(NamedTuple):
    """The coordinates of the dots, and the folds as axis and crease, such as `("x", 655)`."""

    xs: tuple[int, ...]
    ys: tuple[int, ...]
    folds: tuple[tuple[str, int], ...]


def parse(text: str) -> Paper:
    """Read the dots, a blank line and the folds; all numbers have at most five digits.

    A fold is on what is left of the paper, above or to the left of the last one on the same axis.
    """
    number = "[0-9]{1,5}"
    dots, _, folds = text.partition("\n\n")
    if not (
        re.fullmatch(rf"(?:{number},{number}\n)+", dots + "\n")
        and re.fullmatch(rf"(?:fold along [xy]={number}\n)+", folds + "\n")
    ):
        explain(text)
    places = [*map(int, dots.replace("\n", ",").split(","))]
    creases = re.findall("([xy])=(.+)", folds)
    paper = Paper(
        tuple(places[::2]), tuple(places[1::2]), tuple((axis, int(at)) for axis, at in creases)
    )
    check_folds(paper)
    size = 1
    for axis, at in (("x", paper.xs), ("y", paper.ys)):
        folded = unfold(paper, axis)
        reach = len(folded)
        if max(at) >= reach or -1 in map(folded.__getitem__, at):
            line, place = next(
                (line, place)
                for line, place in enumerate(at, 1)
                if place >= reach or folded[place] < 0
            )
            expected = f"a dot on the paper, {axis} below {reach}, and on no crease"
            raise ValueError(f"line {line}: expected {expected}, got {axis}={place}")
        size *= max(map(folded.__getitem__, at)) + 1
    if size > PLACES:
        line = len(paper.xs) + 1 + len(paper.folds)
        expected = f"folds down to a drawing of at most {PLACES} places"
        raise ValueError(f"line {line}: expected {expected}, got {size}")
    return paper


def part1(paper: Paper) -> int:
    """Return the number of dots that are visible after the first fold."""
    xs, ys, ((axis, crease), *_) = paper
    if axis == "x":
        xs = tuple([x if x < crease else 2 * crease - x for x in xs])
    else:
        ys = tuple([y if y < crease else 2 * crease - y for y in ys])
    return len(set(zip(xs, ys, strict=True)))


def part1_fold(paper: Paper) -> int:
    """Fold the paper once, dot by dot."""
    return len(fold(set(zip(paper.xs, paper.ys, strict=True)), *paper.folds[0]))


def part2(paper: Paper) -> str:
    """Return the drawing of the dots after all folds."""
    across, down = unfold(paper, "x"), unfold(paper, "y")
    xs = [across[x] for x in paper.xs]
    ys = [down[y] for y in paper.ys]
    rows = [["."] * (max(xs) + 1) for _ in range(max(ys) + 1)]
    for x, y in zip(xs, ys, strict=True):
        rows[y][x] = "#"
    return "\n".join(map("".join, rows))


def part2_fold(paper: Paper) -> str:
    """Make all folds one after another, dot by dot."""
    dots = set(zip(paper.xs, paper.ys, strict=True))
    for axis, crease in paper.folds:
        dots = fold(dots, axis, crease)
    width, height = (max(places) + 1 for places in zip(*dots, strict=True))
    return "\n".join("".join(".#"[(x, y) in dots] for x in range(width)) for y in range(height))


def show1(paper: Paper) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show how a half of the transparent paper turns over the other one in the first fold."""
    yield from turn_over(paper, paper.folds[:1], 60)


def show2(paper: Paper) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show all folds one after another, nearer and nearer, until the dots are letters."""
    yield from turn_over(paper, paper.folds, max(1, min(20, 240 // len(paper.folds))))


def turn_over(
    paper: Paper, folds: tuple[tuple[str, int], ...], frames: int
) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Yield pictures of the paper, so many for each fold, and one after the last.

    Dots on the flap that turns over are red, the others blue.
    """
    import numpy as np

    dots = np.array([paper.xs, paper.ys], float)
    size = np.array([len(unfold(paper, axis)) for axis in "xy"], float)

    def picture(
        view: npt.NDArray[np.float64], along: int, crease: int, turn: float
    ) -> npt.NDArray[np.uint8]:
        """Return the paper in the middle of the view, its flap flat at a turn of 1 or -1."""
        scale = np.min(VIEW / view)
        corner = (VIEW - view * scale) / 2
        pixels = np.full((VIEW[1], VIEW[0], 3), 45, np.uint8)
        ends = np.array([[0, 0], size])
        kept, flap = ends.copy(), ends.copy()
        kept[1, along] = crease
        flap[:, along] = sorted((crease, crease + (size[along] - crease) * turn))
        for sheet, shade in ((kept, (240, 232, 215)), (flap, (225, 213, 190))):
            (left, top), (right, bottom) = np.rint(corner + sheet * scale).astype(int).clip(0)
            pixels[top:bottom, left:right] = shade
        moving = dots[along] > crease
        moved = dots.copy()
        moved[along, moving] = crease + (dots[along, moving] - crease) * turn
        columns, rows = (corner[:, None] + moved * scale).astype(int)
        colours = np.where(moving[:, None], (200, 80, 50), (35, 60, 120))
        side = max(1, int(scale))
        for row, column, colour in zip(rows, columns, colours, strict=True):
            pixels[row : row + side, column : column + side] = colour
        return pixels

    for number, (axis, crease) in enumerate(folds, 1):
        along = "xy".index(axis)
        caption = f"fold {number} of {len(folds)}, along {axis}={crease}: {dots.shape[1]} dots"
        after = size.copy()
        after[along] = crease
        for frame in range(frames):
            progress = frame / frames
            view = size * (after / size) ** progress
            yield picture(view, along, crease, np.cos(np.pi * progress)), caption
        dots[along] = np.minimum(dots[along], 2 * crease - dots[along])
        dots = np.unique(dots, axis=1)
        size = after
    yield picture(size, 0, int(size[0]), 1), f"{dots.shape[1]} dots are visible"


def unfold(paper: Paper, axis: str) -> list[int]:
    """Return for each place on this axis the place after all folds, or -1 if there is none."""
    creases = [crease for direction, crease in paper.folds if direction == axis]
    if not creases:
        return [*range(max(paper.xs if axis == "x" else paper.ys) + 1)]
    table = [*range(creases[-1])]
    for crease in reversed(creases):
        kept = table[:crease] + [-1] * (crease - len(table))
        table = [*kept, -1, *reversed(kept)]
    return table


def check_folds(paper: Paper) -> None:
    """Raise a ValueError if there are too many folds, or one is not on the paper."""
    reach = {"x": 100_000, "y": 100_000}
    for number, (axis, crease) in enumerate(paper.folds):
        if number < FOLDS and crease < reach[axis]:
            reach[axis] = crease
            continue
        on_paper = f"a fold on the paper, {axis} below {reach[axis]}"
        expected = on_paper if number < FOLDS else f"at most {FOLDS} folds"
        line = len(paper.xs) + 2 + number
        raise ValueError(f"line {line}: expected {expected}, got {axis}={crease}")


def fold(dots: set[tuple[int, int]], axis: str, crease: int) -> set[tuple[int, int]]:
    """Fold the paper up or to the left along a crease."""
    if axis == "x":
        return {(x if x < crease else 2 * crease - x, y) for x, y in dots}
    return {(x, y if y < crease else 2 * crease - y) for x, y in dots}


def explain(text: str) -> None:
    """Raise a ValueError that names the first malformed line."""
    lines = text.split("\n")
    blank = lines.index("") if "" in lines[1:] else len(lines)
    for number, line in enumerate([*lines, ""], 1):
        if number <= max(blank, 1):
            pattern, expected = r"[0-9]{1,5},[0-9]{1,5}", "a dot like '6,10'"
        elif number == blank + 1:
            pattern, expected = "", "a blank line"
        else:
            pattern, expected = r"fold along [xy]=[0-9]{1,5}", "a fold like 'fold along y=7'"
        if not re.fullmatch(pattern, line):
            raise ValueError(f"line {number}: expected {expected}, got {quoted(line)}")
    raise ValueError(
        f"line {len(lines) + 1}: expected a fold like 'fold along y=7', got the end of the input"
    )
