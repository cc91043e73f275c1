"""Day 23: Amphipod.

A shortest-path search counts only detours, and runs backward in part 2.
Most of the energy is the same in all plans. Every amphipod that is not settled (at home, with only
its own kind below) must leave its room, cross to its home, or at least step aside and back, and
enter it. Beyond that, energy is spent only on detours in the hallway. A detour is known as soon as
an amphipod has its place in the hallway, and most moves have none. So the queues of both searches
are ordered by the detours alone.

Going home costs no detour and blocks nobody, so it happens as soon as possible, straight from room
to room where the way is free. Then a state is how many have left each room, and who is in the
hallway. It is one integer, with a hexadecimal digit for each of these numbers.

Part 1 searches forward, with the A* algorithm. A move is who leaves which room, and to which of the
seven places in the hallway. Who waits in the hallway blocks those who have to leave its home before
it can enter. So a state also counts the least detours that these have to make. This solves part 2
as well, but there, nearly all states are dead ends.

Part 2 uses Dijkstra's algorithm, backward from the finished burrow, from which far fewer states can
be reached. There are three kinds of moves, each the reverse of a forward move. First, an amphipod
returns from the hallway to the room it came from. The order in each room is given, so only one kind
can return to it. Second, an amphipod returns to that room directly from its home; if none of its
kind is in the hallway, this is the only move, since who left earlier would only have been in the
way. Third, a room is shut, which reverses the move of the last stranger in it, after which its own
kind could come home. Then all of this kind are in the hallway again, and perhaps others, whose way
home they block. The ways to shut a room depend on little more than the free part of the hallway
around it, so they are cached. An amphipod that enters the hallway costs at first the smallest
detour of its kind to that place from any room, and the rest of its detour when its room is known.

Rooms may be up to four deep, and some or all amphipods may be at home already, but the hallway must
be empty at the start. A burrow without a solution raises a `ValueError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, takewhile
from operator import eq, sub
from typing import NamedTuple

from days.lines import checked

Rooms = tuple[str, ...]
"""The four rooms from left to right, each with its amphipods from the top down."""

KINDS = "ABCD"
FOLD = ("DD", "CB", "BA", "AC")
"""The amphipods that the fold of the diagram hides in each room, below the first row."""
DEPTH = 4
"""The most rows; the searches are made for 2 and, unfolded, 4."""
HOPELESS = "expected amphipods that can all get home, got a burrow without a solution"

PLACES = (0, 1, 3, 5, 7, 9, 10)
"""Where an amphipod may stop in the hallway. Room r is between the places r + 1 and r + 2."""
HOMES, HALL = 16, 32
"""A state has a hexadecimal digit for each room: how many have left it. From bit 16 on, it has one
for each kind: how many of these are home. From bit 32 on, it has one for each place in the hallway:
0, or the kind plus 1."""
BLOCKED = 1 << 20
"""More than all detours together."""
SPARE = 0x8888 << HOMES
"""The highest bit of the digit of each kind, which is not used."""


def detour(room: int, kind: int, place: int) -> int:
    """Return the energy of the detour from a room to the home of a kind by way of a place."""
    start, end, stop = 2 * room + 2, 2 * kind + 2, PLACES[place]
    steps = abs(stop - start) + abs(stop - end) - (abs(start - end) or 2)
    return int(steps * 10**kind)


DETOURS = [
    [[detour(r, kind, place) for place in range(7)] for kind in range(4)]
    for r in range(4)
]

TAKEN = 0x1111111
"""The lowest bit of the digit of each place."""
NEAREST = {
    sum(1 << 4 * place for place in taken): [
        (
            max((place for place in taken if place <= room + 1), default=-1),
            min((place for place in taken if place >= room + 2), default=7),
        )
        for room in range(4)
    ]
    for number in range(8)
    for taken in combinations(range(7), number)
}
"""The nearest taken places to the left and right of each room, by the bits in `TAKEN` of the places
that are taken; -1 and 7 mean none."""
OUT = [
    [(kind + 1 << HALL + 4 * place) - (1 << HOMES + 4 * kind) for place in range(7)]
    for kind in range(4)
]
"""By kind and place, the change of a state if somebody comes out of its home to this place."""


def parse(text: str) -> Rooms:
    """Read an empty hallway and four rooms of one depth, with as many amphipods of each kind."""
    lines = text.split("\n")
    row = "  #[A-D]#[A-D]#[A-D]#[A-D]# *"
    depth = 1 + len([*takewhile(re.compile(row).fullmatch, lines[3 : DEPTH + 2])])
    or_row = "" if depth == DEPTH else "'  #.#.#.#.#' with letters A to D, or "
    forms = [
        ("#{13}", "'#############'"),
        (r"#\.{11}#", "'#...........#'"),
        (f"##{row.strip(' *')}##", "'###.#.#.#.###' with four letters A to D"),
        *[(row, "a row")] * (depth - 1),
        ("  #{9} *", f"{or_row}'  #########'"),
        ("(?!)", "no more lines"),
    ]
    checked(text, forms, least=depth + 3)
    rows = [line.strip(" #").split("#") for line in lines[2:-1]]
    for kind in KINDS:
        if (found := text.count(kind)) != depth:
            expected = f"expected {depth} amphipods of kind {kind} down to here"
            raise ValueError(f"line {depth + 2}: {expected}, got {found}")
    return tuple(map("".join, zip(*rows, strict=True)))


def part1(rooms: Rooms) -> int:
    """Return the least energy to bring everybody home."""
    energy, _ = forward(rooms)
    return energy


def part2(rooms: Rooms) -> int:
    """Return the least energy for the unfolded diagram, which has two rows more."""
    return backward(unfold(rooms))


def part2_forward(rooms: Rooms) -> int:
    """Search forward, as part 1 does."""
    return part1(unfold(rooms))


def unfold(rooms: Rooms) -> Rooms:
    """Insert the two hidden rows below the first one."""
    return tuple(
        room[0] + hidden + room[1:] for room, hidden in zip(rooms, FOLD, strict=True)
    )


class Burrow(NamedTuple):
    """A burrow in numbers, without the settled amphipods. Kinds and rooms count from 0."""

    stacks: list[tuple[int, ...]]
    energy: int
    """The energy that all plans spend: everything but detours."""
    start: int
    """The state after all who can go home at the start have done so."""
    finished: int


def survey(rooms: Rooms) -> Burrow:
    """Leave out the settled amphipods, and add up the energy that the others spend in all plans."""
    stacks = []
    energy = 0
    for room, letters in enumerate(rooms):
        stack = tuple(map(KINDS.index, letters.rstrip(KINDS[room])))
        stacks.append(stack)
        for depth, kind in enumerate(stack, 1):
            energy += (
                depth + (2 * abs(room - kind) or 2)
            ) * 10**kind + depth * 10**room
    left_and_home = (
        len(stack) * (1 << 4 * r | 1 << HOMES + 4 * r) for r, stack in enumerate(stacks)
    )
    return Burrow(stacks, energy, settle(stacks, 0), sum(left_and_home))


def left(state: int) -> list[int]:
    """Return how many have left each room."""
    return [state >> shift & 15 for shift in (0, 4, 8, 12)]


def nearest(state: int) -> list[tuple[int, int]]:
    """Return the nearest taken places to the left and right of each room."""
    hall = state >> HALL
    return NEAREST[(hall | hall >> 1 | hall >> 2) & TAKEN]


def places_of_kinds(state: int) -> list[int]:
    """Return the bits in `TAKEN` of the places where each kind is."""
    hall = state >> HALL
    others = [hall ^ kind * TAKEN for kind in range(1, 5)]
    return [~(other | other >> 1 | other >> 2) & TAKEN for other in others]


def clear(near: tuple[int, int], room: int, kind: int) -> bool:
    """Return whether the hallway is free from a room to the home of a kind."""
    return near[0] <= kind + 1 if kind < room else near[1] >= kind + 2


def settle(stacks: list[tuple[int, ...]], state: int) -> int:
    """Return the state after everybody has gone home who can."""
    counts = left(state)
    before = -1
    while state != before:
        before = state
        near = nearest(state)
        for room, stack in enumerate(stacks):
            if counts[room] == len(stack):
                for place in near[room]:
                    if place >= 0 and state >> HALL + 4 * place & 15 == room + 1:
                        state -= OUT[room][place]
                continue
            kind = stack[counts[room]]
            if counts[kind] == len(stacks[kind]) and clear(near[room], room, kind):
                counts[room] += 1
                state += (1 << HOMES + 4 * kind) + (1 << 4 * room)
    return state


def in_order(
    queue: dict[int, list[int]], totals: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield the states of a queue and their detours, from the least on, while more come in.

    The queue has lists of states by their detours, which are also in a heap of their own.
    """
    while totals:
        detours = heappop(totals)
        for state in queue[detours]:
            yield detours, state


