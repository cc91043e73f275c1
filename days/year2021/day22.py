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
cuboids. AB and AC grow to ABC if B and C overlap, because boxes have a common overlap if every two
of them overlap (Helly's theorem). But if a cuboid D after B contains the overlap of AB, this group
is dropped, and nothing grows from it. That is because ABD has the same overlap as AB, but the
opposite sign, so the two cancel each other, and so do ABC and ABCD for every C.

So few groups are left even where many cuboids overlap, but not always. If there are too many, the
cubes are counted on a grid, as in part 1. `part2_cells` always does so, which is the plain way.
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


class Groups(NamedTuple):
    """Groups of boxes that overlap, all of one size, as columns."""

    parent: Ints
    """The number of the group that each has grown from."""
    last: Ints
    """The number of the last box of each."""
    near: Ints
    far: Ints
    """The corners of the overlap of all boxes in a group, as in `Boxes`."""
    volume: Ints
    """The number of cubes in this overlap."""


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
    number = np.arange(len(boxes.is_on))
    volume = volumes(boxes.near, boxes.far) * boxes.is_on
    groups = Groups(number, number, boxes.near, boxes.far, volume)
    # Pairs of a box that turns on, and a later one that overlaps it.
    pairs = np.flatnonzero(overlap & boxes.is_on[:, None])
    parent, added = np.divmod(pairs, len(number))
    total = 0
    sign = 1
    while True:
        larger = grown(groups, parent, added, boxes)
        is_kept = are_kept(groups, larger)
        total += sign * int(groups.volume[is_kept].sum())
        sign = -sign
        groups = chosen(larger, np.flatnonzero(is_kept[larger.parent]))
        if not len(groups.last):
            return total % 2**64  # sums may overflow, but the answer is below 2**64
        siblings = later_siblings(groups.parent)
        if siblings.sum() > CROWD:
            return None
        parent, sibling = with_later(siblings)
        added = groups.last[sibling]
        meeting = np.flatnonzero(overlap[groups.last[parent], added])
        parent = parent[meeting]
        added = added[meeting]


def grown(groups: Groups, parent: Ints, added: Ints, boxes: Boxes) -> Groups:
    """Return larger groups: each is a parent of these groups, by its number, and an added box."""
    # take(..., 1) takes columns, as [:, parent] would, but much faster.
    near = np.maximum(groups.near.take(parent, 1), boxes.near.take(added, 1))
    far = np.minimum(groups.far.take(parent, 1), boxes.far.take(added, 1))
    return Groups(parent, added, near, far, volumes(near, far))


def are_kept(groups: Groups, larger: Groups) -> npt.NDArray[np.bool_]:
    """Return which groups are kept: those whose overlap is in no later box.

    If a group with one box more has the same overlap, this box contains that of its parent.
    """
    is_contained = larger.volume == groups.volume[larger.parent]
    is_kept = np.ones(len(groups.last), bool)
    is_kept[larger.parent[is_contained]] = False
    return is_kept


def chosen(groups: Groups, numbers: Ints) -> Groups:
    """Return some of the groups, by their numbers."""
    return Groups(
        groups.parent[numbers],
        groups.last[numbers],
        groups.near.take(numbers, 1),
        groups.far.take(numbers, 1),
        groups.volume[numbers],
    )


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
