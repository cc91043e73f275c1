"""Errors of solvers as a `Failure`: its kind, one line for people, the solver's own frames."""

from __future__ import annotations

import os
import sys

from aoc.examples import tests_name
from aoc.job import Job
from aoc.results import Failure, Kind, Result
from aoc.worker.day_module import BrokenDayError

__all__ = [
    "BreakpointError",
    "describe",
    "explain",
    "loading_failure",
    "name_clash",
    "own_aoc",
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
        from aoc.worker.tracebacks import own_traceback

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
