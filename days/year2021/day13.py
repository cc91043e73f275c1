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

from typing import NamedTuple

from days.lines import checked

FOLDS = 100
"""The most folds that are read."""

PLACES = 1_000_000
"""The most places that the drawing may have."""


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
