"""Checks the script `aoc`, which advent-of-code-data brings too: `doctor --fix` makes it ours."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.install.artefacts import Artefacts
from tests.install.environment import Environment, finish, run
from tests.install.tools import UV, Toolbox


def version(script: Path, folder: Path) -> str:
    """Return the version that a script shows; aocd's shows none."""
    return finish(script, "--version", cwd=folder).stdout


def let_aocd_be_last(environment: Environment) -> None:
    """Install advent-of-code-data anew, so that its script is there for sure.

    uv installs packages side by side, and the last to bring a script wins.
    """
    again = ("--reinstall-package", "advent-of-code-data", "--no-deps", "advent-of-code-data")
    run(*UV, "pip", "install", "--python", environment.python, *again, cwd=environment.folder)


def test_in_a_project_synced_by_uv_it_becomes_ours_and_aocds_again(
    plain: Environment, tmp_path: Path
) -> None:
    folder = tmp_path / "advent"
    run(plain.script("aoc"), "init", folder, cwd=tmp_path)
    run(*UV, "sync", "--python", sys.executable, cwd=folder)
    environment = Environment(folder / ".venv")
    let_aocd_be_last(environment)
    aoc, sure = environment.script("aoc"), environment.script("aoc-days")
    before = aoc.read_bytes()
    assert b"aocd" in before
    finish(sure, "doctor", "--fix", cwd=folder)
    assert version(aoc, folder).endswith("version 0.1.0\n")
    run(sure, "doctor", "--undo", cwd=folder)
    assert aoc.read_bytes() == before


@pytest.mark.parametrize("installer", ["uv", "pipx"])
def test_of_a_tool_it_becomes_ours_and_what_it_was_again(
    installer: str, artefacts: Artefacts, tmp_path: Path
) -> None:
    toolbox = Toolbox(tmp_path, installer)
    toolbox.install(artefacts.wheel)
    [home] = (
        path.parent for path in tmp_path.glob("tools/**/pyvenv.cfg") if "aoc-days" in str(path)
    )
    let_aocd_be_last(Environment(home))
    aoc, sure = toolbox.scripts / "aoc", toolbox.scripts / "aoc-days"
    before = aoc.read_bytes() if aoc.exists() else None
    finish(sure, "doctor", "--fix", cwd=tmp_path, env=toolbox.variables())
    assert version(aoc, tmp_path).endswith("version 0.1.0\n")
    run(sure, "doctor", "--undo", cwd=tmp_path, env=toolbox.variables())
    assert (aoc.read_bytes() if aoc.exists() else None) == before


def test_installed_by_pip_it_is_ours(plain: Environment, tmp_path: Path) -> None:
    assert version(plain.script("aoc"), tmp_path).endswith("version 0.1.0\n")
    done = finish(plain.script("aoc-days"), "doctor", "--fix", cwd=tmp_path)
    assert "nothing to fix" in done.stderr
