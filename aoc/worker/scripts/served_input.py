"""The puzzle input in the places where scripts look for it: files, standard input, an argument.

A script that opens its input gets the job's input, whether or not the file is there. Paths are seen
from its own folder, or else from that of the project. What it writes to its input goes beside, and
is what it reads from there afterwards: the files of the repository stay as they are. Nothing else
of the system is changed, but for the network, which refuses.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from mmap import mmap
from shutil import copyfile
from typing import Any

from aoc.model.inputs import plain
from aoc.model.jobs import Job
from aoc.project.environments import LIBRARY, is_in_package
from aoc.worker.aocd_stand_in import StandIn
from aoc.worker.scripts.input_names import InputNames, is_special, real_stat, status_of

NOTHING = "nothing"
INPUT = "input"
OTHER = "other"
"""What a script may have read last: `OTHER` is a file that is not its input, such as an example."""


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
        self.names = InputNames(job.root, job.puzzle, folder)
        self.root = self.names.root
        self.example: str | None = None
        self.ending = "\n"
        """The line ends at the end of the input."""
        # There is none where the tests could not make it up.
        if job.inputs:
            self.example = job.inputs[0].first_example
            self.ending = job.inputs[0].ending
        self.aocd = aocd
        self.folder = folder
        self.open = io.open
        self.text = ""
        self.copies: dict[str, str] = {}
        """The files with the input, by the line ends at their ends."""
        self.written: dict[str, str] = {}
        """Where it is that the script has written files which look like inputs, by their paths."""
        self.last_opened = NOTHING
        """What was opened last."""
        # Memory that is shared with forks of this process.
        self.read_mark = mmap(-1, 1)
        aocd.note_asked = self.note_input
        builtins.open = self.open_served
        io.open = self.open_served
        os.stat = self.redirecting(os.stat)
        # Elsewhere these two are made of `os.stat`.
        if os.name == "nt":
            os.path.exists = self.redirecting(os.path.exists)
            os.path.isfile = self.redirecting(os.path.isfile)
        self.keeps_stdin = job.options.debugs
        """Whether standard input is that of the debugger, which is the terminal."""
        if not self.keeps_stdin:
            builtins.input = read_line
        sys.addaudithook(refuse_network)
        sys.addaudithook(self.note_argument)

    def serve(self, text: str) -> str:
        """Serve this text from now on; return the path of a file that has it.

        Without a text, files are as they are.
        """
        self.aocd.serve(text)
        self.text = text
        self.copies.clear()
        self.written.clear()
        self.last_opened = NOTHING
        path = self.copy(self.ending)
        if not self.keeps_stdin:
            with self.open(path, "rb") as served:
                os.dup2(served.fileno(), 0)
            sys.stdin = self.open(0, encoding="utf-8", closefd=False)
        self.read_mark[0] = 0
        return path

    def copy(self, ending: str) -> str:
        """Return the path of a file with the input, and these line ends at its end."""
        path = self.copies.get(ending)
        if path is None:
            path = self.path(f"input{len(self.copies) or ''}")
            self.copies[ending] = path
            self.write(path, self.text + ending)
            # Most systems write a new time of access where this is older than the change.
            os.utime(path, ns=(0, real_stat(path).st_mtime_ns))
        return path

    def path(self, name: str) -> str:
        """Return the path of one of the files that are served."""
        return os.path.join(self.folder, f"{name}.txt")

    def write(self, path: str, text: str) -> None:
        """Write one of the files that are served."""
        with self.open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    @property
    def was_read(self) -> bool:
        """Whether the input was read since it was served, by the script or what it has started."""
        if self.read_mark[0]:
            return True
        # The script may have closed standard input.
        with suppress(OSError):
            if os.lseek(0, 0, os.SEEK_CUR) > 0:
                return True
        if os.name == "nt":
            # There, anything may have looked into a file, such as a virus scanner.
            return False
        # Code in other languages, and programs that were started, are seen by this alone.
        statuses = [status_of(path) for path in self.copies.values()]
        return any(status and status.st_atime_ns for status in statuses)

    @property
    def last_read(self) -> str:
        """What was read last, or `NOTHING` before the input was read."""
        if self.last_opened == NOTHING and self.was_read:
            return INPUT
        return self.last_opened

    def note_input(self) -> None:
        """Note that the script reads the input now."""
        self.read_mark[0] = 1
        self.last_opened = INPUT

    def note_argument(self, event: str, args: tuple[Any, ...]) -> None:
        """Note that the input is read where it is named to a program that is started."""
        # Text shows each backslash of a path on Windows twice.
        if event == "subprocess.Popen" and self.folder in str(args).replace("\\\\", "\\"):
            self.read_mark[0] = 1

    def open_served(self, file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        """Open a file in the place of `open`, or the served one in its place."""
        if any(letter in mode for letter in "wax+"):
            return self.open(self.place_to_write(file), mode, *args, **kwargs)
        place = self.place_to_read(file)
        if place in self.copies.values():
            self.note_input()
        elif isinstance(place, str | os.PathLike):
            self.note_file(os.path.abspath(os.fsdecode(place)))
        return self.open(place, mode, *args, **kwargs)

    def note_file(self, path: str) -> None:
        """Note that the script reads a file that is not the served input."""
        is_in_project = self.names.is_in_project(path)
        may_be_input = is_in_project and self.names.may_be_input(path)
        if path == self.path("example") or may_be_input:
            # Without a served one, the script has an input of its own.
            is_own = not self.text and not self.names.is_example(path)
            self.last_opened = INPUT if is_own else OTHER

    def redirecting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function on a path that sees the served file in the place of a missing one."""

        def call(file: Any, *args: Any, **kwargs: Any) -> Any:
            # A folder may be open that the path is seen from.
            if kwargs.get("dir_fd") is not None or status_of(file):
                return function(file, *args, **kwargs)
            return function(self.place_to_read(file), *args, **kwargs)

        return call

    def place_to_read(self, file: Any) -> Any:
        """Return the file to open where a script names one: the input, or where it is."""
        # It may also be a descriptor.
        if not isinstance(file, str | os.PathLike):
            return file
        name = os.fsdecode(file)
        path = self.seen_from_project(name)
        place = self.written.get(path) or self.served(path)
        if place or path != os.path.abspath(name):
            return place or path
        return file

    def place_to_write(self, file: Any) -> Any:
        """Return the file to write in the place of one that looks like an input."""
        if not isinstance(file, str | os.PathLike):
            return file
        path = os.path.abspath(os.fsdecode(file))
        if not self.names.may_be_input(path):
            return file
        if not (self.names.is_example(path) or self.names.is_named_input(path)):
            return file
        if path not in self.written:
            place = self.path(f"written-{len(self.written)}")
            # The script may add to it.
            before = self.served(path) or path
            if status_of(before):
                copyfile(before, place)
            self.written[path] = place
        return self.written[path]

    def seen_from_project(self, name: str) -> str:
        """Return the whole path of a file: one that the script's folder lacks may be above it.

        Editors start a script in the folder of the project.
        """
        path = os.path.abspath(name)
        if os.path.isabs(name) or status_of(path):
            return path
        folder = os.path.join(os.getcwd(), "")
        while folder != self.root and folder.startswith(self.root):
            folder = os.path.join(os.path.dirname(os.path.dirname(folder)), "")
            other = os.path.normpath(folder + name)
            if status_of(other) and not is_special(other):
                return other
        return path

    def served(self, path: str) -> str | None:
        """Return the path of the file to open in place of another; `None` if it is no input."""
        if not self.text or not self.names.may_be_input(path):
            return None
        is_there = status_of(path) is not None
        if self.names.is_example(path):
            # An example that the repository has is right.
            if is_there or self.example is None:
                return None
            example = self.path("example")
            self.write(example, self.example)
            return example
        if is_there:
            return self.served_for_file(path)
        if not self.names.may_be_missing(path):
            return None
        if self.names.is_named_input(path) or is_asked_by_script(self.root):
            return self.copy(self.ending)
        return None

    def served_for_file(self, path: str) -> str | None:
        """Return the path of the input that ends as a file does; `None` if that is no input."""
        # Lines end anyhow, and an old file may have bytes of any encoding.
        with self.open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        is_same = plain(text) == self.text
        if not is_same and not self.names.is_named_input(path):
            return None
        # An empty file says nothing.
        if not text:
            return self.copy(self.ending)
        return self.copy(text[len(text.rstrip("\n")) :])


def is_asked_by_script(root: str) -> bool:
    """Return whether code of the project asks for a file, perhaps through Python's library.

    Installed packages look for files of their own, such as `matplotlibrc`, and so do modules of the
    library while they are imported.
    """
    frame = sys._getframe(1)
    while frame.f_back and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    while frame.f_back:
        file = frame.f_code.co_filename
        if file.startswith("<frozen importlib") or is_in_package(file, root):
            return False
        if not file.startswith((LIBRARY, "<frozen ")):
            return True
        frame = frame.f_back
    return True


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
    is_sent = event in ("socket.connect", "socket.sendto") and isinstance(args[1], tuple)
    if is_lookup or is_sent:
        raise NoNetworkError("a script has no network here: serve it a file")
