"""Checks the writing of files: whole or not at all, while others use them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from aoc import files
from aoc.errors import SiteError, UsageError
from tests.support.marks import needs_posix_permissions, needs_windows

READER = "file = open(sys.argv[1])"
LOCKER = "from aoc.files import locked; lock = locked(sys.argv[1]); lock.__enter__()"


def start(program: str, path: Path) -> subprocess.Popen[bytes]:
    """Start a program on a file, and wait until it has it; it ends when its stdin is closed."""
    code = f"import sys; {program}; print(flush=True); sys.stdin.readline()"
    command = [sys.executable, "-c", code, str(path)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout
    assert child.stdout.readline()
    return child


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "file"
    files.write_file(str(path), "ä\nb\r\n")
    assert path.read_bytes() == "ä\nb\r\n".encode()
    files.overwrite(str(path), b"\x1a\n\r\n")
    assert path.read_bytes() == b"\x1a\n\r\n"
    assert os.listdir(path.parent) == ["file"]


@needs_posix_permissions
def test_a_private_file_is_for_its_owner_and_a_users_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file"
    files.write_file(str(path), "secret", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o751)
    files.overwrite(str(path), b"other")
    assert stat.S_IMODE(path.stat().st_mode) == 0o751


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    try:
        link.symlink_to(target)
        link.read_bytes()
    except OSError as error:
        pytest.skip(f"links cannot be made or do not work here: {error}")
    files.write_file(str(link), "new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@needs_posix_permissions
def test_a_file_that_cannot_be_replaced_keeps_its_old_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def refuse(*paths: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    message = r"file cannot be written \(Permission denied\)"
    with pytest.raises(SiteError, match=message):
        files.write_file(str(path), "new")
    with pytest.raises(UsageError, match=message):
        files.overwrite(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.windows
@needs_windows  # which alone refuses to replace a file that is open
def test_a_file_that_another_program_reads_is_replaced_when_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with start(READER, path) as reader:
        assert reader.stdin is not None
        timer = threading.Timer(0.5, reader.stdin.close)
        timer.start()
        files.write_file(str(path), "new")
        timer.join()
    assert path.read_bytes() == b"new"


@pytest.mark.windows
def test_only_one_program_at_a_time_has_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0.2)
    with start(LOCKER, path) as locker:
        with (
            pytest.raises(SiteError, match="another program has been writing"),
            files.locked(str(path)),
        ):
            pass
        assert locker.stdin is not None
        locker.stdin.close()
        assert locker.wait() == 0
    with files.locked(str(path)):
        pass
