"""What pytest reports of the tests of a day: the frames of the solver, and a clear summary.

No text in it commands the terminal, not that of an answer or of a line of the input either.
"""

from __future__ import annotations

import ast
import os
from types import TracebackType
from typing import Any

import _pytest
import pluggy
import pytest

from aoc.plugins.part_check import PartCheck
from aoc.printable import printable
from aoc.render.stream_guard import guarded
from aoc.worker.failures import describe
from aoc.worker.tracebacks import keep_own_frames, set_frames

__all__ = ["make_printable", "shorten_summary", "show_own_frames"]

BESIDE_PYTEST = os.path.dirname(os.path.dirname(_pytest.__file__))
NOT_THEIRS = (
    os.path.join(BESIDE_PYTEST, "_pytest", ""),
    os.path.join(BESIDE_PYTEST, "pytest"),
    os.path.join(os.path.dirname(pluggy.__file__), ""),
    ast.parse.__code__.co_filename,  # which is not `ast.__file__` where Python is in a zip file
)
"""The starts of the file names of frames of pytest, of its plugins, and of `ast`."""


def show_own_frames(call: pytest.CallInfo[None]) -> None:
    """Reduce what a day raised to its own frames, and all that it was raised from.

    Where it has none, as with `parse = int`, the line of the example is the one that is shown.
    """
    if call.excinfo is None:
        return
    error = call.excinfo.value
    if type(error).__name__ == "FrozenInstanceError" and error.__context__ is not None:
        # On its way here, contextlib has tried to assign to an error that is a frozen dataclass.
        error = error.__context__
    outer, inner = split_at_solver(error.__traceback__)
    if inner is None:
        return
    BaseException.with_traceback(error, inner.tb_next)
    keep_own_frames(error, NOT_THEIRS, by_line=False)
    if error.__traceback__ is None and outer is not None:
        set_frames(error, [outer])
    if error.__traceback__ is not None:
        call.excinfo = pytest.ExceptionInfo.from_exc_info((type(error), error, error.__traceback__))


def split_at_solver(
    frame: TracebackType | None,
) -> tuple[TracebackType | None, TracebackType | None]:
    """Return the frame of the test function, and the one below it that calls the day, if any."""
    outer = None
    while frame:
        if frame.tb_frame.f_code is PartCheck.solve.__code__:
            return outer, frame
        outer, frame = frame, frame.tb_next
    return None, None


def shorten_summary(report: pytest.TestReport, call: pytest.CallInfo[None]) -> None:
    """Let the summary of a failure start with the error, not with `Failed: ` or a file name."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash and call.excinfo:
        error = call.excinfo.value
        is_syntax = isinstance(error, SyntaxError)
        crash.message = describe(error) if is_syntax else crash.message.removeprefix("Failed: ")


def make_printable(report: pytest.TestReport) -> None:
    """Make all text of a report printable; what a day has printed keeps its colors."""
    report.longrepr = printable_in(report.longrepr)
    report.sections = [(name, guarded(text)) for name, text in report.sections]


def printable_in(shown: Any) -> Any:
    """Return a part of a report with printable text; pytest's own objects are changed."""
    if isinstance(shown, str):
        return printable(shown)
    if type(shown) in (tuple, list):
        return type(shown)(map(printable_in, shown))
    if type(shown).__module__.startswith("_pytest."):
        for name, value in vars(shown).items():
            setattr(shown, name, printable_in(value))
    return shown
