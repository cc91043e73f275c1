"""The watcher of a project for `aoc watch`: it waits until a file is saved, or a key is typed."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from math import inf
from time import monotonic, sleep

from watchfiles import Change, watch

from aoc.project.environments import may_have_code
from aoc.render.keyboard import Keyboard

STEP = 0.05
"""Seconds between two looks. An editor may save in several steps: they end with a quiet look."""


class RunEndedError(Exception):
    """A run is given up, because a file was saved or a key was typed."""


class Watcher:
    """Waits for keys and for saves, from the start; `ending` are the keys that end a run.

    A save counts if it is of a Python file of the project at `root`, or of one of `files`, which
    may be elsewhere and need not exist. Folders are watched, not files: many editors put another
    file in place of the one they save.
    """

    def __init__(self, root: str, files: Iterable[str], keyboard: Keyboard, ending: str) -> None:
        self.root = root
        # A link is saved where it leads to.
        self.files = {os.path.realpath(path) for path in files}
        self.keyboard = keyboard
        self.ending = ending
        self.keys: deque[str] = deque()
        self.is_stale = False
        """Whether a file was saved since the last run began."""
        self.changes = self.watch_folders()

    def watch_folders(self) -> Iterator[set[tuple[Change, str]]]:
        """Watch the folders that exist now, and return an iterator of their changes."""
        folders = set(folders_in(self.root))
        for path in self.files:
            folder = os.path.dirname(path)
            if os.path.isdir(folder):
                folders.add(folder)
        # It does not wait: keys are looked at in turn.
        look = partial(
            watch,
            *folders,
            watch_filter=self.matters,
            step=1,
            rust_timeout=1,
            yield_on_timeout=True,
            recursive=False,
        )
        try:
            changes = look()
            next(changes)
        except (OSError, RuntimeError):
            # The system does not let this program watch so many folders.
            changes = look(force_polling=True)
            next(changes)
        return changes

    def matters(self, change: Change, path: str) -> bool:
        """Return whether a change is a save that counts, or a new folder that may have days."""
        if os.path.isdir(path):
            folder, name = os.path.split(path)
            return change is Change.added and may_have_code(folder, name)
        name = os.path.basename(path)
        # Some editors put other files beside the one that is edited.
        is_code = name.endswith((".py", ".ipynb"))
        is_python = is_code and not name.startswith((".", "flycheck_"))
        return is_python or os.path.realpath(path) in self.files

    def look(self) -> None:
        """Note whether a file was saved, and the typed keys; wait only until a save is over."""
        while changes := next(self.changes):
            self.is_stale = True
            sleep(STEP)
            # The files in a new folder were not watched so far.
            if any(os.path.isdir(path) for _, path in changes):
                self.changes = self.watch_folders()
        self.keys += self.keyboard.typed()

    def forget(self, key: str) -> bool:
        """Forget a key that was typed before now, and return whether it was."""
        self.look()
        was_typed = key in self.keys
        self.keys = deque(typed for typed in self.keys if typed != key)
        return was_typed

    def check(self) -> None:
        """Raise `RunEndedError` if a run is to end now."""
        self.look()
        # Other keys are carried out once the run is over.
        if self.is_stale or any(key in self.ending for key in self.keys):
            raise RunEndedError

    def next_key(self, patience: float = inf) -> str:
        """Wait until a key is typed, and return it.

        It is an empty text once a file was saved, or after `patience` seconds.
        """
        end = monotonic() + patience
        self.look()
        while not (self.is_stale or self.keys or monotonic() > end):
            # Nothing waits for keys and files at once on every system.
            sleep(STEP)
            self.look()
        if self.keys and not self.is_stale:
            return self.keys.popleft()
        return ""


def folders_in(root: str) -> Iterator[str]:
    """Yield a folder, and all folders in it that may have days or modules that these import."""
    for folder, names, _ in os.walk(root):
        yield folder
        # `os.walk` goes into the folders that are left in its list.
        names[:] = [name for name in names if may_have_code(folder, name)]
