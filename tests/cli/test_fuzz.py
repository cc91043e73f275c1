"""`aoc fuzz`: inputs on which two ways disagree are found, made smaller, shown and kept."""

from __future__ import annotations

import re
import signal
from pathlib import Path

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
    return f"\ndef part1_{name}(numbers):\n    if max(numbers) > 50:\n        {fault}\n    " + (
        "return sum(numbers)\n"
    )


@pytest.mark.slow
def test_an_input_is_made_smaller_shown_and_kept(aoc: Aoc, project: Project) -> None:
    project.day(7, PARSE + WRONG, NUMBERS)
    done = aoc("fuzz", "7", "--runs", "50")
    [kept] = (project.root / ".aoc" / "fuzz").iterdir()
    command = f"run 2021/07 --input {kept.relative_to(project.root)} --part 1 --variant all"
    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[0].startswith("2021/07: part 1 and part 1 wrong disagree on small ")
    assert lines[1:3] == ["  part 1        51", "  part 1 wrong  52"]
    assert EXAMPLE in done.out
    assert command in done.out
    assert lines[-3:] == [
        "2021/07: 50 inputs, 1 finding",
        "  part 1        answered 50 of 50",
        "  part 1 wrong  answered 50 of 50",
    ]
    assert kept.read_bytes() == b"51\n"
    assert aoc(*command.split()).code == 1


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
        7, PARSE + "".join(variant(*fault) for fault in faults.items()), NUMBER.format(least=50)
    )
    done = aoc("fuzz", "7", "--runs", "3")
    assert done.code == 1
    for name in faults:
        assert f"2021/07: part 1 and part 1 {name} disagree on small " in done.out
    assert done.out.count("  part 1            51\n") == 1
    assert done.out.count(EXAMPLE) == len(faults)
    assert "  part 1 nothing    answered 2 of 3: 1 no answer\n" in done.out


@pytest.mark.slow
def test_a_parse_that_fails_is_a_finding_too(aoc: Aoc, project: Project) -> None:
    parse = "def parse(text):\n    return {50: text}[min(50, int(text))]\n\npart1 = len\n"
    project.day(7, parse.replace("min", "max"), NUMBER.format(least=50))
    done = aoc("fuzz", "7", "--runs", "9")
    assert done.code == 1
    heading, outcome, *_ = done.out.splitlines()
    assert heading.startswith("2021/07: part 1 fails on small ")
    assert outcome.startswith("  part 1  parse: KeyError: 5")


KEEPING = """
SEEN = {}


def part1_kept(numbers):
    return SEEN.setdefault(len(numbers), sum(numbers))
"""
REFUSED = "\ndef valid(text):\n    return False\n"


@pytest.mark.slow
@pytest.mark.parametrize(("source", "tests"), [(KEEPING, ""), (WRONG, REFUSED)])
def test_what_does_not_show_again_alone_is_no_finding(
    aoc: Aoc, project: Project, source: str, tests: str
) -> None:
    project.day(7, PARSE + source, NUMBERS + tests)
    done = aoc("fuzz", "7", "--runs", "100")
    assert done.code == 0
    assert " inputs, 0 findings\n" in done.out
    assert not (project.root / ".aoc" / "fuzz").exists()


GUEST = """\
def solve(year, day, data):
    return min(2, sum(map(int, data.split(",")))), 0
"""
"""A solver of somebody else, which is wrong from 3 on."""


@pytest.mark.slow
@needs_speed
def test_another_solver_is_compared_on_the_very_same_text(aoc: Aoc, project: Project) -> None:
    project.day(7, PARSE + "def part2(numbers):\n    return 0\n", NUMBER.format(least=2))
    args = ("fuzz", "7", "--runs", "9", "--against", "guest")
    wrong = aoc.process(*args, env=install_guest(project, GUEST))
    assert wrong.code == 1
    assert "  part 1           3\n  part 1 by guest  2\n" in wrong.out
    assert " --part 1 --solver days --solver guest`" in wrong.out


def test_a_day_without_any_input_to_begin_with_is_refused(aoc: Aoc, project: Project) -> None:
    project.day(7, PARSE)
    done = aoc("fuzz", "7")
    path = Path("tests", "year2021", "test_day07.py")
    assert done.code == 2
    text = "aoc: 2021/07: no input is there to begin with: write an Example into"
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
    done = aoc("fuzz", "7")
    assert done.code == 1
    heading = done.out.splitlines()[0]
    assert heading.startswith("2021/07: part 1 and part 1 set disagree on changed ")
    assert heading.endswith(", the puzzle may not allow this")
    [kept] = (project.root / ".aoc" / "fuzz").iterdir()
    first, second = kept.read_text().splitlines()
    assert first == second


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        # With a parse of its own, and as a script.
        f"def parse(text):\n    return text.split('\\n')\n\n"
        f"def part1(lines):\n    rows = [map(int, line.split()) for line in lines]\n"
        f"    return {IN_A_SET}",
        f"rows = [map(int, line.split()) for line in open('input.txt')]\n"
        f"print('Part 1:', {IN_A_SET.strip()})\n",
    ],
)
def test_a_file_is_compared_with_the_day(aoc: Aoc, project: Project, source: str) -> None:
    project.day(7, LINES, IN_EXAMPLE)
    name = str(Path("elsewhere", "slow.py"))
    (project.root / "elsewhere").mkdir()
    (project.root / name).write_text(source)
    done = aoc("fuzz", "7", "--against", name, "--runs", "300")
    assert f"2021/07: part 1 and part 1 by {name} disagree on changed " in done.out
    [kept] = (project.root / ".aoc" / "fuzz").iterdir()
    assert len(set(kept.read_text().splitlines())) == 1


