"""Day 12: Passage Pathing.

Dynamic programming over sets of visited small caves counts the paths.
`part2_recursive` is the ordinary way: it walks every path to its end. Here, paths that can continue
alike are counted together, which is some 300 times as fast.

Big caves may be visited at will, so they are removed first. From one small cave to the next, there
are as many routes as there are direct tunnels and big caves next to both. A path is then just the
order of its small caves, each with the route to it. For the first example:

            c          routes to  b  c  d  end
            |          from start   2  1  .   1
    start---A---end         b       1  1  1   2     b to b: through A, if b may be visited twice
        |   |   |           c       1  1  .   1     b to end: directly, and through A
        +---b---+           d       1  .  .   .
            |
            d

How a path can continue depends only on its state: the cave where it is now, the set of small caves
it has visited, and whether it may still visit one of them twice. All paths grow at the same time,
by one small cave in each round, and a round only keeps how many paths are in each state. In part 1:

    round    number of paths at a cave, by visited set    paths that reach the end next
        0    start {}: 1                                  1
        1    b {b}: 2    c {c}: 1                         2 * 2 + 1 * 1 = 5
        2    c {b,c}: 2  d {b,d}: 2  b {b,c}: 1           2 * 1 + 2 * 0 + 1 * 2 = 4
        3    d {b,c,d}: 1                                 0; there are 1 + 5 + 4 = 10 paths

Many small caves with many tunnels have too many states; then a ValueError is raised.
"""

from __future__ import annotations

from collections import Counter

from days.lines import matched, refusal

Caves = dict[str, list[str]]
"""Each cave with the caves next to it, in the order of the input."""

State = tuple[str, int, bool]
"""The cave where a path is, the set of visited caves, and whether one of them may be repeated."""

TUNNELS = 1000
"""The most tunnels that are read."""

STATES = 100_000
"""The most states in a round."""


def parse(text: str) -> Caves:
    """Read tunnels between two caves, which are not both big; they can be used both ways."""
    name = "(?:[a-z]+|[A-Z]+)"
    lines = matched(text, f"{name}-{name}", "a tunnel like 'start-A'")
    caves: Caves = {}
    for number, line in enumerate(lines, 1):
        one, other = line.split("-")
        # Between two big caves, a path could go back and forth for ever.
        if one == other or (one.isupper() and other.isupper()):
            raise refusal(number, "a tunnel between two caves that are not both big", line)
        if other in caves.get(one, []):
            raise refusal(number, "every tunnel once", line)
        if number > TUNNELS:
            raise refusal(number, f"at most {TUNNELS} tunnels", line)
        caves.setdefault(one, []).append(other)
        caves.setdefault(other, []).append(one)
    for cave in ("start", "end"):
        if cave not in caves:
            raise refusal(len(lines) + 1, f"a tunnel to {cave!r}", None)
    return caves


def part1(caves: Caves) -> int:
    """Return the number of paths that visit no small cave twice."""
    return paths(caves, may_repeat=False)


def part2(caves: Caves) -> int:
    """Return the number of paths that visit at most one small cave twice, but not start or end."""
    return paths(caves, may_repeat=True)


def part2_recursive(caves: Caves) -> int:
    """Return the same as part 2, path by path."""
    return walks(caves, "start", frozenset(["start"]), can_repeat=True)


def walks(caves: Caves, cave: str, visited: frozenset[str], *, can_repeat: bool) -> int:
    """Count the paths from a cave to the end; those to it have visited these small caves."""
    if cave == "end":
        return 1
    total = 0
    for neighbour in caves[cave]:
        if neighbour.isupper():
            total += walks(caves, neighbour, visited, can_repeat=can_repeat)
        elif neighbour not in visited:
            total += walks(caves, neighbour, visited | {neighbour}, can_repeat=can_repeat)
        elif can_repeat and neighbour != "start":
            total += walks(caves, neighbour, visited, can_repeat=False)
    return total


def paths(caves: Caves, *, may_repeat: bool) -> int:
    """Count the paths, which visit one small cave twice at most, or none if not `may_repeat`."""
    routes = without_big(caves)
    # A set of caves is an integer with a bit for each.
    bits = {cave: 1 << index for index, cave in enumerate(routes)}
    total = 0
    states: dict[State, int] = {("start", 0, may_repeat): 1}
    while states:
        longer: dict[State, int] = {}
        for (cave, visited, can_repeat), count in states.items():
            for next_cave, routes_there in routes[cave].items():
                if next_cave == "end":
                    total += count * routes_there
                    continue
                if not visited & bits[next_cave]:
                    state = (next_cave, visited | bits[next_cave], can_repeat)
                elif can_repeat:
                    state = (next_cave, visited, False)
                else:
                    continue
                longer[state] = longer.get(state, 0) + count * routes_there
            if len(longer) > STATES:
                raise ValueError(f"expected at most {STATES} states in a round, got more")
        states = longer
    return total


def without_big(caves: Caves) -> dict[str, Counter[str]]:
    """Return for each small cave those that may come next, with the number of routes to each."""
    routes = {}
    for cave in filter(str.islower, caves):
        next_caves: Counter[str] = Counter()
        for neighbour in caves[cave]:
            if neighbour.isupper():
                # Adds 1 for each cave of the list.
                next_caves.update(caves[neighbour])
            else:
                next_caves[neighbour] += 1
        # No path returns to the start.
        del next_caves["start"]
        routes[cave] = next_caves
    return routes
