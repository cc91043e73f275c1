"""Limiting flashes, for people with photosensitive epilepsy (WCAG 2.2, success criterion 2.3.1).

A flash is a pair of opposing changes of the relative luminance by a tenth or more, where the darker
of the two is below 0.8; or a pair of opposing changes to or from a saturated red. Where more than a
quarter of the picture flashes more than three times within a second, the frames are shown for
longer. What flashes may be the same cells all the time, or other cells each time, such as stripes
that move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from aoc.animation.palette import LIGHT, LINEAR, Colour, luminance_of
from aoc.animation.scenes import Scene, pixels_of
from aoc.frames import RGB
from aoc.text import columns_of_character

CHANGE = 0.1
"""The least change of the luminance that counts."""
RED_CHANGE = 20 / 320
"""The least change of a saturated red that counts."""
SATURATED = 0.8
"""The share of its light that is red in a saturated red, at least."""
BRIGHT = 0.8
"""Where the darker of two luminances is at least this, their change does not count."""
FLASHES = 3
"""How many flashes there may be in a second."""
AREA = 0.25
"""The share of the picture that may flash more often."""
SECOND = 1.02
"""Seconds that more flashes than those must take, with a little more for how files round times."""
POINTS = 1024
"""At how many points a picture is looked at; of one with fewer cells, at every cell."""
GOLDEN = (0.7548776662466927, 0.5698402909980532)
"""Steps across and down that spread points evenly, in no pattern that a grid may have."""
FAINT = ".,'`:;-_^~\u00b7\u2591"
"""Characters with little ink."""
FULL = "\u2588\u2593"
"""Characters that fill their cell."""
INK = {" ": 0.0} | dict.fromkeys(FAINT, 0.1) | dict.fromkeys(FULL, 1.0)
"""The share of a cell that a character covers with ink."""
USUAL = 0.4
"""That of all others."""
LINES = 4096
"""How many lines of text are kept by column: most are there again in the next scene."""
BY_INK = {
    share: luminance_of(LIGHT.background) * (1 - share) + luminance_of(LIGHT.ink) * share
    for share in (0.0, 0.1, USUAL, 1.0)
}
"""The luminance of a cell with so much ink."""
Point = tuple[float, float]
"""A place in a picture: its share of the width, and of the height."""
WHOLE = -1
"""Stands for the picture as a whole, among the numbers of points."""


def slowed(scenes: Sequence[Scene]) -> list[Scene]:
    """Return scenes that are shown for longer where they would flash too often."""
    seconds = [scene.seconds for scene in scenes]
    for first, last in too_many(scenes):
        shown = sum(seconds[first:last])
        if shown < SECOND:
            for number in range(first, last):
                seconds[number] *= SECOND / shown
    pairs = zip(scenes, seconds, strict=True)
    return [scene._replace(seconds=length) for scene, length in pairs]


def too_many(scenes: Sequence[Scene]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last scene of each shortest run that has more than three flashes."""
    points = points_of(scenes)
    changes = [*changes_of(scenes, points)]
    counts: Counter[int] = Counter()
    busy: set[int] = set()
    first = 0

    def is_too_much() -> bool:
        return WHOLE in busy or len(busy) > AREA * len(points)

    for last, changed in enumerate(changes):
        counts.update(changed)
        busy.update(point for point in changed if counts[point] > 2 * FLASHES)
        found = None
        while is_too_much():
            found = first
            counts.subtract(changes[first])
            busy.difference_update(p for p in changes[first] if counts[p] <= 2 * FLASHES)
            first += 1
        if found is not None:
            yield found, last


def points_of(scenes: Sequence[Scene]) -> list[Point]:
    """Return the points at which pictures are looked at."""
    width = max((scene.frame.width for scene in scenes), default=0)
    height = max((scene.frame.height for scene in scenes), default=0)
    if width * height <= POINTS:
        cells = ((x, y) for y in range(height) for x in range(width))
        return [((x + 0.5) / width, (y + 0.5) / height) for x, y in cells]
    return [(number * GOLDEN[0] % 1, number * GOLDEN[1] % 1) for number in range(POINTS)]


