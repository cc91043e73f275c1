"""`aoc watch` with the ways in which editors save: one run for each save, of what was saved."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import Project
from tests.watching.watcher import DAY, END, TESTS, day_file, piped

PLAIN, CHANGED = "len(words)", "len([*words])"
SAVED = DAY.replace(PLAIN, CHANGED)


def vim(path: Path, text: str) -> None:
    """As vim with `backupcopy=no`: a probe, the old file becomes the backup, a new one is made."""
    probe = path.with_name("4913")
    probe.touch()
    probe.unlink()
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    in_new_file(path, text)
    backup.unlink()


def jetbrains(path: Path, text: str) -> None:
    """As JetBrains' safe write: a temporary file takes the place of the old one, which is kept."""
    new = path.with_name(f"{path.name}___jb_tmp___")
    old = path.with_name(f"{path.name}___jb_old___")
    in_new_file(new, text)
    path.rename(old)
    new.rename(path)
    old.unlink()


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
