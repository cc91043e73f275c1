"""A solver can go wrong in any way without taking the others, or the program, down."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from time import monotonic, time

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS, WINE, needs_linux, needs_signals, not_on_wine
from tests.support.program import LIMIT, Project, is_held

GOOD = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
PART2 = "def part2(text):\n    return 2\n"
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
# A child that lives long and has a file open, which Windows then refuses to delete; part 2 waits
# until it has.
CHILD = """\
child = 'import time; held = open("child", "a"); time.sleep(1000)'
subprocess.Popen([sys.executable, '-c', child], DETACHED)
while not os.path.exists('child'): pass
return 2
"""
# On Windows, for a process without a console and in a group of its own.
CHILD = CHILD.replace(
    "DETACHED", "creationflags=0x8 | 0x200" if WINDOWS else "start_new_session=True"
)
DAEMON = """\
if not os.fork():
    os.setsid()
    if not os.fork():
        os.closerange(0, 256)
        time.sleep(1000)
    os._exit(0)
os.wait()
return 2
"""
# The body of part 2, and the kind of its error; None where it answers, and "skipped".
BODIES: dict[str, tuple[str, str | None]] = {
    "a lone surrogate in a message": ("raise ValueError('\\udcff \\ud800')", "exception"),
    "a lone surrogate in an answer": ("return '\\udcff'", "answer"),
    "an answer of a hostile class": (
        "class Answer(str):\n    def __str__(self): raise SystemExit\nreturn Answer('x')",
        "exit",
    ),
    "unpicklable": ("return lambda: 2", "answer"),
    "none": ("return None", "skipped"),
    "exit": ("sys.exit(0)", "exit"),
    "hard exit": ("os._exit(3)", "exit"),
    "segfault": ("import ctypes; return ctypes.c_int.from_address(8).value", "crash"),
    "kill itself": ("os.kill(os.getpid(), 9)", "exit" if WINDOWS else "crash"),
    "sleep": ("time.sleep(1000)", "timeout"),
    "allocate": ("a = []\nwhile True: a.append(bytes(1 << 20))", "memory"),
    "print": ("print('x' * 10_000_000)\nreturn 2", None),
    "close stdout": ("sys.stdout.close(); os.close(1)\nreturn 2", None),
    "close everything and return": ("os.closerange(3, 100)\nreturn 2", "crash"),
    "thread": (
        "import threading; threading.Thread(target=time.sleep, args=(1000,)).start()\nreturn 2",
        None,
    ),
    "child of its own session": (CHILD, None),
    "break what the worker needs": ("del os.getpid\nreturn 2", None),
    "take the ways to end away": ("os._exit = os.kill = print\nreturn 2", None),
    "break what the timing needs": ("import gc; del gc.isenabled\nreturn 2", "exception"),
}
if not WINDOWS:
    BODIES |= {
        "kill its group": ("os.kill(0, 9)", "crash"),
        "fork that returns": ("os.fork()\nreturn 2", None),
        "another group": ("os.setpgid(0, os.getppid())\ntime.sleep(1000)", "exception"),
        "a daemon that has closed everything": (DAEMON, None),
        "an alarm that comes late": ("signal.setitimer(0, 0.000001)\nwhile True: pass", "crash"),
    }
# What stands before the parts, both of which answer.
MODULES = {
    "__del__ of a parsed value does not end": (
        "class Held(list):\n    def __del__(self): time.sleep(1000)\n"
        "def parse(text):\n    return Held()"
    ),
    "an object that answers to any attribute": (
        "class Any:\n    def __getattr__(self, name): return self\n"
        "    def __call__(self, *args): return self\nanything = Any()"
    ),
    "a cache whose clearing loops": (
        "class Cache:\n    def cache_clear(self):\n        while True: pass\ncache = Cache()"
    ),
    "a collection whose length raises": (
        "class Rows(dict):\n    def __len__(self): raise KeyError\nROWS = Rows()"
    ),
    "garbage in every descriptor": (
        "def parse(text):\n    for fd in range(256):\n        for data in "
        r"(b'garbage', b'\xff\0', b'{}', b'\n[1]\n', b'{\"result\": {}}\n', bytes(1 << 20)):"
        "\n            try: os.write(fd, data)\n            except OSError: pass\n"
        "    return text"
    ),
}


@pytest.mark.slow
@pytest.mark.windows
def test_each_fault_gets_its_kind_and_spares_the_other_part_and_days(
    aoc: Aoc, project: Project
) -> None:
    start = f"import os, signal, subprocess, sys, time\n\n{GOOD}"
    sources = {
        **{name: f"{start}\n{source}\n{PART2}" for name, source in MODULES.items()},
        **{
            name: f"{start}\ndef part2(text):\n{indent(body, '    ')}\n"
            for name, (body, _) in BODIES.items()
        },
    }
    expected: dict[str, list[str | None]] = {
        **{name: ["1", "2"] for name in MODULES},
        **{name: ["1", kind or "2"] for name, (_, kind) in BODIES.items()},
    }
    for day, source in enumerate(sources.values(), 1):
        project.day(day % 25 + 1, source, SAMPLE, year=2021 + day // 25)
    years = ["2021/all", "2022/all"][: len(sources) // 25 + 1]
    args = ("--sample", "--json", "--memory", "300M", "--timeout", LIMIT, "-j", "6")
    done = aoc("run", *years, *args)
    assert done.code == 1
    assert not is_held(project.root / "child")
    found: dict[str, list[str | None]] = {name: [] for name in sources}
    for result in done.results:
        name = [*sources][(result["year"] - 2021) * 25 + result["day"] - 2]
        kind = result["error"] and result["error"]["kind"]
        verdict = result["verdict"] if result["verdict"] == "skipped" else None
        found[name].append(kind or verdict or result["answer"])
    if WINE:  # It does not enforce the memory limit of a Job Object.
        del found["allocate"], expected["allocate"]
    assert found == expected


BROKEN = {
    1: ("def parse(text:\n", "cannot be imported: SyntaxError"),
    2: ("parse = part1 = 1\n", "has neither part1 nor part2"),
    3: ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
    4: (
        "def parse():\n    return 1\n\ndef part1(x):\n    return 1\n",
        "TypeError: parse() takes 0 positional arguments",
    ),
    5: ("import os\nos._exit(1)\n", "ended the process with exit code 1"),
    6: ("\0", "cannot be imported"),
}


@pytest.mark.windows
def test_a_broken_module_is_one_error_and_the_others_run(aoc: Aoc, project: Project) -> None:
    for day, (source, _) in BROKEN.items():
        project.day(day, source, "EXAMPLES = []\n" + SAMPLE)
    project.day(9, GOOD, SAMPLE)
    done = aoc("run", "--all", "--json", "-j", "2")
    for day, (_, message) in BROKEN.items():
        [broken] = [r for r in done.results if r["day"] == day]
        assert broken["part"] is None
        assert message in broken["error"]["message"]
    assert [r["verdict"] for r in done.results if r["day"] == 9] == ["unknown", "skipped"]
    assert done.code == 1


@pytest.mark.windows
def test_a_day_that_breaks_the_worker_is_an_error_and_the_others_run(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, f"import builtins\nbuiltins.isinstance = lambda *a: False\n{GOOD}", SAMPLE)
    project.day(2, GOOD, SAMPLE)
    project.remember("x\n", day=1)
    for args in ((), ("--sample",)):
        done = aoc("run", "1-2", "--json", *args)
        verdicts = {(result["day"], result["verdict"]) for result in done.results}
        assert (1, "error") in verdicts
        assert (1, "pass") not in verdicts
        assert (2, "unknown") in verdicts
        assert done.code == 1


def test_whatever_a_repeated_call_does_the_first_one_has_the_answer_and_the_time(
    aoc: Aoc, project: Project
) -> None:
    for day, end in enumerate(("os.abort()", "os._exit(3)", "raise KeyError", "return 2"), 1):
        again = f"if os.path.exists('{day}'): {end}\n    open('{day}', 'w').close()\n    return 1"
        project.day(day, f"import os\n{GOOD}\ndef part2(text):\n    {again}\n", SAMPLE)
    # This one fails when it parses for the second time after all answers.
    parse = "    open('calls', 'a').write('x')\n    assert len(open('calls').read()) < 3\n"
    parses = GOOD.replace("(text):\n", f"(text):\n{parse}", 1)
    project.day(5, f"{parses}\ndef part2(text):\n    return 1\n", SAMPLE)
    results = aoc("run", "all", "--sample", "--json", "--part", "2").results
    assert [(r["answer"], r["first_call"], r["error"]) for r in results] == [("1", True, None)] * 5


BROKEN_TESTS = {
    "import nowhere\n": "cannot be imported: ModuleNotFoundError: No module named 'nowhere'",
    "EXAMPLES = (\n": "cannot be imported: SyntaxError: '(' was never closed",
    "EXAMPLES = [1]\n": "example 1: it is of type int: write Example(...)",
    "import os\nos._exit(4)\n": "exit: ended the process with exit code 4",
    "raise SystemExit(4)\n": "called sys.exit(4)",
}


@pytest.mark.windows
def test_tests_that_cannot_be_imported_are_an_error_and_the_day_runs(
    aoc: Aoc, project: Project
) -> None:
    for day, tests in enumerate(BROKEN_TESTS, 1):
        project.day(day, GOOD, tests)
        project.remember("x\n", day=day, a="1")
    done = aoc("run", "--all", "--json")
    assert done.code == 1
    for day, why in enumerate(BROKEN_TESTS.values(), 1):
        error, *others = (r for r in done.results if r["day"] == day)
        assert [(r["input"], r["part"], r["verdict"]) for r in others] == [
            ("github.alice.1", 1, "pass"),
            ("github.alice.1", 2, "skipped"),
        ]
        assert (error["input"], error["error"]["kind"]) == (None, "tests")
        assert why in error["error"]["message"]
        assert str(Path(f"tests/year2021/test_day{day:02d}.py")) in error["error"]["message"]


NO_ANSWERS = {
    "part2=...": "part2='...'",
    "..., ...": "part1='...'",
    "part2='TODO'": "part2='TODO'",
    "part2=3.5": "part2=3.5",
    "part2=[1]": "part2=[1]",
}


def test_an_answer_that_was_left_in_a_template_is_named(aoc: Aoc, project: Project) -> None:
    tests = "from aoc import Example\n\nEXAMPLES = [\n    Example('a'),\n    Example('x', {}),\n]\n"
    for day, argument in enumerate(NO_ANSWERS, 1):
        project.day(day, GOOD, tests.format(argument))
    done = aoc("run", "--all", "--json")
    assert done.code == 1
    for day, why in enumerate(NO_ANSWERS.values(), 1):
        error, *_ = (r["error"] for r in done.results if r["day"] == day)
        path = Path(f"tests/year2021/test_day{day:02d}.py")
        part = why.partition("=")[0]
        said = f"{path}, example 2: {why} is no answer: write it, or leave {part} out"
        assert (error["kind"], error["message"]) == ("tests", said)
        assert error["traceback"] is None


def test_an_answer_may_be_written_as_a_part_returns_it(aoc: Aoc, project: Project) -> None:
    examples = [f"Example('x', {part1})" for part1 in ("1", "'1'", "1.0", "None")]
    tests = f"from aoc import Example\nEXAMPLES = [{', '.join(examples)}]\n"
    project.day(1, GOOD, tests)
    results = aoc("run", "1", "--part", "1", "--json").results
    assert [r["verdict"] for r in results] == ["pass", "pass", "pass", "unknown"]


SLOW = """\
import os, signal, time
kill = os.kill
def kill_late(pid, number):
    time.sleep(0.5 if number == signal.SIGUSR1 else 0)
    kill(pid, number)
