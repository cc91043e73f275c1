"""Errors of solvers: their kind, one line for people, and a traceback of their own frames."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import TracebackType

from aoc.answers import WrongAnswerTypeError
from aoc.model import Failure, Kind, WrongExampleError
from aoc.worker.day_module import BrokenDayError, is_installed

LIBRARY = os.path.dirname(os.__file__)
DEBUGGER = ("bdb.py", "cmd.py", "pdb.py")
NOT_THEIRS = (
    os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), ""),
    os.path.join(os.path.dirname(importlib.__file__), ""),
    "<frozen importlib",
    *(os.path.join(LIBRARY, file) for file in DEBUGGER),
)
"""The starts of the file names of frames that are not the solver's."""
ENDS = 10
"""How many frames are kept at each end of a traceback that is too long to read."""
LONGEST = 20_000
"""Characters of a traceback that are kept: a message may hold a whole input."""
FRAME = '  File "'
"""How a frame begins in the text that Python prints in a crash."""
ESCAPE = re.compile(r"\\(?:x[a-f][0-9a-f]|u[0-9a-f]{4}|U[0-9a-f]{8})")
"""What is in that text for a printable character that is not ASCII."""
KINDS = (
    (MemoryError, Kind.MEMORY),
    (SystemExit, Kind.EXIT),
    (WrongAnswerTypeError, Kind.ANSWER),
)
"""The kinds of errors that follow from the type of the exception."""
C_STACK = re.compile(r"\n*^.*C stack trace.*(?:\n  .*)*", re.MULTILINE)
"""What Python prints of its own functions in a crash, from 3.14 on."""
OURS = (BrokenDayError, WrongAnswerTypeError, WrongExampleError)
"""The errors whose message says all."""


def explain(error: BaseException, kind: Kind, memory: int | None = None) -> Failure:
    """Describe an error that a solver raised: its kind, one line, and the solver's own frames.

    `memory` is its limit in bytes. Whatever tests raise is an error of the tests.
    """
    message = describe(error, bare=kind is Kind.PARSE)
    if isinstance(error, MemoryError) and memory:
        message += f", with a limit of {memory / 1e9:.3g} GB: --memory changes it"
    if kind is not Kind.TESTS and not is_debugger_quit(error):
        kind = next((one for raised, one in KINDS if isinstance(error, raised)), kind)
    return Failure(kind, message, own_traceback(error))


def describe(error: BaseException, *, bare: bool = False) -> str:
    """Return an error as one line; `bare` leaves out the name of a `ValueError`."""
    try:
        lines = str(error).strip().splitlines()
    except BaseException:  # the solver's own class may raise anything
        lines = []
    message = lines[0][:500] if lines else ""
    name = type(error).__name__
    if is_debugger_quit(error):
        return "a debugger needs a terminal: run the day with `aoc run --pdb`"
    if isinstance(error, SystemExit):
        return f"called sys.exit({message})"
    if isinstance(error, MemoryError):
        return message or "out of memory"
    if isinstance(error, OURS) or (bare and isinstance(error, ValueError) and message):
        return message
    if isinstance(error, EOFError) and "reading a line" in message:
        return "input() needs a terminal: run the day with `aoc run --pdb`"
    if isinstance(error, ImportError):
        message += import_hint(error)
    return f"{name}: {message}" if message else name


def is_debugger_quit(error: BaseException) -> bool:
    """Return whether an error says that Python's debugger was quit, or found no terminal.

    From Python 3.14 on, a debugger that the solver has called exits.
    """
    if type(error).__name__ == "BdbQuit":
        return True
    innermost = error.__traceback__
    while innermost and innermost.tb_next:
        innermost = innermost.tb_next
    if innermost is None or not isinstance(error, SystemExit):
        return False
    return innermost.tb_frame.f_globals.get("__name__") == "pdb"


def line_of(error: BaseException, root: str) -> str:
    """Return the last line of the project at `root` in the traceback of an error, and its place."""
    from traceback import extract_tb

    folder = os.path.join(root, "")
    own = []
    for frame in extract_tb(error.__traceback__):
        path = frame.filename
        if path.startswith(folder) and not is_installed(path, folder):
            own.append(frame)
    if not own:
        return ""
    return f"{own[-1].line} ({os.path.relpath(own[-1].filename, root)}, line {own[-1].lineno})"


def import_hint(error: ImportError) -> str:
    """Return the remedy for a module that could not be imported, if one is known."""
    name = str(error.name or "")
    package = name.partition(".")[0]
    if package == "aoc":
        return " (`aoc` is this framework: a package of your own needs another name)"
    # With a dot in the name, its package is there.
    is_missing = isinstance(error, ModuleNotFoundError) and name == package
    if not is_missing or name in ("", *sys.stdlib_module_names):
        return ""
    for folder in getattr(sys.modules.get("days"), "__path__", ()):
        if any(os.path.exists(os.path.join(folder, name + end)) for end in (os.sep, ".py")):
            return f": it is in days/, so write days.{name}"
    from aoc.program import install_hint

    return install_hint(name)


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
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    return text if "\n" in text else None


def own_crash(text: str) -> str:
    """Return the text that Python printed in a crash, with the frames of the solver alone.

    In such a text, each thread has its innermost frame first: all that called a solver goes too.
    """
    kept = []
    is_above = False
    for line in C_STACK.sub("", text).splitlines():
        if not line.startswith(FRAME):
            is_above = False
            kept.append(line)
            continue
        frame = ESCAPE.sub(lambda escape: escape[0].encode().decode("unicode_escape"), line)
        is_above = is_above or frame.removeprefix(FRAME).startswith(NOT_THEIRS)
        if not is_above:
            kept.append(frame)
    return "\n".join(kept)


def keep_own_frames(error: BaseException, others: Sequence[str] = ()) -> None:
    """Reduce an error, those that it was raised from, and those in it if it is a group.

    The frames of the solver are left; of very many, those at both ends, and a note says
    how many there were. `others` are the beginnings of more file names that are not the solver's.
    """
    foreign = (*NOT_THEIRS, *others)
    for one in family(error):
        frames = []
        frame = one.__traceback__
        while frame:
            code, variables = frame.tb_frame.f_code, frame.tb_frame.f_globals
            # Where Python is in a zip file, the name of the file does not say whose it is.
            of_importlib = str(variables.get("__name__")).startswith("importlib")
            if not of_importlib and not code.co_filename.startswith(foreign):
                frames.append(frame)
            frame = frame.tb_next
        if len(frames) > 3 * ENDS:
            left_out = len(frames) - 2 * ENDS
            with suppress(Exception):
                one.add_note(f"[{left_out} of {len(frames)} calls are left out]")
            del frames[ENDS:-ENDS]
        chain = None
        for frame in reversed(frames):
            chain = TracebackType(chain, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
        # Not by an assignment, which a class of the solver's, a frozen dataclass say, may refuse.
        BaseException.with_traceback(one, chain)


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
