"""Day 19: Beacon Scanner.

Equal distances between beacons match two scanners, and voting confirms it.
Rotating and moving a scanner does not change how far two beacons are apart along the three axes,
except for the order of the axes and the signs. So every pair of beacons in the report of a scanner
gets a key: the three distances, sorted by size. Two scanners that see the same two beacons have the
same key. All keys of all scanners, with the number of the pair in the low bits, are sorted in one
array; then equal keys are neighbours.

If the three distances are different and not zero, one match is enough to place a scanner relative
to another one. Of the two directions between the two beacons, exactly one can be rotated so that
the distances are positive and growing along x, y and z; the other direction would need a mirror.
With both pairs rotated in this way, the rotation between the scanners is known, and a common beacon
defines the position.

Equal keys may also be a coincidence. So every match is a vote for a rotation and a position, and
only those with more than 55 votes count: eleven common beacons make 55 pairs, so more are proof
of twelve. Twelve make 66 pairs, so up to ten may lack a clear direction. If the beacons are so
regular that this does not connect all scanners, every rotation is tried instead.

Only what the puzzle says is assumed: coordinates are within 1000, and from any scanner, overlaps
of twelve beacons or more lead to all others. Also, there are limits for the numbers of scanners and
of their beacons, of about twice those of a real input.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from days.lines import matched, refusal

Beacon = tuple[int, ...]
Ints = npt.NDArray[np.int64]

RANGE = 1000

SCANNERS = BEACONS = 64
"""The most scanners that are read, and the most beacons of each."""

MATCHES = 1 << 21
"""With more pairs of equal keys than this, the beacons are too regular for votes."""

BITS = (SCANNERS * BEACONS * BEACONS // 2).bit_length()
"""How many bits the number of a pair of beacons has."""

BEACON = ",".join(["(?:0|-?(?:1000|[1-9][0-9]{0,2}))"] * 3)


class Scanner(NamedTuple):
    """The position of a scanner and its beacons, all as the first scanner sees them."""

    position: Beacon
    beacons: tuple[Beacon, ...]


class Placing(NamedTuple):
    """A scanner as another one sees it: its rotation (as a number) and its position."""

    rotation: int
    position: Beacon


Overlaps = dict[tuple[int, int], Placing]
"""For two scanners, the second one as the first one sees it."""


def facing(ways: list[Ints]) -> npt.NDArray[np.uint8]:
    """Number the 48 kinds of directions, by their signs and by which axes are longer."""
    x, y, z = map(np.abs, ways)
    which = np.zeros(len(x), np.uint8)
    for bit, outcome in enumerate((*(way < 0 for way in ways), x < y, y < z, x < z)):
        which |= outcome.view(np.uint8) << bit
    return which


_FACES = np.array(
    [
        np.diag(signs)[list(axes)]
        for axes in permutations(range(3))
        for signs in product((1, -1), repeat=3)
    ]
)
MATRICES = _FACES[np.linalg.det(_FACES) > 0]
ROTATIONS: list[list[list[int]]] = MATRICES.tolist()

# Multiplied element by element, two rotations add up to 3 only if they are the same.
COMBINED = (np.einsum("iab,jbc,kac->ijk", MATRICES, MATRICES, MATRICES) == 3).argmax(
    axis=2
)
INVERSE = (COMBINED == 0).argmax(axis=1)
"""The number of a rotation followed by another one, and of the inverse of a rotation."""

TURNED, BACKWARD = np.zeros(64, np.int64), np.zeros(64, bool)
"""For each kind of direction, the rotation to positive, growing distances, and whether the
direction has to be reversed first."""
for _sign in (1, -1):
    _ways = facing([*(_sign * np.array([1, 2, 3]) @ MATRICES).T])
    TURNED[_ways], BACKWARD[_ways] = np.arange(24), _sign < 0

# A position is packed into one number, with twelve bits for each coordinate, which is at most twice
# the range. This is linear, so packed positions can be subtracted, and rotations can be packed too.
# The bits that are left are enough for the numbers of two scanners out of two thousand.
PACK = np.array([1 << 24, 1 << 12, 1])
PACKED_AXES = PACK @ MATRICES
MIDDLE = 2048 * int(PACK.sum())


def parse(text: str, *, shared: int = 12) -> tuple[Scanner, ...]:
    """Read the scanners, each with the beacons it sees, and place them.

    Raises `ValueError` if a scanner has fewer than `shared` beacons in common with those placed.
    """
    reports = read(text)
    scanners = []
    for report, (turn, position) in zip(reports, charted(reports, shared), strict=True):
        places = report @ MATRICES[turn].T + position
        scanners.append(Scanner(position, tuple(map(tuple, places.tolist()))))
    return tuple(scanners)


def read(text: str) -> list[Ints]:
    """Return the report of each scanner: the beacons that it sees, relative to itself, in rows."""
    reports = []
    number = 1
    for scanner, block in enumerate(text.split("\n\n")):
        head, _, rows = block.partition("\n")
        if scanner == SCANNERS:
            raise refusal(number, f"at most {SCANNERS} scanners", head)
        if head != f"--- scanner {scanner} ---":
            raise refusal(number, f"'--- scanner {scanner} ---'", head)
        expected = f"a beacon as 'x,y,z', each from -{RANGE} to {RANGE}"
        lines = matched(rows, BEACON, expected, first=number + 1)
        if len(lines) > BEACONS:
            expected = f"at most {BEACONS} beacons of a scanner"
            raise refusal(number + 1 + BEACONS, expected, lines[BEACONS])
        if len({*lines}) < len(lines):
            again = next(at for at, line in enumerate(lines) if line in lines[:at])
            raise refusal(
                number + 1 + again, "each beacon of a scanner once", lines[again]
            )
        reports.append(
            np.fromstring(rows.replace("\n", ","), np.int64, sep=",").reshape(-1, 3)
        )
        number += len(lines) + 2
    return reports


def part1(scanners: tuple[Scanner, ...]) -> int:
    """Count the beacons."""
    return len({beacon for scanner in scanners for beacon in scanner.beacons})


def part2(scanners: tuple[Scanner, ...]) -> int:
    """Return the largest Manhattan distance: the largest extent along a diagonal (1, ±1, ±1)."""
    places = [scanner.position for scanner in scanners]
    spans = (
        [x + b * y + c * z for x, y, z in places] for b in (1, -1) for c in (1, -1)
    )
    return max(max(span) - min(span) for span in spans)


def overlaps(reports: list[Ints], shared: int) -> Overlaps:
    """Find scanners with enough beacons in common, by votes of pairs of beacons with equal keys."""
    sizes = np.array([*map(len, reports)])
    places = np.concatenate(reports).T.copy()
    # Each beacon is paired with all that come after it in the same report.
    here = np.arange(sizes.sum())
    after = np.repeat(np.cumsum(sizes), sizes) - here - 1
    one = np.repeat(here, after)
    other = np.arange(len(one)) - np.repeat(np.cumsum(after) - after - here - 1, after)
    ways = [axis[other] - axis[one] for axis in places]
    p, q = matches(keys(ways))
    # Two pairs with equal keys, rotated to the same direction, differ only in where they start.
    way = facing(ways)
    turned, start = TURNED[way], np.where(BACKWARD[way], other, one)
    rotation = COMBINED[INVERSE[turned[p]], turned[q]]
    p, q = start[p], start[q]
    position = (PACK @ places)[p]
    for axis, packed_axis in zip(places, PACKED_AXES.T, strict=True):
        position -= packed_axis[rotation] * axis[q]
    owner = np.repeat(np.arange(len(sizes)), sizes)
    meeting = owner[p] * len(sizes) + owner[q]
    votes = (meeting * 24 + rotation << 36) + (position + MIDDLE)
    found = {}
    for vote in elected(votes, (shared - 1) * (shared - 2) // 2):
        scanned, turn = divmod(vote >> 36, 24)
        place = tuple((vote >> shift & 4095) - 2048 for shift in (24, 12, 0))
        found[divmod(scanned, len(sizes))] = Placing(turn, place)
    return found


def keys(ways: list[Ints]) -> Ints:
    """Return the keys of the pairs with a clear direction, each above the number of its pair."""
    x, y, z = map(np.abs, ways)
    low, high = np.minimum(np.minimum(x, y), z), np.maximum(np.maximum(x, y), z)
    middle = x + y + z - low - high
    clear = np.flatnonzero((low > 0) & (low < middle) & (middle < high))
    keys: Ints = ((low << 11 | middle) << 11 | high)[clear] << BITS | clear
    return keys


def matches(keys: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of pairs with equal keys, or none if these are too many."""
    keys.sort()
    pairs, keys = keys & (1 << BITS) - 1, np.append(keys >> BITS, -1)
    first, second = [pairs[:0]], [pairs[:0]]
    same = np.flatnonzero(keys[1:] == keys[:-1])
    while len(same):
        first.append(pairs[same])
        second.append(pairs[same + len(second)])
        same = same[keys[same] == keys[same + len(second)]]
        if sum(map(len, first)) > MATCHES:
            return pairs[:0], pairs[:0]
    return np.concatenate(first), np.concatenate(second)


