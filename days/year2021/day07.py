"""Day 7: The Treachery of Whales.

The best position is the median in part 1 and close to the mean in part 2.
Part 1: the sum of distances is smallest at the median. There it is the sum of the upper half of the
positions less the sum of the lower half.

Part 2: n steps cost n(n+1)/2, so the fuel is half of the sum of squared distances plus half of the
sum of distances. Let c of the n crabs be at x or left of it, and let S be the sum of all positions.
From x to x+1, the fuel changes by n*x - S + c, where c is between 0 and n. So to the right of the
mean rounded up, the fuel grows, and to the left of the mean rounded down, it grows as well or stays
the same: one of these two positions is the best. Neither sum needs a loop over the crabs for each
position: the squares follow from the sum of the positions and the sum of their squares, and the
distances from the two sides of the sorted positions.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import mul

from days.lines import listed

Positions = tuple[int, ...]


def parse(text: str) -> Positions:
    """Read the horizontal positions."""
    return listed(text, "[0-9]{1,4}", "positions of at most four digits")


def part1(positions: Positions) -> int:
    """Return the least fuel to align all crabs, if every step costs one unit."""
    ordered = sorted(positions)
    return distances(ordered, ordered[len(ordered) // 2])


def part2(positions: Positions) -> int:
    """Return the least fuel to align all crabs, if each step costs one unit more than the last."""
    ordered = sorted(positions)
    crabs, total = len(ordered), sum(ordered)
    squares: int = sum(map(mul, ordered, ordered))
    low = total // crabs
    return min(
        (squares - 2 * total * goal + crabs * goal * goal + distances(ordered, goal))
        // 2
        for goal in (low, low + 1)
    )


def distances(ordered: list[int], goal: int) -> int:
    """Return the sum of the distances between the goal and positions in ascending order."""
    left = bisect_left(ordered, goal)
    return sum(ordered[left:]) - sum(ordered[:left]) + (2 * left - len(ordered)) * goal
