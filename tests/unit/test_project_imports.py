"""What is imported in a project: its own packages, whatever else has their names."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from aoc.worker.day_module import ProjectImports


def test_a_project_has_its_own_modules_and_leaves_those_of_others_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The session itself is in the project that these tests belong to.
    finders = [each for each in sys.meta_path if not isinstance(each, ProjectImports)]
    monkeypatch.setattr(sys, "meta_path", finders)
    for name in [name for name in sys.modules if name.startswith("days.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "days", ModuleType("days"))
    before = dict(sys.modules), [*sys.path], [*finders]
    (tmp_path / "days").mkdir()
    for path in ("days/util.py", "helper.py"):
        (tmp_path / path).touch()
    with ProjectImports(str(tmp_path)):
        first = import_module("days.util")
        again = ProjectImports(str(tmp_path))
        again.enter()
        assert import_module("days.util") is first
        assert again.imported() == []
        helper = import_module("helper")
        assert again.imported() == [helper]
        again.leave()
    modules = {name: sys.modules.get(name) for name in before[0]}
    assert (modules, sys.path, sys.meta_path) == before
    assert "helper" not in sys.modules
