"""What is imported in a project: its own packages, whatever else has their names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from aoc.worker.day_module import ProjectImports


@pytest.fixture(autouse=True)
def unchanged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that a test leaves all imports as it found them: those of no project.

    The session itself is in the project that these tests belong to.
    """
    finders = [
        finder for finder in sys.meta_path if not isinstance(finder, ProjectImports)
    ]
    monkeypatch.setattr(sys, "meta_path", finders)
    for name in [name for name in sys.modules if name.partition(".")[0] == "days"]:
        monkeypatch.delitem(sys.modules, name)
    before = dict(sys.modules), list(sys.path), list(sys.meta_path)
    yield
    after = dict(sys.modules), list(sys.path), list(sys.meta_path)
    assert after[1:] == before[1:]
    assert all(after[0].get(name) is module for name, module in before[0].items())


def write(root: Path, **files: str) -> str:
    """Write modules, with dots for slashes as `__` in their names; return the root."""
    for name, text in files.items():
        path = root.joinpath(*name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(root)


def test_what_is_entered_keeps_what_was_imported_from_the_project_before(
    tmp_path: Path,
) -> None:
    root = write(tmp_path, days__util="", helper="")
    with ProjectImports(root):
        first = import_module("days.util")
        again = ProjectImports(root)
        again.enter()
        assert import_module("days.util") is first
        assert again.imported() == []
        helper = import_module("helper")
        assert again.imported() == [helper]
        again.leave()
