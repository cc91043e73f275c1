"""The traceback of an error of a solver, with only the frames of the solver."""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from traceback import format_exception
from types import TracebackType

__all__ = [
    "NOT_THEIRS",
    "keep_own_frames",
    "own_crash",
    "own_frames",
    "own_traceback",
    "set_frames",
]

FRAMEWORK = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_THEIRS = (
    os.path.join(FRAMEWORK, ""),
    os.path.join(os.path.dirname(importlib.__file__), ""),
    "<frozen importlib",
)
"""The starts of the file names of frames that are not the solver's."""
FRAME = re.compile(r'  File "(.*)", line ')
"""A frame in what Python prints when it crashes."""
ENDS = 10
"""How many frames are kept at each end of a traceback that is too long to read."""
REPEATED = 4
"""Lines that Python writes at most for a frame that calls itself again and again."""
LONGEST = 20_000
"""Characters of a traceback that are kept: a message may hold a whole input."""


def own_traceback(error: BaseException) -> str | None:
    """Return the traceback of an error with the frames of the solver alone, also in its causes.

    Returns `None` if there is nothing to show beside the one line of the error itself, or if the
    error, which may be of a class of the solver's, cannot be shown. The frames of the error are
    changed.
    """
    try:
        keep_own_frames(error)
        text = "".join(format_exception(error)).rstrip()
    except BaseException:  # the solver's own class may raise anything
        return None
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    return text if "\n" in text else None


def own_crash(text: str) -> str:
    """Return what Python printed when it crashed, without the frames that are not the solver's.

    In such a text, each thread has its innermost frame first: all that called a solver goes too.
    """
    kept = []
    is_above = False
    for line in text.splitlines():
        file = FRAME.match(line)
        is_above = file is not None and (is_above or file[1].startswith(NOT_THEIRS))
        if not is_above:
            kept.append(line)
    return "\n".join(kept)


def keep_own_frames(
    error: BaseException, others: Sequence[str] = (), *, by_line: bool = True
) -> None:
    """Reduce an error, those that it was raised from, and those in it if it is a group.

    What is left are the frames of the solver; of very many, those at both ends, and a note says
    how many there were. `others` are the beginnings of more file names that are not the
    solver's. `by_line` says whether a frame that calls itself takes few lines on screen.
    """
    for one in family(error):
        frames = own_frames(one.__traceback__, others)
        lines = lines_of(frames) if by_line else len(frames)
        if lines > 3 * ENDS:
            left_out = len(frames) - 2 * ENDS
            with suppress(Exception):
                one.add_note(f"[{left_out} of {len(frames)} calls are left out]")
            del frames[ENDS:-ENDS]
        set_frames(one, frames)


def family(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, and all that Python would show with it: each once."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += (one.__cause__, one.__context__)
        if isinstance(one, BaseExceptionGroup):
            waiting += one.exceptions


def own_frames(first: TracebackType | None, others: Sequence[str] = ()) -> list[TracebackType]:
    """Return those of the frames from `first` on whose code stands in a file of the solver."""
    foreign = (*NOT_THEIRS, *others)
    frames = []
    while first:
        of_importlib = str(first.tb_frame.f_globals.get("__name__")).startswith("importlib")
        if not of_importlib and not first.tb_frame.f_code.co_filename.startswith(foreign):
            frames.append(first)
        first = first.tb_next
    return frames


def set_frames(error: BaseException, frames: Sequence[TracebackType]) -> None:
    """Make these frames, the outermost first, the traceback of an error."""
    chain = None
    for frame in reversed(frames):
        chain = TracebackType(chain, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
    # Not by an assignment, which a class of the solver's, a frozen dataclass say, may refuse.
    BaseException.with_traceback(error, chain)


def lines_of(frames: Sequence[TracebackType]) -> int:
    """Return how many lines Python writes for frames; it cuts what repeats the line above."""
    runs = groupby(frames, lambda frame: (frame.tb_frame.f_code, frame.tb_lineno))
    return sum(min(REPEATED, sum(1 for _ in run)) for _, run in runs)
