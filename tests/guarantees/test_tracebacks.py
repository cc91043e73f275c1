"""The tracebacks of `aoc run`: they begin at the solver's own frames, and have no others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import needs_signals, not_on_wine
from tests.support.program import LIMIT, ROOT, Project

TESTS = "from aoc import Example\nEXAMPLES = [Example('a')]\n"
PARSE = "def parse(text):\n    return [text]\n\n"
HELP = "def first(words):\n    return words[9]\n\n"
# The source of a day, and what its traceback shows of files: names and lines.
DAYS: dict[str, tuple[str, list[tuple[str, int]]]] = {
    "a part": (
        f"{PARSE}{HELP}def part1(words):\n    return first(words)\n",
        [("DAY", 8), ("DAY", 5)],
    ),
    "parse": (
        f"def parse(text):\n    return first(text)\n\n{HELP}part1 = first\n",
        [("DAY", 2), ("DAY", 5)],
    ),
    "a context": (
        f"{PARSE}{HELP}def part1(words):\n    try: first(words)\n"
        "    except IndexError as error: raise KeyError('b')\n",
        [("DAY", 8), ("DAY", 5), ("DAY", 9)],
    ),
    "a group": (
        f"{PARSE}{HELP}def part1(words):\n    try: first(words)\n"
        "    except IndexError as error: raise ExceptionGroup('many', [error, KeyError('b')])\n",
        [("DAY", 8), ("DAY", 5), ("DAY", 9), ("DAY", 8), ("DAY", 5)],
    ),
    "an error that cannot be changed": (
        "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass Frozen(Exception):\n"
        f"    day: int\n{PARSE}def part1(words):\n    raise Frozen(1)\n",
        [("DAY", 9)],
    ),
    "errors that led to each other": (
        f"{PARSE}def part1(words):\n    one, two = KeyError(1), KeyError(2)\n"
        "    one.__cause__, two.__cause__ = two, one\n    raise one\n",
        [("DAY", 7)],
    ),
    "an import": (f"import nowhere\n{PARSE}", [("DAY", 1)]),
    "an import in a helper": (
        f"from days.util import lost\n{PARSE}",
        [("DAY", 1), ("lost.py", 1)],
    ),
    "an import in a part": (
        f"{PARSE}def part1(words):\n    from days.util import lost\n",
        [("DAY", 5), ("lost.py", 1)],
    ),
    "a chain of imports": (
        "import importlib\ntry:\n    importlib.import_module('days.util.lost')\n"
        "except ImportError as error:\n    raise ValueError('no helper') from error\n",
        [("DAY", 3), ("lost.py", 1), ("DAY", 5)],
    ),
    "the syntax of a helper": (
        "\nfrom days.util import typo\n",
        [("DAY", 2), ("typo.py", 1)],
    ),
    "an exit": ("import sys\nsys.exit(4)\n", [("DAY", 2)]),
}


def frames(shown: str) -> list[tuple[str, int]]:
    """Return the names of the files in a traceback, and the lines."""
    found = re.findall(r'File "(.*?)", line (\d+)', shown)
    return [
        (re.sub(r"day\d\d\.py", "DAY", Path(file).name), int(line))
        for file, line in found
    ]


def errors_of(aoc: Aoc, *args: str) -> list[dict[str, Any]]:
    """Run all days on their examples, and return their errors."""
    done = aoc("run", "all", "--example", "--json", *args)
    return [{"day": r["day"], **r["error"]} for r in done.results if r["error"]]


@pytest.mark.windows
def test_a_traceback_has_the_frames_of_the_day_alone(
    aoc: Aoc, project: Project
) -> None:
    util = project.root / "days" / "util"
    util.mkdir()
    (util / "lost.py").write_text("import nowhere\n", encoding="utf-8")
    (util / "typo.py").write_text("def (:\n", encoding="utf-8")
    for day, (source, _) in enumerate(DAYS.values(), 1):
        project.day(day, source, TESTS)
    found = {
        error["day"]: frames(error["traceback"])
        for error in errors_of(aoc, "--part", "1")
    }
    assert {name: found[day] for day, name in enumerate(DAYS, 1)} == {
        name: expected for name, (_, expected) in DAYS.items()
    }


RECURSION = f"""\
{PARSE}def part1(words):
    return part1(words)

def part2(words):
    return deeper(words)

def deeper(words):
    return part2(words)
"""


LIFTED = "import sys\nsys.setrecursionlimit(10**6)\n"
CACHED = "from functools import cache\n@cache\ndef deeper(n):\n    return n and 1 + deeper(n - 1)\n"
THREAD = """\
import threading
threading.stack_size(1 << 20)
def part1(words):
    thread = threading.Thread(target=deeper, args=(10**6,))
    thread.start()
    thread.join()
    raise ValueError("no answer")
