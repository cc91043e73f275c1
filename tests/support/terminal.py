"""The program run in a pseudo-terminal, as a person sees it."""

from __future__ import annotations

import os
import re
import select
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tests.support.program import AOC, Project, unignored_signals

ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Shown(NamedTuple):
    """What a terminal got until the program ended; `raw` with all escapes and returns."""

    code: int
    raw: str

    @property
    def lines(self) -> list[str]:
        """The lines as they stand there at the end: a line written over has the last text."""
        plain = ESCAPE.sub("", self.raw.replace("\r\n", "\n"))
        return [line.rpartition("\r")[2].rstrip() for line in plain.split("\n")]

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)


class Terminal:
    """A pseudo-terminal, `columns` wide, in which a command runs in a folder."""

    def __init__(
        self, command: Sequence[str], folder: Path, env: Mapping[str, str], *, columns: int = 100
    ) -> None:
        import pty
        from termios import tcsetwinsize

        self.ours, theirs = pty.openpty()
        tcsetwinsize(theirs, (50, columns))
        with unignored_signals():
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                env=dict(env),
                start_new_session=True,
            )
        os.close(theirs)
        self.raw = ""
        self.awaited = 0
        """The end of the text that was waited for last."""

    def write(self, text: str) -> None:
        """Type something."""
        os.write(self.ours, text.encode())

    def read_until(self, text: str, seconds: float = 60) -> None:
        """Read until a text is there, after the one that was waited for before."""
        deadline = monotonic() + seconds
        while (start := self.raw.find(text, self.awaited)) < 0:
            assert self.read(deadline - monotonic()), f"{text!r} never came: {self.raw!r}"
        self.awaited = start + len(text)

    def read(self, seconds: float) -> bool:
        """Read what there is; false at the end, or if nothing comes for so long."""
        ready, _, _ = select.select([self.ours], [], [], max(0.0, seconds))
        try:
            data = os.read(self.ours, 1 << 16) if ready else b""
        except OSError:  # on Linux, what a terminal says when its program has ended
            data = b""
        self.raw += data.decode(errors="replace")
        return bool(data)

    def end(self, seconds: float = 60) -> Shown:
        """Read until the program ends."""
        deadline = monotonic() + seconds
        while self.read(deadline - monotonic()):
            pass
        os.close(self.ours)
        return Shown(self.process.wait(60), self.raw)


def run_in_terminal(
    project: Project, *args: str, columns: int = 100, env: Mapping[str, str] = {}
) -> Shown:
    """Run the program in a terminal, and return what it showed."""
    return open_terminal(project, *args, columns=columns, env=env).end()


def open_terminal(
    project: Project, *args: str, columns: int = 100, env: Mapping[str, str] = {}
) -> Terminal:
    """Start the program in a terminal."""
    return Terminal([*AOC, *args], project.root, project.environment(env), columns=columns)