os.kill = kill_late
"""
"""What every Python runs first: the one that asks a worker where it is takes its time."""


@pytest.mark.slow
@needs_signals
def test_a_timeout_waits_until_the_part_has_said_where_it_is(aoc: Aoc, project: Project) -> None:
    part2 = "def part2(text):\n    print('so far', end='', flush=True); time.sleep(1000)\n"
    project.day(1, f"import time\n{GOOD}\n{part2}", SAMPLE)
    args = ("run", "1", "--sample", "--json", "--timeout", "2")
    _, result = aoc.process(*args, env=project.customize(SLOW)).results
    error = result["error"]
    assert (error["kind"], error["traceback"][-15:]) == ("timeout", "line 9 in part2"), error
    assert result["output"] == "so far"


@pytest.mark.slow
@needs_signals
def test_a_step_may_take_a_minute(
    aoc: Aoc, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = project.root / "runs"
    part1 = f"def part1(text):\n    open({str(runs)!r}, 'w').close(); time.sleep(1000)\n"
    project.day(1, f"import time\n{part1}", SAMPLE)

    def fast() -> float:
        """Return a time that passes a hundred times as fast while the part runs."""
        return monotonic() + (99 * (time() - runs.stat().st_mtime) if runs.exists() else 0)

    for module in ("local_executor", "running_job"):
        monkeypatch.setattr(f"aoc.running.{module}.monotonic", fast)
    [result] = aoc("run", "1", "--sample", "--part", "1", "--json").results
    assert result["error"]["message"] == (
        "took longer than 60 s; `aoc run --timeout 300`, or timeout in [tool.aoc], allows more"
    )


@pytest.mark.windows
@not_on_wine("does not enforce the memory limit of a Job Object")
def test_memory_is_limited_by_an_option_or_a_setting(aoc: Aoc, project: Project) -> None:
    # What a call takes more than the day itself counts.
    takes = "def part1(text):\n    return len(bytes(50 << 20))\n"
    takes += "def part2(text):\n    return len(bytes(250 << 20))\n"
    project.day(1, f"held = bytes(80 << 20)\n{takes}", SAMPLE)
    run = ("run", "1", "--sample", "--json")
    project.configure("memory = '200M'")
    for option, limit in (((), "0.2"), (("--memory", "100M"), "0.1")):
        first, second = aoc(*run, *option).results
        remedy = "`aoc run --memory SIZE`, or memory in [tool.aoc], changes it"
        said = f"out of memory, with a limit of {limit} GB: {remedy}"
        error = second["error"]
        assert WINDOWS or first["answer"] == str(50 << 20)
        assert WINDOWS or (error["kind"], error["message"]) == ("memory", said)


@needs_linux
def test_the_limit_is_half_of_the_memory_and_0_is_none(aoc: Aoc, project: Project) -> None:
    import resource

    from aoc.worker.posix_processes import machine_memory

    limit = "import resource; return resource.getrlimit(resource.RLIMIT_DATA)[0]"
    project.day(1, f"{GOOD}\ndef part2(text):\n    {limit}\n", SAMPLE)
    run = ("run", "1", "--sample", "--json", "--part", "2")
    memory = machine_memory()
    assert memory
    assert memory / 2 < int(aoc(*run).results[0]["answer"]) < memory / 2 + 1e9
    # Which number stands for no limit depends on the version of Python.
    assert aoc(*run, "--memory", "0").results[0]["answer"] == str(resource.RLIM_INFINITY)
