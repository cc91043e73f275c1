"""The one failing test of a day if its module or its tests cannot be imported."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from aoc.plugins.pytest import MADE

__all__ = ["Fault", "FaultItem", "fault_item"]


class Fault(NamedTuple):
    """What is wrong with a file, of which `name` is shown.

    `summary` says it in a line, `text` in full; `line` is where, counted from 1, if it is known.
    """

    name: str
    path: Path
    summary: str
    text: str
    line: int = 1


class FaultItem(pytest.Item):
    """A test that fails with what is wrong with a file."""

    def __init__(self, *, fault: Fault, **fields: Any) -> None:
        super().__init__(**fields)
        self.fault = fault

    def runtest(self) -> None:
        """Fail."""
        pytest.fail(self.fault.text, pytrace=False)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what is wrong, and where."""
        shown = super().repr_failure(excinfo, style)
        crash = getattr(shown, "reprcrash", None)
        if crash:
            fault = self.fault
            crash.path, crash.lineno, crash.message = str(fault.path), fault.line, fault.summary
        return shown

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the test module, a line, and the name to show."""
        # pytest would replace the dots in the name, as if they were those of classes, if the name
        # of the test ended like this text: the blank at the end prevents that.
        return self.path, 0, f"{self.name} "


def fault_item(module: pytest.Module, fault: Fault) -> FaultItem:
    """Make the test of a module that fails with what is wrong."""
    item: FaultItem = FaultItem.from_parent(module, name=fault.name, fault=fault)
    item.stash[MADE] = True
    return item
