"""Checks `aoc watch`: what is run when something is saved, in a program without a terminal."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.emulator import Account, Site, dice_sheet, faults
from tests.support.logs import logged
from tests.support.marks import needs_proc, not_on_wine
from tests.support.program import Project, Signal, processes_with
from tests.support.watcher import DAY, END, TESTS, day_file, piped

HELPED = DAY.replace("def parse", "from days.tools.lengths import ADDED\n\ndef parse")


def save(path: Path, text: str) -> None:
    """Save a file, as programs do that write into it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def vim(path: Path, text: str) -> None:
    """As vim with `backupcopy=no`: a probe, the old file becomes the backup, a new one is made."""
    probe = path.with_name("4913")
    probe.touch()
    probe.unlink()
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    save(path, text)
    backup.unlink()


def jetbrains(path: Path, text: str) -> None:
    """As JetBrains' safe write: a temporary file takes the place of the old one, which is kept."""
    new = path.with_name(f"{path.name}___jb_tmp___")
    old = path.with_name(f"{path.name}___jb_old___")
    save(new, text)
    path.rename(old)
    new.rename(path)
    old.unlink()


def answering(answer: str) -> str:
    """Return a day whose part 1 returns the value of an expression."""
    return DAY.replace("len(words)", answer)


@pytest.mark.slow
@pytest.mark.windows
@not_on_wine("lacks a library that watchfiles needs")
@pytest.mark.parametrize("save", [save, vim, jetbrains])
def test_a_save_is_one_run_of_what_was_saved(
    project: Project, save: Callable[[Path, str], None]
) -> None:
    project.day(1, DAY, TESTS)
    path = day_file(project)
    shown = ""
    # What was compiled of a file of the same size and second is not what is run.
    env = {"PYTHONDONTWRITEBYTECODE": ""}
    with piped(project, "1", "--example", "--part", "1", env=env) as watcher:
        watcher.until(END)
        for text in (answering("len([*words])"), DAY, answering("len([*words])")):
            save(path, text)
            shown += watcher.until("1 right; ")
        for answer in ("20", "21", "22"):
            save(path, answering(answer))
            shown += watcher.until(f"{answer}, expected 2")
    assert shown.count("2021/01\n") == 6
    assert "does not exist" not in shown


def test_the_input_is_left_out_while_an_example_fails(project: Project) -> None:
    project.day(1, answering("len(words) + 1"), TESTS)
    with piped(project, "1") as watcher:
        assert "sample" not in watcher.until("your input is run once all examples pass\n")
        save(day_file(project), DAY)
        assert "2 right, 2 unknown" in watcher.until(END)
    assert logged(project.root) == []


def test_prints_stand_above_the_row(project: Project) -> None:
    project.day(1, DAY.replace("return 7", "print('x\\n' * 59 + 'y'); return 7"), TESTS)
    with piped(project, "1", "--example") as watcher:
        shown = [line.strip() for line in watcher.until(END).splitlines()]
    above = shown.index("... the end of 60 lines; `aoc run -v` shows all")
    assert shown[above - 1].startswith("part 1")
    assert shown[above + 1 : above + 41] == ["x"] * 39 + ["y"]
    assert shown[above + 41].startswith("part 2")


@pytest.mark.slow
def test_a_helper_is_watched_from_the_save_on_that_imports_it(project: Project) -> None:
    project.day(1, DAY, TESTS)
    helper = project.root / "days" / "tools" / "lengths.py"
    with piped(project, "1", "--example") as watcher:
        watcher.until(END)
        save(day_file(project), HELPED.replace("len(words)", "len(words) + ADDED"))
        watcher.until("No module named 'days.tools'")
        save(helper, "ADDED = 5\n")
        watcher.until("7, expected 2")
        save(helper, "ADDED = 0\n")
        watcher.until("2 right")
        shutil.rmtree(helper.parent)
        watcher.until("No module named 'days.tools'")
        save(helper, "ADDED = 6\n")
        watcher.until("8, expected 2")


@pytest.mark.windows
@not_on_wine("lacks a library that watchfiles needs")
@pytest.mark.parametrize("name", ["mine.txt", "inputs/2021/01.txt"])
def test_the_input_is_watched(project: Project, name: str) -> None:
    project.day(1, DAY, TESTS)
    path = project.root / name
    save(path, "a b c d")
    options = ["--input", name] if name == "mine.txt" else []
    with piped(project, "1", *options) as watcher:
        assert f"file {os.path.join(*name.split('/'))}" in watcher.until(END)
        save(path, "a b c d e")
        watcher.until("2 right, 2 unknown")


def test_a_day_may_be_deleted_and_come_back(project: Project) -> None:
    project.configure("")
    project.day(1, DAY, TESTS)
    with piped(project, "1", "--example", "--year", "2021") as watcher:
        assert "2 right" in watcher.until(END)
        shutil.rmtree(project.root / "days")
        watcher.until("day01.py does not exist: create it with")
        project.day(1, DAY, TESTS)
        assert "2 right" in watcher.until(END)


@needs_proc
def test_a_save_ends_the_run_before_it_and_leaves_nothing_of_it(project: Project) -> None:
    mark = f"OF_THIS_TEST={project.root}"
    began = Signal(project.root / "began")
    wait = "open('began', 'w').close() or __import__('time').sleep(1000)"
    project.day(1, answering(wait), TESTS)
    with piped(project, "1", env=dict([mark.split("=")])) as watcher:
        began.wait()
        during = processes_with(mark)
        save(day_file(project), DAY)
        shown = watcher.until(END)
        watcher.until("log in with")
        after = processes_with(mark)
    assert "2 right, 2 unknown" in shown
    assert shown.count("2021/01\n") == 1
    # What watches and what starts workers are still there; a worker of the next run may be.
    assert len(during - after) == 1


def test_an_input_that_the_site_could_not_serve_comes_by_itself(
    project: Project, site: Site, account: Account
) -> None:
    account.give(2021, 1, dice_sheet(7, 1))
    project.day(1, DAY, TESTS)
    site.fail(faults.status(503), "GET", "/2021/day/1/input", times=1)
    pause = "import aoc.running.inputs\naoc.running.inputs.LATE_PAUSE = 0.5\n"
    with piped(project, "1", env=project.customize(pause)) as watcher:
        assert "answered 503" in watcher.until("try again")
        assert account.id in watcher.until(END)
    site.expect("*")
