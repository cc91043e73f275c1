"""Day 23: Amphipod.

Dijkstra's algorithm counts only detours, backward from the end.
`part1_forward` and `part2_forward` are the plain way, from the start to the end. Of all states that
have been reached, the one of least energy is next. If somebody can go home, this is the only move,
since it must be made anyway, and is in nobody's way. Otherwise, each that is first in a room with
strangers may leave it, and stop in each column that it can reach, but not in front of a door. On
the way to another room there is always such a column, so nobody has to go straight from one to the
other.

The parts do the same with two ideas. First, they count only detours. Whoever is not settled (at
home, with only its own kind below) must leave its room, walk to its home (or a step aside and back,
if it is in its own room above a stranger), and enter. This energy is the same in all plans. They
differ in detours only:

    column   0 1 2 3 4 5 6 7 8 9 10
           #########################    The B of room C has to go left, to column 4. A stop in
           # . . . . . . . . . . . #    column 5 costs nothing more. In column 3 it has gone one
           # # # B # C # B # D # # #    step too far, and must come back: a detour of two steps.
               # A # D # C # A #        In column 7, it has stepped aside to the right, which is
               #################        two steps more as well, and six in column 9.

Second, they search backward, by the moves of `day23_backward`. Forward, an amphipod may stop
wherever the way is free, and only much later it turns out that somebody cannot get home any more:
nearly all states are such dead ends. Backward, everybody has a way home in every state.

Rooms may be up to four deep, and some or all amphipods at home already, but nobody in the hallway.
A burrow without a solution raises a `ValueError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import heappop, heappush
from typing import TypeVar

from days.lines import checked
from days.year2021.day23_backward import moves_back, survey

Rooms = tuple[str, ...]
"""The four rooms from left to right, each with its amphipods from the top down."""
State = tuple[str, ...]
"""The eleven characters of the hallway, then the four rooms; a dot is a free space."""
Node = TypeVar("Node")

KINDS = "ABCD"
DOOR = {"A": 2, "B": 4, "C": 6, "D": 8}
COST = {"A": 1, "B": 10, "C": 100, "D": 1000}
"""The column of each kind's home, and the energy of a step."""
STOPS = (0, 1, 3, 5, 7, 9, 10)
"""The columns where an amphipod may stop: not in front of a door."""
EMPTY = "." * 11
"""The hallway without anybody."""

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
        ("(?!)", "no more lines"),  # matches nothing
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
    return least_energy(rooms)


def part2(rooms: Rooms) -> int:
    """Return the least energy for the unfolded diagram, which has two rows more."""
    return least_energy(unfold(rooms))


def part1_forward(rooms: Rooms) -> int:
    """Search forward, through all states."""
    finished = [kind * len(rooms[0]) for kind in KINDS]
    return dijkstra((EMPTY, *rooms), (EMPTY, *finished), moves)


def part2_forward(rooms: Rooms) -> int:
    """Search forward, as `part1_forward` does."""
    return part1_forward(unfold(rooms))


def unfold(rooms: Rooms) -> Rooms:
    """Insert the two hidden rows below the first one."""
    pairs = zip(rooms, FOLD, strict=True)
    return tuple(room[0] + hidden + room[1:] for room, hidden in pairs)


def dijkstra(start: Node, end: Node, steps: Callable[[Node], Iterable[tuple[int, Node]]]) -> int:
    """Return the least cost from start to end; `steps` has the cost and the end of each step."""
    costs = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, node = heappop(queue)
        if node == end:
            return cost
        if cost > costs[node]:
            # A better way to this node has been found since.
            continue
        for more, after in steps(node):
            total = cost + more
            if after not in costs or total < costs[after]:
                costs[after] = total
                heappush(queue, (total, after))
    raise ValueError(HOPELESS)


def moves(state: State) -> Iterator[tuple[int, State]]:
    """Yield the energy of each move from a state, and the state after it."""
    hall, *rooms = state
    for column, kind in enumerate(hall):
        if kind == ".":
            continue
        home = KINDS.index(kind)
        free = rooms[home].count(".")
        has_strangers = rooms[home].strip("." + kind) != ""
        if not has_strangers and is_free(hall, column, DOOR[kind]):
            # It goes down to the last free space, and no other move is better.
            rooms[home] = replaced(rooms[home], free - 1, kind)
            steps = abs(column - DOOR[kind]) + free
            yield steps * COST[kind], (replaced(hall, column, "."), *rooms)
            return
    for number, owner in enumerate(KINDS):
        room = rooms[number]
        if not room.strip("." + owner):
            # Nobody in it has to leave.
            continue
        free = room.count(".")
        kind = room[free]
        others = [*rooms]
        others[number] = replaced(room, free, ".")
        for stop in STOPS:
            if is_free(hall, DOOR[owner], stop):
                steps = free + 1 + abs(stop - DOOR[owner])
                yield steps * COST[kind], (replaced(hall, stop, kind), *others)


def replaced(text: str, at: int, character: str) -> str:
    """Return a text with another character in one place."""
    return text[:at] + character + text[at + 1 :]


def is_free(hall: str, start: int, end: int) -> bool:
    """Return whether nobody stands between two columns, or at the second one."""
    way = hall[start + 1 : end + 1] if start < end else hall[end:start]
    return not way.strip(".")


def least_energy(rooms: Rooms) -> int:
    """Return the energy that all plans need, and that of the least detours, by a search."""
    # Without those at home with only their own kind below: of "BAA" in room A, the B is left.
    unsettled = list(map(str.rstrip, rooms, KINDS))
    burrow = survey(unsettled)
    energy = dijkstra(burrow.finished, 0, partial(moves_back, burrow))
    for owner, room in zip(KINDS, unsettled, strict=True):
        for depth, kind in enumerate(room, 1):
            # One of this kind leaves the room, and an owner goes down to the same depth.
            # From its own room it takes a step aside and back.
            across = abs(DOOR[owner] - DOOR[kind]) or 2
            energy += (depth + across) * COST[kind] + depth * COST[owner]
    return energy
