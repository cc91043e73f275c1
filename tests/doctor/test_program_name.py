"""The name that messages have for the program: the one it was started by."""

from __future__ import annotations

import os

import pytest

from aoc import program
from tests.doctor.environment import OURS, Environment
from tests.marks import needs_posix_shell

pytestmark = pytest.mark.slow

LOGIN = "no session token: log in with `{} login`\n"


@pytest.mark.parametrize(
    ("started", "name"),
    [
        ("/usr/bin/aoc", "aoc"),
        (os.path.join("x", "AOC-DAYS.EXE"), "aoc-days"),
        (os.path.join("site-packages", "aoc", "__main__.py"), "python -m aoc"),
        ("-c", "aoc"),
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
