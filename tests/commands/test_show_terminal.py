"""`aoc show` in a terminal: played with keys, and the last frame stays there."""

from __future__ import annotations

import os
import re
import signal
import sys

import pytest

from tests.commands.shows import DAY, TESTS
from tests.marks import needs_pty
from tests.program import AOC, Project
from tests.terminal import ESCAPE, Terminal, open_terminal, run_in_terminal
from tests.watcher import CONTROLLED, SHELL

pytestmark = needs_pty
DRAWN = "\x1b[?2026h\x1b[H"


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


@pytest.mark.slow
def test_a_show_plays_to_its_end_and_leaves_the_last_frame(project: Project) -> None:
    shown = open_show(project).end()
    assert shown.code == 0
    frames = re.findall(r"\x1b\[H\x1b\[K([#.]+)", shown.raw)
    assert frames == ["#..", "##.", "###"]
    *_, picture, caption, last = ESCAPE.sub("", shown.raw.rpartition(DRAWN)[2]).split("\r\n")
    assert (picture, caption) == ("###", "step 3 on a sample")
    assert (last.partition(" ")[0], shown.raw.endswith("\r\x1b[K")) == ("3/3", True)


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
    assert shown.code == 0
    assert "step 2 on a sample" in shown.raw.rpartition(DRAWN)[2]


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
    # No mode of the terminal was set that would have to be set back: not even the cursor is hidden.
    assert {*re.findall(r"\x1b\[\?(\d+)[hl]", terminal.raw)} == {"2026"}
    assert before & termios.ECHO
    os.close(terminal.ours)


def test_the_show_comes_back_after_ctrl_z(project: Project) -> None:
    shell = [sys.executable, "-c", CONTROLLED, sys.executable, "-c", SHELL]
    command = [*shell, *AOC, "show", "4", "--sample", "--fps=0.5"]
    env = {"TERM": "xterm", **project.environment()}
    terminal = Terminal(command, project.root, env)
    terminal.read_until("1/4")
    terminal.write("\x1a")
    terminal.read_until("stopped")
    terminal.read_until("2/4")
    terminal.write("q")
    assert terminal.end().code == 0


@pytest.mark.slow
def test_the_show_is_drawn_again_when_the_size_changes(project: Project) -> None:
    from termios import tcsetwinsize

    terminal = open_show(project, "--fps=0.5", size=30)
    terminal.read_until("1/30")
    tcsetwinsize(terminal.ours, (10, 20))
    terminal.read_until("cut: 30")
    last = terminal.raw.rpartition(DRAWN)[2]
    terminal.write("q")
    assert terminal.end().code == 0
    assert last.startswith("\x1b[K#" + "." * 19 + "\r\n")


def test_a_simple_terminal_gets_plain_text(project: Project) -> None:
    shown = run_in_terminal(project, "show", "4", "--sample", env={"TERM": "dumb"})
    assert (shown.code, "\x1b" in shown.raw) == (0, False)
    assert "step 1 on a sample\n#..\n" in shown.text
