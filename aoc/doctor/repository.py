"""A git repository, read with git itself: what is tracked, and what its history has.

All calls of git together have a limit in seconds; what git has not printed by then is left out.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO, NamedTuple

from aoc.files import git_environment

PIECE = 1 << 16
"""Bytes that are read at once."""
ABSENT = "000000"
"""The mode of a file that a commit deletes."""
SUBMODULE = "160000"
OPTIONS = ("--no-pager", "--no-replace-objects", "-c", "core.quotePath=false")
LOG = (
    *("log", "--all", "--format=%H", "--no-show-signature", "--no-color", "--root"),
    # With -c, a merge lists what it did not take over from any of its parents.
    *("-c", "--raw", "--no-abbrev", "--no-renames", "-z"),
)


class NoRepositoryError(Exception):
    """There is no repository that could be read; the message says why."""


class Blob(NamedTuple):
    """A version of a file: its id, its path in the repository, and the commit that has it.

    The commit is empty for what is in the index, which need not be committed yet.
    """

    id: str
    path: str
    commit: str = ""


class Repository:
    """The repository that a folder is in. `is_cut` says that the seconds were not enough.

    Raises `NoRepositoryError` if there is none, or no git. Its methods raise that too if git
    fails.
    """

    def __init__(self, folder: str, seconds: float) -> None:
        self.deadline = monotonic() + seconds
        self.is_cut = False
        self.commits = 0
        self.folder = folder
        top = os.fsdecode(self._output("rev-parse", "--show-toplevel")).rstrip("\n")
        if not top:
            raise NoRepositoryError("git was too slow")
        self.folder = os.path.normpath(top)
        kind = self._output("rev-parse", "--show-object-format").strip()
        self.hash = hashlib.sha256 if kind == b"sha256" else hashlib.sha1

    def blob_id(self, data: bytes) -> str:
        """Return the id that git has for a file with this content."""
        return self.hash(b"blob %d\0" % len(data) + data).hexdigest()

    def tracked(self) -> Iterator[Blob]:
        """Yield the files in the index."""
        for entry in self._output("ls-files", "--stage", "-z").split(b"\0"):
            about, _, path = entry.partition(b"\t")
            if path and not about.startswith(SUBMODULE.encode()):
                yield Blob(about.split()[1].decode(), os.fsdecode(path))

    def unignored(self, patterns: Iterable[str]) -> list[str]:
        """Return the paths that fit patterns of git and are neither tracked nor ignored."""
        found = self._output("ls-files", "--others", "--exclude-standard", "-z", "--", *patterns)
        return [os.fsdecode(path) for path in found.split(b"\0") if path]

    def history(self) -> Iterator[Blob]:
        """Yield every version of every file that a commit has brought, the newest commit first."""
        commit, about = "", ""
        for word in self._words(*LOG):
            text = os.fsdecode(word)
            if about:
                blob = new_blob(about, text, commit)
                if blob:
                    yield blob
                about = ""
            elif text.startswith(":"):
                about = text
            elif text:
                commit = text
                self.commits += 1

    def sizes(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the sizes in bytes of the blobs that the repository has."""
        found = self._output("cat-file", "--batch-check", lines=ids).decode().splitlines()
        words = [line.split() for line in found]
        return {blob: int(size) for blob, kind, size in filter(is_object, words) if kind == "blob"}

    def contents(self, ids: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the ids and contents of blobs."""
        with self._process("cat-file", "--batch", lines=ids) as output:
            while head := output.readline().split():
                if is_object(words := [word.decode() for word in head]):
                    data = output.read(int(words[2]))
                    if len(data) < int(words[2]):
                        return
                    yield words[0], data
                    output.read(1)

    def _words(self, *args: str) -> Iterator[bytes]:
        """Yield what git prints between one NUL byte and the next."""
        rest = b""
        with self._process(*args) as output:
            while piece := output.read(PIECE):
                *words, rest = (rest + piece).split(b"\0")
                for word in words:
                    yield word.removeprefix(b"\n")

    def _output(self, *args: str, lines: Iterable[str] = ()) -> bytes:
        """Return what git prints."""
        with self._process(*args, lines=lines) as output:
            return output.read()

    @contextmanager
    def _process(self, *args: str, lines: Iterable[str] = ()) -> Iterator[IO[bytes]]:
        """Start git with some lines as its input, yield what it prints, and end it."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors:
            given.writelines(line.encode() + b"\n" for line in lines)
            given.seek(0)
            command = ["git", *OPTIONS, "-C", self.folder, *args]
            pipe = subprocess.PIPE
            try:
                git = subprocess.Popen(
                    command, stdin=given, stdout=pipe, stderr=errors, env=environment()
                )
            except OSError as error:
                raise NoRepositoryError(f"git cannot be started ({error.strerror})") from None
            assert git.stdout
            timer = threading.Timer(max(0.0, self.deadline - monotonic()), git.kill)
            timer.start()
            try:
                yield git.stdout
                git.stdout.close()
                code = git.wait()
            finally:
                timer.cancel()
                git.kill()
                git.wait()
            if monotonic() >= self.deadline:
                self.is_cut = True
            elif code:
                errors.seek(0)
                raise NoRepositoryError(first_line(errors.read()))


def environment() -> dict[str, str]:
    """Return the environment for git, which then fetches nothing and waits for nobody."""
    # A partial clone would fetch what it does not have.
    return git_environment() | {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}


def new_blob(about: str, path: str, commit: str) -> Blob | None:
    """Return the blob that one line of `git log --raw` is about; `None` if it has none.

    A line has a colon, a mode and an id for each parent, and a mode and an id for the commit.
    """
    parents = len(about) - len(about.lstrip(":"))
    words = about.lstrip(":").split()
    mode = words[parents]
    if mode in (ABSENT, SUBMODULE):
        return None
    return Blob(words[2 * parents + 1], path, commit)


def is_object(words: list[str]) -> bool:
    """Return whether git has the object: then it says its id, kind and size."""
    return len(words) == 3 and words[2].isdigit()


def first_line(output: bytes) -> str:
    """Return the first line of what git said about an error."""
    lines = os.fsdecode(output).strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else "git failed"
