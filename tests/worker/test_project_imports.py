"""What is imported in a project: its own packages, whatever else has their names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from aoc.worker import project_imports
from aoc.worker.project_imports import ProjectImports, project_modules
from tests.marks import not_on_wine


@pytest.fixture(autouse=True)
def unchanged(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that a test leaves all imports as it found them: those of no project.

    The session itself is in the project that these tests belong to.
    """
    finders = [finder for finder in sys.meta_path if not isinstance(finder, ProjectImports)]
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


@pytest.mark.parametrize("init", [{}, {"days__init": ""}])
def test_a_project_comes_before_an_installed_package(tmp_path: Path, init: dict[str, str]) -> None:
    installed = tmp_path / "installed"
    (installed / "days").mkdir(parents=True)
    (installed / "days" / "__init__.py").write_text("WHOSE = 'theirs'")
    (installed / "days" / "thing.py").write_text("WHOSE = 'theirs'")
    root = write(tmp_path / "mine", days__thing="WHOSE = 'mine'")
    if init:
        (tmp_path / "mine" / "days" / "__init__.py").write_text("WHOSE = 'mine'")
    sys.path.insert(0, str(installed))
    try:
        theirs = import_module("days.thing")
        with ProjectImports(root):
            assert import_module("days.thing").WHOSE == "mine"
            assert getattr(import_module("days"), "WHOSE", None) == ("mine" if init else None)
        assert import_module("days.thing") is theirs
    finally:
        sys.path.remove(str(installed))
        for name in ("days", "days.thing"):
            sys.modules.pop(name, None)


def test_projects_take_turns_and_keep_their_modules(tmp_path: Path) -> None:
    one = ProjectImports(write(tmp_path / "one", days__util="A = 1", helper="A = 1"))
    two = ProjectImports(write(tmp_path / "two", days__util="A = 2", helper="A = 2"))
    found = {}
    for project in (one, two):
        project.enter()
        found[project] = [import_module(name) for name in ("days.util", "helper")]
        project.leave()
    assert [module.A for modules in found.values() for module in modules] == [1, 1, 2, 2]
    for project, modules in found.items():
        project.enter()
        assert [import_module(name) for name in ("days.util", "helper")] == modules
        project.leave()


def test_entering_afresh_imports_anew_and_puts_back_what_was_there(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="A = []")
    outer = ProjectImports(root)
    outer.enter()
    first = import_module("days.util")
    with ProjectImports(root):
        second = import_module("days.util")
        assert second is not first
    assert import_module("days.util") is first
    outer.leave()


def test_modules_of_an_environment_in_the_project_are_not_its_own(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="", **{".venv__lib__site-packages__installed_here": ""})
    sys.path.insert(0, str(tmp_path / ".venv" / "lib" / "site-packages"))
    try:
        with ProjectImports(root):
            import_module("installed_here")
            import_module("days.util")
            assert {*project_modules(root)} == {"days", "days.util"}
    finally:
        del sys.path[0]
        del sys.modules["installed_here"]


def test_python_itself_in_the_project_is_not_its_own(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="", env__lib__standard="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_imports, "PYTHON", str(tmp_path / "env") + os.sep)
        patch.syspath_prepend(str(tmp_path / "env" / "lib"))
        with ProjectImports(root):
            import_module("standard")
            import_module("days.util")
            assert {*project_modules(root)} == {"days", "days.util"}
        del sys.modules["standard"]


def test_what_was_put_on_the_path_goes_and_comes_back_with_the_project(tmp_path: Path) -> None:
    write(tmp_path / "lib", near="A = 1")
    project = ProjectImports(str(tmp_path))
    before = [*sys.path]
    outside = str(tmp_path.parent)
    project.enter()
    sys.path[:0] = [str(tmp_path / "lib"), outside, str(tmp_path)]
    project.leave()
    assert sys.path == [outside, *before]
    project.enter()
    assert import_module("near").A == 1
    project.leave()
    sys.path.remove(outside)


def test_what_was_on_the_path_before_stays(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tmp_path))
        before = [*sys.path]
        project = ProjectImports(str(tmp_path))
        project.enter()
        assert sys.path == [str(tmp_path), *before]
        project.leave()
        assert sys.path == before


@not_on_wine("lets links be made, and does not follow them")
def test_a_project_may_be_reached_through_a_link(tmp_path: Path) -> None:
    root = write(tmp_path / "real", days__util="")
    link = tmp_path / "link"
    try:
        link.symlink_to(root)
    except OSError:
        pytest.skip("links cannot be made here")
    with ProjectImports(str(link)):
        import_module("days.util")
        assert "days.util" in project_modules(str(link))
        assert "days.util" in project_modules(root) or str(link) != root