"""
SCRIPT = f"{LIFTED}{CACHED}print('Part 1:', deeper(10**6))\n"
# Recursions that are too deep, whether Python notices it before the system does or not.
RECURSIONS = {
    "itself": RECURSION.partition("def part2")[0],
    "two": f"{PARSE}{RECURSION.partition('    return part1(words)')[2].replace('part2', 'part1')}",
    "three": "def part1(n):\n    return g(n)\ndef g(n):\n    return h(n)\ndef h(n):\n"
    "    return part1(n)\n",
    "a cache": f"{LIFTED}{CACHED}def part1(words):\n    return deeper(10**6)\n",
    "a cache below the limit": f"{CACHED}def part1(words):\n    return deeper(10**6)\n",
    "parse": f"{LIFTED}{CACHED}def parse(text):\n    return deeper(10**6)\npart1 = str\n",
    "two in turns": f"{LIFTED}{CACHED.replace('1 + deeper', '1 + other')}@cache\ndef other(n):\n"
    "    return 1 + deeper(n - 1)\ndef part1(words):\n    return deeper(10**6)\n",
    "a key": f"{LIFTED}def part1(n):\n    return sorted([n], key=part1)\n",
    "a comparison": f"{LIFTED}class Same:\n    def __eq__(self, other):\n"
    "        return Same() == other\ndef part1(words):\n    return int(Same() == Same())\n",
    "pickled": f"{LIFTED}import pickle\ndef part1(words):\n    for _ in range(10**6):\n"
    "        words = [words]\n    return len(pickle.dumps(words))\n",
    "an attribute": f"{LIFTED}class Any:\n    def __getattr__(self, name):\n"
    "        return getattr(self, name + '_')\ndef part1(words):\n    return Any().answer\n",
    "another error": f"{RECURSION.replace('part1', 'itself')}\ndef part1(words):\n    try:\n"
    "        itself(words)\n    except RecursionError as error:\n"
    "        raise ValueError('too long') from error\n",
}


@pytest.mark.parametrize("source", RECURSIONS.values(), ids=RECURSIONS)
def test_a_recursion_that_is_too_deep_says_so_in_few_lines(
    aoc: Aoc, project: Project, source: str
) -> None:
    project.day(1, source, TESTS)
    done = aoc("run", "1", "--example", "--part", "1")
    assert done.code == 1
    assert done.out.count("the recursion is too deep for the stack") == 1
    assert re.search(
        "check that it ends, or use a list as an explicit stack[,;] ", done.out
    )
    assert len(done.out.splitlines()) <= 22
    named = frames(done.out)
    assert len(named) in range(1, 7)
    assert all(name in ("DAY", "functools.py") for name, _ in named)
    is_seen = "pickle" not in source
    assert (
        len(
            re.findall(r"\n +\.\.\. (at least )?\d+ more frames like these\n", done.out)
        )
        == is_seen
    )


LATE = THREAD.removeprefix("import threading\nthreading.stack_size(1 << 20)\n")
LATE = LATE.replace("    thread =", "    import threading\n    thread =")


@pytest.mark.parametrize(
    "source",
    [f"{CACHED}{THREAD}", f"{CACHED}{LATE}", f"{LIFTED}{CACHED}{THREAD}"],
    ids=["Python notices it", "imported late", "the system may notice it"],
)
def test_a_recursion_in_a_thread_that_is_too_deep_says_so(
    aoc: Aoc, project: Project, source: str
) -> None:
    project.day(1, source, TESTS)
    out = aoc("run", "1", "--example", "--part", "1").out
    assert out.count("the recursion is too deep for the stack: check that it ends") == 1
    assert len(out.splitlines()) <= 22


def test_a_recursion_in_a_script_that_is_too_deep_says_so_after_its_place(
    aoc: Aoc, project: Project
) -> None:
    project.configure('layouts = [{ days = "{year}/{day}.py", run = "script" }]')
    (project.root / "2021").mkdir()
    (project.root / "2021" / "1.py").write_text(
        f"{CACHED}print('Part 1:', deeper(10**6))\n"
    )
    (project.root / "2021" / "2.py").write_text(SCRIPT)
    project.remember("x\n", day=1)
    project.remember("x\n", day=2)
    noticed, other = (
        one["error"]["message"] for one in aoc("run", "1-2", "--json").results
    )
    place = f" at return n and 1 + deeper(n - 1) ({Path('2021/1.py')}, line 4): check that it ends"
    assert place in noticed
    assert "the recursion is too deep for the stack" in other


def test_a_script_ends_with_its_threads(aoc: Aoc, project: Project) -> None:
    project.configure('layouts = [{ days = "{year}/{day}.py", run = "script" }]')
    (project.root / "2021").mkdir()
    (project.root / "2021" / "1.py").write_text(
        "import threading\ntext = open('input.txt').read()\n"
        "def main():\n    print('Part 1:', sum(range(10**7)))\n"
        "threading.Thread(target=main).start()\n"
    )
    project.remember("x\n", day=1)
    [part1, _] = aoc("run", "1", "--json").results
    assert part1["answer"] == str(sum(range(10**7)))


def test_a_crash_that_is_no_recursion_is_not_called_one(
    aoc: Aoc, project: Project
) -> None:
    crash = "def part1(words):\n    import ctypes; return ctypes.c_int.from_address(8).value\n"
    nested = f"def part1(words, n=50):\n    return part1(words, n - 1) if n else crash()\n{crash}"
    project.day(
        1, f"{LIFTED}import os\ndef part1(words):\n    os.kill(os.getpid(), 9)\n", TESTS
    )
    project.day(2, nested.replace("part1(words):", "crash():"), TESTS)
    for error in errors_of(aoc, "--part", "1"):
        assert error["kind"] in ("crash", "exit")
        assert "recursion" not in error["message"]


def test_frames_that_are_alike_are_shown_once_in_any_traceback(
    aoc: Aoc, project: Project
) -> None:
    source = """\
