"""Answers are those of a plain script in a fresh interpreter, whatever a day keeps or changes."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.support.marks import needs_pty
from tests.support.program import Project
from tests.support.terminal import run_in_terminal
from tests.support.watcher import END, piped

COUNTS = "{0}\ndef count(): {1}\ndef parse(text): return text\n"
VALUES = "{0}\n{1}\ndef parse(text): return {2}\ndef count(value): {3}\n"
KINDS = {
    "a dict": COUNTS.format("kept = {}", "return kept.setdefault(len(kept), len(kept))"),
    "os.environ": COUNTS.format(
        "import os",
        "os.environ['KEPT'] = os.environ.get('KEPT', '') + 'x'; return os.environ['KEPT']",
    ),
    "the decimal context": COUNTS.format(
        "import decimal\nkept = decimal.getcontext()", "kept.prec += 1; return kept.prec"
    ),
    "a global": COUNTS.format("kept = 0", "global kept; kept += 1; return kept"),
    "its own __hash__": VALUES.format(
        "class Value:\n    kept = 0\n    def __hash__(self): return 1\n"
        "    def __eq__(self, other): return True",
        "",
        "Value()",
        "value.kept += 1; return value.kept",
    ),
    "a bound method": VALUES.format(
        "class Value:\n    kept = 0\n    def add(self):\n        self.kept += 1\n"
        "        return self.kept",
        "",
        "Value().add",
        "return value()",
    ),
}
PARTS = (
    "def part1(value): return count()\ndef part2(value): return f'{count()},{count()}'\n",
    "def part1(value): return count(value)\n"
    "def part2(value): return f'{count(value)},{count(value)}'\n",
)
AGAIN = "part1_again = part1\npart2_again = part2\n"
TESTS = 'from aoc import Example\nEXAMPLES = [Example("x"), Example("y")]\n'
SCRIPT = """
import sys
sys.path.insert(0, "days/year2021")
import {day} as day
print([str(getattr(day, part)(day.parse('z'))) for part in sys.argv[1:]])
"""
ME = "github.alice.1"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with a day for each kind, and an input of mine for each."""
    project = Project(tmp_path_factory.mktemp("kinds"))
    for day, source in enumerate(KINDS.values(), 1):
        project.day(day, source + PARTS["count(value)" in source] + AGAIN, TESTS)
        project.remember("z", day=day, user=ME)
    return project


@cache
def of_scripts(root: Path, *parts: str) -> dict[int, list[str]]:
    """Return the answers of a plain script for each day, in which these parts run."""
    found: dict[int, list[str]] = {}
    for day in range(1, len(KINDS) + 1):
        command = [sys.executable, "-c", SCRIPT.format(day=f"day{day:02}"), *parts]
        found[day] = eval(subprocess.check_output(command, cwd=root, text=True))
    return found


def of_run(project: Project, *words: str) -> dict[int, list[str]]:
    """Return the answers of a run of all days on my input, those of the variants at the end."""
    results = project.run("run", "all", "--json", *words).results
    found: dict[int, list[str]] = {day: [] for day in range(1, len(KINDS) + 1)}
    for result in sorted(results, key=lambda result: result["variant"] or ""):
        if result["input"] == ME:
            found[result["day"]].append(result["answer"])
    return found


def test_answers_of_a_run_are_those_of_a_script(project: Project) -> None:
    answers = of_scripts(project.root, "part1", "part2")
    assert of_run(project, "--jobs", "1") == answers


def test_answers_of_part_2_alone_are_those_of_a_script_without_part_1(project: Project) -> None:
    assert of_run(project, "--part", "2") == of_scripts(project.root, "part2")


@pytest.mark.slow
def test_variants_change_no_answer_and_answer_as_in_a_script_of_their_own(project: Project) -> None:
    answers = of_scripts(project.root, "part1", "part2")
    assert of_run(project, "--variant", "all") == {day: own * 2 for day, own in answers.items()}


@pytest.mark.slow
def test_answers_of_a_notebook_are_those_of_a_script(project: Project) -> None:
    source = (
        "from aoc import puzzle\n"
        f"days = range(1, {len(KINDS)} + 1)\n"
        "print({day: [*puzzle(2021, day).run().answers()] for day in days})"
    )
    done = project.run_code(source)
    assert done.returncode == 0, done.stderr
    assert eval(done.stdout) == of_scripts(project.root, "part1", "part2")


@pytest.mark.slow
@needs_pty
def test_answers_in_the_debugger_are_those_of_a_script(project: Project) -> None:
    shown = run_in_terminal(project, "run", "all", "--pdb")
    assert answers_in(shown.text) == list(of_scripts(project.root, "part1", "part2").values())


def test_answers_of_a_watched_day_are_those_of_a_script(project: Project) -> None:
    with piped(project, "1") as watcher:
        found = answers_in(watcher.until(END))
    assert found == [of_scripts(project.root, "part1", "part2")[1]]


def answers_in(text: str) -> list[list[str]]:
    """Return the answers on my input of each day in the table of a run."""
    found: list[list[str]] = []
    is_mine = False
    for line in text.splitlines():
        words = line.split()
        if words and not words[0].startswith("part"):
            is_mine = words[0] == ME
            found += [[]] if is_mine else []
        if is_mine and "?" in words:
            found[-1].append(words[-1])
    return found
