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
from tests.support.marks import (
    WINDOWS,
    needs_linux,
    needs_posix_permissions,
    needs_posix_shell,
)
from tests.support.program import Project

SCRIPT = b'numbers = open("input.txt").read().split()\nprint(len(numbers))\nprint(2)\n'
FUNCTION = b"def part1(t):\n    return "
FOUND = "2021: 1 script, {year}/day{day:02}.py\n"
TOO_DEEP = "is nested too deep for Python"


@pytest.fixture
def root(project: Project) -> Path:
    """A repository of one script, which gets something strange beside it."""
    for folder in ("days", "tests"):
        (project.root / folder / "year2021").rmdir()
        (project.root / folder).rmdir()
    (project.root / "2021").mkdir()
    (project.root / "2021" / "day02.py").write_bytes(SCRIPT)
    (project.root / "inputs" / "2021").mkdir(parents=True)
    (project.root / "inputs" / "2021" / "02.txt").write_text("1 2 3\n")
    return project.root


def listed(aoc: Aoc) -> str:
    """Return what `aoc init` says of the repository besides the script, and check that it runs."""
    done = aoc("init", "--dry-run")
    assert (done.code, done.err, done.out.startswith(FOUND)) == (0, "", True), done
    assert aoc("init", "--yes").code == 0
    ran = aoc("run", "2", "--json")
    assert [row["answer"] for row in ran.results if row["part"]] == ["3", "2"], ran
    assert ran.code == 0
    return done.out.removeprefix(FOUND)


