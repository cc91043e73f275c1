"""`aoc watch`: what is run when something is saved, in a program without a terminal."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.marks import needs_linux, needs_signals
from tests.program import Project, processes_with
from tests.watching.watcher import DAY, END, TESTS, day_file, piped

pytestmark = pytest.mark.slow

HELPED = DAY.replace("def parse", "from days.tools.lengths import ADDED\n\ndef parse")


def save(path: Path, text: str) -> None:
    """Save a file, as programs do that write into it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def answering(answer: str) -> str:
    """Return a day whose part 1 returns the value of an expression."""
    return DAY.replace("len(words)", answer)


def test_the_input_is_left_out_while_an_example_fails(project: Project) -> None:
    project.day(1, answering("len(words) + 1"), TESTS)
    with piped(project, "1") as watcher:
        assert "sample" not in watcher.until("your input is run once all examples pass\n")
        save(day_file(project), DAY)
        assert "2 right, 2 unknown" in watcher.until(END)


def test_what_has_changed_since_the_last_run_is_shown(project: Project) -> None:
    project.day(1, answering("len(words) + 1"), TESTS)
    with piped(project, "1") as watcher:
        watcher.until(END)
        save(day_file(project), DAY)
        assert "  example 1, part 1: ✔ 2, was ✘ 3\n" in watcher.until("was ✘ 3\n")
        save(day_file(project), answering("len([*words])"))
        watcher.until(END)
        watcher.until("the same answers as in the last run\n")
    assert not (project.root / ".aoc").exists()


def test_saves_of_the_same_size_within_a_second_are_all_run(project: Project) -> None:
    project.day(1, answering("10"), TESTS)
    env = {"PYTHONDONTWRITEBYTECODE": ""}
    with piped(project, "1", "--part", "1", env=env) as watcher:
        watcher.until("10, expected 2")
        for answer in range(11, 16):
            save(day_file(project), answering(str(answer)))
            watcher.until(f"{answer}, expected 2")
            watcher.until(END)


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


@pytest.mark.parametrize("name", ["mine.txt", "inputs/2021/01.txt"])
def test_the_input_is_watched(project: Project, name: str) -> None:
    project.day(1, DAY, TESTS)
    path = project.root / name
    save(path, "a b c d")
    options = ["--input", name] if name == "mine.txt" else []
    with piped(project, "1", *options) as watcher:
        assert f"file {os.path.join(*name.split('/'))}" in watcher.until(END)
        save(path, "a b c d e")
        shown = watcher.until("5, was ? 4\n")
        assert "2 right, 2 unknown" in shown


def test_a_day_may_be_deleted_and_come_back(project: Project) -> None:
    (project.root / "days" / "year2021").rmdir()
    (project.root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
    with piped(project, "1", "--example", "--year", "2021") as watcher:
        watcher.until("day01.py does not exist: create it with")
        project.day(1, DAY, TESTS)
        assert "2 right" in watcher.until(END)
        shutil.rmtree(project.root / "days")
        watcher.until("day01.py does not exist")
        project.day(1, DAY, TESTS)
        assert "2 right" in watcher.until(END)


def test_a_save_ends_the_run_before_it(project: Project) -> None:
    sign = project.root / "began"
    project.day(
        1, answering(f"open({str(sign)!r}, 'w').close() or [0 for _ in iter(int, 1)]"), TESTS
    )
    with piped(project, "1") as watcher:
        while not sign.exists():
            assert watcher.process.poll() is None
        save(day_file(project), DAY)
        shown = watcher.until(END)
        assert "2 right, 2 unknown" in shown
        assert shown.count("2021/01\n") == 1


@needs_linux
def test_nothing_is_left_of_a_run_that_was_ended(project: Project) -> None:
    sign = project.root / "began"
    env = {"OF_THIS_TEST": str(project.root)}
    project.day(
        1, answering(f"open({str(sign)!r}, 'w').close() or [0 for _ in iter(int, 1)]"), TESTS
    )
    with piped(project, "1", env=env) as watcher:
        while not sign.exists():
            assert watcher.process.poll() is None
        during = processes_with(f"OF_THIS_TEST={project.root}")
        save(day_file(project), DAY)
        watcher.until("log in with")
        after = processes_with(f"OF_THIS_TEST={project.root}")
    # What watches and what starts workers are still there; a worker of the next run may be.
    assert len(during - after) == 1


@needs_signals
@pytest.mark.parametrize("looping", [False, True])
def test_ctrl_c_ends_it(project: Project, looping: bool) -> None:
    sign = project.root / "began"
    loop = f"open({str(sign)!r}, 'w').close() or [0 for _ in iter(int, 1)]"
    project.day(1, answering(loop) if looping else DAY, TESTS)
    with piped(project, "1") as watcher:
        if looping:
            while not sign.exists():
                assert watcher.process.poll() is None
        else:
            watcher.until("log in with")
        watcher.process.send_signal(signal.SIGINT)
        watcher.until("aoc: interrupted")
        assert watcher.process.wait(20) == 130


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["1-2"], "one day"),
        (["1", "--example", "--sample"], "--example and --sample do not go together"),
        (["1", "--input", "nothing.txt"], "--input nothing.txt cannot be read"),
    ],
)
def test_what_cannot_be_watched_is_one_sentence(
    project: Project, options: list[str], text: str
) -> None:
    project.day(1, DAY, TESTS)
    done = project.run("watch", *options)
    assert (done.code, done.out) == (2, "")
    assert text.lower() in done.err.lower()
