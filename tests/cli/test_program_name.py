"""Checks the names of our scripts in messages, and what the doctor says of another's `aoc`."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.environment import environment_of_programs
from tests.support.environments import AOCD, OURS, PIPX, UV, Environment
from tests.support.marks import needs_posix_shell, needs_venv
from tests.support.program import Finished

pytestmark = [needs_venv, needs_posix_shell]


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment with `aoc-days`, and without `aoc`."""
    return Environment(tmp_path / "env")


def run(environment: Environment, *args: str, path: Path | None = None) -> Finished:
    """Run our script, with an empty home, and its folder or `path` first in PATH."""
    home = environment.folder.parent
    folders = [str(path or environment.scripts), "/usr/bin", "/bin"]
    env = environment_of_programs()
    env |= {"PATH": os.pathsep.join(folders), "AOCD_DIR": str(home / "aocd"), "HOME": str(home)}
    command = [str(environment.scripts / "aoc-days"), *args]
    done = subprocess.run(
        command, cwd=home, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def finding(environment: Environment, path: Path | None = None) -> Any:
    """Return what `aoc doctor` says about the name."""
    return run(environment, "doctor", "--offline", "--json", path=path).lines[0]


def test_a_script_names_itself_everywhere(environment: Environment) -> None:
    assert run(environment, "login", "--list").err == (
        "aoc-days: no session token: log in with `aoc-days login`\n"
    )
    assert run(environment, "--version").out == "aoc-days, version 0.1.0\n"
    help_of_init = run(environment, "init", "--help").out
    assert help_of_init.startswith("Usage: aoc-days init ")
    assert "`aoc-days new`" in help_of_init


def test_a_script_that_is_not_ours_is_wrong(environment: Environment) -> None:
    for whose in ("no package", "advent-of-code-data"):
        found = finding(environment)
        says = f"`aoc` in {environment.scripts} is that of {whose}"
        assert (found["status"], found["message"]) == ("error", says)
        environment.write("aoc", AOCD)
    path = environment.write("aoc", OURS)
    well = {"check": "name", "status": "ok", "message": f"`aoc` is this program: {path}"}
    assert finding(environment) == well | {"remedy": None}


@pytest.mark.parametrize(
    ("installer", "line"),
    [
        ("pip", "{} -m pip install --force-reinstall --no-deps 'aoc-days @ git+https://a/b@12ab'"),
        (PIPX, "pipx runpip aoc-days install --force-reinstall --no-deps 'aoc-days>=0.1.0'"),
        (UV, "uv tool upgrade --reinstall-package aoc-days aoc-days"),
    ],
)
def test_the_line_to_type_is_that_of_the_installer(
    environment: Environment, installer: str, line: str
) -> None:
    if installer == "pip":
        (environment.info / "INSTALLER").write_text(f"{installer}\n")
        source = {"url": "https://a/b", "vcs_info": {"vcs": "git", "commit_id": "12ab"}}
        (environment.info / "direct_url.json").write_text(json.dumps(source))
    else:
        (environment.folder / installer).touch()
    assert finding(environment)["remedy"] == (
        f"`{line.format(environment.python)}` makes it start aoc-days"
    )


def test_what_a_shell_starts_from_elsewhere_is_said(
    environment: Environment, tmp_path: Path
) -> None:
    environment.write("aoc", OURS)
    other, scripts = tmp_path / "other", environment.scripts
    for status, says in (
        ("warning", "no `aoc` is on PATH; this program"),
        ("error", "`aoc` on PATH is that of advent-of-code-data: "),
    ):
        found = finding(environment, other)
        assert found["status"] == status
        assert found["message"].startswith(says)
        assert found["message"].endswith(f"this program is in {scripts}")
        assert found["remedy"] == f"put {scripts} first in PATH, or type {scripts / 'aoc-days'}"
        environment.write(other / "aoc", AOCD)
