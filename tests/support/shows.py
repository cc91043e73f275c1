"""Shows made up for tests."""

from __future__ import annotations

from typing import Any

from aoc.model.frames import frame_of
from aoc.show.recording import TimedFrame, timed_frames

HOSTILE = "<b>&\"'</script>]]>--> \x1b[2J\u202e\ufffe\ud800 漢字"
"""A text with all that a file or a terminal could take for something else."""


def show_of(*values: Any) -> list[TimedFrame]:
    """Return the show that yields these values; its last frame is shown no longer than others."""
    *frames, last = timed_frames({1: [frame_of(value) for value in values]}, 10)
    return [*frames, last._replace(seconds=0.1)]


def film() -> list[TimedFrame]:
    """Return two shows with frames of all kinds, of several sizes, two of them empty."""
    import numpy

    y, x = numpy.mgrid[0:6, 0:8]
    waves = [(x * step % 7 - 3.5, f"wave {step}") for step in range(4)]
    waves[2][0][0, 0] = numpy.nan
    disks = [(x + y < step, f"disk {step}") for step in (3, 5)]
    colours = numpy.stack([x * 30, y * 40, x * 0], axis=2).astype("uint8")
    first = show_of(
        *(["#.." * step, "漢字 é", "end"] for step in (1, 2)),
        ("", HOSTILE),
        ["#"] * 4,
    )
    second = show_of(
        *waves, *disks, colours, numpy.zeros((0, 5)), colours[:3], ["text"]
    )
    return first + second
