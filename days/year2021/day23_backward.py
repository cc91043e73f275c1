"""The backward search of day 23, from the finished burrow to the start.

From the end, far fewer states can be reached than from the start. Kinds, their homes and the other
rooms are numbers from 0, and so are the seven places in the hallway: room r is between the places
r + 1 and r + 2. A state is one integer, with a hexadecimal digit for each number in it:

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

from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

COLUMNS = (0, 1, 3, 5, 7, 9, 10)
"""The columns of the places in the hallway."""
HOMES, HALL = 16, 32
"""The lowest bit of a state's digits for how many of each kind are home, and for each place. Those
for how many have left each room begin at bit 0."""
SPARE = 0x8888 << HOMES
"""The highest bit of the digit of each kind, which is not used."""

Standing = tuple[int, int]
"""A place in the hallway and the kind that stands there; beyond both ends, the kind is -1."""

TAKEN = 0x1111111
"""The lowest bit of the digit of each place."""

Way = tuple[int, int, int]
"""One way to shut a room: what it adds to a state; what it costs; and how many of each kind, but
the owners of the room, step out, as digits of a state."""


def detour(room: int, kind: int, place: int) -> int:
    """Return the energy of the detour from a room to the home of a kind by way of a place."""
    start = 2 * room + 2
    end = 2 * kind + 2
    stop = COLUMNS[place]
    steps = abs(stop - start) + abs(stop - end) - (abs(start - end) or 2)
    return int(steps * 10**kind)


@cache
def charge(kind: int, place: int) -> int:
    """Return what is charged for an amphipod that steps out to a place."""
    return min(detour(room, kind, place) for room in range(4))


@cache
def rest(room: int, kind: int, place: int) -> int:
    """Return what is charged for an amphipod that returns to a room from a place."""
    return detour(room, kind, place) - charge(kind, place)


def stand(kind: int, place: int) -> int:
    """Return the digit of a state for somebody at a place."""
    return kind + 1 << HALL + 4 * place


def left(room: int) -> int:
    """Return one in the digit of a state for how many have left a room."""
    return 1 << 4 * room


def home(kind: int) -> int:
    """Return one in the digit of a state for how many of a kind are home."""
    return 1 << HOMES + 4 * kind


@cache
def nearest(taken: int) -> list[tuple[int, int]]:
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


class Door(NamedTuple):
    """A room that somebody has left."""

    room: int
    last: int
    """The kind that left last."""
    out: int
    """How many of this kind have left a room."""
    to_open: bool
    """Whether its home is open."""


def backward(rooms: tuple[str, ...]) -> int | None:
    """Return the least detours of those in the rooms; None if they cannot all get home."""
    stacks = [["ABCD".index(letter) for letter in room] for room in rooms]

    @cache
    def doors(counts: int) -> tuple[list[Door], list[Door], list[int]]:
        """Return the doors of rooms that hold strangers, those of open rooms, and all open rooms.

        Takes the digits of a state for how many have left each room.
        """
        left = [stack[: counts >> 4 * room & 15] for room, stack in enumerate(stacks)]
        open_rooms = [room for room in range(4) if left[room] == stacks[room]]
        closed = []
        opened = []
        for room, gone in enumerate(left):
            if gone:
                last = gone[-1]
                out = sum(kinds.count(last) for kinds in left)
                door = Door(room, last, out, last in open_rooms)
                if room in open_rooms:
                    opened.append(door)
                else:
                    closed.append(door)
        return closed, opened, open_rooms

    finished = 0
    for room, stack in enumerate(stacks):
        finished += len(stack) << 4 * room
        finished += sum(home(kind) for kind in stack)
    found = {finished: 0}
    queue = [(0, finished)]
    while queue:
        detours, state = heappop(queue)
        if state == 0:
            return detours
        if detours > found[state]:
            continue
        for step, cost in moves(state, *doors(state & 0xFFFF)):
            before = state + step
            total = detours + cost
            if before not in found or total < found[before]:
                found[before] = total
                heappush(queue, (total, before))
    return None


def moves(
    state: int, closed: list[Door], opened: list[Door], open_rooms: list[int]
) -> list[tuple[int, int]]:
    """Return the moves back from a state: what each adds to it, and what it costs."""
    hall = state >> HALL
    near = nearest((hall | hall >> 1 | hall >> 2) & TAKEN)
    found = []
    for room, last, out, to_open in closed:
        low, high = near[room]
        at_home = state >> HOMES + 4 * last & 15
        if to_open and at_home and is_free(low, high, room, last):
            straight = -home(last) - left(room), 0
            if at_home == out:
                # None of its kind is in the hallway: this is the only move.
                return [straight]
            found.append(straight)
        for place in (low, high):
            if 0 <= place < 7 and hall >> 4 * place & 15 == last + 1:
                step = -stand(last, place) - left(room)
                found.append((step, rest(room, last, place)))
    for room, last, _, to_open in opened:
        low, high = near[room]
        own = state >> HOMES + 4 * room & 15
        if own > high - low - 1:
            # There is no place for all owners of the room.
            continue
        low_kind = (hall >> 4 * low & 15) - 1 if low >= 0 else -1
        high_kind = (hall >> 4 * high & 15) - 1
        at_home = state >> HOMES + 4 * last & 15
        can_be_straight = bool(at_home and to_open and is_free(low, high, room, last))
        if not can_be_straight and last not in (low_kind, high_kind, *open_rooms):
            # Its last stranger is neither near the door nor at home.
            continue
        others = []
        for kind in open_rooms:
            is_between = low <= kind + 1 and kind + 2 <= high
            if kind != room and is_between and state >> HOMES + 4 * kind & 15:
                others.append(kind)
        between = (low, low_kind), (high, high_kind)
        ways = shut(room, last, can_be_straight, own, *between, tuple(others))
        for step, cost, stepping in ways:
            # All who step out must be home: no digit may borrow from its spare bit.
            if (state | SPARE) - stepping & SPARE == SPARE:
                found.append((step, cost))
    return found


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
    room: int,
    last: int,
    straight: bool,
    own: int,
    low: Standing,
    high: Standing,
    others: tuple[int, ...],
) -> list[Way]:
    """Return all ways to shut a room.

    Its `own` amphipods step out, to places between those who stand at `low` and `high`, and some of
    the `others` may step out with them. Then one of the kind `last` returns to the room: from the
    place nearest to it on one side, or straight from its home if that is possible.
    """
    ways = []
    left_free = room + 1 - low[0]
    right_free = high[0] - room - 2
    entered = left(room)
    for own_left in range(max(0, own - right_free), min(own, left_free) + 1):
        rights = sides(room, True, right_free, others, own - own_left)
        if straight:
            fitting = rights
        else:
            fitting = [side for side in rights if (side.nearest or high)[1] == last]
        for left_side in sides(room, False, left_free, others, own_left):
            left_place, left_kind = left_side.nearest or low
            for right_side in rights if left_kind == last else fitting:
                right_place, right_kind = right_side.nearest or high
                # Who is nearest to the door and has to cross it is blocked on the other side.
                if left_side.nearest_crosses and right_place > left_kind + 1:
                    continue
                if right_side.nearest_crosses and left_place < right_kind + 2:
                    continue
                from_left = left_side.crossing
                from_right = right_side.crossing
                if (
                    from_left
                    and from_right
                    and in_each_others_way(from_left, from_right)
                ):
                    continue
                step = left_side.step + right_side.step - entered
                cost = left_side.cost + right_side.cost
                guests = left_side.guests + right_side.guests
                if left_kind == last:
                    total = cost + rest(room, last, left_place)
                    ways.append((step - stand(last, left_place), total, guests))
                if right_kind == last:
                    total = cost + rest(room, last, right_place)
                    ways.append((step - stand(last, right_place), total, guests))
                if straight and is_free(left_place, right_place, room, last):
                    ways.append((step - home(last), cost, guests + home(last)))
    return ways


def in_each_others_way(from_left: list[Standing], from_right: list[Standing]) -> bool:
    """Return whether any two who have to cross a door are in each other's way home."""
    for place, kind in from_left:
        for other_place, other in from_right:
            if other_place <= kind + 1 and place >= other + 2:
                return True
    return False


