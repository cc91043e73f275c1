"""Errors of solvers: their kind, one line for people, and a traceback of their own frames."""

from __future__ import annotations

import _signal
import importlib
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any

from aoc.files import read_bytes
from aoc.model.answers import WrongAnswerTypeError
from aoc.model.results import ErrorKind, Failure
from aoc.project.day_tests import WrongExampleError
from aoc.project.environments import INSTALLED, is_installed
from aoc.worker.day_module import BrokenDayError

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
"""Frames that are shown at each end, at most; only where there are more, any are left out."""
LONGEST = 20_000
"""Characters of a traceback that are kept: a message may hold a whole input."""
FRAME = '  File "'
"""How a frame begins in the text of Python about a crash."""
PATH = re.compile(rf'^{FRAME}(.*?)"', re.MULTILINE)
"""The path in a frame."""
THREAD = "(most recent call first):"
"""How the line before the frames of a thread ends."""
MOST = 100
"""Frames of a thread that Python shows at most."""
ADDRESS = re.compile(r" 0x[0-9a-f]+")
"""What tells one thread from another there."""
STACK_OVERFLOW = 0xC00000FD
"""The exit code with which Windows ends a process whose stack is full."""
MEMORY_FAULTS = {-getattr(_signal, name, 0) for name in ("SIGSEGV", "SIGBUS")} - {0}
"""The exit codes of a process that has touched memory which is not there."""
OUR_CALLS = 50
"""Calls in a worker, at most, outside of the solver."""
ESCAPE = re.compile(r"\\(?:x[a-f][0-9a-f]|u[0-9a-f]{4}|U[0-9a-f]{8})")
"""What is in that text for a printable character that is not ASCII."""
KINDS = (
    (MemoryError, ErrorKind.MEMORY),
    (SystemExit, ErrorKind.EXIT),
    (WrongAnswerTypeError, ErrorKind.ANSWER),
)
"""The kinds of errors that follow from the type of the exception."""
C_STACK = re.compile(r"\n*^.*C stack trace.*(?:\n  .*)*", re.MULTILINE)
"""What Python prints of its own functions in a crash, from 3.14 on."""
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
) -> Failure:
    """Describe an error that a solver raised: its kind, one line, and the solver's own frames.

    `root` is the folder of the project, and `memory` the limit in bytes. In the line, `about`
    stands before the error, and `place` after it. Whatever tests raise is an error of the tests.
    """
    step = remedy(error, root, memory)
    message = f"{about}{describe(error, bare=kind is ErrorKind.PARSE)}{place}{step}"
    if kind is not ErrorKind.TESTS and not is_debugger_quit(error):
        kind = next((one for raised, one in KINDS if isinstance(error, raised)), kind)
    module = package = ""
    if isinstance(error, ImportError):
        from aoc.project.packages import missing_module, package_of

        module = missing_module(error)
        package = package_of(module, root)
    return Failure(kind, message, own_traceback(error), module, package)


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
    if isinstance(error, RecursionError):
        message = TOO_DEEP
    return f"{name}: {message}" if message else name


def remedy(error: BaseException, root: str, memory: int | None = None) -> str:
    """Return the next step after an error, as the end of its line, if one is known.

    `root` is the folder of the project, and `memory` the limit in bytes. All frames of the error
    have to be there.
    """
    if isinstance(error, MemoryError) and memory:
        limit = f"{memory / 1e9:.3g} GB"
        return (
            f", with a limit of {limit}: --memory, or memory in [tool.aoc], changes it"
        )
    if isinstance(error, ImportError):
        return import_hint(error, root)
    recursion = next(
        (one for one in family(error) if isinstance(one, RecursionError)), None
    )
    if recursion is None:
        return ""
    beginning = "" if recursion is error else f", since {TOO_DEEP}"
    if is_at_limit(recursion):
        return f"{beginning}{SHALLOWER}, or raise the limit with sys.setrecursionlimit"
    return beginning + NO_LIMIT


def show_thread_error(root: str, about: Any) -> None:
    """Print the error that has ended a thread, as Python does, with the frames of the solver alone.

    `root` is the folder of the project, and `about` what `threading.excepthook` takes.
    """
    error = about.exc_value
    if isinstance(error, SystemExit):
        return
    step = remedy(error, root)
    keep_own_frames(error, [os.path.join(LIBRARY, "threading.py")])
    lines = [
        f"Exception in thread {about.thread.name}:",
        own_traceback(error) or describe(error),
    ]
    if step:
        lines.append(f"{describe(error)}{step}")
    sys.stderr.write("\n".join(lines) + "\n")


def is_at_limit(error: RecursionError) -> bool:
    """Return whether a recursion has reached the limit that `sys.setrecursionlimit` sets.

    From Python 3.12 on, it counts calls of Python alone, and there is another one for those of C.
    """
    calls = 0
    frame = error.__traceback__
    while frame:
        calls += 1
        frame = frame.tb_next
    return sys.version_info < (3, 12) or calls + OUR_CALLS > sys.getrecursionlimit()


