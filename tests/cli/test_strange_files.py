"""Files and folders of a repository that nobody can read or name: `aoc init` and a run go on."""

from __future__ import annotations

import errno
import os
import socket
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS, needs_linux, needs_posix_permissions
from tests.support.program import Project

SCRIPT = b'numbers = open("input.txt").read().split()\nprint(len(numbers))\nprint(2)\n'
FUNCTION = b"def part1(t):\n    return "
FOUND = "2021: 12 scripts, {year}/day{day:02}.py\n"


@pytest.fixture
def root(project: Project) -> Path:
    """A repository of scripts, which gets something strange beside them."""
    for folder in ("days", "tests"):
        (project.root / folder / "year2021").rmdir()
        (project.root / folder).rmdir()
    (project.root / "2021").mkdir()
    for day in range(1, 13):
        (project.root / "2021" / f"day{day:02}.py").write_bytes(SCRIPT)
    (project.root / "inputs" / "2021").mkdir(parents=True)
    (project.root / "inputs" / "2021" / "01.txt").write_text("1 2 3\n")
    return project.root


def listed(aoc: Aoc) -> str:
    """Return what `aoc init` says besides the scripts, and check that they run."""
    done = aoc("init", "--dry-run")
    assert (done.code, done.err, done.out.startswith(FOUND)) == (0, "", True), done
    assert aoc("init", "--yes").code == 0
    ran = aoc("run", "1", "--json")
    assert [row["answer"] for row in ran.results if row["part"]] == ["3", "2"], ran
    assert ran.code == 0
    return done.out.removeprefix(FOUND)


TEXTS = (
    FUNCTION + b"1\0\n",
    "def part1(t): return 1\n".encode("utf-16"),
    FUNCTION + b"(" * 5000 + b"1" + b")" * 5000,
    FUNCTION + b"+".join([b"1"] * 100_000),
    FUNCTION + b"-" * 100_000 + b"1",
    b"# caf\xe9\n" + FUNCTION + b"1\n",
    b"# coding: nonsense\n" + FUNCTION + b"1\n",
    FUNCTION + b"+".join([b"t"] * 900),
    b"x = 1\n" * 200_000,
)


def test_files_that_are_no_solution_are_named(aoc: Aoc, root: Path) -> None:
    for day, text in enumerate(TEXTS, 13):
        (root / "2021" / f"day{day:02}.py").write_bytes(text)
    assert listed(aoc) == (
        "4 files not understood: 2021/day13.py, 2021/day14.py, 2021/day15.py, 2021/day16.py "
        "(is no Python 3)\n"
        "2 files not understood: 2021/day17.py, 2021/day20.py "
        "(is nested too deep for Python)\n"
        "2 files not understood: 2021/day18.py, 2021/day19.py "
        "(only defines functions or classes)\n"
        "1 file not understood: 2021/day21.py (cannot be read: it is larger than 1 MB)\n"
    )


def bind(path: Path) -> None:
    """Make a socket."""
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def in_latin_1(root: Path, name: str) -> None:
    """Write a script with a name in Latin-1."""
    path = os.path.join(os.fsencode(root), name.encode("latin-1"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(SCRIPT)


def make_fifo(path: Path) -> None:
    """Make a named pipe, of which Windows has no function."""
    os.mkfifo(path)


PLACES: tuple[tuple[str, Callable[[Path], object]], ...] = (
    ("2021/day13.py", make_fifo),
    ("2021/day14.ipynb", make_fifo),
    ("2021/day15.py", lambda path: path.symlink_to("/dev/zero")),
    ("2021/day16.py", bind),
    ("2021/day17.py", lambda path: path.symlink_to("nowhere")),
    ("2021/day18.py", lambda path: path.symlink_to(path.name)),
    ("2021/day19.py", Path.mkdir),
    ("2021/loop", lambda path: path.symlink_to(path.parent)),
    ("README.md", make_fifo),
)


@needs_linux
def test_places_that_cannot_be_read_or_named_are_left_out(aoc: Aoc, root: Path) -> None:
    for name, make in PLACES:
        make(root / name)
    for name in ("l\xf6sungen/2021/day13.py", "2021/day13\nx.py", "\x1b[31m/2021/day13.py"):
        in_latin_1(root, name)
    assert listed(aoc) == (
        "4 files not understood: 2021/day13.py, 2021/day14.ipynb, 2021/day15.py, "
        "2021/day16.py (cannot be read: not a regular file)\n"
        "1 file not understood: 2021/day17.py (cannot be read: No such file or directory)\n"
        "1 file not understood: 2021/day18.py "
        f"(cannot be read: {os.strerror(errno.ELOOP)})\n"
    )
    # In a run, it is an error of its day alone.
    ran = aoc("run", "1,13,17", "--json")
    assert [row["answer"] for row in ran.results] == ["3", "2", None, None]
    assert ran.code == 1


@needs_posix_permissions
@pytest.mark.skipif(not WINDOWS and os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("name", ["2021/day13.py", "other/day13.py"])
def test_what_may_not_be_read_is_left_out(aoc: Aoc, root: Path, name: str) -> None:
    path = root / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(SCRIPT)
    closed = path if path.parent.name == "2021" else path.parent
    closed.chmod(0)
    try:
        said = listed(aoc)
    finally:
        closed.chmod(0o700)
    assert said == (
        "1 file not understood: 2021/day13.py (cannot be read: Permission denied)\n"
        if closed is path
        else ""
    )


@needs_linux
def test_a_title_in_latin_1_stands_for_any_title(aoc: Aoc, root: Path) -> None:
    in_latin_1(root, "2021/day13-caf\xe9.py")
    (root / "inputs" / "2021" / "13.txt").write_text("1 2 3\n")
    assert aoc("init", "--yes").code == 0
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    patterns = [layout["days"] for layout in settings["tool"]["aoc"]["layouts"]]
    assert sorted(patterns) == ["{year}/day{day:02}.py", "{year}/day{day}-*.py"]
    ran = aoc("run", "1,13", "--json")
    assert [row["answer"] for row in ran.results if row["part"]] == ["3", "2"] * 2
    assert ran.code == 0


def test_a_module_may_begin_with_the_mark_that_windows_writes(aoc: Aoc, root: Path) -> None:
    for path in (root / "2021").glob("*.py"):
        path.unlink()
    script = '"""Day 1: Sums."""\ndef part1(text):\n    return sum(map(int, text.split()))\n'
    (root / "2021" / "day01.py").write_text(script, "utf-8-sig")
    (root / "inputs" / "2021" / "01.txt").write_text("1 2 3\n")
    done = aoc("init", "--yes")
    assert (done.code, "not understood" in done.out + done.err) == (0, False)
    assert "2021/01 Sums\n" in aoc("run", "1").out


@needs_linux
def test_a_project_may_have_a_folder_of_any_name(aoc: Aoc, project: Project) -> None:
    folder = os.fsdecode(b"caf\xe9 a\nb")
    assert aoc("init", folder).code == 0
    assert (project.root / folder / "pyproject.toml").exists()
