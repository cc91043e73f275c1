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

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from days.lines import checked

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
    lines = text.split("\n")
    count = max(1, lines.index("") if "" in lines else len(lines))
    dot = ("[0-9]{1,5},[0-9]{1,5}", "a dot like '6,10'")
    fold = ("fold along [xy]=[0-9]{1,5}", "a fold like 'fold along y=7'")
    checked(text, [*[dot] * count, ("", "a blank line"), *[fold] * len(lines)], least=count + 2)
    places = [*map(int, ",".join(lines[:count]).split(","))]
    folds = tuple((line[11], int(line[13:])) for line in lines[count + 1 :])
    paper = Paper(tuple(places[::2]), tuple(places[1::2]), folds)
    reach = {"x": 100_000, "y": 100_000}
    for number, (axis, crease) in enumerate(folds):
        if number == FOLDS or crease >= reach[axis]:
            on_paper = f"a fold on the paper, {axis} below {reach[axis]}"
            expected = on_paper if number < FOLDS else f"at most {FOLDS} folds"
            raise ValueError(f"line {count + 2 + number}: expected {expected}, got {axis}={crease}")
        reach[axis] = crease
    size = 1
    for axis, at in (("x", paper.xs), ("y", paper.ys)):
        table = dict(enumerate(unfold(paper, axis)))
        for line, place in enumerate(at, 1):
            if table.get(place, -1) < 0:
                expected = f"a dot on the paper, {axis} below {len(table)}, and on no crease"
                raise ValueError(f"line {line}: expected {expected}, got {axis}={place}")
        size *= max(map(table.__getitem__, at)) + 1
    if size > PLACES:
        expected = f"folds down to a drawing of at most {PLACES} places"
        raise ValueError(f"line {len(lines)}: expected {expected}, got {size}")
    return paper


def part1(paper: Paper) -> int:
    """Return the number of dots that are visible after the first fold."""
    xs, ys, ((axis, crease), *_) = paper
    if axis == "x":
        xs = tuple([x if x < crease else 2 * crease - x for x in xs])
    else:
        ys = tuple([y if y < crease else 2 * crease - y for y in ys])
    return len(set(zip(xs, ys, strict=True)))


def part2(paper: Paper) -> str:
    """Return the drawing of the dots after all folds."""
    across, down = unfold(paper, "x"), unfold(paper, "y")
    xs = [across[x] for x in paper.xs]
    ys = [down[y] for y in paper.ys]
    rows = [["."] * (max(xs) + 1) for _ in range(max(ys) + 1)]
    for x, y in zip(xs, ys, strict=True):
        rows[y][x] = "#"
    return "\n".join(map("".join, rows))


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
        colors = np.where(moving[:, None], (200, 80, 50), (35, 60, 120))
        side = max(1, int(scale))
        for row, column, color in zip(rows, columns, colors, strict=True):
            pixels[row : row + side, column : column + side] = color
        return pixels

    for number, (axis, crease) in enumerate(folds, 1):
        along = "xy".index(axis)
        caption = (
            f"fold {number} of {len(folds)} along {axis}={crease}: {dots.shape[1]} dots, red moving"
        )
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
