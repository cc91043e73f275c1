"""The moves of day 23 from the finished burrow back to the start.

Dijkstra's algorithm meets far fewer states backward than forward: in part 2 of the example, 1,778
in place of 89,096. Nobody is in the hallway without need, and everybody there can get home, because
the reverse of the moves leads there.

Kinds, rooms and the seven places in the hallway are numbers from 0. Room k is the home of kind k,
and is between the places k + 1 and k + 2. A state is one integer of hexadecimal digits: one for
each room, then one for each place, both from the last down to number 0. The digit between them is
always 0 (see `WALL`):

    place    0 1   2   3   4   5 6
           #########################
           # . . . B . . . . . . . #       0100 0 0000200
           # # # B # C # . # D # # #        |         |
               # . # D # . # A #            |         place 2 has a B: A, B, C, D are 1, 2, 4, 8
               #################            room 2 has been left by one

Dots in a room stand for those who are out, and for settled amphipods. As each kind has a bit of its
own in each place, many questions are one operation: whether a way is free, who is nearest to a
door, or how many of a kind are in the hallway.

In each room, those who have to leave it are called strangers, and it is open when all of them have
left. Its owners are those whose home it is. Each of the three moves is the reverse of forward ones:

1. An amphipod returns from the hallway to the room that it came from. The order in each room is
   given, so only one kind can return to it.
2. An amphipod returns to that room straight from its home, if the way is free. If another stranger
   is in the room already, and none of the same kind is in the hallway, this is the only move. Seen
   forward, it goes straight home, where a stop in the hallway would only be in the way.
3. An open room is shut. Forward, its last stranger leaves, then its owners come home, and then
   perhaps others, the guests, in whose way somebody was. Backward, read the drawing from right to
   left: all owners and any number of guests step out into the hallway, and then the stranger
   returns to the room, as in 1 or 2. Here those at home are drawn, too:

           before: this move leads here    after: the search is here
           #########################       #########################
           # . . . . . B . B . C . #       # . . . D . . . . . . . #
           # # # A # . # . # . # # #       # # # A # B # C # . # # #
               # A # D # C # D #               # A # B # C # D #
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
LEFT = [(1 << (4 * room + 8)) - 1 for room in KINDS]
"""All bits of the places to the left of a room."""
WALL = 1 << 28
"""The bit behind all places: the nearest one to the right of a door, if nobody stands there."""
RIGHT = [WALL - 1 - left for left in LEFT]
"""All bits of the places to the right of a room."""
BETWEEN = [[left ^ other for other in LEFT] for left in LEFT]
"""All bits of the places between two rooms."""
COUNTS = 32
"""The lowest bit of the digits for how many have left each room."""
GONE = [1 << (COUNTS + 4 * room) for room in KINDS]
"""One in the digit of a room."""

Step = tuple[int, int]
"""The energy that a move is charged, and what it adds to a state."""
Guest = tuple[int, int]
"""A kind of which some may step out with the owners of another room, and how many at most."""

Candidate = tuple[int, int, int, int, int, int]
"""One of the guests, in a place where it may step out to. The six numbers are

