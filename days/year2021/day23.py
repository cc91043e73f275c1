"""Day 23: Amphipod.

A shortest-path search counts only detours, and runs backward in part 2.
Whoever is not settled (at home, with only its own kind below) must leave its room, walk home, or at
least aside and back, and enter. This energy is the same in all plans. They differ in detours only:

    column   0 1 2 3 4 5 6 7 8 9 10
           #########################    The B of room C has to go left, to column 4. A stop in
           # . . . . . . . . . . . #    column 5 costs nothing more. In column 3 it has gone one
           # # # B # C # B # D # # #    step too far, and must come back: a detour of two steps.
               # A # D # C # A #        In column 7, it has stepped aside to the right, which is
               #################        two steps more as well, and six in column 9.

Going home adds no detour and is in nobody's way, so everybody does as soon as the way is free, and
straight from room to room if possible. To decide is who leaves its room next, and where it stops.

The search is the A* algorithm. An owner who waits in the hallway can go home only after all
strangers have left its room. So a stranger whose home is beyond this owner must make a detour,
which is one of the least detours ahead. If no place for it is free, the state is a dead end.

In part 2, nearly all states are dead ends. The same search solves it (`part2_forward`), but the one
in `day23_backward` runs from the end to the start, and is some twenty times as fast.

Rooms may be up to four deep, and some or all amphipods at home already, but nobody in the hallway.
A burrow without a solution raises a `ValueError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from days.lines import checked
from days.year2021.day23_backward import backward

Rooms = tuple[str, ...]
"""The four rooms from left to right, each with its amphipods from the top down."""
State = tuple[str, Rooms]
"""The eleven characters of the hallway, and those who have to leave each room."""

KINDS = "ABCD"
DOOR = {"A": 2, "B": 4, "C": 6, "D": 8}
COST = {"A": 1, "B": 10, "C": 100, "D": 1000}
"""The column of each kind's home, and the energy of a step."""
STOPS = (0, 1, 3, 5, 7, 9, 10)
"""The columns where an amphipod may stop: not in front of a door."""
EMPTY = "." * 11
"""The hallway without anybody."""
FINISHED: State = (EMPTY, ("", "", "", ""))
BLOCKED = 1 << 20
"""More than all detours together."""

FOLD = ("DD", "CB", "BA", "AC")
"""The amphipods that the fold of the diagram hides in each room, below the first row."""
HOPELESS = "expected amphipods that can all get home, got a burrow without a solution"


def parse(text: str) -> Rooms:
    """Read an empty hallway and four rooms of one depth, with as many amphipods of each kind."""
    row = "  #[A-D]#[A-D]#[A-D]#[A-D]# *"
    lines = text.split("\n")
    depth = 1 + sum(re.fullmatch(row, line) is not None for line in lines[3:6])
    forms = [
        ("#{13}", "'#############'"),
        (r"#\.{11}#", "'#...........#'"),
        (f"##{row.strip(' *')}##", "'###.#.#.#.###' with four letters A to D"),
        *[(row, "'  #.#.#.#.#' with letters A to D")] * (depth - 1),
        ("  #{9} *", "'  #########' below at most four rows"),
        ("(?!)", "no more lines"),
    ]
    checked(text, forms, least=depth + 3)
    for kind in KINDS:
        number = text.count(kind)
        if number != depth:
            expected = f"expected {depth} amphipods of kind {kind} down to here"
            raise ValueError(f"line {depth + 2}: {expected}, got {number}")
    rows = [line.strip(" #").split("#") for line in lines[2:-1]]
    return tuple(map("".join, zip(*rows, strict=True)))


def part1(rooms: Rooms) -> int:
    """Return the least energy to bring everybody home."""
    return least_energy(rooms, forward)


def part2(rooms: Rooms) -> int:
    """Return the least energy for the unfolded diagram, which has two rows more."""
    return least_energy(unfold(rooms), backward)


def part2_forward(rooms: Rooms) -> int:
    """Search forward, as part 1 does."""
    return least_energy(unfold(rooms), forward)


def unfold(rooms: Rooms) -> Rooms:
    """Insert the two hidden rows below the first one."""
    pairs = zip(rooms, FOLD, strict=True)
    return tuple(room[0] + hidden + room[1:] for room, hidden in pairs)


def least_energy(rooms: Rooms, least_detours: Callable[[Rooms], int | None]) -> int:
    """Return the energy that all plans need, and that of the least detours, by a search."""
    detours = least_detours(unsettled(rooms))
    if detours is None:
        raise ValueError(HOPELESS)
    energy = detours
    for owner, room in zip(KINDS, rooms, strict=True):
        for depth, kind in enumerate(room.rstrip(owner), 1):
            # One of this kind leaves the room, and an owner goes down to the same depth.
            across = steps_across(DOOR[owner], DOOR[kind])
            energy += (depth + across) * COST[kind] + depth * COST[owner]
    return energy


