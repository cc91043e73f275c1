"""Checks which Python runs the days: where `aoc` is installed apart, that of the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.environments import PIPX, UV, Environment
from tests.support.launchers import write_launcher
from tests.support.marks import needs_posix_shell, needs_venv
from tests.support.program import Finished, Project

pytestmark = [needs_venv, needs_posix_shell]

DAY = """\
import os, sys

def parse(text):
    return text

def part1(text):
    return f"{os.path.basename(sys.prefix)},{'AOC_ENTERED' in os.environ}".replace(".", "")

def part2(text):
    import installed_here
    return installed_here.NAME
"""


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """The Python of an environment for programs, as `uv tool install` makes one."""
    return Environment(tmp_path / "tools" / "aoc", receipt=UV).python


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day imports what its environment has."""
    project.day(1, DAY)
    return project


def run(python: Path, project: Project, folder: str = ".", **env: str) -> Finished:
    """Run a day on a sample with `aoc` from an environment."""
    command = ["run", "1", "--json", "--input", "-"]
    return project.run(*command, stdin=b"x", env=env, python=str(python), folder=folder)


def answers(done: Finished) -> list[str | None]:
    """Return the answers of both parts."""
    return [result["answer"] for result in done.results]


@pytest.mark.slow
def test_a_program_apart_goes_on_in_the_environment_of_the_project(
    project: Project, tool: Path
) -> None:
    assert answers(run(tool, project))[0] == "aoc,False"
    own = project.root / ".venv"
    # A script that leads back is followed once.
    (own / "bin").mkdir(parents=True)
    (own / "bin" / "aoc-days").symlink_to(tool.with_name("aoc-days"))
    assert answers(run(tool, project))[0] == "aoc,False"
    (own / "bin" / "aoc-days").unlink()
    Environment(own, "in-venv")
    assert answers(run(tool, project, "days/year2021")) == ["venv,False", "in-venv"]
    # A forkserver is started in another way where a token is in the environment.
    assert answers(run(tool, project, AOC_SESSION="a" * 128)) == [
        "venv,False",
        "in-venv",
    ]
    (project.root / "elsewhere").mkdir()
    done = run(tool, project, "elsewhere", AOC_PROJECT=str(project.root))
    assert answers(done) == ["venv,False", "in-venv"]
    write_launcher(own / "bin" / "aoc-days", "#!/nowhere/python\n")
    done = run(tool, project)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc: {own / 'bin' / 'aoc-days'} does not start (")
    assert done.err.endswith("): install aoc-days in that environment again\n")


def test_the_active_environment_comes_before_that_of_the_project(
    project: Project, tool: Path, tmp_path: Path
) -> None:
    Environment(project.root / ".venv", "in-venv")
    Environment(tmp_path / "active", "in-active")
    for active, found in (("active", "active"), ("gone", "venv")):
        done = run(tool, project, VIRTUAL_ENV=str(tmp_path / active))
        assert answers(done) == [f"{found},False", f"in-{found}"]


@pytest.mark.slow
def test_an_environment_that_was_made_for_a_program_is_not_for_days(
    project: Project, tmp_path: Path
) -> None:
    tools = tmp_path / "tools" / "aoc"
    python = Environment(tools, "in-aoc").python
    Environment(project.root / ".venv", "in-venv")
    assert answers(run(python, project)) == ["aoc,False", "in-aoc"]
    for mark in (tools / PIPX, tools / UV, tools.parent.parent / "CACHEDIR.TAG"):
        mark.touch()
        assert answers(run(python, project)) == ["venv,False", "in-venv"]
        mark.unlink()


def test_a_missing_import_says_where_to_install_it(
    project: Project, tool: Path
) -> None:
    # An environment of the project without aoc-days is of no use.
    (project.root / ".venv" / "bin").mkdir(parents=True)
    (project.root / ".venv" / "bin" / "python").symlink_to(tool)
    for receipt, way in (
        (UV, "uv tool install --with PACKAGE aoc-days"),
        (PIPX, "pipx inject aoc-days PACKAGE"),
    ):
        (tool.parent.parent / receipt).touch()
        done = run(tool, project)
        assert done.code == 1
        assert done.results[1]["error"]["message"] == (
            "ModuleNotFoundError: No module named 'installed_here': put it beside the day, or "
            f"install its package: `{way}` installs it, or install aoc-days into the environment "
            "of your project"
        )
        (tool.parent.parent / receipt).unlink()


def test_a_module_of_the_project_or_of_python_is_not_to_be_installed(
    project: Project, tool: Path
) -> None:
    (project.root / "helper.py").touch()
    for module in ("helper.inside", "winreg"):
        project.day(1, f"import {module}\n")
        [result] = run(tool, project).lines
        assert (
            f"ModuleNotFoundError: No module named '{module}'"
            in result["error"]["message"]
        )
        assert "uv tool" not in result["error"]["message"]


NOBODY = 65534
"""The number of a user who is not the one of these tests."""
SPY = '#!/bin/sh\necho "$@" >> "{ran}"\n'


class Spied:
    """A project whose environment has a program in the place of ours, which leaves its words."""

    def __init__(self, project: Project, folder: Path) -> None:
        self.project = project
        self.ran = project.root / "ran"
        self.script = folder / ".venv" / "bin" / "aoc-days"
        self.script.parent.mkdir(parents=True)
        self.script.write_text(SPY.format(ran=self.ran))
        self.script.chmod(0o755)

    def words(self, tool: Path, *args: str, folder: str = ".", **env: str) -> list[str]:
        """Run `aoc` from a tool, and return the words that the program of the project got."""
        self.ran.unlink(missing_ok=True)
        self.project.run(*args, env=env, python=str(tool), folder=folder)
        return self.ran.read_text().split() if self.ran.exists() else []


@pytest.mark.slow
def test_only_a_command_that_runs_days_goes_on_there(
    project: Project, tool: Path
) -> None:
    spied = Spied(project, project.root)
    for line in ("run 1", "--debug sub 1"):
        assert spied.words(tool, *line.split()) == line.split()
    for line in (
        *(
            "--version",
            "run --help",
            "status",
            "st",
            "doctor --offline",
        ),
        *("login --list", "r 1"),
    ):
        assert spied.words(tool, *line.split()) == [], line
    asked = {
        "COMP_WORDS": "aoc run ",
        "COMP_CWORD": "2",
        "_AOC_COMPLETE": "bash_complete",
    }
    assert spied.words(tool, "run", **asked) == []


def test_an_environment_above_the_project_is_not_that_of_the_project(
    project: Project, tool: Path
) -> None:
    inner = project.root / "inner"
    (inner / "days" / "year2021").mkdir(parents=True)
    (project.root / "days" / "year2021" / "nowhere").mkdir()
    spied = Spied(project, project.root)
    assert spied.words(tool, "run", "1", folder="days/year2021/nowhere") == ["run", "1"]
    assert spied.words(tool, "run", "1", folder="inner") == []
    # Nor is one without a project.
    (project.root / "days").rename(project.root / "moved")
    assert spied.words(tool, "run", "1") == []


@pytest.mark.parametrize(
    "foreign", [".", "inner", "inner/.venv", "inner/.venv/bin/aoc-days"]
)
def test_an_environment_of_another_user_is_used_only_if_it_is_active(
    project: Project, tool: Path, foreign: str
) -> None:
    spied = Spied(project, project.root / "inner")
    path = (project.root / foreign).resolve()
    if os.geteuid() == 0:
        os.chown(path, NOBODY, -1)
        env = {}
    else:  # only root can give a file away
        env = project.customize(
            "import os\nreal = os.geteuid()\nos.geteuid = lambda: real + 1\n"
        )
        path = spied.script
    spied.ran.unlink(missing_ok=True)
    done = project.run(
        "run", "1", "--input", "-", env=env, python=str(tool), folder="inner"
    )
    environment = spied.script.parents[1]
    assert done.err.splitlines()[0] == (
        f"aoc: {environment} is not used, since {path} belongs to another user: if you trust it, "
        "activate that environment first"
    )
    assert "2021/01" in done.out, "it runs in its own Python"
    assert not spied.ran.exists()
    active = env | {"VIRTUAL_ENV": str(environment)}
    assert spied.words(tool, "run", "1", folder="inner", **active) == ["run", "1"]
