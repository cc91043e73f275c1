"""Scenes as a recording of a terminal, which asciinema and its player show (asciicast v2).

See https://docs.asciinema.org/manual/asciicast/v2/.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from aoc.animation.scenes import Scene
from aoc.animation.terminal_picture import Look, draw, first_columns
from aoc.files import MARK
from aoc.text import columns_of

SMALLEST, LARGEST = (40, 10), (120, 52)
"""The columns and rows of the terminal."""
LOOK = Look(256, has_blocks=True)
HIDE, SHOW = "\x1b[?25l\x1b[2J", "\x1b[?25h"
"""Hides the cursor and clears the screen; shows the cursor."""


def cast_of(scenes: Sequence[Scene], title: str) -> str:
    """Return a recording of some scenes: of each, the lines that have changed."""
    columns, rows = size_of(scenes)
    header = {"version": 2, "width": columns, "height": rows, "title": title}
    lines = [json.dumps(header | {"generator": MARK})]
    shown = [""] * rows
    now = 0.0
    for number, scene in enumerate(scenes):
        drawn = draw(scene, LOOK, columns, rows - 2).lines
        after = [*drawn, *[""] * (rows - 2 - len(drawn)), "", first_columns(scene.caption, columns)]
        pieces = [] if number else [HIDE]
        pieces += [
            f"\x1b[{row};1H\x1b[K{line}"
            for row, (line, before) in enumerate(zip(after, shown, strict=True), 1)
            if line != before
        ]
        shown = after
        if pieces:
            lines.append(json.dumps([round(now, 3), "o", "".join(pieces)], ensure_ascii=False))
        now += scene.seconds
    # So long is the last scene shown.
    lines.append(json.dumps([round(now, 3), "o", SHOW]))
    return "\n".join(lines) + "\n"


def size_of(scenes: Sequence[Scene]) -> tuple[int, int]:
    """Return the columns and rows of a terminal with room for all scenes, if that is not much."""
    columns = max(max(scene.frame.width, columns_of(scene.caption)) for scene in scenes)
    rows = 2 + max(
        scene.frame.height if scene.is_text else -(-scene.frame.height // 2) for scene in scenes
    )
    return (
        min(LARGEST[0], max(SMALLEST[0], columns)),
        min(LARGEST[1], max(SMALLEST[1], rows)),
    )
