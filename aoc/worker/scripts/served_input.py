"""The puzzle input in the places where scripts look for it: files, standard input, an argument.

A script that opens a file which looks like its input gets the job's input, whether or not a file is
there. Nothing else of the system is changed, but for the network, which refuses.
"""

from __future__ import annotations

import builtins
import io
import os
import re
import stat
import sys
from collections.abc import Callable
from typing import Any

from aoc.model.input_text import LockedInputError, lock_of
from aoc.model.jobs import Job
from aoc.project.environments import is_installed
from aoc.worker.scripts.aocd_stand_in import StandIn

EXAMPLES = re.compile(r"test|sampl|exampl|demo|small|(?:^|[^a-z])ex\d*(?:[^a-z]|$)")
"""The words in the name of a file with an example."""
INPUTS = re.compile(r"input|(?:^|[^a-z])in(?:[^a-z]|$)")
ENDS = re.compile(r"|\.(?:txt|text|in|inp|input|dat|data|puzzle|aoc|csv|\d+)")
"""The ends of files that may be inputs."""
FOREIGN = tuple(os.path.join(folder, "") for folder in ("/proc", "/sys", "/dev"))
"""The folders of the system, in which no input lies."""

PIECE = 4096
"""Bytes at the start of a file, which say whether it is encrypted."""


class NoNetworkError(OSError):
    """A script has tried to reach another computer."""


class ScriptAsksError(EOFError):
    """A script has asked the user a question, which the puzzle input does not answer."""


class ServedInput:
    """Serves the inputs of a job to its script from now on: as files in `folder`, and by aocd.

    A missing file of an example is the published one, where it is known. It can be made only once
    in a process.
    """

    def __init__(self, job: Job, aocd: StandIn, folder: str) -> None:
        self.root = os.path.join(os.path.realpath(job.root), "")
        self.in_name = re.compile(rf"(?<!\d)0*{job.puzzle.day}(?!\d)")
        # There is none where the tests could not make it up.
        self.example = job.inputs[0].first_example if job.inputs else None
        self.aocd = aocd
        self.folder = folder
        self.open, self.stat = io.open, os.stat
        self.has_text = False
        aocd.puzzle = job.puzzle
        builtins.open = io.open = self.redirecting(self.open)
        os.stat = self.redirecting(self.stat)
        if os.name == "nt":  # elsewhere these two are made of `os.stat`
            os.path.exists = self.redirecting(os.path.exists)
            os.path.isfile = self.redirecting(os.path.isfile)
        builtins.input = read_line
        sys.addaudithook(refuse_network)

    def serve(self, text: str) -> str:
        """Serve this text from now on; return the path of a file that has it.

        Without a text, every file is the one that is there.
        """
        self.aocd.serve(text)
        self.has_text = bool(text)
        files = {"input": f"{text}\n", "bare": text, "example": self.example or ""}
        for name, content in files.items():
            with self.open(self.path(name), "w", encoding="utf-8", newline="") as file:
                file.write(content)
        with self.open(self.path("input"), "rb") as served:
            os.dup2(served.fileno(), 0)
        sys.stdin = self.open(0, encoding="utf-8", closefd=False)
        return self.path("input")

    def path(self, name: str) -> str:
        """Return the path of one of the files that are served."""
        return os.path.join(self.folder, f"{name}.txt")

    def redirecting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return `open`, or a function on a path, with the served file in the place of another."""

        def call(file: Any, *args: Any, **kwargs: Any) -> Any:
            is_written = set(str(kwargs.get("mode", [*args, ""][0]))) & set("wax+")
            served = None if is_written else self.served(file)
            if function is self.open and not is_written and not served:
                self.check_unlocked(file)
            return function(served or file, *args, **kwargs)

        return call

    def check_unlocked(self, file: Any) -> None:
        """Raise `LockedInputError` if a script opens its own input, and it is encrypted."""
        if (
            self.has_text
            or not isinstance(file, str | os.PathLike)
            or not os.path.isfile(file)
        ):
            return
        with self.open(file, "rb") as opened:
            lock = lock_of(opened.read(PIECE))
        if lock:
            raise LockedInputError(f"{os.path.relpath(file, self.root)} {lock}")

    def served(self, file: Any) -> str | None:
        """Return the path of the file to open in place of another; `None` if it is no input."""
        if not self.has_text or not isinstance(file, str | os.PathLike):
            return None
        path = os.path.abspath(os.fspath(file))
        name, end = os.path.splitext(os.path.basename(path).lower())
        if not ENDS.fullmatch(end) or path.startswith((*FOREIGN, self.folder)):
            return None
        if is_installed(path, self.root):
            return None
        try:
            known = self.stat(path)
        except (OSError, ValueError):
            known = None
        if known and stat.S_ISDIR(known.st_mode):
            return None
        if EXAMPLES.search(name):
            return (
                self.path("example")
                if self.example is not None and known is None
                else None
            )
        is_own = os.path.realpath(path).startswith(self.root)
        folders = os.path.dirname(os.path.relpath(path, self.root)) if is_own else ""
        is_named = INPUTS.search(name + end) or self.in_name.search(name + end)
        if known and not is_named and "input" not in folders.lower():
            return None
        return self.path(
            "bare" if known and self.ends_bare(path, known.st_size) else "input"
        )

    def ends_bare(self, path: str, size: int) -> bool:
        """Return whether a file ends without a line end; some scripts work only with such a one."""
        with self.open(path, "rb") as file:
            file.seek(max(size - 1, 0))
            return file.read(1) not in (b"\n", b"")


def read_line(prompt: object = "") -> str:
    """Read a line of the input, in place of `input`. Raises `ScriptAsksError` for a question."""
    if str(prompt).strip():
        raise ScriptAsksError(
            f"the script asks {str(prompt).strip()!r}, and nobody is there"
        )
    line = sys.stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return line.removesuffix("\n")


def refuse_network(event: str, args: tuple[Any, ...]) -> None:
    """Raise `NoNetworkError` where a socket would reach another computer."""
    if event == "socket.getaddrinfo" or (
        event in ("socket.connect", "socket.sendto") and isinstance(args[1], tuple)
    ):
        raise NoNetworkError("a script has no network here: serve it a file")
