"""Which Python runs the days: where `aoc` is installed apart, that of the project.

Also what the days and plugins find there, with `--pdb` too.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from aoc.errors import UsageError
from aoc.project import Project as Settings
from aoc.registry import installed_plugins
from aoc.running.debug_launcher import DebugLauncher
from aoc.running.interpreter import base_python, python_of
from aoc.running.launcher import WorkerStartError
from aoc.running.local_executor import LocalExecutor
from aoc.running.plugin_list import plugins_of
from aoc.running.profiler_check import check_profiler
from tests.marks import WINDOWS, needs_posix_shell, needs_venv
from tests.program import ROOT, Finished, Project
from tests.running.executions import Silent, jobs_of

pytestmark = [pytest.mark.slow, needs_venv]

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


BIN = ("Scripts", "python.exe") if WINDOWS else ("bin", "python")


def make_environment(folder: Path, name: str = "") -> Path:
    """Make a virtual environment, with a module in it if it has a name; return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    if name:
        (site_packages(folder) / "installed_here.py").write_text(f"NAME = {name!r}\n")
    return folder.joinpath(*BIN)


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


def pretend_environment(folder: Path, *lines: str) -> str:
    """Make what looks like an environment, with lines of its `pyvenv.cfg`; return its Python."""
    python = folder.joinpath(*BIN)
    python.parent.mkdir(parents=True)
    python.touch()
    if lines:
        (folder / "pyvenv.cfg").write_text("\n".join(lines), encoding="utf-8")
    return str(python)


def chosen(root: Path, **settings: Any) -> str | None:
    """Return the Python for a project with these settings."""
    return python_of(Settings(str(root), settings))


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that this Python takes for that of its environment."""
    folder = tmp_path / "tools" / "aoc"
    folder.mkdir(parents=True)
    monkeypatch.setattr("sys.prefix", str(folder))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    return folder


def test_in_an_environment_of_its_own_a_project_has_no_other_python(
    prefix: Path, tmp_path: Path
) -> None:
    pretend_environment(tmp_path / ".venv")
    assert chosen(tmp_path) is None


@pytest.mark.parametrize(
    "file", ["pipx_metadata.json", "uv-receipt.toml", "../../CACHEDIR.TAG"], ids=str
)
def test_an_environment_that_was_made_for_a_program_is_not_for_days(
    prefix: Path, tmp_path: Path, file: str
) -> None:
    python = pretend_environment(tmp_path / ".venv")
    (prefix / file).touch()
    assert chosen(tmp_path) == python


def test_a_python_without_an_environment_is_not_for_days(
    prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = pretend_environment(tmp_path / ".venv")
    monkeypatch.setattr("sys.base_prefix", str(prefix))
    assert chosen(tmp_path) == python
    monkeypatch.setenv("CONDA_PREFIX", str(tmp_path / "another"))
    assert chosen(tmp_path) == python


def test_an_environment_of_conda_is_for_days(
    prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_environment(tmp_path / ".venv")
    monkeypatch.setattr("sys.base_prefix", str(prefix))
    monkeypatch.setenv("CONDA_PREFIX", str(prefix))
    assert chosen(tmp_path) is None


def test_without_another_environment_days_run_on_this_python(prefix: Path, tmp_path: Path) -> None:
    (prefix / "uv-receipt.toml").touch()
    assert chosen(tmp_path) is None


@pytest.mark.parametrize("line", ["version = 3.11.0", "version_info = 3.12.1.final.0", "", "home"])
def test_a_python_that_is_new_enough_or_of_unknown_age_is_taken(
    prefix: Path, tmp_path: Path, line: str
) -> None:
    python = pretend_environment(tmp_path / "env", line)
    assert chosen(tmp_path, python="env") == python


@pytest.mark.parametrize(
    "line", ["version = 3.10.12", "VERSION=3.10", "version_info = 3.10.1.final.0"]
)
def test_a_python_that_is_too_old_is_refused(prefix: Path, tmp_path: Path, line: str) -> None:
    pretend_environment(tmp_path / "env", "home = /usr/bin", line)
    with pytest.raises(UsageError, match=r"is Python 3\.10, and aoc needs 3\.11 or newer"):
        chosen(tmp_path, python="env")


def test_a_setting_that_names_a_folder_without_a_python_is_refused(
    prefix: Path, tmp_path: Path
) -> None:
    (tmp_path / "env").mkdir()
    with pytest.raises(UsageError, match="is 'env', and there is no Python at"):
        chosen(tmp_path, python="env")


def test_the_setting_may_begin_with_the_home_folder(
    prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    python = pretend_environment(tmp_path / "env")
    found = chosen(tmp_path / "project", python="~/env")
    assert found is not None
    assert Path(found) == Path(python)


def test_a_setting_that_names_this_python_changes_nothing(prefix: Path, tmp_path: Path) -> None:
    assert chosen(tmp_path, python=sys.executable) is None


def test_the_python_behind_an_environment_is_the_one_it_was_made_with(tmp_path: Path) -> None:
    base = tmp_path / "base" / "python.exe"
    python = pretend_environment(tmp_path / "env", f"home = {base.parent}", "version = 3.12.1")
    assert base_python(python) == python
    base.parent.mkdir()
    base.touch()
    assert base_python(python) == str(base)
    named = tmp_path / "base" / "python3"
    named.touch()
    other = pretend_environment(tmp_path / "b", f"executable = {named}", f"home = {base.parent}")
    assert base_python(other) == str(named)


def test_a_python_in_no_environment_is_its_own_base(tmp_path: Path) -> None:
    assert base_python(pretend_environment(tmp_path / "env")) == str(tmp_path.joinpath("env", *BIN))


def test_the_plugins_of_this_python_are_those_that_are_installed_here() -> None:
    assert plugins_of(None) == installed_plugins()


def test_a_python_that_does_not_start_has_no_plugins(tmp_path: Path) -> None:
    with pytest.raises(WorkerStartError, match="nowhere"):
        plugins_of(str(tmp_path / "nowhere"))


@needs_posix_shell
def test_a_python_that_fails_has_no_plugins(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho '[]'\nexit 3\n")
    python.chmod(0o755)
    with pytest.raises(WorkerStartError, match="exit status 3"):
        plugins_of(str(python))


SURROUNDINGS = """\
import os, sys

