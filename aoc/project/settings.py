"""The settings of a project: `[tool.aoc]` in its `pyproject.toml`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from math import inf
from typing import Any

from aoc.errors import UsageError
from aoc.files import read_text
from aoc.model.puzzles import FIRST_YEAR
from aoc.model.values import Value
from aoc.text import is_printable


class Range(Value):
    """The numbers from `least` to `most`."""

    least: Any
    most: Any

    def takes(self, value: object) -> bool:
        """Return whether a value is one of these numbers; `true` is none, nor is `nan`."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and bool(self.least <= value <= self.most)

    def takes_whole(self, value: object) -> bool:
        """Return whether a value is one of these numbers, and an integer."""
        return isinstance(value, int) and self.takes(value)

    def __str__(self) -> str:
        return f"from {self.least}" + ("" if self.most == inf else f" to {self.most}")


YEARS = Range(FIRST_YEAR, 9999)


TIMEOUT = Range(0, 1_000_000)
"""Seconds, up to 11 days; 0 stands for no limit."""


JOBS = Range(1, 10_000)


BOARD = (
    r"(?:(?:(?:.*/)?([0-9]{4})/|(?:.*/)?)leaderboard/private/view/)?"
    r"([1-9][0-9]{0,14})(?:-\w+)?/?(?:\.json)?/?([?#].*)?"
)
"""A private leaderboard: its number, its address, or its join code."""


VIEW_KEY = r"(?<=[?&]view_key=)[^&#]+"
"""The key in the address of a board, which is a link for people who are not members."""


OTHER_SYSTEM = re.compile(r"[/~]" if os.name == "nt" else r"[A-Za-z]:[\\/]|\\\\|~")
"""The start of a path of another system, or in the home of a user that this one does not have."""


SIZES = Range(1 << 10, 1 << 62)
"""Bytes; a memory limit of fewer is a size without its unit."""


UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


SIZE_FORMS = "write 512M or 2G, or 0 for no limit"
"""How to write a size, for a message about a wrong one."""


def read_size(text: str) -> int:
    """Return a size such as `512M`, `2GB` or `100000` in bytes; 0 stands for no limit.

    Raises `ValueError` for any other text, and for a size of less than 1 kB.
    """
    number = text.strip().upper().removesuffix("B").rstrip()
    unit = number[-1:] if number[-1:] in UNITS else ""
    size = float(number.removesuffix(unit)) * UNITS[unit]
    if size and not SIZES.takes(size):
        raise ValueError(f"{size} bytes are no size of a memory")
    return int(size)


def is_size(value: object) -> bool:
    """Return whether a value is a size, in quotes."""
    try:
        return isinstance(value, str) and read_size(value) >= 0
    except ValueError:
        return False


class BoardName(Value):
    """A private leaderboard, with the year and the view key of its address, if it has them."""

    number: int
    year: int | None = None
    key: str | None = None


def read_board(text: str) -> BoardName | None:
    """Return a private leaderboard from its number, address or join code, if it is one."""
    match = re.fullmatch(BOARD, text.strip("\"'<> \t\n"), re.ASCII)
    if match is None:
        return None
    year, number, query = match.groups()
    key = re.search(VIEW_KEY, query or "")
    return BoardName(int(number), int(year) if year else None, key[0] if key else None)


def hide_key(text: str) -> str:
    """Return a text for a message, without the view key of a board."""
    return re.sub(VIEW_KEY, "...", text)


def is_board(value: object) -> bool:
    """Return whether a value names a private leaderboard: a number, or a text in quotes."""
    return type(value) in (int, str) and read_board(str(value)) is not None


def is_line(value: object) -> bool:
    """Return whether a value is a line of text, as a path is."""
    return isinstance(value, str) and bool(value.strip()) and is_printable(value)


def is_contact(value: object) -> bool:
    """Return whether a value can be a part of the User-Agent, which is a line of ASCII."""
    return is_line(value) and str(value).isascii()


def are_layouts(value: object) -> bool:
    """Return whether a value is a list of layouts, each a table with a pattern of its days."""
    return isinstance(value, list) and all(map(is_layout, value))


def is_layout(value: object) -> bool:
    """Return whether a value is a table with the settings of a layout."""
    if not isinstance(value, dict):
        return False
    days, year = str(value.get("days")), value.get("year")
    texts = [text for name, text in value.items() if name != "year"]
    return (
        "{day" in days
        and ("{y" in days or YEARS.takes_whole(year))
        and value.keys() <= {"days", "run", "solver", "part1", "part2", "year"}
        and value.get("run", "script") == "script"
        and bool(
            re.fullmatch(r"[\w.]+:\w+", str(value.get("solver", "module:function")))
        )
        and all(map(is_line, texts))
    )


def is_elsewhere(path: str) -> bool:
    """Return whether a path in the settings is one of another computer, or of another system."""
    expanded = os.path.expanduser(path)
    if OTHER_SYSTEM.match(expanded):
        return True
    return os.path.isabs(expanded) and not os.path.isdir(os.path.dirname(expanded))


FLAG = (lambda value: isinstance(value, bool), "write true or false")


FOLDER = (is_line, "write the path of a folder, in quotes")


SETTINGS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "year": (YEARS.takes_whole, f"write a year {YEARS}"),
    "timeout": (
        TIMEOUT.takes,
        f"write a number of seconds {TIMEOUT}; 0 stands for no limit",
    ),
    "memory": (is_size, 'write "512M" or "2G", or "0" for no limit'),
    "jobs": (JOBS.takes_whole, f"write a whole number {JOBS}"),
    "submit": FLAG,
    "contact": (is_contact, "write an e-mail address or a URL, in quotes"),
    "template": FOLDER,
    "inputs": FOLDER,
    "layouts": (
        are_layouts,
        'write tables such as { days = "{year}/{day}.py", run = "script" }, or with solver = '
        '"module:function" in place of run',
    ),
    "pictures": FOLDER,
    "board": (
        is_board,
        "write the number of a private leaderboard, or its address in quotes",
    ),
}
"""By the name of each setting: the check of a value, and the remedy for a wrong one."""


def check_settings(path: str, settings: object) -> None:
    """Raise `UsageError` for the first fault in `tool.aoc` of the `pyproject.toml` at `path`."""
    if not isinstance(settings, dict):
        raise UsageError(
            f"{path}: tool.aoc is not a table: write [tool.aoc] in a line of its own"
        )
    for name, value in settings.items():
        if name not in SETTINGS:
            choice = ", ".join(SETTINGS)
            raise UsageError(
                f"{path}: [tool.aoc] has no setting {name!r}: choose from {choice}"
            )
        takes, forms = SETTINGS[name]
        if not takes(value):
            text = hide_key(json.dumps(value, ensure_ascii=False, default=str))
            raise UsageError(f"{path}: [tool.aoc] {name} is {text}: {forms}")


def read_settings(path: str) -> dict[str, Any] | None:
    """Read `[tool.aoc]`; `None` if the file or the table is missing.

    Raises `UsageError` for a file that cannot be read or is not TOML, and for wrong settings.
    """
    try:
        text = read_text(path)
        if "aoc" not in text:  # to parse it takes some ms
            return None
        import tomllib

        settings: dict[str, Any] | None = tomllib.loads(text).get("tool", {}).get("aoc")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or error
        why = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else why
        raise UsageError(
            f"{path} cannot be read as TOML ({why}): fix it, then try again"
        ) from None
    if settings is not None:
        check_settings(path, settings)
    return settings
