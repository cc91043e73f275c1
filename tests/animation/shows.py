"""Frames and scenes made up for tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aoc.animation.scenes import Scene, scenes_of
from aoc.frames import frame_of

HOSTILE = "<b>&\"'</script>]]>--> \x1b[2J\u202e\ufffe\ud800 漢字"
"""A text with all that a file or a terminal could take for something else."""


def scenes(*values: Any, fps: float = 10, show: int = 1) -> list[Scene]:
    """Return the scenes of a show that has yielded these values."""
    return scenes_of([frame_of(value) for value in values], 1 / fps, show)


def blinking(count: int, *, on: str = "#" * 20, off: str = " " * 20) -> Iterable[list[str]]:
    """Yield frames of which every other one is full."""
    return ([on if number % 2 else off] * 5 for number in range(count))


def film() -> list[Scene]:
    """Return two shows with frames of all kinds, of several sizes, two of them empty."""
    import numpy

    y, x = numpy.mgrid[0:6, 0:8]
    waves = [(x * step % 7 - 3.5, f"wave {step}") for step in range(4)]
    waves[2][0][0, 0] = numpy.nan
    disks = [(x + y < step, f"disk {step}") for step in (3, 5)]
    colours = numpy.stack([x * 30, y * 40, x * 0], axis=2).astype("uint8")
    first = scenes(
        *(["#.." * step, "漢字 é", "end"] for step in (1, 2)), ("", HOSTILE), ["#"] * 4, show=1
    )
    second = scenes(*waves, *disks, colours, numpy.zeros((0, 5)), colours[:3], ["text"], show=2)
    return first + second
