"""Workers are ended with all that they started, and nothing else is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

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


@contextmanager
def child(code: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a child process that runs code, and end it after the block."""
    process = subprocess.Popen([sys.executable, "-S", "-c", code], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


def test_a_child_that_is_still_there_has_no_exit_code() -> None:
    with child("input()") as started:
        assert orphans.exit_code(started.pid) is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("raise SystemExit(0)", 0),
        ("raise SystemExit(3)", 3),
        ("import os; os.kill(os.getpid(), 15)", -15),
    ],
)
def test_the_exit_code_of_a_child_says_how_it_ended(code: str, expected: int) -> None:
    with child(code) as started:
        assert orphans.exit_code(started.pid, wait=True) == expected
        with pytest.raises(ChildProcessError):
            os.waitpid(started.pid, 0)


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


def test_a_worker_that_leads_no_group_ends_alone() -> None:
    code = """
worker, other = start(), start()
wait_for(2)
orphans.kill_worker(worker)
ended = wait(worker)
end_all()
print(json.dumps([ended, wait(other)]))
"""
    assert family(code) == [-9, 3]


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


def test_orphans_that_multiply_without_end_hold_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Multiplying(monkeypatch, lives=-1)
    orphans.kill_marked("B=2")
    orphans.clean_up(7, is_last=True)


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


def test_the_group_of_a_worker_that_has_ended_is_killed_though_nothing_lists_children() -> None:
    code = """
orphans.children = lambda parent: []
worker = start(start, leads=True, stays=False)
wait_for(2)
orphans.exit_code(worker, wait=True)
orphans.clean_up(worker, is_last=True)
try:
    wait(worker)
except ChildProcessError:
    print(json.dumps(is_gone()))
"""
    assert family(code) is True


@needs_linux
def test_a_process_that_adopts_is_the_parent_of_orphans_among_its_descendants() -> None:
    code = """
def adopted():
    wait(start(start, stays=False))
    return len(orphans.children(os.getpid()))

before = adopted()
orphans.adopt_orphans()
print(json.dumps([before, adopted()]))
"""
    assert family(code) == [0, 1]


@pytest.mark.parametrize(
    ("platform", "asked"), [("linux", [(36, 1, 0, 0, 0)]), ("darwin", []), ("freebsd14", [])]
)
def test_only_linux_is_asked_to_let_a_process_adopt(
    monkeypatch: pytest.MonkeyPatch, platform: str, asked: list[tuple[int, ...]]
) -> None:
    found: list[tuple[int, ...]] = []
    library = SimpleNamespace(prctl=lambda *arguments: found.append(arguments))
    monkeypatch.setattr("ctypes.CDLL", lambda name: library)
    monkeypatch.setattr(orphans, "sys", SimpleNamespace(platform=platform))
    orphans.adopt_orphans()
    assert found == asked


@pytest.mark.parametrize("missing", ["ctypes", "the library", "the function"])
def test_a_linux_that_lets_no_process_adopt_is_no_error(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    def library(name: object) -> object:
        if missing == "the library":
            raise OSError
        return object()

    monkeypatch.setattr(orphans, "sys", SimpleNamespace(platform="linux"))
    monkeypatch.setattr("ctypes.CDLL", library)
    if missing == "ctypes":
        monkeypatch.setitem(sys.modules, "ctypes", None)
    orphans.adopt_orphans()


@pytest.mark.parametrize("error", [ProcessLookupError, PermissionError])
def test_a_process_that_cannot_be_killed_is_left(
    monkeypatch: pytest.MonkeyPatch, error: type[OSError]
) -> None:
    killed: list[tuple[int, int]] = []

    def refuse(pid: int, number: int) -> None:
        killed.append((pid, number))
        raise error

    monkeypatch.setattr(os, "kill", refuse)
    orphans.kill_worker(NOBODY)
    assert killed == [(NOBODY, signal.SIGSTOP), (-NOBODY, 9), (NOBODY, 9)]


def test_a_process_that_is_gone_has_no_children() -> None:
    assert orphans.children(NOBODY) == []


def test_a_system_that_lists_no_processes_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> list[str]:
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "listdir", refuse)
    monkeypatch.setattr("glob.glob", lambda pattern: [])
    assert orphans.children(os.getpid()) == []
    orphans.kill_marked("A=1")


@needs_proc
def test_the_children_of_a_process_are_listed() -> None:
    with child("input()") as started:
        assert started.pid in orphans.children(os.getpid())
