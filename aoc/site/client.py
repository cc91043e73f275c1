"""Requests to adventofcode.com, made with the HTTP client of advent-of-code-data."""

from __future__ import annotations

import logging
import os
from contextlib import suppress

from urllib3 import BaseHTTPResponse, Retry, Timeout
from urllib3.exceptions import HTTPError

from aoc.answers import lacking
from aoc.clock import now, unlock_time
from aoc.errors import (
    DeadSessionError,
    LockedError,
    LostResponseError,
    NoResponseError,
    SiteError,
    UnreachableError,
)
from aoc.files import check_writable, locked, write_file
from aoc.input_check import RefusedTextError, decode
from aoc.project import project_or_folder
from aoc.puzzles import Puzzle
from aoc.site import pages
from aoc.site.accounts import Account, Accounts
from aoc.site.aocd_http import http, use_bounded_connections
from aoc.site.pace import Pace
from aoc.site.request_failures import (
    SITE,
    connect_timeout,
    failed_before_sending,
    failure_text,
    read_timeout,
    unreachable_text,
)
from aoc.site.token_files import Tokens
from aoc.site.user_agent import user_agent

__all__ = ["Client"]

NO_RETRIES = Retry(0, redirect=0, raise_on_redirect=False)

pace = Pace()


class Client:
    """Makes requests for one account, which must have a token.

    Every method raises `SiteError` if the site does not return what was asked for.
    """

    def __init__(self, account: Account) -> None:
        if account.token is None:
            raise SiteError(f"no session token for {account.name}: log in with `aoc login`")
        self.account = account
        self.token = account.token
        self.accounts = Accounts()
        self.cache = self.accounts.cache
        self.owner: str | None = None
        configure_aocd(find_contact())
        if not is_cookie_value(self.token):
            raise DeadSessionError(
                f"the session token {self.account.hint} is not valid: copy the value of the "
                "cookie `session` again, then `aoc login`"
            )

    def user_id(self) -> str:
        """Return aocd's id of the account; the site is asked for it once and never again."""
        if self.account.id is None:
            user = self.accounts.id_of(self.token) or self._fetch_and_store_user_id()
            self.account = self.account._replace(id=user)
        assert self.account.id is not None
        return self.account.id

    def _fetch_and_store_user_id(self) -> str:
        path = self.accounts.path("token2id.json")
        check_writable(path)
        with locked(path):
            # Another program may have asked while this one waited for the lock.
            user = self.accounts.id_of(self.token)
            if user is None:
                user = self.fetch_user_id()
                Tokens(self.accounts).store_id(self.token, user)
        return user

    def fetch_user_id(self) -> str:
        """Ask the site for the id of the account, and so whether the session is alive."""
        self.owner = pages.user_id(self.fetch("/settings"))
        if self.owner is None:
            raise SiteError(unreadable_text("the settings page"))
        return self.owner

    def _check_owner(self, html: str, user: str) -> None:
        """Raise `SiteError` if a page was not made for an account, but for another one.

        That happens where ids were swapped in aocd's files: the answer to the input of one account
        would be sent for another one. The site is asked only if the name on the page, which users
        can choose, does not tell.
        """
        name = pages.shown_name(html).replace("/", "_")
        if [one for one in {*self.accounts.ids().values(), user} if has_name(one, name)] == [user]:
            return
        owner = self.owner or self.fetch_user_id()
        if number_in(owner) != number_in(user):
            raise SiteError(
                f"the session token {self.account.hint} is that of {owner}, not of {user}: delete "
                f"token2id.json and tokens.json in {self.accounts.folder}, then `aoc login`"
            )

    def fetch_input(self, puzzle: Puzzle) -> str:
        """Fetch an input, cache it, and return its plain text.

        The site is not asked if another program has cached the input in the meantime.
        """
        raise_if_locked(puzzle)
        user = self.user_id()
        path = self.cache.input_path(user, puzzle)
        check_writable(path)
        with locked(self.cache.lock_path(path)):
            with suppress(OSError, RefusedTextError):
                found = self.cache.read_input(user, puzzle)
                if found is not None:
                    return found
            try:
                data = self._request_input(puzzle)
                text = decode(data)
            except RefusedTextError as error:
                raise SiteError(
                    f"what {SITE} sent as the input of {puzzle} {error}: try again later"
                ) from None
            write_file(path, data.decode())
        return text

    def _request_input(self, puzzle: Puzzle) -> bytes:
        response = self._get(f"/{puzzle.year}/day/{puzzle.day}/input")
        if response.status == 400:
            raise DeadSessionError(self.expired_text())
        self._raise_for_status(response, puzzle)
        kind = response.headers.get("Content-Type", "").lower()
        if "html" in kind or "json" in kind:
            raise RefusedTextError("is a web page or JSON by its type")
        return response.data

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page, cache it and the answers on it as aocd does, and return its HTML."""
        raise_if_locked(puzzle)
        user = self.user_id()
        check_writable(self.cache.page_path(user, puzzle, 1))
        response = self._get(f"/{puzzle.year}/day/{puzzle.day}")
        self._raise_for_status(response, puzzle)
        html = response.data.decode(errors="replace")
        if pages.puzzle_of(html) != puzzle:
            raise SiteError(unreadable_text(f"the page of {puzzle}"))
        if not pages.is_logged_in(html):
            raise DeadSessionError(self.expired_text())
        self._check_owner(html, user)
        answers = pages.accepted_answers(html)
        if any(answer is not None and lacking(answer) for answer in answers):
            raise SiteError(unreadable_text(f"the page of {puzzle}"))
        for part, answer in enumerate(answers, 1):
            if answer and self.cache.answers(user, puzzle)[part - 1] != answer:
                write_file(self.cache.answer_path(user, puzzle, part), answer)
        solved = pages.parts_solved(html)
        for path in dict.fromkeys(
            (
                self.cache.page_path(user, puzzle, solved),
                self.cache.own_page_path(user, puzzle, solved),
            )
        ):
            write_file(path, html)
        return html

    def fetch(self, path: str) -> str:
        """Return the text of any page, given its path, such as `/2021`."""
        response = self._get(path)
        self._raise_for_status(response, path)
        return response.data.decode(errors="replace")

    def post_answer(self, puzzle: Puzzle, part: int, answer: str) -> str:
        """Send an answer once, and return the text of the site's verdict.

        Raises `LostResponseError` if the site may have received the answer but no verdict came
        back.
        """
        # If an idle connection failed, it would not be known whether the answer was sent.
        http.pool_manager.clear()
        pace.wait()
        url = f"https://{SITE}/{puzzle.year}/day/{puzzle.day}/answer"
        try:
            response = http.post(url, self.token, {"level": str(part), "answer": answer})
        except HTTPError as error:
            if failed_before_sending(error):
                raise UnreachableError(unreachable_text(error)) from None
            raise LostResponseError(f"{SITE} {failure_text(error)}") from None
        if response.status == 404:
            raise LockedError(puzzle)
        if response.status != 200:
            raise LostResponseError(f"{SITE} answered {response.status}")
        html = response.data.decode(errors="replace")
        if not pages.is_logged_in(html):
            raise DeadSessionError(self.expired_text())
        text = pages.verdict_text(html)
        if text is None:
            raise LostResponseError(f"what {SITE} sent is not a verdict")
        return text

    def _get(self, path: str) -> BaseHTTPResponse:
        """Make a GET request without following redirects."""
        pace.wait()
        try:
            return http.get(f"https://{SITE}{path}", token=self.token, redirect=False)
        except HTTPError as error:
            kind = UnreachableError if failed_before_sending(error) else NoResponseError
            raise kind(unreachable_text(error)) from None

    def _raise_for_status(self, response: BaseHTTPResponse, what: Puzzle | str) -> None:
        """Raise the error that the status of a response stands for."""
        status = response.status
        if 300 <= status < 400:
            raise DeadSessionError(self.expired_text())
        if status == 404:
            raise LockedError(what)
        if status == 429:
            raise SiteError(f"{SITE} got too many requests (429): try again in a few minutes")
        if status != 200:
            raise SiteError(
                f"{SITE} answered {status}: try again in a few minutes; if that does not help, "
                "log in again with `aoc login`"
            )

    def expired_text(self) -> str:
        """Return the message for a session that has expired."""
        in_environment = os.environ.get("AOC_SESSION", "").strip() == self.token
        remedy = "put a new one into AOC_SESSION, or unset it and `aoc login`"
        return (
            f"the session of token {self.account.hint} has expired: "
            f"{remedy if in_environment else 'log in to the site in a browser, then `aoc login`'}"
        )


def unreadable_text(what: str) -> str:
    """Return the message for a response that is not the page that was asked for."""
    return f"what {SITE} sent is not {what}: try again later"


def has_name(user: str, name: str) -> bool:
    """Return whether a page for an account with an id of aocd may show a name."""
    own = user.partition(".")[2].rpartition(".")[0]
    return bool(name) and name in (own, f"(anonymous user #{number_in(user)})")


def number_in(user: str) -> str:
    """Return the site's own number of an account, from aocd's id; the name before it may change."""
    return user.rpartition(".")[2]


def is_cookie_value(token: str) -> bool:
    """Return whether a token has only characters that a cookie can have."""
    return token.isascii() and token.isprintable() and not set(token) & set(' ";,')


def configure_aocd(contact: str | None) -> None:
    """Make aocd's HTTP client say who asks, never retry, and stop waiting after a time."""
    for name in ("aocd", "urllib3"):
        # They log tokens, and warn about what this program does on purpose.
        logger = logging.getLogger(name)
        logger.propagate = False
        logger.handlers = [logging.NullHandler()]
    manager = use_bounded_connections()
    manager.headers = {"User-Agent": user_agent(contact)}
    timeout = Timeout(connect=connect_timeout(), read=read_timeout())
    manager.connection_pool_kw.update({"retries": NO_RETRIES, "timeout": timeout})


def find_contact() -> str | None:
    """Return the user's contact for the author of the site: `AOC_CONTACT`, or the setting.

    Raises `UsageError` if the settings cannot be read.
    """
    return os.environ.get("AOC_CONTACT") or project_or_folder().settings.get("contact")


def raise_if_locked(puzzle: Puzzle) -> None:
    """Raise `LockedError` before a puzzle unlocks, when the site must not be asked for it."""
    if now() < unlock_time(puzzle):
        raise LockedError(puzzle)
