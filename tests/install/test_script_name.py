"""Checks the script `aoc`, which advent-of-code-data has too: the doctor's line makes it ours."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.install.artefacts import Artefacts
from tests.install.environment import Environment, clean, finish, run
from tests.install.tools import UV, Toolbox


def let_aocd_be_last(environment: Environment) -> None:
    """Install advent-of-code-data anew, so that its script is there for sure.

    uv installs packages side by side, and the last to bring a script wins.
    """
    again = ("--reinstall-package", "advent-of-code-data", "--no-deps", "advent-of-code-data")
    run(*UV, "pip", "install", "--python", environment.python, *again, cwd=environment.folder)


def type_the_line(scripts: Path, folder: Path, env: Mapping[str, str]) -> None:
    """Type the line that the doctor says about the script `aoc`, after which that is ours."""
    aoc, sure = (Path(str(shutil.which(name, path=scripts))) for name in ("aoc", "aoc-days"))
    assert b"aocd" in aoc.read_bytes()
    said = finish(sure, "doctor", "--offline", cwd=folder, env=env).stdout
    line = shlex.split(said.splitlines()[0].rpartition(": `")[2].partition("`")[0])
    if line[0] in ("uv", "pipx"):
        line = [sys.executable, "-m", *line]
    run(*line, cwd=folder, env=env)
    assert finish(aoc, "--version", cwd=folder, env=env).stdout.endswith("version 0.1.0\n")


def test_in_a_project_synced_by_uv_it_becomes_ours(plain: Environment, tmp_path: Path) -> None:
    folder = tmp_path / "advent"
    run(plain.script("aoc"), "init", folder, cwd=tmp_path)
    run(*UV, "sync", "--python", sys.executable, cwd=folder)
    environment = Environment(folder / ".venv")
    let_aocd_be_last(environment)
    type_the_line(environment.script("aoc").parent, folder, clean(os.environ))


@pytest.mark.parametrize("installer", ["uv", "pipx"])
def test_of_a_tool_it_becomes_ours(installer: str, artefacts: Artefacts, tmp_path: Path) -> None:
    toolbox = Toolbox(tmp_path, installer)
    toolbox.install(artefacts.wheel)
    [home] = (
        path.parent for path in tmp_path.glob("tools/**/pyvenv.cfg") if "aoc-days" in str(path)
    )
    let_aocd_be_last(Environment(home))
    type_the_line(toolbox.scripts, tmp_path, toolbox.variables())


def test_installed_by_pip_it_is_ours_until_aocd_is_installed_again(
    plain: Environment, tmp_path: Path
) -> None:
    done = finish(plain.script("aoc"), "--version", cwd=tmp_path)
    assert done.stdout.endswith("version 0.1.0\n")
    let_aocd_be_last(plain)
    type_the_line(plain.script("aoc").parent, tmp_path, clean(os.environ))
