"""A solver can go wrong in any way without taking the others, or the program, down."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from tests.program import Finished, Project, Signal, processes_with

GOOD = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"

FAULTS = {
    1: ("raise", "raise KeyError('lost')", "exception"),
    2: ("exit", "import sys; sys.exit(0)", "exit"),
    3: ("hard exit", "import os; os._exit(3)", "exit"),
    4: ("segfault", "import ctypes; ctypes.string_at(0)", "crash"),
    5: ("loop", "while True: pass", "timeout"),
    6: ("recursion", "return part2(text)", "exception"),
    7: ("allocate", "a = []\n    while True: a.append(bytes(1 << 20))", "memory"),
    8: ("print", "print('x' * 100_000_000)\n    return 2", None),
    9: ("close stdout", "import os, sys; sys.stdout.close(); os.close(1)\n    return 2", None),
    10: (
        "thread",
        "import threading, time\n"
        "    threading.Thread(target=time.sleep, args=(1000,)).start()\n    return 2",
        None,
    ),
    11: (
        "child",
        "import subprocess; subprocess.Popen(['sleep', '1000'])\n    return 2",
        None,
    ),
    12: (
        "child of its own session",
        "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True)\n"
        "    return 2",
        None,
    ),
    13: ("fork that returns", "import os; os.fork()\n    return 2", None),
    14: ("unpicklable", "return lambda: 2", "answer"),
    15: ("float", "return 2.0", "answer"),
    16: ("bool", "return True", "answer"),
    17: ("none", "return None", "skipped"),
    18: ("close everything", "import os; os.closerange(0, 100)\n    while True: pass", "crash"),
    19: ("kill itself", "import os; os.kill(0, 9)", "crash"),
    20: ("signal", "import os; os.abort()", "crash"),
    21: ("good", "return 2", None),
}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> tuple[Finished, set[int]]:
    """A run of a project in which each day goes wrong in its own way, and what is left of it."""
    project = Project(tmp_path_factory.mktemp("faults"))
    for day, (_, body, _) in FAULTS.items():
        project.day(day, f"{GOOD}\ndef part2(text):\n    {body}\n", SAMPLE)
    mark = f"FAULTS={os.getpid()}"
    done = project.run(
        *("run", "--all", "--sample", "--json", "--timeout", "4", "--memory", "300M"),
        env={"FAULTS": str(os.getpid())},
    )
    return done, processes_with(mark)


def result(done: Finished, day: int, part: int) -> dict[str, Any]:
    """Pick the one result of a part."""
    [found] = [r for r in done.results if r["day"] == day and r["part"] == part]
    return found


@pytest.mark.parametrize("day", FAULTS, ids=[name for name, _, _ in FAULTS.values()])
def test_each_fault_gets_its_kind_and_spares_the_other_part(
    faulty: tuple[Finished, set[int]], day: int
) -> None:
    _, _, kind = FAULTS[day]
    done, _ = faulty
    assert result(done, day, 1)["answer"] == "1"
    second = result(done, day, 2)
    if kind is None:
        assert (second["verdict"], second["answer"]) == ("unknown", "2")
    elif kind == "skipped":
        assert (second["verdict"], second["answer"]) == ("skipped", None)
    else:
        assert second["verdict"] == "error"
        assert second["error"]["kind"] == kind


def test_faults_leave_no_process_and_make_the_run_fail(faulty: tuple[Finished, set[int]]) -> None:
    done, left = faulty
    assert left == set()
    assert done.code == 1
    assert len(done.results) == 2 * len(FAULTS)


def test_a_crash_shows_where_it_happened(faulty: tuple[Finished, set[int]]) -> None:
    done, _ = faulty
    error = result(done, 4, 2)["error"]
    assert "SIGSEGV" in error["message"]
    assert "day04.py" in error["traceback"]


def test_an_exception_shows_the_frames_of_the_solver_alone(
    faulty: tuple[Finished, set[int]],
) -> None:
    done, _ = faulty
    error = result(done, 1, 2)["error"]
    assert error["message"] == "KeyError: 'lost'"
    assert "day01.py" in error["traceback"]
    assert "aoc/worker/" not in error["traceback"]


BROKEN = {
    1: ("def parse(text:\n", "cannot be imported: SyntaxError"),
    2: ("def part1(x):\n    return 1\n", "has no function parse"),
    3: ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
    4: ("def parse(text):\n    return 1\n", "has neither part1 nor part2"),
    5: (
        "def parse():\n    return 1\n\ndef part1(x):\n    return 1\n",
        "parse() without a parameter",
    ),
    6: ("import sys\nsys.exit(1)\n", "called sys.exit(1)"),
    7: ("import os\nos._exit(1)\n", "ended the process with exit code 1"),
    8: ("\0", "cannot be imported"),
}


def test_a_broken_module_is_one_error_and_the_others_run(project: Project) -> None:
    for day, (source, _) in BROKEN.items():
        project.day(day, source, "EXAMPLES = []\n" + SAMPLE)
    project.day(9, GOOD, SAMPLE)
    done = project.run("run", "--all", "--json", "-j", "2")
    for day, (_, message) in BROKEN.items():
        [broken] = [r for r in done.results if r["day"] == day]
        assert broken["part"] is None
        assert message in broken["error"]["message"]
    assert [r["verdict"] for r in done.results if r["day"] == 9] == ["unknown", "skipped"]
    assert done.code == 1


def test_tests_that_cannot_be_imported_are_a_line_and_the_day_runs(project: Project) -> None:
    project.day(1, GOOD, "import nowhere\n")
    project.remember("x\n", day=1, a="1")
    done = project.run("run", "1", "--json")
    assert [r["verdict"] for r in done.results] == ["pass", "skipped"]
    [line] = done.err.splitlines()
    assert "tests/year2021/test_day01.py cannot be imported" in line
    assert "nowhere" in line


def test_tests_that_end_the_process_cost_the_examples_alone(project: Project) -> None:
    project.day(1, GOOD, "import os\nos._exit(4)\n")
    project.remember("x\n", day=1, a="1")
    done = project.run("run", "1", "--json")
    assert [(r["input"], r["verdict"]) for r in done.results] == [
        ("the tests", "error"),
        ("github.alice.1", "pass"),
        ("github.alice.1", "skipped"),
    ]


def test_ctrl_c_ends_everything_at_once(project: Project) -> None:
    spawn = "import os, subprocess; subprocess.Popen(['sleep', '1000']); "
    ready = f"open({str(project.root / 'ready')!r}, 'w').close()"
    signal_file = Signal(project.root / "ready")
    project.day(1, f"{GOOD}\ndef part2(text):\n    {spawn}{ready}\n    while True: pass\n", SAMPLE)
    mark = f"{project.root}"
    running = project.start("run", "1", "--sample", env={"CTRL_C": mark})
    signal_file.wait()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=2)
    assert running.returncode == 130
    assert "part 1" in out.decode()
    assert err.decode().strip() == "aoc: interrupted"
    assert processes_with(f"CTRL_C={mark}") == set()
