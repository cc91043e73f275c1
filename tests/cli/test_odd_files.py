"""Checks files of one day as people have them: from Windows, broken, or two of them."""

from __future__ import annotations

import os
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
ENCODINGS = {
    "UTF-16 of Windows": "utf-16",
    "UTF-16, big endian, BOM": "utf-16-be",
    "UTF-16 without BOM": "utf-16-le",
    "UTF-8 with BOM": "utf-8-sig",
    "UTF-8": "utf-8",
}
ENCRYPTED = b"\0GITCRYPT\0\0\xd7\x93\xee"


@pytest.fixture
def inputs(project: Project) -> Path:
    """The folder of the inputs of a project in which day 21 answers with its input."""
    project.day(21, DAY, SAMPLE)
    folder = project.root / "inputs" / "2021"
    folder.mkdir(parents=True)
    return folder


def encoded(text: str, encoding: str) -> bytes:
    """Return the bytes of a text; in big endian they have a BOM."""
    data = text.encode(encoding)
    return b"\xfe\xff" + data if encoding == "utf-16-be" else data


@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_files_that_windows_writes_are_read(
    aoc: Aoc, project: Project, inputs: Path, encoding: str, end: str
) -> None:
    data = encoded(f"  a{end}b{end}", encoding)
    answer = r"'  a\nb'"
    (project.root / "pyproject.toml").write_bytes(
        encoded(f"[tool.aoc]{end}timeout = 7{end}", encoding)
    )
    project.day(21, DAY + "\ndef part2(text):\n    return 'X'\n")
    (inputs / "21.txt").write_bytes(data)
    (inputs / "21.answers").write_bytes(encoded(f"5{end}X{end}", encoding))
    one, two = aoc("run", "21", "--json").results
    assert (one["answer"], one["expected"], two["verdict"]) == (answer, "5", "pass")
    named = aoc("run", "21", "--input", "inputs/2021/21.txt", "--json", "-p1")
    piped = project.run("run", "21", "--input", "-", "--json", "-p1", stdin=data)
    assert [done.results[0]["answer"] for done in (named, piped)] == [answer, answer]
    assert (inputs / "21.txt").read_bytes() == data
    project.remember("x", a="")
    folder = project.account_files("github.alice.1")
    (folder / "2021_21_input.txt").write_bytes(data)
    (folder / "2021_21b_answer.txt").write_bytes(encoded(f"X{end}", encoding))
    one, two = aoc("run", "21", "--json").results
    assert (one["input"], one["answer"]) == ("github.alice.1", answer)
    assert two["verdict"] == "pass"


@pytest.mark.parametrize(
    "data", [ENCRYPTED, b"\xff\xfe\x00\xd8a\0", b"caf\xe9\n", b"a\0b\0c"]
)
def test_what_is_no_text_is_refused_by_name(
    aoc: Aoc, inputs: Path, data: bytes
) -> None:
    (inputs / "21.txt").write_bytes(data)
    [result] = aoc("run", "21", "--json").lines
    name = os.path.join("inputs", "2021", "21.txt")
    assert result["error"]["message"].startswith(f"{name} is not text: ")


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


UNREADABLE = {
    "a folder as input": (".txt", folder_in_place, "{0}01.txt cannot be read ("),
    "a pipe as input": (".txt", pipe, "{0}01.txt cannot be read (not a regular file)"),
    "no text as input": (".txt", writer(b"\xff\0\xff"), "{0}01.txt is not text"),
    "a folder of answers": (
        ".answers",
        folder_in_place,
        "{0}01.answers cannot be read (",
    ),
    "a broken link as answers": (
        ".answers",
        broken_link,
        "{0}01.answers cannot be read (",
    ),
    "a pipe of answers": (".answers", pipe, "{0}01.answers cannot be read ("),
    "no text as answers": (
        ".answers",
        writer(b"3\xff\n"),
        "{0}01.answers cannot be read (",
    ),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_bad_file_is_an_error_of_its_day_alone(
    aoc: Aoc, project: Project, inputs: Path, kind: str
) -> None:
    ending, spoil, message = UNREADABLE[kind]
    if WINDOWS and spoil in (pipe, broken_link):
        pytest.skip("Windows has none")
    for day in (1, 2):
        project.day(day, DAY.replace("repr(text)", "3"))
        (inputs / f"{day:02}.txt").write_text("1\n", encoding="utf-8")
        (inputs / f"{day:02}.answers").write_text("3\n", encoding="utf-8")
    spoil(inputs / f"01{ending}")
    done = aoc("run", "1-2", "--json")
    first, *others = done.results
    assert (done.code, first["day"], first["error"]["kind"]) == (1, 1, "input")
    start = os.path.join("inputs", "2021", "")
    assert first["error"]["message"].startswith(message.format(start, ending))
    assert [one["verdict"] for one in others if one["day"] == 2] == ["pass", "skipped"]
    assert aoc("status").code == 0


@pytest.mark.parametrize("spoil", [folder_in_place, broken_link, pipe])
@pytest.mark.parametrize(("kind", "error"), [("days", "exception"), ("tests", "tests")])
def test_a_module_that_is_no_file_is_an_error_of_its_day_alone(
    aoc: Aoc, project: Project, kind: str, error: str, spoil: Callable[[Path], object]
) -> None:
    if WINDOWS and spoil in (pipe, broken_link):
        pytest.skip("Windows has none")
    for day in (1, 2):
        project.day(day, DAY, SAMPLE)
        project.remember("x\n", day=day)
    spoil(next((project.root / kind / "year2021").glob("*day01.py")))
    done = aoc("run", "1-2", "--json", "-p1")
    assert (done.code, done.results[0]["error"]["kind"]) == (1, error)
    assert [one["verdict"] for one in done.results if one["day"] == 2] == ["unknown"]


def test_two_files_of_a_day_are_an_error_of_this_day_alone(
    aoc: Aoc, project: Project
) -> None:
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


def test_an_input_may_be_named_without_the_zero(
    aoc: Aoc, project: Project, inputs: Path
) -> None:
    project.day(1, DAY)
    (inputs / "1.txt").write_text("x\n", encoding="utf-8")
    (inputs / "1.answers").write_text("5\n", encoding="utf-8")
    [result, _] = aoc("run", "1", "--json").results
    name = os.path.join("inputs", "2021", "1.txt")
    assert (result["input"], result["answer"], result["expected"]) == (
        f"file {name}",
        "'x'",
        "5",
    )
