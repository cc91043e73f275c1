"""No text from elsewhere commands a terminal: what is typed, and what is in files or variables."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable

import pytest

from aoc.cli import main
from tests.hostile.escapes import HOSTILE, SHOWN, commands_in
from tests.marks import WINDOWS, needs_git, needs_pty
from tests.program import Project
from tests.terminal import run_in_terminal

pytestmark = pytest.mark.slow

SMALL = "def parse(text):\n    return text\n"
IN_DOCSTRING = HOSTILE.replace("\\", "")
IN_FILE_NAMES = pytest.mark.skipif(WINDOWS, reason="Windows has no such names of files")

DAY = f"""\
'''Day 1: Title {IN_DOCSTRING}.'''

import logging
import sys

print("imported", {HOSTILE!r})


def parse(text):
    print("parsed", {HOSTILE!r})
    return text


def part1(text):
    print("\\x1b[35mpurple\\x1b[0m █ \\U0001f600", {HOSTILE!r}, file=sys.stderr)
    logging.getLogger(__name__).warning({HOSTILE!r})
    return "answer"


def part1_other(text):
    return {HOSTILE!r}


def part2(text):
    raise ValueError({HOSTILE!r})
"""
TESTS = f"""\
from aoc import Example

EXAMPLES = [Example("x", part1={HOSTILE!r}, part2="y", name={HOSTILE!r})]
"""

TYPED = (
    *("{}", "run {}", "run --year {}", "run --param {}", "run --solver {}", "run --user {}"),
    *("run 1 --input {}", "run --{}", "submit 1 --answer {}", "new {}", "leaderboard {}"),
    *("login --token-file {}", "login --remove {}", "report --readme {}", "completion {}"),
)


@pytest.fixture
def here(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project in which this process is, with a small day."""
    project.day(1, SMALL)
    (project.root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
    for name in [name for name in os.environ if name.startswith(("AOC", "FORCE_COLOR"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    monkeypatch.setenv("AOC_YEAR", "2021")
    monkeypatch.chdir(project.root)
    return project


@pytest.fixture
def shown_by(here: Project, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return what runs a command in this process, and returns all that it writes."""
    return lambda *args: f"{main([*args])} {''.join(capsys.readouterr())}"


@pytest.mark.parametrize("line", TYPED)
def test_what_was_typed_is_quoted_printable(shown_by: Callable[..., str], line: str) -> None:
    shown = shown_by(*(word.format(HOSTILE) for word in line.split()))
    assert commands_in(shown) == []
    assert SHOWN in shown


@pytest.mark.parametrize("name", ["AOC_YEAR", "AOC_PROJECT", "AOCD_DIR", "AOC_SESSION", "AOC_NOW"])
def test_a_variable_is_quoted_printable(
    shown_by: Callable[..., str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, HOSTILE)
    for args in (("run", "9"), ("login", "--list"), ("status", "--offline")):
        assert commands_in(shown_by(*args)) == []


def test_what_the_shell_completes_is_printable(
    here: Project, shown_by: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here.day(1, f'"""Day 1: Title {IN_DOCSTRING}."""\n')
    asked = {"_AOC_COMPLETE": "zsh_complete", "COMP_WORDS": "aoc run ", "COMP_CWORD": "2"}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    shown = shown_by()
    assert SHOWN in shown
    assert commands_in(shown) == []


def test_a_run_in_a_pipe_is_printable(project: Project) -> None:
    project.day(1, DAY.replace("'''", '"""'), TESTS)
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    done = project.run("run", "1", "--variant", "all", "-v", env=utf8, encoding="utf-8")
    for piece in ("Title", "imported", "parsed", "expected", "ValueError:"):
        [line, *_] = [line for line in done.out.split("\n") if piece in line]
        assert SHOWN in line
    assert "purple █ \U0001f600" in done.out
    assert commands_in(done.out) == []
    assert commands_in(done.err) == []


@needs_pty
def test_a_run_in_a_terminal_shows_the_colors_of_a_solver_alone(project: Project) -> None:
    project.day(1, DAY.replace("'''", '"""'), TESTS)
    shown = run_in_terminal(project, "run", "1", "--variant", "all", "-v")
    assert "\x1b[35mpurple\x1b[0m █ \U0001f600" in shown.raw
    assert r"\x1b]52" in shown.raw
    # Only what a solver prints may set such a color; a title or a message may not.
    printed = [line for line in shown.raw.split("\n") if "\x1b[105m" in line]
    beginning = re.compile(r"[ ]*(\x1b\[0m)?(imported|parsed|\x1b\[35mpurple|WARNING|\x1b\[105m)")
    assert all(beginning.match(line) for line in printed)
    assert commands_in(shown.raw.replace("\x1b[105m", ""), in_terminal=True) == []


@IN_FILE_NAMES
@needs_git
def test_the_names_of_files_are_shown_printable(project: Project) -> None:
    project.day(1, SMALL)
    name = HOSTILE.replace("/", "")
    (project.root / f"input {name}").write_text("x", encoding="utf-8")
    (project.root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=project.root, check=True)
    subprocess.run(["git", "add", "."], cwd=project.root, check=True)
    doctor = project.run("doctor", "--offline")
    assert SHOWN in doctor.out
    new = project.run("init", name)
    for done in (doctor, new):
        assert commands_in(done.out) == []
        assert commands_in(done.err) == []
    for path in (project.root / name).rglob("*"):
        if path.is_file():
            assert commands_in(path.read_text(encoding="utf-8")) == [], path


def test_a_readme_is_printable_markdown(project: Project) -> None:
    title = f"A | B `c` <b> [l](x) <!-- /days --> {IN_DOCSTRING}"
    source = f'"""Day 1: {title}.\n\nAn idea | with `code | x` {IN_DOCSTRING}.\n"""\n' + SMALL
    source += "\ndef part1(text):\n    return 1\n"
    project.day(1, source, "def sample(rng):\n    return 'x'\n")
    readme = project.root / "README.md"
    readme.write_text("<!-- days -->\n<!-- /days -->\nend\n", encoding="utf-8")
    for _ in range(2):
        done = project.run("report")
        assert (done.code, commands_in(done.out + done.err)) == (0, [])
    text = readme.read_text(encoding="utf-8")
    assert commands_in(text) == []
    assert text.count("<!-- /days -->") == 1
