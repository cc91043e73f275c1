"""aocd's files of inputs, pages and answers: what is there is not fetched again.

It is read without aocd, because importing aocd takes longer than a run from the cache may take.
The file names are those of `aocd.models.Puzzle`. `Cache` decides for the whole program whether an
input is cached, and whether a page is up to date.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import TypeVar

from aoc.errors import SiteError
from aoc.files import check_writable, locked, names_in, read_bytes, read_text
from aoc.model.inputs import RefusedTextError, decode
from aoc.model.puzzles import Puzzle
from aoc.text import is_printable, printable
from aoc.tokens import LIKELY_DIGITS, data_folder, hide_tokens, holds_token, is_id

T = TypeVar("T")
HEADING = r"<h2>--- Day \d{1,2}: ([^<\n]{1,100}) ---</h2>"


class Cache:
    """The data folder: `AOCD_DIR`, or `~/.config/aocd` without it.

    A `user` is aocd's id of an account. Each account has a folder with its id as the name. For an
    id that cannot be the name of a folder, all methods raise `SiteError`.
    """

    def __init__(self) -> None:
        self.folder = data_folder()

    def users(self) -> list[str]:
        """Return the ids of the accounts that have a folder, in order."""
        # aocd keeps other folders there too, such as `prose`.
        users = [name for name in names_in(self.folder) if is_id(name) and is_name(name)]
        return sorted(user for user in users if os.path.isdir(self.user_folder(user)))

    def user_folder(self, user: str) -> str:
        """Return the path of the folder of an account, whether or not it exists.

        Raises `SiteError` for an id that cannot be the name of a folder.
        """
        if not is_name(user):
            raise SiteError(
                f"the account is called {safe_name(user)!r}, which cannot be the name of a folder",
                "change it on the service that you log in with, then `aoc login` again",
            )
        return os.path.join(self.folder, user)

    def path(self, user: str, puzzle: Puzzle, ending: str) -> str:
        """Return the path of a file about a puzzle in the folder of an account."""
        return os.path.join(self.user_folder(user), stem_of(puzzle) + ending)

    def input_path(self, user: str, puzzle: Puzzle) -> str:
        """Return the path of the input of an account."""
        return self.path(user, puzzle, "_input.txt")

    def answer_path(self, user: str, puzzle: Puzzle, part: int) -> str:
        """Return the path of the accepted answer to a part."""
        return self.path(user, puzzle, f"{'ab'[part - 1]}_answer.txt")

    def submissions_path(self, user: str, puzzle: Puzzle) -> str:
        """Return the path of aocd's record of the submissions of an account for a puzzle."""
        return self.path(user, puzzle, "_post.json")

    def own_page_path(self, user: str, puzzle: Puzzle, solved: int) -> str:
        """Return the path of the page in the folder of the account.

        This file proves that the account itself had solved no more parts when the page was
        fetched. It differs from `page_path` only for the page with no part solved.
        """
        return self.path(user, puzzle, f"_prose.{solved}.html")

    def page_path(self, user: str, puzzle: Puzzle, solved: int) -> str:
        """Return where aocd keeps the puzzle page that shows 0, 1 or 2 parts as solved."""
        if solved:
            return self.own_page_path(user, puzzle, solved)
        # With no part solved, it is the same for all accounts, and without one.
        return os.path.join(self.folder, "prose", f"{stem_of(puzzle)}_prose.0.html")

    def usable_input(self, user: str, puzzle: Puzzle) -> str | None:
        """Return the plain text of a cached input; `None` if there is none, or it is broken."""
        try:
            return decode(read_bytes(self.input_path(user, puzzle)))
        except (OSError, RefusedTextError):
            return None

    def answers(self, user: str, puzzle: Puzzle) -> tuple[str | None, str | None]:
        """Return the answers to both parts that the site accepted, `None` for each unknown one."""
        first = answer_in_file(self.answer_path(user, puzzle, 1))
        second = answer_in_file(self.answer_path(user, puzzle, 2))
        return first, second

    def pages(self, user: str, puzzle: Puzzle) -> Iterator[tuple[int, str]]:
        """Yield how many parts each cached page shows as solved, and its HTML; the most come first.

        The last one is the page that everybody shares; an empty `user` has no other.
        """
        paths = [(0, self.page_path(user, puzzle, 0))]
        if user:
            own = [(solved, self.page_path(user, puzzle, solved)) for solved in (2, 1)]
            paths = own + paths
        for solved, path in paths:
            with suppress(OSError, UnicodeDecodeError):
                html = read_text(path)
                # aocd may have been killed while it wrote the file.
                if "day-desc" in html and "</html>" in html:
                    yield solved, html

    def read_page(self, user: str, puzzle: Puzzle, *, solved: int = 0) -> str | None:
        """Return the HTML of the cached page with the most parts solved, at least `solved`."""
        for count, html in self.pages(user, puzzle):
            if count >= solved:
                return html
        return None

    def current_page(self, user: str, puzzle: Puzzle, age: float = 1e12) -> str | None:
        """Return the HTML of the cached page if it shows every part known to be solved, or `None`.

        A page that shows less than both parts as solved must have been fetched `age` seconds ago at
        most.
        """
        if not user:
            return None
        solved, html = next(self.pages(user, puzzle), (0, None))
        own_path = self.own_page_path(user, puzzle, solved)
        # The page that all accounts share says nothing about this one.
        if html is None or not os.path.exists(own_path):
            return None
        answers = sum(answer is not None for answer in self.answers(user, puzzle))
        if answers > solved:
            return None
        if solved == 2:
            return html
        # More may have been solved since, in a browser. A time that is far ahead is of a clock that
        # was wrong.
        is_recent = abs(time.time() - os.path.getmtime(own_path)) < age
        return html if is_recent else None


