"""No process outlives the program, whatever ends first, and whichever net that is there is cut.

A worker and what it started end because the program ends the forkserver, because the forkserver
kills their process group, because it adopts and kills what has left the group, because its socket
closes when the program dies, or because the program kills them where the forkserver cannot.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from aoc.running.local_executor import LOST
from tests.support.aoc import MARK, Aoc
from tests.support.marks import needs_linux, needs_pty, needs_windows, slow
from tests.support.program import AOC, LIMIT, Project, Signal, children, is_held, processes_with
from tests.support.terminal import Terminal

pytestmark = pytest.mark.real_start

# The child says itself that it is there: `Popen` may return before its environment is.
DAY = """\
import os, signal, subprocess, sys

CHILD = "import os, signal; {begins}; print('started', flush=True); signal.pause()"

def parse(text):
    return text

def part1(text):
    return 1

def part2(text):
    command = [sys.executable, "-c", CHILD]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    child.stdout.readline()
    open("ready", "w").close()
    open("go").close()
    return 2
"""
GROUP, STRAYS, ORPHAN = "pass", "os.setsid()", "os.setsid(); os.fork() and os._exit(0)"
"""How the child begins: it may leave the process group of its worker, and lose its parent too."""

# What every Python runs first, the program and what it starts.
BY_ITSELF = "import aoc.running.posix_launcher as posix\nposix.kill_worker = lambda pid: None\n"
"""The program kills nothing by itself."""
BY_GROUP = f"{BY_ITSELF}import sys\nsys.modules['ctypes'] = None\n"
"""A forkserver cannot become the parent of orphans either."""
BY_PARENT = f"""\
{BY_ITSELF}
import os
kill = os.kill
os.kill = lambda pid, number: kill(pid, number) if pid > 0 else None
"""
"""A forkserver cannot kill a process group either."""
BY_SOCKET = """\
import aoc.running.posix_launcher as posix
posix.PosixLauncher.stop = posix.PosixLauncher.close = lambda self: None
"""
"""The program ends no worker."""
HANGS = """\
import time
import aoc.running.posix_launcher as posix
from aoc.worker.forkserver import Forkserver
posix.LONGEST_END = 0.1
start = Forkserver.start
Forkserver.start = lambda *about: (start(*about), time.sleep(1000))
"""
"""A forkserver does nothing more once it has started a worker."""
DIES = """\
import os, signal, sys
kill = os.kill
def kill_itself(pid, number):
    is_forkserver = "aoc.worker.forkserver" in sys.modules and "aoc.cli" not in sys.modules
    kill(os.getpid() if is_forkserver else pid, signal.SIGKILL if is_forkserver else number)
