"""The requests of an account to adventofcode.com: for its id, inputs, puzzle pages and verdicts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
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
from aoc.model.inputs import RefusedTextError, decode
from aoc.model.puzzles import Puzzle, is_open, site_clock
from aoc.site import pages
from aoc.site.accounts import NOBODY, Account, Accounts, remedy_for
from aoc.site.cache import Cache, fetch_once
from aoc.text import decode_text
from aoc.tokens import config_folder

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse

ELSEWHERE = r"(https?:)?//(?!(www\.)?adventofcode\.com)"
"""The start of an address on another site."""


FindPage = Callable[[str, Puzzle], str | None]
"""Returns the HTML of a puzzle page in the cache of an account, such as `Cache.current_page`."""


class Client:
    """Makes requests for one account, which must have a token.

    Every method raises `SiteError` if the site does not send the requested page. `owner` is the id
    of the account by the settings page, once it was fetched.
    """

    def __init__(self, account: Account) -> None:
        self.account = account
        self.token = account.require_token()
        self.accounts = Accounts()
        self.cache = self.accounts.cache
        self.owner: str | None = None

    def user_id(self) -> str:
        """Return aocd's id of the account; the site is asked for it once and never again."""
        if self.account.id is not None:
            return self.account.id
        user = fetch_once(
            self.accounts.path("token2id.json"),
            partial(self.accounts.id_of, self.token),
            self._fetch_and_store_id,
        )
        self.account = self.account._replace(id=user)
        return user

    def fetch_user_id(self) -> str:
        """Ask the site for the id of the account, and so whether the session is alive."""
        self.owner = pages.user_id(self.fetch("/settings"))
        if self.owner is None:
            raise unreadable("the settings page")
        # An id that cannot be the name of a folder ends here.
        self.cache.user_folder(self.owner)
        return self.owner

    def _fetch_and_store_id(self) -> str:
        """Store the id of the account, for which the site is asked unless it was before."""
        user = self.owner or self.fetch_user_id()
        self.accounts.store_id(self.token, user)
        return user

    def _check_owner(self, html: str, user: str) -> None:
        """Raise `SiteError` if a page was made for another account than this one.

        That happens where ids were swapped in aocd's files: the answer to the input of one account
        would be sent for another one. The site is asked only if the name on the page, which users
        can choose, is of no help.
        """
        number = user.rpartition(".")[2]
        shown = pages.shown_name(html).replace("/", "_")
        if shown and (f".{shown}." in user or shown == f"(anonymous user #{number})"):
            return
        owner = self.owner or self.fetch_user_id()
        # Users can change their names; the number stays.
        if owner.rpartition(".")[2] != number:
            raise SiteError(
                f"the session token {self.account.hint} is that of {owner}, not of {user}",
                f"delete token2id.json and tokens.json in {config_folder()}, then `aoc login`",
            )

    def fetch_input(self, puzzle: Puzzle) -> str:
        """Return the plain text of an input, from the cache, or else fetched into it."""
        raise_if_locked(puzzle)
        user = self.user_id()
        path = self.cache.input_path(user, puzzle)
        if os.path.exists(path) and self.cache.usable_input(user, puzzle) is None:
            # It may be encrypted: a plain one would be published with the next commit.
            raise SiteError(f"{path} is no puzzle input", "delete it, and it is fetched again")
        return fetch_once(
            path,
            partial(self.cache.usable_input, user, puzzle),
            partial(self._fetch_input_to, path, puzzle),
        )

    def _fetch_input_to(self, path: str, puzzle: Puzzle) -> str:
        """Fetch an input, write it to a file, and return its plain text."""
        response = self._get(f"/{puzzle.year}/day/{puzzle.day}/input", puzzle)
        try:
            text = decode(response.data)
        except RefusedTextError as error:
            raise SiteError(
                f"what adventofcode.com sent as the input of {puzzle} {error}", "try again later"
            ) from None
        # As it was sent: aocd, which shares the file, keeps it so.
        write_file(path, decode_text(response.data))
        return text

    def page(self, puzzle: Puzzle, find: FindPage) -> str:
        """Return the HTML of a puzzle page, from the cache, or else fetched into it."""
        user = self.user_id()
        return fetch_once(
            self.cache.own_page_path(user, puzzle, 0),
            partial(find, user, puzzle),
            partial(self.fetch_page, puzzle),
        )

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page, cache it and the answers on it as aocd does, and return its HTML."""
        raise_if_locked(puzzle)
        user = self.user_id()
        html = self.fetch(f"/{puzzle.year}/day/{puzzle.day}", puzzle)
        if not pages.is_page_of(html, puzzle):
            raise unreadable(f"the page of {puzzle}")
        self._check_owner(html, user)
        for part, answer in enumerate(pages.accepted_answers(html), 1):
            if answer and self.cache.answers(user, puzzle)[part - 1] != answer:
                write_file(self.cache.answer_path(user, puzzle, part), answer)
        solved = pages.parts_solved(html)
        if solved == 0:
            # aocd looks for this page where all accounts share it.
            write_file(self.cache.page_path(user, puzzle, solved), html)
        # It comes last, since it proves that the other files are up to date.
        write_file(self.cache.own_page_path(user, puzzle, solved), html)
        return html

    def fetch(self, path: str, puzzle: Puzzle | None = None) -> str:
        """Return the text of a page, given its path, such as `/2021`, and its puzzle if any."""
        text = self._get(path, puzzle).data.decode(errors="replace")
        if not pages.is_logged_in(text):
            raise self.expired()
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
        if pages.is_foreign(html):
            # The site may have received the answer all the same.
            raise NoResponseError("did not send a verdict")
        if not pages.is_logged_in(html):
            raise self.expired()
        text = pages.verdict_text(html)
        if text is None:
            raise NoResponseError("did not send a verdict")
        return text

    def _get(self, path: str, puzzle: Puzzle | None) -> BaseHTTPResponse:
        """Return the response to a request, or raise the error that its status stands for."""
        # Its libraries take longer to import than to look into the cache.
        from aoc.site.http import site_http

        response = site_http().get(path, self.account.token)
        if is_of_network(response):
            raise UnreachableError(
                "cannot be reached, since the network sent another page in its place",
                "open the site in a browser, then try again",
            )
        # Without a session, the site redirects to its start page, or calls the request a bad one.
        if 300 <= response.status <= 400:
            raise self.expired()
        if response.status == 404:
            raise LockedError(puzzle or path)
        if response.status == 200:
            return response
        what = f"adventofcode.com answered {response.status}"
        remedy = "try again in a few minutes; if that does not help, run `aoc login`"
        if response.status >= 500:
            raise ServerError(what, remedy)
        raise SiteError(what, remedy)

    def expired(self) -> SiteError:
        """Return the error for a session that has expired."""
        what = f"the session of token {self.account.hint} has expired"
        return DeadSessionError(what, remedy_for(self.token))


def is_of_network(response: BaseHTTPResponse) -> bool:
    """Return whether a response is of the network in between, as its page to log in there."""
    if re.match(ELSEWHERE, response.headers.get("Location", "")):
        return True
    # Other statuses have pages of the site that do not name it.
    if response.status != 200:
        return False
    return pages.is_foreign(response.data.decode(errors="replace"))


class PublicClient(Client):
    """Makes the requests that need no account: for a board with a key, and the page with part 1.

    The account may be one that is logged out.
    """

    def __init__(self, account: Account = NOBODY) -> None:
        self.account = account
        self.cache = Cache()

    def page(self, puzzle: Puzzle, find: FindPage) -> str:
        """Return the HTML of a page in the cache, or else of the page that everybody sees."""
        return fetch_once(
            self.cache.page_path("", puzzle, 0),
            partial(self.cache.read_page, self.account.id or "", puzzle),
            partial(self.fetch_page, puzzle),
        )

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page with part 1, cache it, and return its HTML."""
        raise_if_locked(puzzle)
        response = self._get(f"/{puzzle.year}/day/{puzzle.day}", puzzle)
        html = response.data.decode(errors="replace")
        if not pages.is_page_of(html, puzzle):
            raise unreadable(f"the page of {puzzle}")
        write_file(self.cache.page_path("", puzzle, 0), html)
        return html

    def expired(self) -> SiteError:
        """Return the error for a page that is not public."""
        what = "adventofcode.com sends this page only to a session"
        return DeadSessionError(what, "log in with `aoc login`")

    def fetch_input(self, puzzle: Puzzle) -> str:
        """Raise the error that an input needs an account."""
        raise SiteError(
            "no session token, so your input was not fetched", "log in with `aoc login`"
        )


def client_of(account: Account) -> Client:
    """Return the client of an account: one for what is public, if nobody is logged in to it."""
    return PublicClient(account) if account.token is None else Client(account)


def raise_if_locked(puzzle: Puzzle) -> None:
    """Raise `LockedError` before a puzzle unlocks, when the site must not be asked for it."""
    go_by_site_time()
    if not is_open(puzzle):
        raise LockedError(puzzle)


def go_by_site_time() -> None:
    """Let `is_open` ask the site for its time, as this command makes requests anyway."""
    site_clock().ask = ask_site_time


def ask_site_time() -> None:
    """Make a request for no puzzle, to learn the time on the site, unless one was made."""
    from aoc.site.http import site_http

    clock = site_clock()
    if clock.lead is None:
        # If the site cannot be reached, this computer's clock has to do.
        clock.lead = 0.0
        with suppress(SiteError):
            site_http().head("/")


def unreadable(what: str) -> SiteError:
    """Return the error for a response that is not the requested page."""
    return SiteError(f"what adventofcode.com sent is not {what}", "try again later")
