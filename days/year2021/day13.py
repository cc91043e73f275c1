"""Day 13: Transparent Origami.

A lookup table for each axis maps a coordinate through all folds at once.
Folds to the left change only x, and folds upward change only y. So there is one table for x and
one for y, from the place before all folds to the place after them. A table is built from the last
fold to the first, by unfolding: the table so far, the crease, and the table so far in reverse.
After a fold along 7 and then one along 3, the paper has the places 0 to 2:

    after both folds    0 1 2
    unfolded at 3       0 1 2 - 2 1 0
    unfolded at 7       0 1 2 - 2 1 0 - 0 1  2  -  2  1  0
    place before        0 1 2 3 4 5 6 7 8 9 10 11 12 13 14

The puzzle promises that no dot is on a crease. Also, no fold may carry a dot off the paper: the
part that is folded over is never larger than the part below it. The drawing begins at 0, 0 and ends
at the last dots, so the first column of a letter may be empty. To limit the work, there are limits
for the number of folds and the size of the drawing, far above those of any letters.
"""

from __future__ import annotations

from typing import NamedTuple

from days.lines import matched, refusal

FOLDS = 100
"""The most folds that are read."""

PLACES = 1_000_000
"""The most places that the drawing may have."""


Folds = tuple[tuple[str, int], ...]
"""The axis and the crease of each fold, such as `("x", 655)`."""


class Paper(NamedTuple):
    """The coordinates of the dots, before all folds and after them, and the folds."""

    xs: tuple[int, ...]
    ys: tuple[int, ...]
    folds: Folds
    across: tuple[int, ...]
    down: tuple[int, ...]


def parse(text: str) -> Paper:
    """Read the dots, a blank line and the folds; all numbers have at most five digits.

    A fold is on what is left of the paper, above or to the left of the last one on the same axis.
    """
    head, _, tail = text.partition("\n\n")
    dots = matched(head, "[0-9]{1,5},[0-9]{1,5}", "a dot like '6,10'")
    if head == text:
        raise refusal(len(dots) + 1, "a blank line", None)
    first = len(dots) + 2
    fold = "fold along [xy]=[0-9]{1,5}"
    lines = matched(tail, fold, "a fold like 'fold along y=7'", first=first)
    places = tuple(map(int, head.replace("\n", ",").split(",")))
    xs, ys = places[::2], places[1::2]
    folds = tuple((line[11], int(line[13:])) for line in lines)
    reach = {"x": 100_000, "y": 100_000}
    for number, (axis, crease) in enumerate(folds):
        if number == FOLDS:
            raise refusal(first + number, f"at most {FOLDS} folds", lines[number])
        if crease >= reach[axis]:
            expected = f"a fold on the paper, {axis} below {reach[axis]}"
            raise refusal(first + number, expected, lines[number])
        reach[axis] = crease
    folded = []
    for axis, at in (("x", xs), ("y", ys)):
        table = unfold(folds, axis, at)
        size = len(table)
        after = tuple([table[place] if place < size else -1 for place in at])
        if min(after) < 0:
            line = after.index(min(after))
            expected = f"a dot on the paper, {axis} below {size}, and on no crease"
            raise refusal(line + 1, expected, dots[line])
        folded.append(after)
    across, down = folded
    if (max(across) + 1) * (max(down) + 1) > PLACES:
        expected = f"folds down to a drawing of at most {PLACES} places"
        raise refusal(first + len(lines) - 1, expected, lines[-1])
    return Paper(xs, ys, folds, across, down)


def part1(paper: Paper) -> int:
    """Return the number of dots that are visible after the first fold."""
    axis, crease = paper.folds[0]
    xs, ys = paper.xs, paper.ys
    if axis == "x":
        xs = folded_once(xs, crease)
    else:
        ys = folded_once(ys, crease)
    return len(set(zip(xs, ys, strict=True)))


def part2(paper: Paper) -> str:
    """Return the drawing of the dots after all folds."""
    rows = [["."] * (max(paper.across) + 1) for _ in range(max(paper.down) + 1)]
    for x, y in zip(paper.across, paper.down, strict=True):
        rows[y][x] = "#"
    return "\n".join(map("".join, rows))


def folded_once(places: tuple[int, ...], crease: int) -> tuple[int, ...]:
    """Return where the places on one axis are after a fold: those beyond it are mirrored."""
    return tuple([min(place, 2 * crease - place) for place in places])


def unfold(folds: Folds, axis: str, at: tuple[int, ...]) -> list[int]:
    """Return for each place on this axis the place after all folds, or -1 if there is none.

    Without a fold on this axis, the paper ends at the last of the dots, which are at `at`.
    """
    creases = [crease for direction, crease in folds if direction == axis]
    if not creases:
        return [*range(max(at) + 1)]
    table = list(range(creases[-1]))
    for crease in reversed(creases):
        # The next fold is too near to the edge to reach the places between.
        nowhere = [-1] * (crease - len(table))
        kept = table[:crease] + nowhere
        table = [*kept, -1, *kept[::-1]]
    return table