- its bit
- the bits of all who cannot stand in the hallway together with it
- the bits of all places on its way home: it steps out only if somebody stands there
- the energy that it is charged
- the bits of its kind in all places
- how many of its kind may step out
"""


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
    return 1 << (4 * place + kind)


def bits_of(place: int) -> int:
    """Return the bits of all kinds in a place."""
    return 15 << (4 * place)


@cache
def doors_of(burrow: Burrow, counts: int) -> tuple[list[Door], list[int]]:
    """Return the doors, the open ones last, and how many of each kind have left a room.

    Both follow from the digits of a state for how many have left each room.
    """
    left = []
    for room, stack in enumerate(burrow.stacks):
        number = (counts >> (4 * room)) & 15
        left.append(stack[:number])
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
    # Of those who have left their rooms, how many are at home: all that are not in the hallway.
    home = [out[kind] - (state & OF_KIND[kind]).bit_count() for kind in KINDS]
    moves: list[tuple[int, int]] = []
    for door in doors:
        room, last, is_open = door
        near = nearest(state, room)
        from_home = home[last]
        if not from_home and not near & OF_KIND[last]:
            # Nobody of this kind is at home or near the door.
            continue
        if state & BETWEEN[room][last]:
            # Somebody is on the way from its home to this door, so nobody comes straight from it.
            from_home = 0
        owners = 0
        guests = []
        if is_open:
            # Rule 3. Guests come from homes from which the way to this door is free.
            owners = home[room]
            for kind in KINDS:
                if home[kind] and kind != room and not state & BETWEEN[room][kind]:
                    guests.append((kind, home[kind]))
        elif from_home == out[last]:
            # Rule 2: another stranger is in the room, and all of this kind who are out are home.
            return [(0, state - GONE[room])]
        # Rules 1 and 2, after those of rule 3 have stepped out.
        for charge, change in steps_of(burrow, door, near, from_home, owners, tuple(guests)):
            moves.append((charge, state + change))
    return moves


def nearest(hall: int, room: int) -> int:
    """Return the bits of those who stand nearest to a door, on its left and on its right.

    If nobody is on its right, the `WALL` is nearest there.
    """
    return highest_bit(hall & LEFT[room]) | lowest_bit((hall & RIGHT[room]) | WALL)


def highest_bit(bits: int) -> int:
    """Return the highest of some bits alone, or 0 if there is none."""
    return (1 << bits.bit_length()) >> 1


def lowest_bit(bits: int) -> int:
    """Return the lowest of some bits alone, or 0 if there is none."""
    return bits & -bits


@cache
def steps_of(
    burrow: Burrow, door: Door, near: int, from_home: int, owners: int, guests: tuple[Guest, ...]
) -> list[Step]:
    """Return all steps by which one of the kind `door.last` returns, after some step out.

    It comes from the nearest place on either side of the door, or straight from its home. Before
    anybody steps out, those in `near` stand nearest to the door, and `from_home` is how many of its
    kind are at home with a free way to this door.
    """
    room = door.room
    to_left = LEFT[room]
    of_kind = OF_KIND[door.last]
    way = BETWEEN[room][door.last]
    rests = burrow.rests[room]
    # A place has four bits, so these are the first free place, and the one behind the last.
    first = ((near & to_left).bit_length() + 3) // 4
    end = (near.bit_length() - 1) // 4
    steps = []
    outs = step_outs(burrow, door, range(first, end), owners, guests)
    for added, charge in outs.items():
        hall = near | added
        lefts = hall & to_left
        for bit in (highest_bit(lefts), lowest_bit(hall - lefts)):
            if bit & of_kind:
                # Rule 1: it returns from this place.
                steps.append((charge + rests[bit], added - bit - GONE[room]))
        # Rule 2: it comes straight from home, if the way is free and not all of them stepped out.
        if not hall & way and from_home > (added & of_kind).bit_count():
            steps.append((charge, added - GONE[room]))
    return steps


@cache
def step_outs(
    burrow: Burrow, door: Door, free: range, owners: int, guests: tuple[Guest, ...]
) -> dict[int, int]:
    """Return who can step out before one returns to a room: their bits, and the energy charged.

    These are so many `owners` of the room, and any of the `guests`, where their way home is not
    free. They stand in places that are `free`.
    """
    charges = owners_out(burrow, door.room, free, owners)
    candidates = candidates_of(burrow, door, free, guests)
    # The list grows while it is read, as others are added to those who stand already.
    standing = list(charges)
    for bits in standing:
        for bit, excluded, way, charge, of_kind, most in candidates:
            if bits & excluded or not bits & way:
                # It cannot stand there, or nobody is in its way home.
                continue
            more = bits | bit
            if more not in charges and (bits & of_kind).bit_count() < most:
                charges[more] = charges[bits] + charge
                standing.append(more)
    return charges


def owners_out(burrow: Burrow, room: int, free: range, owners: int) -> dict[int, int]:
    """Return in which places the owners of a room can stand: their bits, and the energy charged."""
    charges = {}
    for places in combinations(free, owners):
        if room + 1 in places and room + 2 in places:
            # One place beside the door has to stay free for the stranger who returns.
            continue
        bits = 0
        charge = 0
        for place in places:
            bits |= bit_of(room, place)
            charge += burrow.charges[room][place]
        charges[bits] = charge
    return charges


def candidates_of(
    burrow: Burrow, door: Door, free: range, guests: tuple[Guest, ...]
) -> list[Candidate]:
    """Return each of the guests in each of the free places."""
    left, right = door.room + 1, door.room + 2
    candidates = []
    for kind, most in guests:
        for place in free:
            excluded = in_each_others_way(kind, place)
            if place in (left, right) and kind != door.last:
                # In the place on the other side of the door, only the one who returns can stand.
                opposite = left + right - place
                excluded |= bits_of(opposite) & ~OF_KIND[door.last]
            way = way_home(kind, place)
            charge = burrow.charges[kind][place]
            candidates.append((bit_of(kind, place), excluded, way, charge, OF_KIND[kind], most))
    return candidates


@cache
def way_home(kind: int, place: int) -> int:
    """Return all bits of the places between a place and the home of a kind."""
    before = (1 << (4 * place)) - 1
    if place > kind + 1:
        return RIGHT[kind] & before
    return LEFT[kind] & ~before & ~bits_of(place)


@cache
def in_each_others_way(kind: int, place: int) -> int:
    """Return the bits of all who cannot stand in the hallway together with one of a kind.

    They stand in the same place, or each of the two stands in the other one's way home.
    """
    bits = bits_of(place)
    way = way_home(kind, place)
    for other in KINDS:
        for other_place in PLACES:
            bit = bit_of(other, other_place)
            if bit & way and way_home(other, other_place) & bit_of(kind, place):
                bits |= bit
    return bits
