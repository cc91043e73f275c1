"""Failures: the error of a solver as a kind, one line with the next step, and its own frames."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from types import TracebackType

from aoc.model.answers import WrongAnswerTypeError
from aoc.model.results import ErrorKind, Failure
from aoc.project.day_tests import WrongExampleError
from aoc.project.environments import (
    FRAMEWORK,
    LIBRARY,
    is_installed,
    missing_module,
    module_hint,
    own_aoc_folder,
)
from aoc.worker.day_module import BrokenDayError

LONGEST_LINE = 500
"""Characters of the message of an error that are shown in its line."""
LONGEST_TRACEBACK = 4000
"""Characters of a traceback that are kept: a recursion may be deep, and a message a whole input."""
TOO_DEEP = "the recursion is too deep for the stack"
SHALLOWER = "check that it ends, or use a list as an explicit stack"
"""The next step after that."""
HIDDEN_FILES = (
    FRAMEWORK,
    # Not in the library where that is a zip file, as in the embeddable package of Windows.
    os.path.dirname(import_module.__code__.co_filename),
    "<frozen importlib",
    # A debugger that was quit has frames below those of the solver.
    os.path.join(LIBRARY, "bdb.py"),
    os.path.join(LIBRARY, "cmd.py"),
    os.path.join(LIBRARY, "pdb.py"),
)
"""The starts of the file names of frames that are not the solver's."""


