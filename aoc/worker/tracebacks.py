"""Tracebacks of a solver's errors: its own frames, and of many like each other only a few."""

from __future__ import annotations

import importlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import NamedTuple

from aoc.project.environments import is_installed

LIBRARY = os.path.dirname(os.__file__)
"""The folder of Python's own library."""
HIDDEN_FILES = (
    # This package, also where it is installed.
    os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ""),
    os.path.join(os.path.dirname(importlib.__file__), ""),
    "<frozen importlib",
    # A debugger that was quit has frames below those of the solver.
    os.path.join(LIBRARY, "bdb.py"),
    os.path.join(LIBRARY, "cmd.py"),
    os.path.join(LIBRARY, "pdb.py"),
)
"""The starts of the file names of frames that are not the solver's."""
MOST_AT_END = 10
"""Frames that are shown at each end, at most; only where there are more, any are left out."""
LONGEST_TRACEBACK = 20_000
"""Characters of a traceback that are kept: a message may hold a whole input."""


class Fold(NamedTuple):
    """The numbers of the lines to show, before and after as many as are left out."""

    head: list[int]
    tail: list[int]
    left_out: int


def own_traceback(error: BaseException) -> str | None:
    """Return the traceback of an error with the frames of the solver alone, also in its causes.

    Returns `None` if there is nothing to show beside the one line of the error itself, or if the
    error, which may be of a class of the solver's, cannot be shown. The frames of the error are
    changed.
    """
    try:
        # It cannot be imported if the solver has left no file to open.
        from traceback import format_exception

        keep_own_frames(error)
        text = "".join(format_exception(error)).rstrip()
    except BaseException:  # the solver's own class may raise anything
        return None
    if len(text) > LONGEST_TRACEBACK:
        half = LONGEST_TRACEBACK // 2
        text = f"{text[:half]} ... {text[-half:]}"
    return text if "\n" in text else None


def last_own_line(error: BaseException, root: str) -> str:
    """Return the last line of the project at `root` in the traceback of an error, and its place."""
    from traceback import extract_tb

    folder = os.path.join(root, "")
    for frame in reversed(extract_tb(error.__traceback__)):
        path = frame.filename
        if path.startswith(folder) and not is_installed(path, folder):
            name = os.path.relpath(path, root)
            return f"{frame.line} ({name}, line {frame.lineno})"
    return ""


def keep_own_frames(error: BaseException, others: Sequence[str] = ()) -> None:
    """Reduce an error, and all that Python would show with it, to the frames of the solver.

    Many frames are folded, and a note says how many were left out. `others` are the starts of more
    file names that are not the solver's.
    """
    for member in family(error):
        frames = own_frames(member, (*HIDDEN_FILES, *others))
        fold = fold_of([(frame.tb_frame.f_code, frame.tb_lineno) for frame in frames])
        # The solver's own class may refuse notes.
        with suppress(Exception):
            fold_notes(member)
            if fold.left_out:
                member.add_note(like_these(fold.left_out))
        chain = None
        # Each frame of a traceback refers to the next inner one.
        for number in reversed(fold.head + fold.tail):
            frame = frames[number]
            chain = TracebackType(
                chain, frame.tb_frame, frame.tb_lasti, frame.tb_lineno
            )
        # Not by an assignment, which a class of the solver's, a frozen dataclass say, may refuse.
        BaseException.with_traceback(member, chain)


def own_frames(error: BaseException, hidden: tuple[str, ...]) -> list[TracebackType]:
    """Return the frames of one error without those of files whose names start with `hidden`."""
    frames = []
    frame = error.__traceback__
    while frame:
        module = str(frame.tb_frame.f_globals.get("__name__"))
        path = frame.tb_frame.f_code.co_filename
        # Where Python is in a zip file, the name of the file does not say whose it is.
        if not module.startswith("importlib") and not path.startswith(hidden):
            frames.append(frame)
        frame = frame.tb_next
    return frames


def family(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, its causes, and if it is a group the errors in it: each once."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        member = waiting.pop()
        if member is None or id(member) in seen:
            continue
        seen.add(id(member))
        yield member
        waiting.append(member.__cause__)
        waiting.append(member.__context__)
        if isinstance(member, BaseExceptionGroup):
            waiting.extend(member.exceptions)


def fold_notes(error: BaseException) -> None:
    """Show the notes of an error once, of which `pickle` and others add one at each depth."""
    notes = getattr(error, "__notes__", [])
    notes[:] = with_fold(notes, lambda count: like_these(count, "notes"))


def fold_of(frames: Sequence[object]) -> Fold:
    """Return which of some frames to show.

    Of many frames, those of a recursion are shown once, and of very many, those at both ends.
    """
    numbers = list(range(len(frames)))
    if len(frames) <= MOST_AT_END:
        return Fold(numbers, [], 0)
    counts = Counter(frames)
    first_numbers: dict[object, int] = {}
    # After this number, no frame is one of a recursion.
    end = 0
    for number, frame in enumerate(frames):
        first_numbers.setdefault(frame, number)
        if counts[frame] > 1:
            end = number + 1
    head = [number for number in first_numbers.values() if number < end]
    tail = numbers[end:]
    shown = head + tail
    if len(shown) > 2 * MOST_AT_END:
        head = shown[:MOST_AT_END]
        tail = shown[-MOST_AT_END:]
    return Fold(head, tail, len(frames) - len(head) - len(tail))


def with_fold(lines: Sequence[str], note: Callable[[int], str]) -> list[str]:
    """Return the lines to show, with a `note` in place of as many as are left out."""
    fold = fold_of(lines)
    shown = [lines[number] for number in fold.head]
    if fold.left_out:
        shown.append(note(fold.left_out))
    return shown + [lines[number] for number in fold.tail]


def like_these(count: int, things: str = "frames", *, may_be_more: bool = False) -> str:
    """Return the line about the frames that are left out.

    It stands in their place or, where that cannot be, after all others.
    """
    least = "at least " if may_be_more else ""
    return f"... {least}{count} more {things} like these"
