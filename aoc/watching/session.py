"""What happens while a day is watched: a file is saved, or a key is typed."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import sleep
from typing import Any

from aoc.watching.keyboard import Keyboard

__all__ = ["RunEndedError", "WatchSession"]

STEP = 0.05
"""Seconds between two looks. An editor may save in several steps: they end with a quiet look."""
ADDED, MODIFIED = 1, 2
"""The changes of `watchfiles.Change` that it has numbers for."""


class RunEndedError(Exception):
    """A run is given up, because a file was saved or a key was typed."""


class WatchSession:
    """Waits for keys and for saves, from the start; `ending` are the keys that end a run.

    What counts is a save of any Python file of the project at `root`, or of one of `files`, which
    may be elsewhere and need not exist. Folders are watched, not files: many editors put another
    file in place of the one they save. `notify` is called with a sentence for people.
    """

    def __init__(
        self,
        root: str,
        files: Iterable[str],
        keyboard: Keyboard,
        ending: str,
        notify: Callable[[str], None],
    ) -> None:
        self.root = root
        self.files = {os.path.realpath(path) for path in files}  # a link is saved where it leads to
        self.keyboard = keyboard
        self.ending = ending
        self.notify = notify
        self.keys: deque[str] = deque()
        self.is_stale = False
        """Whether a file was saved since this was last false: it is made so when a run begins."""
        self.polls: bool | None = None
        self.changes = self.watch_folders()

    def watch_folders(self) -> Iterator[set[Any]]:
        """Watch the folders that exist now, and return what yields the changes of a moment."""
        watch: Callable[..., Iterator[set[Any]]]
        try:
            from watchfiles import watch
        except ImportError:  # as on a Windows that lacks what it needs
            watch = looked_at
        folders = {*folders_in(self.root), *filter(os.path.isdir, map(os.path.dirname, self.files))}
        changes = watch(
            *sorted(folders),
            watch_filter=self.matters,
            step=1,
            rust_timeout=1,
            yield_on_timeout=True,
            force_polling=self.polls,
            recursive=False,
        )
        try:
            next(changes)
        except FileNotFoundError:  # a folder has just been deleted
            return self.watch_folders()
        except (OSError, RuntimeError) as error:
            if self.polls:
                raise
            reason = str(error).partition(" about [")[0].rstrip(".")
            self.notify(
                f"saved files are looked for three times a second only ({reason}): end other "
                "programs that watch files, or allow more with `sysctl fs.inotify`"
            )
            self.polls = True
            return self.watch_folders()
        return changes

    def matters(self, change: int, path: str) -> bool:
        """Return whether a change is a save that counts, or a new folder with what is in it."""
        if os.path.isdir(path):
            return change == ADDED and may_have_days(path)
        name = os.path.basename(path)
        # Some editors put other files beside the one that is edited.
        is_python = name.endswith(".py") and not name.startswith((".", "flycheck_"))
        return is_python or os.path.realpath(path) in self.files

    def look(self) -> None:
        """Note whether something was saved; if so, once that is over. It does not wait."""
        while changes := next(self.changes):
            self.is_stale = True
            sleep(STEP)
            if any(os.path.isdir(path) for _, path in changes):
                self.changes = self.watch_folders()

    def check(self) -> None:
        """Raise `RunEndedError` if a run is to end now."""
        self.keys += self.keyboard.typed()
        self.look()
        if self.is_stale or any(key in self.ending for key in self.keys):
            raise RunEndedError

    def next_key(self) -> str:
        """Wait until a key is typed, and return it; or an empty text once a file was saved."""
        while True:
            self.keys += self.keyboard.typed()
            self.look()
            if self.is_stale:
                return ""
            if self.keys:
                return self.keys.popleft()
            sleep(STEP)


def looked_at(
    *folders: str, watch_filter: Callable[[int, str], bool], **options: object
) -> Iterator[set[Any]]:
    """Yield the changes in folders since the last time, as `watchfiles.watch` does."""
    known: dict[str, object] | None = None
    while True:
        found: dict[str, object] = {}
        for folder in folders:
            with suppress(OSError):
                for entry in os.scandir(folder):
                    about = entry.stat()
                    found[entry.path] = entry.is_dir() or (about.st_mtime_ns, about.st_size)
        before = found if known is None else known
        saved = [path for path, about in found.items() if before.get(path) != about]
        changes = [(MODIFIED if path in before else ADDED, path) for path in saved]
        yield {change for change in changes if watch_filter(*change)}
        known = found


def folders_in(root: str) -> Iterator[str]:
    """Yield a folder, and all in it in which there may be days or what they import."""
    for folder, names, _ in os.walk(root):
        yield folder
        names[:] = [name for name in names if may_have_days(os.path.join(folder, name))]


def may_have_days(folder: str) -> bool:
    """Return whether a folder is neither hidden, nor an environment, nor made by a program."""
    name = os.path.basename(folder)
    is_made = name.startswith((".", "__")) or name == "node_modules"
    return not is_made and not os.path.exists(os.path.join(folder, "pyvenv.cfg"))
