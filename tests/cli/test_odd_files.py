"""Checks files of one day as people have them: from Windows, broken, or two of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS
from tests.support.program import Project

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return repr(text)\n"
SAMPLE = "def sample(rng):\n    return 'made up'\n"
LAYOUT = 'layouts = [{ days = "{year}/{day}.py", run = "script" }]'
SCRIPT = "text = open('input.txt').read()\nprint('Part 1:', len(text))\n"
FILES = (
    # How a text is written: the bytes before it, its encoding, and the ends of its lines.
    (b"\xff\xfe", "utf-16-le", "\r\n"),
    (b"\xfe\xff", "utf-16-be", "\n"),
    (b"", "utf-16-le", "\r\n"),
    (b"", "utf-8-sig", "\r\n"),
    (b"", "utf-8", "\r"),
)
ENCRYPTED = b"\0GITCRYPT\0\0\xd7\x93\xee"


@pytest.fixture
def inputs(project: Project) -> Path:
    """The folder of the inputs of a project in which day 21 answers with its input."""
    project.day(21, DAY, SAMPLE)
    folder = project.root / "inputs" / "2021"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize(("start", "encoding", "end"), FILES)
def test_files_that_windows_writes_are_read(
    aoc: Aoc, project: Project, inputs: Path, start: bytes, encoding: str, end: str
) -> None:
    def write(path: Path, text: str) -> None:
        path.write_bytes(start + text.replace("\n", end).encode(encoding))

    answer = r"'  a\nb'"
    write(project.root / "pyproject.toml", "[tool.aoc]\ntimeout = 7\n")
    project.day(21, DAY + "\ndef part2(text):\n    return 'X'\n")
    write(inputs / "21.txt", "  a\nb\n")
    write(inputs / "21.answers", "5\nX\n")
    first, second = aoc("run", "21", "--json").results
    assert (first["answer"], first["expected"]) == (answer, "5")
    assert second["verdict"] == "pass"
    data = (inputs / "21.txt").read_bytes()
    piped = project.run("run", "21", "--input", "-", "--json", "-p1", stdin=data)
    assert piped.results[0]["answer"] == answer
    folder = project.account_files("github.alice.1")
    write(folder / "2021_21_input.txt", "  a\nb\n")
    write(folder / "2021_21b_answer.txt", "X\n")
    first, second = aoc("run", "21", "--json").results
    assert (first["input"], first["answer"]) == ("github.alice.1", answer)
    assert second["verdict"] == "pass"


def folder_in_place(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def broken_link(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to("nowhere")


def pipe(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def writer(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


# Of a day each: the kind of the error, the file, and what it is.
SPOILT: list[tuple[str, str, Callable[[Path], object]]] = [
    ("input", "inputs/2021/{}.txt", folder_in_place),
    ("input", "inputs/2021/{}.txt", writer(ENCRYPTED)),
    ("input", "inputs/2021/{}.txt", writer(b"\xff\xfe\x00\xd8a\0")),
    ("input", "inputs/2021/{}.txt", writer(b"caf\xe9\n")),
    ("input", "inputs/2021/{}.answers", folder_in_place),
    ("input", "inputs/2021/{}.answers", writer(b"3\xff\n")),
    ("exception", "days/year2021/day{}.py", folder_in_place),
    ("tests", "tests/year2021/test_day{}.py", folder_in_place),
]
if not WINDOWS:
    SPOILT += [
        ("input", "inputs/2021/{}.txt", pipe),
        ("input", "inputs/2021/{}.answers", broken_link),
        ("input", "inputs/2021/{}.answers", pipe),
        ("exception", "days/year2021/day{}.py", broken_link),
        ("exception", "days/year2021/day{}.py", pipe),
        ("tests", "tests/year2021/test_day{}.py", broken_link),
        ("tests", "tests/year2021/test_day{}.py", pipe),
    ]


def test_a_bad_file_is_an_error_of_its_day_alone(aoc: Aoc, project: Project, inputs: Path) -> None:
    last = len(SPOILT) + 1
    for day in range(1, last + 1):
        project.day(day, DAY, SAMPLE)
        (inputs / f"{day:02}.txt").write_text("3\n", encoding="utf-8")
        (inputs / f"{day:02}.answers").write_text("'3'\n", encoding="utf-8")
    for day, (_, name, spoil) in enumerate(SPOILT, 1):
        spoil(project.root / name.format(f"{day:02}"))
    done = aoc("run", f"1-{last}", "--json", "-p1")
    errors = {row["day"]: row["error"] for row in done.results if row["error"]}
    for day, (kind, name, _) in enumerate(SPOILT, 1):
        error = errors.pop(day)
        assert error["kind"] == kind, name
        if kind == "input":
            path = os.path.join(*name.format(f"{day:02}").split("/"))
            assert re.match(f"{re.escape(path)} (is not text|cannot be read)", error["message"])
    assert errors == {}
    assert (done.code, done.results[-1]["verdict"]) == (1, "pass")
    assert aoc("status").code == 0


def test_two_files_of_a_day_are_an_error_of_this_day_alone(aoc: Aoc, project: Project) -> None:
    project.configure(LAYOUT)
    (project.root / "2021").mkdir()
    for name in ("1", "01", "2"):
        (project.root / "2021" / f"{name}.py").write_text(SCRIPT, encoding="utf-8")
    (project.root / "2021" / "input.txt").write_text("abc", encoding="utf-8")
    done = aoc("run", "all", "--json")
    first, second, _ = done.results
    assert (done.code, first["day"], first["error"]["kind"]) == (1, 1, "input")
    assert first["error"]["message"] == (
        "2021/01.py and 2021/1.py are both 2021/01: rename one of them, or change "
        "[tool.aoc] layouts"
    )
    assert (second["day"], second["answer"]) == (2, "3")


def test_nothing_is_fetched_over_an_input_that_is_no_text(
    aoc: Aoc, site: Site, account: Account, project: Project, inputs: Path
) -> None:
    cached = project.account_files(account.id) / "2021_21_input.txt"
    cached.write_bytes(ENCRYPTED)
    [result] = aoc("run", "21", "--json").lines
    assert result["error"]["message"].startswith(f"{cached} is not text: ")
    done = aoc("fetch", "21")
    says = f"aoc: {cached} is no puzzle input: delete it, and it is fetched again\n"
    assert (done.code, done.err) == (3, says)
    cached.unlink()
    (inputs / "21.txt").write_bytes(ENCRYPTED)
    assert aoc("run", "21").code == 1
    assert site.asked() == []
