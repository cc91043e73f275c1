"""Checks the examples as test items beside other plugins of pytest, and under its own options."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.artefacts import Artefacts
from tests.support.installation import Environment, finish
from tests.support.own_project import OwnProject

OTHERS = (
    "pytest-benchmark",
    "pytest-cov",
    "pytest-randomly",
    "pytest-repeat",
    "pytest-rerunfailures",
    "pytest-timeout",
    "pytest-xdist",
)
OLDEST = "8.0"
GOES_ON = "--continue-on-collection-errors"


@pytest.fixture(scope="module")
def environment(artefacts: Artefacts, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and many plugins."""
    folder = tmp_path_factory.mktemp("plugins") / "venv"
    return Environment.make(folder, artefacts.wheel, "pytest", *OTHERS)


@pytest.fixture
def folder(own_project: OwnProject, tmp_path: Path) -> Path:
    """A copy of the project of one's own, whose seven tests pass."""
    ignored = shutil.ignore_patterns(".*", "__pycache__")
    return shutil.copytree(own_project.folder, tmp_path / "advent", ignore=ignored)


def check(environment: Environment, folder: Path, options: str, outcome: str) -> str:
    """Run pytest in a project, check its outcome, and return what it printed."""
    done = finish(environment.python, "-m", "pytest", *options.split(), cwd=folder)
    shown = done.stdout + done.stderr
    assert f" {outcome} in " in shown
    assert done.returncode == ("error" in outcome)
    return shown


def break_a_day(folder: Path) -> None:
    """Make a day one that cannot be imported."""
    (folder / "days" / "year2015" / "day01.py").write_text("import nowhere\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        ("--benchmark-disable", "7 passed"),
        ("--cov=days", "7 passed"),
        ("--doctest-modules", "10 passed"),
        ("--count=2", "10 passed"),
        ("--last-failed", "7 passed"),
        ("--numprocesses=2", "7 passed"),
        ("--pdb", "7 passed"),
        ("--randomly-seed=1", "7 passed"),
        ("--reruns=2", "7 passed"),
        ("--timeout=60", "7 passed"),
        ("-k=part2", "2 passed, 5 deselected"),
        ("-p no:aoc-days", "3 passed"),
        ("--count=2 --reruns=1 -n 2 --dist=loadfile --cov=days --doctest-modules", "13 passed"),
    ],
)
def test_the_examples_pass_with(
    environment: Environment, folder: Path, options: str, outcome: str
) -> None:
    check(environment, folder, options, outcome)


@pytest.mark.parametrize("options", ["--cov=days", "--reruns=1", "-n 2 --dist=loadscope"])
def test_a_day_that_cannot_be_imported_is_one_error_with(
    environment: Environment, folder: Path, options: str
) -> None:
    break_a_day(folder)
    said = check(environment, folder, f"{GOES_ON} {options}", "4 passed, 1 error")
    assert "No module named" in said


@pytest.mark.skipif(sys.version_info >= (3, 14), reason=f"pytest {OLDEST} ends with Python 3.13")
def test_the_oldest_pytest_runs_the_examples(
    artefacts: Artefacts, tmp_path: Path, folder: Path
) -> None:
    old = Environment.make(tmp_path / "venv", artefacts.wheel, f"pytest=={OLDEST}.*")
    check(old, folder, "", "7 passed")
    break_a_day(folder)
    check(old, folder, GOES_ON, "4 passed, 1 error")
