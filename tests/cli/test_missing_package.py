"""A day that lacks a package: it runs in the Python of `aoc`, and nothing of its project is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.environments import Environment
from tests.support.marks import needs_posix_shell, needs_venv
from tests.support.program import Finished, Project

pytestmark = [needs_venv, needs_posix_shell]

DAY = """\
import installed_here

def part1(text):
    return installed_here.NAME
"""
RUN = ["run", "1", "--json", "--input", "-"]
LACKS = (
    "days/year2021/day01.py cannot be imported: "
    "ModuleNotFoundError: No module named 'installed_here': "
)
SPY = '#!/bin/sh\necho "$0" >> "{ran}"\n'


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """The Python of an environment that is not the project's, as `uv tool install` makes one."""
    return Environment(tmp_path / "tools" / "aoc").python


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day imports what its environment has."""
    project.day(1, DAY)
    return project


def run(python: Path, project: Project, folder: str = ".") -> Finished:
    """Run a day with `aoc` from an environment."""
    return project.run(*RUN, stdin=b"x", python=str(python), folder=folder)


def message(done: Finished) -> str:
    """Return the message of the only error."""
    assert done.code == 1
    [error] = [line["error"] for line in done.lines if line["error"]]
    return str(error["message"])


def test_the_environment_of_the_project_is_named(project: Project, tool: Path) -> None:
    folder = Environment(project.root / ".venv", "in-venv").folder
    assert message(run(tool, project)) == (
        f"{LACKS}this is not the Python of {folder}: install aoc-days there, and activate it"
    )


@pytest.mark.parametrize("place", ["its own", "that of no project"])
def test_in_the_environment_of_the_project_the_package_is_to_be_installed(
    project: Project, tool: Path, place: str
) -> None:
    is_own = place == "its own"
    python = Environment(project.root / ".venv").python if is_own else tool
    assert message(run(python, project)) == (
        f"{LACKS}put it beside the day, or install its package: "
        f"`{python} -m pip install PACKAGE` installs it"
    )


def test_no_program_of_the_project_is_run(project: Project, tool: Path) -> None:
    ran = project.root / "ran"
    scripts = Environment(project.root / ".venv", "in-venv").scripts
    for name in ("aoc-days", "aoc", "python", "pip"):
        script = scripts / name
        script.unlink(missing_ok=True)
        script.write_text(SPY.format(ran=ran))
        script.chmod(0o755)
    run(tool, project)
    assert not ran.exists(), ran.read_text()
