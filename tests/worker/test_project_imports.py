"""What is imported in a project: its own packages, whatever else has their names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NoReturn

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
    assert sys.path == [str(tmp_path / "lib"), str(tmp_path), outside, *before]
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


def test_what_was_on_the_path_twice_before_stays_twice(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for _ in range(2):
            patch.syspath_prepend(str(tmp_path))
        before = [*sys.path]
        with ProjectImports(str(tmp_path)):
            pass
        assert sys.path == before


def test_folders_come_back_in_the_order_in_which_they_were_on_the_path(tmp_path: Path) -> None:
    project = ProjectImports(str(tmp_path))
    folders = [str(tmp_path / name) for name in ("b", "a", "b", "c")]
    project.enter()
    sys.path[:0] = folders
    project.leave()
    project.enter()
    assert sys.path[:4] == [*dict.fromkeys(folders), str(tmp_path)]
    project.leave()


class Editable:
    """Finds a package called `days` wherever it is asked, as an editable installation does."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Find the package, which is empty."""
        return ModuleSpec(name, None, is_package=True) if name == "days" else None


def test_a_project_comes_before_a_package_of_an_editable_installation(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="A = 1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "meta_path", [Editable(), *sys.meta_path])
        with ProjectImports(root):
            assert import_module("days.util").A == 1


def test_a_folder_that_a_day_puts_first_comes_before_the_other_modules_of_the_project(
    tmp_path: Path,
) -> None:
    root = write(tmp_path, helper="A = 1", first__helper="A = 2", first__days__util="A = 2")
    write(tmp_path, days__util="A = 1")
    with ProjectImports(root):
        sys.path.insert(0, str(tmp_path / "first"))
        assert import_module("helper").A == 2
        assert import_module("days.util").A == 1


def names_of(modules: list[ModuleType]) -> list[str]:
    """Return the names of modules."""
    return [module.__name__ for module in modules]


def test_what_was_imported_since_a_project_was_entered_is_known(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="import helper", helper="", more="")
    with ProjectImports(root) as project:
        import_module("helper")
        import_module("days.util")
        assert names_of(project.imported()) == ["days", "days.util", "helper"]
        project.last_before = "a module that is not there any more"
        assert names_of(project.imported()) == ["days", "days.util", "helper"]


def test_the_first_project_of_a_process_looks_at_no_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write(tmp_path, days__util="A = 1")
    project = ProjectImports(root)
    with monkeypatch.context() as patch:
        patch.setattr(project_imports, "project_modules", None)
        for name in ("days", "tests"):
            patch.delitem(sys.modules, name, raising=False)
        project.enter(is_first=True)
        assert import_module("days.util").A == 1
        assert names_of(project.imported()) == ["days", "days.util"]
    project.leave()


def test_the_first_project_of_a_process_comes_before_what_has_its_names(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="A = 1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "days", ModuleType("days"))
        project = ProjectImports(root)
        project.enter(is_first=True)
        assert import_module("days.util").A == 1
        project.leave()


def test_a_project_that_is_entered_again_shares_what_is_imported_from_it(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="A = []")
    with ProjectImports(root):
        first = import_module("days.util")
        again = ProjectImports(root)
        again.enter()
        assert import_module("days.util") is first
        again.leave()


def test_what_was_imported_is_known_by_name_also_when_it_comes_back(tmp_path: Path) -> None:
    project = ProjectImports(write(tmp_path, days__util="", helper="", more=""))
    project.enter()
    found = [import_module(name) for name in ("days", "days.util", "helper")]
    import_module("colorsys")
    assert project.imported() == found
    project.leave()
    project.enter()
    more = import_module("more")
    assert project.imported() == [*found, more]
    project.leave()


def test_what_was_imported_before_is_not_what_the_project_imported(tmp_path: Path) -> None:
    root = write(tmp_path, days__util="", helper="")
    with ProjectImports(root):
        import_module("days.util")
        again = ProjectImports(root)
        again.enter()
        assert again.imported() == []
        helper = import_module("helper")
        assert again.imported() == [helper]
        again.leave()


def test_a_day_may_remove_what_finds_its_packages(tmp_path: Path) -> None:
    finders = [*sys.meta_path]
    with ProjectImports(str(tmp_path)):
        sys.meta_path[:] = finders


def test_a_project_may_be_in_the_folder_of_python(tmp_path: Path) -> None:
    root = write(tmp_path / "mine", days__util="")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_imports, "PYTHON", str(tmp_path) + os.sep)
        with ProjectImports(root):
            import_module("days.util")
            assert {*project_modules(root)} == {"days", "days.util"}


def test_a_project_may_be_in_a_folder_of_what_is_installed(tmp_path: Path) -> None:
    root = write(tmp_path / "site-packages" / "mine", days__util="")
    with ProjectImports(root):
        import_module("days.util")
        assert {*project_modules(root)} == {"days", "days.util"}


def test_the_framework_and_what_runs_it_are_no_modules_of_the_project(tmp_path: Path) -> None:
    root = write(tmp_path, aoc="", __main__="", days__util="")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("aoc", "aoc.grid", "__main__"):
            module = ModuleType(name)
            module.__file__ = str(tmp_path / "aoc.py")
            patch.setitem(sys.modules, name, module)
        assert project_modules(root) == {}


@pytest.mark.parametrize("kind", ["nothing", "no module", "no text", "no file", "its own"])
def test_anything_may_be_in_place_of_a_module(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "odd.py"
    module = ModuleType("odd")
    found: dict[str, object] = {
        "nothing": None,
        "no module": SimpleNamespace(__file__=str(file)),
        "no text": module,
        "no file": ModuleType("odd"),
        "its own": Odd("odd"),
    }
    vars(module)["__file__"] = file
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "odd", found[kind])
        assert project_modules(str(tmp_path)) == {}


class Odd(ModuleType):
    """A module of a day's own class, with code that nobody should run."""

    @property
    def __dict__(self) -> NoReturn:  # type: ignore[override]
        raise AttributeError


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