def unsettled(rooms: Rooms) -> Rooms:
    """Return who has to leave each room after all who can walk straight home have done so."""
    _, rest = settle(EMPTY, tuple(map(str.rstrip, rooms, KINDS)))
    return rest


@cache
def detour(kind: str, door: int, stop: int) -> int:
    """Return the energy of the detour from a door to the home of a kind by way of a stop."""
    home = DOOR[kind]
    steps = abs(stop - door) + abs(stop - home) - steps_across(door, home)
    return steps * COST[kind]


def steps_across(door: int, home: int) -> int:
    """Return the steps in the hallway from a door to another, or aside and back to the same one."""
    return abs(door - home) or 2


class Found(NamedTuple):
    """How a state was found: the detours so far, the state before, and who left, and where to."""

    detours: int
    before: State
    door: int
    stop: int


def forward(rooms: Rooms) -> int | None:
    """Return the least detours of those in the rooms; None if they cannot all get home."""
    found = search(rooms)
    return found[FINISHED].detours if FINISHED in found else None


def search(rooms: Rooms) -> dict[State, Found]:
    """Return the states that were found until everybody was home."""
    start = (EMPTY, rooms)
    found = {start: Found(0, start, 0, 0)}
    queue = [(0, 0, start)]
    while queue:
        _, detours, state = heappop(queue)
        if state == FINISHED:
            break
        if detours > found[state].detours:
            # A better way to this state has been found since.
            continue
        for kind, door, stop, after in departures(state):
            detours_after = detours + detour(kind, door, stop)
            if after in found and found[after].detours <= detours_after:
                continue
            ahead = least_ahead(after)
            if ahead < BLOCKED:
                found[after] = Found(detours_after, state, door, stop)
                heappush(queue, (detours_after + ahead, detours_after, after))
    return found


def departures(state: State) -> Iterator[tuple[str, int, int, State]]:
    """Yield who can leave a room: its kind, the door, the stop, and the state after that."""
    hall, rooms = state
    for number, room in enumerate(rooms):
        if not room:
            continue
        kind = room[0]
        door = DOOR[KINDS[number]]
        others = without_first(rooms, number)
        for stop in free_stops(hall, door):
            stopped = hall[:stop] + kind + hall[stop + 1 :]
            yield kind, door, stop, settle(stopped, others)


def without_first(rooms: Rooms, number: int) -> Rooms:
    """Return the rooms after the first one has left a room."""
    return (*rooms[:number], rooms[number][1:], *rooms[number + 1 :])


@cache
def free_stops(hall: str, door: int) -> list[int]:
    """Return the columns where somebody who leaves a door can stop."""
    return [stop for stop in STOPS if is_free(hall, door, stop)]


def is_free(hall: str, start: int, end: int) -> bool:
    """Return whether nobody stands between two columns, or at the second one."""
    way = hall[start + 1 : end + 1] if start < end else hall[end:start]
    return not way.strip(".")


@cache
def settle(hall: str, rooms: Rooms) -> State:
    """Return the state after everybody has gone home who can."""
    for number, owner in enumerate(KINDS):
        room = rooms[number]
        door = DOOR[owner]
        if room:
            kind = room[0]
            is_open = not rooms[KINDS.index(kind)]
            if is_open and is_free(hall, door, DOOR[kind]):
                return settle(hall, without_first(rooms, number))
        elif owner in hall:
            for column in (hall.rfind(owner, 0, door), hall.find(owner, door)):
                if column >= 0 and is_free(hall, column, door):
                    return settle(hall[:column] + "." + hall[column + 1 :], rooms)
    return hall, rooms


def least_ahead(state: State) -> int:
    """Return the least detours of all who have to leave the rooms; `BLOCKED` or more if one cannot.

    Owners of a room who wait in the hallway are in the way: they go home last.
    """
    hall, rooms = state
    total = 0
    for owner, room in zip(KINDS, rooms, strict=True):
        if room:
            left = hall.rfind(owner, 0, DOOR[owner])
            right = hall.find(owner, DOOR[owner])
            total += least_of_room(owner, room, left, right)
    return total


@cache
def least_of_room(owner: str, room: str, left: int, right: int) -> int:
    """Return the least detours of those in a room, whose owners wait in two columns; -1 is none."""
    if right < 0:
        right = len(EMPTY)
    stops = [stop for stop in STOPS if left < stop < right]
    total = 0
    for kind in room:
        # All others may be able to go straight home, or to stop on their way.
        if kind == owner or not left < DOOR[kind] < right:
            detours = [detour(kind, DOOR[owner], stop) for stop in stops]
            total += min(detours, default=BLOCKED)
    return total
