"""A profile for people: a line for each function, indented below the one that calls it."""

from __future__ import annotations

from typing import TextIO

from aoc.profile import Profile
from aoc.render.format import as_shown, padded, seconds_text
from aoc.render.terminal import Piece, painted
from aoc.text import columns_of

__all__ = ["profile_pieces"]

WIDEST = 40
"""Columns of a function's name, beyond which it shifts what comes after it."""


def profile_pieces(name: str, profile: Profile, seconds: float, out: TextIO) -> tuple[Piece, ...]:
    """Return the lines of a profile for a stream, with `name` in the first one.

    A call takes these `seconds` without the profiler, which functions have their shares of.
    """
    calls = "1 call" if profile.calls == 1 else f"{profile.calls:,} calls"
    pieces: list[Piece] = [*painted(name, "1"), f", {calls}\n"]
    pieces += (*painted(f"  {'total':>5}  {'self':>5}  {'time':>8}", "2"), "\n")
    names = ["  " * frame.depth + as_shown(frame.function, out) for frame in profile.frames]
    widest = min(WIDEST, max(map(columns_of, names), default=0))
    for frame, shown in zip(profile.frames, names, strict=True):
        time = seconds_text(frame.total * seconds)
        pieces.append(f"  {share(frame.total)}  {share(frame.own)}  {time:>8}  ")
        pieces += (f"{padded(shown, widest)}  ", *painted(as_shown(frame.place, out), "2"), "\n")
    if profile.file:
        pieces.append(f"  {as_shown(profile.file, out)}\n")
    return tuple(pieces)


def share(of_whole: float) -> str:
    """Format a share of the whole in five columns."""
    return f"{of_whole * 100:3.0f} %"
