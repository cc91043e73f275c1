"""The name that messages have for the program: the one it was started by."""

from __future__ import annotations

import os

import pytest

from aoc import program
from tests.doctor.environment import AOCD, FOREIGN, OURS, Environment
from tests.marks import needs_posix_shell, needs_pty
from tests.terminal import Terminal

pytestmark = pytest.mark.slow

VERSION = "aoc-days, version 0.1.0\n"
LOGIN = "no session token: log in with `{} login`\n"


@pytest.mark.parametrize(
    ("started", "name"),
    [
        ("/usr/bin/aoc", "aoc"),
        ("aoc-days", "aoc-days"),
        (os.path.join("x", "aoc-days.exe"), "aoc-days"),
        (os.path.join("x", "AOC-DAYS.EXE"), "aoc-days"),
        (os.path.join("site-packages", "aoc", "__main__.py"), "python -m aoc"),
        (os.path.join("site-packages", "pytest", "__main__.py"), "aoc"),
        ("-c", "aoc"),
        ("", "aoc"),
    ],
)
def test_the_name_is_that_of_the_script_or_of_the_module(
    monkeypatch: pytest.MonkeyPatch, started: str, name: str
) -> None:
    monkeypatch.setattr("sys.argv", [started, "run"])
    assert program.program_name() == name
    assert program.as_typed("`aoc login`, then `aoc run`; aoc") == (
        f"`{name} login`, then `{name} run`; aoc"
    )


@needs_posix_shell
@pytest.mark.parametrize("name", ["aoc", "aoc-days"])
def test_a_script_names_itself_everywhere(environment: Environment, name: str) -> None:
    environment.write(name, OURS)
    assert environment.run("login", "--list", name=name).err == f"{name}: " + LOGIN.format(name)
    assert environment.run("--version", name=name).out == f"{name}, version 0.1.0\n"
    assert environment.run("init", "--help", name=name).out.startswith(f"Usage: {name} init ")
    assert f"`{name} new`" in environment.run("init", "--help", name=name).out
    assert f"see `{name} run --help`" in environment.run("run", "--no", name=name).err


@needs_posix_shell
def test_the_module_names_python(environment: Environment) -> None:
    done = environment.run("-m", "aoc", "login", "--list", name="python")
    assert done.err == "aoc: " + LOGIN.format("python -m aoc")
    done = environment.run("-m", "aoc", "run", "--no", name="python")
    assert "see `python -m aoc run --help`" in done.err


def on_terminal(environment: Environment, *command: str) -> str:
    """Run a script in a terminal, and return what it shows."""
    script = [str(environment.scripts / command[0]), *command[1:]]
    shown = Terminal(script, environment.home, environment.variables(), columns=300).end()
    return shown.raw.replace("\r\n", "\n")


@needs_pty
def test_whose_the_other_script_is_is_said_once_on_a_terminal(environment: Environment) -> None:
    environment.write("aoc", AOCD)
    assert environment.run("--version").err == ""
    assert on_terminal(environment, "aoc-days", "--version") == (
        f"aoc-days: `aoc` in {environment.scripts} is advent-of-code-data's program: "
        f"`aoc-days doctor` says how to make it start aoc-days\n{VERSION}"
    )
    assert on_terminal(environment, "aoc-days", "--version") == VERSION


@needs_pty
def test_there_is_no_hint_where_it_would_be_wrong(environment: Environment) -> None:
    assert on_terminal(environment, "aoc-days", "--version") == VERSION, "there is no other script"
    for imports in (OURS, FOREIGN):
        environment.write("aoc", imports)
        assert on_terminal(environment, "aoc-days", "--version") == VERSION
    assert not (environment.home / "aocd").exists()
