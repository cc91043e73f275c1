"""`aoc fuzz`: inputs on which two ways disagree are found, made smaller, shown and kept."""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random

import pytest

from tests.support.aoc import Aoc
from tests.support.guest import install_guest
from tests.support.marks import needs_signals, not_on_wine
from tests.support.program import Project, Signal

needs_speed = not_on_wine(
    "takes so long to start a process that there is no time for the smallest input"
)

PARSE = """\
def parse(text):
    return tuple(map(int, text.split(",")))


def part1(numbers):
    return sum(numbers)


"""
NUMBERS = """\
def small(rng):
    return ",".join(str(rng.randint(0, 99)) for _ in range(rng.randint(1, 9))) + "\\n"
"""
NUMBER = "def small(rng):\n    return f'{{rng.randint({least}, {least} + 2)}}\\n'\n"
EXAMPLE = """\
    Example(
        \"""\\
51
\""",
    ),
"""
WRONG = "def part1_wrong(numbers):\n    return sum(numbers) + (max(numbers) > 50)\n"


def variant(name: str, fault: str) -> str:
    """Return a variant that does something wrong if a number is greater than 50."""
    return (
        f"\ndef part1_{name}(numbers):\n    if max(numbers) > 50:\n        {fault}\n    "
        + ("return sum(numbers)\n")
    )


@pytest.mark.slow
def test_an_input_is_made_smaller_shown_kept_and_tried_again(
    aoc: Aoc, project: Project
) -> None:
    project.day(7, PARSE + WRONG, NUMBERS)
    done = aoc("fuzz", "7", "--runs", "50")
    [kept] = (project.root / ".aoc" / "fuzz").iterdir()
    command = (
        f"run 2021/07 --input {kept.relative_to(project.root)} --part 1 --variant all"
    )
    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[0].startswith("2021/07: part 1 and part 1 wrong disagree on small ")
    assert lines[1:3] == ["  part 1        51", "  part 1 wrong  52"]
    assert EXAMPLE in done.out
    assert command in done.out
    assert lines[-1] == "2021/07: 50 inputs, 2 ways, 1 finding"
    assert kept.read_bytes() == b"51\n"
    assert aoc(*command.split()).code == 1

    again = aoc("fuzz", "7", "--runs", "0")
    assert again.code == 1
    assert str(kept.relative_to(project.root)) in again.out.splitlines()[0]
    project.day(7, PARSE + WRONG.replace(" + (max(numbers) > 50)", ""))
    repaired = aoc("fuzz", "7", "--runs", "0")
    assert (repaired.code, repaired.out) == (
        0,
        "2021/07: 1 input, 2 ways, 0 findings\n",
    )


@pytest.mark.slow
@pytest.mark.windows
@needs_speed
def test_every_kind_of_failure_is_found(aoc: Aoc, project: Project) -> None:
    faults = {
        "exception": "raise KeyError(1)",
        "exit": "raise SystemExit(3)",
        "crash": "import os; os.abort()",
        "answer": "return 2.5",
        "nothing": "return None",
    }
    project.day(
        7,
        PARSE + "".join(variant(*fault) for fault in faults.items()),
        NUMBER.format(least=50),
    )
    done = aoc("fuzz", "7", "--runs", "3", "--json")
    assert done.code == 1
    found = {finding["manner"]: finding for finding in done.results}
    assert found.keys() == faults.keys()
    for manner, finding in found.items():
        assert finding["text"] == "51\n"
        assert [way["variant"] for way in finding["ways"]] == [None, manner]
        assert [way["answer"] for way in finding["ways"]] == ["51", None]
        assert finding["repeats"]


def test_a_parse_that_fails_is_a_finding_too(aoc: Aoc, project: Project) -> None:
    project.day(7, "def parse(text):\n    return {}[0]\n\npart1 = len\n", NUMBERS)
    done = aoc("fuzz", "7", "--runs", "1")
    assert done.code == 1
    heading, outcome, *_ = done.out.splitlines()
    assert heading.startswith("2021/07: parse fails on small ")
    assert outcome == "  parse  parse: KeyError: 0"


REFUSED = "\ndef valid(text):\n    return False\n"
KEEPING = """
SEEN = {}


def part1_kept(numbers):
    return SEEN.setdefault(len(numbers), sum(numbers))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "tests", "sentence"),
    [
        (KEEPING, "", "something is kept between calls"),
        (WRONG, REFUSED, "valid(text) in the tests does not allow this input"),
    ],
)
def test_what_may_be_no_fault_is_said_and_not_kept(
    aoc: Aoc, project: Project, source: str, tests: str, sentence: str
) -> None:
    project.day(7, PARSE + source, NUMBERS + tests)
    done = aoc("fuzz", "7")
    assert done.code == 1
    assert sentence in done.out
    assert not (project.root / ".aoc" / "fuzz").exists()


GUEST = """\
def solve(year, day, data):
    return min(2, sum(map(int, data.split(",")))), 0
