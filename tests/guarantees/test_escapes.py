"""No text from elsewhere commands a terminal: what is typed, and what is in files and pages.

None gets raw into a file that is written from it, either.
"""

from __future__ import annotations

import json
import re
import runpy
import subprocess
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.emulator import Account, Puzzle, Site, faults
from tests.support.aoc import Aoc
from tests.support.day21 import MINE
from tests.support.escapes import HOSTILE, SHOWN, commands_in
from tests.support.marks import WINDOWS, needs_git, needs_pty
from tests.support.program import Project

SMALL = "def parse(text):\n    return text\n"
IN_DOCSTRING = HOSTILE.replace("\\", "")

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
    "{}",
    "run {}",
    "run --year {}",
    "run --param {}",
    "run --solver {}",
    "run --user {}",
    "run 1 --input {}",
    "run --{}",
    "submit 1 --answer {}",
    "new {}",
    "leaderboard {}",
    "login --remove {}",
    "report --readme {}",
    "completion {}",
)


@pytest.fixture
def shown_by(aoc: Aoc) -> Callable[..., str]:
    """Return what runs a line, and returns what it shows, which must be printable."""

    def show(line: str, **env: str) -> str:
        done = aoc(*(word.format(HOSTILE) for word in line.split()), env=env)
        shown = done.out + done.err
        assert commands_in(shown) == [], line
        return shown

    return show


def test_what_was_typed_is_quoted_printable(shown_by: Callable[..., str], project: Project) -> None:
    project.day(1, SMALL)
    for line in TYPED:
        assert SHOWN in shown_by(line), line


def test_a_variable_is_quoted_printable(shown_by: Callable[..., str]) -> None:
    for name in ("AOC_YEAR", "AOC_PROJECT", "AOCD_DIR", "AOC_SESSION", "AOC_NOW"):
        for line in ("run 9", "login --list", "status"):
            shown_by(line, **{name: HOSTILE})


def test_a_run_in_a_pipe_is_printable(shown_by: Callable[..., str], project: Project) -> None:
    project.day(1, DAY.replace("'''", '"""'), TESTS)
    shown = shown_by("run 1 --variant all -v")
    for piece in ("Title", "imported", "parsed", "expected", "ValueError:"):
        [line, *_] = [line for line in shown.split("\n") if piece in line]
        assert SHOWN in line
    assert "purple █ \U0001f600" in shown


@needs_pty
def test_a_run_in_a_terminal_shows_the_colors_of_a_solver_alone(aoc: Aoc, project: Project) -> None:
    project.day(1, DAY.replace("'''", '"""'), TESTS)
    shown = aoc.shown("run", "1", "--variant", "all", "-v")
    assert "\x1b[35mpurple\x1b[0m █ \U0001f600" in shown.raw
    assert r"\x1b]52" in shown.raw
    # Only what a solver prints may set such a color; a title or a message may not.
    printed = [line for line in shown.raw.split("\n") if "\x1b[105m" in line]
    beginning = re.compile(r"[ ]*(\x1b\[0m)?(imported|parsed|\x1b\[35mpurple|WARNING|\x1b\[105m)")
    assert all(beginning.match(line) for line in printed)
    assert commands_in(shown.raw.replace("\x1b[105m", ""), in_terminal=True) == []


@pytest.mark.skipif(WINDOWS, reason="Windows has no such names of files")
@needs_git
def test_the_names_of_files_are_shown_printable(
    shown_by: Callable[..., str], project: Project
) -> None:
    project.day(1, SMALL)
    name = HOSTILE.replace("/", "")
    (project.root / f"input {name}").write_text("x", encoding="utf-8")
    project.configure("")
    subprocess.run(["git", "init", "-q"], cwd=project.root, check=True)
    subprocess.run(["git", "add", "."], cwd=project.root, check=True)
    assert SHOWN in shown_by("doctor --offline")
    shown_by("init {}")
    for path in (project.root / name).rglob("*"):
        if path.is_file():
            assert commands_in(path.read_text(encoding="utf-8")) == [], path


