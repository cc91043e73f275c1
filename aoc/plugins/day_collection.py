"""What pytest collects from the files of a day: tests, or one failure.

A file that cannot be imported would end the whole session as an error of collection.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import pytest

from aoc.plugins.example_functions import Node, day_fault, fault_of, make_tests
from aoc.plugins.fault_item import Fault, FaultItem, fault_item
from aoc.puzzles import Puzzle

__all__ = ["DayFile", "collect_day", "day_file"]

FILE = re.compile(r"(?:(tests)|days)/year(\d{4})/(?:test_)?day(\d\d)\.py")
IMPORT = re.compile(rb"^\s*(?:from|import)\s+aoc\b", re.MULTILINE)
DOCTESTS = "_pytest.doctest"
"""The module with the collector of doctests, a kind of `pytest.Module`."""


class DayFile(NamedTuple):
    """A file of a day of the project at `root`: its module, or its tests."""

    root: str
    puzzle: Puzzle
    is_tests: bool


def day_file(path: Path, root: str) -> DayFile | None:
    """Return what a file of the project at `root` is for a day; `None` if it is for none."""
    match = FILE.fullmatch(path.relative_to(root).as_posix())
    if not match or path.name.startswith("test_") is not bool(match[1]):
        return None
    return DayFile(root, Puzzle(int(match[2]), int(match[3])), bool(match[1]))


def collect_day(
    module: pytest.Module, file: DayFile, *, declared: bool
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Collect a file of a day around the hooks of others.

    A failure becomes one failing test, and the tests of the day get those made of its examples
    and inputs. A project that is not `declared` has no settings for `aoc`, and may not use it at
    all: there, pytest reports a failure itself, unless the file imports `aoc`.
    """
    is_doctest = type(module).__module__ == DOCTESTS
    collect_own = module.collect

    def collect() -> list[Node]:
        own = [*collect_own()]
        return [*make_tests(module, file.root, file.puzzle, own, declared=declared), *own]

    is_ours = declared or imports_aoc(module.path)
    error: BaseException | None
    with pytest.MonkeyPatch.context() as patch:
        if file.is_tests and not is_doctest:
            # Inside of the collection by pytest, so that it reports errors as usual.
            patch.setattr(module, "collect", collect)
        try:
            report = yield
        except SystemExit as raised:
            if not is_ours:
                raise
            error = raised
            report = pytest.CollectReport(module.nodeid, "failed", None, None)
        else:
            error = error_of(report)
    if report.outcome == "failed" and error is not None and is_ours:
        report.outcome, report.longrepr, report.result = "passed", None, []
        vars(report).pop("call", None)  # from this pytest would start a debugger
        if not (is_doctest and file.is_tests):  # else the tests themselves fail as well
            report.result.append(failing_item(module, file, error))
    return report


def imports_aoc(path: Path) -> bool:
    """Return whether a file imports `aoc`, as the tests of a day do for `Example`."""
    return bool(IMPORT.search(path.read_bytes()))


def error_of(report: pytest.CollectReport) -> BaseException | None:
    """Return what kept a file from being imported, if that is why collecting it failed."""
    call = getattr(report, "call", None)
    error: BaseException | None = call and call.excinfo and call.excinfo.value
    if isinstance(error, pytest.Collector.CollectError):
        # pytest has put these into words, and keeps the error itself as the cause.
        cause = error.__cause__
        return cause if isinstance(cause, ImportError | SyntaxError) else None
    is_outcome = isinstance(error, pytest.fail.Exception | pytest.exit.Exception)
    return None if is_outcome else error


def failing_item(module: pytest.Module, file: DayFile, error: BaseException) -> FaultItem:
    """Return the test that fails since a file cannot be imported: for its day, if that cannot."""
    path = module.path
    if type(error).__name__ == "ImportPathMismatchError":  # pytest's own, of no public name
        year = path.relative_to(file.root).parent.as_posix()
        said = f"has the name of another module: put an empty __init__.py into tests and {year}"
        fault = Fault(path.name, path, said, f"{year}/{path.name} {said}")
    else:
        found = day_fault(file.root, file.puzzle) if file.is_tests else None
        fault = found or fault_of(error, path, file.root)
    return fault_item(module, fault)
