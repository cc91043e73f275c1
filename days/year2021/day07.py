"""Day 7: The Treachery of Whales.

The best position is the median in part 1 and close to the mean in part 2.
Part 1: pair the lowest crab with the highest one, the second lowest with the second highest, and so
on. Anywhere between the two crabs of a pair, they need as much fuel as they are apart, and outside
they need more. The median is between the crabs of all pairs at once. The example, sorted:

    0  1  1  2  2  2  4  7 14 16      apart
    |  |  |  |  +--+  |  |  |  |          0
    |  |  |  +--------+  |  |  |          2
    |  |  +--------------+  |  |          6
    |  +--------------------+  |         13
    +--------------------------+         16     37 in total

Part 2: n steps cost n * (n + 1) / 2, so the fuel is half of the sum of the squared distances plus
half of the sum of the distances. From a position x to the next one, it changes by this formula:

    fuel(x + 1) - fuel(x) = crabs * x - total + passed

`total` is the sum of all positions, and `passed` is how many crabs are at x or to the left of it.
That is because a crab that is d to the right of x saves d units by this step, and one that is at x,
or d to the left of it, needs d + 1 units more.

At the mean, crabs * x is equal to the total, and `passed` is never more than the crabs. So up to
the mean rounded down, the fuel never grows, and from the mean rounded up, it never falls. Only the
step between these two is left to compute:

    x                 1     2     3     4     5     6     7
    fuel            242   206   183   170   168   176   194     the mean is 4.9
    to the next     -36   -23   -13    -2    +8   +18   +29
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import mul

from days.lines import listed

Positions = tuple[int, ...]


def parse(text: str) -> Positions:
    """Read the horizontal positions."""
    return listed(text, "[0-9]{1,4}", "positions of at most four digits")


def part1(positions: Positions) -> int:
    """Return the least fuel to align all crabs, if every step costs one unit."""
    ordered = sorted(positions)
    median = ordered[len(ordered) // 2]
    return distances(ordered, median)


def part2(positions: Positions) -> int:
    """Return the least fuel to align all crabs, if each step costs one unit more than the last."""
    ordered = sorted(positions)
    crabs = len(ordered)
    total = sum(ordered)
    below_mean = total // crabs
    fuel = squared_distances(ordered, below_mean) + distances(ordered, below_mean)
    fuel //= 2
    passed = bisect_right(ordered, below_mean)
    change = crabs * below_mean - total + passed
    return min(fuel, fuel + change)


def distances(ordered: list[int], goal: int) -> int:
    """Return the sum of the distances between the goal and positions in ascending order."""
    left = bisect_left(ordered, goal)
    lower = ordered[:left]
    higher = ordered[left:]
    return (len(lower) * goal - sum(lower)) + (sum(higher) - len(higher) * goal)


def squared_distances(positions: list[int], goal: int) -> int:
    """Return the sum of the squared distances between the goal and positions."""
    # (p - goal)^2 is p^2 - 2 * p * goal + goal^2, added up over all positions p.
    squares: int = sum(map(mul, positions, positions))
    return squares - 2 * sum(positions) * goal + len(positions) * goal**2
