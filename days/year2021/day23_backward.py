"""The backward search of day 23, from the finished burrow to the start.

From the end, far fewer states can be reached than from the start: for the example, 1778 in place of
28978. Forward, an amphipod may stop wherever the way is free, and only much later it turns out that
somebody cannot get home any more. Backward, nobody is in the hallway without need, and all states
are such from which everybody gets home, because the reverse of the moves leads there.

Kinds, their homes and the other rooms are numbers from 0, and so are the seven places in the
hallway: room r is between the places r + 1 and r + 2. A state is one integer, with a hexadecimal
digit for each number in it:

    place    0 1   2   3   4   5 6
           #########################
           # . . . B . . . . . . . #       0000200 0000 0100
           # # # B # C # . # D # # #             |    |    |
               # . # D # . # A #                 |    |    room 2 has been left by one
               #################                 |    nobody has come home
                                                 place 2 has kind 1: the digit is the kind plus 1

Dots in a room stand for those who are out, and for settled amphipods. The search is Dijkstra's
algorithm. There are three moves, each the reverse of a forward one:

1. An amphipod returns from the hallway to the room that it came from. The order in each room is
   given, so only one kind can return to it.
2. An amphipod returns to that room straight from its home. If none of its kind is in the hallway,
   this is the only move: if it had left earlier, it would only have been in the way.
3. A room is shut: its last stranger returns to it. That is the reverse of the move after which the
   owners of the room could come home, so all of them step out into the hallway. Others may step out
   with them, who could not get home before since somebody was in their way:

           before, seen forward            after
           #########################       #########################
           # . . . . . B . B . C . #       # . . . D . . . . . . . #
           # # # . # D # . # . # # #       # # # . # B # C # . # # #
               # . # . # C # . #               # . # B # C # . #
               #################               #################

   D leaves room B and stops to the left, both B come home, and then C, who waited behind a B.
   `shut` finds all ways to get from the right picture to the left one.

An amphipod that steps out is charged the smallest detour of its kind to that place from any room,
and the rest of its detour when its room is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

COLUMNS = (0, 1, 3, 5, 7, 9, 10)
"""The columns of the places in the hallway."""
HOMES, HALL = 16, 32
"""The lowest bit of a state's digits for how many of each kind are home, and for each place. Those
for how many have left each room begin at bit 0."""
LEFT = [1 << 4 * room for room in range(4)]
"""One in the digit for how many have left each room."""
HOME = [1 << HOMES + 4 * kind for kind in range(4)]
"""One in the digit for how many of each kind are home."""
STAND = [[kind + 1 << HALL + 4 * place for place in range(7)] for kind in range(4)]
"""By kind and place, the digit for somebody who stands there."""
SPARE = 0x8888 << HOMES
"""The highest bit of the digit of each kind, which is not used."""
TAKEN = 0x1111111
"""The lowest bit of the digit of each place."""

Standing = tuple[int, int]
"""A place in the hallway and the kind that stands there; beyond both ends, the kind is -1."""
Move = tuple[int, int]
"""What a move adds to a state, and the energy that it is charged."""
Way = tuple[int, int, int]
"""One way to shut a room: what it adds to a state; what it is charged; and how many of each kind,
but the owners of the room, step out, as digits of a state."""


@dataclass(frozen=True, eq=False, slots=True)
class Burrow:
    """What stays the same for all states."""

    stacks: list[list[int]]
    """The kinds in each room at the start, from the top down."""
    charges: list[list[int]]
    """By kind and place: the energy charged for stepping out, the least detour by this place."""
    rests: list[list[list[int]]]
    """By room, kind and place: the rest of the detour, charged for the return to the room."""


class Door(NamedTuple):
    """A room that somebody has left."""

    room: int
    last: int
    """The kind that left last, and so has to return first."""
    away: int
    """How many of this kind have left a room."""
    to_open: bool
    """Whether the home of this kind is open: all strangers have left it."""


class Doors(NamedTuple):
    """The rooms that somebody has left, and those which all strangers have left."""

    closed: list[Door]
    opened: list[Door]
    open_rooms: list[int]


def backward(rooms: tuple[str, ...]) -> int | None:
    """Return the least detours of those in the rooms; None if they cannot all get home."""
    burrow = survey(rooms)
    finished = 0
    for room, stack in enumerate(burrow.stacks):
        finished += len(stack) * LEFT[room]
        for kind in stack:
            finished += HOME[kind]
    found = {finished: 0}
    queue = [(0, finished)]
    while queue:
        detours, state = heappop(queue)
        if state == 0:
            return detours
        if detours > found[state]:
            continue
        for step, charge in moves(burrow, state):
            before = state + step
            total = detours + charge
            if before not in found or total < found[before]:
                found[before] = total
                heappush(queue, (total, before))
    return None


def survey(rooms: tuple[str, ...]) -> Burrow:
    """Return what stays the same for all states."""
    stacks = [["ABCD".index(letter) for letter in room] for room in rooms]
    charges = []
    for kind in range(4):
        origins = [room for room, stack in enumerate(stacks) if kind in stack]
        row = []
        for place in range(7):
            detours = [detour(room, kind, place) for room in origins]
            row.append(min(detours, default=0))
        charges.append(row)
    rests = []
    for room in range(4):
        table = []
        for kind, row in enumerate(charges):
            table.append([detour(room, kind, place) - row[place] for place in range(7)])
        rests.append(table)
    return Burrow(stacks, charges, rests)


def detour(room: int, kind: int, place: int) -> int:
    """Return the energy of the detour from a room to the home of a kind by way of a place."""
    start = 2 * room + 2
    end = 2 * kind + 2
    stop = COLUMNS[place]
    steps = abs(stop - start) + abs(stop - end) - (abs(start - end) or 2)
    return int(steps * 10**kind)


@cache
def doors(burrow: Burrow, counts: int) -> Doors:
    """Return the doors, given the digits of a state for how many have left each room."""
    out = [stack[: counts >> 4 * room & 15] for room, stack in enumerate(burrow.stacks)]
    open_rooms = [room for room in range(4) if out[room] == burrow.stacks[room]]
    closed = []
    opened = []
    for room, gone in enumerate(out):
        if gone:
            last = gone[-1]
            away = sum(kinds.count(last) for kinds in out)
            door = Door(room, last, away, last in open_rooms)
            if room in open_rooms:
                opened.append(door)
            else:
                closed.append(door)
    return Doors(closed, opened, open_rooms)


@cache
def nearest_taken(taken: int) -> list[tuple[int, int]]:
    """Return the nearest taken places to the left and right of each room; -1 and 7 mean none.

    The lowest bit of the digit of each taken place is set.
    """
    places = [place for place in range(7) if taken >> 4 * place & 1]
    pairs = []
    for room in range(4):
        low = max((place for place in places if place <= room + 1), default=-1)
        high = min((place for place in places if place >= room + 2), default=7)
        pairs.append((low, high))
    return pairs


def is_free(low: int, high: int, room: int, kind: int) -> bool:
    """Return whether nobody stands between a room and the home of a kind.

    The nearest ones to the left and right of the room stand at `low` and `high`.
    """
    return low <= kind + 1 if kind < room else high >= kind + 2


def moves(burrow: Burrow, state: int) -> list[Move]:
    """Return the moves back from a state."""
    hall = state >> HALL
    near = nearest_taken((hall | hall >> 1 | hall >> 2) & TAKEN)
    closed, opened, open_rooms = doors(burrow, state & 0xFFFF)
    found = []
    # Moves 1 and 2: somebody returns to a room that holds others, from the hallway or from home.
    for room, last, away, to_open in closed:
        low, high = near[room]
        if to_open and is_free(low, high, room, last):
            at_home = state >> HOMES + 4 * last & 15
            if at_home:
                from_home = -HOME[last] - LEFT[room], 0
                if at_home == away:
                    # None of its kind is in the hallway: this is the only move.
                    return [from_home]
                found.append(from_home)
        for place in (low, high):
            if 0 <= place < 7 and hall >> 4 * place & 15 == last + 1:
                step = -STAND[last][place] - LEFT[room]
                found.append((step, burrow.rests[room][last][place]))
    # Move 3: a room is shut.
    for room, last, _, to_open in opened:
        low, high = near[room]
        owners = state >> HOMES + 4 * room & 15
        if owners > high - low - 1:
            # There is no place for all owners of the room.
            continue
        low_kind = (hall >> 4 * low & 15) - 1 if low >= 0 else -1
        high_kind = (hall >> 4 * high & 15) - 1
        at_home = state >> HOMES + 4 * last & 15
        straight = bool(to_open and at_home and is_free(low, high, room, last))
        if not straight and last not in (low_kind, high_kind, *open_rooms):
            # Its last stranger is neither near the door nor at home.
            continue
        others = []
        for kind in open_rooms:
            is_between = low <= kind + 1 and kind + 2 <= high
            if kind != room and is_between and state >> HOMES + 4 * kind & 15:
                others.append(kind)
        between = (low, low_kind), (high, high_kind)
        ways = shut(burrow, room, last, straight, owners, *between, tuple(others))
        for step, charge, guests in ways:
            if are_home(state, guests):
                found.append((step, charge))
    return found


def are_home(state: int, guests: int) -> bool:
    """Return whether at least so many of each kind are home, given as digits of a state."""
    # A digit that is too small borrows from its spare bit.
    return (state | SPARE) - guests & SPARE == SPARE


Filling = list[tuple[int, int]]
"""Who stands on one side of a room, from the door outward: the place and the home of each."""


class Side(NamedTuple):
    """One way to fill the free places on one side of a room."""

    step: int
    """What it adds to a state."""
    cost: int
    guests: int
    """How many of each kind, but the owners of the room, step out, as digits of a state."""
    nearest: Standing | None
    """Who stands nearest to the room."""
    crossing: list[Standing]
    """Who has its home on the other side of the room."""
    nearest_crosses: bool


@cache
def shut(
    burrow: Burrow,
    room: int,
    last: int,
    straight: bool,
    owners: int,
    low: Standing,
    high: Standing,
    others: tuple[int, ...],
) -> list[Way]:
    """Return all ways to shut a room.

    Its `owners` step out, to places between those who stand at `low` and `high`, and some of
    the `others` may step out with them. Then one of the kind `last` returns to the room: from the
    place nearest to it on one side, or straight from its home if that is possible.
    """
    ways = []
    rest = burrow.rests[room][last]
    left_free = room + 1 - low[0]
    right_free = high[0] - room - 2
    for on_left in range(max(0, owners - right_free), min(owners, left_free) + 1):
        lefts = sides(burrow, room, False, left_free, others, on_left)
        rights = sides(burrow, room, True, right_free, others, owners - on_left)
        returning = []
        for right in rights:
            if can_return(room, last, straight, right.nearest or high):
                returning.append(right)
        for left in lefts:
            left_place, left_kind = left.nearest or low
            by_left = can_return(room, last, straight, (left_place, left_kind))
            for right in rights if by_left else returning:
                right_place, right_kind = right.nearest or high
                # Who is nearest to the door and has to cross it is blocked on the other side.
                if left.nearest_crosses and right_place > left_kind + 1:
                    continue
                if right.nearest_crosses and left_place < right_kind + 2:
                    continue
                both_cross = left.crossing and right.crossing
                if both_cross and in_each_others_way(left.crossing, right.crossing):
                    continue
                step = left.step + right.step - LEFT[room]
                cost = left.cost + right.cost
                guests = left.guests + right.guests
                if left_kind == last:
                    returned = step - STAND[last][left_place]
                    ways.append((returned, cost + rest[left_place], guests))
                if right_kind == last:
                    returned = step - STAND[last][right_place]
                    ways.append((returned, cost + rest[right_place], guests))
                if straight and is_free(left_place, right_place, room, last):
                    ways.append((step - HOME[last], cost, guests + HOME[last]))
    return ways


def can_return(room: int, last: int, straight: bool, nearest: Standing) -> bool:
    """Return whether one of the kind `last` can return on the side where somebody is nearest.

    It is the nearest one itself, or it comes straight from its home, which is nearer to the room.
    """
    place, kind = nearest
    if kind == last:
        return True
    home_is_on_left = last < room
    nearest_is_on_left = place <= room + 1
    if not straight or home_is_on_left != nearest_is_on_left:
        return False
    return is_free(place, place, room, last)


def in_each_others_way(from_left: list[Standing], from_right: list[Standing]) -> bool:
    """Return whether any two who have to cross a door are in each other's way home."""
    for place, kind in from_left:
        for other_place, other in from_right:
            if other_place <= kind + 1 and place >= other + 2:
                return True
    return False


