"""`aoc watch` with the ways in which editors save: one run for each save, of what was saved."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import Project
from tests.watching.watcher import DAY, END, TESTS, day_file, piped

PLAIN, CHANGED = "len(words)", "len([*words])"
SAVED = DAY.replace(PLAIN, CHANGED)


def in_place(path: Path, text: str) -> None:
    """As VS Code: the file is truncated, then written."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.flush()
        file.write(text.encode())


def vim(path: Path, text: str) -> None:
    """As vim with `backupcopy=no`: a probe, the old file becomes the backup, a new one is made."""
    probe = path.with_name("4913")
    probe.touch()
    probe.unlink()
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    in_new_file(path, text)
    backup.unlink()


def vim_with_copy(path: Path, text: str) -> None:
    """As vim with `backupcopy=yes`: the old file is copied, then it is written over."""
    backup = path.with_name(f"{path.name}~")
    shutil.copy2(path, backup)
    in_place(path, text)
    backup.unlink()


def jetbrains(path: Path, text: str) -> None:
    """As JetBrains' safe write: a temporary file takes the place of the old one, which is kept."""
    new = path.with_name(f"{path.name}___jb_tmp___")
    old = path.with_name(f"{path.name}___jb_old___")
    in_new_file(new, text)
    path.rename(old)
    new.rename(path)
    old.unlink()


def replaced(path: Path, text: str) -> None:
    """As `sed -i`, Emacs and many others: a new file is renamed over the old one."""
    new = path.with_name("sedAbCdEf")
    in_new_file(new, text)
    new.replace(path)


def in_new_file(path: Path, text: str) -> None:
    """Write a file and wait until the disk has it, as careful editors do."""
    with path.open("xb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


@pytest.mark.parametrize("save", [vim, jetbrains])
def test_a_save_is_one_run_of_what_was_saved(
    project: Project, save: Callable[[Path, str], None]
) -> None:
    check_saves(project, save)


@pytest.mark.slow
@pytest.mark.parametrize("save", [in_place, vim_with_copy, replaced])
def test_a_save_in_another_way_is_one_run_too(
    project: Project, save: Callable[[Path, str], None]
) -> None:
    check_saves(project, save)


@pytest.mark.skipif(shutil.which("vim") is None, reason="needs vim")
@pytest.mark.parametrize(
    "copy", ["auto", *(pytest.param(copy, marks=pytest.mark.slow) for copy in ("yes", "no"))]
)
def test_the_real_vim_is_one_run(project: Project, copy: str) -> None:
    def vim(path: Path, text: str) -> None:
        old, new = (PLAIN, CHANGED) if CHANGED in text else (CHANGED, PLAIN)
        command = ["vim", "-e", "-s", "-u", "NONE", "-c", f"set writebackup backupcopy={copy}"]
        command += ["-c", rf"%s/\V{old}/{new}/", "-c", "wq", str(path)]
        subprocess.run(command, stdin=subprocess.DEVNULL, timeout=30, check=True)
        assert path.read_text(encoding="utf-8") == text

    check_saves(project, vim)


def check_saves(project: Project, save: Callable[[Path, str], None]) -> None:
    """Check that each of three saves is one run, and that the last saves what is wrong."""
    project.day(1, DAY, TESTS)
    path = day_file(project)
    shown = ""
    with piped(project, "1", "--example", "--part", "1") as watcher:
        watcher.until(END)
        for text in (SAVED, DAY, SAVED):
            save(path, text)
            shown += watcher.until("the same answers as in the last run\n")
        path.write_text(DAY.replace("len(words)", "20"), encoding="utf-8")
        shown += watcher.until("20, expected 2")
    assert path.read_text(encoding="utf-8") != SAVED
    assert shown.count("2021/01\n") == 4
    assert "does not exist" not in shown
