"""Errors of solvers: their kind, one line for people, and a traceback of their own frames."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from types import TracebackType

from aoc.examples import tests_name
from aoc.model import Failure, Job, Kind, Result
from aoc.worker.day_module import BrokenDayError

__all__ = [
    "NOT_THEIRS",
    "BreakpointError",
    "describe",
    "explain",
    "keep_own_frames",
    "loading_failure",
    "name_clash",
    "own_aoc",
    "own_crash",
    "own_frames",
    "own_traceback",
    "set_frames",
    "tests_failure",
    "with_limit",
]

OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class BreakpointError(Exception):
    """A solver called `breakpoint()` where there is no terminal."""

    __module__ = "builtins"  # for the traceback, in which nothing else is ours

    def __init__(self) -> None:
        super().__init__("breakpoint() needs a terminal: run the day with --pdb")


def explain(error: BaseException, kind: Kind) -> Failure:
    """Describe what a solver raised: its kind, one line, and the solver's own frames."""
    if isinstance(error, MemoryError):
        kind = Kind.MEMORY
    elif isinstance(error, SystemExit):
        kind = Kind.EXIT
    try:
        from aoc.worker.failures import own_traceback

        traceback = own_traceback(error)
    except Exception:  # nothing can be imported any more if the solver has left no file to open
        traceback = None
    return Failure(kind, describe(error, bare=kind is Kind.PARSE), traceback)


def describe(error: BaseException, *, bare: bool = False) -> str:
    """Return an error as one line; `bare` leaves out the name of a `ValueError`."""
    try:
        lines = str(error).strip().splitlines()
    except BaseException:  # the solver's own class may raise anything
        lines = []
    message = lines[0][:500] if lines else ""
    if isinstance(error, SystemExit):
        return f"called sys.exit({message})"
    if isinstance(error, MemoryError):
        return message or "out of memory"
    if isinstance(error, BreakpointError) or (bare and isinstance(error, ValueError) and message):
        return message
    if isinstance(error, ModuleNotFoundError):
        message += missing_text(error.name)
    name = type(error).__name__
    if name == "BdbQuit":
        return "a debugger needs a terminal: run the day with --pdb"
    if isinstance(error, EOFError) and "reading a line" in message:
        return "input() needs a terminal: run the day with --pdb"
    return f"{name}: {message}" if message else name


def missing_text(module: object) -> str:
    """Return how to install a module that could not be imported, if an installer may have it."""
    # With a dot in the name, its package is there.
    if not isinstance(module, str) or "." in module or module in sys.stdlib_module_names:
        return ""
    from aoc.project_python import install_hint

    return install_hint(module)


def name_clash(error: BaseException | None, root: str) -> str:
    """Explain an import that failed since the project at `root` has a package called `aoc` too.

    Returns an empty text for any other error.
    """
    name = error.name if isinstance(error, ImportError) else None
    if not isinstance(name, str) or name.partition(".")[0] != "aoc":
        return ""
    own = own_aoc(root)
    if own is None:
        return ""
    here = os.path.basename(own)
    return f" (it imports {name}, and `aoc` is this framework: rename {here} in the project)"


def own_aoc(root: str) -> str | None:
    """Return the path of a package or module called `aoc` of the project at `root`, if it has one.

    This package itself does not count, in the repository of the framework.
    """
    for own in (os.path.join(root, "aoc"), os.path.join(root, "aoc.py")):
        if os.path.exists(own) and not os.path.samefile(own, OURS):
            return own
    return None


def loading_failure(job: Job, error: BaseException) -> Failure:
    """Return why a solver cannot be loaded."""
    path = job.shown(f"days/year{job.year}/day{job.day:02d}.py")
    what = job.entry or path
    failure = explain(error, Kind.EXCEPTION)
    if isinstance(error, BrokenDayError):
        return Failure(Kind.EXCEPTION, f"{what} {error}")
    clash = name_clash(error, job.root)
    return failure._replace(message=f"{what} cannot be imported: {failure.message}{clash}")


def tests_failure(job: Job, error: BaseException) -> Failure:
    """Return why the tests of a day cannot be imported."""
    failure = explain(error, Kind.TESTS)
    why = f"{describe(error)}{name_clash(error, job.root)}"
    path = job.shown(tests_name(job.year, job.day))
    return failure._replace(kind=Kind.TESTS, message=f"{path} cannot be imported: {why}")


def with_limit(result: Result, memory: int | None, address_space: int | None = None) -> Result:
    """Return a result; if memory was not enough, its message names the limit.

    Both limits are in bytes: that of the run, and that of the shell, of which the lower one counts.
    """
    error = result.error
    if error is None or error.kind is not Kind.MEMORY:
        return result
    if address_space is not None and address_space < (memory or float("inf")):
        limit, todo = address_space, "`ulimit -v` changes it"
    elif memory:
        limit, todo = memory, "--memory changes it"
    else:
        return result
    message = f"{error.message}, with a limit of {limit / 1e9:.3g} GB: {todo}"
    return result._replace(error=error._replace(message=message))


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
        from traceback import format_exception

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
