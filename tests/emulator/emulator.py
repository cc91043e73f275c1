"""The emulator: the state of the site, served over real TLS behind a proxy on loopback."""

from __future__ import annotations

import ssl
import tempfile
import threading
from functools import cache
from pathlib import Path
from typing import Self

import trustme

from tests.support.environment import environment_of_programs

from .accounts import Account, Accounts
from .clock import Clock, unlock_time
from .faults import Fault, Faults, Hold
from .journal import Journal, Request
from .proxy import Proxy
from .puzzles import Event, Puzzle, Sheet, make_event
from .server import Server


class Site:
    """adventofcode.com in a `with`: starts empty-handed, ends without a trace.

    Attributes:
        clock: the site's time.
        accounts: who has a login.
        events: the events by year; at first only 2021.
        boards: the members' names of private boards by owner's name; for others it is everybody.
        view_keys: the keys in the read-only links of private boards, by owner's name.
        faults: what goes wrong next.
        journal: the requests so far.
        ending: set when the site ends, so that nothing is sent any more.
        may_resend: whether an answer may come again, as with `--force`.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.accounts = Accounts()
        self.events = {2021: make_event(2021)}
        self.boards: dict[str, list[str]] = {}
        self.view_keys: dict[str, str] = {}
        self.faults = Faults()
        self.journal = Journal()
        self.ending = threading.Event()
        self.may_resend = False

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory(prefix="site-")
        self._certificates = Path(self._folder.name) / "authority.pem"
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority, certificate = certify()
        certificate.configure_cert(tls)
        authority.cert_pem.write_to_path(self._certificates)
        self._server = Server(self, tls)
        self._proxy = Proxy(self._server.port)
        self._threads = {
            server: threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
            for server in (self._proxy, self._server)
        }
        for thread in self._threads.values():
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.ending.set()
        self.faults.clear()
        for server, thread in self._threads.items():
            server.shutdown()
            # The site's own thread closes its socket too, and no two threads may do that at once.
            thread.join()
            server.server_close()
        self._folder.cleanup()

    def variables(self, folder: Path, token: str | None = None) -> dict[str, str]:
        """Return the variables that lead aocd here, with its files in a folder.

        The year is 2021, also in December.
        """
        return {
            "https_proxy": f"http://127.0.0.1:{self._proxy.server_port}",
            "SSL_CERT_FILE": str(self._certificates),
            "AOCD_DIR": str(folder),
            "AOC_YEAR": "2021",
        } | ({"AOC_SESSION": token} if token else {})

    def environment(self, folder: Path, token: str | None = None) -> dict[str, str]:
        """Return the whole environment of a child, with `variables`."""
        return environment_of_programs() | self.variables(folder, token)

    def account(self, name: str, service: str = "github") -> Account:
        """Return the account with a name, made with a number and a token if it is new."""
        return self.accounts.get(name, service)

    def event(self, year: int) -> Event:
        """Return the event of a year, made up if it is new."""
        return self.events.setdefault(year, make_event(year))

    def put(self, puzzle: Puzzle) -> None:
        """Put a puzzle in the place of the made-up one."""
        self.events[puzzle.year] = self.event(puzzle.year).with_puzzle(puzzle)

    def sheet(self, name: str, year: int, day: int) -> Sheet:
        """Return the input of an account and the answers that are right for it."""
        return self.account(name).sheet(self.event(year).puzzles[day])

    def unlock(self, year: int, day: int, seconds: float = 0) -> None:
        """Move the clock to the unlock of a puzzle, or to some seconds after (before if < 0)."""
        self.clock.set(unlock_time(year, day))
        self.clock.advance(seconds)

    def fail(
        self, fault: Fault, method: str | None = None, path: str = "*", *, times: int = 1
    ) -> None:
        """Let a fault happen to the next `times` requests; `path` may have wildcards."""
        self.faults.add(fault, method, path, times)

    def hold(self, method: str | None = None, path: str = "*", *, judged: bool = False) -> Hold:
        """Hold the next request back, before an answer is judged or after."""
        held = Hold()
        self.fail(Fault(judged=judged, hold=held), method, path)
        return held

    def asked(self) -> list[str]:
        """Return the requests since the last look, each with its form."""
        requests = [str(request) for request in self.requests]
        self.journal.clear()
        return requests

    def expect(self, *patterns: str) -> None:
        """Declare requests that a test does not look at, such as `GET /2021/day/*/input`."""
        self.journal.expect(*patterns)

    def check(self) -> None:
        """Raise `AssertionError` if there was a request that no program may make."""
        self.journal.check(may_resend=self.may_resend)

    @property
    def address(self) -> tuple[str, int]:
        """The host and the port of the server itself, for clients without the proxy."""
        return "127.0.0.1", self._server.port

    @property
    def requests(self) -> tuple[Request, ...]:
        """The requests so far."""
        return tuple(self.journal.select())

    @property
    def refused(self) -> tuple[str, ...]:
        """The targets other than the site that the proxy was asked for."""
        return tuple(self._proxy.refused)

    @property
    def proxy_logins(self) -> tuple[str | None, ...]:
        """What clients sent to log in to the proxy, for each connection."""
        return tuple(self._proxy.logins)

    def count(self, method: str | None = None, path: str | None = None) -> int:
        """Return how many requests with a method and a path came in; None stands for any."""
        return len(self.journal.select(method, path))

    def wait_for(
        self, method: str, path: str | None = None, *, count: int = 1, timeout: float = 20
    ) -> Request:
        """Return the `count`-th such request as soon as it has arrived; else TimeoutError."""
        return self.journal.wait(method, path, count, timeout)


@cache
def certify() -> tuple[trustme.CA, trustme.LeafCert]:
    """Return a certificate for the site and the authority that signed it, one for all tests."""
    authority = trustme.CA()
    return authority, authority.issue_cert("adventofcode.com")