def forward(rooms: Rooms) -> tuple[int, dict[int, tuple[int, int, int, int]]]:
    """Return the least energy by a forward search: who leaves its room next, and where it stops.

    Also returns, for each state that was found, the least detours of a plan with it, the state
    before, and who left: the room, and the place in the hallway.
    """
    stacks, energy, start, finished = survey(rooms)
    depths = [*map(len, stacks)]

    @cache
    def tops(counts: int) -> list[tuple[int, int, bool]]:
        """Return each room that is not open, who is on top, and if one may go home after that."""
        numbers = left(counts)
        full = [*map(eq, numbers, depths)]
        return [
            (room, stack[count], count + 1 == depths[room] or full[stack[count + 1]])
            for room, (count, stack) in enumerate(zip(numbers, stacks, strict=True))
            if not full[room]
        ]

    @cache
    def least(room: int, count: int, own: int) -> int:
        """Return the least detours of those still in a room; its own kind is in their way."""
        low, high = NEAREST[own][room]
        return sum(
            min(DETOURS[room][kind][low + 1 : high], default=BLOCKED)
            for kind in stacks[room][count:]
            if kind == room or not clear((low, high), room, kind)
        )

    found = {start: (0, start, 0, 0)}
    queue, totals = {0: [start]}, [0]
    for detours, state in in_order(queue, totals):
        if state == finished:
            return energy + detours, found
        if detours > found[state][0]:
            continue
        near = nearest(state)
        counts = left(state)
        own = places_of_kinds(state)
        for room, kind, settles in tops(state & 0xFFFF):
            # Who moves changes the least detours of those in its room and of those in its home.
            others = detours - least(room, counts[room], own[room])
            if kind != room:
                others += least(room, counts[room] + 1, own[room])
                others -= least(kind, counts[kind], own[kind])
            count = counts[kind] + (kind == room)
            moved = state + (1 << 4 * room)
            low, high = near[room]
            for place in range(low + 1, high):
                total = others + DETOURS[room][kind][place]
                total += least(kind, count, own[kind] | 1 << 4 * place)
                if total >= BLOCKED:
                    continue
                after = moved + (kind + 1 << HALL + 4 * place)
                if settles:
                    after = settle(stacks, after)
                if after not in found or total < found[after][0]:
                    found[after] = total, state, room, place
                    if total not in queue:
                        queue[total] = []
                        heappush(totals, total)
                    queue[total].append(after)
    raise ValueError(HOPELESS)