def elected(votes: Ints, needed: int) -> list[int]:
    """Return the votes that occur more often than is needed, once each."""
    votes.sort()
    proven = votes[needed:][votes[needed:] == votes[:-needed]]
    found: list[int] = np.unique(proven).tolist()
    return found


def charted(reports: list[Ints], shared: int) -> list[Placing]:
    """Place all scanners from the first one, by overlaps or, if these do not do, by rotations."""
    combined, inverse = COMBINED.tolist(), INVERSE.tolist()
    near: list[list[tuple[int, Placing]]] = [[] for _ in reports]
    for (one, other), placing in overlaps(reports, shared).items():
        back = inverse[placing.rotation]
        x, y, z = rotated(back, placing.position)
        near[one].append((other, placing))
        near[other].append((one, Placing(back, (-x, -y, -z))))
    chart = {0: Placing(0, (0, 0, 0))}
    reached = [0]
    for scanner in reached:
        turn, (x, y, z) = chart[scanner]
        for other, (rotation, position) in near[scanner]:
            if other not in chart:
                a, b, c = rotated(turn, position)
                chart[other] = Placing(combined[turn][rotation], (x + a, y + b, z + c))
                reached.append(other)
    if len(chart) < len(reports):
        return chart_by_rotations(reports, shared)
    return [placing for _, placing in sorted(chart.items())]


