"""The files that other commands keep in `.aoc`, besides the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.errors import SiteError
from aoc.history.log import keep_file


def test_a_file_is_kept_where_git_does_not_see_it(tmp_path: Path) -> None:
    path = tmp_path / keep_file(str(tmp_path), "fuzz", "2021-07.txt", "1,2\n")
    assert path == tmp_path / ".aoc" / "fuzz" / "2021-07.txt"
    assert path.read_bytes() == b"1,2\n"
    assert (tmp_path / ".aoc" / ".gitignore").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / ".aoc").write_text("", encoding="utf-8")
    with pytest.raises(SiteError, match=r"\.aoc"):
        keep_file(str(tmp_path), "fuzz", "2021-07.txt", "1,2\n")
