"""`aoc watch` as a child process, read as far as it has come: in a terminal, or through pipes."""

from __future__ import annotations

import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic

from tests.support.program import AOC, Project, unignored_signals
from tests.support.terminal import ESCAPE, Terminal

DAY = """\
def parse(text):
    return text.split()

def part1(words):
    return len(words)

def part2(words):
    return 7
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("a b", part1=2, part2=7)]

def sample(rng):
    return "a b c"
"""
CONTROLLED = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs a command as one that was started from its terminal: Ctrl-C and Ctrl-Z are signals."""
SHELL = """\
import os, signal, subprocess, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
modes = termios.tcgetattr(0)
child = subprocess.Popen(sys.argv[1:], process_group=0)
os.tcsetpgrp(0, child.pid)
assert os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1])
termios.tcsetattr(0, termios.TCSADRAIN, modes)
print("stopped", flush=True)
child.send_signal(signal.SIGCONT)
sys.exit(child.wait())
"""
"""Runs a command as a shell does, until it is stopped; then lets it go on."""
END = "in all\n"
"""The end of the line that ends a run."""
HINT = "h shows the keys\n"
"""The end of the line that a terminal shows after a run."""


class Reader(ABC):
    """Finds texts in what has come, each after the one before it."""

    text = ""
    place = 0

    @abstractmethod
    def read(self, seconds: float) -> bool:
        """Read more; false if nothing comes for so long."""

    def until(self, text: str, seconds: float = 60) -> str:
        """Wait until a text comes, and return all up to it; the next search begins after it."""
        deadline = monotonic() + seconds
        while (end := self.text.find(text, self.place)) < 0:
            assert self.read(deadline - monotonic()), f"{text!r} never came: {self.text!r}"
        start, self.place = self.place, end + len(text)
        return self.text[start : self.place]


class Piped(Reader):
    """The program with pipes in place of a terminal; both streams come as one."""

    def __init__(self, project: Project, *args: str, env: Mapping[str, str] = {}) -> None:
        with unignored_signals():
            self.process = subprocess.Popen(
                [*AOC, "watch", *args],
                cwd=project.root,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=project.environment({"PYTHONIOENCODING": "utf-8", **env}),
                encoding="utf-8",
            )
        self.lines: Queue[str] = Queue()
        self.reader = Thread(target=self.queue_lines, daemon=True)
        self.reader.start()

    def queue_lines(self) -> None:
        """Read lines to the end; runs in a thread."""
        assert self.process.stdout
        with self.process.stdout as stream:
            for line in stream:
                self.lines.put(line)

    def read(self, seconds: float) -> bool:
        """Read a line; false if none comes for so long."""
        try:
            self.text += self.lines.get(timeout=max(0.0, seconds))
        except Empty:
            return False
        return True


class Typed(Reader):
    """The program in a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def read(self, seconds: float) -> bool:
        """Read what there is; false if nothing comes for so long."""
        has_come = self.terminal.read(seconds)
        self.text = ESCAPE.sub("", self.terminal.raw.replace("\r\n", "\n"))
        return has_come

    def press(self, keys: str) -> None:
        """Type keys."""
        self.terminal.write(keys)

    def quit(self) -> int:
        """Type `q`, and return the exit code."""
        self.press("q")
        return self.terminal.end().code


@contextmanager
def piped(project: Project, *args: str, env: Mapping[str, str] = {}) -> Iterator[Piped]:
    """Watch without a terminal, until the end of a block."""
    watcher = Piped(project, *args, env=env)
    try:
        yield watcher
    finally:
        watcher.process.kill()
        watcher.process.wait()
        watcher.reader.join()


@contextmanager
def typed(
    project: Project,
    *args: str,
    env: Mapping[str, str] = {},
    through: Sequence[str] = (),
    columns: int = 100,
    command: str = "watch",
) -> Iterator[Typed]:
    """Watch in a terminal, until the end of a block; `through` is a command that starts it."""
    variables = project.environment(env)
    started = [sys.executable, "-c", CONTROLLED, *through, *AOC, command, *args]
    terminal = Terminal(started, project.root, variables, columns=columns)
    try:
        yield Typed(terminal)
    finally:
        terminal.process.kill()
        terminal.process.wait()


def day_file(project: Project, day: int = 1) -> Path:
    """Return the path of a day."""
    return project.root / "days" / "year2021" / f"day{day:02d}.py"