def changes_of(scenes: Sequence[Scene], points: Sequence[Point]) -> Iterator[list[int]]:
    """Yield the points that change against their last change, for each scene.

    `WHOLE` is among them if more than a quarter of the picture changes at once in this way.
    """
    width = max((scene.frame.width for scene in scenes), default=0)
    height = max((scene.frame.height for scene in scenes), default=0)
    places = [(int(x * width), int(y * height)) for x, y in points]
    light = [Swing(CHANGE, BRIGHT) for _ in points]
    # Only pictures in colours of their own may be red.
    red = [Swing(RED_CHANGE) for _ in points] if any(s.frame.kind == RGB for s in scenes) else []
    direction = 0
    before: list[tuple[float, float]] = [(-1.0, -1.0)] * len(points)
    for scene in scenes:
        colours = sampled(scene, places)
        turns = {}
        for number, colour in enumerate(colours):
            if colour == before[number]:
                continue
            turn = light[number].turn(colour[0])
            if red:
                turn = red[number].turn(colour[1]) or turn
            if turn:
                turns[number] = turn
        before = colours
        changed = [*turns]
        ways = [way for way in (1, -1) if way != direction]
        large = [way for way in ways if [*turns.values()].count(way) > AREA * len(points)]
        if large:
            direction = large[0]
            changed.append(WHOLE)
        yield changed


class Swing:
    """A value that goes up and down: finds where it turns by at least `least`.

    A change does not count where the lower value is at least `bright`.
    """

    __slots__ = ("bright", "direction", "high", "least", "low")

    def __init__(self, least: float, bright: float = float("inf")) -> None:
        self.least = least
        self.bright = bright
        self.direction = 0
        self.low = float("inf")
        self.high = float("-inf")

    def turn(self, value: float) -> int:
        """Take the next value; return 1 if it turns up there, -1 for down, and else 0."""
        self.low = min(self.low, value)
        self.high = max(self.high, value)
        if self.direction <= 0 and value - self.low >= self.least and self.low < self.bright:
            self.direction, self.high = 1, value
            return 1
        if self.direction >= 0 and self.high - value >= self.least and value < self.bright:
            self.direction, self.low = -1, value
            return -1
        return 0


def sampled(scene: Scene, places: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """Return the luminance and the redness of a scene at some places, given as cells."""
    width, height = scene.frame.width, scene.frame.height
    outside = (luminance_of(LIGHT.background), 0.0)
    if scene.is_text:
        lines = scene.frame.lines
        return [
            (text_luminance(lines[y], x), 0.0) if y < len(lines) else outside for x, y in places
        ]
    pixels = pixels_of(scene)
    if pixels.colours is not None:
        table = [(luminance_of(colour), 0.0) for colour in pixels.colours]
        data = pixels.data
        return [
            table[data[y * width + x]] if x < width and y < height else outside for x, y in places
        ]
    return [
        (luminance_of(colour := pixels.at(x, y)), redness_of(colour))
        if x < width and y < height
        else outside
        for x, y in places
    ]


def text_luminance(line: str, column: int) -> float:
    """Return the luminance of a column of a line of text."""
    if not line.isascii():
        line = by_column(line)
    return BY_INK[INK.get(line[column], USUAL) if column < len(line) else 0.0]


@lru_cache(LINES)
def by_column(line: str) -> str:
    """Return a line with as many characters as it has columns."""
    return "".join(character * columns_of_character(character) for character in line)


def redness_of(colour: Colour) -> float:
    """Return how much red there is in a saturated red, and 0 for any other colour."""
    red, green, blue = (LINEAR[channel] for channel in colour)
    if red < SATURATED * (red + green + blue):
        return 0.0
    return max(0.0, red - green - blue)
