"""The forkserver answers every request, and its workers start as fresh interpreters do."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from aoc.worker.interpreter import is_single_threaded
from tests.support.marks import WINDOWS
from tests.support.program import ROOT

pytestmark = pytest.mark.skipif(WINDOWS, reason="Windows has no forkserver")


SERVER = """\
import errno, json, os, select, signal, sys, types
from socket import SHUT_WR, socketpair
from aoc.worker import forkserver

os.environ["AOC_RUN"] = "/no"
ours, theirs = socketpair()
worker, end = socketpair()
output_out, output = os.pipe()
files = [end.detach(), output]
request = {"worker": 7, "root": "/no", "year": 2021, "day": 1, "is_fresh": False}

def answers():
    ours.setblocking(False)
    try:
        return [json.loads(line) for line in ours.recv(1 << 16).splitlines()]
    except BlockingIOError:
        return []

def child(run):
    pid = os.fork()
    if not pid:
        run()
        os._exit(0)
    return pid

def ended():
    pid = child(lambda: None)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return pid

def waits():
    worker.close()
    os.read(files[0], 1)

def make():
    return forkserver.Forkserver(theirs.detach())
"""


def serve(code: str) -> Any:
    """Run code that makes a forkserver and calls it, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", f"{SERVER}\n{code}"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        process_group=0,
        timeout=60,
        check=False,
    )
    assert (done.stderr, done.returncode) == (b"", 0), done
    return json.loads(done.stdout)


def test_a_worker_that_the_system_has_no_room_for_is_refused() -> None:
    code = """
def fork():
    raise OSError(errno.EAGAIN, "no")
server = make()
os.fork = fork
server.descriptors = files
server.start(request)
print(json.dumps([answers(), server.workers, worker.recv(1) == b""]))
"""
    assert serve(code) == [[{"worker": 7, "refused": errno.EAGAIN}], {}, True]


def test_a_worker_that_ends_just_before_all_are_ended_has_its_own_status() -> None:
    code = """
pid = ended()  # before the forkserver, so that no signal says it
server = make()
server.workers.update({1: pid, 2: child(waits)})
ours.shutdown(SHUT_WR)
server.serve()
print(json.dumps(answers()))
"""
    assert serve(code) == [{"worker": 1, "ended": 0}, {"worker": 2, "ended": -9}]


def test_workers_end_though_the_program_was_killed_with_answers_that_it_had_not_read() -> None:
    code = """
server = make()
pid = child(lambda: (ours.close(), waits()))
server.workers[1] = pid
server.answer(worker=1, pid=pid)
ours.close()
server.serve()
try:
    os.waitpid(pid, 0)
except ChildProcessError:
    print("true")
"""
    assert serve(code) is True


def test_a_single_thread_is_what_python_knows_of_where_the_system_lists_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(path: str) -> list[str]:
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "listdir", refuse)
    monkeypatch.setitem(sys.modules, "threading", None)
    assert is_single_threaded()
    for count in (1, 2):
        threading = SimpleNamespace(active_count=partial(int, count))
        monkeypatch.setitem(sys.modules, "threading", threading)
        assert is_single_threaded() is (count == 1)