def stem_of(puzzle: Puzzle) -> str:
    """Return how aocd's names of all files about a puzzle begin."""
    return f"{puzzle.year}_{puzzle.day:02d}"


def fetch_once(path: str, read: Callable[[], T | None], fetch: Callable[[], T]) -> T:
    """Return the value that `read` finds in the cache, or else let `fetch` write it to `path`.

    Of programs that do this at the same time, one fetches. Raises `SiteError`, and does so before
    the site is asked if `path` cannot be written.
    """
    cached = read()
    if cached is not None:
        return cached
    check_writable(path)
    with locked(lock_path(path)):
        # Another program may have fetched it while this one waited for the lock.
        cached = read()
        return fetch() if cached is None else cached


def lock_path(path: str) -> str:
    """Return the path to lock while a file of an account is fetched.

    Locks stay as empty files, so they are in a folder of their own.
    """
    folder, name = os.path.split(path)
    return os.path.join(data_folder(), ".locks", os.path.basename(folder), name)


@cache
def is_name(name: str) -> bool:
    """Return whether an account can have a name or an id, which is the name of a folder too.

    It is one line without a session token in it, and no path.
    """
    # `..` is another folder, and `-u` an option.
    if not name[:1].isalnum() or set(name) & set("/\\:"):
        return False
    # Names are shown.
    return is_printable(name) and not holds_token(name, digits=LIKELY_DIGITS)


def safe_name(name: str) -> str:
    """Return a name that may be wrong, as it is shown: without a token, on one line, and short."""
    hidden = printable(hide_tokens(name), kept="")
    return hidden if len(hidden) < 64 else f"{hidden[:4]}..."


def answer_in_file(path: str) -> str | None:
    """Return the answer in a file, or `None` if the file is missing, empty or not text."""
    try:
        return read_text(path).strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def title_of(html: str) -> str | None:
    """Return the title of the puzzle on a page, such as `Dirac Dice`.

    No parser of HTML is used, since a run shows 25 titles.
    """
    import re
    from html import unescape

    heading = re.search(HEADING, html, re.ASCII)
    return printable(unescape(heading[1])) if heading else None
