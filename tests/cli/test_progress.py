"""Checks the line with the progress on a terminal: the job that runs, its time, and how many."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest

from aoc.text import columns_of
from tests.emulator import Account, Site, faults
from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.day21 import MINE, RIGHT, table
from tests.support.day21 import TESTS as TESTS_OF_DAY_21
from tests.support.marks import needs_pty
from tests.support.program import Project
from tests.support.terminal import Shown, Terminal

pytestmark = needs_pty
EAGER = """\
import aoc.render.screen, aoc.running.local_executor
aoc.render.screen.PROGRESS_AFTER = -1
aoc.running.local_executor.TICK = 0.001
from aoc.__main__ import main
main()
"""
"""The program, where every step of a run is shown."""
DAY = """\
import os

CALLS = []

def parse(text):
    CALLS.append(1)
    return text

def part1(text):
    CALLS.append(1)
    return 1

def part1_other(text):
    CALLS.append(1)
    return 1

def part2(text):
    CALLS.append(1)
    return 2
"""
"""A day that keeps something, so that no call is repeated for its time."""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("a", part1=1), Example("b", part2=2), Example("c", part1=1, part2=2)]

def sample(rng):
    return "x"
"""
WAITING = """\
import os, time
x = open('input.txt').read()
while 'seen{part}' not in os.listdir({root!r}):
    time.sleep(0.01)
print('Part {part}:', len(x))
"""


def start(aoc: Aoc, *args: str, columns: int = 100) -> Terminal:
    """Start the program, where every step of a run is shown."""
    aoc.note(args)
    command = [sys.executable, "-c", EAGER, *args]
    return Terminal(command, aoc.project.root, aoc.environment(), columns=columns)


def totals(shown: Shown) -> set[int]:
    """Return how many jobs there are by each line of the progress."""
    counts = re.findall(r"\r(\d+)/(\d+) ", shown.raw)
    assert all(int(done) <= int(total) for done, total in counts), shown.raw
    return {int(total) for _, total in counts}


def test_the_counter_counts_the_jobs_of_a_run(aoc: Aoc, project: Project) -> None:
    for day in (1, 2):
        project.day(day, DAY, TESTS)
    project.day(3, DAY.replace("return 1", "os.abort()"), TESTS)
    remember_accounts(project, {"github.alice.1": "x", "github.bob.1": "x"}, 1, 2, 3)
    shown = start(aoc, "run", "all", "--user", "all").end()
    # Of each day the examples, and two inputs.
    assert (shown.code, totals(shown)) == (1, {9})


def test_a_file_for_one_part_is_a_job_that_is_named_by_it(aoc: Aoc, project: Project) -> None:
    project.configure("layouts = [{ days = '{year}/{day}_{part}.py', run = 'script' }]")
    (project.root / "2021").mkdir()
    for part in (1, 2):
        (project.root / "2021" / f"1_{part}.py").write_text(
            WAITING.format(part=part, root=str(project.root))
        )
    project.remember("x", day=1)
    terminal = start(aoc, "run", "1", "-j", "1")
    for part in (1, 2):
        terminal.read_until(f"2021/01 part {part} on github.alice.1")
        (project.root / f"seen{part}").touch()
    shown = terminal.end()
    assert (shown.code, totals(shown)) == (0, {2})


@pytest.mark.slow
def test_checks_count_as_jobs_of_the_run(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("*")
    account.solve(2021, 21, 1)
    project.remember(MINE.input, user=account.id, a=RIGHT)
    project.day(21, table(), TESTS_OF_DAY_21)
    # The examples, the input, and part 2 alone.
    assert totals(start(aoc, "submit", "21").end()) == {3}


LOOPS = """\
import os, time

def parse(text):
    return text

def part1(text):
    if text != "mine":
        return 1
    print("\x1b[32mfirst")
    print("a" * 3 + "日" * 500_000 + "last step\\t1")
    while not os.path.exists({go!r}):
        time.sleep(0.01)
    return 1

def part2(text):
    return 2
"""


@pytest.fixture
def go(project: Project) -> Path:
    """A file for which part 1 of day 1 waits on its input, and not on the examples."""
    path = project.root / "go"
    project.day(1, LOOPS.format(go=str(path)), TESTS)
    project.remember("mine", day=1)
    return path


def test_the_job_that_runs_is_named_and_not_one_that_has_answered(aoc: Aoc, go: Path) -> None:
    terminal = start(aoc, "run", "1", "--timeout", "60", "-j", "2", columns=200)
    terminal.read_until("2021/01 part 1 on github.alice.1, 0 s of 60 s: 日")
    before = terminal.awaited
    terminal.read_until("part 1 on github.alice.1, ")
    assert "on example" not in terminal.raw[before : terminal.awaited]
    go.touch()
    done = terminal.end()
    assert "part 1 on" not in done.text


@pytest.mark.parametrize("columns", [20, 100])
def test_the_line_fits_and_nothing_of_it_is_left(aoc: Aoc, go: Path, columns: int) -> None:
    terminal = start(aoc, "run", "1", "-j", "2", columns=columns)
    terminal.read_until("2021/01 part")
    terminal.read_until("\x1b[K")
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.end()
    assert shown.code == 130
    found = [line for line in re.findall(r"\r([^\r\n]*)\x1b\[K", shown.raw) if line]
    assert found
    assert max(map(columns_of, found)) < columns
    assert not [line for line in shown.lines if re.match(r"\d/\d|\d done", line)]


def test_after_ctrl_c_it_is_shown_where_a_part_is_and_not_where_one_was(aoc: Aoc, go: Path) -> None:
    terminal = start(aoc, "run", "1", "-j", "2")
    terminal.read_until("2021/01 part 1 on github.alice.1, ")
    terminal.read_until(" s: 日")  # It has printed all.
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.end().text
    assert re.search(
        r"^2021/01 part 1 on github.alice.1: .* \(most recent call", shown, re.MULTILINE
    )
    assert "on example 1: " not in shown
    assert "... the end of 2 lines; `aoc run -v` shows all\n" in shown


def test_in_a_debugger_the_terminal_is_that_of_the_solver(aoc: Aoc, project: Project) -> None:
    project.day(1, DAY.replace("return 2", "raise ValueError"), TESTS)
    terminal = start(aoc, "run", "1", "--example", "--pdb")
    for _ in range(2):
        terminal.read_until("(Pdb) ")
        terminal.write("c\n")
    shown = terminal.end()
    assert "2 failed" in shown.text
    assert totals(shown) == set()


def test_without_a_terminal_there_is_no_progress(
    aoc: Aoc, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoc.render.screen.PROGRESS_AFTER", -1)
    project.day(1, DAY, TESTS)
    done = aoc("run", "1", "--sample")
    assert (done.code, done.err, "\x1b" in done.out) == (0, "", False)


@pytest.mark.parametrize("args", ["show 1", "run 1"])
def test_that_an_input_is_fetched_is_not_left_on_the_screen(
    aoc: Aoc, site: Site, account: Account, project: Project, args: str
) -> None:
    site.expect("GET *")
    site.fail(faults.status(500), "GET", "/2021/day/1/input")
    project.day(1, DAY)
    project.show(1, "def show1(text):\n    yield text\n")
    shown = start(aoc, *args.split()).end()
    assert "\rfetching the input of 2021/01" in shown.raw
    assert "fetching" not in shown.text
    assert (shown.code, "answered 500" in shown.text) == (3, True)
