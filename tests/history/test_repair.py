"""A damaged history: set aside, and all that can be read of it kept."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from aoc.history.database import DamagedError, database_path
from aoc.history.reader import read_records
from aoc.history.repair import repair
from tests.history.kept import RESULT, keep, query
from tests.program import Project

RUNS = 300
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a history of many pages."""
    root = tmp_path_factory.mktemp("whole")
    results = [RESULT._replace(day=day, part=part) for day in range(1, 26) for part in (1, 2)]
    for first in range(0, RUNS, 50):
        keep(root, *results, RESULT._replace(day=first))
    return root


@pytest.fixture
def root(whole: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(whole / ".aoc", tmp_path / ".aoc")
    return tmp_path


def damage(root: Path, page: int) -> None:
    """Overwrite a page of the history, counted from 0, with noise."""
    with open(database_path(str(root)), "r+b") as file:
        file.seek(page * PAGE)
        file.write(Random(page).randbytes(PAGE))


def aside(root: Path) -> list[str]:
    """Return the names of the damaged files beside the history."""
    return sorted(path.name for path in (root / ".aoc").glob("*.broken*"))


@pytest.mark.parametrize(
    "content", [b"", b"no database\n" * 1000, b"SQLite format 3\0" + b"\xff" * 5000], ids=len
)
def test_what_is_no_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".aoc").mkdir()
    path = tmp_path / ".aoc" / "history.sqlite3"
    path.write_bytes(content)
    sentences = keep(tmp_path, RESULT)
    assert query(tmp_path, "SELECT day FROM results") == [(1,)]
    if content:
        [sentence] = sentences
        assert sentence == (
            f"{path} was damaged: it is now {path}.broken, and 0 of its runs could be read"
        )
        assert (tmp_path / ".aoc" / "history.sqlite3.broken").read_bytes() == content
    else:
        assert sentences == []


def test_every_row_that_can_be_read_is_kept(root: Path) -> None:
    before = query(root, "SELECT id, day, part FROM results")
    size = Path(database_path(str(root))).stat().st_size
    damage(root, size // PAGE // 2)
    damage(root, size // PAGE // 2 + 3)
    sentences: list[str] = []
    with pytest.raises(DamagedError, match="is damaged"):
        read_records(str(root))
    sentence = repair(str(root))
    assert sentence is not None
    assert re.search(r"it is now .*history.sqlite3.broken, and \d+ of its runs could be", sentence)
    after = query(root, "SELECT id, day, part FROM results")
    assert set(after) <= set(before)
    assert len(after) > len(before) * 0.7
    assert query(root, "PRAGMA integrity_check") == [("ok",)]
    assert repair(str(root)) is None
    assert keep(root, RESULT) == sentences


@pytest.mark.parametrize("page", range(8))
def test_a_page_of_noise_costs_no_run_its_result(root: Path, page: int) -> None:
    damage(root, page)
    keep(root, RESULT._replace(day=77))
    try:
        days = [record.day for record in read_records(str(root))]
    except DamagedError:
        repair(str(root))
        days = [record.day for record in read_records(str(root))]
    assert days.count(77) == 1


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_file_that_was_cut_off_is_repaired(root: Path, share: float) -> None:
    path = Path(database_path(str(root)))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    keep(root, RESULT._replace(day=77))
    repair(str(root))
    assert aside(root) == ["history.sqlite3.broken"]
    assert [record.day for record in read_records(str(root))][-1] == 77
    assert query(root, "PRAGMA integrity_check") == [("ok",)]


def test_broken_files_keep_their_names(tmp_path: Path) -> None:
    (tmp_path / ".aoc").mkdir()
    path = tmp_path / ".aoc" / "history.sqlite3"
    for number in range(3):
        path.write_bytes(b"no database %d\n" % number * 1000)
        keep(tmp_path, RESULT)
    assert aside(tmp_path) == [f"history.sqlite3.broken{end}" for end in ("", "2", "3")]


def test_a_run_reports_the_damage_once(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.day(1, "def parse(text): return text\ndef part1(text): return 1\n")
    project.remember("6", day=1)
    assert project.run("run", "1").code == 0
    path = tmp_path / ".aoc" / "history.sqlite3"
    path.write_bytes(b"damage" * 1000)
    done = project.run("run", "1")
    assert done.code == 0
    assert done.err == (
        f"aoc: {path} was damaged: it is now {path}.broken, and 0 of its runs could be read\n"
    )
    done = project.run("run", "1")
    assert (done.code, done.err) == (0, "")
    assert query(tmp_path, "SELECT count(*) FROM runs") == [(2,)]


@pytest.mark.parametrize("command", [("status",), ("history",)])
def test_reading_repairs_it_too(tmp_path: Path, command: tuple[str, ...]) -> None:
    project = Project(tmp_path)
    project.day(1, "def parse(text): return text\ndef part1(text): return 1\n")
    keep(tmp_path, RESULT)
    path = tmp_path / ".aoc" / "history.sqlite3"
    path.write_bytes(b"damage" * 1000)
    done = project.run(*command)
    assert (done.code, done.err.count(" was damaged: it is now ")) == (0, 1)
    assert aside(tmp_path) == ["history.sqlite3.broken"]
