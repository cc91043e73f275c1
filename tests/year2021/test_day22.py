"""Day 22: Reactor Reboot."""

from __future__ import annotations

import random
from math import hypot

import numpy as np

from aoc import Example
from days.year2021 import day22

FIRST = """\
on x=10..12,y=10..12,z=10..12
on x=11..13,y=11..13,z=11..13
off x=9..11,y=9..11,z=9..11
on x=10..10,y=10..10,z=10..10
"""


REBOOT = """\
on x=-5..47,y=-31..22,z=-19..33
on x=-44..5,y=-27..21,z=-14..35
on x=-49..-1,y=-11..42,z=-10..38
on x=-20..34,y=-40..6,z=-44..1
off x=26..39,y=40..50,z=-2..11
on x=-41..5,y=-41..6,z=-36..8
off x=-43..-33,y=-45..-28,z=7..25
on x=-33..15,y=-32..19,z=-34..11
off x=35..47,y=-46..-34,z=-11..5
on x=-14..36,y=-6..44,z=-16..29
on x=-57795..-6158,y=29564..72030,z=20435..90618
on x=36731..105352,y=-21140..28532,z=16094..90401
on x=30999..107136,y=-53464..15513,z=8553..71215
on x=13528..83982,y=-99403..-27377,z=-24141..23996
on x=-72682..-12347,y=18159..111354,z=7391..80950
on x=-1060..80757,y=-65301..-20884,z=-103788..-16709
on x=-83015..-9461,y=-72160..-8347,z=-81239..-26856
on x=-52752..22273,y=-49450..9096,z=54442..119054
on x=-29982..40483,y=-108474..-28371,z=-24328..38471
on x=-4958..62750,y=40422..118853,z=-7672..65583
on x=55694..108686,y=-43367..46958,z=-26781..48729
on x=-98497..-18186,y=-63569..3412,z=1232..88485
on x=-726..56291,y=-62629..13224,z=18033..85226
on x=-110886..-34664,y=-81338..-8658,z=8914..63723
on x=-55829..24974,y=-16897..54165,z=-121762..-28058
on x=-65152..-11147,y=22489..91432,z=-58782..1780
on x=-120100..-32970,y=-46592..27473,z=-11695..61039
on x=-18631..37533,y=-124565..-50804,z=-35667..28308
on x=-57817..18248,y=49321..117703,z=5745..55881
on x=14781..98692,y=-1341..70827,z=15753..70151
on x=-34419..55919,y=-19626..40991,z=39015..114138
on x=-60785..11593,y=-56135..2999,z=-95368..-26915
on x=-32178..58085,y=17647..101866,z=-91405..-8878
on x=-53655..12091,y=50097..105568,z=-75335..-4862
on x=-111166..-40997,y=-71714..2688,z=5609..50954
on x=-16602..70118,y=-98693..-44401,z=5197..76897
on x=16383..101554,y=4615..83635,z=-44907..18747
off x=-95822..-15171,y=-19987..48940,z=10804..104439
on x=-89813..-14614,y=16069..88491,z=-3297..45228
on x=41075..99376,y=-20427..49978,z=-52012..13762
on x=-21330..50085,y=-17944..62733,z=-112280..-30197
on x=-16478..35915,y=36008..118594,z=-7885..47086
off x=-98156..-27851,y=-49952..43171,z=-99005..-8456
off x=2032..69770,y=-71013..4824,z=7471..94418
on x=43670..120875,y=-42068..12382,z=-24787..38892
off x=37514..111226,y=-45862..25743,z=-16714..54663
off x=25699..97951,y=-30668..59918,z=-15349..69697
off x=-44271..17935,y=-9516..60759,z=49131..112598
on x=-61695..-5813,y=40978..94975,z=8655..80240
off x=-101086..-9439,y=-7088..67543,z=33935..83858
off x=18020..114017,y=-48931..32606,z=21474..89843
off x=-77139..10506,y=-89994..-18797,z=-80..59318
off x=8476..79288,y=-75520..11602,z=-96624..-24783
on x=-47488..-1262,y=24338..100707,z=16292..72967
off x=-84341..13987,y=2429..92914,z=-90671..-1318
off x=-37810..49457,y=-71013..-7894,z=-105357..-13188
off x=-27365..46395,y=31009..98017,z=15428..76570
off x=-70369..-16548,y=22648..78696,z=-1892..86821
on x=-53470..21291,y=-120233..-33476,z=-44150..38147
off x=-93533..-4276,y=-16170..68771,z=-104985..-24507
"""

