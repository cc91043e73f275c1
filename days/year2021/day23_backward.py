"""The moves of day 23 from the finished burrow back to the start.

Dijkstra's algorithm meets far fewer states backward than forward: in part 2 of the example, 1,778
in place of 89,096. Nobody is in the hallway without need, and everybody there can get home, because
the reverse of the moves leads there.

Kinds, their homes and the other rooms are numbers from 0, and so are the seven places in the
hallway: room r is between the places r + 1 and r + 2. A state is one integer of hexadecimal digits,
one for each room and each place, the last ones first:

    place    0 1   2   3   4   5 6
           #########################
           # . . . B . . . . . . . #       0100 0 0000200
           # # # B # C # . # D # # #        |         |
               # . # D # . # A #            |         place 2 has a B: A, B, C, D are 1, 2, 4, 8
               #################            room 2 has been left by one

Dots in a room stand for those who are out, and for settled amphipods. As each kind has a bit of its
own in each place, many questions are one operation: whether a way is free, who is nearest to a
door, or how many of a kind are in the hallway.

There are three moves, each the reverse of a forward one:

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
   Backward, `step_outs` puts both B in any two free places. Then it adds others such as C, one by
   one, in places from which the way home is not free. But no two may be in each other's way.

An amphipod that steps out is charged the smallest detour of its kind to that place from any room,
and the rest of its detour when its room is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

COLUMNS = (0, 1, 3, 5, 7, 9, 10)
"""The columns of the places in the hallway."""
PLACES = range(7)
KINDS = range(4)
"""The kinds, which are also the numbers of their homes."""
OF_KIND = [0x1111111 << kind for kind in KINDS]
"""The bits of a kind in all places."""
LEFT = [(1 << 4 * room + 8) - 1 for room in KINDS]
"""All bits of the places to the left of a room."""
WALL = 1 << 28
"""The bit behind all places."""
RIGHT = [WALL - 1 - left for left in LEFT]
"""All bits of the places to the right of a room."""
BETWEEN = [[left ^ other for other in LEFT] for left in LEFT]
"""All bits of the places between two rooms."""
COUNTS = 32
"""The lowest bit of the digits for how many have left each room."""
GONE = [1 << COUNTS + 4 * room for room in KINDS]
"""One in the digit of a room."""

Step = tuple[int, int]
"""The energy that a move is charged, and what it adds to a state."""
Guest = tuple[int, int]
"""A kind of which some may step out with the owners of a room, and how many at most."""


@dataclass(frozen=True, eq=False, slots=True)
class Burrow:
    """What stays the same for all states."""

    finished: int
    """The state in which everybody is home."""
    stacks: list[list[int]]
    """The kinds in each room at the start, from the top down."""
    charges: list[list[int]]
    """By kind and place: the energy charged for stepping out, the least detour by this place."""
    rests: list[dict[int, int]]
    """By room and bit: the rest of the detour by this place, charged for the return to the room."""


class Door(NamedTuple):
    """A room that somebody has left."""

    room: int
    last: int
    """The kind that left last, and so has to return first."""
    is_open: bool
    """Whether all strangers have left the room."""


def survey(rooms: list[str]) -> Burrow:
    """Return what stays the same for all states, given who has to leave each room."""
    stacks = [["ABCD".index(letter) for letter in room] for room in rooms]
    finished = 0
    for room, stack in enumerate(stacks):
        finished += len(stack) * GONE[room]
    charges: list[list[int]] = [[] for _ in KINDS]
    rests: list[dict[int, int]] = [{} for _ in rooms]
    for kind in KINDS:
        origins = [room for room in KINDS if kind in stacks[room]]
        for place in PLACES:
            detours = [detour(room, kind, place) for room in origins]
            charge = min(detours, default=0)
            charges[kind].append(charge)
            for room, energy in zip(origins, detours, strict=True):
                rests[room][bit_of(kind, place)] = energy - charge
    return Burrow(finished, stacks, charges, rests)


def detour(room: int, kind: int, place: int) -> int:
    """Return the energy of the detour from a room to the home of a kind by way of a place."""
    start = 2 * room + 2
    end = 2 * kind + 2
    stop = COLUMNS[place]
    steps = abs(stop - start) + abs(stop - end) - (abs(start - end) or 2)
    return int(steps * 10**kind)


def bit_of(kind: int, place: int) -> int:
    """Return the bit for one of a kind that stands in a place."""
    return 1 << 4 * place + kind


@cache
def doors_of(burrow: Burrow, counts: int) -> tuple[list[Door], list[int]]:
    """Return the doors, the open ones last, and how many of each kind have left a room.

    Both follow from the digits of a state for how many have left each room.
    """
    left = [stack[: counts >> 4 * room & 15] for room, stack in enumerate(burrow.stacks)]
    doors = []
    for room, kinds in enumerate(left):
        if kinds:
            doors.append(Door(room, kinds[-1], kinds == burrow.stacks[room]))
    doors.sort(key=lambda door: door.is_open)
    out = [sum(kinds.count(kind) for kinds in left) for kind in KINDS]
    return doors, out


def moves_back(burrow: Burrow, state: int) -> list[tuple[int, int]]:
    """Return the energy that each move back from a state is charged, and the state before it."""
    doors, out = doors_of(burrow, state >> COUNTS)
    # How many of each kind are at home: none if it is not open, since all step out before that.
    home = [out[kind] - (state & OF_KIND[kind]).bit_count() for kind in KINDS]
    moves: list[tuple[int, int]] = []
    for room, last, is_open in doors:
        # The nearest one to the left has the highest bit there, and to the right the lowest.
        left = 1 << (state & LEFT[room]).bit_length() >> 1
        rights = state & RIGHT[room] | WALL
        right = rights & -rights
        if not home[last] and not (left | right) & OF_KIND[last]:
            # Nobody of this kind is at home or near the door.
            continue
        straight = home[last]
        if state & BETWEEN[room][last]:
            straight = 0
        owners = 0
        guests = []
        if is_open:
            owners = home[room]
            for kind in KINDS:
                if home[kind] and kind != room and not state & BETWEEN[room][kind]:
                    guests.append((kind, home[kind]))
        elif straight == out[last]:
            # All of this kind are at home, so this is the only move.
            return [(0, state - GONE[room])]
        steps = steps_of(burrow, room, last, straight, left, right, owners, tuple(guests))
        for charge, step in steps:
            moves.append((charge, state + step))
    return moves


@cache
def steps_of(
    burrow: Burrow,
    room: int,
    last: int,
    straight: int,
    left: int,
    right: int,
    owners: int,
    guests: tuple[Guest, ...],
) -> list[Step]:
    """Return all steps by which one of the kind `last` returns to a room, after some step out.

    It comes from the nearest place to the left or right, or `straight` from its home, where so many
    of its kind are. Before anybody steps out, those at `left` and `right` stand nearest.
    """
    # A place has four bits, so these are the first place between the two, and the one behind.
    low = left.bit_length() + 3 >> 2
    high = right.bit_length() - 1 >> 2
    of_kind = OF_KIND[last]
    to_left = LEFT[room]
    way = BETWEEN[room][last]
    rests = burrow.rests[room]
    outs = step_outs(burrow, room, last, low, high, owners, guests)
    steps = []
    for added, charge in outs.items():
        hall = added | left | right
        lefts = hall & to_left
        rights = hall - lefts
        for bit in (1 << lefts.bit_length() >> 1, rights & -rights):
            if bit & of_kind:
                steps.append((charge + rests[bit], added - bit - GONE[room]))
        if not hall & way and straight > (added & of_kind).bit_count():
            steps.append((charge, added - GONE[room]))
    return steps


@cache
def step_outs(
    burrow: Burrow,
    room: int,
    last: int,
    low: int,
    high: int,
    owners: int,
    guests: tuple[Guest, ...],
) -> dict[int, int]:
    """Return who can step out before one returns to a room: their bits, and the energy charged.

    These are so many `owners` of the room, and any of the `guests` whose way home is not free. They
    stand in the places from `low` to before `high`.
    """
    # If both places beside the door are taken, only one of the kind `last` there can return.
    beside = (room + 1, room + 2)
    charged = {}
    for places in combinations(range(low, high), owners):
        if set(beside) <= set(places):
            continue
        bits = 0
        charge = 0
        for place in places:
            bits |= bit_of(room, place)
            charge += burrow.charges[room][place]
        charged[bits] = charge
    candidates = []
    for kind, number in guests:
        for place in range(low, high):
            never = excluded(kind, place)
            if kind != last and place in beside:
                opposite = sum(beside) - place
                never |= 15 << 4 * opposite & ~OF_KIND[last]
            rest = way_home(kind, place), burrow.charges[kind][place], OF_KIND[kind]
            candidates.append((bit_of(kind, place), never, *rest, number))
    # The list grows while it is read, as others are added to those who stand already.
    standing = list(charged)
    for bits in standing:
        for guest, never, way, charge, of_kind, number in candidates:
            if bits & never or not bits & way:
                continue
            more = bits | guest
            if more not in charged and (bits & of_kind).bit_count() < number:
                charged[more] = charged[bits] + charge
                standing.append(more)
    return charged


def way_home(kind: int, place: int) -> int:
    """Return all bits of the places between a place and the home of a kind."""
    nearer = (1 << 4 * place) - 1
    if place > kind + 1:
        return nearer & RIGHT[kind]
    return LEFT[kind] & ~nearer & ~(15 << 4 * place)


@cache
def excluded(kind: int, place: int) -> int:
    """Return the bits of all who cannot stand in the hallway together with one of a kind.

    They stand in the same place, or each of the two stands in the other one's way home.
    """
    bits = 15 << 4 * place
    way = way_home(kind, place)
    for other in KINDS:
        for other_place in PLACES:
            bit = bit_of(other, other_place)
            if bit & way and way_home(other, other_place) & bit_of(kind, place):
                bits |= bit
    return bits
