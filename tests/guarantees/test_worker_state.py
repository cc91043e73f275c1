"""What a worker is like when a day begins: as a fresh interpreter, whatever ran before or beside.

On Linux it is a fork of a forkserver, where that is safe; else it is a fresh interpreter.
"""

from __future__ import annotations

import os

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS, needs_linux, needs_signals
from tests.support.program import LIMIT, Project

pytestmark = pytest.mark.real_start

TOKEN = "ab" * 64
START = "import os, signal, sys, time\n\ndef parse(text):\n    return text\n\n"


def part(body: str) -> str:
    """Return a day whose only part does something."""
    return f"{START}def part1(text):\n    {body}\n"


def answers(aoc: Aoc, project: Project, *sources: str, args: tuple[str, ...] = ()) -> list[str]:
    """Write days, run them, and return their answers."""
    for day, source in enumerate(sources, 1):
        project.day(day, source)
        project.remember("x", day=day)
    done = aoc("run", "all", "--json", "--part", "1", *args)
    errors = [result["error"] for result in done.results if result["error"]]
    assert not errors, errors
    return [result["answer"] for result in done.results]


SEEDED = """\
import os, sys, types
def seed():
    os.environ["SEEDED"] = f"by {os.getpid()}"
sys.modules["numpy.random"] = types.SimpleNamespace(seed=seed)
"""
DAY = """\
import fcntl, functools, gc, os, signal, subprocess, sys
was_imported = "colorsys" in sys.modules
import colorsys

def parse(text):
    return text

def part1(text):
    orphan = "sleep 60 <&- >&- 2>&- & echo $!"
    orphan = int(subprocess.check_output(["sh", "-c", orphan]))
    with open(f"/proc/{orphan}/stat") as file:
        parent = int(file.read().rpartition(")")[2].split()[1])
    numbers = [number for number in range(64) if os.path.lexists(f"/proc/self/fd/{number}")]
    stdin, *files = [os.readlink(f"/proc/self/fd/{n}").partition(":")[0] for n in numbers]
    # A library may keep itself open: libffi does so from 3.5 on.
    files = [file for file in files if ".so" not in file]
    cache = type(functools.cache(len))
    facts = {
        "has what its day imports": was_imported,
        "has no arguments": sys.argv == [""],
        "is in the project": os.path.exists("days/year2021/day01.py"),
        "leads a group": os.getpgrp() == os.getpid(),
        "does not collect what was there before": gc.get_freeze_count() > 0,
        "ignores the ends of children": signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL,
        "is not woken up by signals": signal.set_wakeup_fd(-1) == -1,
        "leaves orphans to the forkserver": parent == os.getppid(),
        "reads nothing": stdin == os.devnull,
        # Stdout, stderr and another one of their file, the socket of the job and the reports, and
        # the null device for later calls.
        "has no other file": sorted(files) == [os.devnull, *["/memfd"] * 3, "socket"],
        "has random numbers of its own": os.environ.get("SEEDED") == f"by {os.getpid()}",
        "keeps the caches of Python": sum(type(one) is cache for one in gc.get_objects()) == 0,
    }
    return ", ".join(name for name, is_so in facts.items() if not is_so) or "all is so"
"""


@needs_linux
def test_a_forked_worker_has_nothing_of_the_forkserver_but_what_is_imported(
    aoc: Aoc, project: Project
) -> None:
    project.variables |= project.customize(SEEDED)
    assert answers(aoc, project, DAY) == ["all is so"]


@pytest.mark.windows
def test_a_day_finds_no_arguments_of_its_worker(aoc: Aoc, project: Project) -> None:
    # The whole path may be too long for an answer.
    seen = part("return repr((sys.argv, os.path.basename(os.getcwd()), sys.stdin.read()))")
    assert answers(aoc, project, seen) == [repr(([""], project.root.name, ""))]


# Whether a crash is shown with its place is among them, and how often the current folder is looked
# into for modules.
FACTS = """\
import faulthandler
    server = os.getppid()
    with open(f"/proc/{server}/cmdline") as file:
        kind = "interpreter" if "aoc.worker.forkserver" in file.read() else "fork"
    streams = [os.readlink(f"/proc/{server}/fd/{fd}").partition(":")[0] for fd in range(2)]
    leads = os.getpgid(server) == server
    crashes = faulthandler.is_enabled()
    path = sys.path.count("") + sys.path.count(os.getcwd())
    threads = os.environ["OPENBLAS_NUM_THREADS"]
    return repr((kind, streams, leads, crashes, path, threads))
"""
THREAD = """\
import sys, threading, time
if not any(name in str(sys.orig_argv) for name in {but}):
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
"""


@needs_linux
@pytest.mark.parametrize(
    ("kind", "env", "code"),
    [
        ("fork", {}, ""),
        ("interpreter", {"AOC_SESSION": TOKEN}, ""),
        ("interpreter", {}, THREAD.format(but=["forkserver", "worker"])),
    ],
    ids=["fork", "a token", "a thread"],
)
def test_however_a_forkserver_starts_it_has_the_same_streams_group_and_settings(
    aoc: Aoc, project: Project, kind: str, env: dict[str, str], code: str
) -> None:
    project.day(1, part(FACTS))
    (project.root / "x").write_text("x")
    run = ("run", "1", "--part", "1", "--json", "--input", "x")
    done = aoc.process(*run, env=project.customize(code) | env)
    streams = [os.devnull] * 2
    expected = repr((kind, streams, True, True, 1, "1"))
    assert [result["answer"] for result in done.results] == [expected], done


