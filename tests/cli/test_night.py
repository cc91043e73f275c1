"""Checks the night of a puzzle in one command: `aoc new --wait --open --watch`, and each alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.emulator import Account, Site, faults, unlock_time
from tests.support.aoc import Aoc
from tests.support.launchers import write_launcher
from tests.support.marks import needs_posix_shell, needs_pty
from tests.support.program import AOC, Project
from tests.support.terminal import Terminal
from tests.support.watcher import HINT, Typed

pytestmark = [needs_pty, needs_posix_shell]

NIGHT = ("new", "--wait", "--open", "--watch")
PUZZLE = "https://adventofcode.com/2026/day/1"
MODULE = os.path.join("days", "year2026", "day01.py")
TESTS = os.path.join("tests", "year2026", "test_day01.py")
UNLOCK = unlock_time(2026, 1)
HOUR = 3600
PART_1 = """\
def parse(text):
    return [int(line) for line in text.split()]

def part1(numbers):
    return sum(numbers)
"""
PART_2 = """
def part2(numbers):
    return sum(number * number for number in numbers)
"""


@pytest.fixture(autouse=True)
def evening(aoc: Aoc, site: Site, account: Account, project: Project) -> None:
    """The event of 2026 is coming; browser and editor write down what they open."""
    site.event(2026)
    # Other tests look at what is asked for when.
    site.expect("GET *", "POST *", "HEAD /")
    for name in ("browser", "editor"):
        program = f'#!/bin/sh\necho "$1" >> "{project.root / name}.txt"\n'
        write_launcher(project.root / "bin" / name, program)
    bin_folder = project.root / "bin"
    project.variables |= {
        "AOC_YEAR": "",
        "TZ": "UTC",
        "BROWSER": str(bin_folder / "browser"),
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "VISUAL": "",
        "EDITOR": "",
    }
    project.day(3, "", year=2025)


def set_clock(aoc: Aoc, seconds: float) -> None:
    """Let it be so many seconds after the unlock, and the clock go on."""
    aoc.clock.set(UNLOCK)
    aoc.clock.advance(seconds)
    aoc.clock.run()


def stop_clock_before_unlock(aoc: Aoc) -> None:
    """Let the unlock come 1.5 s after a test says `aoc.clock.run()`."""
    aoc.clock.set(UNLOCK)
    aoc.clock.advance(-1.5)


@contextmanager
def typed(aoc: Aoc, *args: str, **env: str) -> Iterator[Typed]:
    """Run a command in a terminal, until the end of a block."""
    with aoc.run(args):
        command = [*AOC, *args]
        variables = aoc.environment(env)
        terminal = Terminal(command, aoc.project.root, variables, columns=200)
        try:
            yield Typed(terminal)
        finally:
            terminal.process.kill()
            terminal.process.wait()


def opened(project: Project, name: str, watcher: Typed) -> str:
    """Return what the browser or the editor was given, once it has started."""
    path = project.root / f"{name}.txt"
    while not (path.exists() and path.read_text()):
        watcher.read(0.01)
    return path.read_text().rstrip("\n")


@pytest.mark.slow
def test_one_command_from_the_evening_before_to_two_stars(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    project.configure('editor = "editor {file}"')
    stop_clock_before_unlock(aoc)
    with typed(aoc, *NIGHT) as night:
        night.until("2026/01 unlocks in")
        aoc.clock.run()
        night.until(f"{TESTS}: 1 example")
        night.until(f"{PUZZLE}\n")
        night.until(HINT)
        assert opened(project, "browser", night) == PUZZLE
        assert opened(project, "editor", night) == str(project.root / MODULE)
        (project.root / MODULE).write_text(PART_1)
        night.until(HINT)
        night.press("s")
        night.until("is right!")
        night.until(HINT)  # the tests were saved
        (project.root / MODULE).write_text(PART_1 + PART_2)
        night.until(HINT)
        night.press("s")
        night.until("is right!")
        assert night.quit() == 0
    assert site.count("POST") == 2
    assert site.count("GET", "/2026/day/1/input") == 1


def test_a_key_that_quits_ends_the_wait_for_the_unlock(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    set_clock(aoc, -HOUR)
    with typed(aoc, *NIGHT) as night:
        night.until("2026/01 unlocks in")
        assert night.quit() == 0
    site.expect("*")
    assert not (project.root / MODULE).exists()


@pytest.mark.slow
def test_who_starts_it_again_goes_on_until_both_stars_are_there(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    set_clock(aoc, 60)
    with typed(aoc, *NIGHT) as night:
        night.until(HINT)
        assert night.quit() == 0
    with typed(aoc, *NIGHT) as night:
        night.until(f"{MODULE} exists already: left as it is")
        night.until("watching 2026/01; h shows")
        assert night.quit() == 0
    folder = project.account_files(account.id)
    for part in "ab":
        (folder / f"2026_01{part}_answer.txt").write_text("1")
    with typed(aoc, *NIGHT) as night:
        night.until("2026/02 unlocks in ")


@pytest.mark.slow
def test_it_waits_where_the_files_were_made_before(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    project.day(1, PART_1, "EXAMPLES = []\n", year=2026)
    stop_clock_before_unlock(aoc)
    with typed(aoc, "new", "1", "--wait", "--watch") as night:
        night.until("2026/01 unlocks in ")
        aoc.clock.run()
        night.until("part 1            ?")
        assert night.quit() == 0
    assert (project.root / MODULE).read_text() == PART_1
    assert not (project.root / "browser.txt").exists()


def test_open_alone_opens_page_and_editor_and_ends(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    set_clock(aoc, 60)
    with typed(aoc, "new", "1", "--open", EDITOR="editor") as watcher:
        assert opened(project, "editor", watcher) == str(project.root / MODULE)
        assert opened(project, "browser", watcher) == PUZZLE
        assert watcher.terminal.end().code == 0
    assert (project.root / TESTS).exists()


@pytest.mark.slow
def test_an_editor_without_a_window_has_the_terminal_or_is_not_started(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    vim = '#!/bin/sh\ntest -t 0 && test -t 1 && read line && echo "typed $line into $2"\n'
    for name in ("vim", "vim.basic"):
        write_launcher(project.root / "bin" / name, vim)
    set_clock(aoc, 60)
    with typed(aoc, "new", "1", "--open", VISUAL="vim -p") as watcher:
        watcher.until(f"{PUZZLE}\n")
        watcher.press("words\n")
        watcher.until(f"typed words into {project.root / MODULE}")
        assert watcher.terminal.end().code == 0
    with typed(aoc, "new", "1", "--open", "--watch", VISUAL="vim.basic") as watcher:
        watcher.until(f"vim needs a terminal of its own: open {MODULE} there, or set an ")
        watcher.until(HINT)
        assert watcher.quit() == 0


@pytest.mark.slow
def test_an_editor_that_does_not_start_is_no_reason_to_end(
    aoc: Aoc, account: Account, project: Project
) -> None:
    set_clock(aoc, 60)
    with typed(aoc, "new", "1", "--open", "--watch", VISUAL="it's") as watcher:
        watcher.until(f"there is no program it's: open {MODULE} yourself")
        watcher.until(HINT)
        assert watcher.quit() == 0


@pytest.mark.slow
def test_without_an_editor_the_file_is_named_and_stays_in_sight(
    aoc: Aoc, account: Account, project: Project
) -> None:
    set_clock(aoc, 60)
    with typed(aoc, *NIGHT) as night:
        night.until(f"{TESTS}: 1 example")
        night.until(
            f"no editor is set: open {MODULE}, or set an editor with a window, such as "
            'editor = "code {file}" below [tool.aoc]\n'
        )
        night.until(HINT)
        assert "\x1b[2J" not in night.terminal.raw
        assert night.quit() == 0


@pytest.mark.slow
def test_while_the_site_is_silent_the_request_is_shown(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    stop_clock_before_unlock(aoc)
    with site.hold("GET", "/2026/day/1/input"), typed(aoc, *NIGHT) as night:
        night.until("2026/01 unlocks in ")
        aoc.clock.run()
        night.until("waiting for adventofcode.com/2026/day/1/input")
        site.faults.clear()
        night.until(f"{TESTS}: 1 example")


@pytest.mark.slow
def test_what_the_site_owes_is_added_by_another_command(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.fail(faults.status(503), "GET", "/2026/day/1*", times=1000)
    set_clock(aoc, 180)
    with typed(aoc, *NIGHT) as night:
        night.until("title and examples are missing: `aoc new 2026/01` adds them later")
        night.until(HINT)
        site.faults.clear()
        assert aoc("new", "2026/1").out.endswith(f"{TESTS}: 1 example\n")
        night.until("example 1            parse")
        night.until(HINT)
        assert night.quit() == 0


@pytest.mark.slow
def test_half_a_day_after_the_unlock_it_waits_for_the_next_puzzle(
    aoc: Aoc, account: Account, project: Project
) -> None:
    set_clock(aoc, 11 * HOUR)
    with typed(aoc, *NIGHT) as night:
        night.until("watching 2026/01")
        assert night.quit() == 0
    aoc.clock.advance(2 * HOUR)
    with typed(aoc, *NIGHT) as night:
        night.until("2026/02 unlocks in ")


def test_a_wrong_editor_in_the_settings_is_refused(aoc: Aoc, project: Project) -> None:
    project.configure('editor = "code {fiel}"')
    done = aoc("new", "1", "--open")
    assert done.code == 2
    remedy = 'write a command in quotes, such as editor = "code {file}"'
    assert done.err.endswith(f'[tool.aoc] editor is "code {{fiel}}": {remedy}\n')