def test_a_readme_is_printable_markdown(shown_by: Callable[..., str], project: Project) -> None:
    title = f"A | B `c` <b> [l](x) <!-- /days --> {IN_DOCSTRING}"
    source = f'"""Day 1: {title}.\n\nAn idea | with `code | x` {IN_DOCSTRING}.\n"""\n' + SMALL
    source += "\ndef part1(text):\n    return 1\n"
    project.day(1, source, "def sample(rng):\n    return 'x'\n")
    readme = project.root / "README.md"
    readme.write_text("<!-- days -->\n<!-- /days -->\nend\n", encoding="utf-8")
    shown_by("run 1 --sample")
    for _ in range(2):
        shown_by("report")
    text = readme.read_text(encoding="utf-8")
    assert commands_in(text) == []
    assert text.count("<!-- /days -->") == 1, text
    assert "A \\| B `c` <b>" in text


VERDICT = f"<!DOCTYPE html><main><article><p>{HOSTILE}</p></article></main>"
MODULE, TESTS_21 = "days/year2021/day21.py", "tests/year2021/test_day21.py"


@pytest.fixture
def odd(site: Site, account: Account) -> Account:
    """An account for which the page of day 21 has all that a terminal would take for commands."""
    account.give(2021, 21, replace(MINE, answer1=HOSTILE))
    title, example = f'{HOSTILE} """ \\ "\'', f"one {HOSTILE}\ntwo\n"
    site.put(Puzzle(2021, 21, title, example, HOSTILE, HOSTILE, remarks2=(HOSTILE,)))
    site.expect("*")
    return account


@pytest.mark.usefixtures("odd")
def test_a_puzzle_is_read_and_made_into_a_day_printable(
    shown_by: Callable[..., str], project: Project
) -> None:
    shown = shown_by("read 21")
    assert f"2021/21 {SHOWN}" in shown
    assert f"one {SHOWN}" in shown
    # No title of a puzzle looks like this one, so it is taken for none.
    assert "day21.py: day 21 of 2021" in shown_by("new 21")
    for name in (MODULE, TESTS_21):
        assert commands_in((project.root / name).read_text(encoding="utf-8")) == []
    [example] = runpy.run_path(str(project.root / TESTS_21))["EXAMPLES"]
    assert example.text == f"one {HOSTILE}\ntwo\n"
    assert HOSTILE.endswith(example.part1)


@pytest.mark.usefixtures("odd")
@pytest.mark.parametrize(
    "fault", [faults.page(VERDICT), faults.page(HOSTILE), replace(faults.status(429), body=HOSTILE)]
)
def test_what_the_site_answers_is_shown_printable(
    shown_by: Callable[..., str], site: Site, fault: faults.Fault
) -> None:
    site.fail(fault, "POST", times=9)
    assert shown_by("submit 21 --part 1 --answer 17")
    site.fail(fault, "GET", times=99)
    for line in ("read 21 --update", "fetch 20", "new 20", "leaderboard 1001", "status"):
        assert shown_by(line)


def test_what_is_cached_is_shown_printable(
    shown_by: Callable[..., str], odd: Account, project: Project
) -> None:
    odd.give(2021, 21, MINE)
    shown_by("fetch 21")
    shown_by("new 21")
    project.day(21, "def parse(text):\n    int(text)\n\ndef part1(text):\n    return 17\n")
    records = [{"part": "a", "value": HOSTILE, "when": HOSTILE, "message": HOSTILE}]
    for name in ("21_post.json", "21_prose.1.html", "21_input.txt"):
        path = project.account_files(odd.id) / f"2021_{name}"
        text = json.dumps(records) if name.endswith(".json") else f"<h2>{HOSTILE}</h2>"
        path.write_text(text, encoding="utf-8")
        for line in ("run 21", "submit 21 --answer 17", "status", "read 21", "new 21 --update"):
            shown_by(line)
    shown_by("doctor --offline")
