"""Day 22: Reactor Reboot.

Inclusion and exclusion over the overlaps of cuboids counts the lit cubes.
A cube is lit if the last cuboid that contains it turns on. So each cuboid that turns on counts for
those of its cubes that are in no later one. In two dimensions, A turns on, then B turns on, then C
turns off; each place shows by which cuboids it is covered:

    A    A    A    A    .    .
    A    A    AB   AB   B    B        A    12 - 4 for AB - 1 for AC + 1 for ABC     8 lit
    A    A    AB   ABC  BC   B        B    12            - 4 for BC                 8 lit
    .    .    B    BC   BC   B        C    turns off                                0 lit

The place in all three is taken off twice, for AB and for AC, so it is added again: inclusion and
exclusion. A term is the size of the overlap of a group, such as AB. The first of a group turns on,
the others come after it in the order of the steps, and the sign changes with each of them.

Groups grow from small to large, by joining two siblings: groups that differ only in their last
cuboids. AB and AC grow to ABC if B and C overlap, as boxes have a common overlap if every two of
them overlap (Helly's theorem). But if a later cuboid D contains the overlap of AB, this group is
dropped, and nothing grows from it: AB and ABD cancel each other, and so do ABC and ABCD. So few
groups are left even where many cuboids overlap, but not always. If there are too many, the cubes
are counted on a grid, as in part 1.

The cells of the grid are between the faces of all cuboids, so each is lit or dark as a whole. If
there are too many cells, space is cut in two halves with a grid for each, and so on.
"""

from __future__ import annotations

import re
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from days.lines import matched, refusal

Step = tuple[int, ...]
"""1 for on or 0 for off, then the first and the last x, y and z."""

Ints = npt.NDArray[np.int64]

STEP = "(?:on|off) " + ",".join(
    rf"{axis}=-?[0-9]{{1,6}}\.\.-?[0-9]{{1,6}}" for axis in "xyz"
)
"""A step; with at most six digits, the volume of everything fits into 64 bits."""

STEPS = 1000
"""The most steps that are read; all pairs of them are compared."""

CROWD = 1 << 18
"""With more pairs of siblings than this, the cubes are counted on a grid."""

CELLS = 1 << 20
"""The most cells of a grid."""


class Boxes(NamedTuple):
    """Cuboids in the order of the steps, as columns: in each array, the rows are x, y and z.

    `near` is the first cube of a box, and `far` the one behind its last cube.
    """

    is_on: npt.NDArray[np.bool_]
    near: Ints
    far: Ints


def parse(text: str) -> tuple[Step, ...]:
    """Read the steps, one on each line, at most `STEPS`."""
    lines = matched(text, STEP, "'on' or 'off' and a cuboid as 'x=1..2,y=3..4,z=5..6'")
    if len(lines) > STEPS:
        raise refusal(STEPS + 1, f"at most {STEPS} steps", lines[STEPS])
    # "on x=1..2,y=3..4,z=5..6" becomes "1,1,2,3,4,5,6".
    for word, number in (("on ", "1,"), ("off ", "0,"), ("..", ","), ("\n", ",")):
        text = text.replace(word, number)
    numbers = np.fromstring(re.sub("[xyz]=", "", text), np.int64, sep=",")
    steps = numbers.reshape(-1, 7)
    for step, axis in np.argwhere(steps[:, 1::2] > steps[:, 2::2]).tolist():
        expected = f"a range of {'xyz'[axis]} from low to high"
        raise refusal(step + 1, expected, lines[step])
    return tuple(map(tuple, steps.tolist()))


def part1(steps: tuple[Step, ...], *, reach: int = 50) -> int:
    """Count the lit cubes with no coordinate beyond `reach`, on a grid."""
    low = np.full(3, -reach)
    high = np.full(3, reach + 1)
    return lit_cells(clipped(boxes_of(steps), low, high))


def part2(steps: tuple[Step, ...]) -> int:
    """Count all lit cubes, by inclusion and exclusion."""
    lit = lit_by_groups(boxes_of(steps))
    return part2_cells(steps) if lit is None else lit


def part2_cells(steps: tuple[Step, ...]) -> int:
    """Count all lit cubes, on a grid."""
    return lit_cells(boxes_of(steps))


def boxes_of(steps: tuple[Step, ...]) -> Boxes:
    """Return the boxes of all steps."""
    # NumPy 1 on Windows would take 32 bits; in a copy, the numbers of a row are neighbours.
    table = np.array(steps, np.int64).T.copy()
    return Boxes(table[0] == 1, table[1::2], table[2::2] + 1)


def volumes(near: Ints, far: Ints) -> Ints:
    """Return the number of cubes in each box; it is 0 if `far` is not beyond `near`."""
    width, height, depth = np.maximum(far - near, 0)
    volume: Ints = width * height * depth
    return volume


