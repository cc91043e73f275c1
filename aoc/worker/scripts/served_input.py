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

from aoc.model.inputs import LockedInputError, lock_of
from aoc.model.jobs import Job
from aoc.project.environments import is_installed
from aoc.worker.aocd_stand_in import StandIn

EXAMPLE_WORDS = re.compile(
    r"test|sampl|exampl|demo|small|(?:^|[^a-z])ex\d*(?:[^a-z]|$)"
)
"""The words in the name of a file with an example."""
INPUT_WORDS = re.compile(r"input|(?:^|[^a-z])in(?:[^a-z]|$)")
"""The words in the name of a file with an input."""
EXTENSIONS = re.compile(r"|\.(?:txt|text|in|inp|input|dat|data|puzzle|aoc|csv|\d+)")
"""The extensions of files that may be inputs."""
SYSTEM_FOLDERS = tuple(os.path.join(folder, "") for folder in ("/proc", "/sys", "/dev"))
"""The folders of the system, in which no input lies."""
HEAD_BYTES = 4096
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
        self.day_number = re.compile(rf"(?<!\d)0*{job.puzzle.day}(?!\d)")
        """The number of the day in the name of a file."""
        # There is none where the tests could not make it up.
        self.example = job.inputs[0].first_example if job.inputs else None
        self.aocd = aocd
        self.folder = folder
        self.open = io.open
        self.stat = os.stat
        self.has_text = False
        aocd.puzzle = job.puzzle
        redirecting_open = self.redirecting(self.open)
        builtins.open = redirecting_open
        io.open = redirecting_open
        os.stat = self.redirecting(self.stat)
        # Elsewhere these two are made of `os.stat`.
        if os.name == "nt":
            os.path.exists = self.redirecting(os.path.exists)
            os.path.isfile = self.redirecting(os.path.isfile)
        builtins.input = read_line
        sys.addaudithook(refuse_network)

    def serve(self, text: str) -> str:
        """Serve this text from now on; return the path of a file that has it.

        Without a text, files are as they are.
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
            # Only `open` has a mode, as its first argument after the file.
            mode = str(kwargs.get("mode", args[0] if args else ""))
            # What a script writes, it finds again.
            if any(letter in mode for letter in "wax+"):
                return function(file, *args, **kwargs)
            served = self.served(file)
            if served:
                return function(served, *args, **kwargs)
            if function is self.open:
                self.check_unlocked(file)
            return function(file, *args, **kwargs)

        return call

    def check_unlocked(self, file: Any) -> None:
        """Raise `LockedInputError` if a script opens its own input, and it is encrypted."""
        if self.has_text or not isinstance(file, str | os.PathLike):
            return
        if not os.path.isfile(file):
            return
        with self.open(file, "rb") as opened:
            lock = lock_of(opened.read(HEAD_BYTES))
        if lock:
            raise LockedInputError(f"{os.path.relpath(file, self.root)} {lock}")

    def served(self, file: Any) -> str | None:
        """Return the path of the file to open in place of another; `None` if it is no input."""
        # It may also be a descriptor.
        if not self.has_text or not isinstance(file, str | os.PathLike):
            return None
        path = os.path.abspath(os.fspath(file))
        name, extension = os.path.splitext(os.path.basename(path).lower())
        if not EXTENSIONS.fullmatch(extension):
            return None
        if path.startswith((*SYSTEM_FOLDERS, self.folder)):
            return None
        if is_installed(path, self.root):
            return None
        try:
            status = self.stat(path)
        except (OSError, ValueError):
            status = None
        if status and stat.S_ISDIR(status.st_mode):
            return None
        if EXAMPLE_WORDS.search(name):
            # An example that the repository has is right.
            is_missing = status is None and self.example is not None
            return self.path("example") if is_missing else None
        # A file that is not there can only be the input, whatever its name is.
        if status is None:
            return self.path("input")
        if not self.is_input(path, name + extension):
            return None
        ends_bare = self.ends_bare(path, status.st_size)
        return self.path("bare" if ends_bare else "input")

    def is_input(self, path: str, name: str) -> bool:
        """Return whether the `name` of a file, or a folder of the project above it, says `input`.

        So does the number of the day in its name.
        """
        if INPUT_WORDS.search(name) or self.day_number.search(name):
            return True
        # Folders above the project say nothing about it.
        if not os.path.realpath(path).startswith(self.root):
            return False
        folders = os.path.dirname(os.path.relpath(path, self.root))
        return "input" in folders.lower()

    def ends_bare(self, path: str, size: int) -> bool:
        """Return whether a file ends without a line end, which some scripts need."""
        with self.open(path, "rb") as file:
            file.seek(max(size - 1, 0))
            # An empty file says nothing.
            return file.read(1) not in (b"\n", b"")


def read_line(prompt: object = "") -> str:
    """Read a line of the input, in place of `input`. Raises `ScriptAsksError` for a question."""
    question = str(prompt).strip()
    if question:
        raise ScriptAsksError(f"the script asks {question!r}, and nobody is there")
    line = sys.stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return line.removesuffix("\n")


def refuse_network(event: str, args: tuple[Any, ...]) -> None:
    """Raise `NoNetworkError` where a socket would reach another computer."""
    is_lookup = event == "socket.getaddrinfo"
    # The address of a socket of this computer alone is a path.
    is_sent = event in ("socket.connect", "socket.sendto") and isinstance(
        args[1], tuple
    )
    if is_lookup or is_sent:
        raise NoNetworkError("a script has no network here: serve it a file")
