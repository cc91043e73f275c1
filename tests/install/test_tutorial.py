"""Checks that the commands with which the tutorial begins work, with pip and uv."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.docs.pages import blocks_in
from tests.support.artefacts import Artefacts
from tests.support.environment import environment_of_installers
from tests.support.installation import UV, finish, run
from tests.support.marks import needs_posix_shell
from tests.support.program import ROOT

pytestmark = needs_posix_shell

INSTALLERS = {"pip": "pip install", "uv": "uv add"}
"""A line of the block of each installer."""
NEXT = {"pip": ['python -m pip install -e ".[test]"', "aoc login"], "uv": ["uv run aoc-days login"]}
"""The first steps after `aoc-days init`."""


def commands_of(installer: str) -> str:
    """Return the commands of an installer in the first step of the tutorial."""
    page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    step = page.partition("\n## 2. ")[0]
    line = INSTALLERS[installer]
    [found] = [block.text for block in blocks_in(step) if re.search(rf"\b{line}\b", block.text)]
    return found


@pytest.mark.parametrize("installer", INSTALLERS)
def test_the_first_commands_work_from_a_warm_cache(
    artefacts: Artefacts, tmp_path: Path, installer: str
) -> None:
    env = environment_of_installers() | {
        "AOCD_DIR": str(tmp_path / "aocd"),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "UV_PYTHON": sys.executable,
        "UV_PYTHON_DOWNLOADS": "never",
    }
    lines = commands_of(installer).replace("SOURCE", str(artefacts.wheel))
    # The first time fills the cache.
    for folder in (tmp_path / "first", tmp_path / "second"):
        folder.mkdir()
        script = "; ".join([*lines.splitlines(), 'echo "$PATH"; command -v aoc-days'])
        *_, path, program = run("bash", "-euc", script, cwd=folder, env=env).splitlines()
    env["PATH"] = path
    advent = folder / "advent"
    python = Path(program).resolve().with_name("python")
    # An installer may leave either `aoc`.
    again = ("--reinstall-package", "advent-of-code-data", "--no-deps", "advent-of-code-data")
    run(*UV, "pip", "install", "--python", python, *again, cwd=advent, env=env)
    aoc = Path(str(shutil.which("aoc", path=path)))
    assert "aocd" in aoc.read_text()
    # As in a shell where the environment is active.
    env["VIRTUAL_ENV"] = str(python.parents[1])
    done = finish(program, "init", "--yes", cwd=advent, env=env)
    said = f"aoc: {aoc.resolve()} starts aoc-days now\n"
    assert (done.returncode, done.stderr.startswith(said)) == (0, True)
    steps = re.findall(r"^  (.+)", done.stderr, re.MULTILINE)
    assert steps[: len(NEXT[installer])] == NEXT[installer]
    assert run(aoc, "--version", cwd=advent, env=env).endswith("version 0.2.0\n")
    days = advent / "days" / "year2021"
    days.mkdir()
    (days / "day01.py").write_text(
        "def parse(text):\n    return text\n\ndef part1(text):\n    return 7\n"
    )
    assert (
        " 7\n"
        in finish(aoc, "run", "2021/1", "--input", "-", cwd=advent, env=env, stdin="x").stdout
    )
