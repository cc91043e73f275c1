"""Requests to adventofcode.com, each by way of advent-of-code-data's own client."""

from __future__ import annotations

from pathlib import Path

from aocd.exceptions import DeadTokenError
from aocd.models import User
from aocd.utils import atomic_write_file, http
from urllib3.exceptions import HTTPError

from aoc.errors import SiteError
from aoc.event import unlock_time
from aoc.results import Puzzle
from aoc.site.cache import Account, Cache
from aoc.text import RefusedTextError, decode

__all__ = ["Client"]


class Client:
    """Asks the site on behalf of one account, which must have a token."""

    def __init__(self, account: Account) -> None:
        assert account.token is not None
        self.account = account
        self.token = account.token
        self.cache = Cache()

    def user_id(self) -> str:
        """Give aocd's id of the account, from its memory or else the site's settings page."""
        if self.account.id is None:
            try:
                self.account = self.account._replace(id=User(self.token).id)
            except DeadTokenError:
                raise SiteError(self.dead()) from None
            except HTTPError as error:
                raise SiteError(f"adventofcode.com cannot be reached: {reason(error)}") from None
        assert self.account.id is not None
        return self.account.id

    def fetch_input(self, puzzle: Puzzle) -> str:
        """Fetch an input and cache it; gives its plain text. Raises `SiteError`."""
        user = self.user_id()
        url = f"https://adventofcode.com/{puzzle.year}/day/{puzzle.day}/input"
        try:
            response = http.get(url, token=self.token, redirect=False)
        except HTTPError as error:
            raise SiteError(f"adventofcode.com cannot be reached: {reason(error)}") from None
        if response.status == 404:
            raise SiteError(f"{puzzle} is locked until it unlocks at {unlock_time(puzzle)}")
        if response.status in (302, 400):
            raise SiteError(self.dead())
        if response.status != 200:
            raise SiteError(f"adventofcode.com answered {response.status}: try again later")
        try:
            text = decode(response.data)
        except RefusedTextError as error:
            raise SiteError(
                f"what the site gave as the input of {puzzle} {error}: try again later"
            ) from None
        path = self.cache.input_path(user, puzzle)
        atomic_write_file(Path(path), response.data.decode())
        return text

    def dead(self) -> str:
        """Say that the session is over."""
        return f"the session ...{self.token[-4:]} has expired: log in again with `aoc login`"


def reason(error: BaseException) -> str:
    """Give the innermost reason of a failed request."""
    return str(getattr(error, "reason", None) or error)
