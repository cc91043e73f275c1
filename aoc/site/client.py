"""Requests to adventofcode.com, each by way of advent-of-code-data's own client."""

from __future__ import annotations

import logging
import os
import ssl
from importlib.metadata import version

from aocd.utils import USER_AGENT, http
from urllib3 import BaseHTTPResponse, Retry, Timeout
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    NewConnectionError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)

from aoc.clock import now
from aoc.errors import (
    DeadSessionError,
    LockedError,
    LostResponseError,
    SiteError,
    UnreachableError,
    UsageError,
)
from aoc.files import check_writable, write_file
from aoc.project import project_or_folder
from aoc.puzzle import Puzzle, unlock_time
from aoc.site import pages
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.pace import Pace
from aoc.site.tokens import Tokens
from aoc.text import RefusedTextError, decode

__all__ = ["Client"]

SITE = "adventofcode.com"
TIMEOUT = 30.0
"""Seconds that the site may be silent; `AOC_SITE_TIMEOUT` overrides it."""
NO_RETRIES = Retry(0, redirect=0, raise_on_redirect=False)
NOT_SENT = (ConnectTimeoutError, NewConnectionError)
"""What urllib3 raises before it has sent a request."""
NO_TUNNEL = "Tunnel connection failed"
"""What the standard library says when a proxy refuses to connect."""

pace = Pace()


class Client:
    """Asks the site on behalf of one account, which must have a token.

    Its User-Agent says whom the site's author can write to, if the environment or the project
    does, besides what aocd says for itself. Every method raises `SiteError` for what is not to be
    had.
    """

    def __init__(self, account: Account) -> None:
        assert account.token is not None
        self.account = account
        self.token = account.token
        self.cache = Cache()
        set_up(find_contact())
        if not well_formed(self.token):
            raise DeadSessionError(
                f"the session token {self.account.hint} cannot be one: copy the value of the "
                "cookie `session` again, then `aoc login`"
            )

    def user_id(self) -> str:
        """Give aocd's id of the account: from its memory, or else asked of the site, once ever."""
        if self.account.id is None:
            self.account = self.account._replace(id=self.cache.owner(self.token) or self.ask())
        assert self.account.id is not None
        return self.account.id

    def ask(self) -> str:
        """Ask the site whose the session is, and remember it where aocd does."""
        check_writable(os.path.join(self.cache.config, "token2id.json"))
        user = self.look_up()
        Tokens(self.cache).remember(self.token, user)
        return user

    def look_up(self) -> str:
        """Ask the site whose the session is, and whether it is alive; remember nothing."""
        user = pages.owner(self.get("/settings"))
        if user is None:
            raise SiteError(f"{SITE} gave garbage for a settings page: try again later")
        return user

    def fetch_input(self, puzzle: Puzzle) -> str:
        """Fetch an input and cache it; gives its plain text."""
        open_or_raise(puzzle)
        path = self.cache.input_path(self.user_id(), puzzle)
        check_writable(path)
        response = self.request(f"/{puzzle.year}/day/{puzzle.day}/input")
        if response.status == 400:
            raise DeadSessionError(self.dead())
        self.check(response, puzzle)
        try:
            text = decode(response.data)
        except RefusedTextError as error:
            raise SiteError(
                f"what {SITE} gave as the input of {puzzle} {error}: try again later"
            ) from None
        write_file(path, response.data.decode())
        return text

    def page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page, and cache it and the answers on it as aocd does; gives its HTML."""
        open_or_raise(puzzle)
        user = self.user_id()
        check_writable(self.cache.prose_path(user, puzzle, 1))
        response = self.request(f"/{puzzle.year}/day/{puzzle.day}")
        self.check(response, puzzle)
        html = response.data.decode(errors="replace")
        if pages.puzzle_of(html) != puzzle:
            raise SiteError(f"{SITE} gave garbage for the page of {puzzle}: try again later")
        if not pages.logged_in(html):
            raise DeadSessionError(self.dead())
        for part, answer in enumerate(pages.answers(html), 1):
            if answer and self.cache.answers(user, puzzle)[part - 1] != answer:
                write_file(self.cache.answer_path(user, puzzle, part), answer)
        solved = pages.parts_solved(html)
        for path in dict.fromkeys(
            (
                self.cache.prose_path(user, puzzle, solved),
                self.cache.own_prose_path(user, puzzle, solved),
            )
        ):
            write_file(path, html)
        return html

    def get(self, path: str) -> str:
        """Fetch any page, given by its path, such as `/2021`."""
        response = self.request(path)
        self.check(response, path)
        return response.data.decode(errors="replace")

    def post(self, puzzle: Puzzle, part: int, answer: str) -> str:
        """Send an answer, once, and give the text of the site's verdict.

        Raises `LostResponseError` where the site may have received it and no verdict came back.
        """
        # On a connection that was idle, a failure could mean that nothing was sent, or not.
        http.pool_manager.clear()
        pace.wait()
        url = f"https://{SITE}/{puzzle.year}/day/{puzzle.day}/answer"
        try:
            response = http.post(url, self.token, {"level": str(part), "answer": answer})
        except HTTPError as error:
            if not_sent(error):
                raise UnreachableError(unreachable(error)) from None
            raise LostResponseError(f"{SITE} {reason(error)}") from None
        if response.status == 404:
            raise LockedError(puzzle)
        if response.status != 200:
            raise LostResponseError(f"{SITE} answered {response.status}")
        html = response.data.decode(errors="replace")
        if not pages.logged_in(html):
            raise DeadSessionError(self.dead())
        text = pages.verdict(html)
        if text is None:
            raise LostResponseError(f"{SITE} gave garbage for a verdict")
        return text

    def request(self, path: str) -> BaseHTTPResponse:
        """Make a GET request, and be told where it leads rather than led there."""
        pace.wait()
        try:
            return http.get(f"https://{SITE}{path}", token=self.token, redirect=False)
        except HTTPError as error:
            raise UnreachableError(unreachable(error)) from None

    def check(self, response: BaseHTTPResponse, what: Puzzle | str) -> None:
        """Raise the error that the status of a response means."""
        status = response.status
        if 300 <= status < 400:
            raise DeadSessionError(self.dead())
        if status == 404:
            raise LockedError(what)
        if status == 429:
            raise SiteError(f"{SITE} has had too many requests (429): try again in a few minutes")
        if status != 200:
            raise SiteError(
                f"{SITE} answered {status}: try again in a few minutes; if that goes on, "
                "log in anew with `aoc login`"
            )

    def dead(self) -> str:
        """Say that the session is over."""
        given = os.environ.get("AOC_SESSION", "").strip() == self.token
        remedy = "put a new one into AOC_SESSION, or unset it and `aoc login`" if given else None
        return (
            f"the session of token {self.account.hint} has expired: "
            f"{remedy or 'log in to the site in a browser, then `aoc login`'}"
        )


def well_formed(token: str) -> bool:
    """Say whether a token can be sent as a cookie at all."""
    return token.isascii() and token.isprintable() and not set(token) & set(' ";,')


def set_up(contact: str | None) -> None:
    """Have aocd's client say who to contact, do nothing twice, wait for nothing for ever."""
    for name in ("aocd", "urllib3"):
        # They log tokens, and scold people for what this program decides.
        logger = logging.getLogger(name)
        logger.propagate = False
        logger.handlers = [logging.NullHandler()]
    program = f"aoc-days/{version('aoc-days')}" + (f" ({contact})" if contact else "")
    if not program.isascii() or not program.isprintable():
        raise UsageError(f"the contact {contact!r} is not plain ASCII text, as a header has to be")
    http.pool_manager.headers = {"User-Agent": f"{USER_AGENT} {program}"}
    limits = {"retries": NO_RETRIES, "timeout": Timeout(read_timeout())}
    http.pool_manager.connection_pool_kw.update(limits)


