"""Folders in which something is waited for to be saved."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from time import monotonic, sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

__all__ = ["FolderWatch"]

DEBOUNCE, STEP = 200, 50
"""Milliseconds: an editor may save in several steps, in between which nothing is seen."""
POLL = 0.3
"""Seconds after which something may have changed, where the system does not say so."""


class Stop:
    """The event of watchfiles that ends waiting."""

    def __init__(self, is_set: Callable[[], bool]) -> None:
        self.is_set = is_set


class FolderWatch:
    """Knows whether anything may have changed in folders, without those that are in them.

    Folders are watched, not files: many editors put another file in place of the one they save.
    Where the system cannot watch them, or `WATCHFILES_FORCE_POLLING` is set, something may have
    changed several times a second. `notify` is called with the sentence about the reason.
    """

    def __init__(self, notify: Callable[[str], None]) -> None:
        self.notify = notify
        self.folders: set[tuple[str, int, int]] = set()
        self.source: RustNotify | None = None
        self.polls = forces_polling()
        self.polled = monotonic()

    def watch(self, folders: Collection[str]) -> bool:
        """Watch these folders from now on; return false where all of them were watched already."""
        # A folder that was deleted and made again is another one.
        wanted = {(path, about.st_dev, about.st_ino) for path, about in existing(folders)}
        if self.polls or wanted == self.folders:
            return False
        self.close()
        self.folders = wanted
        paths = sorted(path for path, _, _ in wanted)
        try:
            from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError
        except ImportError as error:
            self.poll(str(error), "install watchfiles anew with `pip install -U watchfiles`")
            return True
        try:
            self.source = RustNotify(paths, False, False, 0, False, True)
        except FileNotFoundError:  # a folder has just been deleted
            return self.watch(folders)
        except (OSError, WatchfilesRustInternalError) as error:
            todo = "end other programs that watch files, or allow more with `sysctl fs.inotify`"
            self.poll(str(error).partition(" about [")[0], todo)
        return True

    def poll(self, reason: str, todo: str) -> None:
        """Look at the files from now on, since the system does not say what has changed."""
        self.polls = True
        self.notify(
            f"saved files are looked for three times a second only ({reason.rstrip('.')}): {todo}"
        )

    def wait(self, is_over: Callable[[], bool]) -> bool:
        """Wait until something may have changed, and return true; or false once `is_over()`."""
        if not self.source:
            while not is_over():
                if self.may_have_changed():
                    return True
                sleep(STEP / 1000)
            return False
        return has_change(self.source.watch(DEBOUNCE, STEP, 0, Stop(is_over)))

    def may_have_changed(self) -> bool:
        """Return at once whether something may have changed; if so, once that is over."""
        if not self.source:
            is_time = monotonic() > self.polled + POLL
            self.polled = monotonic() if is_time else self.polled
            return is_time
        if not has_change(self.source.watch(0, 1, 1, None)):
            return False
        has_change(self.source.watch(DEBOUNCE, STEP, STEP, None))
        return True

    def close(self) -> None:
        """Watch nothing any more."""
        if self.source:
            self.source.close()
        self.source = None
        self.folders = set()


def has_change(found: object) -> bool:
    """Return whether what watchfiles has found are changes.

    Raises `KeyboardInterrupt` for Ctrl-C, which watchfiles has caught.
    """
    if found == "signal":
        raise KeyboardInterrupt
    return found not in ("timeout", "stop")


def existing(folders: Collection[str]) -> list[tuple[str, os.stat_result]]:
    """Return those of some folders that exist, with what the system knows about them."""
    found = []
    for path in folders:
        try:
            found.append((path, os.stat(path)))
        except OSError:
            continue
    return found


def forces_polling() -> bool:
    """Return whether `WATCHFILES_FORCE_POLLING` asks for polling, in the words of watchfiles."""
    value = os.environ.get("WATCHFILES_FORCE_POLLING", "").lower()
    return value not in ("", "false", "disable", "disabled")
