"""What is not a regular file is refused at once, wherever the program reads or writes a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from aoc import files
from aoc.errors import AocError, SiteError, UsageError
from tests.aoc import Aoc
from tests.marks import WINDOWS, needs_posix_shell
from tests.program import Project


def make_link_to_pipe(path: Path) -> None:
    """Make a link to what is no regular file, and is nobody's if it is deleted, unlike a device."""
    pipe = path.parent.with_name("pipe")
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    path.symlink_to(pipe)


KINDS: dict[str, Callable[[Path], None]] = {"a folder": Path.mkdir}
if not WINDOWS:
    KINDS["a link to a pipe"] = make_link_to_pipe

WRITERS: dict[str, tuple[Callable[[str], None], type[AocError]]] = {
    "write_file": (lambda path: files.write_file(path, "new"), SiteError),
    "overwrite": (lambda path: files.overwrite(path, b"new"), UsageError),
    "delete_file": (files.delete_file, SiteError),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_neither_written_nor_deleted(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "place"
    KINDS[kind](path)
    before = os.stat(path).st_ino
    for name, (write, expected) in WRITERS.items():
        with pytest.raises(expected) as raised:
            write(str(path))
        assert os.stat(path).st_ino == before, name
        assert os.listdir(tmp_path) == ["place"], name
        assert str(raised.value).startswith(f"{path} cannot be written ("), name
        assert str(raised.value).endswith("): fix this, then try again"), name


FOLDERS = [
    ("pyproject.toml", "run 21", 2),
    ("README.md", "report", 2),
    (".aoc/runs.jsonl", "history", 1),
    ("aocd/token", "fetch 21", 3),
    ("aocd/tokens.json", "login --list", 3),
    ("aocd/token2id.json", "login --list", 3),
]


@pytest.mark.parametrize(("name", "command", "code"), FOLDERS)
def test_a_folder_in_place_of_a_file_is_one_sentence(
    aoc: Aoc, project: Project, name: str, command: str, code: int
) -> None:
    project.day(21, "def part1(text): return 1\n")
    place = project.root / name
    place.mkdir(parents=True)
    done = aoc(*command.split())
    assert done.code == code, done.err
    assert place.name in done.err
    assert done.err.count("\n") == 1


@needs_posix_shell
def test_an_input_may_come_out_of_a_fifo_and_has_to_end(aoc: Aoc, project: Project) -> None:
    project.day(21, "def parse(text): return text\ndef part1(text): return len(text)\n")
    read, write = os.pipe()
    os.write(write, b"hello")
    os.close(write)
    done = aoc("run", "21", "--input", f"/dev/fd/{read}", "--json")
    os.close(read)
    assert '"answer": "5"' in done.out
    done = aoc("run", "21", "--input", "/dev/zero")
    assert done.code == 2
    assert done.err == "aoc: --input /dev/zero cannot be read: larger than 64 MB\n"
