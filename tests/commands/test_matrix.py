"""Many inputs: they are read as they are needed, and summed up."""

from __future__ import annotations

import signal

import pytest

from aoc.history.past_runs import read_records
from tests.accounts import remember_accounts
from tests.marks import needs_signals
from tests.program import Project, Signal

USERS = [f"github.user{number}.{number}" for number in range(1, 9)]
DAY = """\
def parse(text):
    return int(text)

def part1(number):
    return number * 10

def part2(number):
    return number * 100
"""
UTF8 = {"PYTHONIOENCODING": "utf-8"}
WAITS = DAY.replace(
    "    return number * 100",
    "    import time\n    while number == 5:\n"
    "        open({!r}, 'w').close()\n        time.sleep(1000)\n    return number * 100",
)


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days, and eight accounts whose inputs are the numbers 1 to 8."""
    project.day(1, DAY)
    project.day(2, DAY)
    texts = {user: f"{number}\n" for number, user in enumerate(USERS, 1)}
    remember_accounts(project, texts, 1, 2)
    return project


def test_many_inputs_have_a_row_per_puzzle(project: Project) -> None:
    project.remember("3\n", 2, USERS[2], a="31")
    done = project.run("run", "--all", "--user", "all", env=UTF8, encoding="utf-8")
    lines = [line for line in done.out.splitlines() if line.startswith(("2021", "  "))]
    assert [line.split()[:2] for line in lines[1:]] == [
        ["2021/01", "16"],
        ["2021/02", "1"],
        ["✘", "part"],
    ]
    assert lines[3] == f"      ✘ part 1 on {USERS[2]}: 30, expected 31"
    assert done.out.splitlines()[-1].startswith("1 wrong, 31 unknown; ")
    assert done.code == 1


def kept(project: Project) -> list[tuple[int, str | None, int | None]]:
    """Return day, input and part of all answers in the history."""
    rows = read_records(str(project.root))
    return [(row.day, row.input, row.part) for row in rows if row.part]


@pytest.mark.slow
@needs_signals
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_the_history_has_the_results_of_a_run_that_is_cut_off(project: Project, name: str) -> None:
    ready = project.root / "ready"
    # A run that is killed may lose what came in its first two seconds.
    slow = "    import time\n    time.sleep(2.1 * (number == 1))\n    return number * 10\n"
    project.day(1, DAY.replace("    return number * 10\n", slow))
    project.day(2, WAITS.format(str(ready)))
    came = Signal(ready)
    args = ("run", "--all", "--user", "all")
    running = project.start(*args, "-j", "1", "--timeout", "0")
    came.wait()
    running.send_signal(getattr(signal, name))
    running.communicate(timeout=20)
    assert len(kept(project)) in (24, 25)
