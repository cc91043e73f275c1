"""Workers in another environment find the one package that they need, and no other from there."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from aoc.worker import borrowed
from aoc.worker.borrowed import VARIABLE, borrow_packages


@pytest.fixture(autouse=True)
def lender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the package, and of another one; imports are as they were after a test."""
    folder = tmp_path / "lender"
    folder.mkdir()
    for name in ("only_here", "another_here"):
        (folder / f"{name}.py").touch()
    monkeypatch.setattr(borrowed, "BORROWED", "only_here")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def origin_of(name: str) -> str | None:
    """Return the file that a module would be imported from."""
    spec = find_spec(name)
    return spec.origin if spec else None


def test_the_package_is_found_where_the_variable_says(lender: Path) -> None:
    assert origin_of("only_here") is None
    borrow_packages()
    assert origin_of("only_here") == str(lender / "only_here.py")


def test_nothing_else_is_found_there() -> None:
    borrow_packages()
    assert origin_of("another_here") is None


def test_a_package_of_the_workers_own_environment_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    borrow_packages()
    assert origin_of("only_here") == str(tmp_path / "only_here.py")


@pytest.mark.parametrize("value", [None, ""])
def test_without_the_variable_imports_stay_as_they_are(
    value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is None:
        monkeypatch.delenv(VARIABLE)
    else:
        monkeypatch.setenv(VARIABLE, value)
    before = [*sys.meta_path]
    borrow_packages()
    assert sys.meta_path == before
