"""Day 23: Amphipod.

A shortest-path search counts only detours, and runs backward in part 2.
Most of the energy is the same in all plans. An amphipod that is not settled (at home, with only
its own kind below) must leave its room, walk to its home, and enter it; one that leaves its home
to let others out must at least step aside and back. All that plans differ in are detours:

    column    0 1 2 3 4 5 6 7 8 9 10          If D stops in column 5 on its way home, it walks no
            #########################         step more than without a stop. If it stops in
            # . . . . . . . . . . . #         column 3, it walks two steps more: a detour of
            # # # B # C # B # D # # #         2000. For the B below it, who goes to the left,
                # A # D # C # A #             column 3 costs nothing, and column 5 costs 20.
                #################

(Columns count from the left end of the hallway.) Going home adds no detour and is in nobody's way,
so everybody goes home as soon as the way is free, straight from room to room if possible. What is
left to decide is who leaves its room next, and where in the hallway it stops.

The search is the A* algorithm. A state is who stands in the hallway, and who still has to leave
each room. It is rated by the detours so far, and the least detours of those who have to leave the
rooms: if an amphipod waits in the hallway until its home is empty, then those inside have to stop
before they get past it. If they cannot, the state is a dead end.

This solves part 2 as well, as `part2_forward` does, but there, nearly all states are dead ends.
`day23_backward` searches from the end, which is some twenty times as fast.

Rooms may be up to four deep, and some or all amphipods may be at home already, but the hallway must
be empty at the start. A burrow without a solution raises a `ValueError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
HOME = {"A": 0, "B": 1, "C": 2, "D": 3}
DOOR = {"A": 2, "B": 4, "C": 6, "D": 8}
"""The column of each kind's home."""
COST = {"A": 1, "B": 10, "C": 100, "D": 1000}
"""The energy of a step."""
STOPS = (0, 1, 3, 5, 7, 9, 10)
"""The columns where an amphipod may stop in the hallway: not in front of a door."""
EMPTY = "." * 11
FINISHED: State = (EMPTY, ("", "", "", ""))
BLOCKED = 1 << 20
"""More than all detours together."""

FOLD = ("DD", "CB", "BA", "AC")
"""The amphipods that the fold of the diagram hides in each room, below the first row."""
DEPTH = 4
"""The most rows."""
HOPELESS = "expected amphipods that can all get home, got a burrow without a solution"


