"""Checks the examples as test items beside other plugins of pytest, and under its own options."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.install.artefacts import Artefacts
from tests.install.environment import Environment, finish
from tests.install.own_project import OwnProject

OTHERS = (
    *("pytest-benchmark", "pytest-cov", "pytest-randomly", "pytest-repeat"),
    *("pytest-rerunfailures", "pytest-timeout", "pytest-xdist"),
)
OLDEST = "8.0"


@pytest.fixture(scope="module")
def environment(artefacts: Artefacts, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and many plugins."""
    folder = tmp_path_factory.mktemp("plugins") / "venv"
    return Environment.make(folder, artefacts.wheel, "pytest", *OTHERS)


@pytest.fixture
def folder(own_project: OwnProject, tmp_path: Path) -> Path:
    """A copy of the project of one's own, whose seven tests pass."""
    copy = tmp_path / "advent"
    shutil.copytree(own_project.folder, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    return copy


def run_pytest(environment: Environment, folder: Path, *args: str) -> tuple[int, str]:
    """Run pytest in a project and return its exit code and what it printed."""
    done = finish(environment.python, "-m", "pytest", *args, cwd=folder)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("option", "outcome"),
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
    ],
)
def test_all_pass_with(environment: Environment, folder: Path, option: str, outcome: str) -> None:
    code, shown = run_pytest(environment, folder, option)
    assert code == 0, shown
    assert f" {outcome} " in shown


def test_all_pass_with_many_options_at_once(environment: Environment, folder: Path) -> None:
    options = ("--count=2", "--reruns=1", "--timeout=60", "--numprocesses=2", "--dist=loadfile")
    code, shown = run_pytest(environment, folder, *options, "--cov=days", "--doctest-modules")
    assert code == 0, shown
    assert " 13 passed " in shown


@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        ("--numprocesses=4", "1 failed, 4 passed"),
        ("--cov=days", "1 failed, 4 passed"),
        ("--reruns=1", "1 failed, 4 passed, 1 rerun"),
        ("--numprocesses=2 --dist=loadscope --cov=days --timeout=60", "1 failed, 4 passed"),
    ],
)
def test_a_day_that_cannot_be_imported_is_one_failure_with(
    environment: Environment, folder: Path, options: str, outcome: str
) -> None:
    (folder / "days" / "year2015" / "day01.py").write_text("import nowhere\n", encoding="utf-8")
    code, shown = run_pytest(environment, folder, *options.split())
    assert code == 1, shown
    assert f" {outcome}" in shown
    assert "::day01 - ModuleNotFoundError: " in shown


def test_the_tests_of_the_modules_themselves_run_without_the_plugin(
    environment: Environment, folder: Path
) -> None:
    code, shown = run_pytest(environment, folder, "-p", "no:aoc-days")
    assert code == 0, shown
    assert " 3 passed " in shown


def test_the_oldest_pytest_runs_the_examples(
    own_project: OwnProject, artefacts: Artefacts, tmp_path: Path, folder: Path
) -> None:
    if sys.version_info >= (3, 14):
        pytest.skip(f"pytest {OLDEST} does not know this Python")
    old = Environment.make(tmp_path / "venv", artefacts.wheel, f"pytest=={OLDEST}.*")
    code, shown = run_pytest(old, folder)
    assert code == 0, shown
    assert " 7 passed " in shown
    (folder / "days" / "year2015" / "day01.py").write_text("import nowhere\n", encoding="utf-8")
    code, shown = run_pytest(old, folder)
    assert code == 1, shown
    assert " 1 failed, 4 passed " in shown
