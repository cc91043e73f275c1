"""Which Python runs the days: where `aoc` is installed apart, that of the project."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.marks import WINDOWS, needs_venv
from tests.program import ROOT, Finished, Project

pytestmark = needs_venv

DAY = """\
import sys
from pathlib import Path

def parse(text):
    return text

def part1(text):
    return Path(sys.prefix).name

def part2(text):
    import installed_here
    return installed_here.NAME
"""
LETTERS = ".##.\n#..#\n#..#\n####\n#..#\n#..#"


def make_environment(folder: Path, name: str = "") -> Path:
    """Make a virtual environment, with a module in it if it has a name; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    if name:
        (site_packages(folder) / "installed_here.py").write_text(f"NAME = {name!r}\n")
    return folder.joinpath(*("Scripts", "python.exe") if WINDOWS else ("bin", "python"))


def site_packages(folder: Path) -> Path:
    """Return where an environment has its packages."""
    paths = {"base": str(folder), "platbase": str(folder)}
    return Path(sysconfig.get_path("purelib", "venv", paths))


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """The Python of an environment for programs, as `uv tool install` makes one."""
    folder = tmp_path / "tools" / "aoc"
    python = make_environment(folder)
    (folder / "uv-receipt.toml").touch()
    paths = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    (site_packages(folder) / "paths.pth").write_text("\n".join(paths))
    return python


def run(python: Path, project: Project, **env: str) -> Finished:
    """Run a day on a made-up input with `aoc` from an environment."""
    unset = {"VIRTUAL_ENV": "", "CONDA_PREFIX": ""}
    command = ["run", "1", "--json", "--input", "-"]
    return project.run(*command, stdin=b"x", env=unset | env, python=str(python))


def answers(done: Finished) -> list[str | None]:
    """Return the answers of both parts."""
    return [result["answer"] for result in done.results]


def test_a_program_apart_runs_the_days_with_the_environment_of_the_project(
    project: Project, tool: Path
) -> None:
    project.day(1, DAY)
    assert answers(run(tool, project))[0] == "aoc"
    make_environment(project.root / ".venv", "in .venv")
    assert answers(run(tool, project)) == [".venv", "in .venv"]
    # A forkserver is started in another way where a token is in the environment.
    assert answers(run(tool, project, AOC_SESSION="a" * 128)) == [".venv", "in .venv"]


def test_the_active_environment_comes_before_that_of_the_project(
    project: Project, tool: Path, tmp_path: Path
) -> None:
    project.day(1, DAY)
    make_environment(project.root / ".venv", "in .venv")
    make_environment(tmp_path / "active", "in active")
    done = run(tool, project, VIRTUAL_ENV=str(tmp_path / "active"))
    assert answers(done) == ["active", "in active"]
    done = run(tool, project, VIRTUAL_ENV=str(tmp_path / "gone"))
    assert answers(done) == [".venv", "in .venv"]


def test_an_environment_that_aoc_was_put_into_runs_the_days_itself(
    project: Project, tool: Path
) -> None:
    project.day(1, DAY)
    make_environment(project.root / ".venv", "in .venv")
    (tool.parent.parent / "uv-receipt.toml").unlink()
    assert answers(run(tool, project))[0] == "aoc"


@pytest.mark.parametrize("setting", ["env", "env/{bin}"])
def test_the_setting_names_an_environment_or_its_python(
    project: Project, tool: Path, setting: str
) -> None:
    project.day(1, DAY)
    make_environment(project.root / ".venv", "in .venv")
    python = make_environment(project.root / "env", "in env")
    (tool.parent.parent / "uv-receipt.toml").unlink()
    setting = setting.format(bin=python.relative_to(project.root / "env").as_posix())
    (project.root / "pyproject.toml").write_text(f'[tool.aoc]\npython = "{setting}"\n')
    assert answers(run(tool, project)) == ["env", "in env"]


def test_drawn_letters_are_read_though_the_environment_of_the_project_cannot(
    project: Project, tool: Path
) -> None:
    project.day(1, f"def parse(text): return text\ndef part1(text): return {LETTERS!r}\n")
    make_environment(project.root / ".venv")
    assert answers(run(tool, project)) == ["A", None]


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("nowhere", "there is no Python at"),
        (".venv", "is Python 3.9, and aoc needs 3.11 or newer"),
    ],
)
def test_a_python_that_will_not_do_is_refused(
    project: Project, tool: Path, setting: str, problem: str
) -> None:
    project.day(1, DAY)
    make_environment(project.root / ".venv")
    config = project.root / ".venv" / "pyvenv.cfg"
    config.write_text(config.read_text().replace("version = 3.", "version = 3.9.", 1))
    (project.root / "pyproject.toml").write_text(f'[tool.aoc]\npython = "{setting}"\n')
    done = run(tool, project)
    assert (done.code, done.out) == (2, "")
    assert problem in done.err


def test_a_python_that_does_not_start_is_named(project: Project, tool: Path) -> None:
    project.day(1, DAY)
    broken = project.root / "broken"
    broken.write_text("no program")
    broken.chmod(0o755)
    (project.root / "pyproject.toml").write_text('[tool.aoc]\npython = "broken"\n')
    done = run(tool, project)
    assert done.code == 1
    assert "broken" in done.err
    assert "Traceback" not in done.err