KIND = """\
    with open("/proc/self/cmdline") as file:
        return "fresh" if "aoc.worker.main" in file.read() else "forked"

def part2(text):
    print(text)
    return os.environ.get("THREAD", "") + sys.stdin.read()

def part2_slow(text):
    time.sleep(1000)
"""


@pytest.mark.slow
@needs_linux
@pytest.mark.parametrize(("is_threaded", "kind"), [(False, "forked"), (True, "fresh")])
def test_a_worker_is_forked_only_from_a_single_thread(
    aoc: Aoc, project: Project, is_threaded: bool, kind: str
) -> None:
    project.day(1, f"{START}def part1(text):\n{KIND}")
    project.remember("h\xe9llo\n", day=1)
    own = {"THREAD": "yes", "PYTHONIOENCODING": "ascii:strict"}
    env = project.customize(THREAD.format(but=["aoc.worker.main"])) if is_threaded else {}
    done = aoc("run", "1", "--variant", "all", "--json", "--timeout", LIMIT, env=env | own)
    assert [(r["part"], r["answer"], r["output"]) for r in done.results] == [
        (1, kind, ""),
        (2, "yes", "h\xe9llo\n"),
        (2, None, ""),
    ]
    assert done.results[2]["error"]["kind"] == "timeout"


@needs_signals
@pytest.mark.parametrize(
    ("env", "code", "reason"),
    [
        ({"AOC_SESSION": TOKEN}, "sys.modules['json'] = None", "ModuleNotFoundError: "),
        ({}, "sys.modules['aoc.worker.forkserver'] = None", "ModuleNotFoundError: import of"),
    ],
    ids=["interpreter", "fork"],
)
def test_a_forkserver_that_does_not_start_prints_why(
    aoc: Aoc, project: Project, env: dict[str, str], code: str, reason: str
) -> None:
    project.day(1, part("return 1"))
    (project.root / "x").write_text("x")
    when = "'forkserver' in str(sys.orig_argv)" if env else "True"
    start = project.customize(f"import sys\nif {when}: {code}\n")
    done = aoc.process("run", "1", "--input", "x", env=start | env)
    assert (done.code, done.out) == (1, "")
    assert reason in done.err
    assert "\naoc: the process that starts the workers has ended: " in done.err


@needs_linux
def test_a_run_leaves_no_file_open_in_a_program_that_goes_on(aoc: Aoc, project: Project) -> None:
    project.day(1, part("return 1") + "def part2(text):\n    time.sleep(1000)\n")
    project.remember("x", day=1)
    before = open_files()
    assert aoc("run", "1", "--timeout", "0.1").code == 1
    assert open_files() <= before


def open_files() -> set[tuple[str, str]]:
    """Return the numbers of the open files of this process, and what they lead to."""
    folder = "/proc/self/fd"
    return {
        (number, os.readlink(f"{folder}/{number}"))
        for number in os.listdir(folder)
        if os.path.lexists(f"{folder}/{number}") and ".so" not in os.readlink(f"{folder}/{number}")
    }


@pytest.mark.slow
@needs_linux
def test_a_worker_whose_time_is_up_is_gone_while_the_next_one_runs(
    aoc: Aoc, project: Project
) -> None:
    bodies = (
        "open('pid', 'w').write(str(os.getpid())); time.sleep(1000)",
        "while os.path.exists('/proc/' + open('pid').read()): pass\n    return 1",
    )
    for day, body in enumerate(bodies, 1):
        project.day(day, part(body))
        project.remember("x", day=day)
    done = aoc("run", "all", "--part", "1", "--json", "--timeout", LIMIT, "-j", "1")
    assert [r["error"] and r["error"]["kind"] for r in done.results] == ["timeout", None]


DAEMON = """\
import subprocess, time
    command = ["sh", "-c", "setsid sleep 60 <&- >&- 2>&- & echo $!"]
    daemon = int(subprocess.check_output(command))
    for day in (2, 3):
        while not os.path.exists(f"pid{day}"): pass
        pid = open(f"pid{day}").read()
        while os.path.exists(f"/proc/{pid}"): time.sleep(0.01)
    os.kill(daemon, 0)
    return 1
"""


@needs_linux
def test_a_worker_that_ends_takes_no_process_of_another_one_along(
    aoc: Aoc, project: Project
) -> None:
    note = "open('new{0}', 'w').write(str(os.getpid())); os.rename('new{0}', 'pid{0}'); return 1"
    others = [part(note.format(day)) for day in (2, 3)]
    assert answers(aoc, project, part(DAEMON), *others, args=("-j", "2")) == ["1"] * 3


@pytest.mark.windows
def test_days_run_at_the_same_time(aoc: Aoc, project: Project) -> None:
    meet = "open('{}', 'w').close()\n    while not os.path.exists('{}'): pass\n    return 1"
    sources = (part(meet.format("one", "two")), part(meet.format("two", "one")))
    timeout = "60" if WINDOWS else "20"
    args = ("-j", "2", "--timeout", timeout)
    assert answers(aoc, project, *sources, args=args) == ["1", "1"]


def test_the_random_numbers_of_two_workers_are_not_the_same(aoc: Aoc, project: Project) -> None:
    source = part("return f'{random.random()} {numpy.random.random()}'")
    found = answers(aoc, project, *[f"import random\nimport numpy.random\n{source}"] * 2)
    assert len({number for answer in found for number in answer.split()}) == 4
