"""A solver can go wrong in any way without taking the others, or the program, down."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from aoc.running.running_job import NO_RESULT
from tests.marks import WINDOWS, WINE, needs_proc, needs_signals
from tests.program import Finished, Project, Signal, processes_with

GOOD = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
DETACHED = 0x8 | 0x200
"""On Windows, a process without a console and in a group of its own."""
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
# A child that lives long and has a file open, which Windows then refuses to delete; part 2 waits
# until it has.
CHILD = """\
child = 'import time; held = open("{name}", "a"); time.sleep(1000)'
    subprocess.Popen([sys.executable, '-c', child]{options})
    while not os.path.exists('{name}'): pass
    return 2"""

# The body of part 2, and the kind of its error; None where it is right, and "skipped".
FAULTS: dict[str, tuple[str, str | None]] = {
    "raise": ("raise KeyError('lost')", "exception"),
    "exit": ("sys.exit(0)", "exit"),
    "breakpoint": ("breakpoint()\n    return 2", "exception"),
    "hard exit": ("os._exit(3)", "exit"),
    "segfault": ("import ctypes; return ctypes.c_int.from_address(8).value", "crash"),
    "bad pointer": (
        "import ctypes; ctypes.string_at(0)",
        "exception" if WINDOWS else "crash",
    ),
    "loop": ("while True: pass", "timeout"),
    "recursion": ("return part2(text)", "exception"),
    "allocate": ("a = []\n    while True: a.append(bytes(1 << 20))", "memory"),
    "print": ("print('x' * 100_000_000)\n    return 2", None),
    "close stdout": ("sys.stdout.close(); os.close(1)\n    return 2", None),
    "thread": (
        "import threading, time\n"
        "    threading.Thread(target=time.sleep, args=(1000,)).start()\n    return 2",
        None,
    ),
    "child": (CHILD.format(name="child", options=""), None),
    "child of its own session": (
        CHILD.format(
            name="daemon",
            options=f", creationflags={DETACHED}" if WINDOWS else ", start_new_session=True",
        ),
        None,
    ),
    "unpicklable": ("return lambda: 2", "answer"),
    "float": ("return 2.5", "answer"),
    "bool": ("return True", "answer"),
    "none": ("return None", "skipped"),
    "close everything": ("os.closerange(0, 100)\n    while True: pass", "timeout"),
    "close everything and return": ("os.closerange(3, 100)\n    return 2", "crash"),
    "kill itself": ("os.kill(os.getpid(), 9)", "exit" if WINDOWS else "crash"),
    "abort": ("os.abort()", "exit" if WINDOWS else "crash"),
    "good": ("return 2", None),
}
if not WINDOWS:
    FAULTS |= {
        "kill its group": ("os.kill(0, 9)", "crash"),
        "fork that returns": ("os.fork()\n    return 2", None),
    }


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> tuple[Finished, bool]:
    """A run of a project in which each day goes wrong in its own way; whether all is gone then."""
    project = Project(tmp_path_factory.mktemp("faults"))
    for day, (body, _) in enumerate(FAULTS.values(), 1):
        source = f"import os, subprocess, sys\n\n{GOOD}\ndef part2(text):\n    {body}\n"
        project.day(day, source, SAMPLE)
    done = project.run(
        *("run", "--all", "--sample", "--json", "--memory", "300M"),
        *("--timeout", "12" if WINE else "4"),  # There, it takes long to start a process.
        env={"FAULTS": str(os.getpid())},
    )
    if WINDOWS:
        for name in ("child", "daemon"):
            (project.root / name).unlink(missing_ok=True)
        return done, True
    return done, not processes_with(f"FAULTS={os.getpid()}")


def result(done: Finished, name: str, part: int) -> dict[str, Any]:
    """Return the one result of a part."""
    day = [*FAULTS].index(name) + 1
    [found] = [r for r in done.results if r["day"] == day and r["part"] == part]
    return found


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_gets_its_kind_and_spares_the_other_part(
    faulty: tuple[Finished, bool], name: str
) -> None:
    done, _ = faulty
    _, kind = FAULTS[name]
    if name == "allocate" and WINE:
        pytest.skip("Wine does not enforce the memory limit of a Job Object")
    assert result(done, name, 1)["answer"] == "1"
    second = result(done, name, 2)
    if kind is None:
        assert (second["verdict"], second["answer"]) == ("unknown", "2")
    elif kind == "skipped":
        assert (second["verdict"], second["answer"]) == ("skipped", None)
    else:
        assert second["verdict"] == "error"
        assert second["error"]["kind"] == kind


def test_faults_leave_no_process_and_make_the_run_fail(faulty: tuple[Finished, bool]) -> None:
    done, gone = faulty
    assert gone
    assert done.code == 1
    assert len(done.results) == 2 * len(FAULTS)


BROKEN = {
    1: ("def parse(text:\n", "cannot be imported: SyntaxError"),
    2: ("parse = part1 = 1\n", "has neither part1 nor part2"),
    3: ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
    4: ("def parse(text):\n    return 1\n", "has neither part1 nor part2"),
    5: (
        "def parse():\n    return 1\n\ndef part1(x):\n    return 1\n",
        "TypeError: parse() takes 0 positional arguments",
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


def test_a_worker_that_is_done_without_the_results_it_owes_is_an_error(project: Project) -> None:
    project.day(1, f"import builtins\nbuiltins.isinstance = lambda *a: False\n{GOOD}", SAMPLE)
    project.remember("x\n", day=1)
    for args, parts in ((), [None, 1, 2]), (("--sample",), [None]):
        done = project.run("run", "1", "--json", "--repeat", "1", *args)
        errors = [(r["part"], r["error"]["kind"], r["error"]["message"]) for r in done.results]
        assert errors == [(part, "crash", NO_RESULT) for part in parts]
        assert done.code == 1


@pytest.mark.parametrize("end", ["os.abort()", "os._exit(3)", "raise KeyError", "return 2"])
def test_whatever_a_repeated_call_does_the_first_one_has_the_answer_and_the_time(
    project: Project, end: str
) -> None:
    again = f"if os.path.exists('called'): {end}\n    open('called', 'w').close()\n    return 1"
    project.day(1, f"import os\n{GOOD}\ndef part2(text):\n    {again}\n", SAMPLE)
    second = project.run("run", "1", "--sample", "--json").results[1]
    assert (second["answer"], second["first_call"], second["error"]) == ("1", True, None)


BROKEN_TESTS = {
    "import nowhere\n": "cannot be imported: ModuleNotFoundError: No module named 'nowhere'",
    "EXAMPLES = (\n": "cannot be imported: SyntaxError: '(' was never closed",
    "EXAMPLES = [1]\n": "EXAMPLES holds something that is not an aoc.Example",
    "import os\nos._exit(4)\n": "exit: ended the process with exit code 4",
    "while True: pass\n": "timeout: took longer than 1 s",
}


@pytest.mark.parametrize(("tests", "why"), BROKEN_TESTS.items())
def test_tests_that_cannot_be_imported_are_an_error_and_the_day_runs(
    project: Project, tests: str, why: str
) -> None:
    project.day(1, GOOD, tests)
    project.remember("x\n", day=1, a="1")
    done = project.run("run", "1", "--json", "--timeout", "1")
    error = done.results[0]
    assert done.code == 1
    assert [(r["input"], r["part"], r["verdict"]) for r in done.results] == [
        (None, None, "error"),
        ("github.alice.1", 1, "pass"),
        ("github.alice.1", 2, "skipped"),
    ]
    assert error["error"]["kind"] == "tests"
    assert why in error["error"]["message"]
    assert str(Path("tests/year2021/test_day01.py")) in error["error"]["message"]


@needs_signals
def test_a_timeout_shows_where_the_part_was(project: Project) -> None:
    project.day(1, f"{GOOD}\ndef part2(text):\n    while True: pass\n", SAMPLE)
    done = project.run("run", "1", "--sample", "--json", "--timeout", "1")
    error = done.results[1]["error"]
    assert error["kind"] == "timeout"
    assert error["traceback"].endswith("line 8 in part2"), error


@needs_signals
@needs_proc
def test_ctrl_c_ends_everything_at_once(project: Project) -> None:
    spawn = "import os, subprocess; subprocess.Popen(['sleep', '1000']); "
    ready = f"open({str(project.root / 'ready')!r}, 'w').close()"
    signal_file = Signal(project.root / "ready")
    project.day(1, f"{GOOD}\ndef part2(text):\n    {spawn}{ready}\n    while True: pass\n", SAMPLE)
    mark = f"{project.root}"
    running = project.start("run", "1", "--sample", env={"CTRL_C": mark})
    signal_file.wait()
    assert running.stdout
    while b"part 1" not in running.stdout.readline():
        assert running.poll() is None, "the result of part 1 is shown while part 2 runs"
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=10)
    assert running.returncode == 130
    assert "line 9 in part2\n" in err.decode(), "where the part was"
    assert err.decode().splitlines()[-1] == "aoc: interrupted"
    assert processes_with(f"CTRL_C={mark}") == set()