os.kill = kill_itself
"""
"""A forkserver that wants to kill anything kills itself."""


@contextmanager
def all_end(aoc: Aoc, count: int) -> Iterator[None]:
    """Check that so many processes are there before a block, and that all have ended after it."""

    def pids() -> set[int]:
        return processes_with(f"{MARK}={aoc.mark}") - {os.getpid()}

    # The one that has made an orphan may just be ending.
    wait_until(lambda: len(pids()) == count)
    descriptors = [os.pidfd_open(pid) for pid in pids()]
    yield
    for descriptor in descriptors:
        assert select.select([descriptor], [], [], 10)[0], "a process is still there"
        os.close(descriptor)


def go_on(running: subprocess.Popen[bytes], project: Project) -> None:
    """Let part 2 return."""
    (project.root / "go").write_bytes(b"")


def send(name: str) -> Callable[[subprocess.Popen[bytes], Project], None]:
    """Return what sends the program a signal."""
    return lambda running, project: running.send_signal(getattr(signal, name))


def kill_forkserver(running: subprocess.Popen[bytes], project: Project) -> None:
    """Kill the forkserver, as a solver may."""
    [forkserver] = children(running.pid)
    os.kill(forkserver, signal.SIGKILL)


def wait(running: subprocess.Popen[bytes], project: Project) -> None:
    """Let the time of part 2 be up, or whatever happens by itself happen."""


CASES = {
    "it returns, by group": (GROUP, BY_GROUP, go_on, 0),
    "it returns, by parent": (ORPHAN, BY_ITSELF, go_on, 0),
    "timeout, by parent": slow(STRAYS, BY_PARENT, wait, 1),
    "Ctrl-C, by parent": (STRAYS, BY_PARENT, send("SIGINT"), 130),
    "Ctrl-C, by socket": (GROUP, BY_SOCKET, send("SIGINT"), 130),
    "killed, by socket": (STRAYS, BY_SOCKET, send("SIGKILL"), -9),
    "terminated": (STRAYS, "", send("SIGTERM"), -15),
    "hung up": (STRAYS, "", send("SIGHUP"), -1),
    "the forkserver is killed": (GROUP, "", kill_forkserver, 1),
    "it hangs": slow(GROUP, HANGS, send("SIGINT"), 130),
    "it dies at the end": (GROUP, DIES, send("SIGINT"), 130),
}


@needs_linux
@pytest.mark.parametrize(("begins", "cut", "event", "code"), CASES.values(), ids=CASES)
def test_a_worker_and_its_child_end_in_any_case(
    aoc: Aoc,
    project: Project,
    begins: str,
    cut: str,
    event: Callable[[subprocess.Popen[bytes], Project], None],
    code: int,
) -> None:
    # A call that prints is not made again.
    prints = "    print()\n    return 2"
    project.day(1, DAY.format(begins=begins).replace("    return 2", prints))
    project.remember("x", day=1)
    os.mkfifo(project.root / "go")
    ready = Signal(project.root / "ready")
    timeout = LIMIT if event is wait else "0"
    env = project.customize(cut)
    running = aoc.start("run", "1", "--timeout", timeout, env=env)
    ready.wait()
    with all_end(aoc, 4):
        event(running, project)
        out, err = running.communicate(timeout=60)
    assert running.returncode == code, (out, err)


# What looks for its input says that it has it, and does not end by itself.
HELD = "text = open('input.txt').read()\nopen({ready!r}, 'w').close()\n"
SCRIPT = f"{HELD}import time\ntime.sleep(1000)\n"
CRASH = f"{HELD}import os\nopen({{go!r}}).close()\nos.abort()\n"
SHELL = "cat < $1 > /dev/null; echo > {ready!r}; sleep 1000\n"
SOLVERS = {
    "a script, killed with its program": ("script", SCRIPT, send("SIGKILL")),
    "a script, Ctrl-C": ("script", SCRIPT, send("SIGINT")),
    "a script, its forkserver killed": ("script", SCRIPT, kill_forkserver),
    "a script that crashes": ("script", CRASH, go_on),
    "a command, timeout": slow("sh {file} {input}", SHELL, wait),
    "a command, Ctrl-C": ("sh {file} {input}", SHELL, send("SIGINT")),
}


@needs_linux
@pytest.mark.parametrize(("run", "source", "event"), SOLVERS.values(), ids=SOLVERS)
def test_no_input_is_left_in_the_temporary_folder_in_any_case(
    aoc: Aoc,
    project: Project,
    tmp_path_factory: pytest.TempPathFactory,
    run: str,
    source: str,
    event: Callable[[subprocess.Popen[bytes], Project], None],
) -> None:
    temporary = tmp_path_factory.mktemp("temporary")
    pipes = {name: str(project.root / name) for name in ("ready", "go")}
    source = source.format(**pipes)
    (project.root / "day01.py").write_text(source)
    days = "day{day:02}.py"
    project.configure(f'layouts = [{{ days = "{days}", year = 2021, run = "{run}" }}]')
    project.remember("a personal input", day=1)
    os.mkfifo(pipes["go"])
    ready = Signal(project.root / "ready")
    limit = LIMIT if event is wait else "0"
    env = {"TMPDIR": str(temporary)}
    with aoc.start("run", "1", "--timeout", limit, env=env) as running:
        ready.wait()
        served = [path for path in temporary.rglob("*") if path.is_file()]
        assert any("a personal input" in path.read_text() for path in served)
        event(running, project)
        running.communicate(timeout=60)
    # A program that was killed leaves this to the forkserver.
    wait_until(lambda: not os.listdir(temporary))


@pytest.mark.slow
@needs_linux
def test_ctrl_c_shows_what_was_found_and_where_the_part_was(aoc: Aoc, project: Project) -> None:
    ready = Signal(project.root / "ready")
    begun = 'print("so far", end=""); open("ready"'
    source = DAY.format(begins=GROUP).replace('open("ready"', begun)
    project.day(1, source.replace('open("go").close()', "signal.pause()"))
    project.remember("x", day=1)
    running = aoc.start("run", "1")
    ready.wait()
    assert running.stdout
    while b"part 1" not in running.stdout.readline():
        assert running.poll() is None, "the result of part 1 is shown while part 2 runs"
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    printed, *_, last = err.decode().splitlines()
    assert (running.returncode, printed, last) == (130, "so far", "aoc: interrupted")
    assert "line 16 in part2\n" in err.decode(), err


DIES_AT_ONCE = """\
import os, signal, sys
fork = os.fork
def fork_and_die():
    pid = fork()
    if pid and "aoc.worker.forkserver" in sys.modules:
        os.kill(os.getpid(), signal.SIGKILL)
    return pid