def parse(text: str) -> Rooms:
    """Read an empty hallway and four rooms of one depth, with as many amphipods of each kind."""
    row = "  #[A-D]#[A-D]#[A-D]#[A-D]# *"
    lines = text.split("\n")
    depth = 1
    while depth < DEPTH and re.fullmatch(row, "".join(lines[depth + 2 : depth + 3])):
        depth += 1
    last = "'  #########'"
    if depth < DEPTH:
        last = f"'  #.#.#.#.#' with letters A to D, or {last}"
    forms = [
        ("#{13}", "'#############'"),
        (r"#\.{11}#", "'#...........#'"),
        (f"##{row.strip(' *')}##", "'###.#.#.#.###' with four letters A to D"),
        *[(row, "a row")] * (depth - 1),
        ("  #{9} *", last),
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
    folded = zip(rooms, FOLD, strict=True)
    return tuple(room[0] + hidden + room[1:] for room, hidden in folded)


def least_energy(rooms: Rooms, search: Callable[[Rooms], int | None]) -> int:
    """Return the least energy, by a search that returns the least detours of those in the rooms."""
    detours = search(unsettled(rooms))
    if detours is None:
        raise ValueError(HOPELESS)
    return common_energy(rooms) + detours


def strangers(rooms: Rooms) -> Rooms:
    """Return the rooms without the settled amphipods."""
    return tuple(room.rstrip(kind) for kind, room in zip(KINDS, rooms, strict=True))


def unsettled(rooms: Rooms) -> Rooms:
    """Return who has to leave each room after all who can walk straight home have done so."""
    _, waiting = settle(EMPTY, strangers(rooms))
    return waiting


def common_energy(rooms: Rooms) -> int:
    """Return the energy that all plans spend: everything but detours."""
    energy = 0
    for owner, room in zip(KINDS, strangers(rooms), strict=True):
        for depth, kind in enumerate(room, 1):
            # One of this kind leaves the room from this depth, and one of the owner's enters it.
            aside = abs(DOOR[owner] - DOOR[kind]) or 2
            energy += (depth + aside) * COST[kind] + depth * COST[owner]
    return energy


@cache
def detour(kind: str, door: int, stop: int) -> int:
    """Return the energy of the detour from a door to the home of a kind by way of a stop."""
    home = DOOR[kind]
    steps = abs(stop - door) + abs(stop - home) - (abs(door - home) or 2)
    return steps * COST[kind]


class Found(NamedTuple):
    """How a state was found: the detours so far, the state before, and who left, and where to."""

    detours: int
    before: State
    door: int
    stop: int


def forward(rooms: Rooms) -> int | None:
    """Return the least detours of those in the rooms; None if they cannot all get home."""
    finished = search(rooms).get(FINISHED)
    if finished is None:
        return None
    return finished.detours


def search(rooms: Rooms) -> dict[State, Found]:
    """Return the states that were found until everybody was home."""
    start = (EMPTY, rooms)
    found = {start: Found(0, start, 0, 0)}
    ahead = least_ahead(start)
    queue = [(ahead, ahead, start)]
    while queue:
        total, ahead, state = heappop(queue)
        if state == FINISHED:
            break
        detours = total - ahead
        if detours > found[state].detours:
            # A better way to this state was found later.
            continue
        hall, rooms = state
        for number, room in enumerate(rooms):
            if not room:
                continue
            kind = room[0]
            door = 2 * number + 2
            rest = (*rooms[:number], room[1:], *rooms[number + 1 :])
            # Only if the room is empty now, or if the next one can go home, can others follow.
            lets_home = len(room) == 1 or not rooms[HOME[room[1]]]
            for stop in free_stops(hall, door):
                after = hall[:stop] + kind + hall[stop + 1 :], rest
                if lets_home:
                    after = settle(*after)
                detours_after = detours + detour(kind, door, stop)
                if after in found and found[after].detours <= detours_after:
                    continue
                ahead = least_ahead(after)
                if ahead < BLOCKED:
                    found[after] = Found(detours_after, state, door, stop)
                    heappush(queue, (detours_after + ahead, ahead, after))
    return found


def free_stops(hall: str, door: int) -> list[int]:
    """Return where somebody who leaves a room may stop."""
    first = len(hall[:door].rstrip("."))
    last = 10 - len(hall[door:].lstrip("."))
    return [stop for stop in STOPS if first <= stop <= last]


def is_free(hall: str, start: int, end: int) -> bool:
    """Return whether nobody stands between two columns."""
    between = hall[start + 1 : end] if start < end else hall[end + 1 : start]
    return not between.strip(".")


def settle(hall: str, rooms: Rooms) -> State:
    """Return the state after everybody has gone home who can."""
    before = None
    while (hall, rooms) != before:
        before = hall, rooms
        for number, room in enumerate(rooms):
            owner = KINDS[number]
            door = 2 * number + 2
            if room:
                kind = room[0]
                if not rooms[HOME[kind]] and is_free(hall, door, DOOR[kind]):
                    rooms = (*rooms[:number], room[1:], *rooms[number + 1 :])
            elif owner in hall:
                for column in (hall.rfind(owner, 0, door), hall.find(owner, door)):
                    if column >= 0 and is_free(hall, column, door):
                        hall = hall[:column] + "." + hall[column + 1 :]
    return hall, rooms


def least_ahead(state: State) -> int:
    """Return the least detours of all who have to leave the rooms; `BLOCKED` or more if one cannot.

    The owners of a room who wait in the hallway are in the way until the room is empty.
    """
    hall, rooms = state
    total = 0
    for owner, room in zip(KINDS, rooms, strict=True):
        door = DOOR[owner]
        total += least_of_room(
            owner, room, hall.rfind(owner, 0, door), hall.find(owner, door)
        )
    return total


@cache
def least_of_room(owner: str, room: str, left: int, right: int) -> int:
    """Return the least detours of those in a room, whose owners wait in two columns; -1 is none."""
    if right < 0:
        right = len(EMPTY)
    stops = [stop for stop in STOPS if left < stop < right]
    total = 0
    for kind in room:
        if kind == owner or not left < DOOR[kind] < right:
            detours = [detour(kind, DOOR[owner], stop) for stop in stops]
            total += min(detours, default=BLOCKED)
    return total
