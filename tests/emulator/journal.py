"""The journal of the emulated site: every request, in the order they came in."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from fnmatch import fnmatchcase

from aoc.site.http import REQUESTS, WINDOW


@dataclass(frozen=True)
class Request:
    """A request as it came in.

    Attributes:
        account: the id of the account that is logged in, or None.
        form: the form fields of a POST.
        time: the site's time.
    """

    method: str
    path: str
    account: str | None
    user_agent: str
    form: Mapping[str, str]
    time: datetime

    def __str__(self) -> str:
        form = " ".join(f"{name}={value}" for name, value in self.form.items())
        return f"{self.method} {self.path} {form}".rstrip()

    def matches(self, method: str | None, path: str | None) -> bool:
        """Say whether method and path are the given ones, where given."""
        return method in (None, self.method) and path in (None, self.path)


class Journal:
    """Records requests from many threads, and wakes whoever waits for one."""

    def __init__(self) -> None:
        self._requests: list[Request] = []
        self._changed = threading.Condition()
        self._clock: Callable[[], float] | None = None
        self._times: list[float] = []
        self._sent: Counter[tuple[str | None, str]] = Counter()
        self._undeclared: list[Request] = []
        self._patterns: list[str] = []
        self._faults: list[str] = []

    def record(self, request: Request) -> None:
        """Add a request."""
        with self._changed:
            self._requests.append(request)
            self._undeclared.append(request)
            if request.method == "POST":
                self._sent[request.account, str(request)] += 1
            self._keep_pace()
            self._changed.notify_all()

    def select(self, method: str | None = None, path: str | None = None) -> list[Request]:
        """Return the requests with a method and path; None stands for any."""
        with self._changed:
            self._undeclared = [one for one in self._undeclared if not one.matches(method, path)]
            return [request for request in self._requests if request.matches(method, path)]

    def clear(self) -> None:
        """Forget the requests so far, to count from here on."""
        with self._changed:
            self._requests.clear()

    def expect(self, *patterns: str) -> None:
        """Declare requests that a test does not look at, such as `GET /2021/day/*/input`."""
        self._patterns += patterns

    def wait(self, method: str | None, path: str | None, count: int, timeout: float) -> Request:
        """Return the `count`-th matching request as soon as it is there; else TimeoutError."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.select(method, path)) >= count, timeout):
                raise TimeoutError(f"no {method} {path} in {timeout} s: {self._requests}")
            return self.select(method, path)[count - 1]

    @contextmanager
    def paced(self, clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
        """Look at how fast one run of the program asks, by its own clock."""
        self._clock, self._times = clock, []
        yield
        self._clock = None

    def _keep_pace(self) -> None:
        """Note a request that came earlier than the program may ask."""
        if self._clock:
            self._times.append(self._clock())
            since = self._times[-REQUESTS - 1 :]
            # On a busy machine, a request is on its way for a second or two.
            if len(since) > REQUESTS and since[-1] - since[0] < WINDOW - 2:
                self._faults.append(f"{REQUESTS + 1} requests in {since[-1] - since[0]:.1f} s")

    def check(self, *, may_resend: bool) -> None:
        """Raise `AssertionError` if there was a request that no program may make."""
        with self._changed:
            twice = [
                f"sent {n} times: {request}" for (_, request), n in self._sent.items() if n > 1
            ]
            undeclared = [
                f"not looked at: {request}"
                for request in map(str, self._undeclared)
                if not any(fnmatchcase(request, pattern) for pattern in self._patterns)
            ]
            problems = self._faults + undeclared + ([] if may_resend else twice)
        assert not problems, "\n".join(problems)
