"""Failures: the error of a solver as a kind, one line with the next step, and a traceback."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from aoc.model.answers import WrongAnswerTypeError
from aoc.model.jobs import OPTION_HINTS, Hints
from aoc.model.results import ErrorKind, Failure
from aoc.project.day_tests import WrongExampleError
from aoc.worker.day_module import BrokenDayError
from aoc.worker.tracebacks import LIBRARY, family, keep_own_frames, own_traceback

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
OURS = (BrokenDayError, WrongAnswerTypeError, WrongExampleError)
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
    # This looks at all frames, of which the traceback keeps only those of the solver.
    step = remedy(error, root, memory, hints)
    line = describe(error, bare=kind is ErrorKind.PARSE)
    module = ""
    package = ""
    if isinstance(error, ImportError):
        from aoc.project.environments import missing_module, package_of

        module = missing_module(error)
        package = package_of(module, root)
    return Failure(
        kind_of(error, kind),
        f"{about}{line}{place}{step}",
        own_traceback(error),
        module,
        package,
    )


def kind_of(error: BaseException, kind: ErrorKind) -> ErrorKind:
    """Return the kind of an error that was raised in a step whose errors are of a `kind`."""
    # Whatever tests raise is an error of the tests.
    if kind is ErrorKind.TESTS or is_debugger_quit(error):
        return kind
    for raised, kind_of_type in KINDS:
        if isinstance(error, raised):
            return kind_of_type
    return kind


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
    """Return whether an error is that of `input()` where stdin is the null device."""
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
        return (
            f", with a limit of {limit}: --memory, or memory in [tool.aoc], changes it"
        )
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
    from aoc.project.environments import missing_module, module_hint

    if str(error.name).partition(".")[0] == "aoc":
        return " (`aoc` is this framework: a package of your own needs another name)"
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
