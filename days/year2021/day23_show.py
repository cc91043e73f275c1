"""The show of day 23: the states of a search, and the amphipods, who walk home in a best plan."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from days.letters import write
from days.year2021.day23 import (
    FINISHED,
    KINDS,
    Found,
    Rooms,
    State,
    least_ahead,
    least_energy,
    search,
    unfold,
    unsettled,
)

Walk = tuple[tuple[int, int], tuple[int, int]]
"""The row and column in the diagram where a walk begins, and where it ends."""

TILES = {
    "#": (72, 80, 104),
    ".": (16, 18, 30),
    " ": (40, 44, 62),
    "A": (255, 190, 80),
    "B": (225, 110, 70),
    "C": (90, 200, 190),
    "D": (150, 150, 255),
}
"""The colors: walls, free places, what is outside, and the four kinds."""


def show1(rooms: Rooms) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show states that the search comes by, and then how the amphipods walk home in a best plan."""
    found = search(unsettled(rooms))
    energy = least_energy(rooms, lambda _: found[FINISHED].detours)
    seen = []
    for state, way in found.items():
        seen.append((way.detours + least_ahead(state), state))
    seen.sort()
    detours = found[FINISHED].detours
    seen = seen[: seen.index((detours, FINISHED)) + 1]
    for number in range(0, len(seen), -(-len(seen) // 60)):
        least, state = seen[number]
        diagram = draw(rooms)
        for _ in steps(diagram, plan_to(state, found)):
            pass
        spent = energy - detours + least
        yield (
            picture(diagram),
            f"search, state {number + 1} of {len(seen)}: {spent} energy or more",
        )

    diagram = draw(rooms)
    yield picture(diagram), "the best plan: energy 0"
    spent = 0
    for kind in steps(diagram, plan_to(FINISHED, found)):
        spent += 10 ** KINDS.index(kind)
        yield picture(diagram), f"the best plan: {kind} walks, energy {spent}"


def show2(rooms: Rooms) -> Iterator[tuple[npt.NDArray[np.uint8], str]]:
    """Show the forward search and a best plan for the unfolded diagram, as in part 1."""
    yield from show1(unfold(rooms))


def plan_to(state: State, found: dict[State, Found]) -> list[tuple[int, int]]:
    """Return who leaves on the way to a state: the column of each door, and of the stop."""
    plan = []
    while found[state].before != state:
        _, before, door, stop = found[state]
        plan.append((door, stop))
        state = before
    return plan[::-1]


def draw(rooms: Rooms) -> list[list[str]]:
    """Return the characters of the diagram at the start."""
    first, *rows = map("#".join, zip(*rooms, strict=True))
    inner = [f"###{first}###", *(f"  #{row}#  " for row in rows)]
    return [*map(list, ("#" * 13, f"#{'.' * 11}#", *inner, f"  {'#' * 9}  "))]


def steps(diagram: list[list[str]], plan: list[tuple[int, int]]) -> Iterator[str]:
    """Move the amphipods in a diagram by a plan, and home as soon as they can; yield each step."""
    while walk := homeward(diagram) or (plan and leave(diagram, *plan.pop(0))):
        (row, column), end = walk
        kind = diagram[row][column]
        while (row, column) != end:
            diagram[row][column] = "."
            if column == end[1]:
                row += 1 if row < end[0] else -1
            elif row > 1:
                row -= 1
            else:
                column += 1 if column < end[1] else -1
            diagram[row][column] = kind
            yield kind


def picture(diagram: list[list[str]]) -> npt.NDArray[np.uint8]:
    """Return a picture of a diagram, with tiles of 6 by 7 pixels; who is there has its color."""
    pixels = np.zeros((7 * len(diagram), 6 * len(diagram[0]), 3), np.uint8)
    for row, line in enumerate(diagram):
        for column, kind in enumerate(line):
            left, top = 6 * column, 7 * row
            pixels[top : top + 7, left : left + 6] = TILES[kind]
            if kind in KINDS:
                write(pixels, left + 1, top + 1, kind, TILES["."])
    return pixels


def leave(diagram: list[list[str]], door: int, stop: int) -> Walk:
    """Return the walk from the top of a room to a stop, by their columns in the hallway."""
    column = door + 1
    row = next(row for row, line in enumerate(diagram) if line[column] in KINDS)
    return (row, column), (1, stop + 1)


def homeward(diagram: list[list[str]]) -> Walk | None:
    """Return the walk of somebody who can go home."""
    columns = [*map("".join, zip(*diagram, strict=True))]
    for column, inside in enumerate(columns):
        if kind := inside.strip("#. ")[:1]:
            home = 2 * KINDS.index(kind) + 3
            way = columns[column + 1 : home] + columns[home + 1 : column]
            room = columns[home][2:].rstrip("# ").lstrip(".")
            if (
                column != home
                and not room.strip(kind)
                and all(at[1] == "." for at in way)
            ):
                return (inside.index(kind), column), (
                    len(diagram) - 2 - len(room),
                    home,
                )
    return None
