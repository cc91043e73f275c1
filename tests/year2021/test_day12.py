"""Day 12: Passage Pathing."""

from __future__ import annotations

import random
from itertools import combinations
from string import ascii_lowercase, ascii_uppercase

from aoc import Example
from days.year2021 import day12

LARGER = """\
fs-end
he-DX
fs-he
start-DX
pj-DX
end-zg
zg-sl
zg-pj
pj-he
RW-he
fs-DX
pj-RW
zg-RW
start-pj
he-WI
zg-he
pj-fs
start-RW
"""

EXAMPLES = [
    Example("start-A\nstart-b\nA-c\nA-b\nb-d\nA-end\nb-end\n", part1=10, part2=36),
    Example(LARGER, part1=226, part2=3509),
]


def sample(rng: random.Random) -> str:
    """Return about 25 tunnels between five or six small caves and five big ones.

    There are about 142,000 paths in part 2.
    """
    while True:
        few = rng.randint(5, 6)
        text = caves(rng, few, 5, rng.randint(23, 26))
        parsed = day12.parse(text.rstrip("\n"))
        if len(parsed) == 2 + few + 5 and 133_000 <= day12.part2(parsed) <= 152_000:
            return text


def small(rng: random.Random) -> str:
    """Return a few tunnels, some of them dead ends, sometimes with no way to the end."""
    return caves(rng, rng.randint(0, 4), rng.randint(1, 2), rng.randint(1, 8))


def caves(rng: random.Random, few: int, big: int, tunnels: int) -> str:
    """Return random tunnels between caves with random names, some to the start and the end."""
    lower = rng.sample([a + b for a in ascii_lowercase for b in ascii_lowercase], few)
    upper = rng.sample([a + b for a in ascii_uppercase for b in ascii_uppercase], big)
    names = [*lower, *upper]
    chosen = {("start", upper[0]), (rng.choice(names), "end")}
    for _ in range(2):
        chosen.add(("start", rng.choice(names)))
        chosen.add((rng.choice(names), "end"))
    inner = [pair for pair in combinations(names, 2) if not "".join(pair).isupper()]
    chosen.update(rng.sample(inner, min(len(inner), max(0, tunnels - len(chosen)))))
    lines = ["-".join(rng.sample(pair, 2)) for pair in sorted(chosen)]
    rng.shuffle(lines)
    return "".join(line + "\n" for line in lines)
