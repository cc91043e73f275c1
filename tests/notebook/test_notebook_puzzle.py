"""Checks a puzzle in a plain script: what it has, how it runs, and what it asks the site for.

Each script is a process of its own, in a real project.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.emulator import Site, dice_sheet
from tests.emulator.program import cache_of, make_project
from tests.program import Project

pytestmark = pytest.mark.slow

DAY = '''\
"""Day 21: Adding Up."""

def parse(text):
    return tuple(map(int, text.split("\\n")))

def part1(numbers, *, times=1):
    return sum(numbers) * times

def part2(numbers):
    return max(numbers)

def part2_sorted(numbers):
    return sorted(numbers)[-1]

def show1(numbers):
    for number in numbers:
        yield str(number)
'''
TESTS = """\
from aoc import Example

EXAMPLES = [Example("1\\n2\\n", part1=3, part2=2)]

def sample(rng):
    return "7\\n8\\n\\n"
"""


def script(folder: Path, code: str, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script in a project, where `p` is the puzzle; it ends with an error if it fails."""
    path = folder.parent / "script.py"
    start = "import os, sys\nfrom aoc import puzzle\np = puzzle(2021, 21)\n"
    path.write_text(start + code, encoding="utf-8")
    return subprocess.run(
        [sys.executable, str(path)],
        cwd=folder,
        env={**env, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def own(project: Project) -> Project:
    """A project in which one can run on an own input, 4 and 5."""
    project.day(21, DAY, TESTS)
    project.remember("4\n5\n", a="9")
    return project


def said(project: Project, code: str) -> str:
    """Return what a script prints; nothing is written to stderr."""
    done = script(project.root, code, project.environment())
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.strip()


def failed(project: Project, code: str) -> str:
    """Return the last line of the error with which a script ends."""
    done = script(project.root, code, project.environment())
    assert done.returncode == 1, done.stdout
    return done.stderr.strip().splitlines()[-1]


def test_a_run_has_the_results_of_aoc_run(own: Project) -> None:
    found = json.loads(
        said(
            own,
            "import json\n"
            "print(json.dumps([[r.input, r.part, r.answer, r.verdict] for r in p.run()]))",
        )
    )
    assert found == [
        ["example 1", None, None, "unknown"],
        ["example 1", 1, "3", "pass"],
        ["example 1", 2, "2", "pass"],
        ["github.alice.1", None, None, "unknown"],
        ["github.alice.1", 1, "9", "pass"],
        ["github.alice.1", 2, "5", "unknown"],
    ]


@pytest.mark.parametrize(
    ("call", "answers"),
    [
        ("p.run(examples=True)", ["3", "2"]),
        ("p.run(sample=1)", ["15", "8"]),
        ("p.run(text='1\\n6\\n')", ["7", "6"]),
        ("p.run(1, params={'times': 3})", ["9", "27"]),
        ("p.run(2, variants=['all'], examples=True, memory='1G')", ["2", "2"]),
    ],
)
def test_what_it_runs_on_can_be_chosen(own: Project, call: str, answers: list[str]) -> None:
    assert said(own, f"print(*[r.answer for r in {call} if r.part])").split() == answers


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("p.run(3)", "part takes a whole number from 1 to 2, not 3"),
        ("p.run(examples=True, text='1')", "text and examples do not go together"),
        ("p.run(timeout=float('nan'))", "timeout takes a number from 0 to 1000000, not nan"),
        ("p.show(1, frames=5.5)", "frames takes a whole number from 1 to 5000, not 5.5"),
        ("puzzle(2021, 26)", "2021 has no day 26"),
        ("puzzle(2021, 21, project='/')", "no project in /"),
        ("puzzle(2021, 22).run()", "create it with `aoc new 2021/22`"),
        ("puzzle(2021, 21, user='bob').input", "bob"),
    ],
)
def test_what_is_wrong_is_one_sentence(own: Project, call: str, sentence: str) -> None:
    last = failed(own, call)
    assert last.startswith("aoc.")
    assert sentence in last


def test_a_changed_day_is_seen_though_its_size_and_time_are_the_same(own: Project) -> None:
    code = """
path = "days/year2021/day21.py"
print(p.run(2)[-1].answer)
source = open(path).read()
stat = os.stat(path)
open(path, "w").write(source.replace("max(", "min("))
os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
print(p.run(2)[-1].answer)
"""
    # What was compiled before would be taken for current.
    env = own.environment({"PYTHONDONTWRITEBYTECODE": ""})
    done = script(own.root, code, env)
    assert done.stdout.splitlines() == ["5", "4"], done.stderr


def test_the_project_leaves_no_trace_in_the_script(project: Project) -> None:
    project.day(21, DAY, TESTS)
    code = """
before = sys.path[:]
p.input, p.show(1, sample=0), p.run(sample=0)
print(sys.path == before, [name for name in sys.modules if name.split(".")[0] == "days"])
"""
    assert said(project, code) == "True []"


def test_it_runs_in_a_thread(own: Project) -> None:
    code = """
import threading
thread = threading.Thread(target=lambda: print(p.run(2).answers()))
thread.start()
thread.join()
"""
    assert said(own, code) == "(None, '5')"


def test_a_run_is_in_the_history_but_not_that_of_a_text(own: Project) -> None:
    said(
        own, "p.run(1)\np.run(1, text='1')\np.run(1, examples=True)\np.run(1, params={'times': 2})"
    )
    shown = own.run("history", "21", "--json").out.splitlines()
    assert [json.loads(line)["part"] for line in shown] == [None, 1]


def test_without_an_input_it_is_the_sample_and_says_so(project: Project) -> None:
    project.day(21, DAY, TESTS)
    done = script(project.root, "print(repr(p.input), p.run().answers())", project.environment())
    assert done.stdout.strip() == "'7\\n8' ('15', '8')"
    assert "2021/21 ran on a made-up input" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_input_is_fetched_once_and_nothing_is_submitted(site: Site, tmp_path: Path) -> None:
    alice = site.account("alice")
    alice.give(2021, 21, dice_sheet(7, 1))
    folder = make_project(tmp_path / "project", (2021, 21), settings="submit = true")
    env = site.environment(cache_of(folder), alice.token)
    code = "print(repr(p.input))\nprint(p.run().answers())"
    for requests in (["GET /settings", "GET /2021/day/21/input"], []):
        done = script(folder, code, env)
        assert (done.returncode, done.stderr) == (0, "")
        sheet = alice.sheet(site.event(2021).puzzles[21])
        assert done.stdout.splitlines() == [
            repr(sheet.input.rstrip("\n")),
            repr((sheet.answer1, sheet.answer2)),
        ]
        assert [str(request) for request in site.requests] == requests
        site.journal.clear()


def test_no_solver_sees_the_session(own: Project) -> None:
    seen = '"seen" if "AOC_SESSION" in __import__("os").environ else "hidden"'
    own.day(21, DAY.replace("sum(numbers) * times", seen), TESTS)
    env = own.environment({"AOC_SESSION": "ab" * 64})
    done = script(own.root, "print(p.run(1, sample=0).answers())", env)
    assert done.stdout.strip() == "('hidden', None)", done.stderr


def test_a_show_is_a_player(own: Project) -> None:
    code = """
show = p.show(1)
print(show)
html = show._repr_html_()
print(html[:40], "&lt;script" in html, "<script" in html)
"""
    first, second = said(own, code).splitlines()
    assert first.startswith("a show of 2021/21 Adding Up: 2 frames, ")
    assert second == '<iframe sandbox="allow-scripts" title="2 True False'