Standing = tuple[int, int]
"""A place in the hallway and the kind that is there; beyond both ends, the kind is -1."""

Side = tuple[int, int, int, Standing | None, list[Standing]]
"""One way to fill the free places on one side of a room that is shut.

What it adds to a state; what it costs; how many of each other kind come from their homes, as
digits; who is nearest to the room; and who has its home on the other side of the room.
"""

Stretch = tuple[Standing, Standing, tuple[int, ...]]
"""The hallway around a room: who is next to the left and right, and whose homes are between."""

Door = tuple[int, int, int, bool]
"""A room, who left it last, how many of this kind have left a room, and if its home is open."""


def backward(rooms: Rooms) -> int:
    """Return the least energy by a backward search from the finished burrow."""
    stacks, energy, start, finished = survey(rooms)
    charges = [
        [
            min(
                (DETOURS[r][kind][at] for r in range(4) if kind in stacks[r]), default=0
            )
            for at in range(7)
        ]
        for kind in range(4)
    ]
    rests = [
        [[*map(sub, DETOURS[room][kind], charges[kind])] for kind in range(4)]
        for room in range(4)
    ]

    @cache
    def doors(counts: int) -> tuple[list[Door], list[Door], list[int]]:
        """Return the doors of closed and open rooms that somebody has left, and all open rooms."""
        numbers = left(counts)
        gone = [
            kind
            for count, stack in zip(numbers, stacks, strict=True)
            for kind in stack[:count]
        ]
        open_ = [room for room in range(4) if numbers[room] == len(stacks[room])]
        doors = [
            (
                room,
                kind := stack[count - 1],
                gone.count(kind),
                kind in open_ and kind != room,
            )
            for room, (count, stack) in enumerate(zip(numbers, stacks, strict=True))
            if count
        ]
        closed = [door for door in doors if door[0] not in open_]
        return closed, [door for door in doors if door[0] in open_], open_

    filled = cache(fill)

    @cache
    def sides(
        room: int, free: int, others: tuple[int, ...], right: bool
    ) -> list[list[Side]]:
        """Return all fillings of one side, by their number of amphipods of the room's own kind."""
        if right:
            fillings = filled(
                3 - room, free, tuple([3 - kind for kind in reversed(others)])
            )
        else:
            fillings = filled(room, free, others)
        found: list[list[Side]] = []
        for row in fillings:
            found.append(line := [])
            for items in row:
                step = charged = waiting = 0
                crossing = []
                if right:
                    items = tuple([(6 - place, 3 - kind) for place, kind in items])
                for place, kind in items:
                    step += OUT[kind][place]
                    charged += charges[kind][place]
                    if kind != room:
                        waiting += 1 << HOMES + 4 * kind
                        if (kind < room) == right:
                            crossing.append((place, kind))
                line.append(
                    (step, charged, waiting, items[0] if items else None, crossing)
                )
        return found

    @cache
    def shut(
        room: int, wanted: int, straight: bool, own: int, stretch: Stretch
    ) -> list[tuple[int, int, int]]:
        """Return all ways to shut a room after one of the kind `wanted` has returned to it.

        It may return directly from its home if `straight`. The `own` that had come home move to the
        hallway. A way is what it adds to the state, what it costs, and who else comes out.
        """
        left, right, others = stretch
        ways = []
        rest = rests[room][wanted]
        from_home = 1 << HOMES + 4 * wanted
        there = [wanted + 1 << HALL + 4 * place for place in range(7)]
        lefts = sides(room, room + 1 - left[0], others, False)
        rights = sides(room, right[0] - room - 2, others, True)
        for here in range(max(0, own + 1 - len(rights)), min(own + 1, len(lefts))):
            every = rights[own - here]
            some = (
                every
                if straight
                else [b for b in every if (b[3] or right)[1] == wanted]
            )
            for a_step, a_charged, a_waiting, a_near, a_crossing in lefts[here]:
                low, low_kind = a_near or left
                matching = every if low_kind == wanted else some
                for b_step, b_charged, b_waiting, b_near, b_crossing in matching:
                    high, high_kind = b_near or right
                    # Those who wait must be blocked, and must have had a way to their place.
                    if a_crossing:
                        if a_near in a_crossing and not (
                            b_near and high <= low_kind + 1
                        ):
                            continue
                        if b_crossing and any(
                            a_place >= b_kind + 2 and b_place <= a_kind + 1
                            for a_place, a_kind in a_crossing
                            for b_place, b_kind in b_crossing
                        ):
                            continue
                    if b_near in b_crossing and not (a_near and low >= high_kind + 2):
                        continue
                    step = a_step + b_step - (1 << 4 * room)
                    charged, waiting = a_charged + b_charged, a_waiting + b_waiting
                    if low_kind == wanted:
                        ways.append((step - there[low], charged + rest[low], waiting))
                    if high_kind == wanted:
                        ways.append((step - there[high], charged + rest[high], waiting))
                    if straight and clear((low, high), room, wanted):
                        ways.append((step - from_home, charged, waiting + from_home))
        return ways

    least = {finished: 0}
    queue, totals = {0: [finished]}, [0]
    for detours, state in in_order(queue, totals):
        if state == start:
            return energy + detours
        if detours > least[state]:
            continue
        hall = state >> HALL
        near = nearest(state)
        closed, opened, open_ = doors(state & 0xFFFF)
        before = []
        for room, kind, out, is_open in closed:
            after = state - (1 << 4 * room)
            at_home = state >> HOMES + 4 * kind & 15
            if is_open and at_home and clear(near[room], room, kind):
                before.append((after - (1 << HOMES + 4 * kind), detours))
                if at_home == out:  # nothing else is worth a try
                    before = before[-1:]
                    opened = []
                    break
            for place in near[room]:
                if 0 <= place < 7 and hall >> 4 * place & 15 == kind + 1:
                    back = after - (kind + 1 << HALL + 4 * place)
                    before.append((back, detours + rests[room][kind][place]))
        for room, kind, _, straight in opened:
            low, high = near[room]
            own = state >> HOMES + 4 * room & 15
            if own >= high - low:
                continue
            low_kind = (hall >> 4 * low & 15) - 1 if low >= 0 else -1
            high_kind = (hall >> 4 * high & 15) - 1
            if straight:
                straight = state >> HOMES + 4 * kind & 15 > 0 and clear(
                    near[room], room, kind
                )
            if straight or kind in (room, low_kind, high_kind, *open_):
                others = [
                    other
                    for other in open_
                    if other != room and low <= other + 1 and other + 2 <= high
                    if state >> HOMES + 4 * other & 15
                ]
                stretch = (low, low_kind), (high, high_kind), tuple(others)
                for step, charged, waiting in shut(room, kind, straight, own, stretch):
                    if (state | SPARE) - waiting & SPARE == SPARE:
                        before.append((state + step, detours + charged))
        for state, total in before:
            if state not in least or total < least[state]:
                least[state] = total
                if total not in queue:
                    queue[total] = []
                    heappush(totals, total)
                queue[total].append(state)
    raise ValueError(HOPELESS)


