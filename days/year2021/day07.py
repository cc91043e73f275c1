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

In the example, the mean is 4.9, and the least fuel is at one of the two positions beside it:

    x                 1     2     3     4     5     6     7
    fuel            242   206   183   170   168   176   194
    to the next     -36   -23   -13    -2    +8   +18   +29

This is always so. As long as x + 1 is at most the mean, crabs * x + crabs is at most the total, and
`passed` is at most crabs, so the change is 0 or less. From the mean on, crabs * x is at least the
total, so the change is 0 or more.
"""

from __future__ import annotations

from operator import mul

from days.lines import listed

Positions = tuple[int, ...]


def parse(text: str) -> Positions:
    """Read the horizontal positions."""
    return listed(text, "[0-9]{1,4}", "positions of at most four digits")


def part1(positions: Positions) -> int:
    """Return the least fuel to align all crabs, if every step costs one unit."""
    median = sorted(positions)[len(positions) // 2]
    return sum(distances(positions, median))


def part2(positions: Positions) -> int:
    """Return the least fuel to align all crabs, if each step costs one unit more than the last."""
    below_mean = sum(positions) // len(positions)
    return min(fuel(positions, below_mean), fuel(positions, below_mean + 1))


def fuel(positions: Positions, goal: int) -> int:
    """Return the fuel to align all crabs at the goal: n * (n + 1) / 2 for each distance n."""
    apart = distances(positions, goal)
    squares: int = sum(map(mul, apart, apart))
    return (squares + sum(apart)) // 2


def distances(positions: Positions, goal: int) -> list[int]:
    """Return how far each crab is from the goal."""
    return [abs(position - goal) for position in positions]
