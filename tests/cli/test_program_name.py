"""Checks the names of our scripts, and what init and doctor do about another's `aoc`."""

from __future__ import annotations

import os
import subprocess
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from aoc.console_scripts import REMEDY, owner_of
from tests.support.environment import environment_of_programs
from tests.support.environments import AOCD, OURS, Environment
from tests.support.marks import needs_posix_shell, needs_pty, needs_venv
from tests.support.program import Finished
from tests.support.terminal import Terminal

pytestmark = [needs_venv, needs_posix_shell]


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment with `aoc-days`, and without `aoc`."""
    return Environment(tmp_path / "env")


def variables(environment: Environment, path: Path | None = None) -> dict[str, str]:
    """Return an environment with an empty home, and our folder or `path` first in PATH."""
    home = environment.folder.parent
    folders = [str(path or environment.scripts), "/usr/bin", "/bin"]
    own = {"AOCD_DIR": str(home / "aocd"), "HOME": str(home)}
    return environment_of_programs() | own | {"PATH": os.pathsep.join(folders)}


def run(
    environment: Environment,
    *args: str,
    path: Path | None = None,
    name: str = "aoc-days",
    env: Mapping[str, str] = {},
) -> Finished:
    """Run a script of ours in an empty folder."""
    folder = environment.folder.parent / "advent"
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [str(environment.scripts / name), *args],
        cwd=folder,
        env=variables(environment, path) | dict(env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def finding(environment: Environment, path: Path | None = None) -> str:
    """Return what `aoc doctor` says about the name, after its sign."""
    sign, name, text = (
        run(environment, "doctor", "--offline", path=path).out.splitlines()[0].split(None, 2)
    )
    assert name == "name"
    return f"{sign} {text}"


def test_whatever_starts_it_calls_itself_aoc(environment: Environment) -> None:
    assert run(environment, "login", "--list").err == (
        "aoc: no session token: log in with `aoc login`\n"
    )
    assert run(environment, "--version").out == "aoc, version 0.2.0\n"
    assert run(environment, "init", "--help").out.startswith("Usage: aoc init ")


def test_a_script_that_is_aocds_is_named(environment: Environment) -> None:
    environment.write("aoc", AOCD)
    says = f"✘ `aoc` in {environment.scripts} is that of advent-of-code-data: {REMEDY}"
    assert finding(environment) == says
    path = environment.write("aoc", OURS)
    assert finding(environment) == f"✔ `aoc` is this program: {path}"


@pytest.fixture
def mixed(environment: Environment) -> Environment:
    """An environment in which `aoc` is that of advent-of-code-data."""
    environment.write("aoc", AOCD)
    return environment


def test_init_replaces_the_script_of_aocd(mixed: Environment) -> None:
    ours = mixed.scripts / "aoc-days"
    # As pip writes it where the path is long or has blanks.
    start = f"""#!/bin/sh\n'''exec' "{mixed.python}" "$0" "$@"\n' '''\n"""
    ours.write_text(start + ours.read_text().partition("\n")[2])
    before = mixed.folder / "before"
    before.hardlink_to(mixed.scripts / "aoc")
    there = sorted(mixed.scripts.iterdir())
    done = run(mixed, "init", "--yes")
    assert done.err.startswith(f"aoc: {mixed.scripts / 'aoc'} starts aoc-days now\n")
    assert "\n  aoc login\n" in done.err, "the short name is that of this program"
    assert run(mixed, "--version", name="aoc").out == "aoc, version 0.2.0\n"
    assert sorted(mixed.scripts.iterdir()) == there
    assert AOCD in before.read_text(), "a file of a cache may be the same one"
    assert "starts aoc-days" not in run(mixed, "init", "--yes").err
    assert finding(mixed).startswith("✔ ")


def test_init_without_a_terminal_leaves_it_and_goes_on(mixed: Environment) -> None:
    assert run(mixed, "init", "--dry-run").err == ""
    done = run(mixed, "init")
    line = (
        f"aoc: `aoc` in {mixed.scripts} is that of advent-of-code-data: "
        "`aoc-days init --yes` replaces it by aoc-days\n"
    )
    assert (done.code, done.err.startswith(line)) == (0, True)
    assert AOCD in (mixed.scripts / "aoc").read_text()


@needs_pty
def test_init_asks_on_a_terminal(mixed: Environment) -> None:
    folder = mixed.folder.parent / "advent"
    folder.mkdir()
    for answer, owner in (("n", AOCD), ("", OURS)):
        program = str(mixed.scripts / "aoc-days")
        terminal = Terminal([program, "init"], folder, variables(mixed))
        terminal.read_until("Replace it by aoc-days? [Y/n]")
        terminal.write(f"{answer}\n")
        assert terminal.end().code == 0
        assert owner in (mixed.scripts / "aoc").read_text()


def test_a_link_to_the_script_of_aocd_is_left(mixed: Environment, tmp_path: Path) -> None:
    path = mixed.scripts / "aoc"
    other = path.rename(tmp_path / "other")
    path.symlink_to(other)
    assert "starts aoc-days" not in run(mixed, "init", "--yes").err
    assert AOCD in other.read_text()
    assert finding(mixed).startswith("✘ ")


def test_another_package_called_aoc_may_come_first(
    environment: Environment, tmp_path: Path
) -> None:
    library = tmp_path / "lib" / "aoc" / "__init__.py"
    library.parent.mkdir(parents=True)
    library.write_text("raise RuntimeError('imported')\n")
    done = run(environment, "run", "2021/1", env={"PYTHONPATH": str(tmp_path / "lib")})
    assert done.err.startswith("aoc: no project in ")


def test_a_launcher_of_windows_is_known_by_the_script_in_it(tmp_path: Path) -> None:
    for imports, package in ((OURS, "aoc-days"), (AOCD, "advent-of-code-data")):
        path = tmp_path / "aoc.exe"
        path.write_bytes(b"MZ" + bytes(100_000) + b"#!python.exe\n")
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("__main__.py", f"import sys\n{imports}\nsys.exit(main())\n")
        assert owner_of(str(path)) == package


def test_what_a_shell_starts_from_elsewhere_is_said(
    environment: Environment, tmp_path: Path
) -> None:
    environment.write("aoc", OURS)
    other, scripts = tmp_path / "other", environment.scripts
    for says in (
        "! no `aoc` is on PATH; this program",
        "✘ `aoc` on PATH is that of advent-of-code-data: ",
    ):
        found = finding(environment, other)
        assert found.startswith(says)
        remedy = f"put {scripts} first in PATH, or type {scripts / 'aoc-days'}"
        assert found.endswith(f"this program is in {scripts}: {remedy}")
        environment.write(other / "aoc", AOCD)
