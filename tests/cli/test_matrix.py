"""Many inputs: they are summed up, and each result is kept as soon as it is there."""

from __future__ import annotations

import signal

import pytest

from aoc.history.past_runs import read_records
from tests.accounts import remember_accounts
from tests.aoc import Aoc
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


@pytest.fixture(autouse=True)
def accounts(project: Project) -> None:
    """Eight accounts whose inputs of two days are the numbers 1 to 8."""
    project.day(1, DAY)
    project.day(2, DAY)
    texts = {user: f"{number}\n" for number, user in enumerate(USERS, 1)}
    remember_accounts(project, texts, 1, 2)


def test_many_inputs_have_a_row_per_puzzle(aoc: Aoc, project: Project) -> None:
    project.remember("3\n", 2, USERS[2], a="31")
    done = aoc("run", "--all", "--user", "all")
    lines = [line for line in done.out.splitlines() if line.startswith(("2021", "  "))]
    assert [line.split()[:2] for line in lines[1:]] == [
        ["2021/01", "16"],
        ["2021/02", "1"],
        ["✘", "part"],
    ]
    assert lines[3] == f"      ✘ part 1 on {USERS[2]}: 30, expected 31"
    assert done.out.splitlines()[-1].startswith("1 wrong, 31 unknown; ")
    assert done.code == 1


@needs_signals
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_the_history_has_the_results_of_a_run_that_is_cut_off(
    aoc: Aoc, project: Project, name: str
) -> None:
    ready = project.root / "ready"
    # A run that is killed may lose what came in its first two seconds.
    slow = "    import time\n    time.sleep(2.1 * (number == 1))\n    return number * 10\n"
    project.day(1, DAY.replace("    return number * 10\n", slow))
    stop = f"    while number == 5:\n        open({str(ready)!r}, 'w').close()\n"
    project.day(2, DAY.replace("    return number * 100", f"{stop}    return number * 100"))
    came = Signal(ready)
    running = aoc.start("run", "--all", "--user", "all", "-j", "1", "--timeout", "0")
    came.wait()
    running.send_signal(getattr(signal, name))
    running.communicate(timeout=20)
    assert len([row for row in read_records(str(project.root)) if row.part]) in (24, 25)