EXAMPLES = [Example(FIRST, part1=39), Example(REBOOT, part1=474140, part2=2758514936282235)]


def sample(rng: random.Random) -> str:
    """Return twenty cuboids near the origin, then four hundred mostly large ones far from it."""
    while True:
        text = cuboids(rng)
        if 1690 <= overlaps(text) <= 1820:
            return text


def overlaps(text: str) -> int:
    """Count the pairs of cuboids that have a cube in common."""
    found = 0
    near: list[day22.Step] = []  # what reaches as far to the right as the next one
    for step in sorted(day22.parse(text.rstrip("\n")), key=lambda step: step[1]):
        _, x1, _, y1, y2, z1, z2 = step
        near = [one for one in near if one[2] >= x1]
        found += sum(a <= y2 and b >= y1 and c <= z2 and d >= z1 for *_, a, b, c, d in near)
        near.append(step)
    return found


def cuboids(rng: random.Random) -> str:
    """Return steps of random size, near the origin and then in a hollow ball far around it."""
    steps = []
    for number in range(20):
        lit = number < 10 or number % 2 == 1
        edges = [rng.randint(44, 54) if lit else rng.randint(9, 19) for _ in range(3)]
        steps.append((lit, [(low := rng.randint(-50, 50 - e), low + e) for e in edges]))
    for number in range(400):
        lit = number < 200 or rng.random() < 0.5
        middle = [0]
        while not 50_000 <= hypot(*middle) <= 86_000:
            middle = [rng.randint(-80_000, 80_000) for _ in range(3)]
        edges = [rng.randint(1_000, 39_000) for _ in range(3)]
        lows = [at - edge // 2 for at, edge in zip(middle, edges, strict=True)]
        steps.append((lit, [(low, low + e) for low, e in zip(lows, edges, strict=True)]))
    return "".join(step(lit, spans) for lit, spans in steps)


def small(rng: random.Random) -> str:
    """Return few or many small cuboids, often partly outside of the region of part 1."""
    edge = rng.choice([0, 3, 8, 15])
    middle = rng.choice([0, 48, -51, 70])
    spread = rng.choice([2, 8, 20])
    return "".join(
        step(
            rng.random() < 0.6,
            [
                (low := middle + rng.randint(-spread, spread), low + e)
                for e in [rng.randint(0, edge) for _ in range(3)]
            ],
        )
        for _ in range(rng.randint(1, 40))
    )


def step(lit: bool, spans: list[tuple[int, int]]) -> str:
    """Return a line with a step."""
    ranges = ",".join(f"{axis}={a}..{b}" for axis, (a, b) in zip("xyz", spans, strict=True))
    return f"{'on' if lit else 'off'} {ranges}\n"


def test_volumes_up_to_the_largest_coordinates_are_exact() -> None:
    everything = (1, *(-999_999, 999_999) * 3)
    assert day22.part2((everything,)) == 1_999_999**3
    holes = tuple((0, x, x + 1, *(-999_999, 999_999) * 2) for x in range(-999_999, 999_998, 9999))
    hollow = 1_999_999**3 - len(holes) * 2 * 1_999_999**2
    assert day22.part2((everything, *holes)) == hollow


def test_if_there_are_too_many_groups_pieces_are_counted_instead() -> None:
    rng = random.Random(22)
    spans = [[(rng.randint(0, 49), rng.randint(51, 99)) for _ in range(3)] for _ in range(150)]
    steps = day22.parse("".join(step(rng.random() < 0.7, s) for s in spans).rstrip("\n"))
    assert day22.lit_by_groups(day22.boxes_of(steps)) is None
    cubes = np.zeros((100, 100, 100), bool)
    for lit, x1, x2, y1, y2, z1, z2 in steps:
        cubes[x1 : x2 + 1, y1 : y2 + 1, z1 : z2 + 1] = lit
    assert day22.part2(steps) == cubes.sum()
