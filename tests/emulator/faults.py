"""The faults of the emulated site: what goes wrong with which of the next requests."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Self

from werkzeug import Response

from .wire import Script


class Hold:
    """Keeps a response back until it is released; leaving the `with` releases it as well."""

    def __init__(self) -> None:
        self._arrived = threading.Event()
        self._released = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def wait(self, timeout: float = 60) -> None:
        """Return once a request is being held; else TimeoutError."""
        if not self._arrived.wait(timeout):
            raise TimeoutError(f"no request to hold in {timeout} s")

    def release(self) -> None:
        """Let the response go, and every later one."""
        self._released.set()

    def block(self) -> None:
        """Keep the thread of a request here until the release."""
        self._arrived.set()
        self._released.wait()


@dataclass(frozen=True)
class Fault:
    """What goes wrong with a request.

    Attributes:
        judged: whether the site does its work first, so that an answer counts.
        status, location, body, kind: what to answer with, instead of what is right; `kind` is the
            type of the body.
        sent: the share of the body that is sent before the connection is cut; with 0 not even
            the headers are.
        expired: whether the session counts as dead.
        hold: what keeps the response back.
        change: what makes another body of the right one.
        script: what is sent on the connection instead of a response, byte for byte.
    """

    judged: bool = True
    status: int | None = None
    location: str | None = None
    body: str | bytes | None = None
    kind: str | None = None
    sent: float = 1
    expired: bool = False
    hold: Hold | None = None
    change: Callable[[bytes], bytes] | None = None
    script: Script | None = None

    def spoil(self, response: Response) -> None:
        """Put what is to be answered in the place of the right answer."""
        response.status_code = self.status or response.status_code
        if self.location is not None:
            response.location = self.location
        if self.kind is not None:
            response.content_type = self.kind
        if self.body is not None:
            response.set_data(self.body)
        if self.change is not None:
            response.set_data(self.change(response.get_data()))


def status(code: int = 500, *, judged: bool = False) -> Fault:
    """Answer with an error status; an answer is judged only if asked for."""
    return Fault(judged=judged, status=code, body=f"{code} Something went wrong")


def redirect(location: str = "/") -> Fault:
    """Answer with a 302."""
    return Fault(judged=False, status=302, location=location, body="")


def cut(*, judged: bool = True, sent: float = 0.5) -> Fault:
    """Cut the connection after the headers and a share of the page, or before the work is done.

    urllib3 asks again up to three times when a GET is cut, so that it fails after `times=4`; and
    behind a proxy, as here, it even posts again, unless the status line came (`sent` > 0).
    """
    return Fault(judged=judged, sent=sent if judged else 0)


def page(body: str | bytes) -> Fault:
    """Answer with a page of one's own, after the work is done."""
    return Fault(body=body)


def garbage() -> Fault:
    """Answer with something that is no page at all."""
    return page("\x00\ufffd<<<%PDF ]]> 502? <html><ma" * 20)


def unknown_verdict() -> Fault:
    """Answer a submission with a verdict nobody has heard of."""
    return verdict("The elves are having lunch.  Your answer is in the inbox.")


def verdict(text: str, *, judged: bool = True) -> Fault:
    """Answer a submission with these words; it is judged unless asked otherwise."""
    article = f"<article><p>{text}</p></article>"
    body = f"<!DOCTYPE html><title>Advent of Code</title><main>{article}</main>"
    return Fault(judged=judged, body=body)


def html() -> Fault:
    """Serve a web page where something else was asked for, as a hotel's network does."""
    return page("<!DOCTYPE html>\n<html><body><h1>Welcome to the hotel</h1></body></html>\n")


def empty() -> Fault:
    """Answer with nothing."""
    return page("")


def expired() -> Fault:
    """Treat the session as dead."""
    return Fault(expired=True)


def hold(*, judged: bool = False) -> Fault:
    """Keep the response back; an answer is judged before or after."""
    return Fault(judged=judged, hold=Hold())


def changed(change: Callable[[bytes], bytes]) -> Fault:
    """Answer with what `change` makes of the right body, after the work is done."""
    return Fault(change=change)


def scripted(script: Script, *, judged: bool = True) -> Fault:
    """Send what a script of `tests.emulator.wire` sends."""
    return Fault(judged=judged, script=script)


class Faults:
    """The faults to come, each with the method and the path that it waits for, in this order."""

    def __init__(self) -> None:
        self._coming: list[tuple[Fault, str | None, str]] = []
        self._holds: list[Hold] = []
        self._lock = threading.Lock()

    def add(self, fault: Fault, method: str | None, path: str, times: int) -> None:
        """Let a fault happen to the next `times` requests with a method and a path."""
        with self._lock:
            self._coming += [(fault, method, path)] * times
            self._holds += [fault.hold] if fault.hold else []

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault that a request is to meet, which happens once less."""
        with self._lock:
            for place, (fault, its_method, its_path) in enumerate(self._coming):
                if its_method in (None, method) and fnmatchcase(path, its_path):
                    del self._coming[place]
                    return fault
        return None

    def clear(self) -> None:
        """Call off all faults and release what is held."""
        with self._lock:
            self._coming.clear()
            for hold in self._holds:
                hold.release()
