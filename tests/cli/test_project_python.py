"""Checks which Python runs the days: where `aoc` is installed apart, that of the project."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.marks import needs_posix_shell, needs_venv
from tests.program import ROOT, Finished, Project

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
PIPX, UV = "pipx_metadata.json", "uv-receipt.toml"


def make_environment(folder: Path, name: str = "", *, receipt: str | None = None) -> Path:
    """Make a virtual environment, as if aoc-days had been installed there; return its Python.

    It has a module `installed_here` if it has a name, and the receipt of a tool that made it.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    bare = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", bare))
    paths = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    (packages / "paths.pth").write_text("\n".join(paths))
    if name:
        (packages / "installed_here.py").write_text(f"NAME = {name!r}\n")
    script = folder / "bin" / "aoc-days"
    script.write_text(f"#!{folder}/bin/python\nfrom aoc.__main__ import main\nmain()\n")
    script.chmod(0o755)
    if receipt:
        (folder / receipt).touch()
    return folder / "bin" / "python"


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """The Python of an environment for programs, as `uv tool install` makes one."""
    return make_environment(tmp_path / "tools" / "aoc", receipt=UV)


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day imports what its environment has."""
    project.day(1, DAY)
    return project


def run(python: Path, project: Project, folder: str = ".", **env: str) -> Finished:
    """Run a day on a made-up input with `aoc` from an environment."""
    variables = {"VIRTUAL_ENV": "", "CONDA_PREFIX": ""} | env
    command = ["run", "1", "--json", "--input", "-"]
    return project.run(*command, stdin=b"x", env=variables, python=str(python), folder=folder)


def answers(done: Finished) -> list[str | None]:
    """Return the answers of both parts."""
    return [result["answer"] for result in done.results]


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
    make_environment(own, "in-venv")
    assert answers(run(tool, project, "days/year2021")) == ["venv,False", "in-venv"]
    # A forkserver is started in another way where a token is in the environment.
    assert answers(run(tool, project, AOC_SESSION="a" * 128)) == ["venv,False", "in-venv"]
    (project.root / "elsewhere").mkdir()
    done = run(tool, project, "elsewhere", AOC_PROJECT=str(project.root))
    assert answers(done) == ["venv,False", "in-venv"]
    (own / "bin" / "python").unlink()
    done = run(tool, project)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc: {own / 'bin' / 'aoc-days'} does not start (")
    assert done.err.endswith("): install aoc-days in that environment again\n")


def test_the_active_environment_comes_before_that_of_the_project(
    project: Project, tool: Path, tmp_path: Path
) -> None:
    make_environment(project.root / ".venv", "in-venv")
    make_environment(tmp_path / "active", "in-active")
    for active, found in (("active", "active"), ("gone", "venv")):
        done = run(tool, project, VIRTUAL_ENV=str(tmp_path / active))
        assert answers(done) == [f"{found},False", f"in-{found}"]


def test_an_environment_that_was_made_for_a_program_is_not_for_days(
    project: Project, tmp_path: Path
) -> None:
    tools = tmp_path / "tools" / "aoc"
    python = make_environment(tools, "in-aoc")
    make_environment(project.root / ".venv", "in-venv")
    assert answers(run(python, project)) == ["aoc,False", "in-aoc"]
    for mark in (tools / PIPX, tools / UV, tools.parent.parent / "CACHEDIR.TAG"):
        mark.touch()
        assert answers(run(python, project)) == ["venv,False", "in-venv"]
        mark.unlink()


@pytest.mark.parametrize(
    ("receipt", "way"),
    [
        (PIPX, "`pipx inject aoc-days installed_here`"),
        (UV, "`uv tool install --with installed_here aoc-days`"),
    ],
)
def test_a_missing_import_says_where_to_install_it(
    project: Project, tmp_path: Path, receipt: str, way: str
) -> None:
    python = make_environment(tmp_path / "tools" / "aoc", receipt=receipt)
    # An environment of the project without aoc-days is of no use.
    (project.root / ".venv" / "bin").mkdir(parents=True)
    (project.root / ".venv" / "bin" / "python").symlink_to(python)
    done = run(python, project)
    assert done.code == 1
    assert done.results[1]["error"]["message"] == (
        f"ModuleNotFoundError: No module named 'installed_here': {way} installs it, or install "
        "aoc-days into the environment of your project"
    )


def test_a_module_of_the_project_or_of_python_is_not_to_be_installed(
    project: Project, tool: Path
) -> None:
    (project.root / "helper.py").touch()
    for module in ("days.no_such_module", "helper.inside", "json.inside", "winreg"):
        project.day(1, f"import {module}\n")
        [result] = run(tool, project).lines
        assert f"ModuleNotFoundError: No module named '{module}'" in result["error"]["message"]
        assert "uv tool" not in result["error"]["message"]
