"""What happens while a day is watched: a key is typed, or a file is saved."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from aoc.watching.folder_watch import FolderWatch
from aoc.watching.keyboard import Keyboard
from aoc.watching.watched_files import WatchedFiles

__all__ = ["RunEndedError", "WatchSession"]


class RunEndedError(Exception):
    """A run is given up, because a file was saved or a key was typed."""


class WatchSession:
    """Waits for keys and for files; `ending` are the keys that end a run.

    `notify` is called with a sentence for people.
    """

    def __init__(
        self, files: WatchedFiles, keyboard: Keyboard, ending: str, notify: Callable[[str], None]
    ) -> None:
        self.files = files
        self.keyboard = keyboard
        self.ending = ending
        self.folders = FolderWatch(notify)
        self.keys: deque[str] = deque()
        self.is_stale = False
        """Whether a file has changed since the last run began."""
        files.have_changed()

    def begin_run(self) -> None:
        """Note that a run begins, of what the files hold now."""
        self.is_stale = False

    def watch_folders(self) -> None:
        """Watch the folders where the files are now."""
        while self.folders.watch(self.files.folders()):
            # What was saved before they were watched, nobody has seen.
            self.is_stale |= self.files.have_changed()

    def check(self) -> None:
        """Raise `RunEndedError` if a run is to end now."""
        self.keys += self.keyboard.typed()
        if not self.is_stale and self.folders.may_have_changed():
            self.is_stale = self.files.have_changed()
        if self.is_stale or any(key in self.ending for key in self.keys):
            raise RunEndedError

    def next_key(self) -> str:
        """Wait until a key is typed, and return it; or an empty text once a file has changed."""
        while True:
            self.watch_folders()
            if self.is_stale:
                return ""
            if self.keys:
                return self.keys.popleft()
            if self.folders.wait(self.has_key):
                self.is_stale = self.files.have_changed()

    def has_key(self) -> bool:
        """Return whether a key was typed."""
        self.keys += self.keyboard.typed()
        return bool(self.keys)
