"""What `.aoc` keeps besides the log: signs that were explained, and files of other commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.errors import SiteError
from aoc.history.log import keep_file, new_signs
from aoc.model import Verdict
from tests.marks import WINDOWS

PASS, UNKNOWN, SKIPPED = Verdict.PASS, Verdict.UNKNOWN, Verdict.SKIPPED


@pytest.fixture
def root(tmp_path: Path) -> str:
    """The folder of a project."""
    return str(tmp_path)


def shown(root: str) -> str:
    """Return what is stored about the signs that were shown."""
    return (Path(root) / ".aoc" / "signs").read_text(encoding="utf-8")


def test_a_sign_is_new_once(root: str) -> None:
    assert new_signs(root, [PASS]) == [PASS]
    assert new_signs(root, [PASS]) == []
    assert new_signs(root, [PASS, UNKNOWN]) == [UNKNOWN]
    assert shown(root) == "pass\nunknown\n"


def test_new_signs_come_in_the_order_of_the_verdicts(root: str) -> None:
    assert new_signs(root, {SKIPPED, UNKNOWN, PASS}) == [PASS, UNKNOWN, SKIPPED]
    assert shown(root) == "pass\nunknown\nskipped\n"


def test_without_a_new_sign_nothing_is_written(root: str) -> None:
    assert new_signs(root, []) == []
    assert not (Path(root) / ".aoc").exists()


def test_git_ignores_what_is_stored_also_in_a_folder_that_exists(root: str) -> None:
    (Path(root) / ".aoc").mkdir()
    new_signs(root, [PASS])
    assert (Path(root) / ".aoc" / ".gitignore").read_text(encoding="utf-8").endswith("\n*\n")


def test_what_cannot_be_read_explains_nothing(root: str) -> None:
    path = Path(root) / ".aoc" / "signs"
    path.mkdir(parents=True)
    assert new_signs(root, [PASS]) == []
    path.rmdir()
    path.write_bytes(b"\xff")
    assert new_signs(root, [PASS]) == []
    assert path.read_bytes() == b"\xff"


@pytest.mark.skipif(WINDOWS, reason="links need permissions on Windows")
def test_what_cannot_be_stored_is_not_explained_in_every_run(root: str) -> None:
    (Path(root) / ".aoc").mkdir()
    elsewhere = Path(root) / "gone" / "signs"
    (Path(root) / ".aoc" / "signs").symlink_to(elsewhere)
    assert new_signs(root, [PASS]) == []
    assert not elsewhere.exists()


def test_a_file_is_kept_where_git_does_not_see_it(tmp_path: Path) -> None:
    path = tmp_path / keep_file(str(tmp_path), "fuzz", "2021-07.txt", "1,2\n")
    assert path == tmp_path / ".aoc" / "fuzz" / "2021-07.txt"
    assert path.read_bytes() == b"1,2\n"
    assert (tmp_path / ".aoc" / ".gitignore").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / ".aoc").write_text("", encoding="utf-8")
    with pytest.raises(SiteError, match=r"\.aoc"):
        keep_file(str(tmp_path), "fuzz", "2021-07.txt", "1,2\n")
