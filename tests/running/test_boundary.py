"""Whatever a solver does to its own process, its job ends as one red line at most."""

from __future__ import annotations

import os
import select
import signal
from typing import Any

import pytest

from tests.marks import WINDOWS, needs_pidfd, needs_signals
from tests.program import Finished, Project, Signal, is_held, processes_with

pytestmark = pytest.mark.slow

GOOD = "def part1(value):\n    return 1\n\ndef part2(value):\n    return 2\n"
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
IN_PART_2 = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n\n"
DAEMON = """
    import os, time
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.closerange(0, 256)
            time.sleep(1000)
        os._exit(0)
    os.wait()
    return 2
"""

# The source of a day, and the kind of the one error that it may have, if any.
FAULTS: dict[str, tuple[str, str | None]] = {
    "__del__ of a parsed value loops": (
        "class Held(list):\n    def __del__(self):\n        while True: pass\n\n"
        "def parse(text):\n    return Held()\n" + GOOD,
        None,
    ),
    "an object that answers to any attribute": (
        "class Any:\n    def __getattr__(self, name): return self\n"
        "    def __call__(self, *args): return self\n\nanything = Any()\n"
        "def parse(text):\n    return text\n\n" + GOOD,
        None,
    ),
    "a cache whose clearing loops": (
        "class Cache:\n    def cache_clear(self):\n        while True: pass\n\ncache = Cache()\n"
        "def parse(text):\n    return text\n\n" + GOOD,
        None,
    ),
    "a collection whose length raises": (
        "class Rows(dict):\n    def __len__(self): raise KeyError\n\nROWS = Rows()\n"
        "def parse(text):\n    return text\n\n" + GOOD,
        None,
    ),
    "garbage in every descriptor": (
        "import os\n\ndef parse(text):\n    for fd in range(256):\n        for data in "
        r"(b'garbage', b'\xff\0', b'{}', b'\n[1]\n', b'{\"result\": {}}\n', bytes(1 << 20)):"
        "\n            try: os.write(fd, data)\n            except OSError: pass\n"
        "    return text\n\n" + GOOD,
        None,
    ),
    "a lone surrogate in a message": (
        IN_PART_2 + "def part2(text):\n    raise ValueError('\\udcff \\ud800')\n",
        "exception",
    ),
    "a lone surrogate in an answer": (
        IN_PART_2 + "def part2(text):\n    return '\\udcff'\n",
        "answer",
    ),
    "an answer of a hostile class": (
        "class Answer(str):\n    def __str__(self): raise SystemExit\n\n"
        + IN_PART_2
        + "def part2(text):\n    return Answer('x')\n",
        "exit",
    ),
    "another group, and a loop": (
        IN_PART_2
        + "def part2(text):\n    import os; os.setpgid(0, os.getppid())\n    while True: pass\n",
        "timeout",
    ),
    "it stops itself": (
        IN_PART_2 + "def part2(text):\n    import os, signal\n"
        "    os.kill(os.getpid(), signal.SIGSTOP)\n    return 2\n",
        "timeout",
    ),
    "a daemon that has closed everything": (IN_PART_2 + "def part2(text):" + DAEMON, None),
    "an alarm that comes late": (
        IN_PART_2 + "def part2(text):\n    import signal\n    signal.setitimer(0, 0.000001)\n"
        "    while True: pass\n",
        "crash",
    ),
    "it breaks what the worker needs": (
        IN_PART_2 + "def part2(text):\n    import os; del os.getpid\n    return 2\n",
        None,
    ),
    "it takes the ways to end away": (
        IN_PART_2 + "def part2(text):\n    import os; os._exit = os.kill = print\n    return 2\n",
        None,
    ),
    "it breaks what the timing needs": (
        IN_PART_2 + "def part2(text):\n    import gc; del gc.isenabled\n    return 2\n",
        "exception",
    ),
    "good": ("def parse(text):\n    return text\n\n" + GOOD, None),
}
if WINDOWS:  # It has no groups to join, and nothing that stops or alarms.
    for name in (
        *("another group, and a loop", "it stops itself", "an alarm that comes late"),
        "a daemon that has closed everything",
    ):
        del FAULTS[name]
# On Windows each worker has a file open, which cannot be deleted while one of them lives.
HOLD = "held = open('held', 'a')\n" if WINDOWS else ""


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> tuple[Finished, set[int]]:
    """A run of a project whose days are `FAULTS`, and the processes that are left of it."""
    project = Project(tmp_path_factory.mktemp("boundary"))
    for day, (source, _) in enumerate(FAULTS.values(), 1):
        project.day(day, HOLD + source, SAMPLE)
    done = project.run(
        *("run", "--all", "--sample", "--json", "--timeout", "2", "-j", "4"),
        env={"BOUNDARY": str(os.getpid())},
    )
    if WINDOWS:
        return done, {0} if is_held(project.root / "held") else set()
    return done, processes_with(f"BOUNDARY={os.getpid()}")


def results_of(done: Finished, name: str) -> list[dict[str, Any]]:
    """Return the results of a fault's day."""
    day = [*FAULTS].index(name) + 1
    return [result for result in done.results if result["day"] == day]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_error_at_most_and_the_answers_are_there(
    faulty: tuple[Finished, set[int]], name: str
) -> None:
    done, _ = faulty
    _, kind = FAULTS[name]
    found = results_of(done, name)
    errors = [result["error"]["kind"] for result in found if result["error"]]
    answers = {result["part"]: result["answer"] for result in found if not result["error"]}
    assert errors == ([kind] if kind else []), found
    if kind is None:
        assert answers.keys() == {1, 2}
    assert answers.get(1, "1") == "1"


def test_no_fault_leaves_a_process(faulty: tuple[Finished, set[int]]) -> None:
    done, left = faulty
    assert left == set()
    assert {result["day"] for result in done.results} == {*range(1, len(FAULTS) + 1)}
    assert done.err.count("Traceback") == 0


def test_a_lone_surrogate_can_be_shown(project: Project) -> None:
    project.day(1, FAULTS["a lone surrogate in a message"][0], SAMPLE)
    done = project.run("run", "1", "--sample")
    assert (done.code, done.err) == (1, "")
    assert "exception: ValueError: " in done.out


@needs_signals
@needs_pidfd
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGKILL"])
@pytest.mark.parametrize("leave", ["", "os.setpgid(0, os.getppid());"])
def test_no_worker_outlives_the_program(project: Project, number: str, leave: str) -> None:
    ready = Signal(project.root / "ready")
    # Only the child itself can say that its environment is there: `Popen` may return before it is.
    child = f"import time; open({str(project.root / 'ready')!r}, 'w').close(); time.sleep(1000)"
    project.day(
        1,
        f"{IN_PART_2}def part2(text):\n    import os, subprocess, sys; {leave}\n"
        f"    subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True)\n"
        "    while True: pass\n",
        SAMPLE,
    )
    mark = f"OUTLIVED={project.root}"
    running = project.start("run", "1", "--sample", env={"OUTLIVED": str(project.root)})
    ready.wait()
    ends = [os.pidfd_open(pid) for pid in processes_with(mark) - {running.pid}]
    assert len(ends) >= 3
    running.send_signal(getattr(signal, number))
    running.communicate(timeout=5)
    for end in ends:
        assert select.select([end], [], [], 5)[0], "a process is still there after five seconds"
        os.close(end)
    assert processes_with(mark) == set()
