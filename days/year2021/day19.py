"""Day 19: Beacon Scanner.

Distances to neighbours are a fingerprint by which a beacon is recognized.
Turning and moving a scanner changes all coordinates, but not how far beacons are apart. So the
fingerprint of a beacon is its squared distances to the nearest two others. Here, with three beacons
and without z, scanner 1 is at 6,0 as scanner 0 sees it, and turned by a quarter:

    5 . . . . . .        5 . A . . . .        A to B    4² + 1² = 17
    4 . . . C . .        4 . . . . . .        A to C    2² + 3² = 13
    3 . . . . . .        3 . . . . C .        B to C    2² + 2² =  8
    2 . . . . . B        2 . . . . . .
    1 . A . . . .        1 . . B . . .        the fingerprints, for both scanners:
    0 . . . . . .        0 . . . . . .        A 13,17    B 8,17    C 8,13
      0 1 2 3 4 5          0 1 2 3 4 5
       scanner 0            scanner 1

With these, it is known which beacon is which, and each axis is matched by itself. The x of scanner
0 is x, -x, y or -y of scanner 1, plus a shift. If the direction is right, all beacons have the same
shift:

                         A    B    C        shift to x of scanner 0
    x of scanner 0       1    5    3
    x of scanner 1       1    2    4         0    3   -1
    -x                  -1   -2   -4         2    7    7
    y                    5    1    3        -4    4    0
    -y                  -5   -1   -3         6    6    6    so x is 6 - y

The directions of all axes are a rotation, and their shifts are the position of scanner 1. This is
only a guess, because fingerprints may be equal by chance. If they are, either no direction fits all
beacons and there is no guess, or it is wrong. So it counts only if it puts twelve beacons of
scanner 1 on beacons that are known.

At first, only scanner 0 is placed. From each scanner that is placed, all others that overlap with
it are placed. If the beacons are so regular that this does not place all scanners, the well-known
and slow way does, `guess_by_rotations`: for each of the 24 rotations, it counts the shifts from
every beacon to every known one, and takes the most common.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from days.lines import matched, refusal

Beacon = tuple[int, ...]
Ints = npt.NDArray[np.int64]
"""Places are stored as three rows, for x, y and z, with a column for each place: 3 x n."""

RANGE = 1000
"""The largest coordinate that a scanner reports."""

ALIKE = 7
"""How many equal fingerprints make it worth a guess, because six occur without an overlap.