def parse(text):
    return text

def part1(text):
    return f"{os.path.basename(os.getcwd())} {sys.argv} {'AOC_SESSION' in os.environ}"

def part2(text):
    return os.path.basename(sys.prefix)
"""


def test_with_a_debugger_days_run_one_after_the_other_on_their_python_without_a_token(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOC_SESSION", "ab" * 64)
    python = make_environment(project.root / ".venv")
    for day in (1, 2):
        project.day(day, SURROUNDINGS)
    jobs = [job._replace(repeat=1, debugs=True) for job in jobs_of(project, [1, 2], (1, 2))]
    executor = LocalExecutor(1, None, Silent(), launcher=DebugLauncher(str(python)))
    found = [(number, result and result.answer) for number, result in executor.run(jobs)]
    executor.close()
    answers = [None, f"{project.root.name} [''] False", ".venv", None]  # of parse, and at the end
    assert found == [(number, answer) for number in (0, 1) for answer in answers]


def test_a_parameter_that_a_day_does_not_have_ends_the_run_with_a_debugger(
    project: Project,
) -> None:
    project.day(1, SURROUNDINGS)
    [job] = jobs_of(project, [1])
    executor = LocalExecutor(1, None, Silent(), launcher=DebugLauncher())
    with pytest.raises(UsageError, match="absent"):
        list(executor.run([job._replace(debugs=True, params=(("absent", "1"),))]))
    executor.close()


def test_it_is_the_python_of_the_days_that_needs_the_profiler(tmp_path: Path) -> None:
    python = make_environment(tmp_path / "env")
    with pytest.raises(UsageError, match="--profile needs pyinstrument") as caught:
        check_profiler(str(python))
    assert f"`{python} -m pip install --upgrade pyinstrument`" in str(caught.value)


def test_a_python_that_does_not_start_has_no_profiler(tmp_path: Path) -> None:
    with pytest.raises(WorkerStartError):
        check_profiler(str(tmp_path / "none"))
