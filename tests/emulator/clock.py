"""The clock of the emulated site: a value that tests move."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone

EASTERN = timezone(timedelta(hours=-5), "EST")
"""US Eastern time, which has no daylight saving in December."""


def unlock_time(year: int, day: int) -> datetime:
    """Return when a puzzle unlocks: midnight US Eastern."""
    return datetime(year, 12, day, tzinfo=EASTERN)


class Clock:
    """A clock that starts at the real time and stands still, until it is moved or let run."""

    def __init__(self) -> None:
        self._at = datetime.now(UTC).replace(microsecond=0)
        self._running_since: float | None = None
        self.is_moved = False

    def now(self) -> datetime:
        """Return the site's time, with its zone."""
        if self._running_since is None:
            return self._at
        return self._at + timedelta(seconds=time.monotonic() - self._running_since)

    def set(self, moment: datetime) -> None:
        """Move the clock to a moment, which must have a zone."""
        if moment.tzinfo is None:
            raise ValueError(f"a moment without a zone: {moment}")
        self._at = moment
        self.is_moved = True
        if self._running_since is not None:
            self._running_since = time.monotonic()

    def advance(self, seconds: float) -> None:
        """Move the clock forward, or backward by a negative number."""
        # Where it runs, no moment between two looks at the real time may be lost.
        self._at += timedelta(seconds=seconds)
        self.is_moved = True

    def run(self) -> None:
        """Let the clock go on by itself, for clients that really wait."""
        self._running_since = time.monotonic()
