"""The inputs that fuzzing has found, in files of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.errors import UsageError
from aoc.history.kept_inputs import keep_input, kept_inputs
from aoc.model import Puzzle

DAY = Puzzle(2021, 7)


def test_a_text_is_kept_as_the_site_would_serve_it(tmp_path: Path) -> None:
    path = keep_input(str(tmp_path), DAY, "1,2")
    assert Path(path).parent == tmp_path / ".aoc" / "fuzz"
    assert Path(path).read_bytes() == b"1,2\n"
    assert (tmp_path / ".aoc" / ".gitignore").exists()


def test_kept_texts_are_found_by_day(tmp_path: Path) -> None:
    path = keep_input(str(tmp_path), DAY, "1,2")
    keep_input(str(tmp_path), Puzzle(2021, 8), "3")
    assert kept_inputs(str(tmp_path), DAY) == {str(Path(path).relative_to(tmp_path)): "1,2"}
    assert kept_inputs(str(tmp_path), Puzzle(2020, 7)) == {}


def test_a_text_is_kept_once(tmp_path: Path) -> None:
    assert keep_input(str(tmp_path), DAY, "1") == keep_input(str(tmp_path), DAY, "1")
    assert len(kept_inputs(str(tmp_path), DAY)) == 1


def test_what_a_killed_program_has_left_is_deleted_and_no_other_file(tmp_path: Path) -> None:
    path = keep_input(str(tmp_path), DAY, "1")
    half = Path(f"{path}.4711.tmp")
    half.write_text("1", encoding="utf-8")
    own = half.with_name("notes.tmp")
    own.touch()
    assert len(kept_inputs(str(tmp_path), DAY)) == 1
    assert not half.exists()
    assert own.exists()


def test_what_is_no_text_is_left_out(tmp_path: Path) -> None:
    path = keep_input(str(tmp_path), DAY, "1")
    Path(path).write_bytes(b"\xff")
    assert kept_inputs(str(tmp_path), DAY) == {}


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / ".aoc").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match=r"\.aoc"):
        keep_input(str(tmp_path), DAY, "1")
