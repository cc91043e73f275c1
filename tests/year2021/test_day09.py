"""Day 9: Smoke Basin."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day09

EXAMPLES = [
    Example(
        """\
2199943210
3987894921
9856789892
8767896789
9899965678
""",
        part1=15,
        part2=1134,
    ),
]

MALFORMED = [
    ("", "line 1: expected a row of digits, got ''"),
    ("219\n3x8\n985", "line 2: expected a row of 3 digits, got '3x8'"),
    ("219\n398\n98", "line 3: expected a row of 3 digits, got '98'"),
    ("219\n3987\n985", "line 2: expected a row of 3 digits, got '3987'"),
    ("219\n\n985", "line 2: expected a row of digits, got ''"),
    ("219\n3 8\n985", "line 2: "),
]


def sample(rng: random.Random) -> str:
    """Return 100 by 100 locations in about two hundred basins, separated by nines."""
    return cave(rng, 100, 100, basins=400, ridges=False)


def small(rng: random.Random) -> str:
    """Return a few locations in any shape, sometimes with ridges lower than nine."""
    width, height = rng.randint(1, 12), rng.randint(1, 12)
    basins = rng.randint(0, width * height // 4)
    return cave(rng, width, height, basins=basins, ridges=rng.random() < 0.5)


def cave(rng: random.Random, width: int, height: int, *, basins: int, ridges: bool) -> str:
    """Return basins that grow upward from low points; where two of them meet, there are nines.

    With `ridges`, they may also meet at equal heights that are not low points.
    """
    places = [(x, y) for x in range(width) for y in range(height)]
    heights: dict[tuple[int, int], int] = {}
    owner: dict[tuple[int, int], int] = {}
    edge = []
    for basin, (x, y) in enumerate(rng.sample(places, basins)):
        if not any(to in owner for to in ((x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))):
            heights[x, y], owner[x, y] = rng.choice((0, 0, 1, 1, 2, 3, 4, 5)), basin
            edge.append((x, y))
    lows = set(edge)
    while edge:
        pick = rng.randrange(len(edge))
        edge[pick], edge[-1] = edge[-1], edge[pick]
        x, y = edge.pop()
        for i, j in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if (i, j) in heights or not (0 <= i < width and 0 <= j < height):
                continue
            level = heights[x, y] + rng.choice((1, 1, 1, 2))
            others = [
                -1 if to in lows else heights[to]
                for to in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1))
                if owner.get(to, owner[x, y]) != owner[x, y]
            ]
            if level > 8 or any(not ridges or level != other for other in others):
                heights[i, j] = 9
            else:
                heights[i, j], owner[i, j] = level, owner[x, y]
                edge.append((i, j))
    rows = ("".join(str(heights.get((x, y), 9)) for x in range(width)) for y in range(height))
    return "".join(f"{row}\n" for row in rows)


def test_a_flat_place_has_no_low_point() -> None:
    assert day09.part1(day09.parse("999\n999")) == 0
    assert day09.part1(day09.parse("9119\n9999")) == 0


def test_low_points_may_be_in_corners_and_diagonal_to_one_another() -> None:
    assert day09.part1(day09.parse("090\n909\n090")) == 4 + 1
    assert day09.part1(day09.parse("5")) == 6


def test_the_end_of_a_row_is_not_next_to_the_start_of_another() -> None:
    floor = day09.parse("9912\n1299\n9901")
    assert day09.part1(floor) == 2 + 2 + 1
    assert day09.part2(floor) == 2 * 2 * 2


def test_a_ridge_below_nine_divides_two_basins() -> None:
    assert day09.part2(day09.parse("1233219")) == 3 * 3


def test_a_location_in_two_basins_or_in_none_is_refused() -> None:
    assert complaint("12321").endswith("exactly one basin, got one in several")
    assert complaint("91199").endswith("exactly one basin, got one in none")


def test_a_floor_may_have_more_locations_than_fit_into_two_bytes() -> None:
    floor = day09.parse("\n".join(["0123456789" * 26] * 2 + ["9" * 260] * 260))
    assert day09.part1(floor) == 0
    floor = day09.parse("\n".join(["0123456789" * 26] + ["9" * 260] * 260))
    assert day09.part1(floor) == 26
    assert day09.part2(floor) == 9 * 9 * 9


def complaint(text: str) -> str:
    """Return the message of part 2 about a floor that it cannot divide into basins."""
    try:
        return f"an answer of {day09.part2(day09.parse(text))}"
    except ValueError as error:
        return str(error)
