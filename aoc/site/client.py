"""The requests of an account to adventofcode.com: for its id, inputs, puzzle pages and verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from aoc.errors import (
    DeadSessionError,
    LockedError,
    NoResponseError,
    ServerError,
    SiteError,
    UnreachableError,
)
from aoc.files import write_file
from aoc.model.input_text import RefusedTextError, decode, lock_at
from aoc.model.puzzles import Puzzle, now, unlock_time
from aoc.site import pages
from aoc.site.accounts import NOBODY, Account, Accounts, remedy_for
from aoc.site.cache import Cache
from aoc.site.recent_copies import fetch_once
from aoc.text import decode_text
from aoc.tokens import config_folder

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse

FindPage = Callable[[str, Puzzle], str | None]
"""Returns the HTML of a puzzle page in the cache of an account, such as `Cache.current_page`."""


class Client:
    """Makes requests for one account, which must have a token.

    Every method raises `SiteError` if the site does not send the requested page. `lead` is by how
    many seconds the site's clock is ahead of this computer's at least, once a response has told it.
    """

    def __init__(self, account: Account) -> None:
        self.account = account
        self.token = account.require_token()
        self.accounts = Accounts()
        self.cache = self.accounts.cache
        self.owner: str | None = None
        self.lead: float | None = None

    def site_time(self) -> float:
        """Return the time on the site, which may be up to a second later: its dates are whole."""
        return now() + (self.lead or 0.0)

    def check_session(self) -> None:
        """Ask the site whether it knows the session, to be used after a wait."""
        from aoc.site.http import site_http

        user = self.fetch_user_id()
        if self.account.id is None:
            self.account = self.account._replace(
                id=self.accounts.store_id(self.token, user)
            )
        site_http().close()

    def user_id(self) -> str:
        """Return aocd's id of the account; the site is asked for it once and never again."""
        user = self.account.id
        if user is None:
            user = fetch_once(
                self.accounts.path("token2id.json"),
                lambda: self.accounts.id_of(self.token),
                lambda: self.accounts.store_id(self.token, self.fetch_user_id()),
            )
            self.account = self.account._replace(id=user)
        return user

    def fetch_user_id(self) -> str:
        """Ask the site for the id of the account, and so whether the session is alive."""
        self.owner = pages.user_id(self.fetch("/settings"))
        if self.owner is None:
            raise unreadable("the settings page")
        return self.owner

    def _check_owner(self, html: str, user: str) -> None:
        """Raise `SiteError` if a page was made for another account than this one.

        That happens where ids were swapped in aocd's files: the answer to the input of one account
        would be sent for another one. The site is asked only if the name on the page, which users
        can choose, is of no help.
        """
        name, _, number = user.partition(".")[2].rpartition(".")
        shown = pages.shown_name(html).replace("/", "_")
        if shown and shown in (name, f"(anonymous user #{number})"):
            return
        owner = self.owner or self.fetch_user_id()
        if owner.rpartition(".")[2] != number:  # unlike the name, it does not change
            raise SiteError(
                f"the session token {self.account.hint} is that of {owner}, not of {user}: delete "
                f"token2id.json and tokens.json in {config_folder()}, then `aoc login`"
            )

    def fetch_input(self, puzzle: Puzzle) -> str:
        """Return the plain text of an input, from the cache, or else fetched into it."""
        raise_if_locked(puzzle, self.site_time())
        user = self.user_id()
        path = self.cache.input_path(user, puzzle)

        def fetch() -> str:
            response = self._get(f"/{puzzle.year}/day/{puzzle.day}/input", puzzle)
            kind = response.headers.get("Content-Type", "").lower()
            try:
                if "html" in kind or "json" in kind:
                    raise RefusedTextError("is a web page or JSON by its type")
                text = decode(response.data)
            except RefusedTextError as error:
                raise SiteError(
                    f"what adventofcode.com sent as the input of {puzzle} {error}: try again later"
                ) from None
            write_file(path, decode_text(response.data))
            return text

        lock = lock_at(path)
        if (
            lock
        ):  # in a repository, a plain input would be published with the next commit
            raise SiteError(f"{path} {lock}")

        return fetch_once(path, lambda: self.cache.usable_input(user, puzzle), fetch)

    def page(self, puzzle: Puzzle, find: FindPage) -> str:
        """Return the HTML of a puzzle page, from the cache, or else fetched into it."""
        user = self.user_id()
        path = self.cache.own_page_path(user, puzzle, 0)
        return fetch_once(
            path, partial(find, user, puzzle), partial(self.fetch_page, puzzle)
        )

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page, cache it and the answers on it as aocd does, and return its HTML."""
        raise_if_locked(puzzle, self.site_time())
        user = self.user_id()
        html = self.fetch(f"/{puzzle.year}/day/{puzzle.day}", puzzle)
        if pages.puzzle_of(html) != puzzle:
            raise unreadable(f"the page of {puzzle}")
        self._check_owner(html, user)
        for part, answer in enumerate(pages.accepted_answers(html), 1):
            if answer and self.cache.answers(user, puzzle)[part - 1] != answer:
                write_file(self.cache.answer_path(user, puzzle, part), answer)
        solved = pages.parts_solved(html)
        path = self.cache.page_path(user, puzzle, solved)
        for place in dict.fromkeys(
            (path, self.cache.own_page_path(user, puzzle, solved))
        ):
            write_file(place, html)
        return html

    def fetch(self, path: str, what: Puzzle | None = None) -> str:
        """Return the text of a page, given its path, such as `/2021`; `what` is its puzzle."""
        text = self._get(path, what).data.decode(errors="replace")
        if not pages.is_logged_in(text):
            raise DeadSessionError(self.expired_text())
        return text

    def post_answer(
        self, puzzle: Puzzle, part: int, answer: str, connected: Callable[[], None]
    ) -> str:
        """Send an answer once, and return the text of the site's verdict.

        `connected` is called once the connection is open, just before the answer is sent. If it
        raises an error, the answer is not sent. Raises `NoResponseError` if no verdict came back:
        the site may have received the answer, if `connected` was called.
        """
        from aoc.site.http import site_http

        fields = {"level": str(part), "answer": answer}
        path = f"/{puzzle.year}/day/{puzzle.day}/answer"
        response = site_http().post(path, self.token, fields, connected)
        if response.status == 404:
            raise LockedError(puzzle)
        if response.status != 200:
            raise NoResponseError(f"answered {response.status}")
        html = response.data.decode(errors="replace")
        is_foreign = pages.is_foreign(html)
        if not is_foreign and not pages.is_logged_in(html):
            raise DeadSessionError(self.expired_text())
        text = pages.verdict_text(html)
        if text is None or is_foreign:
            raise NoResponseError("did not send a verdict")
        return text

    def _get(self, path: str, what: Puzzle | None) -> BaseHTTPResponse:
        """Return the response to a request, or raise the error that its status stands for."""
        # Its libraries take longer to import than to look into the cache.
        from aoc.site.http import date_of, site_http

        token = self.account.token
        response = site_http().get(path, token)
        date = date_of(response)
        if date is not None:
            self.lead = date - now()
        text = (
            response.data.decode(errors="replace")
            if response.status in (200, 403)
            else ""
        )
        if leads_elsewhere(response) or pages.is_foreign(text):
            raise UnreachableError(
                "cannot be reached, since the network sent another page in its place",
                "open the site in a browser, then try again",
            )
        if 300 <= response.status <= 400:
            raise DeadSessionError(self.expired_text())
        if response.status == 404:
            raise LockedError(what or path)
        if response.status != 200:
            kind = ServerError if response.status >= 500 else SiteError
            raise kind(
                f"adventofcode.com answered {response.status}: try again in a few minutes; if that "
                "does not help, log in again with `aoc login`"
            )
        return response

    def expired_text(self) -> str:
        """Return the message for a session that has expired."""
        remedy = remedy_for(self.token)
        return f"the session of token {self.account.hint} has expired: {remedy}"


def leads_elsewhere(response: BaseHTTPResponse) -> bool:
    """Return whether a response is a redirect to another site, as one to enter a network."""
    address = re.match(
        r"(?:https?:)?//([^/?#:]*)", response.headers.get("Location", "")
    )
    return address is not None and not address[1].endswith("adventofcode.com")


class PublicClient(Client):
    """Makes the requests that need no account: for a board with a key, and the page with part 1.

    This page is kept apart from those of accounts, since aocd and this program read from these
    that an account has solved no part.
    """

    def __init__(self, account: Account = NOBODY) -> None:
        self.account = account
        self.cache = Cache()
        self.lead = None

    def page(self, puzzle: Puzzle, find: FindPage) -> str:
        """Return the HTML of a cached page of anybody, or else that of the public one."""

        def read() -> str | None:
            own = (
                self.cache.read_page(self.account.id, puzzle)
                if self.account.id
                else None
            )
            return own or self.cache.read_page("", puzzle)

        path = self.cache.public_page_path(puzzle)
        return fetch_once(path, read, partial(self.fetch_page, puzzle))

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page with part 1, cache it, and return its HTML."""
        raise_if_locked(puzzle, self.site_time())
        response = self._get(f"/{puzzle.year}/day/{puzzle.day}", puzzle)
        html = response.data.decode(errors="replace")
        if pages.puzzle_of(html) != puzzle:
            raise unreadable(f"the page of {puzzle}")
        write_file(self.cache.public_page_path(puzzle), html)
        return html

    def expired_text(self) -> str:
        """Return the message for a page that is not public."""
        return "adventofcode.com sends this page only to a session: log in with `aoc login`"

    def fetch_input(self, puzzle: Puzzle) -> str:
        """Raise the error that an input needs an account."""
        raise SiteError(
            "no session token, so your input was not fetched: log in with `aoc login`"
        )


def client_of(account: Account) -> Client:
    """Return the client of an account: one for what is public, if nobody is logged in to it."""
    return PublicClient(account) if account.token is None else Client(account)


def read_or_fetch_page(account: Account, puzzle: Puzzle, find: FindPage) -> str:
    """Return the HTML of a puzzle page, from the cache or else from the site.

    Without a token, it is the page of part 1. Raises `SiteError`.
    """
    page = find(account.id, puzzle) if account.id is not None else None
    return page or client_of(account).page(puzzle, find)


def raise_if_locked(puzzle: Puzzle, moment: float | None = None) -> None:
    """Raise `LockedError` before a puzzle unlocks, when the site must not be asked for it.

    `moment` is the time on the site, where it is known better than by this computer's clock.
    """
    if (now() if moment is None else moment) < unlock_time(puzzle):
        raise LockedError(puzzle)


def unreadable(what: str) -> SiteError:
    """Return the error for a response that is not the requested page."""
    return SiteError(f"what adventofcode.com sent is not {what}: try again later")
