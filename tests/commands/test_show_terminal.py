"""`aoc show` in a terminal: played with keys, and the terminal restored after it."""

from __future__ import annotations

import os
import re
import signal
import sys

import pytest

from tests.commands.shows import DAY, TESTS
from tests.marks import needs_pty
from tests.program import AOC, Project
from tests.terminal import ESCAPE, Shown, Terminal, open_terminal, run_in_terminal
from tests.watching.watcher import CONTROLLED, SHELL

pytestmark = needs_pty
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?25h\x1b[?1049l"


@pytest.fixture
def project(project: Project) -> Project:
    """A project with a day that has shows."""
    project.day(4, DAY, TESTS)
    return project


def open_show(project: Project, *args: str, size: int = 3, columns: int = 60) -> Terminal:
    """Play the first show in a terminal."""
    env = {"COLORTERM": "truecolor"}
    args = ("show", "4", "--sample", "--part=1", f"--param=size={size}", *args)
    return open_terminal(project, *args, columns=columns, env=env)


def is_restored(shown: Shown) -> bool:
    """Return whether the other screen and the cursor are shown at the end."""
    assert shown.raw.count(ENTER) == shown.raw.count(LEAVE)
    return shown.raw.rindex(LEAVE) > shown.raw.rindex(ENTER)


@pytest.mark.slow
def test_a_show_plays_to_its_end_and_leaves_the_last_frame(project: Project) -> None:
    shown = open_show(project).end()
    assert shown.code == 0
    assert is_restored(shown)
    assert shown.raw.rpartition(LEAVE)[2] == "###\r\nstep 3 on a sample\r\n"
    frames = re.findall(r"\x1b\[1;1H\x1b\[K([#.]+)", shown.raw)
    assert frames == ["#..", "##.", "###"]


@pytest.mark.slow
def test_keys_pause_and_step_and_quit(project: Project) -> None:
    terminal = open_show(project, "--fps=2", size=9)
    terminal.read_until("1/9")
    terminal.write(" ")
    terminal.read_until("1/9  paused")
    terminal.write(".")
    terminal.read_until("2/9  paused")
    terminal.write(".")
    terminal.read_until("3/9  paused")
    terminal.write(",")
    terminal.read_until("2/9  paused")
    terminal.write("q")
    shown = terminal.end()
    assert (shown.code, is_restored(shown)) == (0, True)
    assert "step 2 on a sample" in shown.raw.rpartition(LEAVE)[2]


@pytest.mark.slow
def test_nobody_can_step_faster_than_the_show_is_played(project: Project) -> None:
    terminal = open_show(project, "--fps=2", size=200)
    terminal.read_until("1/200")
    terminal.write("." * 100)
    terminal.read_until("2/200  paused")
    terminal.write("q")
    assert "3/200" not in terminal.end().raw


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_the_terminal_is_restored_whatever_ends_the_show(project: Project, name: str) -> None:
    import termios

    terminal = open_show(project, "--fps=0.5")
    before = termios.tcgetattr(terminal.ours)[3]
    terminal.read_until("1/3")
    assert not termios.tcgetattr(terminal.ours)[3] & termios.ECHO
    number = getattr(signal, name)
    terminal.process.send_signal(number)
    while terminal.read(20):
        pass
    assert terminal.process.wait(10) == (130 if name == "SIGINT" else -number)
    assert is_restored(Shown(0, terminal.raw))
    assert before & termios.ECHO
    os.close(terminal.ours)


def test_ctrl_z_restores_the_terminal_and_the_show_comes_back(project: Project) -> None:
    shell = [sys.executable, "-c", CONTROLLED, sys.executable, "-c", SHELL]
    command = [*shell, *AOC, "show", "4", "--sample", "--fps=0.5"]
    env = {"TERM": "xterm", **project.environment()}
    terminal = Terminal(command, project.root, env)
    terminal.read_until("1/4")
    terminal.write("\x1a")
    terminal.read_until("stopped")
    assert is_restored(Shown(0, terminal.raw.partition("stopped")[0]))
    terminal.write("q")
    shown = terminal.end()
    assert (shown.code, is_restored(shown), shown.raw.count(ENTER)) == (0, True, 2)


@pytest.mark.slow
def test_the_show_is_drawn_again_when_the_size_changes(project: Project) -> None:
    from termios import tcsetwinsize

    terminal = open_show(project, "--fps=0.5", size=30)
    terminal.read_until("1/30")
    tcsetwinsize(terminal.ours, (10, 20))
    terminal.read_until("cut: 30")
    last = terminal.raw.rpartition("\x1b[?2026h")[2]
    terminal.write("q")
    assert terminal.end().code == 0
    assert "\x1b[1;1H\x1b[K#" + "." * 19 + "\x1b" in last


def test_a_simple_terminal_gets_plain_text(project: Project) -> None:
    shown = run_in_terminal(project, "show", "4", "--sample", env={"TERM": "dumb"})
    assert (shown.code, "\x1b" in shown.raw) == (0, False)
    assert "step 1 on a sample\n#..\n" in shown.text


@pytest.mark.slow
def test_no_character_of_a_day_commands_the_terminal(project: Project) -> None:
    project.day(
        4, DAY.replace('"two", "the second"', r'"\x1b]0;x\x07\x9b2J", "\x1b[2J\r\u202e"'), TESTS
    )
    shown = run_in_terminal(project, "show", "4", "--part=2", "--sample", "--fps=30")
    assert shown.code == 0
    rest = ESCAPE.sub("", re.sub(r"\x1b\[\?\d+[hl]", "", shown.raw))
    assert not re.search(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u202e]", rest)


@pytest.mark.slow
def test_a_rate_that_can_flash_is_warned_of(project: Project) -> None:
    warning = "30 frames a second can flash: --fps 6 is safe for everybody"
    for args, is_warned in ((("--fps=30",), True), ((), False)):
        shown = run_in_terminal(project, "show", "4", "--part=2", "--sample", *args)
        assert (warning in " ".join(shown.text.split())) == is_warned