def lit_by_groups(boxes: Boxes) -> int | None:
    """Add up the overlaps of all groups, from small to large; return None if they are too many."""
    overlap = overlapping(boxes)
    # Of each group: its last box, the overlap of all its boxes, and how large this is.
    last = np.arange(len(boxes.is_on))
    near = boxes.near
    far = boxes.far
    volume = volumes(near, far) * boxes.is_on
    # Larger groups: the number of a group, and the box that is added to it. (np.nonzero is slower.)
    choices = np.flatnonzero(overlap & boxes.is_on[:, None])
    group, added = np.divmod(choices, len(last))
    total = 0
    sign = 1
    while True:
        # This takes columns, as [:, group] would, but much faster.
        shared_near = np.maximum(near.take(group, 1), boxes.near.take(added, 1))
        shared_far = np.minimum(far.take(group, 1), boxes.far.take(added, 1))
        shared_volume = volumes(shared_near, shared_far)
        is_kept = np.ones(len(last), bool)
        # Where the overlap stays as large as it was, the added box contains it.
        is_kept[group[shared_volume == volume[group]]] = False
        total += sign * int(volume[is_kept].sum())
        sign = -sign
        grown = np.flatnonzero(is_kept[group])
        if not len(grown):
            return total % 2**64  # sums may overflow, but the answer is below 2**64
        last = added[grown]
        near = shared_near.take(grown, 1)
        far = shared_far.take(grown, 1)
        volume = shared_volume[grown]
        siblings = later_siblings(group[grown])
        if siblings.sum() > CROWD:
            return None
        group, sibling = with_later(siblings)
        meeting = np.flatnonzero(overlap[last[group], last[sibling]])
        group = group[meeting]
        added = last[sibling[meeting]]


def later_siblings(parents: Ints) -> Ints:
    """Return for each group how many later ones have the same parent.

    Those with the same parent are neighbours: for 5, 5, 5, 7 this is 2, 1, 0, 0.
    """
    after_last_sibling = np.searchsorted(parents, parents, "right")
    siblings: Ints = after_last_sibling - np.arange(len(parents)) - 1
    return siblings


def with_later(siblings: Ints) -> tuple[Ints, Ints]:
    """Return the numbers of groups, each with all its later siblings, which come just after it.

    For 2, 1, 0, 0 these are 0 with 1, 0 with 2, and 1 with 2.
    """
    number = np.arange(len(siblings))
    group = np.repeat(number, siblings)
    # Count from 0 again for each group.
    begins = np.repeat(np.cumsum(siblings) - siblings, siblings)
    return group, group + 1 + np.arange(len(group)) - begins


def overlapping(boxes: Boxes) -> npt.NDArray[np.bool_]:
    """Return a table of which box, in a row, overlaps which later one, in a column."""
    number = np.arange(len(boxes.is_on))
    overlap = number[:, None] < number
    # Coordinates fit into 32 bits, which are compared in half the time.
    nears = boxes.near.astype(np.int32)
    fars = boxes.far.astype(np.int32)
    for near, far in zip(nears, fars, strict=True):
        overlap &= near[:, None] < far
        overlap &= near < far[:, None]
    return overlap


def clipped(boxes: Boxes, low: Ints, high: Ints) -> Boxes:
    """Return the parts of boxes from a low corner to a high one, without empty ones."""
    near = np.maximum(boxes.near, low[:, None])
    far = np.minimum(boxes.far, high[:, None])
    inside = np.flatnonzero((near < far).all(axis=0))
    return Boxes(boxes.is_on[inside], near[:, inside], far[:, inside])


def lit_cells(boxes: Boxes) -> int:
    """Count the lit cubes, on a grid of cells between faces of boxes."""
    if not boxes.is_on.any():
        return 0
    faces = [
        np.unique(np.concatenate(ends))
        for ends in zip(boxes.near, boxes.far, strict=True)
    ]
    sides = [len(places) - 1 for places in faces]
    if prod(sides) > CELLS:
        longest = sides.index(max(sides))
        low = np.array([places[0] for places in faces])
        high = np.array([places[-1] for places in faces])
        middle = faces[longest][sides[longest] // 2]
        end_of_first = high.copy()
        end_of_first[longest] = middle
        start_of_second = low.copy()
        start_of_second[longest] = middle
        first = lit_cells(clipped(boxes, low, end_of_first))
        second = lit_cells(clipped(boxes, start_of_second, high))
        return first + second
    # The first cell of each box, and the one behind its last cell, on each axis.
    cells = []
    for places, near, far in zip(faces, boxes.near, boxes.far, strict=True):
        cells += [np.searchsorted(places, near), np.searchsorted(places, far)]
    grid = np.zeros(sides, bool)
    for is_on, x1, x2, y1, y2, z1, z2 in np.array([boxes.is_on, *cells]).T.tolist():
        grid[x1:x2, y1:y2, z1:z2] = is_on
    width, height, depth = map(np.diff, faces)
    # The volumes of all lit cells.
    return int(width @ (grid @ depth @ height))