os.fork = fork_and_die
"""
"""A forkserver dies right after a fork, with no time left to say anything."""
INTERRUPTED = """\
import aoc.running.posix_launcher as posix
request = posix.PosixLauncher.request
def interrupted(self, message, *files):
    request(self, message, *files)
    raise KeyboardInterrupt
posix.PosixLauncher.request = interrupted
"""


@needs_linux
@pytest.mark.parametrize(("code", "number"), [(DIES_AT_ONCE, 1), (INTERRUPTED, 130)])
def test_a_worker_that_is_just_being_started_ends_too(
    aoc: Aoc, project: Project, code: str, number: int
) -> None:
    project.day(1, DAY.format(begins=GROUP))
    project.remember("x", day=1)
    assert aoc.process("run", "1", env=project.customize(code)).code == number


KILLS = "    open('two').close(); os.kill(os.getppid(), signal.SIGKILL); signal.pause()\n"
WAITS = "    open('two', 'w').close(); signal.pause()\n"


@needs_linux
def test_a_day_that_kills_the_forkserver_fails_those_that_run_and_no_later_one(
    aoc: Aoc, project: Project
) -> None:
    os.mkfifo(project.root / "two")
    start = DAY.partition("    return 1")[0]
    for day, body in enumerate((KILLS, WAITS, "    return 1\n"), 1):
        project.day(day, start + body)
        project.remember("x", day=day)
    done = aoc("run", "--all", "--json", "--part", "1", "-j", "2")
    found = {one["day"]: one["error"] and one["error"]["message"] for one in done.results}
    assert found == {1: LOST, 2: LOST, 3: None}


OWN_TERMINAL = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs a command whose terminal is that of its session, as in a shell."""
ASKS = """\
import termios
def part1(text):
    with open("/dev/tty", "r+b", buffering=0) as terminal:
        termios.tcsetattr(terminal, termios.TCSANOW, termios.tcgetattr(terminal))
    return 1
"""


@needs_pty
def test_a_part_that_asks_the_terminal_fails_and_is_not_stopped(project: Project) -> None:
    project.day(1, ASKS)
    project.remember("x", day=1)
    command = (sys.executable, "-c", OWN_TERMINAL, *AOC, "run", "1", "--timeout", "0")
    terminal = Terminal(command, project.root, project.environment())
    try:
        terminal.read_until("/dev/tty")
        terminal.read_until("1 failed")
    finally:
        terminal.process.send_signal(signal.SIGINT)
        terminal.end()


# Part 2 and a process that it starts each have a file open, which Windows then refuses to delete.
WINDOWS_DAY = """\
    own = open("own", "a")
    child = 'import time; held = open("child", "a"); time.sleep(1000)'
    subprocess.Popen([sys.executable, '-c', child], creationflags={flags})
    while True: pass
"""
DETACHED = 0x8 | 0x200
"""For a process without a console and in a group of its own."""


@pytest.mark.windows
@needs_windows
@pytest.mark.parametrize("flags", [0, DETACHED], ids=["attached", "detached"])
def test_no_worker_outlives_a_program_that_is_killed(
    aoc: Aoc, project: Project, flags: int
) -> None:
    start = DAY.partition("    command")[0]
    project.day(1, start + WINDOWS_DAY.format(flags=flags))
    files = [project.root / name for name in ("own", "child")]
    project.remember("x", day=1)
    with aoc.start("run", "1") as running:
        try:
            wait_until(lambda: all(path.exists() for path in files))
            assert all(is_held(path) for path in files)
        finally:
            running.kill()
    wait_until(lambda: not any(path.exists() and is_held(path) for path in files))


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)
