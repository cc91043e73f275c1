"""The journal of the emulated site: every request, in the order they came in."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


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

    def record(self, request: Request) -> None:
        """Add a request."""
        with self._changed:
            self._requests.append(request)
            self._changed.notify_all()

    def all(self) -> tuple[Request, ...]:
        """Return the requests so far."""
        with self._changed:
            return tuple(self._requests)

    def select(self, method: str | None, path: str | None) -> list[Request]:
        """Return the requests with a method and path; None stands for any."""
        return [request for request in self.all() if request.matches(method, path)]

    def clear(self) -> None:
        """Forget the requests so far, to count from here on."""
        with self._changed:
            self._requests.clear()

    def wait(self, method: str | None, path: str | None, count: int, timeout: float) -> Request:
        """Return the `count`-th matching request as soon as it is there.

        Raises:
            TimeoutError: it has not come within `timeout` seconds.
        """

        def arrived() -> bool:
            return len(self.select(method, path)) >= count

        with self._changed:
            if not self._changed.wait_for(arrived, timeout):
                seen = ", ".join(map(str, self._requests)) or "none"
                raise TimeoutError(f"no {method} {path} in {timeout} s; requests: {seen}")
            return self.select(method, path)[count - 1]
