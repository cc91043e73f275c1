"""The puzzle input in the places where scripts look for it: files, standard input, an argument.

A script that opens a file which looks like its input gets the job's input, whether or not a file is
there. What it writes to such a file goes beside, and is what it reads from there afterwards: the
files of the repository stay as they are. Nothing else of the system is changed, but for the
network, which refuses.
"""

from __future__ import annotations

import builtins
import io
import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from mmap import mmap
from shutil import copyfile
from tempfile import gettempdir
from typing import Any

from aoc.model.inputs import EXAMPLE_NAMES, LockedInputError, lock_of
from aoc.model.jobs import Job
from aoc.project.environments import is_installed
from aoc.worker.aocd_stand_in import StandIn

EXAMPLE_WORDS = re.compile(rf"{EXAMPLE_NAMES}|demo|small|(?:^|[^a-z])ex\d*(?:[^a-z]|$)")
"""The words in the name of a file with an example."""
INPUT_WORDS = re.compile(r"input|(?:^|[^a-z])in(?:[^a-z]|$)")
"""The words in the name of a file with an input."""
NO_INPUT = re.compile(r"\.|.*(?:result|output|cache|debug|cookie|session|token)")
"""The name of a missing file that is no input, such as `.pdbrc`, whose lines a debugger runs."""
EXTENSIONS = re.compile(r"|\.(?:txt|text|in|inp|input|dat|data|puzzle|aoc|csv|\d+)")
"""The extensions of files that may be inputs."""
SYSTEM_FOLDERS = tuple(os.path.join(folder, "") for folder in ("/proc", "/sys", "/dev"))
"""The folders of the system, in which no input lies."""
WRITING_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
"""The flags of `os.open` that a file is written with."""
STDIN = ("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
"""The paths of standard input, which begins anew where it is opened."""
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
        # Now, as this tries to write a file when it is called first.
        self.temporary_folder = gettempdir()
        self.input_paths = (self.path("input"), self.path("bare"))
        """The files with the input: it has a line end at its end, or it has none."""
        self.open = io.open
        self.stat = os.stat
        self.open_descriptor = os.open
        self.input = builtins.input
        self.has_text = False
        self.written: dict[str, str] = {}
        """Where it is that the script has written files which look like inputs, by their paths."""
        self.place_count = 0
        # Memory that is shared with forks of this process.
        self.read_mark = mmap(-1, 1)
        aocd.puzzle = job.puzzle
        builtins.open = self.open_served
        io.open = self.open_served
        os.open = self.open_served_descriptor
        os.stat = self.redirecting(self.stat)
        os.chmod = self.redirecting(os.chmod)
        # Elsewhere these two are made of `os.stat`.
        if os.name == "nt":
            os.path.exists = self.redirecting(os.path.exists)
            os.path.isfile = self.redirecting(os.path.isfile)
        os.rename = self.moving(os.rename)
        os.replace = self.moving(os.replace)
        builtins.input = read_line
        if job.options.debugs:
            self.keep_terminal_for_debugger()
        sys.addaudithook(refuse_network)
        sys.addaudithook(self.note_read)

    def serve(self, text: str) -> str:
        """Serve this text from now on; return the path of a file that has it.

        Without a text, files are as they are.
        """
        self.aocd.serve(text)
        self.has_text = bool(text)
        self.written.clear()
        files = {"input": f"{text}\n", "bare": text, "example": self.example or ""}
        for name, content in files.items():
            with self.open(self.path(name), "w", encoding="utf-8", newline="") as file:
                file.write(content)
        for path in self.input_paths:
            # Most systems write a new time of access where this is older than the change.
            os.utime(path, ns=(0, self.stat(path).st_mtime_ns))
        with self.open(self.path("input"), "rb") as served:
            os.dup2(served.fileno(), 0)
        sys.stdin = self.open(0, encoding="utf-8", closefd=False)
        self.read_mark[0] = 0
        return self.path("input")

    def keep_terminal_for_debugger(self) -> None:
        """Let Python's debugger read from what is standard input now, not from the served input."""
        # Imported only here: a run without it has no need of it.
        from pdb import Pdb

        terminal = os.dup(0)
        interact = Pdb.interaction

        def interact_at_terminal(debugger: Pdb, *args: Any) -> None:
            served = os.dup(0)
            served_stream = sys.stdin
            os.dup2(terminal, 0)
            sys.stdin = self.open(0, encoding="utf-8", closefd=False)
            builtins.input = self.input
            try:
                interact(debugger, *args)
            finally:
                os.dup2(served, 0)
                os.close(served)
                sys.stdin = served_stream
                builtins.input = read_line

        Pdb.interaction = interact_at_terminal  # type: ignore[assignment]

    def path(self, name: str) -> str:
        """Return the path of one of the files that are served."""
        return os.path.join(self.folder, f"{name}.txt")

    @property
    def was_read(self) -> bool:
        """Whether the input was read since it was served, by the script or what it has started."""
        if self.aocd.was_asked or self.read_mark[0]:
            return True
        # The script may have closed standard input.
        with suppress(OSError):
            if os.lseek(0, 0, os.SEEK_CUR) > 0:
                return True
        if os.name == "nt":
            # There, anything may have looked into a file, such as a virus scanner.
            return False
        # Code in other languages, and programs that were started, are seen by this alone.
        statuses = [self.status(path) for path in self.input_paths]
        return any(status and status.st_atime_ns for status in statuses)

    def note_read(self, event: str, args: tuple[Any, ...]) -> None:
        """Note that the input is read, where a file of it is opened or named to a program."""
        is_read = False
        if event == "open":
            is_path = isinstance(args[0], str | bytes | os.PathLike)
            opened = os.fsdecode(args[0]) if is_path else ""
            is_read = opened in (*self.input_paths, *STDIN)
        elif event == "subprocess.Popen":
            # Text shows each backslash of a path on Windows twice.
            words = str(args).replace("\\\\", "\\")
            is_read = self.path("input") in words
        if is_read:
            self.read_mark[0] = 1

    def open_served(self, file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        """Open a file in the place of `open`, or the served one in its place."""
        if any(letter in mode for letter in "wax+"):
            place = self.place_to_write(file, is_kept="w" not in mode)
            return self.open(place, mode, *args, **kwargs)
        served = self.served(file)
        if served is None:
            self.check_unlocked(file)
        return self.open(served or file, mode, *args, **kwargs)

    def open_served_descriptor(
        self, path: Any, flags: int, *args: Any, **kwargs: Any
    ) -> int:
        """Open a file in the place of `os.open`, or the served one in its place."""
        # The path is seen from a folder that is open, as where a tree of files is deleted.
        if kwargs.get("dir_fd") is not None:
            return self.open_descriptor(path, flags, *args, **kwargs)
        if flags & WRITING_FLAGS:
            place = self.place_to_write(path, is_kept=not flags & os.O_TRUNC)
        else:
            place = self.served(path) or path
        return self.open_descriptor(place, flags, *args, **kwargs)

    def redirecting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function on a path that sees the served file in the place of another."""

        def call(file: Any, *args: Any, **kwargs: Any) -> Any:
            if kwargs.get("dir_fd") is not None:
                return function(file, *args, **kwargs)
            return function(self.served(file) or file, *args, **kwargs)

        return call

    def moving(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return `os.rename` or `os.replace`, which does not move onto or away an input."""

        def call(src: Any, dst: Any, **kwargs: Any) -> None:
            place = self.place_to_write(dst, is_kept=False)
            served = self.served(src)
            if place == dst and served is None:
                function(src, dst, **kwargs)
                return
            copyfile(served or src, place)
            if served is None:
                os.unlink(src)

        return call

    def place_to_write(self, file: Any, *, is_kept: bool) -> Any:
        """Return the file to write in the place of one that looks like an input.

        With `is_kept`, it begins with what is read from there.
        """
        path = self.possible_path(file)
        if path is None:
            return file
        if path in self.written:
            return self.written[path]
        name = os.path.basename(path).lower()
        if not (self.is_example(path, name) or self.is_input(path, name)):
            return file
        if self.is_temporary(path):
            return file
        self.place_count += 1
        place = self.path(f"written-{self.place_count}")
        before = self.served(path) or path
        if is_kept and self.status(before):
            copyfile(before, place)
        self.written[path] = place
        return place

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

    def possible_path(self, file: Any) -> str | None:
        """Return the whole path of a file that may be an input, by its place and its extension."""
        # It may also be a descriptor.
        if not isinstance(file, str | os.PathLike):
            return None
        path = os.path.abspath(os.fspath(file))
        extension = os.path.splitext(path.lower())[1]
        if not EXTENSIONS.fullmatch(extension):
            return None
        if path.startswith((*SYSTEM_FOLDERS, self.folder)):
            return None
        status = self.status(path)
        is_folder = status is not None and stat.S_ISDIR(status.st_mode)
        if is_folder or is_installed(path, self.root):
            return None
        return path

    def status(self, path: str) -> os.stat_result | None:
        """Return the status of a file, as it is; `None` if there is none."""
        try:
            return self.stat(path)
        except (OSError, ValueError):
            return None

    def served(self, file: Any) -> str | None:
        """Return the path of the file to open in place of another; `None` if it is no input."""
        path = self.possible_path(file)
        if path in self.written:
            return self.written[path]
        if path is None or not self.has_text or self.is_temporary(path):
            return None
        name = os.path.basename(path).lower()
        is_there = self.status(path) is not None
        if self.is_example(path, name):
            # An example that the repository has is right.
            if is_there or self.example is None:
                return None
            return self.path("example")
        if not is_there and NO_INPUT.match(name):
            return None
        # A file that is not there can only be the input, whatever its name is.
        if not is_there:
            ends_bare = self.others_end_bare(path)
        elif self.is_input(path, name):
            ends_bare = self.ends_bare(path)
        else:
            return None
        return self.path("bare" if ends_bare else "input")

    def is_example(self, path: str, name: str) -> bool:
        """Return whether the `name` of a file, or of its folder in the project, says `example`."""
        if EXAMPLE_WORDS.search(os.path.splitext(name)[0]):
            return True
        folder = os.path.dirname(path)
        if not EXAMPLE_WORDS.match(os.path.basename(folder).lower()):
            return False
        return os.path.realpath(folder).startswith(self.root)

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

    def is_temporary(self, path: str) -> bool:
        """Return whether a file is a temporary one, which may have any name."""
        if path.startswith(self.root):
            return False
        return path.startswith(self.temporary_folder)

    def ends_bare(self, path: str) -> bool:
        """Return whether a file ends without a line end, which some scripts need."""
        with self.open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 1, 0))
            # An empty file says nothing.
            return file.read(1) not in (b"\n", b"")

    def others_end_bare(self, path: str) -> bool:
        """Return whether the input of another day ends so, where the one of this day is missing."""
        if not os.path.realpath(path).startswith(self.root):
            return False
        # Imported only here: most inputs are there.
        from glob import escape, iglob

        name = escape(os.path.relpath(path, self.root))
        for other in iglob(self.day_number.sub("*", name), root_dir=self.root):
            other_path = self.possible_path(os.path.join(self.root, other))
            # One says it for all, as one program has saved them.
            if other_path:
                return self.ends_bare(other_path)
        return False


def read_line(prompt: object = "") -> str:
    """Read a line of the input, in place of `input`. Raises `ScriptAsksError` for a question."""
    question = str(prompt).strip()
    if question:
        raise ScriptAsksError(
            f"the script asks {question!r}, and nobody is there: let it read an argument, such as "
            'args = "{part}" in its layout in [tool.aoc]'
        )
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
