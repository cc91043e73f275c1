"""Failures: the error of a solver as a kind, one line with the next step, and its own frames."""

from __future__ import annotations

import importlib
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from aoc.model.answers import WrongAnswerTypeError
from aoc.model.jobs import OPTION_HINTS, Hints
from aoc.model.results import ErrorKind, Failure
from aoc.project.day_tests import WrongExampleError
from aoc.project.environments import LIBRARY, is_installed
from aoc.worker.day_module import BrokenDayError

if TYPE_CHECKING:
    from threading import ExceptHookArgs

LONGEST_LINE = 500
"""Characters of the message of an error that are shown in its line."""
OUR_CALLS = 50
"""Calls in a worker, at most, outside of the solver."""
KINDS = (
    (MemoryError, ErrorKind.MEMORY),
    (SystemExit, ErrorKind.EXIT),
    (WrongAnswerTypeError, ErrorKind.ANSWER),
)
"""The kinds of errors that follow from the type of the exception."""


class SolverError(Exception):
    """An error of a solver that no exception of Python stands for: its kind, and a whole sentence.

    Such as a script that has printed nothing, or a program that has ended with an exit code.
    """

    def __init__(self, kind: ErrorKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


OURS = (BrokenDayError, SolverError, WrongAnswerTypeError, WrongExampleError)
"""The errors whose message says all."""
TOO_DEEP = "the recursion is too deep for the stack"
SHALLOWER = ": check that it ends, or use a list as an explicit stack"
"""The next step after that, in any case."""
NO_LIMIT = f"{SHALLOWER}; a higher sys.setrecursionlimit does not help"
"""The next step where it is the stack of the system that has no room left."""


def explain(
    error: BaseException,
    kind: ErrorKind,
    root: str = ".",
    *,
    memory: int | None = None,
    about: str = "",
    place: str = "",
    hints: Hints = OPTION_HINTS,
) -> Failure:
    """Describe an error that a solver raised: its kind, one line, and the solver's own frames.

    Where its type does not say the kind, this is `kind`. `root` is the folder of the project, and
    `memory` the limit in bytes. In the line, `about` stands before the error, and `place` after it.
    """
    # This looks at all frames, of which the traceback keeps the frames of the solver alone.
    step = remedy(error, root, memory, hints)
    line = describe(error, bare=kind is ErrorKind.PARSE)
    module = ""
    if isinstance(error, ImportError):
        from aoc.project.environments import missing_module

        module = missing_module(error)
    return Failure(
        kind_of(error, kind),
        f"{about}{line}{place}{step}",
        own_traceback(error),
        module,
    )


def is_stub(error: BaseException, root: str) -> bool:
    """Return whether an error says that a part is not written yet: `NotImplementedError`.

    An installed package raises it for something that it cannot do, which is a failure. `root` is
    the folder of the project.
    """
    frames = own_frames(error, HIDDEN_FILES)
    if not isinstance(error, NotImplementedError) or not frames:
        return False
    # The solver may be an installed package itself.
    is_called_installed = is_installed(frames[0].tb_frame.f_code.co_filename, root)
    is_raised_installed = is_installed(frames[-1].tb_frame.f_code.co_filename, root)
    return is_called_installed == is_raised_installed


def kind_of(error: BaseException, kind: ErrorKind) -> ErrorKind:
    """Return the kind of an error that was raised in a step whose errors are of a `kind`."""
    # Whatever tests raise is an error of the tests.
    if kind is ErrorKind.TESTS or is_debugger_quit(error):
        return kind
    if isinstance(error, SolverError):
        return error.kind
    for raised, kind_of_type in KINDS:
        if isinstance(error, raised):
            return kind_of_type
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
    if is_end_of_stdin(error):
        return "input() needs a terminal"
    if isinstance(error, RecursionError):
        message = TOO_DEEP
    name = type(error).__name__
    return f"{name}: {message}" if message else name


def is_end_of_stdin(error: BaseException) -> bool:
    """Return whether an error was raised by `input()` where stdin is the null device."""
    # These are Python's own words.
    return type(error) is EOFError and "reading a line" in str(error)


def remedy(
    error: BaseException,
    root: str,
    memory: int | None = None,
    hints: Hints = OPTION_HINTS,
) -> str:
    """Return the next step after an error, as the end of its line, if one is known.

    `root` is the folder of the project, and `memory` the limit in bytes. All frames of the error
    have to be there.
    """
    if is_debugger_quit(error) or is_end_of_stdin(error):
        return f": {hints.terminal}"
    if isinstance(error, MemoryError) and memory:
        limit = f"{memory / 1e9:.3g} GB"
        # Not each command has that option.
        step = "`aoc run --memory SIZE`, or memory in [tool.aoc], changes it"
        return f", with a limit of {limit}: {step}"
    if isinstance(error, SyntaxError | ImportError | AttributeError):
        # Other errors have little to do with the version of Python.
        from aoc.project.environments import required_version

        needed = required_version(root)
        if needed:
            return f": {needed}"
    if isinstance(error, ImportError):
        return import_remedy(error, root)
    for member in family(error):
        if isinstance(member, RecursionError):
            # The line of another error does not say it yet.
            cause = "" if member is error else f", since {TOO_DEEP}"
            return f"{cause}{recursion_remedy(member)}"
    return ""


def import_remedy(error: ImportError, root: str) -> str:
    """Return the next step for a module that could not be imported, if one is known."""
    from aoc.project.environments import (
        find_folder_of,
        missing_module,
        module_hint,
        own_aoc_folder,
    )

    if str(error.name).partition(".")[0] == "aoc":
        if own_aoc_folder(root):
            return " (`aoc` is your own: Example and puzzle are in aoc_days)"
        step = "a package of your own has to be beside pyproject.toml"
        folder = find_folder_of("aoc", root).replace(os.sep, "/")
        if folder:
            step += f', or path = ["{folder}"] in its layout in [tool.aoc]'
        return f" (`aoc` is this framework: {step})"
    module = missing_module(error)
    return module_hint(module, root) if module else ""


def recursion_remedy(error: RecursionError) -> str:
    """Return the next step for a recursion that is too deep.

    A higher limit helps where it has reached the limit that `sys.setrecursionlimit` sets.
    """
    calls = 0
    frame = error.__traceback__
    while frame:
        calls += 1
        frame = frame.tb_next
    # From Python 3.12 on, this limit counts calls of Python alone, and there is another one for
    # calls of C.
    if sys.version_info < (3, 12) or calls + OUR_CALLS > sys.getrecursionlimit():
        return f"{SHALLOWER}, or raise the limit with sys.setrecursionlimit"
    return NO_LIMIT


def show_thread_error(root: str, about: ExceptHookArgs) -> None:
    """Print the error that has ended a thread, as Python does, with the frames of the solver alone.

    `root` is the folder of the project, and `about` what `threading.excepthook` takes.
    """
    error = about.exc_value
    # A thread may end itself by `sys.exit`, which says nothing.
    if error is None or isinstance(error, SystemExit):
        return
    step = remedy(error, root)
    keep_own_frames(error, [os.path.join(LIBRARY, "threading.py")])
    name = about.thread.name if about.thread else "unknown"
    lines = [
        f"Exception in thread {name}:",
        own_traceback(error) or describe(error),
    ]
    if step:
        lines.append(f"{describe(error)}{step}")
    sys.stderr.write("\n".join(lines) + "\n")


def is_debugger_quit(error: BaseException) -> bool:
    """Return whether an error says that Python's debugger was quit, or found no terminal."""
    if type(error).__name__ == "BdbQuit":
        return True
    # From Python 3.14 on, a debugger that the solver has called exits.
    if not isinstance(error, SystemExit):
        return False
    innermost = error.__traceback__
    while innermost and innermost.tb_next:
        innermost = innermost.tb_next
    return (
        innermost is not None and innermost.tb_frame.f_globals.get("__name__") == "pdb"
    )


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
    """Return the frames of one error, but none in files whose names start with `hidden`."""
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
