"""Day 22: Reactor Reboot.

Inclusion and exclusion over the overlaps of cuboids counts the lit cubes.
`part2_pieces` is the plain way. A cube is lit if the last cuboid that contains it turns on. So each
cuboid that turns on counts for those of its cubes that are in no later one. The first later one
that overlaps it leaves up to six pieces of it, which are counted alike. In two dimensions, A turns
on, then B turns on, then C turns off. On the left, each place shows by which of them it is covered:

    A    A    A    A    .    .        1    1    2    2    .    .
    A    A    AB   AB   B    B        1    1    3    5    5    4      B leaves 1 and 2 of A
    A    A    AB   ABC  BC   B        1    1    3    .    .    4      C leaves 3, 4 and 5 of B
    .    .    B    BC   BC   B        .    .    3    .    .    4

`part2` counts the same more than fifty times as fast, without pieces, by the sizes of overlaps:

    A    12 - 4 for AB - 1 for AC + 1 for ABC     8 lit, as in 1 and 2
    B    12 - 4 for BC                            8 lit, as in 3, 4 and 5

The place in all three is taken off twice, for AB and for AC, so it is added again: inclusion and
exclusion. A term is the size of the overlap of a group, such as AB. The first of a group turns on,
the others come after it in the order of the steps, and the sign changes with each of them.

Groups grow from small to large, by joining two siblings: groups that differ only in their last
cuboids. AB and AC grow to ABC if B and C overlap, because boxes have a common overlap if every two
of them overlap (Helly's theorem). But if a cuboid D after B contains the overlap of AB, this group
is dropped, and nothing grows from it. That is because ABD has the same overlap as AB, but the
opposite sign: AB counts as -4 and ABD as +4, so the two cancel each other, and so do ABC and ABCD
for every C.

So few groups are left even where many cuboids overlap, but not always. If there are too many, the
pieces are counted.
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

Cuboid = tuple[tuple[int, int], ...]
"""The first coordinate of a cuboid, and the one behind its last, for x, y and z."""

Ints = npt.NDArray[np.int64]

STEP = "(?:on|off) " + ",".join(rf"{axis}=-?[0-9]{{1,6}}\.\.-?[0-9]{{1,6}}" for axis in "xyz")
"""A step; with at most six digits, the volume of everything fits into 64 bits."""

STEPS = 1000
"""The most steps that are read; all pairs of them are compared."""

CROWD = 1 << 18
"""With more pairs of siblings than this, pieces are counted."""


class Boxes(NamedTuple):
    """Cuboids in the order of the steps, as columns: in each array, the rows are x, y and z.

    `near` is the first cube of a box, and `far` the one behind its last cube.
    """

    is_on: npt.NDArray[np.bool_]
    near: Ints
    far: Ints


class Groups(NamedTuple):
    """Groups of boxes that overlap, all of one size, as columns.

    In the drawing, the groups of two are AB, AC and BC: `parent` is 0, 0, 1, `last` is 1, 2, 2, and
    `volume` is 4, 1, 4. Only AB and AC are siblings, so AB grows by box 2 to ABC, with volume 1.
    """

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
    """Count the lit cubes with no coordinate beyond `reach`, one by one."""
    side = 2 * reach + 1
    cubes = np.zeros((side, side, side), bool)
    boxes = boxes_of(steps)
    near = np.clip(boxes.near + reach, 0, side)
    far = np.clip(boxes.far + reach, 0, side)
    inside = (near < far).all(axis=0)
    corners = np.vstack([boxes.is_on, near, far]).T[inside]
    for is_on, x1, y1, z1, x2, y2, z2 in corners.tolist():
        cubes[x1:x2, y1:y2, z1:z2] = is_on
    return int(np.count_nonzero(cubes))


def part2(steps: tuple[Step, ...]) -> int:
    """Count all lit cubes, by inclusion and exclusion."""
    lit = lit_by_groups(boxes_of(steps))
    return part2_pieces(steps) if lit is None else lit


def part2_pieces(steps: tuple[Step, ...]) -> int:
    """Count all lit cubes, by the pieces that later cuboids leave."""
    lit = 0
    later: list[Cuboid] = []
    for is_on, x1, x2, y1, y2, z1, z2 in reversed(steps):
        cuboid = ((x1, x2 + 1), (y1, y2 + 1), (z1, z2 + 1))
        if is_on:
            lit += cubes_left(cuboid, later)
        later = [cuboid, *later]
    return lit


def cubes_left(cuboid: Cuboid, later: list[Cuboid]) -> int:
    """Return how many cubes of a cuboid are in none of the later ones, which are in their order.

    The first of them that overlaps the cuboid cuts it into pieces, and the others cut those.
    """
    overlapping = [other for other in later if do_overlap(cuboid, other)]
    if not overlapping:
        return prod(far - near for near, far in cuboid)
    cutter, *others = overlapping
    cubes = 0
    rest = list(cuboid)
    for axis, (low, high) in enumerate(cutter):
        near, far = rest[axis]
        # What is before the cutter, and what is behind it.
        for start, end in ((near, low), (high, far)):
            if start < end:
                rest[axis] = (start, end)
                cubes += cubes_left(tuple(rest), others)
        rest[axis] = (max(near, low), min(far, high))
    return cubes


def do_overlap(cuboid: Cuboid, other: Cuboid) -> bool:
    """Return whether two cuboids have a cube in common."""
    axes = zip(cuboid, other, strict=True)
    return all(near < high and low < far for (near, far), (low, high) in axes)


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
    # A group of one counts only if its box turns on.
    volume = volumes(boxes.near, boxes.far) * boxes.is_on
    # A group of one has no parent; the number there is never read.
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
        next_pairs = pairs_to_grow(groups, overlap)
        if next_pairs is None:
            return None
        parent, added = next_pairs


def grown(groups: Groups, parent: Ints, added: Ints, boxes: Boxes) -> Groups:
    """Return larger groups: each is a parent of these groups, by its number, and an added box."""
    # take(..., 1) takes columns, as [:, parent] would, but much faster.
    near = np.maximum(groups.near.take(parent, 1), boxes.near.take(added, 1))
    far = np.minimum(groups.far.take(parent, 1), boxes.far.take(added, 1))
    return Groups(parent, added, near, far, volumes(near, far))


def are_kept(groups: Groups, larger: Groups) -> npt.NDArray[np.bool_]:
    """Return which groups are kept: those whose overlap is in no later box.

    If a larger group has the same overlap as its parent, the added box contains this overlap.
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


def pairs_to_grow(groups: Groups, overlap: npt.NDArray[np.bool_]) -> tuple[Ints, Ints] | None:
    """Return the numbers of groups, and of a box that each can grow by; None if they are too many.

    The box is the last one of a later sibling, and overlaps the last one of the group.
    """
    siblings = later_siblings(groups.parent)
    if siblings.sum() > CROWD:
        return None
    parent, sibling = with_later(siblings)
    added = groups.last[sibling]
    meeting = np.flatnonzero(overlap[groups.last[parent], added])
    return parent[meeting], added[meeting]


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
