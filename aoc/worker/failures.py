"""What a solver raised, put into a `Failure`: its kind, one line for people, its own frames."""

from __future__ import annotations

import importlib
import os

from aoc.results import Failure, Kind

__all__ = ["describe", "explain", "name_clash", "own_aoc"]

LONGEST = 20_000
"""Characters of a traceback that are kept: a message may hold a whole input."""
OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_THEIRS = (os.path.join(OURS, ""), importlib.__file__, "<frozen importlib")
"""How the file names of frames begin that no solver has written."""


def explain(error: BaseException, kind: Kind) -> Failure:
    """Describe what a solver raised: its kind, one line, and the solver's own frames."""
    if isinstance(error, MemoryError):
        kind = Kind.MEMORY
    elif isinstance(error, SystemExit):
        kind = Kind.EXIT
    return Failure(kind, describe(error, bare=kind is Kind.PARSE), own_traceback(error))


def describe(error: BaseException, *, bare: bool = False) -> str:
    """Put an error into one line; `bare` leaves the name of a `ValueError` out."""
    try:
        lines = str(error).strip().splitlines()
    except BaseException:  # the solver's own class may raise anything
        lines = []
    message = lines[0][:500] if lines else ""
    if isinstance(error, SystemExit):
        return f"called sys.exit({message})"
    if isinstance(error, MemoryError):
        return message or "out of memory"
    if bare and isinstance(error, ValueError) and message:
        return message
    name = type(error).__name__
    return f"{name}: {message}" if message else name


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

    This very package is none, in the repository of the framework.
    """
    for own in (os.path.join(root, "aoc"), os.path.join(root, "aoc.py")):
        if os.path.exists(own) and not os.path.samefile(own, OURS):
            return own
    return None


def own_traceback(error: BaseException) -> str | None:
    """Format a traceback from the first frame of the solver's on."""
    import traceback

    frames = error.__traceback__
    while frames and frames.tb_frame.f_code.co_filename.startswith(NOT_THEIRS):
        frames = frames.tb_next
    try:
        text = "".join(traceback.format_exception(type(error), error, frames)).rstrip()
    except BaseException:  # as above
        return None
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
