"""Shows made up for tests."""

from __future__ import annotations

from typing import Any

from aoc.show.frames import Frame, frame_of

HOSTILE = "<b>&\"'</script>]]>--> \x1b[2J\u202e\ufffe\ud800 漢字"
"""A text with all that a file or a terminal could take for something else."""


def show_of(*values: Any) -> list[Frame]:
    """Return the show that yields these values, each of which is shown for a tenth of a second."""
    return [frame_of(value)._replace(seconds=0.1) for value in values]


def film() -> list[Frame]:
    """Return frames of all kinds, of several sizes, one of them empty."""
    import numpy

    y, x = numpy.mgrid[0:6, 0:8]
    waves = [(x * step % 7 - 3.5, f"wave {step}") for step in range(4)]
    disks = [(x + y < step, f"disk {step}") for step in (3, 5)]
    colours = numpy.stack([x * 30, y * 40, x * 0], axis=2).astype("uint8")
    return show_of(
        *(["#.." * step, "漢字 é", "end"] for step in (1, 2)),
        ("", HOSTILE),
        ["#"] * 4,
        *waves,
        *disks,
        colours,
        colours[:3],
        ["text"],
    )