@cache
def sides(
    room: int, to_right: bool, free: int, others: tuple[int, ...], own: int
) -> list[Side]:
    """Return all ways to fill the free places on one side of a room, with so many of its owners."""
    first = room + 2 if to_right else room + 1
    outward = 1 if to_right else -1
    found = []
    for filling in fill(free, tuple([outward * (kind - room) for kind in others]))[own]:
        step = cost = guests = 0
        nearest = None
        crossing = []
        for position, home_number in filling:
            place = first + outward * position
            kind = room + outward * home_number
            nearest = nearest or (place, kind)
            step += stand(kind, place) - home(kind)
            cost += charge(kind, place)
            if kind != room:
                guests += home(kind)
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
        """Add one farther out, who must stand before `end` to be in the way of the last one."""
        if end is None:
            fillings[owners].append(filling)
        first = filling[-1][0] + 1 if filling else 0
        for place in range(first, free if end is None else end):
            for home in kinds:
                if 0 != home <= place:
                    nearer = filling[-1][0] if filling else 0
                    if home > nearer or (home > 0 and not filling):
                        # Nobody is between it and its home. (If its home is on the other side,
                        # and nobody is nearer to the door on this one, `shut` checks it.)
                        continue
                for other_place, other in filling:
                    if place < other and home <= other_place:
                        # They would be in each other's way.
                        break
                else:
                    longer = [*filling, (place, home)]
                    extend(longer, owners + (home == 0), home if home > place else None)

    extend([], 0, None)
    return fillings
