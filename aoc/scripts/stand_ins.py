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

EXAMPLES = re.compile(r"test|sampl|exampl|demo|small|(?:^|[^a-z])ex\d*(?:[^a-z]|$)")
"""The words in the name of a file with an example."""
INPUTS = re.compile(r"input|(?:^|[^a-z])in(?:[^a-z]|$)")
OTHER_FILES = re.compile(
    r".*\.(?:py|pyc|pyd|so|dll|json|toml|cfg|ini|ya?ml|pickle|pkl|png|svg|gif|html|md|zip|gz|npy|log)"
)
"""The ends of files that are no inputs."""
PLAIN_FILES = ("", ".txt", ".in", ".dat", ".data", ".inp", ".input")
"""The ends of files that are taken for the input where they are missing."""
FOREIGN = tuple(
    os.path.join(folder, "") for folder in {sys.prefix, sys.base_prefix, "/proc", "/sys", "/dev"}
)
"""The folders of Python and of the system, in which no input lies."""


class NoNetworkError(OSError):
    """A script has tried to reach another computer."""


class ScriptAsksError(EOFError):
    """A script has asked the user a question, which the puzzle input does not answer."""


class ServedInput:
    """Serves the input of a job to the script of a puzzle; `example` is for missing example files.

    `root` is the folder of the project, and `folder` that of the served files. `install` is called
    once in a process, and `serve` with each text.
    """

    def __init__(self, root: str, day: int, example: str | None, folder: str) -> None:
        self.root = os.path.realpath(root)
        self.in_name = re.compile(rf"(?<!\d)0*{day}(?!\d)")
        self.example = example
        self.folder = folder
        self.open, self.stat = io.open, os.stat
        self.has_text = False

    def install(self) -> None:
        """Look for the input from now on wherever a file is opened or looked for."""
        builtins.open = io.open = self.open_served
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
        self.has_text = bool(text)
        for name, content in (("input.txt", f"{text}\n"), ("bare.txt", text)):
            with self.open(self.path(name), "w", encoding="utf-8", newline="") as file:
                file.write(content)
        if self.example is not None:
            with self.open(self.path("example.txt"), "w", encoding="utf-8", newline="") as file:
                file.write(self.example)
        descriptor = os.open(self.path("input.txt"), os.O_RDONLY)
        os.dup2(descriptor, 0)
        os.close(descriptor)
        sys.stdin = self.open(0, encoding="utf-8", closefd=False)
        return self.path("input.txt")

    def path(self, name: str) -> str:
        """Return the path of one of the files that are served."""
        return os.path.join(self.folder, name)

    def open_served(self, file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        """Open a file as `open` does, or the served one in its place."""
        if not set(mode) & set("wax+"):
            file = self.served(file) or file
        return self.open(file, mode, *args, **kwargs)

    def redirecting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function on a path that is called with that of the served file."""

        def call(path: Any, *args: Any, **kwargs: Any) -> Any:
            return function(self.served(path) or path, *args, **kwargs)

        return call

    def served(self, file: Any) -> str | None:
        """Return the path of the file to open in place of another; `None` if it is no input."""
        if not self.has_text or not isinstance(file, str | os.PathLike):
            return None
        path = os.path.abspath(os.fspath(file))
        name, end = os.path.splitext(os.path.basename(path).lower())
        if (
            not isinstance(path, str)
            or OTHER_FILES.fullmatch(end)
            or path.startswith((*FOREIGN, self.folder))
        ):
            return None
        known = self.stat_of(path)
        if known and stat.S_ISDIR(known.st_mode):
            return None
        if EXAMPLES.search(name):
            is_missing = self.example is not None and known is None
            return self.path("example.txt") if is_missing else None
        own = os.path.relpath(path, self.root) if self.is_in_project(path) else name
        folders = os.path.dirname(own).lower().split(os.sep)
        is_named = INPUTS.search(name + end) or self.in_name.search(name + end)
        is_input = is_named or any("input" in folder for folder in folders)
        if not is_input and (known or end not in PLAIN_FILES):
            return None
        size = known.st_size if known else 0
        return self.path("bare.txt" if size and self.ends_bare(path, size) else "input.txt")

    def stat_of(self, path: str) -> os.stat_result | None:
        """Return the facts about a file or a folder; `None` if there is none."""
        try:
            return self.stat(path)
        except (OSError, ValueError):
            return None

    def is_in_project(self, path: str) -> bool:
        """Return whether a path lies in the project."""
        return os.path.realpath(path).startswith(os.path.join(self.root, ""))

    def ends_bare(self, path: str, size: int) -> bool:
        """Return whether a file ends without a line end; some scripts work only with such a one."""
        with self.open(path, "rb") as file:
            file.seek(size - 1)
            return bool(file.read(1) != b"\n")


def read_line(prompt: object = "") -> str:
    """Read a line of the input, in place of `input`. Raises `ScriptAsksError` for a question."""
    if str(prompt).strip():
        raise ScriptAsksError(f"the script asks {str(prompt).strip()!r}, and nobody is there")
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