def fill(
    room: int, free: int, others: tuple[int, ...]
) -> list[list[tuple[Standing, ...]]]:
    """Return all ways to fill the `free` places to the left of a room that is shut.

    A filling has places and kinds, from the room outward. Other kinds wait there because somebody
    is in their way home: further out, nearer to the room, or on the other side of it, which the
    caller checks. They may block others, but not each other. The fillings are sorted by their
    number of amphipods of the room's own kind.
    """
    fillings: list[list[tuple[Standing, ...]]] = [[] for _ in range(free + 1)]
    kinds = (room, *others)

    def place_next(
        items: tuple[Standing, ...], own: int, first: int, bound: int
    ) -> None:
        # Another one must be at `bound` or nearer, to block the way of the last one.
        if not bound:
            fillings[own].append(items)
        for place in range(first, max(room + 1 - free, bound - 1), -1):
            for kind in kinds:
                blocker = 0
                if kind != room:
                    if place > kind + 1:
                        blocker = kind + 2
                    elif items[-1][0] > kind + 1 if items else kind < room:
                        continue
                for other_place, other in items:
                    if other_place <= kind + 1 and other + 2 <= place:
                        break
                else:
                    place_next(
                        (*items, (place, kind)),
                        own + (kind == room),
                        place - 1,
                        blocker,
                    )

    place_next((), 0, room + 1, 0)
    return fillings
