"""The tracebacks of `aoc run`: they begin at the solver's own frames, and have no others."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from aoc.worker import failures as tracebacks
from aoc.worker.failures import own_crash
from tests.marks import not_on_wine
from tests.program import Finished, Project

TESTS = "from aoc import Example\nEXAMPLES = [Example('a')]\n"
PARSE = "def parse(text):\n    return [text]\n\n"
HELP = "def first(words):\n    return words[9]\n\n"
CAUSE = "    try: first(words)\n    except IndexError as error: raise KeyError('b')"
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
    "a cause": (
        f"{PARSE}{HELP}def part1(words):\n{CAUSE} from error\n",
        [("DAY", 8), ("DAY", 5), ("DAY", 9)],
    ),
    "a context": (
        f"{PARSE}{HELP}def part1(words):\n{CAUSE}\n",
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
    "an import with importlib": (
        "import importlib\nimportlib.import_module('days.util.lost')\n",
        [("DAY", 2), ("lost.py", 1)],
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
    "its syntax": ("def parse(text:\n", [("DAY", 1)]),
    "the syntax of a helper": ("\nfrom days.util import typo\n", [("DAY", 2), ("typo.py", 1)]),
    "an exit": ("import sys\nsys.exit(4)\n", [("DAY", 2)]),
}


@pytest.fixture(scope="module")
def raised(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A run of a project in which each day raises in its own way."""
    project = Project(tmp_path_factory.mktemp("raised"))
    util = project.root / "days" / "util"
    util.mkdir()
    (util / "lost.py").write_text("import nowhere\n", encoding="utf-8")
    (util / "typo.py").write_text("def (:\n", encoding="utf-8")
    for day, (source, _) in enumerate(DAYS.values(), 1):
        project.day(day, source, TESTS)
    return project.run("run", "--all", "--example", "--part", "1", "--json")


def traceback(done: Finished, name: str) -> str:
    """Return the one traceback of a day."""
    day = [*DAYS].index(name) + 1
    [found] = [r["error"]["traceback"] for r in done.results if r["day"] == day]
    assert isinstance(found, str)
    return found


def frames(shown: str) -> list[tuple[str, int]]:
    """Return the names of the files in a traceback, and the lines."""
    found = re.findall(r'File "(.*?)", line (\d+)', shown)
    return [(re.sub(r"day\d\d\.py", "DAY", Path(file).name), int(line)) for file, line in found]


@pytest.mark.parametrize("name", DAYS)
def test_a_traceback_has_the_frames_of_the_day_alone(raised: Finished, name: str) -> None:
    assert frames(traceback(raised, name)) == DAYS[name][1]


RECURSION = f"""\
{PARSE}def part1(words):
    return part1(words)

def part2(words):
    return deeper(words)

def deeper(words):
    return part2(words)
"""


def test_a_recursion_without_end_is_short(project: Project) -> None:
    project.day(1, RECURSION, TESTS)
    recursion = [r["error"] for r in project.run("run", "1", "--example", "--json").results]
    itself, another = (error["traceback"] for error in recursion)
    assert len(frames(itself)) == 3
    assert len(frames(another)) == 20
    for shown in (itself, another):
        assert re.search(r"\n\[\d{3} of \d{3} calls are left out\]$", shown)
    assert all(error["message"].startswith("RecursionError: ") for error in recursion)


def test_a_long_message_keeps_its_end_and_the_frames(project: Project) -> None:
    body = "def part1(words):\n    raise ValueError('a' * 100_000 + 'the end')\n"
    project.day(1, PARSE + body, TESTS)
    [error] = [
        r["error"] for r in project.run("run", "1", "--example", "--json").results if r["error"]
    ]
    assert len(error["traceback"]) < 21_000
    assert error["traceback"].endswith("the end")
    assert frames(error["traceback"]) == [("DAY", 5)]


def test_a_sample_that_raises_shows_its_own_frames(project: Project) -> None:
    sample = "def sample(rng):\n    return make(rng)\n\ndef make(rng):\n    return 'a'[1]\n"
    project.day(1, f"{PARSE}part1 = parse\n", sample)
    [error] = [r["error"] for r in project.run("run", "1", "--sample", "--json").results]
    assert frames(error["traceback"]) == [("test_DAY", 2), ("test_DAY", 5)]


@pytest.mark.parametrize(
    ("tests", "shown"),
    [
        ("import nowhere\n", [("test_DAY", 1)]),
        ("from tests import lost\n", [("test_DAY", 1), ("lost.py", 1)]),
        ("from days.year2021 import day02\n", [("test_DAY", 1), ("DAY", 1)]),
        ("EXAMPLES = [\n", [("test_DAY", 1)]),
        ("from aoc import Example\nEXAMPLES = [Example()]\n", [("test_DAY", 2)]),
    ],
)
def test_tests_that_cannot_be_imported_show_their_own_frames(
    project: Project, tests: str, shown: list[tuple[str, int]]
) -> None:
    (project.root / "tests" / "lost.py").write_text("import nowhere\n", encoding="utf-8")
    project.day(2, "import nowhere\n")
    project.day(1, f"{PARSE}part1 = len\n", tests)
    done = project.run("run", "1", "--example", "--json")
    [error] = [r["error"] for r in done.results if r["error"]]
    assert frames(error["traceback"]) == shown


@not_on_wine("catches what reads from nowhere")
def test_a_crash_has_the_frames_of_the_day_alone(project: Project) -> None:
    crash = "def part1(words):\n    import ctypes; ctypes.c_int.from_address(8).value\n"
    project.day(1, PARSE + crash, TESTS)
    [error] = [
        r["error"] for r in project.run("run", "1", "--example", "--json").results if r["error"]
    ]
    assert error["kind"] == "crash"
    # In a process like that of the program: there the files of aoc have the same names.
    code = "import sys; from aoc.worker.failures import own_crash as own; print(own(sys.argv[1]))"
    command = [sys.executable, "-P", "-c", code, error["traceback"]]
    shown = subprocess.check_output(command, cwd=project.root, text=True)
    assert re.findall(r'File ".*?(\w+\.py)", line (\d+)', shown) == [("day01.py", "5")]
    assert shown.startswith(("Fatal Python error", "Windows fatal exception"))


def test_a_crash_shows_the_frames_of_every_thread() -> None:
    ours = f'  File "{tracebacks.__file__}", line 3 in run\n'
    text = (
        'Fatal Python error: Aborted\n\nThread 1:\n  File "helper.py", line 1 in f\n'
        f"{ours}Thread 2:\n{ours}\nExtension modules: numpy\n"
    )
    assert own_crash(text).splitlines() == [
        *("Fatal Python error: Aborted", "", "Thread 1:", '  File "helper.py", line 1 in f'),
        *("Thread 2:", "", "Extension modules: numpy"),
    ]
