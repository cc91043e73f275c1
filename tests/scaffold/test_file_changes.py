"""Checks changes to the files of a folder: all of them are made, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.errors import UsageError
from aoc.scaffold.day_files import write_new_file
from aoc.scaffold.file_changes import FileChange, make_changes

NEW = FileChange("a/b/new", "new")
OLD = FileChange("old", "old and new", b"old")


def content(folder: Path) -> dict[str, str | None]:
    """Return all that is in a folder; a folder has no text."""
    return {
        path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_text("utf-8")
        for path in folder.rglob("*")
    }


def test_files_are_made_and_changed(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old", encoding="utf-8")
    make_changes(str(tmp_path), [NEW, OLD])
    expected = {"a": None, "a/b": None, "a/b/new": "new", "old": "old and new"}
    assert content(tmp_path) == expected


def test_if_one_cannot_be_made_all_is_as_before(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old", encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    before = content(tmp_path)
    with pytest.raises(UsageError, match="file"):
        make_changes(str(tmp_path), [NEW, OLD, FileChange("file/in/the/way", "")])
    assert content(tmp_path) == before


def test_a_folder_that_was_made_is_taken_back_too(tmp_path: Path) -> None:
    changes = [NEW, FileChange("a/b/new/in/a/file", "")]
    with pytest.raises(UsageError):
        make_changes(str(tmp_path / "x" / "y"), changes)
    assert content(tmp_path) == {}


def test_a_file_that_came_to_be_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="another program"):
        make_changes(str(tmp_path), [NEW, FileChange("mine", "ours")])
    assert content(tmp_path) == {"mine": "mine"}


def test_an_interruption_takes_everything_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old").write_text("old", encoding="utf-8")

    def interrupted(path: str, text: str) -> bool:
        if path.endswith("last"):
            raise KeyboardInterrupt
        return write_new_file(path, text)

    monkeypatch.setattr("aoc.scaffold.file_changes.write_new_file", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_changes(str(tmp_path), [OLD, NEW, FileChange("last", "")])
    assert content(tmp_path) == {"old": "old"}
