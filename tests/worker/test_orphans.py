"""Workers are ended with all that they started, and nothing else is."""

from __future__ import annotations

import os

import pytest

from tests.marks import needs_linux, needs_proc, needs_signals
from tests.worker.scripts import run_script

pytestmark = needs_signals

REASON = "needs the signals of POSIX"
orphans = pytest.importorskip("aoc.worker.orphans", reason=REASON, exc_type=ImportError)

NOBODY = 1 << 30
"""A number that no process has."""
STARTED = """\
import json, os, select, subprocess, sys
from aoc.worker import orphans

alive, held = os.pipe()  # `held` is open in every process that is started here.
stopped, running = os.pipe()  # All end once `running` is closed: with this one at the latest.
closed = []  # what this process has closed of that

def start(*children, leads=False, stays=True):
    pid = os.fork()
    if pid:
        return pid
    if running not in closed:
        closed.append(running)
        os.close(running)
    if leads:
        os.setsid()
    for child in children:
        child()
    os.write(held, b"x")
    if stays:
        os.read(stopped, 1)
    os._exit(3)

def wait_for(count):
    while count:
        count -= len(os.read(alive, count))

def end_all():
    os.close(running)

def is_gone():
    os.close(held)
    return bool(select.select([alive], [], [], 10)[0]) and not os.read(alive, 1)

def leader(*children):
    return lambda: start(*children, leads=True)

def wait(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
"""


def family(code: str) -> object:
    """Run code that starts processes, and return what it prints."""
    return run_script(f"{STARTED}\n{code}")


@pytest.mark.parametrize(
    ("starts", "count"),
    [
        pytest.param("start", 2, id="its group"),
        pytest.param("lambda: os.waitpid(start(start, stays=False), 0)", 3, id="orphans in it"),
        pytest.param("leader()", 2, id="a child that has just left it", marks=needs_linux),
    ],
)
def test_a_worker_ends_with(starts: str, count: int) -> None:
    code = f"""
worker = start({starts}, leads=True)
wait_for({count})
orphans.kill_worker(worker)
print(json.dumps([wait(worker), is_gone()]))
"""
    assert family(code) == [-9, True]


@needs_proc
def test_only_what_was_started_with_a_variable_is_killed_for_it() -> None:
    code = """
def start_with(value):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = subprocess.Popen(["cat"], env=os.environ | {name: value}, **pipes)
    process.stdin.write(b"x")
    process.stdin.flush()
    assert process.stdout.read(1)
    return process

name = f"MARK_{os.getpid()}"
marked, other = start_with("1.2"), start_with("1.23")
orphans.kill_marked(f"{name}=1.2")
ended = marked.stdout.read()  # to its end, though nobody closed its stdin
printed, _ = other.communicate(b"end")
print(json.dumps([ended.decode(), printed.decode()]))
"""
    assert family(code) == ["", "end"]


class Multiplying:
    """Processes, of which each that is killed is followed by another one, `lives` times.

    They stand in for those of the system, which no test may kill.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, lives: int) -> None:
        self.lives = lives
        self.living = [NOBODY]
        self.looks = 0
        self.reaped: list[int] = []
        monkeypatch.setattr(orphans, "started_with", lambda variable: self.look())
        monkeypatch.setattr(orphans, "children", lambda parent: self.look())
        monkeypatch.setattr(orphans, "kill", self.kill)
        monkeypatch.setattr(os, "waitpid", lambda pid, options: self.reaped.append(pid))

    def look(self) -> list[int]:
        self.looks += 1
        return list(self.living)

    def kill(self, pid: int) -> None:
        if pid in self.living:
            self.living.remove(pid)
            self.lives -= 1
            if self.lives:
                self.living.append(pid + 1)


def test_orphans_that_multiply_are_killed_until_none_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marked = Multiplying(monkeypatch, lives=5)
    orphans.kill_marked("B=2")
    assert (marked.living, marked.looks) == ([], 6)
    left = Multiplying(monkeypatch, lives=5)
    orphans.clean_up(7, is_last=True)
    assert (left.living, left.looks) == ([], 6)
    assert left.reaped == [*range(NOBODY, NOBODY + 5)]


@needs_linux
@pytest.mark.parametrize("is_last", [True, False])
def test_orphans_are_killed_and_reaped_after_the_last_worker_and_its_group_at_once(
    is_last: bool,
) -> None:
    code = f"""
orphans.adopt_orphans()
worker = start(leader(), start, leader(leader()), leads=True, stays=False)
wait_for(5)
assert orphans.exit_code(worker, wait=True) == 3
orphans.clean_up(worker, is_last={is_last})
left = len(orphans.children(os.getpid()))
end_all()
print(json.dumps([left, is_gone()]))
"""
    # Those that had left the group, and the one in it, which has ended.
    assert family(code) == [0 if is_last else 3, True]