"""
"""A solver of somebody else, which is wrong from 3 on."""


@pytest.mark.slow
@needs_speed
def test_another_solver_is_compared_on_the_very_same_text(
    aoc: Aoc, project: Project
) -> None:
    project.day(
        7, PARSE + "def part2(numbers):\n    return 0\n", NUMBER.format(least=3)
    )
    args = ("--runs", "1", "--against", "guest", "--json")
    [wrong] = aoc.process("fuzz", "7", *args, env=install_guest(project, GUEST)).results
    assert (wrong["manner"], wrong["part"], wrong["text"]) == ("answer", 1, "3\n")
    assert [way["solver"] for way in wrong["ways"]] == ["days", "guest"]
    assert wrong["command"].endswith(" --part 1 --solver days --solver guest")


@pytest.mark.slow
@needs_speed
def test_what_is_found_does_not_depend_on_the_number_of_processes(
    aoc: Aoc, project: Project
) -> None:
    project.day(
        7, PARSE + WRONG + variant("lost", "raise KeyError(1)"), NUMBER.format(least=50)
    )
    runs = []
    for jobs in ("1", "2"):
        args = ("--seed", "4", "--runs", "4", "--jobs", jobs, "--json")
        runs.append(aoc("fuzz", "7", *args).results)
        for kept in (project.root / ".aoc" / "fuzz").iterdir():
            kept.unlink()
    assert runs[0] == runs[1]
    assert [finding["input"][:9] for finding in runs[0]] == ["small 400", "small 400"]


def test_a_day_without_any_input_to_begin_with_is_refused(
    aoc: Aoc, project: Project
) -> None:
    project.day(7, PARSE)
    done = aoc("fuzz", "7")
    path = Path("tests", "year2021", "test_day07.py")
    assert done.code == 2
    text = "aoc: no input is there to begin with: write an Example into"
    assert done.err.startswith(f"{text} {path}, or `")
    assert aoc("fuzz", "7", folder="days").err.startswith(f"{text} {Path('..', path)}")


LINES = """\
from collections import Counter


def parse(text):
    return [[int(number) for number in line.split()] for line in text.split("\\n")]


def part1(rows):
    counts = Counter(map(tuple, rows))
    return sum(count * sum(row) for row, count in counts.items())


"""
IN_EXAMPLE = 'from aoc import Example\n\nEXAMPLES = [Example("3 4\\n5 9\\n2 2\\n")]\n'
IN_A_SET = "sum(sum(row) for row in set(map(tuple, rows)))\n"
"""A fault that no example shows: a line that comes twice counts once."""


@pytest.mark.slow
def test_examples_alone_show_the_fault_of_a_variant(aoc: Aoc, project: Project) -> None:
    project.day(7, f"{LINES}def part1_set(rows):\n    return {IN_A_SET}", IN_EXAMPLE)
    done = aoc("fuzz", "7", "--json")
    assert done.code == 1
    [found] = done.results
    assert (found["manner"], found["doubtful"], found["repeats"]) == (
        "answer",
        False,
        True,
    )
    assert [way["variant"] for way in found["ways"]] == [None, "set"]
    first, second = found["text"].splitlines()
    assert first == second


@pytest.mark.slow
def test_right_ways_have_no_finding(aoc: Aoc, project: Project) -> None:
    right = "def part1_sum(rows):\n    return sum(map(sum, rows))\n"
    project.day(7, LINES + right, IN_EXAMPLE)
    done = aoc("fuzz", "7")
    assert done.code == 0
    assert done.out.startswith("2021/07: 1")
    assert done.out.endswith(" inputs, 2 ways, 0 findings\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        # With the parse of the day, with one of its own, and as a script.
        f"def part1(rows):\n    return {IN_A_SET}",
        f"def parse(text):\n    return text.split('\\n')\n\n"
        f"def part1(lines):\n    rows = [map(int, line.split()) for line in lines]\n"
        f"    return {IN_A_SET}",
        f"rows = [map(int, line.split()) for line in open('input.txt')]\n"
        f"print('Part 1:', {IN_A_SET.strip()})\n",
    ],
)
def test_a_file_is_compared_with_the_day(
    aoc: Aoc, project: Project, source: str
) -> None:
    project.day(7, LINES, IN_EXAMPLE)
    name = str(Path("elsewhere", "slow.py"))
    (project.root / "elsewhere").mkdir()
    (project.root / name).write_text(source)
    args = ("fuzz", "7", "--against", name, "--runs", "300", "--json")
    [found] = aoc(*args).results
    assert [way["solver"] for way in found["ways"]] == ["days", name]
    assert len(set(found["text"].splitlines())) == 1
    assert found["command"].endswith(f"fuzz 2021/07 --runs 0 --against {name}")


@pytest.mark.slow
def test_a_crash_on_a_changed_text_is_shown_last_and_is_no_fault(
    aoc: Aoc, project: Project
) -> None:
    fault = "def part2(rows):\n    return 1 // (len(rows) - 2)\n"
    project.day(7, LINES + fault, IN_EXAMPLE)
    done = aoc("fuzz", "7")
    assert done.code == 0
    heading = done.out.splitlines()[0]
    assert heading.startswith("2021/07: part 2 fails on changed ")
    assert heading.endswith(", perhaps no input of the puzzle")


@pytest.mark.slow
def test_a_part_that_answers_otherwise_when_it_is_called_again_is_found(
    aoc: Aoc, project: Project
) -> None:
    kept = "SEEN = []\n\n\ndef part2(rows):\n    SEEN.append(1)\n    return len(SEEN)\n"
    project.day(7, LINES + kept, IN_EXAMPLE)
    found = aoc("fuzz", "7", "--json").results
    assert [one["ways"][1]["variant"] for one in found if one["repeats"]] == ["again"]


@pytest.mark.slow
@needs_signals
def test_ctrl_c_reports_what_was_found(aoc: Aoc, project: Project) -> None:
    # An input of the second round.
    stuck = Random(20).randint(0, 10**9)
    small = "def small(rng):\n    return str(rng.randint(0, 10**9)) + '\\n'\n"
    fault = "open('ready', 'w'); __import__('time').sleep(60)\n    return 0"
    source = variant("wrong", fault).replace("max(numbers) > 50", f"{stuck} in numbers")
    project.day(7, PARSE + source, small)
    ready = Signal(project.root / "ready")
    process = aoc.start("fuzz", "7", "--jobs", "1")
    ready.wait()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == b"aoc: interrupted"
    assert out.decode().splitlines()[-1] == "2021/07: 20 inputs, 2 ways, 1 finding"