TEXTS = {
    "zeros": (FUNCTION + b"1\0\n", ""),
    "an unknown encoding": (
        b"# coding: nonsense\n" + FUNCTION + b"1\n",
        "only defines functions or classes",
    ),
    "no UTF-8": (
        b"# caf\xe9\n" + FUNCTION + b"1\n",
        "only defines functions or classes",
    ),
    "UTF-16": ("def part1(t): return 1\n".encode("utf-16"), ""),
    "brackets": (FUNCTION + b"(" * 5000 + b"1" + b")" * 5000, ""),
    "open brackets": (FUNCTION + b"[" * 100_000, ""),
    "a sum": (FUNCTION + b"+".join([b"1"] * 100_000), ""),
    "a sum that can be parsed": (FUNCTION + b"+".join([b"t"] * 900), ""),
    "signs": (FUNCTION + b"-" * 100_000 + b"1", TOO_DEEP),
    "attributes": (FUNCTION + b"t" + b".a" * 100_000, ""),
    "branches": (
        b"def part1(t):\n    if t: pass\n" + b"    elif t: pass\n" * 50_000,
        TOO_DEEP,
    ),
    "too large": (b"x = 1\n" * 200_000, "cannot be read: it is larger than 1 MB"),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_a_file_that_is_no_solution_is_named(aoc: Aoc, root: Path, kind: str) -> None:
    text, why = TEXTS[kind]
    (root / "2021" / "day03.py").write_bytes(text)
    said = listed(aoc)
    assert said.startswith("1 file not understood: 2021/day03.py (")
    assert why in said


def in_a_row(root: Path, names: int) -> None:
    """Make folders in each other, deeper than a path can be long, and a script in the last one."""
    folder = os.open(root, os.O_RDONLY)
    for _ in range(names):
        os.mkdir("a", dir_fd=folder)
        inner = os.open("a", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(os.open("day04.py", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)


def bind(path: Path) -> None:
    """Make a socket."""
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def in_latin_1(root: Path, name: str, text: bytes = SCRIPT) -> None:
    """Write a script with a name in Latin-1."""
    path = os.path.join(os.fsencode(root), name.encode("latin-1"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text)


NO_FILE = "1 file not understood: 2021/day03.py (cannot be read: not a regular file)\n"
PLACES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a pipe": (lambda root: os.mkfifo(root / "2021" / "day03.py"), NO_FILE),
    "a device": (
        lambda root: (root / "2021" / "day03.py").symlink_to("/dev/zero"),
        NO_FILE,
    ),
    "a socket": (lambda root: bind(root / "2021" / "day03.py"), NO_FILE),
    "a broken link": (
        lambda root: (root / "2021" / "day03.py").symlink_to("nowhere"),
        "1 file not understood: 2021/day03.py (cannot be read: No such file or directory)\n",
    ),
    "a link to itself": (
        lambda root: (root / "2021" / "day03.py").symlink_to("day03.py"),
        f"1 file not understood: 2021/day03.py (cannot be read: {os.strerror(errno.ELOOP)})\n",
    ),
    "a folder": (lambda root: (root / "2021" / "day03.py").mkdir(), ""),
    "a loop of links": (lambda root: (root / "2021" / "loop").symlink_to(root), ""),
    "a pipe that is a notebook": (
        lambda root: os.mkfifo(root / "2021" / "day03.ipynb"),
        "1 file not understood: 2021/day03.ipynb (cannot be read: not a regular file)\n",
    ),
    "a pipe in place of the README": (lambda root: os.mkfifo(root / "README.md"), ""),
    "a folder in Latin-1": (
        lambda root: in_latin_1(root, "l\xf6sungen/2021/day03.py"),
        "",
    ),
    "a line end in a name": (
        lambda root: in_latin_1(root, "2021/day03\nx.py"),
        "",
    ),
    "an escape in a name": (
        lambda root: in_latin_1(root, "\x1b[31m/2021/day03.py"),
        "",
    ),
}


@needs_linux
@pytest.mark.parametrize("kind", PLACES)
def test_a_place_that_cannot_be_read_or_named_is_left_out(
    aoc: Aoc, root: Path, kind: str
) -> None:
    make, said = PLACES[kind]
    make(root)
    assert listed(aoc) == said


@needs_posix_permissions
@pytest.mark.skipif(
    not WINDOWS and os.geteuid() == 0, reason="root may read everything"
)
@pytest.mark.parametrize("name", ["2021/day03.py", "other/day03.py"])
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
        "1 file not understood: 2021/day03.py (cannot be read: Permission denied)\n"
        if closed is path
        else ""
    )


@needs_linux
def test_a_title_in_latin_1_stands_for_any_title(aoc: Aoc, root: Path) -> None:
    in_latin_1(root, "2021/day12-caf\xe9.py")
    (root / "inputs" / "2021" / "12.txt").write_text("1 2 3\n")
    assert aoc("init", "--yes").code == 0
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    patterns = [layout["days"] for layout in settings["tool"]["aoc"]["layouts"]]
    assert sorted(patterns) == ["{year}/day{day:02}.py", "{year}/day{day}-*.py"]
    ran = aoc("run", "all", "--json")
    assert [row["answer"] for row in ran.results if row["part"]] == ["3", "2"] * 2
    assert ran.code == 0


def test_a_module_may_begin_with_the_mark_that_windows_writes(
    aoc: Aoc, root: Path
) -> None:
    for path in (root / "2021").glob("*.py"):
        path.unlink()
    script = (
        '"""Day 1: Sums."""\ndef part1(text):\n    return sum(map(int, text.split()))\n'
    )
    (root / "2021" / "day01.py").write_text(script, "utf-8-sig")
    (root / "inputs" / "2021" / "01.txt").write_text("1 2 3\n")
    done = aoc("init", "--yes")
    assert (done.code, "not understood" in done.out + done.err) == (0, False)
    assert "2021/01 Sums\n" in aoc("run", "1").out


@needs_posix_shell
@pytest.mark.parametrize("kind", ["a pipe", "a broken link"])
def test_a_day_that_cannot_be_read_is_an_error_of_its_own(
    aoc: Aoc, root: Path, kind: str
) -> None:
    assert aoc("init", "--yes").code == 0
    path = root / "2021" / "day03.py"
    if kind == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")
    (root / "inputs" / "2021" / "03.txt").write_text("1\n")
    ran = aoc("run", "all", "--json")
    answers = {row["day"]: row["answer"] for row in ran.results}
    assert answers[2] == "2"
    assert ran.code == (1 if 3 in answers else 0)


@needs_linux
@pytest.mark.parametrize("name", ["caf\xe9", "a\nb"])
def test_a_project_may_have_a_folder_of_any_name(
    aoc: Aoc, project: Project, name: str
) -> None:
    folder = os.fsdecode(name.encode("latin-1"))
    assert aoc("init", folder).code == 0
    assert (project.root / folder / "pyproject.toml").exists()
