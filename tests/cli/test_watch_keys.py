"""Checks the keys of `aoc watch`, typed in a terminal; the terminal after it; and the site."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from tests.emulator import Account, Site
from tests.support.launchers import write_launcher
from tests.support.marks import needs_pty
from tests.support.program import Project
from tests.support.watcher import DAY, HINT, SHELL, TESTS, Typed, day_file, typed

pytestmark = needs_pty

VARIANT = "\ndef part1_slow(words):\n    return sum(1 for _ in words)\n"
INPUT = "GET /2021/day/21/input"


@contextmanager
def watching(project: Project, source: str = DAY, env: Mapping[str, str] = {}) -> Iterator[Typed]:
    """Watch day 1 in a terminal; the first run has ended."""
    project.day(1, source, TESTS)
    with typed(project, "1", env=env) as watcher:
        watcher.until(HINT)
        yield watcher


def modes(watcher: Typed) -> object:
    """Return the modes of a terminal."""
    import termios

    return termios.tcgetattr(watcher.terminal.ours)[:6]


def test_keys_choose_what_is_run_and_open_the_puzzle(project: Project) -> None:
    browser = project.root / "browser"
    write_launcher(browser, "#!/bin/sh\necho $1 > opened\n")
    with watching(project, DAY + VARIANT, {"BROWSER": str(browser)}) as watcher:
        watcher.press("e")
        assert "sample" not in watcher.until("examples only; h shows")
        watcher.press("1")
        assert "part 2 " not in watcher.until("examples only, part 1; h shows")
        watcher.press("1e")
        assert "2 right, 2 unknown" in watcher.until(HINT)
        watcher.press("v")
        assert "part 1 slow" in watcher.until("variants: all; h shows")
        watcher.press("v")
        assert "part 1 slow" not in watcher.until(HINT)
        watcher.press("\r")
        assert "2 right, 2 unknown" in watcher.until(HINT)
        watcher.press("o")
        watcher.until("https://adventofcode.com/2021/day/1\n")
        for key in "h?":
            watcher.press(key)
            assert "s: submit" in watcher.until("q: quit\n")
        assert watcher.quit() == 0
    assert (project.root / "opened").read_text() == "https://adventofcode.com/2021/day/1\n"


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_the_end_of_it_ends_a_run_and_restores_the_terminal(
    project: Project, key: str, code: int
) -> None:
    wait = "open('began', 'w').close() or __import__('time').sleep(1000)"
    project.day(1, DAY.replace("len(words)", wait), TESTS)
    with typed(project, "1") as watcher:
        before = modes(watcher)
        while not (project.root / "began").exists():
            watcher.read(0.01)
        assert modes(watcher) != before
        watcher.press(key)
        watcher.terminal.process.wait(60)
        assert modes(watcher) == before
        assert watcher.terminal.end().code == code


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
    with watching(project, DAY.replace("len(words)", "len(words) + words[5]")) as watcher:
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


@pytest.fixture
def solved(project: Project, account: Account) -> Project:
    """A project whose day 21 has the right answers, and no input in the cache."""
    one, two = account.sheets[2021, 21].answer1, account.sheets[2021, 21].answer2
    is_example = "words == ['a']"
    source = DAY.replace("len(words)", f"5 if {is_example} else {one}")
    source = source.replace("7", f"6 if {is_example} else {two}")
    tests = "from aoc import Example\n\nEXAMPLES = [Example('a', part1=5, part2=6)]\n"
    project.day(21, source, tests)
    (project.account_files(account.id) / "2021_21_input.txt").unlink()
    return project


def test_the_input_is_fetched_once_and_s_submits_each_open_part_once(
    site: Site, account: Account, solved: Project
) -> None:
    with typed(solved, "21") as watcher:
        watcher.until(HINT)
        assert site.asked() == [INPUT]
        with day_file(solved, 21).open("a", encoding="utf-8") as file:
            file.write("\n# saved\n")
        assert account.id in watcher.until(HINT)
        watcher.press("s")
        for part in (1, 2):
            watcher.until(f"2021/21 part {part}: ")
            watcher.until(" is right!")
        assert (site.count("POST"), account.solved(2021, 21)) == (2, 2)
        assert INPUT not in site.asked()
        watcher.press("\r")
        assert "4 right" in watcher.until(HINT)
        watcher.press("s")
        watcher.until("nothing to submit")
        assert watcher.quit() == 0
    assert site.asked() == []


def test_an_input_that_cannot_be_fetched_is_not_asked_for_again(
    site: Site, account: Account, solved: Project
) -> None:
    account.expire()
    with typed(solved, "21") as watcher:
        assert "sample" not in watcher.until(HINT)
        assert INPUT in site.asked()
        watcher.press("\n")
        watcher.until(HINT)
        assert watcher.quit() == 0
    assert site.asked() == []