def part1(words, depth=99):
    if depth % 3:
        return part1(words, depth - 1)
    if depth:
        return part1(words, depth - 1)
    return last(words)

def last(words):
    return words[9]
"""
    project.day(1, source, TESTS)
    [error] = errors_of(aoc, "--part", "1")
    assert frames(error["traceback"]) == [("DAY", line) for line in (5, 3, 6, 9)]
    assert error["traceback"].endswith("\n... 97 more frames like these")


def test_a_long_message_keeps_its_end_and_the_frames(
    aoc: Aoc, project: Project
) -> None:
    body = "def part1(words):\n    raise ValueError('a' * 100_000 + 'the end')\n"
    project.day(1, PARSE + body, TESTS)
    [error] = errors_of(aoc)
    assert len(error["traceback"]) < 21_000
    assert error["traceback"].endswith("the end")
    assert frames(error["traceback"]) == [("DAY", 5)]


def test_a_sample_that_raises_shows_its_own_frames(aoc: Aoc, project: Project) -> None:
    sample = (
        "def sample(rng):\n    return make(rng)\n\ndef make(rng):\n    return 'a'[1]\n"
    )
    project.day(1, f"{PARSE}part1 = parse\n", sample)
    [error] = [r["error"] for r in aoc("run", "1", "--sample", "--json").results]
    assert frames(error["traceback"]) == [("test_DAY", 2), ("test_DAY", 5)]


BROKEN_TESTS = {
    "from tests import lost\n": [("test_DAY", 1), ("lost.py", 1)],
    "from days.year2021 import broken\n": [("test_DAY", 1), ("broken.py", 1)],
    "EXAMPLES = [\n": [("test_DAY", 1)],
    "from aoc import Example\nEXAMPLES = [Example()]\n": [("test_DAY", 2)],
}


@pytest.mark.windows
def test_tests_that_cannot_be_imported_show_their_own_frames(
    aoc: Aoc, project: Project
) -> None:
    for path in ("tests/lost.py", "days/year2021/broken.py"):
        (project.root / path).write_text("import nowhere\n", encoding="utf-8")
    for day, tests in enumerate(BROKEN_TESTS, 1):
        project.day(day, f"{PARSE}part1 = len\n", tests)
    found = [frames(error["traceback"]) for error in errors_of(aoc)]
    assert found == [*BROKEN_TESTS.values()]


@pytest.mark.windows
@not_on_wine("catches what reads from nowhere")
def test_a_crash_has_the_frames_of_the_day_alone(aoc: Aoc, project: Project) -> None:
    crash = "def part1(words):\n    import ctypes; ctypes.c_int.from_address(8).value\n"
    project.day(1, PARSE + crash, TESTS)
    [error] = errors_of(aoc)
    assert error["kind"] == "crash"
    shown = aoc("run", "1", "--example").out
    assert re.findall(r'File ".*?(\w+\.py)", line (\d+)', shown) == [("day01.py", "5")]
    assert "Fatal Python error" in shown or "Windows fatal exception" in shown
    assert "C stack" not in shown


FROZEN = "def part1(words):\n    import os, time\n    {}\n"


@pytest.mark.slow
@needs_signals
@pytest.mark.parametrize(
    ("kind", "end"), [("crash", "os.abort()"), ("timeout", "time.sleep(1000)")]
)
def test_the_names_of_folders_are_shown_as_they_are_and_those_of_aoc_are_known(
    tmp_path: Path, kind: str, end: str
) -> None:
    folder = tmp_path / "jürgen 時 🎄"
    folder.mkdir()
    (folder / "aoc").symlink_to(ROOT / "aoc")
    root = folder / "überall"
    root.mkdir()
    project = Project(root)
    project.day(1, PARSE + FROZEN.format(end), TESTS)
    args = ("run", "1", "--part", "1", "--json", "--timeout", LIMIT)
    done = project.run(*args, env={"PYTHONPATH": str(folder)})
    [error] = [result["error"] for result in done.results]
    day = root.resolve() / "days" / "year2021" / "day01.py"
    assert error["kind"] == kind
    assert re.findall(r'File "(.*)", line (\d+)', error["traceback"]) == [
        (str(day), "6")
    ]