CANNOT = "cannot be compared, as it answered 0 of 1 input: "


REFUSED_WAYS = {
    "import nowhere\n\n\ndef part1(rows):\n    return 1\n": "named 'nowhere'",
    "print(len(open('input.txt').read()))\n": "the only part that it solves with -p",
    "def part1():\n    return 1\n": f"{CANNOT}exception: TypeError: part1() takes",
    "def part1(rows):\n    return None\n": f"{CANNOT}it returned None",
}


def test_a_way_that_answers_no_example_is_refused_at_once(aoc: Aoc, project: Project) -> None:
    project.day(7, f"{LINES}part2 = part1\n", IN_EXAMPLE)
    for source, sentence in REFUSED_WAYS.items():
        (project.root / "slow.py").write_text(source)
        done = aoc("fuzz", "7", "--against", "slow.py", "--seconds", "60")
        assert done.code == 2
        assert sentence in done.err
        assert "slow.py" in done.err


def test_a_script_of_one_part_is_compared_once_that_is_named(aoc: Aoc, project: Project) -> None:
    project.day(7, f"{LINES}part2 = part1\n", IN_EXAMPLE)
    script = "rows = [line.split() for line in open('input.txt')]\n"
    (project.root / "slow.py").write_text(f"{script}print(sum(map(int, sum(rows, []))))\n")
    done = aoc("fuzz", "7", "-p", "1", "--against", "slow.py", "--runs", "20")
    assert done.code == 0
    assert "  part 1 by slow.py  answered 20 of 20\n" in done.out


def test_a_way_that_has_answered_no_input_at_the_end_is_an_error_too(
    aoc: Aoc, project: Project
) -> None:
    project.day(7, PARSE + "def part1_lost(numbers):\n    raise KeyError(1)\n", NUMBERS)
    done = aoc("fuzz", "7", "--runs", "5")
    assert done.code == 2
    assert "  part 1 lost  answered 0 of 5: 5 KeyErrors\n" in done.out
    assert "part 1 lost cannot be compared, as it answered 0 of 5 inputs" in done.err


def test_a_failure_of_all_on_a_changed_text_is_a_fault_where_the_tests_have_valid(
    aoc: Aoc, project: Project
) -> None:
    fault = "def part2(rows):\n    return 1 // (len(rows) - 2)\n"
    project.day(7, LINES + fault, IN_EXAMPLE)
    assert aoc("fuzz", "7", "--runs", "200").code == 0
    valid = "\n\ndef valid(text):\n    return text.count('\\n') < 9\n"
    project.day(7, LINES + fault, IN_EXAMPLE + valid)
    done = aoc("fuzz", "7", "--runs", "200")
    assert done.code == 1
    assert "the puzzle may not allow" not in done.out


@pytest.mark.slow
def test_a_timeout_that_comes_again_is_a_doubt_and_is_counted(aoc: Aoc, project: Project) -> None:
    stuck = "while any(sum(row) > 99 for row in rows):\n        pass\n    return part1(rows)\n"
    project.day(7, f"{LINES}def part1_slow(rows):\n    {stuck}", IN_EXAMPLE)
    done = aoc("fuzz", "7", "--runs", "20", "--seconds", "60")
    assert done.code == 0
    assert "part 1 and part 1 slow disagree on changed " in done.out
    assert "timeout: took longer than 5 s" in done.out
    assert "the puzzle may not allow this" in done.out
    assert re.search(r"part 1 slow  answered \d+ of 20: \d+ timeouts?\n", done.out)


@pytest.mark.slow
def test_a_way_that_is_slow_on_ones_own_input_gets_one_turn_there(
    aoc: Aoc, project: Project
) -> None:
    slow = "if len(rows) > 2000:\n        print(len(rows), file=open('turns', 'a'))\n"
    slow += "        time.sleep(1.2)\n    return part1(rows)\n"
    project.day(7, f"import time\n{LINES}def part1_slow(rows):\n    {slow}", IN_EXAMPLE)
    project.remember("\n".join(map(str, range(3000))), day=7)
    done = aoc("fuzz", "7", "--runs", "500", "--seconds", "0")
    assert done.code == 0
    assert "  part 1 slow  answered 500 of 500\n" in done.out
    assert (project.root / "turns").read_text().split() == ["3000"]


@pytest.mark.slow
@needs_signals
def test_ctrl_c_reports_what_was_found(aoc: Aoc, project: Project) -> None:
    stuck = "    if numbers != (5,):\n        open('ready', 'w'); time.sleep(60)\n"
    source = f"import time\n{PARSE}def part1_wrong(numbers):\n{stuck}    return -1\n"
    # It is stuck while its text is made smaller.
    project.day(7, source, IN_EXAMPLE.replace("3 4\\n5 9\\n2 2", "5"))
    ready = Signal(project.root / "ready")
    process = aoc.start("fuzz", "7")
    ready.wait()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.splitlines()[-1] == b"aoc: interrupted"
    assert "2021/07: 1 input, 1 finding\n" in out.decode()
