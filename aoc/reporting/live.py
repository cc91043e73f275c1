"""A page that is made again whenever the history has changed, and its readers who wait for that."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable

from aoc.errors import AocError
from aoc.history.log import log_path

PAUSE = 0.25
"""Seconds between two looks at the log of runs."""
SHARE = 4
"""How many times as long as making the page took nothing is done after it."""
VERSION = rb'data-version="([0-9a-f]*)"'

Signature = tuple[object, ...]


class LivePage:
    """The page of the project at `root`, which `make` makes from what is known at the time.

    `notify` gets a sentence when it cannot be made; the last page stays then. All methods can be
    called in any thread. Raises what `make` raises.
    """

    def __init__(self, root: str, make: Callable[[], bytes], notify: Callable[[str], None]) -> None:
        self.log = log_path(root)
        self.make = make
        self.notify = notify
        self.changed = threading.Condition()
        self.ended = threading.Event()
        self.problem: str | None = None
        # Before the page is made, so that what is written meanwhile is not missed.
        self.signature = self.look()
        self.page = make()

    @property
    def version(self) -> str:
        """What the page calls itself: it is another page if this differs."""
        found = re.search(VERSION, self.page)
        return found[1].decode() if found else ""

    def watch(self) -> None:
        """Make the page again whenever the history has changed, until `end` is called.

        To look at a file a few times per second costs next to nothing, and works on every file
        system, on those of a network too.
        """
        pause = PAUSE
        while not self.ended.wait(pause):
            signature = self.look()
            pause = PAUSE
            if signature != self.signature:
                self.signature = signature
                start = time.monotonic()
                self.update()
                pause = max(PAUSE, SHARE * (time.monotonic() - start))

    def update(self) -> None:
        """Make the page again, and wake who waits for another one."""
        try:
            page = self.make()
        except AocError as error:
            if str(error) != self.problem:
                self.problem = str(error)
                self.notify(self.problem)
            return
        self.problem = None
        with self.changed:
            self.page = page
            self.changed.notify_all()

    def wait(self, version: str | None, seconds: float) -> str | None:
        """Wait until the page has another version, for so many seconds at most; return its version.

        Returns `None` once `end` was called.
        """
        with self.changed:
            self.changed.wait_for(lambda: self.ended.is_set() or self.version != version, seconds)
            return None if self.ended.is_set() else self.version

    def end(self) -> None:
        """Let `watch` and all who wait return."""
        with self.changed:
            self.ended.set()
            self.changed.notify_all()

    def look(self) -> Signature:
        """Return what differs once another program has written to the log."""
        try:
            about = os.stat(self.log)
        except OSError:
            return ()
        return about.st_ino, about.st_size, about.st_mtime_ns
