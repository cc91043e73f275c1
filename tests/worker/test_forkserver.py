"""The forkserver answers every request, and its workers start as fresh interpreters do."""

from __future__ import annotations

import errno
import json
import os
import select
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest

from aoc.model import Input, Job
from aoc.worker import is_single_threaded
from aoc.worker.reports import Broken, read_reports
from tests.marks import WINDOWS, needs_linux
from tests.program import Project
from tests.running.executions import execute, jobs_of
from tests.running.family import customize
from tests.worker.scripts import run_script

if not WINDOWS:
    from socket import AF_UNIX, SCM_RIGHTS, SHUT_WR, SOCK_STREAM, SOL_SOCKET, socketpair

    from aoc.running.posix_launcher import PosixLauncher, receive

pytestmark = pytest.mark.skipif(WINDOWS, reason="Windows has no forkserver")


class Worker:
    """A worker that was asked for, and the test's ends of its pipes."""

    def __init__(self, number: int) -> None:
        self.socket, theirs = socketpair(AF_UNIX, SOCK_STREAM)
        self.output = TemporaryFile()  # noqa: SIM115
        self.theirs = (theirs.detach(), os.dup(self.output.fileno()))
        self.root = f"/no/{number}"
        self.about = {"root": self.root, "year": 2021, "day": 1}

    def send(self, job: bytes) -> None:
        """Send the job; until then, the worker waits for it."""
        self.socket.sendall(job)
        self.socket.shutdown(SHUT_WR)

    def read(self) -> tuple[bytes, bytes]:
        """Return all that it reports and prints; no other process has the other end."""
        with self.socket.makefile("rb") as reports:
            reported = reports.read()
        self.output.seek(0)
        return reported, self.output.read()

    def close(self) -> None:
        """Close the test's ends."""
        self.socket.close()
        self.output.close()


