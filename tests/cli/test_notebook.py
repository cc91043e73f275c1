"""Checks `puzzle()` in a plain script: what it has, how it runs, and what it asks the site for.

Each script is a process of its own, in a real project.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.logs import logged
from tests.support.program import Project

HEAVY = ("aoc.notebook", "aoc.model", "aoc.project", "click", "rich", "numpy", "aocd", "json")
DAY = '''\
"""Day 21: Adding Up."""

def parse(text):
    return tuple(map(int, text.split("\\n")))

def part1(numbers):
    return sum(numbers)

def part2(numbers):
    return max(numbers)

def part2_sorted(numbers):
    return sorted(numbers)[-1]
'''
TESTS = """\
from aoc import Example

EXAMPLES = [Example("1\\n2\\n", part1=3, part2=2)]

def sample(rng):
    return "7\\n8\\n\\n"
"""


def run(project: Project, code: str, env: Mapping[str, str] = {}) -> tuple[list[str], str]:
    """Run a script where `p` is the puzzle; return the lines that it prints, and stderr."""
    (project.root / "script.py").write_text(
        f"import os, sys\nfrom aoc import puzzle\np = puzzle(2021, 21)\n{code}", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "script.py"],
        cwd=project.root,
        env=project.environment({**env, "PYTHONIOENCODING": "utf-8"}),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def said(project: Project, code: str, env: Mapping[str, str] = {}) -> list[str]:
    """Return the lines that a script prints; nothing is written to stderr."""
    lines, err = run(project, code, env)
    assert err == ""
    return lines


@pytest.fixture
def own(project: Project) -> Project:
    """A project in which one can run on an own input, 4 and 5."""
    project.day(21, DAY, TESTS)
    project.remember("4\n5\n", a="9")
    return project


def test_importing_aoc_imports_nothing_heavy() -> None:
    code = f"import sys, aoc; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


@pytest.mark.slow
def test_a_run_has_the_results_of_aoc_run_and_may_be_on_something_else(
    own: Project, aoc: Aoc
) -> None:
    calls = {"p.run(examples=True)": "3 2", "p.run(text='1\\n6\\n')": "7 6"}
    fields = "[r.input, r.part, r.answer, r.verdict]"
    code = f"import json\nprint(json.dumps([{fields} for r in p.run()]))\n"
    code += "\n".join(f"print(*[r.answer for r in {call} if r.part])" for call in calls)
    line, *chosen = said(own, code)
    assert chosen == [*calls.values()]
    assert json.loads(line) == [
        ["example 1", None, None, "unknown"],
        ["example 1", 1, "3", "pass"],
        ["example 1", 2, "2", "pass"],
        ["github.alice.1", None, None, "unknown"],
        ["github.alice.1", 1, "9", "pass"],
        ["github.alice.1", 2, "5", "unknown"],
    ]
    # What was chosen is not in the log.
    assert [one.input for one in logged(own.root)] == ["github.alice.1"] * 3


def test_what_is_wrong_is_one_sentence(own: Project) -> None:
    sentences = {
        "p.run(3)": "part is 1 or 2, not 3",
        "p.run(examples=True, text='1')": "text and examples do not go together",
        "puzzle(2021, 26)": "2021 has no day 26",
        "puzzle(2021, 21, project='/')": "no project in /",
        "puzzle(2021, 22).run()": "create it with `aoc new 2021/22`",
        "puzzle(2021, 21, user='bob').input": "bob",
        "puzzle(2021, 20).input": "there is no input: log in with `aoc login`",
    }
    code = f"""
for call in {[*sentences]}:
    try:
        eval(call)
    except Exception as error:
        print(type(error).__module__, error)
"""
    for line, sentence in zip(said(own, code), sentences.values(), strict=True):
        assert line.startswith("aoc.")
        assert sentence in line


def test_a_run_in_a_thread_leaves_no_trace_in_the_script(own: Project) -> None:
    code = """
import threading
before = sys.path[:]
thread = threading.Thread(target=lambda: print(p.run(2).answers()))
thread.start()
thread.join()
print(p.input.split())
print(sys.path == before, [name for name in sys.modules if name.split(".")[0] == "days"])
"""
    assert said(own, code) == ["(None, '5')", "['4', '5']", "True []"]


def test_without_an_input_it_is_the_sample_and_says_so(project: Project) -> None:
    project.day(21, DAY, TESTS)
    lines, err = run(project, "print(p.run().answers())")
    assert lines == ["('15', '8')"]
    assert "2021/21 ran on a sample" in err
    assert err.count("\n") == 1


def test_an_input_is_fetched_once_and_nothing_is_submitted(
    project: Project, site: Site, account: Account
) -> None:
    project.day(21, "def parse(text):\n    return text\n\ndef part1(text):\n    return len(text)\n")
    project.configure("submit = true")
    (project.account_files(account.id) / "2021_21_input.txt").unlink()
    text = account.sheets[2021, 21].input.rstrip("\n")
    lines = said(project, "print(repr(p.input))\nprint(p.run().answers())")
    assert lines == [repr(text), repr((str(len(text)), None))]
    assert site.asked() == ["GET /2021/day/21/input"]
