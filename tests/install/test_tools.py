"""Checks the program installed as a tool, by uv and pipx, and in a project that uv installs."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.install.artefacts import Artefacts
from tests.install.environment import Environment, clean, run
from tests.install.own_project import DAY, HELPER
from tests.install.tools import UV, Toolbox, other_python

INSTALLERS = ("uv", "pipx")


@pytest.fixture(scope="module", params=INSTALLERS)
def toolbox(
    request: pytest.FixtureRequest, artefacts: Artefacts, tmp_path_factory: pytest.TempPathFactory
) -> Toolbox:
    """The wheel, installed as a tool."""
    made = Toolbox(tmp_path_factory.mktemp(request.param), request.param)
    made.install(artefacts.wheel)
    return made


def make_project(folder: Path, wheel: Path, python: str) -> Path:
    """Make a project whose day imports a package that its own environment has, and no other."""
    day = folder / "days" / "year2022" / "day01.py"
    day.parent.mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.aoc]\n")
    environment = Environment.make(folder / ".venv", wheel, python=python)
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(environment.python, "-c", code, cwd=folder).strip())
    (packages / "sums_of_mine.py").write_text(HELPER)
    day.write_text(DAY.replace("days.util.sums", "sums_of_mine"))
    return folder


def check_a_day_runs(toolbox: Toolbox, project: Path) -> None:
    """Run a day of a project with the program of a toolbox."""
    (project / "input.txt").write_text("1\n2\n")
    words = ("run", "2022/1", "--input", "input.txt", "--json")
    script = toolbox.scripts / "aoc-days"
    environment = clean(os.environ) | {"AOCD_DIR": str(project / "aocd")}
    lines = run(script, *words, cwd=project, env=environment).splitlines()
    assert [json.loads(line)["answer"] for line in lines] == [None, "3", "5"]


def test_a_tool_runs_a_day_with_the_packages_of_its_project(
    toolbox: Toolbox, artefacts: Artefacts, tmp_path: Path
) -> None:
    project = make_project(tmp_path / "project", artefacts.wheel, sys.executable)
    check_a_day_runs(toolbox, project)


def test_a_tool_runs_a_day_with_the_python_of_its_project(
    toolbox: Toolbox, artefacts: Artefacts, tmp_path: Path
) -> None:
    python = other_python()
    if python is None:
        pytest.skip("needs a second Python of another version")
    check_a_day_runs(toolbox, make_project(tmp_path / "project", artefacts.wheel, python))


def test_a_tool_begins_a_project_that_pip_can_install(toolbox: Toolbox, tmp_path: Path) -> None:
    run(toolbox.scripts / "aoc-days", "init", "advent", cwd=tmp_path)
    folder = tmp_path / "advent"
    environment = Environment.make(folder / ".venv")
    environment.install("-e", ".[test]", cwd=folder)
    assert "1 passed" in run(environment.script("pytest"), cwd=folder)
    assert "    aoc-days new 1 " in (folder / "README.md").read_text()


def test_uvx_runs_the_program(artefacts: Artefacts, tmp_path: Path) -> None:
    words = ("tool", "run", "--from", artefacts.wheel, "aoc-days", "--version")
    assert run(*UV, *words, cwd=tmp_path).endswith("version 0.1.0\n")


@pytest.fixture(scope="module")
def synced(plain: Environment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project made by `aoc init` and installed by `uv sync`."""
    folder = tmp_path_factory.mktemp("uv") / "advent"
    run(plain.script("aoc"), "init", folder, cwd=folder.parent)
    run(*UV, "sync", "--python", sys.executable, cwd=folder)
    (folder / "days" / "util").mkdir()
    (folder / "days" / "util" / "sums.py").write_text(HELPER)
    (folder / "days" / "year2022").mkdir()
    (folder / "days" / "year2022" / "day01.py").write_text(DAY)
    return folder


def test_a_project_synced_by_uv_runs_and_passes_its_tests(synced: Path) -> None:
    (synced / "input.txt").write_text("1\n2\n")
    words = ("aoc-days", "run", "2022/1", "--input", "input.txt", "--json")
    lines = run(*UV, "run", *words, cwd=synced).splitlines()
    assert [json.loads(line)["answer"] for line in lines] == [None, "3", "5"]
    (synced / "tests" / "year2022").mkdir()
    (synced / "tests" / "year2022" / "test_day01.py").write_text("")
    assert "1 passed" in run(*UV, "run", "pytest", cwd=synced)


def test_its_lock_names_nobody_and_belongs_in_the_repository(synced: Path) -> None:
    assert (synced / "uv.lock").exists()
    assert "uv.lock" not in (synced / ".gitignore").read_text()
    assert str(synced) not in (synced / "uv.lock").read_text()