@cache
def sides(
    burrow: Burrow,
    room: int,
    to_right: bool,
    free: int,
    others: tuple[int, ...],
    owners: int,
) -> list[Side]:
    """Return all ways to fill the free places on one side of a room, with so many of its owners."""
    first = room + 2 if to_right else room + 1
    outward = 1 if to_right else -1
    found = []
    homes = tuple([outward * (kind - room) for kind in others])
    for filling in fill(free, homes)[owners]:
        step = 0
        cost = 0
        guests = 0
        nearest = None
        crossing = []
        for position, home_number in filling:
            place = first + outward * position
            kind = room + outward * home_number
            nearest = nearest or (place, kind)
            step += STAND[kind][place] - HOME[kind]
            cost += burrow.charges[kind][place]
            if kind != room:
                guests += HOME[kind]
            if home_number < 0:
                crossing.append((place, kind))
        found.append(Side(step, cost, guests, nearest, crossing, nearest in crossing))
    return found


@cache
def fill(free: int, homes: tuple[int, ...]) -> list[list[Filling]]:
    """Return all ways to fill the free places on one side of a room, by the number of its owners.

    Places and homes are counted outward from the door. To the right of room B, they are:

        place                 0   1   2 3
           # . . . . . . . . . . . #
           # # # A # B # C # D # # #
        home    -1   0   1   2

    So home n is just before place n. Owners of the room have home 0, and `homes` are those of the
    other kinds. An amphipod of these stands here only if somebody is between it and its home, and
    no two may be in each other's way, since they would never get home.
    """
    fillings: list[list[Filling]] = [[] for _ in range(free + 1)]
    kinds = (0, *homes)

    def extend(filling: Filling, owners: int, end: int | None) -> None:
        """Add one farther out: before `end`, if the last one is blocked only by the next one."""
        if end is None:
            fillings[owners].append(filling)
        first = filling[-1][0] + 1 if filling else 0
        for place in range(first, free if end is None else end):
            for home in kinds:
                if can_stand(filling, place, home):
                    longer = [*filling, (place, home)]
                    extend(longer, owners + (home == 0), home if home > place else None)

    extend([], 0, None)
    return fillings


def can_stand(filling: Filling, place: int, home: int) -> bool:
    """Return whether one more can stand farther out than the others on this side."""
    for other_place, other in filling:
        if place < other and home <= other_place:
            # Each stands between the other and its home.
            return False
    if 0 < home <= place:
        # Its home is nearer to the door. Somebody has to stand between.
        return bool(filling) and filling[-1][0] >= home
    return True
