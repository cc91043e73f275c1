"""What `aoc doctor` says about aocd's data folder."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import IO

import pytest

from aoc.doctor.cache_check import check
from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject
from aoc.site.accounts import Accounts
from tests.marks import needs_posix_permissions


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of aocd's folder, which does not exist yet."""
    monkeypatch.setenv("AOCD_DIR", str(tmp_path / "deep" / "aocd"))
    return tmp_path / "deep" / "aocd"


def found() -> list[Finding]:
    return list(check(Subject(Accounts())))


def test_a_folder_that_can_be_written_is_named(folder: Path) -> None:
    (folder / "github.alice.1").mkdir(parents=True)
    assert found() == [Finding("cache", Status.OK, str(folder))]
    assert os.listdir(folder) == ["github.alice.1"]


def test_a_folder_that_can_be_made_is_well(folder: Path) -> None:
    [finding] = found()
    assert (finding.status, finding.message) == (
        Status.OK,
        f"{folder} will be created when something is cached",
    )
    assert not folder.parent.exists()


def test_a_file_in_place_of_the_folder_is_wrong(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("")
    [finding] = found()
    assert (finding.status, finding.message) == (Status.ERROR, f"{folder} is not a folder")


def test_a_folder_below_a_file_is_wrong(folder: Path) -> None:
    folder.parent.write_text("")
    [finding] = found()
    assert finding.status is Status.ERROR
    assert finding.message.startswith(f"{folder} cannot be written ({folder.parent}: ")


@pytest.mark.parametrize("refused", ["aocd", "github.alice.1"])
def test_a_folder_on_a_medium_that_cannot_be_written_is_wrong(
    folder: Path, refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(dir: str, prefix: str) -> IO[bytes]:
        if os.path.basename(dir) == refused:
            raise OSError(errno.EROFS, "Read-only file system")
        return real(dir=dir, prefix=prefix)

    real = tempfile.TemporaryFile
    (folder / "github.alice.1").mkdir(parents=True)
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    [finding] = found()
    assert finding.status is Status.ERROR
    assert finding.message.endswith(f"{refused} cannot be written (Read-only file system)")


@needs_posix_permissions
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write anywhere")
@pytest.mark.parametrize("locked", [".", "github.alice.1", ".."])
def test_a_folder_that_cannot_be_written_is_wrong(folder: Path, locked: str) -> None:
    if locked == "..":
        folder.parent.mkdir()
    else:
        (folder / "github.alice.1").mkdir(parents=True)
    path = (folder / locked).resolve()
    path.chmod(0o555)
    try:
        [finding] = found()
    finally:
        path.chmod(0o755)
    assert finding.status is Status.ERROR
    assert "Permission denied" in finding.message