def chart_by_rotations(reports: list[Ints], shared: int) -> list[Placing]:
    """Place scanners by those placed before, and count the differences for every rotation.

    Raises `ValueError` if a scanner has too few beacons in common with all others.
    """
    turned = [
        [(report @ matrix.T).tolist() for matrix in MATRICES] for report in reports
    ]
    chart = {0: Placing(0, (0, 0, 0))}
    reached = [0]
    for scanner in reached:
        turn, (x, y, z) = chart[scanner]
        known = [(x + a, y + b, z + c) for a, b, c in turned[scanner][turn]]
        for other in set(range(len(reports))) - set(reached):
            for turn_too, seen in enumerate(turned[other]):
                apart = Counter(
                    (x - a, y - b, z - c) for x, y, z in known for a, b, c in seen
                )
                position, times = apart.most_common(1)[0]
                if times >= shared:
                    chart[other] = Placing(turn_too, position)
                    reached.append(other)
                    break
    if missing := set(range(len(reports))) - set(reached):
        line = 1 + sum(len(report) + 2 for report in reports[: min(missing)])
        expected = (
            f"a scanner that has {shared} beacons in common with one placed before"
        )
        raise refusal(line, expected, f"--- scanner {min(missing)} ---")
    return [chart[scanner] for scanner in range(len(reports))]


def rotated(turn: int, beacon: Beacon) -> Beacon:
    """Apply the rotation with this number."""
    x, y, z = beacon
    (a, b, c), (d, e, f), (g, h, i) = ROTATIONS[turn]
    return (a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z)