class SolverError(Exception):
    """An error of a solver that no exception of Python stands for: its kind, and a whole sentence.

    Such as a script that has printed nothing, or a program that has ended with an exit code.
    """

    def __init__(self, kind: ErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


OURS = (BrokenDayError, SolverError, WrongAnswerTypeError, WrongExampleError)
"""The errors whose message says all."""


def explain(
    error: BaseException,
    kind: ErrorKind,
    root: str = ".",
    *,
    memory: int | None = None,
    about: str = "",
    place: str = "",
) -> Failure:
    """Describe an error that a solver raised: its kind, one line, and the solver's own frames.

    Where its type does not say the kind, this is `kind`. `root` is the folder of the project, and
    `memory` the limit in bytes. In the line, `about` stands before the error, and `place` after it.
    """
    step = remedy(error, root, memory)
    line = describe(error, bare=kind is ErrorKind.PARSE)
    return Failure(
        kind_of(error, kind),
        f"{about}{line}{place}{step}",
        own_traceback(error),
        missing_module(error),
    )


def is_stub(error: BaseException, root: str) -> bool:
    """Return whether an error says that a part is not written yet: `NotImplementedError`.

    An installed package raises it for something that it cannot do, which is a failure. `root` is
    the folder of the project.
    """
    frames = own_frames(error, HIDDEN_FILES)
    if not isinstance(error, NotImplementedError) or not frames:
        return False
    return not is_installed(frames[-1].tb_frame.f_code.co_filename, root)


def kind_of(error: BaseException, kind: ErrorKind) -> ErrorKind:
    """Return the kind of an error that was raised in a step whose errors are of a `kind`."""
    # Whatever tests raise is an error of the tests.
    if kind is ErrorKind.TESTS or is_debugger_quit(error):
        return kind
    if isinstance(error, SolverError):
        return error.kind
    if isinstance(error, MemoryError):
        return ErrorKind.MEMORY
    if isinstance(error, SystemExit):
        return ErrorKind.EXIT
    if isinstance(error, WrongAnswerTypeError):
        return ErrorKind.ANSWER
    return kind


def signal_name(number: int) -> str:
    """Return the name of a signal."""
    # Imported only here: few failures need it.
    import signal

    try:
        return signal.Signals(number).name
    except ValueError:
        # Such as a real-time signal.
        return f"signal {number}"


def describe(error: BaseException, *, bare: bool = False) -> str:
    """Return an error as one line; `bare` leaves out the name of a `ValueError`."""
    if is_debugger_quit(error):
        return "a debugger needs a terminal"
    if is_end_of_stdin(error):
        return "input() needs a terminal"
    try:
        lines = str(error).strip().splitlines()
    except BaseException:  # the solver's own class may raise anything
        lines = []
    message = lines[0][:LONGEST_LINE] if lines else ""
    if isinstance(error, SystemExit):
        return f"called sys.exit({message})"
    if isinstance(error, MemoryError):
        return message or "out of memory"
    if isinstance(error, OURS):
        return message
    if bare and isinstance(error, ValueError) and message:
        return message
    if isinstance(error, RecursionError):
        message = TOO_DEEP
    name = type(error).__name__
    return f"{name}: {message}" if message else name


def is_debugger_quit(error: BaseException) -> bool:
    """Return whether an error says that Python's debugger was quit, or found no terminal."""
    if isinstance(error, SystemExit):
        # From Python 3.14 on, a debugger that the solver has called exits.
        frames = own_frames(error, ())
        return bool(frames) and frames[-1].tb_frame.f_globals["__name__"] == "pdb"
    return type(error).__name__ == "BdbQuit"


def is_end_of_stdin(error: BaseException) -> bool:
    """Return whether an error was raised by `input()` where stdin is the null device."""
    # These are Python's own words.
    return type(error) is EOFError and "reading a line" in str(error)


def remedy(error: BaseException, root: str, memory: int | None = None) -> str:
    """Return the next step after an error, as the end of its line, if one is known.

    `root` is the folder of the project, and `memory` the limit in bytes.
    """
    if is_debugger_quit(error) or is_end_of_stdin(error):
        return ": run the day with `aoc run --pdb`"
    if isinstance(error, MemoryError) and memory:
        limit = f"{memory / 1e9:.3g} GB"
        # Not each command has that option.
        step = "`aoc run --memory SIZE`, or memory in [tool.aoc], changes it"
        return f", with a limit of {limit}: {step}"
    if isinstance(error, RecursionError):
        return f": {SHALLOWER}, or raise the limit with sys.setrecursionlimit"
    if isinstance(error, SyntaxError | ImportError | AttributeError):
        # Other errors have little to do with the version of Python.
        from aoc.project.environments import required_version

        needed = required_version(root)
        if needed:
            return f": {needed}"
    if isinstance(error, ImportError):
        return import_remedy(error, root)
    return ""


def import_remedy(error: ImportError, root: str) -> str:
    """Return the next step for a module that could not be imported, if one is known."""
    module = missing_module(error)
    if module:
        return module_hint(module, root)
    if str(error.name).partition(".")[0] != "aoc":
        return ""
    if own_aoc_folder(root):
        return " (`aoc` is your own: Example and puzzle are in aoc_days)"
    return (
        " (`aoc` is this framework: a package of your own has to be beside pyproject.toml, or "
        'path = ["FOLDER"] in its layout in [tool.aoc])'
    )


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
        text = f"{text[:half]}\n...\n{text[-half:]}"
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

    `others` are the starts of more file names that are not the solver's.
    """
    for member in family(error):
        chain = None
        # Each frame of a traceback refers to the next inner one.
        for frame in reversed(own_frames(member, (*HIDDEN_FILES, *others))):
            chain = TracebackType(chain, frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
        # Not by an assignment, which a class of the solver's, a frozen dataclass say, may refuse.
        BaseException.with_traceback(member, chain)


def own_frames(error: BaseException, hidden: tuple[str, ...]) -> list[TracebackType]:
    """Return the frames of one error, but none in files whose names start with `hidden`."""
    frames = []
    frame = error.__traceback__
    while frame:
        if not frame.tb_frame.f_code.co_filename.startswith(hidden):
            frames.append(frame)
        frame = frame.tb_next
    return frames


def family(error: BaseException) -> list[BaseException]:
    """Return an error, its causes, and if it is a group the errors in it: each once."""
    members = [error]
    # The list grows while it is read.
    for member in members:
        others = [member.__cause__, member.__context__]
        if isinstance(member, BaseExceptionGroup):
            others.extend(member.exceptions)
        for other in others:
            # Not by `in`, which would call methods of the solver's own class.
            if other is not None and id(other) not in map(id, members):
                members.append(other)
    return members
