"""Day 22: Reactor Reboot.

Inclusion and exclusion over the overlaps of cuboids counts the lit cubes.
A cube is lit if the last step that contains it turned it on. So each step that turns on counts for
the part of its cuboid that is in no later cuboid, whether that one turns on or off:

    volume of the cuboid - overlaps with one later cuboid + overlaps with two - ...

A term of this sum is a group of cuboids with a common overlap: a first one that turns on, and later
ones. Boxes have a common overlap if every two of them overlap (Helly's theorem). All groups of one
size come from those with one cuboid less by a single join: two groups that differ only in their
last members make a larger group if these two members overlap.

If a later cuboid contains the overlap of a whole group, the group is dropped, and nothing grows
from it: each group that grows from it without this cuboid has the same volume as the one with it,
and the opposite sign. So few groups are left even where all cuboids overlap, but not always. If
there are too many, space is halved again and again until each piece fits a small grid, and the
cells of this grid are switched step by step.

A box is a column (x, y, z, -x', -y', -z'), where x', y', z' is the far corner, just outside. So
the overlap of two boxes is their maximum. Part 1 clips the boxes to its small region and uses a
grid, in which the cells are between neighbouring faces of boxes.

Coordinates have at most six digits, so the volume of everything fits into 64 bits.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from days.lines import matched, refusal

Step = tuple[int, ...]
"""1 for on or 0 for off, then the first and the last x, y and z."""

Ints = npt.NDArray[np.int64]

STEP = "(?:on|off) " + ",".join(
    rf"{axis}=-?[0-9]{{1,6}}\.\.-?[0-9]{{1,6}}" for axis in "xyz"
)

STEPS = 1000
"""The most steps that are read; all pairs of them are compared."""

CROWD = 1 << 18
"""With more groups of one size than this, the cubes are counted on grids."""

CELLS = 1 << 20
"""The most cells of a grid."""


def parse(text: str) -> tuple[Step, ...]:
    """Read the steps, one on each line, at most `STEPS`."""
    lines = matched(text, STEP, "'on' or 'off' and a cuboid as 'x=1..2,y=3..4,z=5..6'")
    if len(lines) > STEPS:
        raise refusal(STEPS + 1, f"at most {STEPS} steps", lines[STEPS])
    for word, sign in (("on ", "1,"), ("off ", "0,"), ("..", ","), ("\n", ",")):
        text = text.replace(word, sign)
    numbers = np.fromstring(text.encode().translate(None, b"xyz="), np.int64, sep=",")
    steps = numbers.reshape(-1, 7)
    for step, axis in np.argwhere(steps[:, 1::2] > steps[:, 2::2]).tolist():
        raise refusal(
            step + 1, f"a range of {'xyz'[axis]} from low to high", lines[step]
        )
    return tuple(map(tuple, steps.tolist()))


def part1(steps: tuple[Step, ...], *, reach: int = 50) -> int:
    """Count the lit cubes with no coordinate beyond `reach`."""
    lit, boxes = columns(steps)
    region = np.array([-reach] * 3 + [-reach - 1] * 3)
    return painted(lit, boxes, region)


def part2(steps: tuple[Step, ...]) -> int:
    """Count all lit cubes, by inclusion and exclusion."""
    lit, boxes = columns(steps)
    shared = joined(lit, boxes)
    return part2_cells(steps) if shared is None else shared


def part2_cells(steps: tuple[Step, ...]) -> int:
    """Halve space until each piece fits a grid of cells."""
    lit, boxes = columns(steps)
    return painted(lit, boxes, boxes.min(axis=1))


def columns(steps: tuple[Step, ...]) -> tuple[npt.NDArray[np.bool_], Ints]:
    """Return which steps turn on, and the boxes of all steps as columns."""
    # NumPy 1 on Windows would take 32 bits; in a copy, the numbers of a row are neighbours.
    table = np.array(steps, np.int64).T.copy()
    return table[0] != 0, np.concatenate([table[1::2], -1 - table[2::2]])


def volumes(boxes: Ints) -> Ints:
    """Return the number of cubes in each box, none of which is empty."""
    sides = boxes[3:] + boxes[:3]
    volume: Ints = -sides[0] * sides[1] * sides[2]
    return volume


def joined(lit: npt.NDArray[np.bool_], boxes: Ints) -> int | None:
    """Add up the volumes of all groups, from small to large; return None if there are too many."""
    # A group of one box has it as its last member, and is joined with all later boxes it overlaps.
    last, volume = np.arange(len(lit)), volumes(boxes) * lit
    overlap = last[:, None] < last
    for near, far in zip(
        boxes[:3].astype(np.int32), -boxes[3:].astype(np.int32), strict=True
    ):
        overlap &= near[:, None] < far
        overlap &= near < far[:, None]
    one, other = np.divmod(np.flatnonzero(overlap & lit[:, None]), len(lit))
    total, sign = 0, 1
    while True:
        shared = np.maximum(boxes.take(one, 1), boxes.take(other, 1))
        sizes = volumes(shared)
        alive = np.ones(len(volume), bool)
        alive[one[sizes == volume[one]]] = False
        total += sign * int(volume[alive].sum())
        kept = np.flatnonzero(alive[one])
        if not len(kept):
            return total % 2**64  # the sums may overflow, but the answer is below 2**64
        group = one[kept]
        last, boxes, volume, sign = (
            last[other[kept]],
            shared.take(kept, 1),
            sizes[kept],
            -sign,
        )
        # Groups that grew from the same one are neighbours; each is joined with those after it.
        here = np.arange(len(group))
        after = np.searchsorted(group, group, "right") - here - 1
        pairs = np.cumsum(after)
        if pairs[-1] > CROWD:
            return None
        one = np.repeat(here, after)
        other = np.arange(pairs[-1]) - np.repeat(pairs - after - here - 1, after)
        meet = np.flatnonzero(overlap[last[one], last[other]])
        one, other = one[meet], other[meet]


def painted(lit: npt.NDArray[np.bool_], boxes: Ints, region: Ints) -> int:
    """Count the lit cubes in a region, which is a box, on a grid of cells between faces."""
    boxes = np.maximum(boxes, region[:, None])
    inside = np.flatnonzero((boxes[:3] + boxes[3:] < 0).all(axis=0))
    # A box that fills the region replaces all that came before it.
    full = np.flatnonzero((boxes[:, inside] == region[:, None]).all(axis=0))
    inside = inside[full[-1] :] if len(full) else inside
    lit, boxes = lit[inside], boxes[:, inside]
    if not lit.any():
        return 0
    faces = [
        np.unique([*near, *-far])
        for near, far in zip(boxes[:3], boxes[3:], strict=True)
    ]
    counts = [len(axis) - 1 for axis in faces]
    if counts[0] * counts[1] * counts[2] > CELLS:
        axis = counts.index(max(counts))
        middle = faces[axis][counts[axis] // 2]
        lower, upper = region.copy(), region.copy()
        lower[axis + 3], upper[axis] = -middle, middle
        return painted(lit, boxes, lower) + painted(lit, boxes, upper)
    grid = np.zeros(counts, bool)
    ends = [
        zip(
            np.searchsorted(axis, near).tolist(),
            np.searchsorted(axis, -far).tolist(),
            strict=True,
        )
        for axis, near, far in zip(faces, boxes[:3], boxes[3:], strict=True)
    ]
    for on, (x1, x2), (y1, y2), (z1, z2) in zip(lit.tolist(), *ends, strict=True):
        grid[x1:x2, y1:y2, z1:z2] = on
    width, height, depth = map(np.diff, faces)
    return int(width @ (grid @ depth @ height))
