"""The colours of pictures: the scale for values, what is set or not, ink and background.

The scale is viridis: evenly spaced to the eye, told apart by people who are blind to some colours,
and darker to lighter also in print. Set and not set differ in lightness, not only in hue.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from aoc.frames import NOTHING, TOP

Colour = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""
VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725"
"""Ten colours of the scale by Stéfan van der Walt and Nathaniel Smith (CC0), evenly spaced."""
UNKNOWN: Colour = (154, 160, 166)
"""The colour of a cell that has no number."""
CUBE = (0, 95, 135, 175, 215, 255)
"""The steps of each colour of xterm's 256."""


class Theme(NamedTuple):
    """The colours around a grid."""

    background: Colour
    ink: Colour
    muted: Colour


LIGHT = Theme((251, 251, 249), (36, 41, 47), (94, 102, 112))
DARK = Theme((28, 33, 40), (214, 220, 227), (150, 159, 170))
SET_COLOURS: tuple[Colour, ...] = ((222, 227, 233), (38, 90, 150))
"""The colours of what is not set, and of what is."""


def mixed(one: Sequence[int], other: Sequence[int], share: float) -> Colour:
    """Return the colour on the way from one to another, after a share of the way from 0 to 1."""
    pairs = zip(one, other, strict=True)
    red, green, blue = (round(a + (b - a) * share) for a, b in pairs)
    return red, green, blue


def scale_colours() -> tuple[Colour, ...]:
    """Return the colour of each level, between those that are known; the last is `UNKNOWN`."""
    known = [bytes.fromhex(word) for word in VIRIDIS.split()]
    found: list[Colour] = []
    for level in range(TOP + 1):
        place = level / TOP * (len(known) - 1)
        index = min(int(place), len(known) - 2)
        share = place - index
        found.append(mixed(known[index], known[index + 1], share))
    assert len(found) == NOTHING
    return (*found, UNKNOWN)


SCALE_COLOURS = scale_colours()
"""The colour of each level of a frame."""


def hex_of(colour: Colour) -> str:
    """Return a colour as CSS has it."""
    return f"#{bytes(colour).hex()}"


def luminance_of(colour: Colour) -> float:
    """Return the relative luminance of a colour, from 0 to 1, as WCAG 2.2 defines it."""
    red, green, blue = (LINEAR[channel] for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(channel: float) -> float:
    """Return how much light there is in a channel of sRGB, both from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


LINEAR = tuple(linear(channel / 255) for channel in range(256))


@cache
def terminal_colour(colour: Colour) -> int:
    """Return the number of the colour among xterm's 256 that is nearest to a colour."""
    steps = [nearest_step(channel) for channel in colour]
    grey = min(23, max(0, round((sum(colour) / 3 - 8) / 10)))
    if distance((8 + 10 * grey,) * 3, colour) < distance([CUBE[i] for i in steps], colour):
        return 232 + grey
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def nearest_step(channel: int) -> int:
    """Return the number of the step of the cube that is nearest to a channel."""
    return min(range(len(CUBE)), key=lambda step: abs(CUBE[step] - channel))


def distance(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how far apart two colours are."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
