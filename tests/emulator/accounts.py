"""The accounts of the emulated site: who is logged in, with what stars, and who has to wait."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from .clock import unlock_time
from .puzzles import Puzzle, Sheet, make_sheet


@dataclass(frozen=True)
class Star:
    """When a star was got, and the how-manieth of the site it was."""

    time: datetime
    index: int


@dataclass
class Attempts:
    """How often an account missed at the open part of a puzzle, and until when it has to wait."""

    misses: int = 0
    wait_until: datetime | None = None


@dataclass
class Account:
    """Somebody with a login; tests and right answers change what it has.

    Attributes:
        shown: the name that pages show, if it is another one than that of the login service.
        token: the session token that is alive, or None after `expire`.
        tokens: all tokens that it ever had.
        stars: the stars by (year, day, part).
    """

    name: str
    number: int
    service: str
    counter: Iterator[int] = field(repr=False)
    token: str | None = field(default=None, repr=False)
    tokens: set[str] = field(default_factory=set, repr=False)
    stars: dict[tuple[int, int, int], Star] = field(default_factory=dict)
    attempts: dict[tuple[int, int], Attempts] = field(default_factory=dict)
    sheets: dict[tuple[int, int], Sheet] = field(default_factory=dict, repr=False)
    shown: str = ""

    @property
    def id(self) -> str:
        """The id that aocd makes of the settings page, like `github.alice.1001`."""
        return f"{self.service}.{self.name}.{self.number}"

    def login(self) -> str:
        """Return a new session token of 128 hex digits; the one before is dead."""
        self.token = hashlib.sha512(f"{self.id} {len(self.tokens)}".encode()).hexdigest()
        self.tokens.add(self.token)
        return self.token

    def expire(self) -> None:
        """End the session: the token is dead from now on."""
        self.token = None

    def give(self, year: int, day: int, sheet: Sheet) -> None:
        """Set the input and the right answers of a puzzle."""
        self.sheets[year, day] = sheet

    def sheet(self, puzzle: Puzzle) -> Sheet:
        """Return the input and the right answers of a puzzle, made up unless given."""
        key = puzzle.year, puzzle.day
        if key not in self.sheets:
            self.sheets[key] = make_sheet(self.id, *key, last=puzzle.answer2 is None)
        return self.sheets[key]

    def solved(self, year: int, day: int) -> int:
        """Return how many parts of a puzzle are solved: 0, 1 or 2."""
        return sum((year, day, part) in self.stars for part in (1, 2))

    def count_stars(self, year: int) -> int:
        """Return the stars of a year."""
        return sum(star_year == year for star_year, _, _ in self.stars)

    def award(self, year: int, day: int, part: int, time: datetime) -> None:
        """Give a star, and forget the misses that led to it."""
        self.stars.setdefault((year, day, part), Star(time, next(self.counter)))
        self.attempts.pop((year, day), None)

    def solve(self, year: int, day: int, parts: int = 2) -> None:
        """Have solved the first parts of a puzzle, ten minutes each."""
        for part in range(1, parts + 1):
            self.award(year, day, part, unlock_time(year, day) + timedelta(minutes=10 * part))


class Accounts:
    """All accounts, by name."""

    def __init__(self) -> None:
        self._by_name: dict[str, Account] = {}
        self._counter = itertools.count()

    def __iter__(self) -> Iterator[Account]:
        return iter(list(self._by_name.values()))

    def get(self, name: str, service: str = "github") -> Account:
        """Return the account with a name, made and logged in if it is new."""
        if name not in self._by_name:
            number = 1001 + len(self._by_name)
            self._by_name[name] = account = Account(name, number, service, self._counter)
            account.login()
        return self._by_name[name]

    def by_token(self, token: str | None) -> Account | None:
        """Return whose session a token is; None for a dead one or none."""
        return next((account for account in self if token and account.token == token), None)
