"""What a solver prints is shown once, under the part that printed it."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from aoc.running.printed import Printed, shown_text
from aoc.worker.reports import MARK
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


def outputs(results: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    """Return what each part has printed."""
    return [(r["part"], r["parse_output"], r["output"]) for r in results]


@pytest.mark.parametrize(("statement", "printed"), PRINTS.values(), ids=PRINTS)
def test_a_part_that_prints_is_heard_once(project: Project, statement: str, printed: str) -> None:
    project.day(1, day(part1=statement), SAMPLE)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.results) == [(1, "", printed), (2, "", "")]
    assert done.err == ""


@needs_posix_shell
def test_a_child_process_of_a_part_is_heard_once(project: Project) -> None:
    project.day(1, day(part2="os.system('echo hello')"), SAMPLE)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.results) == [(1, "", ""), (2, "", "hello\n")]


@pytest.mark.parametrize(("statement", "printed"), PRINTS.values(), ids=PRINTS)
def test_parse_is_heard_once_though_each_part_gets_its_own_value(
    project: Project, statement: str, printed: str
) -> None:
    project.day(1, day(parse=statement), SAMPLE)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.results) == [(1, printed, ""), (2, "", "")]


def test_what_imports_and_samples_print_is_heard_too(project: Project) -> None:
    sample = "print('tests')\ndef sample(rng):\n    print('sample')\n    return 'x'\n"
    project.day(1, f"print('day')\n{day(part1='print(1)')}", sample)
    done = project.run("run", "1", "--sample", "--json")
    assert outputs(done.results) == [(1, "day\ntests\nsample\n", "1\n"), (2, "", "")]


def test_a_part_that_prints_is_called_once(project: Project) -> None:
    count = "open('calls', 'a').write('x'); print('hello')"
    project.day(1, day(part1=count, part2="open('silent', 'a').write('x')"), SAMPLE)
    project.run("run", "1", "--sample")
    assert (project.root / "calls").read_text() == "x"
    assert len((project.root / "silent").read_text()) > 1


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


def test_what_was_printed_before_the_time_was_up_is_shown(project: Project) -> None:
    project.day(1, day(part1="print('so far')\n    while True: pass"), SAMPLE)
    first, _ = project.run("run", "1", "--sample", "--json", "--timeout", "1").results
    assert (first["error"]["kind"], first["output"]) == ("timeout", "so far\n")


@needs_linux
def test_what_was_printed_before_ctrl_c_is_shown(project: Project) -> None:
    ready = Signal(project.root / "ready")
    # The interrupt must not come between the program's reading and its noting what it read.
    unread = "int.from_bytes(fcntl.ioctl(1, termios.FIONREAD, bytes(4)), sys.byteorder)"
    wait = f"import fcntl, termios, time\n    print('so far')\n    while {unread}: pass\n"
    wait += "    time.sleep(0.01); open('ready', 'w').close()\n    while True: pass"
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


def test_a_plugin_is_heard_too(project: Project) -> None:
    package = project.root / "lib" / "talker"
    (package.with_name("talker-1.dist-info")).mkdir(parents=True)
    points = "[adventofcode.user]\ntalker = talker:solve\n"
    (package.with_name("talker-1.dist-info") / "entry_points.txt").write_text(points)
    (package.with_name("talker-1.dist-info") / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: talker\nVersion: 1\n"
    )
    source = "def solve(year, day, data):\n    print('talk')\n    return 1, 2\n"
    package.with_suffix(".py").write_text(source)
    project.day(1, day(), SAMPLE)
    args = ("run", "1", "--sample", "--solver", "talker", "--json")
    done = project.run(*args, env={"PYTHONPATH": str(package.parent)})
    assert outputs(done.results) == [(1, "", "talk\n"), (2, "", "")]


def test_of_all_output_no_more_than_16_mb_are_kept() -> None:
    printed = Printed(everything=True)
    printed.feed(bytes((1 << 24) + 1))
    assert len(printed.rest) == 1 << 24
    printed.feed(b"more" + MARK)
    assert len(printed.pieces[0]) == 1 << 24


def test_a_mark_that_has_come_in_part_is_not_shown_beyond_the_limit() -> None:
    printed = Printed()
    printed.feed(b"x" * (1 << 16) + MARK[:5])
    assert printed.rest == "x" * (1 << 16)


def test_for_a_crash_the_last_16_kb_are_kept_whatever_pieces_they_came_in() -> None:
    printed = Printed()
    printed.feed(b"a" * (1 << 14))
    printed.feed(MARK + b"b" * 10 + MARK)
    printed.feed(b"c")
    assert printed.tail == b"a" * ((1 << 14) - 11) + b"b" * 10 + b"c"
    printed.feed(b"d" * ((1 << 14) + 5))
    assert printed.tail == b"d" * (1 << 14)


def test_lines_that_end_as_on_windows_end_as_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.linesep", "\r\n")
    assert shown_text(b"one\r\ntwo\n") == "one\ntwo\n"


def test_a_nul_that_begins_no_mark_belongs_to_the_end_of_the_output_at_once() -> None:
    printed = Printed()
    printed.feed(b"a\x00b")
    assert printed.tail == b"a\x00b"