class Asked:
    """A forkserver that a test asks itself. `said` are all its answers."""

    def __init__(self) -> None:
        launcher = PosixLauncher()
        assert launcher.forkserver
        self.pid, self.errors, self.socket = launcher.pid, launcher.errors, launcher.forkserver
        self.unread = b""
        self.workers: list[Worker] = []
        self.said: list[dict[str, int]] = []

    def start(self, count: int = 1, pieces: int = 1) -> list[Worker]:
        """Ask for workers at once, in as many pieces."""
        first = len(self.workers) + 1
        new = [Worker(number) for number in range(first, first + count)]
        self.workers += new
        theirs = array("i", [descriptor for worker in new for descriptor in worker.theirs])
        rights: list[tuple[int, int, Any]] = [(SOL_SOCKET, SCM_RIGHTS, theirs)]
        request = "".join(
            json.dumps({"worker": number, "start": worker.about}) + "\n"
            for number, worker in enumerate(new, first)
        ).encode()
        size = -(-len(request) // pieces)
        for start in range(0, len(request), size):
            self.socket.sendmsg([request[start : start + size]], rights)
            rights = []
        for descriptor in theirs:
            os.close(descriptor)
        return new

    def wait_for(self, key: str, worker: int = 0) -> int:
        """Wait until the forkserver says this, of a worker if there is one, and return it."""
        while True:
            for answer in self.said:
                if key in answer and answer.get("worker", 0) == worker:
                    return answer[key]
            assert self.reads_more()

    def reads_more(self) -> bool:
        """Wait for answers, and return whether any came before the end."""
        assert select.select([self.socket], [], [], 20)[0]
        data = receive(self.socket)
        *lines, self.unread = (self.unread + data).split(b"\n")
        self.said += map(json.loads, lines)
        return bool(data)

    def read_to_the_end(self) -> None:
        """Ask it to end, and read its last answers."""
        self.socket.shutdown(SHUT_WR)
        while self.reads_more():
            pass

    def close(self) -> None:
        """End it."""
        self.read_to_the_end()
        self.socket.close()
        os.close(self.errors)
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        for worker in self.workers:
            worker.close()


@pytest.fixture
def server() -> Iterator[Asked]:
    """A forkserver that a test asks itself."""
    asked = Asked()
    yield asked
    asked.close()


def job_of(worker: Worker) -> bytes:
    """Return a job in a folder that does not exist."""
    source = (Input("file", "input", "x"),)
    return json.dumps(Job(worker.root, 2021, 1, None, "days", source)).encode()


def refused_folder(reports: bytes) -> str:
    """Return the folder that a worker could not enter, as it has reported."""
    [(report, _)] = read_reports(reports.split(b"\n"))
    assert isinstance(report, Broken)
    return report.message.rpartition(": ")[2].strip("'")


def test_a_worker_that_is_done_ends_though_another_one_that_was_asked_for_with_it_waits(
    server: Asked,
) -> None:
    waiting, done = server.start(count=2)
    done.send(job_of(done))
    reports, _ = done.read()
    assert refused_folder(reports) == "/no/2"
    assert server.wait_for("ended", 2) == 0
    assert server.wait_for("pid", 1) != server.wait_for("pid", 2)
    waiting.send(job_of(waiting))
    assert refused_folder(waiting.read()[0]) == "/no/1"
    assert server.wait_for("ended", 1) == 0


def test_a_request_that_comes_in_pieces_is_carried_out_once_it_is_whole(server: Asked) -> None:
    [worker] = server.start(pieces=3)
    worker.send(job_of(worker))
    assert refused_folder(worker.read()[0]) == "/no/1"


def test_only_the_worker_that_is_to_end_is_ended_and_the_others_at_the_end(server: Asked) -> None:
    server.start(count=3)
    for number in (1, 2, 3):
        server.wait_for("pid", number)
    server.socket.sendall(b'{"end": 2}\n')
    assert server.wait_for("ended", 2) == -9
    server.read_to_the_end()
    ends = [(said["worker"], said["ended"]) for said in server.said if "ended" in said]
    assert sorted(ends) == [(1, -9), (2, -9), (3, -9)]
    assert os.waitpid(server.pid, 0) == (server.pid, 0)


def test_a_worker_that_fails_by_itself_says_why(server: Asked) -> None:
    [worker] = server.start()
    worker.send(b"{no json")
    reports, printed = worker.read()
    assert reports == b""
    assert printed.startswith(b"Traceback")
    assert b"JSONDecodeError" in printed
    assert server.wait_for("ended", 1) == os.EX_SOFTWARE


SEEDED = """\
import os, sys, types
def seed():
    os.environ["SEEDED"] = f"by {os.getpid()}"
sys.modules["numpy.random"] = types.SimpleNamespace(seed=seed)
"""
DAY = """\
import fcntl, gc, os, signal, subprocess, sys
was_imported = "colorsys" in sys.modules
import colorsys

def parse(text):
    return text

def kinds():
    for name in os.listdir("/proc/self/fd"):
        try:
            kind = os.readlink(f"/proc/self/fd/{name}").partition(":")[0]
            yield kind, fcntl.fcntl(int(name), fcntl.F_GETFL) & os.O_ACCMODE
        except OSError:
            continue

def part1(text):
    orphan = "sleep 60 <&- >&- 2>&- & echo $!"
    orphan = int(subprocess.check_output(["sh", "-c", orphan]))
    with open(f"/proc/{orphan}/stat") as file:
        parent = int(file.read().rpartition(")")[2].split()[1])
    found = list(kinds())
    facts = {
        "has what its day imports": was_imported,
        "leads a group": os.getpgrp() == os.getpid(),
        "does not collect what was there before": gc.get_freeze_count() > 0,
        "ignores the ends of children": signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL,
        "is not woken up by signals": signal.set_wakeup_fd(-1) == -1,
        "leaves orphans to the forkserver": parent == os.getppid(),
        "has no socket but its own": [kind for kind, _ in found].count("socket") == 1,
        "reads from no pipe": found.count(("pipe", os.O_RDONLY)) == 0,
        "has random numbers of its own": os.environ.get("SEEDED") == f"by {os.getpid()}",
    }
    return ", ".join(name for name, is_so in facts.items() if not is_so) or "all is so"
"""


@needs_linux
def test_a_forked_worker_has_nothing_of_the_forkserver_but_what_is_imported(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    customize(tmp_path, monkeypatch, SEEDED)
    project.day(1, DAY)
    [result] = execute(jobs_of(project, [1]))
    assert (result.answer, result.error) == ("all is so", None)


SERVER = """\
import errno, json, os, select, signal, sys, types
from socket import SHUT_WR, socketpair
from aoc.model import Job
from aoc.worker import forkserver

ours, theirs = socketpair()
worker, end = socketpair()
output_out, output = os.pipe()
files = [end.detach(), output]
about = {"root": "/no", "year": 2021, "day": 1}

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
    return run_script(f"{SERVER}\n{code}")


@pytest.mark.parametrize(("error", "number"), [("errno.EAGAIN, 'no'", errno.EAGAIN), ("'no'", 0)])
def test_a_worker_that_the_system_has_no_room_for_is_refused(error: str, number: int) -> None:
    code = f"""
def fork():
    raise OSError({error})
server = make()
os.fork = fork
server.start(7, about, files)
print(json.dumps([answers(), server.workers, worker.recv(1) == b""]))
"""
    assert serve(code) == [[{"worker": 7, "refused": number}], {}, True]


def test_a_worker_that_ends_just_before_all_are_ended_has_its_own_status() -> None:
    code = """
pid = ended()  # before the forkserver, so that no signal says it
server = make()
server.workers.update({pid: 1, child(waits): 2})
ours.shutdown(SHUT_WR)
server.serve()
print(json.dumps(answers()))
"""
    assert serve(code) == [{"worker": 1, "ended": 0}, {"worker": 2, "ended": -9}]


def test_workers_end_though_the_program_was_killed_with_answers_that_it_had_not_read() -> None:
    code = """
server = make()
pid = child(lambda: (ours.close(), waits()))
server.workers[pid] = 1
server.answer(worker=1, pid=pid)
ours.close()
server.serve()
try:
    os.waitpid(pid, 0)
except ChildProcessError:
    print("true")
"""
    assert serve(code) is True


def test_the_end_of_a_worker_wakes_the_forkserver_once_which_reaps_it() -> None:
    code = """
found = []

class Poll:
    def __init__(self):
        self.inner = poll()
        self.register = self.inner.register
    def poll(self):
        if not server.workers:
            found.append(self.inner.poll(0))
            ours.shutdown(SHUT_WR)
        return self.inner.poll()

poll, select.poll = select.poll, Poll
server = make()
pid = child(lambda: None)
server.workers[pid] = 1
server.serve()
try:
    os.waitpid(pid, 0)
except ChildProcessError:
    print(json.dumps([found, answers()]))
"""
    assert serve(code) == [[[]], [{"worker": 1, "ended": 0}]]


def test_more_ends_of_processes_than_can_be_noted_are_no_error() -> None:
    code = """
server = make()
try:
    while True:
        os.write(server.wake_in, bytes(1 << 12))
except BlockingIOError:
    os.kill(os.getpid(), signal.SIGCHLD)
server.workers[ended()] = 1
server.reap_workers()
print(json.dumps(answers()))
"""
    assert serve(code) == [{"worker": 1, "ended": 0}]


def test_a_fresh_worker_gets_its_socket_though_no_other_program_would_inherit_them() -> None:
    code = """
source = (("file", "input", "x"),)
worker.sendall(json.dumps(Job("/no", 2021, 1, None, "days", source)).encode())
worker.shutdown(SHUT_WR)
server = make()
pid = child(lambda: server.become_worker(7, files, forks=False))
for descriptor in files:
    os.close(descriptor)
with worker.makefile("rb") as file:
    found = file.read()
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
print(json.dumps([status, found.decode(), answers()[0]["worker"]]))
"""
    status, reports, worker = serve(code)
    assert (status, refused_folder(reports.encode()), worker) == (0, "/no", 7)


def test_a_process_with_a_second_thread_is_not_single_threaded() -> None:
    event = Event()
    thread = Thread(target=event.wait)
    thread.start()
    try:
        assert not is_single_threaded()
    finally:
        event.set()
        thread.join()


@pytest.mark.parametrize(("threads", "is_single"), [(["5"], True), (["5", "6"], False)])
def test_a_single_thread_is_what_the_system_lists(
    monkeypatch: pytest.MonkeyPatch, threads: list[str], is_single: bool
) -> None:
    monkeypatch.setattr(os, "listdir", lambda path: threads)
    assert is_single_threaded() is is_single


@pytest.mark.parametrize(("count", "is_single"), [(None, True), (1, True), (2, False)])
def test_a_single_thread_is_what_python_knows_of_where_the_system_lists_none(
    monkeypatch: pytest.MonkeyPatch, count: int | None, is_single: bool
) -> None:
    def refuse(path: str) -> list[str]:
        raise FileNotFoundError(path)

    threading = count and SimpleNamespace(active_count=lambda: count)
    monkeypatch.setattr(os, "listdir", refuse)
    monkeypatch.setattr("aoc.worker.sys", SimpleNamespace(modules={"threading": threading}))
    assert is_single_threaded() is is_single
