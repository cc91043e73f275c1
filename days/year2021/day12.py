"""Day 12: Passage Pathing.

Memoisation over sets of visited small caves counts the paths.
First, the big caves are removed, since they may be visited at will. Between two small caves there
are then as many edges as there are direct tunnels and big caves next to both of them. A path is the
order of its small caves. How it can continue depends only on the set of small caves it has visited
(one bit each), on where it is now, and on whether it may still visit one of them twice. So the
continuations are counted once for each such state.

Two big caves next to each other would make the number of paths infinite; `parse` refuses them.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

Caves = tuple[tuple[str, tuple[str, ...]], ...]
"""Each cave with the caves next to it, in the order of the input."""


def parse(text: str) -> Caves:
    """Read tunnels between two caves, which are not both big; they can be used both ways."""
    lines = text.split("\n")
    caves: dict[str, list[str]] = {}
    for number, line in enumerate(lines, 1):
        match = re.fullmatch("([a-z]+|[A-Z]+)-([a-z]+|[A-Z]+)", line)
        if not match:
            raise ValueError(f"line {number}: expected a tunnel like 'start-A', got {line!r}")
        one, other = match.groups()
        if one == other or (one.isupper() and other.isupper()):
            expected = "a tunnel between two caves that are not both big"
            raise ValueError(f"line {number}: expected {expected}, got {line!r}")
        if other in caves.get(one, ()):
            raise ValueError(f"line {number}: expected every tunnel once, got {line!r} again")
        caves.setdefault(one, []).append(other)
        caves.setdefault(other, []).append(one)
    for name in ("start", "end"):
        if name not in caves:
            last = lines[-1]
            raise ValueError(
                f"line {len(lines)}: expected a tunnel to {name!r} by now, got {last!r}"
            )
    return tuple((cave, tuple(others)) for cave, others in caves.items())


def part1(caves: Caves) -> int:
    """Return the number of paths that visit no small cave twice."""
    return paths(caves, twice=False)


def part1_walk(caves: Caves) -> int:
    """Follow every single path."""
    return walk(dict(caves), ["start"], twice=False)


def part2(caves: Caves) -> int:
    """Return the number of paths that visit at most one small cave twice, but not start or end."""
    return paths(caves, twice=True)


def part2_walk(caves: Caves) -> int:
    """Follow every single path."""
    return walk(dict(caves), ["start"], twice=True)


def paths(caves: Caves, *, twice: bool) -> int:
    """Count the paths, from small cave to small cave."""
    border = dict(caves)
    bits = {cave: 1 << index for index, cave in enumerate(filter(str.islower, border))}
    ends = bits["end"]
    ways = {}
    for cave, bit in bits.items():
        near = Counter(border[cave])
        for big in filter(str.isupper, border[cave]):
            near.update(border[big])
        ways[bit] = [
            (bits[to], times) for to, times in near.items() if to in bits and to != "start"
        ]

    @cache
    def count(at: int, seen: int, twice: bool) -> int:
        """Count the ways from here to the end."""
        total = 0
        for to, times in ways[at]:
            if to == ends:
                total += times
            elif not to & seen:
                total += times * count(to, seen | to, twice)
            elif twice:
                total += times * count(to, seen, False)
        return total

    return count(bits["start"], 0, twice)


def walk(border: dict[str, tuple[str, ...]], path: list[str], *, twice: bool) -> int:
    """Count the paths that begin with this one, cave by cave."""
    if path[-1] == "end":
        return 1
    total = 0
    for cave in border[path[-1]]:
        again = cave.islower() and cave in path
        if not again or (twice and cave != "start"):
            total += walk(border, [*path, cave], twice=twice and not again)
    return total