def find_contact() -> str | None:
    """Give whom the site's author can write to: `AOC_CONTACT`, or what the project's settings say.

    Raises `UsageError` for settings that cannot be read.
    """
    return os.environ.get("AOC_CONTACT") or project_or_folder().settings.get("contact")


def read_timeout() -> float:
    """Give the seconds that the site may be silent."""
    given = os.environ.get("AOC_SITE_TIMEOUT")
    try:
        seconds = float(given) if given else TIMEOUT
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise UsageError(f"AOC_SITE_TIMEOUT is {given!r}, not a number of seconds: mend it")
    return seconds


def open_or_raise(puzzle: Puzzle) -> None:
    """Raise `LockedError` for a puzzle before its unlock: the site is not to be asked then."""
    if now() < unlock_time(puzzle):
        raise LockedError(puzzle)


def cause(error: BaseException) -> BaseException:
    """Give what was the reason of an error, inside what urllib3 wraps it in.

    It takes a connection that the site cut behind a proxy for a failure of the proxy.
    """
    found = getattr(error, "reason", None)
    if isinstance(found, BaseException):
        error = found
    return error.original_error if isinstance(error, ProxyError) else error


def not_sent(error: BaseException) -> bool:
    """Say whether a request failed before it was sent, for certain."""
    inner = cause(error)
    refused = isinstance(inner, SSLError) and isinstance(
        inner.args[0] if inner.args else None, ssl.SSLCertVerificationError
    )
    return refused or isinstance(inner, NOT_SENT) or str(inner).startswith(NO_TUNNEL)


def reason(error: BaseException) -> str:
    """Say what happened to a request, in the words of people."""
    inner = cause(error)
    if isinstance(inner, NewConnectionError) or str(inner).startswith(NO_TUNNEL):
        proxy = " through the proxy" if http.pool_manager.proxy else ""
        return f"cannot be reached{proxy}"
    if isinstance(inner, ReadTimeoutError | ConnectTimeoutError):
        return f"was silent for {read_timeout():g} s"
    if isinstance(inner, SSLError):
        return "has no certificate to be trusted"
    return "cut the connection"


def unreachable(error: BaseException) -> str:
    """Say that a request failed, and what to do."""
    return f"{SITE} {reason(error)}: check the network and try again"
