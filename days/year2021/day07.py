"""Day 7: The Treachery of Whales.

Part 1: the sum of distances is least at the median, and there it is the sum of the upper half of
the positions less the sum of the lower half.

Part 2: a crab that moves n steps burns n(n+1)/2, so the crabs burn half of the sum of squares
plus half of the sum of distances. From x to x+1, with c of the n crabs at x or left of it and S
the sum of positions, that changes by n*x - S + c. As c lies between 0 and n, it rises from
the mean rounded up, and it falls, or stays, up to the mean rounded down: one of the two is best.
Neither sum needs a look at every crab: squares follow from the sums of positions and of their
squares, distances from the two sides of the sorted positions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import mul

Positions = tuple[int, ...]


def parse(text: str) -> Positions:
    """Read the horizontal positions."""
    if not re.fullmatch(r"[0-9]++(?:,[0-9]++)*+", text):
        line, *rest = text.split("\n")
        for position in line.split(","):
            if not re.fullmatch("[0-9]+", position):
                expected = "positions with commas between"
                raise ValueError(f"line 1: expected {expected}, got {position!r}")
        raise ValueError(f"line 2: expected no more than one line, got {rest[0]!r}")
    return tuple(map(int, text.split(",")))


def part1(positions: Positions) -> int:
    """Return the least fuel to align, when a step burns one unit."""
    ordered = sorted(positions)
    return distances(ordered, ordered[len(ordered) // 2])


def part2(positions: Positions) -> int:
    """Return the least fuel to align, when each step burns one unit more than the last."""
    ordered = sorted(positions)
    crabs, total = len(ordered), sum(ordered)
    squares: int = sum(map(mul, ordered, ordered))
    low = total // crabs
    return min(
        (squares - 2 * total * goal + crabs * goal * goal + distances(ordered, goal)) // 2
        for goal in (low, low + 1)
    )


def part1_search(positions: Positions) -> int:
    """Try every position."""
    goals = range(min(positions), max(positions) + 1)
    return min(sum(abs(position - goal) for position in positions) for goal in goals)


def part2_search(positions: Positions) -> int:
    """Try every position."""
    goals = range(min(positions), max(positions) + 1)
    fuel = [steps * (steps + 1) // 2 for steps in range(len(goals))]
    return min(sum(fuel[abs(position - goal)] for position in positions) for goal in goals)


def distances(ordered: list[int], goal: int) -> int:
    """Return the sum of distances to the goal from positions in rising order."""
    left = bisect_left(ordered, goal)
    return sum(ordered[left:]) - sum(ordered[:left]) + (2 * left - len(ordered)) * goal