In samples, scanners that do not overlap have up to six beacons in common. Those that overlap have
twelve, of which at least eight look alike in all but about one pair in a thousand; other overlaps,
or the slow search, place such a pair. The rest do not look alike, because one of the two scanners
has another beacon of its own nearby.
"""

BEACON = ",".join(["(?:0|-?(?:1000|[1-9][0-9]{0,2}))"] * 3)


class Scanner(NamedTuple):
    """The position of a scanner and its beacons, all as the first scanner sees them."""

    position: Beacon
    beacons: tuple[Beacon, ...]


class Report(NamedTuple):
    """The places of the beacons of a scanner, and by each fingerprint, the column of its beacon."""

    places: Ints
    fingerprints: dict[tuple[int, ...], int]


class Move(NamedTuple):
    """A rotation, as the numbers of the directions that become x, y and z, and then a shift.

    So a scanner at 6,0,0 that is turned as above has `Move((4, 0, 2), (6, 0, 0))`.
    """

    turn: tuple[int, ...]
    shift: tuple[int, ...]


def directions(places: Ints) -> Ints:
    """Return 6 x n: the directions x, y, z, -x, -y and -z, which have the numbers 0 to 5."""
    return np.concatenate([places, -places])


# The determinant is 1 for a rotation, -1 for a mirror image, and 0 if an axis is there twice.
ROTATIONS = [
    turn
    for turn in product(range(6), repeat=3)
    if np.linalg.det(directions(np.eye(3, dtype=np.int64))[list(turn)]) > 0
]


def parse(text: str, *, shared: int = 12) -> tuple[Scanner, ...]:
    """Read the scanners, each with the beacons it sees, and place them.

    Raises `ValueError` if a scanner has fewer than `shared` beacons in common with those placed.
    """
    reports = read(text)
    placed = chart(reports, shared)
    for number in range(len(reports)):
        if number not in placed:
            line = 1 + sum(report.places.shape[1] + 2 for report in reports[:number])
            expected = f"a scanner that has {shared} beacons in common with one placed before"
            raise refusal(line, expected, f"--- scanner {number} ---")
    return tuple(placed[number] for number in range(len(reports)))


def read(text: str) -> list[Report]:
    """Return the report of each scanner: the beacons as it sees them."""
    reports = []
    number = 1
    for scanner, block in enumerate(text.split("\n\n")):
        head, _, rows = block.partition("\n")
        if head != f"--- scanner {scanner} ---":
            raise refusal(number, f"'--- scanner {scanner} ---'", head)
        expected = f"a beacon as 'x,y,z', each from -{RANGE} to {RANGE}"
        lines = matched(rows, BEACON, expected, first=number + 1)
        if len(set(lines)) < len(lines):
            twice = next(row for row, line in enumerate(lines) if line in lines[:row])
            expected = "each beacon of a scanner once"
            raise refusal(number + 1 + twice, expected, lines[twice])
        numbers = np.fromstring(rows.replace("\n", ","), np.int64, sep=",")
        places = numbers.reshape(-1, 3).T.copy()
        reports.append(Report(places, fingerprints(places)))
        number += len(lines) + 2
    return reports


def part1(scanners: tuple[Scanner, ...]) -> int:
    """Count the beacons."""
    return len({beacon for scanner in scanners for beacon in scanner.beacons})


def part2(scanners: tuple[Scanner, ...]) -> int:
    """Return the largest Manhattan distance between two scanners."""
    positions = np.array([scanner.position for scanner in scanners])
    distances = np.abs(positions[:, None] - positions).sum(axis=2)
    return int(distances.max())


def columns(places: Ints) -> tuple[Beacon, ...]:
    """Return each place as a tuple."""
    return tuple(zip(*places.tolist(), strict=True))


def fingerprints(places: Ints) -> dict[tuple[int, ...], int]:
    """Return by its squared distances to the nearest two, in which column each beacon is."""
    apart = places[:, :, None] - places[:, None]  # [axis, beacon, other beacon]
    distances = np.sort((apart * apart).sum(axis=0))  # [beacon, rank]
    # In a row with all distances from a beacon, the first one is from itself, 0.
    nearest = distances[:, 1:3].tolist()
    return {tuple(two): beacon for beacon, two in enumerate(nearest)}


def chart(reports: list[Report], shared: int) -> dict[int, Scanner]:
    """Return all scanners to which overlaps lead from the first one, by their numbers."""
    placed = {0: Scanner((0, 0, 0), columns(reports[0].places))}
    # What each placed scanner would report from the place of the first one.
    as_seen_from_first = {0: reports[0]}
    for guess in (guess_by_fingerprints, guess_by_rotations):
        waiting = list(placed)
        while waiting:
            here = waiting.pop()
            for there, report in enumerate(reports):
                if there in placed:
                    continue
                move = guess(as_seen_from_first[here], report)
                if move is None:
                    continue
                places = moved(report.places, move)
                scanner = Scanner(move.shift, columns(places))
                in_common = set(scanner.beacons).intersection(placed[here].beacons)
                if len(in_common) >= shared:
                    placed[there] = scanner
                    as_seen_from_first[there] = Report(places, report.fingerprints)
                    waiting.append(there)
    return placed


def guess_by_fingerprints(known: Report, other: Report) -> Move | None:
    """Return the move that puts beacons of the other scanner on known ones that look alike."""
    alike = known.fingerprints.keys() & other.fingerprints.keys()
    if len(alike) < ALIKE:
        return None
    # Columns of the same number are beacons that look alike: 3 x n and 3 x n.
    here = known.places[:, [known.fingerprints[key] for key in alike]]
    there = other.places[:, [other.fingerprints[key] for key in alike]]
    # The table above for each axis: 3 x 6 x n, as [axis, direction, beacon].
    shifts = here[:, None] - directions(there)
    # Whether all beacons have the shift of the first one: 3 x 6.
    fits = (shifts == shifts[:, :, :1]).all(axis=2)
    axes, turn = fits.nonzero()
    if axes.tolist() != [0, 1, 2]:
        # No direction fits, because of a chance pair, or two do, because all are on one plane.
        return None
    shift = shifts[axes, turn, 0]
    move = Move(tuple(turn.tolist()), tuple(shift.tolist()))
    return move if move.turn in ROTATIONS else None


def guess_by_rotations(known: Report, other: Report) -> Move:
    """Return the move that puts the most beacons of the other scanner on known ones."""
    guesses = []
    for turn in ROTATIONS:
        turned = moved(other.places, Move(turn, (0, 0, 0)))
        # From each beacon to each known one.
        shifts = known.places[:, :, None] - turned[:, None]
        votes = Counter(columns(shifts.reshape(3, -1)))
        ((shift, times),) = votes.most_common(1)
        guesses.append((times, Move(turn, shift)))
    _, best = max(guesses)
    return best


def moved(places: Ints, move: Move) -> Ints:
    """Return places as another scanner sees them: turned, then shifted."""
    turned = directions(places)[list(move.turn)]
    shifted: Ints = turned + np.array(move.shift)[:, None]
    return shifted
