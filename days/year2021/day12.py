"""Day 12: Passage Pathing.

Dynamic programming over sets of visited small caves counts the paths.
First, the big caves are removed, since they may be visited at will. Between two small caves there
are then as many edges as there are direct tunnels and big caves next to both of them. A path is the
order of its small caves. How it can continue depends only on the set of small caves it has visited,
on where it is now, and on whether it may still visit one of them twice. These make a state, an
integer. All paths grow at the same time, by one small cave in each round, and a round only keeps
how many of them are in each state.

Two big caves next to each other would make the number of paths infinite; `parse` refuses them.
Many small caves with many tunnels have too many states; then a ValueError is raised.
"""

from __future__ import annotations

from collections import Counter

from days.lines import matched, refusal

Caves = tuple[tuple[str, tuple[str, ...]], ...]
"""Each cave with the caves next to it, in the order of the input."""

TUNNELS = 1000
"""The most tunnels that are read."""

STATES = 100_000
"""The most states in a round."""


def parse(text: str) -> Caves:
    """Read tunnels between two caves, which are not both big; they can be used both ways."""
    caves: dict[str, dict[str, None]] = {}
    name = "(?:[a-z]+|[A-Z]+)"
    lines = matched(text, f"{name}-{name}", "a tunnel like 'start-A'")
    for number, line in enumerate(lines, 1):
        one, other = line.split("-")
        if one == other or (one.isupper() and other.isupper()):
            raise refusal(
                number, "a tunnel between two caves that are not both big", line
            )
        if other in caves.get(one, ()):
            raise refusal(number, "every tunnel once", line)
        if number > TUNNELS:
            raise refusal(number, f"at most {TUNNELS} tunnels", line)
        caves.setdefault(one, {})[other] = None
        caves.setdefault(other, {})[one] = None
    for cave in ("start", "end"):
        if cave not in caves:
            raise refusal(len(lines) + 1, f"a tunnel to {cave!r}", None)
    return tuple((cave, tuple(others)) for cave, others in caves.items())


def part1(caves: Caves) -> int:
    """Return the number of paths that visit no small cave twice."""
    return paths(caves, twice=False)


def part2(caves: Caves) -> int:
    """Return the number of paths that visit at most one small cave twice, but not start or end."""
    return paths(caves, twice=True)


def paths(caves: Caves, *, twice: bool) -> int:
    """Count the paths, from small cave to small cave."""
    border = dict(caves)
    small = [cave for cave in border if cave.islower() and cave not in ("start", "end")]
    # From the lowest bit on, a state has a bit for each small cave that was visited, a bit if one
    # of them may be visited again, and the index of the cave in which the path is.
    again = 1 << len(small)
    shift = len(small) + 1
    visits = {
        cave: (1 << index, (index << shift) | (1 << index))
        for index, cave in enumerate(small)
    }
    exits = []
    ways = []
    for cave in (*small, "start"):
        near = Counter(border[cave])
        for big in filter(str.isupper, border[cave]):
            near.update(border[big])
        exits.append(near["end"])
        ways.append(
            [(*visits[to], times) for to, times in near.items() if to in visits]
        )

    total = 0
    states = {(len(small) << shift) | (again * twice): 1}
    while states:
        longer: dict[int, int] = {}
        for state, count in states.items():
            at = state >> shift
            before = state ^ (at << shift)
            total += count * exits[at]
            for bit, visit, times in ways[at]:
                if not before & bit:
                    after = before | visit
                elif before & again:
                    after = (before ^ again) | visit
                else:
                    continue
                longer[after] = longer.get(after, 0) + count * times
            if len(longer) > STATES:
                raise ValueError(
                    f"expected at most {STATES} states in a round, got more"
                )
        states = longer
    return total
