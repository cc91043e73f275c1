"""The events while a day is watched: a file is saved, or a key is typed, without Enter."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Any

from aoc.project.environments import may_have_code

LEFT, RIGHT = "\u2190", "\u2192"
"""The characters that stand for the arrow keys to the left and to the right."""
STEP = 0.05
"""Seconds between two looks. An editor may save in several steps: they end with a quiet look."""
ADDED, MODIFIED = 1, 2
"""The changes of `watchfiles.Change` that it has numbers for."""


class Keyboard:
    """The keyboard where stdin is not a terminal: nothing is typed.

    One of a terminal `has_keys`: it is read while the keyboard is open, and then the terminal is
    as it was before.
    """

    has_keys = False

    def __enter__(self) -> Keyboard:
        return self

    def __exit__(self, *error: object) -> None: ...

    def typed(self) -> str:
        """Return the characters that were typed since the last time; it does not wait."""
        return ""

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave the terminal to another program in a block, and let Ctrl-C end that one only."""
        self.__exit__()
        # The other program would inherit that a signal is ignored.
        handler = signal.signal(signal.SIGINT, lambda number, frame: None)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)
            self.__enter__()


def open_keyboard() -> Keyboard:
    """Return the keyboard of the terminal that stdin is, if it is one."""
    if not sys.stdin.isatty():
        return Keyboard()
    if sys.platform == "win32":
        from aoc.watching.windows_keyboard import WindowsKeyboard

        return WindowsKeyboard()
    from aoc.watching.posix_keyboard import PosixKeyboard

    return PosixKeyboard(sys.stdin.fileno())


class RunEndedError(Exception):
    """A run is given up, because a file was saved or a key was typed."""


class WatchSession:
    """Waits for keys and for saves, from the start; `ending` are the keys that end a run.

    A save counts if it is of a Python file of the project at `root`, or of one of `files`, which
    may be elsewhere and need not exist. Folders are watched, not files: many editors put another
    file in place of the one they save.
    """

    def __init__(
        self, root: str, files: Iterable[str], keyboard: Keyboard, ending: str
    ) -> None:
        self.root = root
        self.files = {
            os.path.realpath(path) for path in files
        }  # a link is saved where it leads to
        self.keyboard = keyboard
        self.ending = ending
        self.keys: deque[str] = deque()
        self.is_stale = False
        """Whether a file was saved since this was set to false, as it is when a run begins."""
        self.changes = self.watch_folders()

    def watch_folders(self) -> Iterator[set[Any]]:
        """Watch the folders that exist now, and return an iterator of their changes."""
        folders = {
            *folders_in(self.root),
            *filter(os.path.isdir, map(os.path.dirname, self.files)),
        }
        try:
            from watchfiles import watch

            changes: Iterator[set[Any]] = watch(
                *folders,
                watch_filter=self.matters,
                step=1,
                rust_timeout=1,
                yield_on_timeout=True,
                recursive=False,
            )
            next(changes)
        # The system lacks what it needs, or does not let this program watch so many folders.
        except (ImportError, OSError, RuntimeError):
            changes = self.saves_in(folders)
            next(changes)
        return changes

    def saves_in(self, folders: Iterable[str]) -> Iterator[set[Any]]:
        """Look at the files in folders, and yield the changes since the last time."""
        before = states_in(folders)
        while True:
            found = states_in(folders)
            saved = [
                path for path in before | found if before.get(path) != found.get(path)
            ]
            changes = [(MODIFIED if path in before else ADDED, path) for path in saved]
            yield {change for change in changes if self.matters(*change)}
            before = found

    def matters(self, change: int, path: str) -> bool:
        """Return whether a change is a save that counts, or a new folder that may have days."""
        if os.path.isdir(path):
            return change == ADDED and may_have_code(*os.path.split(path))
        name = os.path.basename(path)
        # Some editors put other files beside the one that is edited.
        is_python = name.endswith(".py") and not name.startswith((".", "flycheck_"))
        return is_python or os.path.realpath(path) in self.files

    def look(self) -> None:
        """Note whether a file was saved, and the typed keys; wait only until a save is over."""
        while changes := next(self.changes):
            self.is_stale = True
            sleep(STEP)
            if any(os.path.isdir(path) for _, path in changes):
                self.changes = self.watch_folders()
        self.keys += self.keyboard.typed()

    def check(self) -> None:
        """Raise `RunEndedError` if a run is to end now."""
        self.look()
        if self.is_stale or any(key in self.ending for key in self.keys):
            raise RunEndedError

    def next_key(self) -> str:
        """Wait until a key is typed, and return it; or an empty text once a file was saved."""
        self.look()
        while not (self.is_stale or self.keys):
            sleep(STEP)
            self.look()
        return "" if self.is_stale else self.keys.popleft()


def states_in(folders: Iterable[str]) -> dict[str, object]:
    """Return the state of each file in folders, which a save changes, by its path."""
    found: dict[str, object] = {}
    for folder in folders:
        with suppress(OSError):
            for entry in os.scandir(folder):
                about = entry.stat()
                found[entry.path] = entry.is_dir() or (about.st_mtime_ns, about.st_size)
    return found


def folders_in(root: str) -> Iterator[str]:
    """Yield a folder, and all folders in it that may have days or modules that these import."""
    for folder, names, _ in os.walk(root):
        yield folder
        names[:] = [name for name in names if may_have_code(folder, name)]
