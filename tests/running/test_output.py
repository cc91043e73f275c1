"""What a solver prints is shown once, under the part that printed it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from aoc.running.running_job import SHOWN, Printed, open_output
from tests.marks import needs_linux, needs_posix_shell
from tests.program import Project, Signal

DAY = """\
import logging, os, sys

def parse(text):
    {parse}
    return [text]

def part1(lines):
    {part1}
    return 1

def part2(lines):
    {part2}
    return 2
"""
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
PRINTS = {
    "print": ("print('hello')", "hello\n"),
    "stderr": ("print('hello', file=sys.stderr)", "hello\n"),
    "without a line end": ("print('hel', end=''); print('lo', end='')", "hello"),
    "a warning that is logged": ("logging.getLogger('x').warning('hello')", "hello\n"),
    "a library in C": ("os.write(1, b'hello\\n')", "hello\n"),
    "both in turn": ("print('a'); print('b', file=sys.stderr); print('c')", "a\nb\nc\n"),
    "another encoding": ("sys.stdout.buffer.write(b'\\xff\\n')", "\\xff\n"),
    "no text": ("print('\\udcff')", "\\udcff\n"),
}


def day(parse: str = "pass", part1: str = "pass", part2: str = "pass") -> str:
    """Return the source of a day."""
    return DAY.format(parse=parse, part1=part1, part2=part2)


def outputs(results: list[dict[str, Any]]) -> list[tuple[int | None, str]]:
    """Return what parsing and each part have printed."""
    return [(r["part"], r["output"]) for r in results]


@pytest.mark.parametrize(("statement", "printed"), PRINTS.values(), ids=PRINTS)
def test_a_part_that_prints_is_heard_once(project: Project, statement: str, printed: str) -> None:
    project.day(1, day(part1=statement), SAMPLE)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.lines) == [(None, ""), (1, printed), (2, "")]
    assert done.err == ""


@needs_posix_shell
def test_a_part_whose_child_process_prints_is_called_once_and_heard(project: Project) -> None:
    echo = "import subprocess; subprocess.run(['echo', 'hello'], check=True)"
    project.day(1, day(part1=echo), SAMPLE)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.lines) == [(None, ""), (1, "hello\n"), (2, "")]
    assert [line["first_call"] for line in done.results] == [True, False]


def test_parse_is_heard_once_though_each_part_gets_its_own_value(project: Project) -> None:
    project.day(1, day(parse="print('hello'); os.write(1, b'you\\n')"), SAMPLE)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.lines) == [(None, "hello\nyou\n"), (1, ""), (2, "")]


def test_what_imports_and_samples_print_is_heard_too(project: Project) -> None:
    sample = "print('tests')\ndef sample(rng):\n    print('sample')\n    return 'x'\n"
    project.day(1, f"print('day')\n{day(part1='print(1)')}", sample)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.lines) == [(None, "day\n"), (1, "1\n"), (2, "")]


def test_prints_stand_below_their_own_part(project: Project) -> None:
    for number in (1, 2, 3):
        prints = {n: f"print('{number} {n}', *lines)" for n in ("part1", "part2")}
        project.day(number, day(parse=f"print('{number} parse')", **prints), SAMPLE)
    done = project.run("run", "--all", "--sample", "-j", "3")
    words = [line.split()[:3] for line in done.out.splitlines()]
    shown = [w for w in words if w[:1] != ["sample"] and w[1:] and w[0] in ("1", "2", "3", "part")]
    assert [" ".join(w).replace("?", "").strip() for w in shown] == [
        f"{text}"
        for n in (1, 2, 3)
        for text in (f"{n} parse", "part 1", f"{n} part1 x", "part 2", f"{n} part2 x")
    ]


@pytest.mark.parametrize(
    "end", ["os.abort()", "os._exit(3)", "raise KeyError('x')", "sys.exit(1)", "return 2.5"]
)
def test_what_was_printed_before_the_end_is_shown(project: Project, end: str) -> None:
    project.day(1, day(part1=f"print('so far'); {end}"), SAMPLE)
    first, second = project.run("run", "1", "--sample", "--json").results
    assert (first["verdict"], first["output"]) == ("error", "so far\n")
    assert (second["verdict"], second["output"]) == ("unknown", "")


@needs_linux
def test_what_was_printed_before_ctrl_c_is_shown(project: Project) -> None:
    ready = Signal(project.root / "ready")
    wait = "print('so far'); open('ready', 'w').close()\n    while True: pass"
    project.day(1, day(part1=wait), SAMPLE)
    running = project.start("run", "1", "--sample")
    ready.wait()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=20)
    assert err.decode().splitlines()[:1] == ["so far"]


def test_a_flood_is_cut_in_json_and_on_screen(project: Project) -> None:
    project.day(1, day(part1="print('x' * 10_000_000)"), SAMPLE)
    first, second = project.run("run", "1", "--sample", "--json").results
    assert first["output"] == "x" * (1 << 16)
    assert (second["output"], second["answer"]) == ("", "2")
    done = project.run("run", "1", "--sample")
    assert done.out.count("x") < (1 << 16) + 100
    assert "(the first 65536 bytes; -v shows all)" in done.out


def test_verbose_shows_a_flood_whole(project: Project) -> None:
    project.day(1, day(part1="print('x' * 1_000_000)"), SAMPLE)
    assert project.run("run", "1", "--sample", "-v").out.count("x" * 1_000_000) == 1


def test_verbose_shows_what_is_logged_once(project: Project) -> None:
    project.day(1, day(part1="logging.getLogger('x').info('hello')"), SAMPLE)
    first, _ = project.run("run", "1", "--sample", "--json", "-v").results
    assert first["output"] == "hello\n"
    first, _ = project.run("run", "1", "--sample", "--json").results
    assert first["output"] == ""


def test_quiet_shows_the_prints_of_what_fails_alone(project: Project) -> None:
    project.day(1, day(part1="print('good')", part2="print('bad'); return 2.5"), SAMPLE)
    done = project.run("run", "1", "--sample", "-q")
    assert "bad" in done.out
    assert "good" not in done.out


def test_what_belongs_to_no_result_goes_to_stderr(project: Project) -> None:
    project.day(1, f"print('imported')\n{day()}")
    done = project.run("run", "1", "--json")
    assert done.out == ""
    assert "imported" in done.err.splitlines()


@pytest.fixture
def file() -> Iterator[int]:
    """The file of a worker's output."""
    descriptor = open_output()
    yield descriptor
    os.close(descriptor)


def test_a_solver_that_prints_for_ever_fills_no_more_than_twice_what_is_shown(file: int) -> None:
    printed = Printed(file)
    os.write(file, b"taken")
    printed.take(5)
    os.write(file, b"x" * 2 * SHOWN)
    printed.bound()
    assert printed.size == 5 + 2 * SHOWN
    os.write(file, b"x")
    printed.bound()
    assert printed.size == 5 + SHOWN
    os.write(file, b"y")
    assert printed.take(5 + SHOWN) == "x" * SHOWN
    assert printed.rest == "y"


def test_lines_that_end_as_on_windows_end_as_in_python(
    file: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.linesep", "\r\n")
    os.write(file, b"one\r\ntwo\n")
    assert Printed(file).rest == "one\ntwo\n"
