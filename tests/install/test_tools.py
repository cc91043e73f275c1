"""Checks the program installed as a tool, by uv and pipx, and in a project that uv installs.

advent-of-code-data has a script `aoc` too: `aoc-days init` makes it ours.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.artefacts import Artefacts
from tests.support.environment import environment_of_installers
from tests.support.installation import UV, Environment, Toolbox, run
from tests.support.own_project import DAY, HELPER, write_day

PACKAGE = """\
[project]
name = "sums-of-mine"
version = "1"

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
only-include = ["sums_of_mine.py"]
"""


@pytest.fixture(scope="module", params=["uv", "pipx"])
def toolbox(
    request: pytest.FixtureRequest, artefacts: Artefacts, tmp_path_factory: pytest.TempPathFactory
) -> Toolbox:
    """The wheel, installed as a tool."""
    return Toolbox(tmp_path_factory.mktemp(request.param), request.param, artefacts.wheel)


def check_a_day_runs(project: Path, *program: str | Path) -> None:
    """Run a day of a project with a program."""
    (project / "input.txt").write_text("1\n2\n")
    words = ("run", "2022/1", "--input", "input.txt", "--json")
    env = environment_of_installers() | {"AOCD_DIR": str(project / "aocd")}
    lines = run(*program, *words, cwd=project, env=env).splitlines()
    assert [json.loads(line)["answer"] for line in lines] == [None, "3", "5"]


def test_a_tool_runs_a_day_with_the_packages_that_it_was_given(
    toolbox: Toolbox, tmp_path: Path
) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "sums_of_mine.py").write_text(HELPER)
    (package / "pyproject.toml").write_text(PACKAGE)
    toolbox.add(package)
    project = tmp_path / "advent"
    project.mkdir()
    (project / "pyproject.toml").write_text("[tool.aoc]\n")
    write_day(project, 2022, DAY.replace("days.util.sums", "sums_of_mine"))
    check_a_day_runs(project, toolbox.scripts / "aoc-days")


def test_a_tool_begins_a_project_that_pip_can_install(toolbox: Toolbox, tmp_path: Path) -> None:
    run(toolbox.scripts / "aoc-days", "init", cwd=tmp_path)
    environment = Environment.make(tmp_path / ".venv")
    environment.install("-e", ".[test]", cwd=tmp_path)
    assert "1 passed" in run(environment.script("pytest"), cwd=tmp_path)
    assert "    aoc new 1 " in (tmp_path / "README.md").read_text()


def test_uvx_runs_the_program(artefacts: Artefacts, tmp_path: Path) -> None:
    words = ("tool", "run", "--from", artefacts.wheel, "aoc-days", "--version")
    assert run(*UV, *words, cwd=tmp_path).endswith("version 0.2.0\n")


@pytest.fixture
def synced(plain: Environment, tmp_path: Path) -> Path:
    """A project made by `aoc init` and installed by `uv sync`."""
    folder = tmp_path / "advent"
    run(plain.script("aoc"), "init", folder, cwd=tmp_path)
    run(*UV, "sync", "--python", sys.executable, cwd=folder)
    return folder


def test_a_project_synced_by_uv_runs_and_has_a_lock_that_names_nobody(synced: Path) -> None:
    write_day(synced, 2022)
    check_a_day_runs(synced, *UV, "run", "aoc-days")
    tests = synced / "tests" / "year2022" / "test_day01.py"
    tests.parent.mkdir()
    tests.write_text("")
    assert "1 passed" in run(*UV, "run", "pytest", cwd=synced)
    assert str(synced) not in (synced / "uv.lock").read_text()
    assert "uv.lock" not in (synced / ".gitignore").read_text()


def check_aoc_becomes_ours(
    environment: Environment, scripts: Path, env: Mapping[str, str] | None = None
) -> None:
    """Make the script aocd's for sure, and replace it by ours.

    uv installs packages side by side, and the last to bring a script wins.
    """
    folder = environment.folder.parent / "advent"
    folder.mkdir(exist_ok=True)
    again = ("--reinstall-package", "advent-of-code-data", "--no-deps", "advent-of-code-data")
    run(*UV, "pip", "install", "--python", environment.python, *again, cwd=folder)
    aoc, sure = (Path(str(shutil.which(name, path=scripts))) for name in ("aoc", "aoc-days"))
    assert b"aocd" in aoc.read_bytes()
    env = env or environment_of_installers()
    run(sure, "init", "--yes", cwd=folder, env=env)
    assert run(aoc, "--version", cwd=folder, env=env).endswith("version 0.2.0\n")


def test_the_script_aoc_becomes_ours_in_a_project_synced_by_uv(synced: Path) -> None:
    environment = Environment(synced / ".venv")
    check_aoc_becomes_ours(environment, environment.scripts)


def test_the_script_aoc_of_a_tool_becomes_ours(toolbox: Toolbox) -> None:
    configs = toolbox.scripts.parent.glob("tools/**/pyvenv.cfg")
    [home] = (path.parent for path in configs if "aoc-days" in str(path))
    check_aoc_becomes_ours(Environment(home), toolbox.scripts, toolbox.env)


def test_the_script_aoc_installed_by_pip_becomes_ours(artefacts: Artefacts, tmp_path: Path) -> None:
    environment = Environment.make(tmp_path / "venv", artefacts.wheel)
    check_aoc_becomes_ours(environment, environment.scripts)
