"""The pace of requests to the site: never faster than aocd's own limiter allows."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

__all__ = ["Pace"]

REQUESTS = 4
WINDOW = 3.2
"""Seconds in which `REQUESTS` requests may be made; aocd warns if there are more in 3 s."""


class Pace:
    """Delays requests if there are many; the first few are made at once."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.clock = clock
        self.sleep = sleep
        self.times: deque[float] = deque(maxlen=REQUESTS)

    def wait(self) -> None:
        """Wait until the next request may be made, and count that request."""
        if len(self.times) == REQUESTS:
            left = self.times[0] + WINDOW - self.clock()
            if left > 0:
                self.sleep(left)
        self.times.append(self.clock())
