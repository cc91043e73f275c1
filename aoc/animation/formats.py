"""The formats of files, by the ends of their names: what each needs, and what it is made by."""

from __future__ import annotations

import os
from collections.abc import Sequence

from aoc.animation.scenes import Scene
from aoc.errors import UsageError
from aoc.frames import plain

MOVING = ("gif", "svg", "mp4", "cast", "html")
"""The formats of moving pictures."""
STILL = ("svg", "png", "gif")
"""The formats of a picture that does not move."""
DRAWN = ("gif", "png", "mp4")
"""The formats that are drawn by Pillow."""


def check_format(path: str, *, moves: bool) -> None:
    """Raise `UsageError` if a file has no known format, or one for which something is missing."""
    form = format_of(path)
    known = MOVING if moves else STILL
    if form not in known:
        listed = ", ".join(f".{name}" for name in known)
        if moves and form == "png":
            raise UsageError(f"--out {path}: a .png does not move: add --still")
        what = "moving pictures" if moves else "--still"
        raise UsageError(f"--out {path}: the files of {what} end in one of {listed}")
    if form in DRAWN and not has_pillow():
        raise UsageError(
            f'--out {path} needs Pillow: install it with `pip install "aoc-days[pictures]"`, or '
            "write an .svg or .html file"
        )
    if form == "mp4":
        from aoc.animation.mp4 import find_ffmpeg

        if find_ffmpeg() is None:
            raise UsageError(
                f"--out {path} needs the program ffmpeg, which is not found: install it, or write "
                "a .gif or .html file"
            )


def file_of(path: str, scenes: Sequence[Scene], title: str, still: int, *, moves: bool) -> bytes:
    """Return the content of a file with some scenes, or with that of the number `still` alone.

    Raises `AocError` where it cannot be made.
    """
    form = format_of(path)
    title = " ".join(plain(title).split())
    if form == "svg":
        from aoc.animation.svg import svg_of

        return svg_of(scenes, title, still, moves=moves).encode()
    if form == "cast":
        from aoc.animation.cast import cast_of

        return cast_of(scenes, title).encode()
    if form == "html":
        from aoc.animation.html import html_of

        return html_of(scenes, title, still).encode()
    if form == "mp4":
        from aoc.animation.mp4 import find_ffmpeg, mp4_of

        return mp4_of(scenes, find_ffmpeg() or "ffmpeg")
    from aoc.animation.gif import gif_of, still_of

    return gif_of(scenes) if moves else still_of(scenes[still], form.upper())


def format_of(path: str) -> str:
    """Return the end of the name of a file, in small letters."""
    return os.path.splitext(path)[1].lower().removeprefix(".")


def has_pillow() -> bool:
    """Return whether Pillow is installed where this program runs."""
    from importlib.util import find_spec

    return find_spec("PIL") is not None
