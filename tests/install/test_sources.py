"""Checks that a new project gets aoc-days from where this one came from, whatever that is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.install.artefacts import Artefacts
from tests.install.environment import Environment, clean, run
from tests.marks import needs_git
from tests.program import ROOT
from tests.repository import git


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository with this checkout as its one commit."""
    folder = tmp_path_factory.mktemp("git") / "aoc"
    litter = shutil.ignore_patterns(".*_cache", ".git", ".aoc", ".venv", "build", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=litter)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "all")
    return folder


def made_by(installed: Environment, folder: Path, env: Mapping[str, str] | None = None) -> str:
    """Begin a project, install it into a fresh environment, run its tests.

    Returns its pyproject.toml.
    """
    run(installed.script("aoc"), "init", folder, cwd=folder.parent)
    fresh = Environment.make(folder / ".venv")
    run(fresh.python, "-m", "pip", "install", "-q", "-e", ".[test]", cwd=folder, env=env)
    assert "1 passed" in run(fresh.script("pytest"), cwd=folder)
    return (folder / "pyproject.toml").read_text()


def test_from_an_index(artefacts: Artefacts, tmp_path: Path) -> None:
    # A folder of wheels stands for the index, which need not have this version.
    links = {"PIP_FIND_LINKS": str(artefacts.wheel.parent)}
    installed = Environment.make(tmp_path / "venv")
    env = clean(os.environ) | links
    run(installed.python, "-m", "pip", "install", "-q", "aoc-days", cwd=tmp_path, env=env)
    metadata = made_by(installed, tmp_path / "advent", env)
    assert 'dependencies = ["aoc-days>=0.1.0"]' in metadata


def test_from_a_file(plain: Environment, artefacts: Artefacts, tmp_path: Path) -> None:
    metadata = made_by(plain, tmp_path / "advent")
    assert f'dependencies = ["aoc-days @ {artefacts.wheel.as_uri()}"]' in metadata


@needs_git
def test_from_a_git_repository_of_this_computer(repository: Path, tmp_path: Path) -> None:
    installed = Environment.make(tmp_path / "venv", f"git+{repository.as_uri()}")
    metadata = made_by(installed, tmp_path / "advent")
    assert f'dependencies = ["aoc-days @ {repository.as_uri()}"]' in metadata
