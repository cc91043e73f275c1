"""Day 12: Passage Pathing."""

from __future__ import annotations

import random
from itertools import combinations

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
    """Return about 25 tunnels between six small caves and five big ones.

    There are about 142,000 paths in part 2.
    """
    while True:
        text = caves(rng, 6, 5, rng.randint(23, 26))
        if 133_000 <= day12.part2(day12.parse(text.rstrip("\n"))) <= 152_000:
            return text


def small(rng: random.Random) -> str:
    """Return a few tunnels, some of them dead ends, sometimes with no way to the end."""
    return caves(rng, rng.randint(0, 4), rng.randint(1, 2), rng.randint(1, 8))


def caves(rng: random.Random, few: int, big: int, count: int) -> str:
    """Return random tunnels between caves, some of them to the start and the end."""
    upper = "ABCDE"[:big]
    names = "abcdef"[:few] + upper
    tunnels = [pair for pair in combinations(names, 2) if not "".join(pair).isupper()]
    for name in names:
        tunnels += [("start", name), (name, "end")]
    chosen = rng.sample(tunnels, min(len(tunnels), count))
    for tunnel in (("start", upper[0]), (upper[-1], "end")):
        if tunnel not in chosen:
            chosen.append(tunnel)
    return "".join("-".join(rng.sample(pair, 2)) + "\n" for pair in chosen)
