"""Day 19: Beacon Scanner."""

from __future__ import annotations

import random
from itertools import product

import numpy as np

from aoc import Example
from days.year2021 import day19

TEXT = """\
--- scanner 0 ---
404,-588,-901
528,-643,409
-838,591,734
390,-675,-793
-537,-823,-458
-485,-357,347
-345,-311,381
-661,-816,-575
-876,649,763
-618,-824,-621
553,345,-567
474,580,667
-447,-329,318
-584,868,-557
544,-627,-890
564,392,-477
455,729,728
-892,524,684
-689,845,-530
423,-701,434
7,-33,-71
630,319,-379
443,580,662
-789,900,-551
459,-707,401

--- scanner 1 ---
686,422,578
605,423,415
515,917,-361
-336,658,858
95,138,22
-476,619,847
-340,-569,-846
567,-361,727
-460,603,-452
669,-402,600
729,430,532
-500,-761,534
-322,571,750
-466,-666,-811
-429,-592,574
-355,545,-477
703,-491,-529
-328,-685,520
413,935,-424
-391,539,-444
586,-435,557
-364,-763,-893
807,-499,-711
755,-354,-619
553,889,-390

--- scanner 2 ---
649,640,665
682,-795,504
-784,533,-524
-644,584,-595
-588,-843,648
-30,6,44
-674,560,763
500,723,-460
609,671,-379
-555,-800,653
-675,-892,-343
697,-426,-610
578,704,681
493,664,-388
-671,-858,530
-667,343,800
571,-461,-707
-138,-166,112
-889,563,-600
646,-828,498
640,759,510
-630,509,768
-681,-892,-333
673,-379,-804
-742,-814,-386
577,-820,562

--- scanner 3 ---
-589,542,597
605,-692,669
-500,565,-823
-660,373,557
-458,-679,-417
-488,449,543
-626,468,-788
338,-750,-386
528,-832,-391
562,-778,733
-938,-730,414
543,643,-506
-524,371,-870
407,773,750
-104,29,83
378,-903,-323
-778,-728,485
426,699,580
-438,-605,-362
-469,-447,-387
509,732,623
647,635,-688
-868,-804,481
614,-800,639
595,780,-596

--- scanner 4 ---
727,592,562
-293,-554,779
441,611,-461
-714,465,-776
-743,427,-804
-660,-479,-426
832,-632,460
927,-485,-438
408,393,-506
466,436,-512
110,16,151
-258,-428,682
-393,719,612
-211,-452,876
808,-476,-593
-575,615,604
-485,667,467
-680,325,-822
-627,-443,-432
872,-547,-609
833,512,582
807,604,487
839,-516,451
891,-625,532
-652,-548,-490
30,-46,-14
"""

EXAMPLES = [Example(TEXT, part1=79, part2=3621)]

Point = tuple[int, int, int]


def sample(rng: random.Random) -> str:
    """Return scanners near the points of a lattice, each with one or more beacons of its own.

    Three more are around each corner of a cube, so neighbours have 3, 6 or 12 in common.
    """
    sites = {(0, 0, 0)}
    while len(sites) < 32:
        x, y, z = rng.choice(sorted(sites))
        sites.add(rng.choice([(x + 1, y, z), (x, y + 1, z), (x, y, z + 1), (x, y, z - 1)]))
    places = []
    beacons = []
    corners: set[Point] = set()
    for x, y, z in sorted(sites):
        place = near((1200 * x, 1200 * y, 1200 * z), 60, rng)
        places.append(place)
        # No other scanner sees these: 1200 - 60 - 60 - 75 is above 1000.
        beacons += [near(place, 75, rng) for _ in range(rng.randint(1, 2))]
        corners.update(product((x, x + 1), (y, y + 1), (z, z + 1)))
    for x, y, z in sorted(corners):
        middle = (1200 * x - 600, 1200 * y - 600, 1200 * z - 600)
        beacons += [near(middle, 330, rng) for _ in range(3)]
    return reports(places, beacons, rng)


def small(rng: random.Random) -> str:
    """Return a few scanners that see the same cloud of beacons."""
    beacons = sorted({near((0, 0, 0), 400, rng) for _ in range(rng.randint(14, 30))})
    places = [near((0, 0, 0), 500, rng) for _ in range(rng.randint(1, 5))]
    return reports(places, beacons, rng)


def near(place: Point, reach: int, rng: random.Random) -> Point:
    """Return a random point within reach of a place."""
    x, y, z = (at + rng.randint(-reach, reach) for at in place)
    return x, y, z


def reports(places: list[Point], beacons: list[Point], rng: random.Random) -> str:
    """Return what each scanner sees: all beacons within 1000, in a random rotation."""
    rng.shuffle(places)
    blocks = []
    for number, place in enumerate(places):
        lines = []
        turn = list(rng.choice(day19.ROTATIONS))
        for beacon in rng.sample(beacons, len(beacons)):
            seen = np.subtract(beacon, place)
            if abs(seen).max() <= 1000:
                lines.append(",".join(map(str, day19.directions(seen)[turn])))
        blocks.append(f"--- scanner {number} ---\n" + "\n".join(lines) + "\n")
    return "\n".join(blocks)


def eleven_in_common() -> str:
    """Return two scanners that see the same eleven beacons."""
    rng = random.Random(11)
    beacons = [near((0, 0, 0), 300, rng) for _ in range(11)]
    return reports([(0, 0, 0), (90, 80, 70)], beacons, rng).rstrip("\n")


def test_eleven_beacons_in_common_are_enough_if_so_many_are_asked_for() -> None:
    assert day19.part1(day19.parse(eleven_in_common(), shared=11)) == 11


def test_beacons_in_a_regular_order_and_in_a_plane_are_placed_by_trying_every_rotation() -> None:
    order = [(40 * x, 40 * y, x * y) for x, y in product(range(4), repeat=2)]
    plane = [(x * x, 7 * x - 60, 0) for x in range(16)]
    for beacons in (order, plane):
        text = reports([(0, 0, 0), (90, 80, 70)], beacons, random.Random(12)).rstrip("\n")
        assert day19.guess_by_fingerprints(*day19.read(text)) is None
        scanners = day19.parse(text)
        assert day19.part1(scanners) == 16
        assert day19.part2(scanners) == 240
