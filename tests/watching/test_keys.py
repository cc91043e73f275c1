"""The keys of `aoc watch`, typed in a terminal; and the terminal after it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.marks import needs_pty
from tests.program import Project
from tests.watching.watcher import DAY, HINT, SHELL, TESTS, Typed, day_file, typed

pytestmark = needs_pty

LOOP = "open('began', 'w').close() or [0 for _ in iter(int, 1)]"
VARIANT = "\ndef part1_slow(words):\n    return sum(1 for _ in words)\n"


@contextmanager
def watching(project: Project, source: str = DAY, *options: str) -> Iterator[Typed]:
    """Watch day 1 in a terminal; the first run has ended."""
    project.day(1, source, TESTS)
    with typed(project, "1", *options) as watcher:
        watcher.until(HINT)
        yield watcher


def modes(watcher: Typed) -> object:
    """Return the modes of a terminal."""
    import termios

    return termios.tcgetattr(watcher.terminal.ours)[:6]


def test_enter_runs_it_again(project: Project) -> None:
    with watching(project) as watcher:
        watcher.press("\r")
        assert "2 right, 2 unknown" in watcher.until(HINT)
        assert watcher.quit() == 0


def test_e_runs_the_examples_only_and_1_one_part(project: Project) -> None:
    with watching(project) as watcher:
        watcher.press("e")
        assert "sample" not in watcher.until("examples only; h shows")
        watcher.press("1")
        assert "part 2 " not in watcher.until("examples only, part 1; h shows")
        watcher.press("1e")
        assert "2 right, 2 unknown" in watcher.until(HINT)


def test_v_runs_the_variants(project: Project) -> None:
    with watching(project, DAY + VARIANT) as watcher:
        watcher.press("v")
        assert "part 1 slow" in watcher.until("variants: all; h shows")
        watcher.press("v")
        assert "part 1 slow" not in watcher.until(HINT)


def test_h_shows_the_keys(project: Project) -> None:
    with watching(project) as watcher:
        watcher.press("h")
        assert "s: submit" in watcher.until("q: quit\n")
        watcher.press("?")
        watcher.until("q: quit\n")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["q", "\x04"])
def test_quitting_ends_a_run_and_restores_the_terminal(project: Project, key: str) -> None:
    project.day(1, DAY.replace("len(words)", LOOP), TESTS)
    with typed(project, "1") as watcher:
        before = modes(watcher)
        watcher.until("example 1, 1 s")
        assert modes(watcher) != before
        watcher.press(key)
        watcher.terminal.process.wait(20)
        assert modes(watcher) == before
        assert watcher.terminal.end().code == 0


def test_ctrl_c_restores_the_terminal(project: Project) -> None:
    project.day(1, DAY, TESTS)
    with typed(project, "1") as watcher:
        before = modes(watcher)
        watcher.until(HINT)
        watcher.press("\x03")
        watcher.until("interrupted")
        watcher.terminal.process.wait(20)
        assert modes(watcher) == before
        assert watcher.terminal.end().code == 130


def test_after_ctrl_z_it_goes_on_and_reads_keys(project: Project) -> None:
    project.day(1, DAY, TESTS)
    with typed(project, "1", through=[sys.executable, "-c", SHELL]) as watcher:
        watcher.until(HINT)
        watcher.press("\x1a")
        watcher.until("stopped\n")
        watcher.press("h")
        watcher.until("q: quit\n")
        assert watcher.quit() == 0


def test_the_debugger_has_the_terminal_until_it_ends(project: Project) -> None:
    source = DAY.replace("len(words)", "len(words) + words[5]")
    with watching(project, source) as watcher:
        watcher.press("p")
        watcher.until("(Pdb) ")
        watcher.press("p words\n")
        watcher.until("['a', 'b']")
        watcher.press("q\n")
        watcher.until(HINT)
        watcher.press("h")
        watcher.until("q: quit\n")
        day_file(project).write_text(DAY, encoding="utf-8")
        assert "2 right" in watcher.until(HINT)


def test_o_opens_the_puzzle(project: Project) -> None:
    opened = project.root / "opened"
    browser = project.root / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {opened}\n", encoding="utf-8")
    browser.chmod(0o755)
    project.day(1, DAY, TESTS)
    with typed(project, "1", env={"BROWSER": str(browser)}) as watcher:
        watcher.until(HINT)
        watcher.press("o")
        watcher.until("https://adventofcode.com/2021/day/1\n")
        watcher.press("h")
        watcher.until("q: quit\n")
        assert opened.read_text(encoding="utf-8") == "https://adventofcode.com/2021/day/1\n"