def depth_hint(said: str, status: int) -> str:
    """Return that a recursion was too deep, if that has ended a process, as the end of a line.

    `said` is the text of Python about it, and `status` the exit code.
    """
    is_certain = status == STACK_OVERFLOW or said.count(FRAME) >= MOST
    # Where the stack of a thread is full, Python cannot say anything.
    is_likely = status in MEMORY_FAULTS and (not said or raises_limit(said))
    if not (is_certain or is_likely):
        return ""
    perhaps = "" if is_certain else "perhaps "
    return f": {perhaps}{TOO_DEEP}{NO_LIMIT}, a thread with a larger threading.stack_size may"


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


def import_hint(error: ImportError, root: str) -> str:
    """Return the next step for a module that could not be imported, if one is known."""
    from aoc.project.packages import missing_module, module_hint

    if str(error.name).partition(".")[0] == "aoc":
        return " (`aoc` is this framework: a package of your own needs another name)"
    module = missing_module(error)
    return module and module_hint(module, root)


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


def raises_limit(said: str) -> bool:
    """Return whether a file in the text of Python about a crash sets the limit of a recursion.

    Code in C may call itself without a frame of Python, as when nested lists are pickled.
    """
    for path in PATH.findall(said):
        with suppress(OSError):
            if b"setrecursionlimit" in read_bytes(path):
                return True
    return False


def own_crash(text: str) -> str:
    """Return the text of Python about a crash, or where it is, with the solver's frames alone."""
    shown: list[str] = []
    threads: list[list[str]] = []
    for line in C_STACK.sub("", text).splitlines():
        if line.endswith(THREAD):
            threads.append([ADDRESS.sub("", line)])
        elif threads and line.startswith(FRAME):
            threads[-1].append(line)
        elif line and not threads:
            shown.append(line)  # what has happened
    stacks: list[list[str]] = []
    for head, *lines in threads:
        frames = own_frames(lines)
        if frames:
            stacks.append([head, *frames])
    if len(stacks) == 1:
        stacks[0][0] = f"Stack {THREAD}"
    for stack in stacks:
        shown += stack
    return "\n".join(shown)


def own_frames(lines: Sequence[str]) -> list[str]:
    """Return the lines of the solver's frames in a thread, of which the innermost comes first.

    All that called a solver goes too.
    """
    frames: list[str] = []
    for line in lines:
        frame = ESCAPE.sub(
            lambda escape: escape[0].encode().decode("unicode_escape"), line
        )
        if frame.removeprefix(FRAME).startswith(NOT_THEIRS):
            break
        frames.append(frame)
    while frames and is_of_library(frames[-1].removeprefix(FRAME)):
        frames.pop()
    return with_fold(
        frames, lambda count: f"  {like_these(count, is_least=len(lines) >= MOST)}"
    )


def is_of_library(path: str) -> bool:
    """Return whether a file is one of Python's own library."""
    is_in_library = path.startswith(os.path.join(LIBRARY, ""))
    return is_in_library and set(INSTALLED).isdisjoint(path.split(os.sep))


def folded(frames: Sequence[object]) -> tuple[list[int], list[int]]:
    """Return the numbers of the frames to show: those before and after the ones left out.

    Of many frames, those of a recursion are shown once, and of very many, those at both ends.
    """
    numbers = list(range(len(frames)))
    if len(frames) <= ENDS:
        return numbers, []
    counts = Counter(frames)
    end = 0
    first: dict[object, int] = {}
    for number, frame in enumerate(frames):
        first.setdefault(frame, number)
        if counts[frame] > 1:
            end = number + 1
    head = [number for number in first.values() if number < end]
    tail = numbers[end:]
    if len(head) + len(tail) > 2 * ENDS:
        shown = head + tail
        head, tail = shown[:ENDS], shown[-ENDS:]
    return head, tail


def with_fold(lines: Sequence[str], note: Callable[[int], str]) -> list[str]:
    """Return the lines to show, with a `note` in place of as many as are left out."""
    head, tail = folded(lines)
    shown = [lines[number] for number in head]
    if left_out := len(lines) - len(head) - len(tail):
        shown.append(note(left_out))
    return shown + [lines[number] for number in tail]


def like_these(count: int, things: str = "frames", *, is_least: bool = False) -> str:
    """Return the line about the frames that are left out, which may be the least of their number.

    It stands in their place or, where that cannot be, after all others.
    """
    return f"... {'at least ' * is_least}{count} more {things} like these"


def keep_own_frames(error: BaseException, others: Sequence[str] = ()) -> None:
    """Reduce an error, those that it was raised from, and those in it if it is a group.

    The frames of the solver are left, of which many are folded, and a note says how many were.
    `others` are the beginnings of more file names that are not the solver's.
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
        head, tail = folded(
            [(frame.tb_frame.f_code, frame.tb_lineno) for frame in frames]
        )
        with suppress(Exception):
            fold_notes(one)
            if left_out := len(frames) - len(head) - len(tail):
                one.add_note(like_these(left_out))
        chain = None
        for number in reversed(head + tail):
            frame = frames[number]
            chain = TracebackType(
                chain, frame.tb_frame, frame.tb_lasti, frame.tb_lineno
            )
        # Not by an assignment, which a class of the solver's, a frozen dataclass say, may refuse.
        BaseException.with_traceback(one, chain)


def fold_notes(error: BaseException) -> None:
    """Show the notes of an error once, of which `pickle` and others add one at each depth."""
    notes = getattr(error, "__notes__", [])
    notes[:] = with_fold(notes, lambda count: like_these(count, "notes"))


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
