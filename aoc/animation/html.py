"""Scenes as an HTML page that plays them: one file, without anything from elsewhere.

A page has each scene as what has changed since the one before. It can be used with keys and with
buttons, in light and dark, and does not start by itself where a reader asks for less motion.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Any

from aoc.animation.palette import DARK, LIGHT, Theme, hex_of
from aoc.animation.png import png_of
from aoc.animation.scenes import Scene, changed_lines, changed_part, pixels_of
from aoc.animation.svg import MONOSPACE, SANS

TEMPLATE = os.path.join(os.path.dirname(__file__), "player.html")
LARGEST = 640
"""Pixels of the width and height that a grid of pixels should have at most."""
ZOOM = 32


def html_of(scenes: Sequence[Scene], title: str, still: int) -> str:
    """Return a page that plays some scenes; `still` is the number of the one that it starts with.

    Where nothing is asked for, it plays from the first one.
    """
    with open(TEMPLATE, encoding="utf-8") as file:
        page = file.read()
    data = json.dumps(frames_of(scenes), ensure_ascii=False, separators=(",", ":"))
    values = {
        "TITLE": escape(title),
        "LIGHT": style_of(LIGHT),
        "DARK": style_of(DARK),
        "MONOSPACE": MONOSPACE,
        "SANS": SANS,
        "COUNT": str(len(scenes)),
        "STILL": str(still),
        # No text of a day can end the script.
        "FRAMES": data.replace("<", "\\u003c").replace("\u2028", "\\u2028"),
    }
    pieces = page.split("@@")
    # Every second piece is a name, so that a value is never looked at again.
    return "".join(values[piece] if n % 2 else piece for n, piece in enumerate(pieces))


def style_of(theme: Theme) -> str:
    """Return the variables of a theme."""
    names = ("paper", "ink", "muted")
    return "".join(f"--{name}:{hex_of(value)};" for name, value in zip(names, theme, strict=True))


def frames_of(scenes: Sequence[Scene]) -> list[dict[str, Any]]:
    """Return what the script draws: of each scene, what has changed since the one before.

    `t` is how long it is shown, in milliseconds, `c` its caption, and `n` whether it is drawn on an
    empty grid. A text has its lines in `l`, as pairs of number and text; a picture has its size in
    `w` and `h`, in `z` how large a cell is, and in `p` a PNG with its place, if any.
    """
    found: list[dict[str, Any]] = []
    before: Scene | None = None
    for scene in scenes:
        frame: dict[str, Any] = {"t": round(scene.seconds * 1000), "c": scene.caption}
        if scene.is_text:
            known = before if before and before.is_text else None
            old = known.frame.lines if known else []
            lines = scene.frame.lines
            frame["l"] = [[number, line] for number, _, line in changed_lines(old, lines)]
            frame["h"] = len(lines)
        else:
            frame |= picture_of(scene, before)
            known = before if is_same_size(scene, before) else None
        if known is None:
            frame["n"] = 1
        found.append(frame)
        before = scene
    return found


def is_same_size(scene: Scene, before: Scene | None) -> bool:
    """Return whether a picture can be drawn over the scene before."""
    if before is None or before.is_text:
        return False
    return before.frame[1:3] == scene.frame[1:3]


def picture_of(scene: Scene, before: Scene | None) -> dict[str, Any]:
    """Return what has changed of a picture."""
    pixels = pixels_of(scene)
    width, height = pixels.width, pixels.height
    largest = max(width, height, 1)
    about: dict[str, Any] = {"w": width, "h": height, "z": max(1, min(ZOOM, LARGEST // largest))}
    left = top = 0
    if before is not None and is_same_size(scene, before):
        part = changed_part(pixels_of(before), pixels)
        if part is None:
            return about
        pixels, left, top = part
    if pixels.data:
        about["p"] = [left, top, b64encode(png_of(pixels)).decode()]
    return about
