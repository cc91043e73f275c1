"""Fixtures that take long, made once for all tests: what is built, and where it is installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.artefacts import Artefacts, build
from tests.support.installation import Environment, run
from tests.support.marks import needs_venv
from tests.support.own_project import OwnProject
from tests.support.program import ROOT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("install")
            item.add_marker(needs_venv)


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Artefacts:
    """The wheel and the sdist of this checkout."""
    return build(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout."""
    litter = shutil.ignore_patterns(".*_cache", ".git", ".aoc", ".venv", "build", "__pycache__")
    folder = tmp_path_factory.mktemp("copy") / "aoc-days"
    return shutil.copytree(ROOT, folder, ignore=litter)


@pytest.fixture(scope="session")
def plain(artefacts: Artefacts, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and what it requires."""
    return Environment.make(tmp_path_factory.mktemp("plain") / "venv", artefacts.wheel)


@pytest.fixture(scope="session")
def own_project(plain: Environment, tmp_path_factory: pytest.TempPathFactory) -> OwnProject:
    """A project made by `aoc init`, with two years and a helper, and installed as pip does it."""
    folder = tmp_path_factory.mktemp("own") / "advent"
    run(plain.script("aoc"), "init", folder, cwd=folder.parent)
    environment = Environment.make(folder / ".venv")
    environment.install("-e", ".[test]", cwd=folder)
    return OwnProject(folder, environment)
