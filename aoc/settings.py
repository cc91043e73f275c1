"""The settings of `[tool.aoc]`, and what each of them takes; an option takes the same."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from aoc.errors import UsageError
from aoc.model import FIRST_YEAR
from aoc.text import is_printable

__all__ = [
    "JOBS",
    "MOMENTS",
    "SETTINGS",
    "SIZE_FORMS",
    "TIMEOUT",
    "YEARS",
    "Range",
    "check_clock",
    "check_settings",
    "read_board",
    "read_size",
]


Number = TypeVar("Number", bound=float)


class Range(NamedTuple, Generic[Number]):
    """The numbers from `least` to `most`."""

    least: Number
    most: Number

    def takes(self, value: object) -> bool:
        """Return whether a value is one of these numbers; `true` is none, nor is `nan`."""
        if not isinstance(value, int | float) or isinstance(value, bool):
            return False
        return self.least <= value <= self.most

    def takes_whole(self, value: object) -> bool:
        """Return whether a value is one of these numbers, and an integer."""
        return isinstance(value, int) and self.takes(value)

    def __str__(self) -> str:
        if self.most == inf:
            return f"from {self.least}"
        return f"from {self.least} to {self.most}"


Setting = tuple[Callable[[Any], bool], str]
"""What returns whether a setting takes a value, and what to write instead of any other."""

YEARS = Range(FIRST_YEAR, 9999)
TIMEOUT = Range(0, 1_000_000)
"""Seconds, up to 11 days; 0 stands for no limit."""
JOBS = Range(1, 10_000)
MOMENTS = Range(0, 250_000_000_000)
"""Seconds since 1970, in which a year has four digits."""
LEAST_SIZE = 1 << 10
"""A memory limit of fewer bytes is a size without its unit."""
MOST_SIZE = 1 << 62
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
SIZE_FORMS = "write 512M or 2G, or 0 for no limit"
"""What to write in place of a wrong size."""
LONGEST_CONTACT = 200
BOARDS = Range(1, 10**15 - 1)
BOARD = re.compile(
    r"(?:.*/leaderboard/private/view/)?(\d{1,15})(?:-\w+)?(?:\.json)?(?:\?.*)?", re.ASCII
)
"""A private leaderboard: its number, its address, or its join code."""


def read_size(text: str) -> int:
    """Return a size such as `512M`, `2GB` or `100000` in bytes; 0 stands for no limit.

    Raises `ValueError` for what is not a size, or is less than 1 kB.
    """
    number = text.strip().upper().removesuffix("B").rstrip()
    if number == "0":
        return 0
    unit = number[-1:] if number[-1:] in UNITS else ""
    size = float(number.removesuffix(unit)) * UNITS[unit]
    if not LEAST_SIZE <= size < MOST_SIZE:
        raise ValueError(f"{size} bytes are no size of a memory")
    return int(size)


def is_size(value: object) -> bool:
    """Return whether a value is a size, in quotes."""
    try:
        return isinstance(value, str) and read_size(value) >= 0
    except ValueError:
        return False


def is_flag(value: object) -> bool:
    """Return whether a value is `true` or `false`."""
    return isinstance(value, bool)


def is_line(value: object) -> bool:
    """Return whether a value is a line of text, as a path is."""
    return isinstance(value, str) and bool(value.strip()) and is_printable(value)


def is_contact(value: object) -> bool:
    """Return whether a value can be a part of the User-Agent, which is a line of ASCII."""
    return is_line(value) and str(value).isascii() and len(str(value)) <= LONGEST_CONTACT


def read_board(text: str) -> int:
    """Return the number of a private leaderboard from its number, address or join code.

    Raises `ValueError` for anything else.
    """
    match = BOARD.fullmatch(text.strip())
    if not match:
        raise ValueError("not a leaderboard")
    return int(match[1])


def is_board(value: object) -> bool:
    """Return whether a value names a private leaderboard: a number, or a text in quotes."""
    if isinstance(value, str):
        return is_printable(value) and BOARD.fullmatch(value.strip()) is not None
    return BOARDS.takes_whole(value)


def is_relative(value: object) -> bool:
    """Return whether a value is a path that is named from another folder."""
    text = str(value)
    return is_line(value) and not os.path.splitdrive(text)[0] and text[0] not in "/\\~"


FLAG = (is_flag, "write true or false")
PATH = "write the path of {}, in quotes"
SETTINGS: dict[str, Setting] = {
    "year": (YEARS.takes_whole, f"write a year {YEARS}"),
    "timeout": (TIMEOUT.takes, f"write a number of seconds {TIMEOUT}; 0 stands for no limit"),
    "memory": (is_size, 'write "512M" or "2G", or "0" for no limit'),
    "jobs": (JOBS.takes_whole, f"write a whole number {JOBS}"),
    "submit": FLAG,
    "contact": (is_contact, "write an e-mail address or a URL, in quotes"),
    "template": (is_line, PATH.format("a folder")),
    "inputs": (is_line, PATH.format("a folder")),
    "pictures": (is_relative, "write the path of a folder, as seen from the README, in quotes"),
    "board": (is_board, "write the number of a private leaderboard, or its address in quotes"),
    "tips": FLAG,
}


def check_settings(path: str, settings: object) -> None:
    """Raise `UsageError` for the first fault in `tool.aoc` of the `pyproject.toml` at `path`."""
    if not isinstance(settings, dict):
        tables = isinstance(settings, list) and all(isinstance(one, dict) for one in settings)
        what = "an array of tables" if tables else shown(settings)
        raise UsageError(
            f"{path}: tool.aoc is {what}, not a table: write [tool.aoc] in a line of its own, and "
            "the settings below it"
        )
    for name, value in settings.items():
        if name not in SETTINGS:
            raise UsageError(f"{path}: [tool.aoc] has no setting {name!r}: {meant_text(name)}")
        takes, forms = SETTINGS[name]
        if not takes(value):
            raise UsageError(f"{path}: [tool.aoc] {name} is {shown(value)}: {forms}")
        fault = fault_of(name, os.path.join(os.path.dirname(path), os.path.expanduser(str(value))))
        if fault:
            raise UsageError(f"{path}: [tool.aoc] {name} is {shown(value)}, which is {fault}")


def check_clock() -> None:
    """Raise `UsageError` if `AOC_NOW`, the time for tests, is set to something else."""
    given = os.environ.get("AOC_NOW")
    try:
        is_moment = not given or MOMENTS.takes(float(given))
    except ValueError:
        is_moment = False
    if not is_moment:
        raise UsageError(
            f"AOC_NOW is {given!r}, not a number of seconds since 1970: fix it or unset it"
        )


def fault_of(name: str, path: str) -> str | None:
    """Return what is wrong with the file at the path that a setting names, if anything is."""
    if name == "inputs" and os.path.exists(path) and not os.path.isdir(path):
        return "not a folder: name a folder, or rename that file"
    return None


def meant_text(name: str) -> str:
    """Return what to do about a setting that does not exist."""
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), SETTINGS, n=1)
    return f"did you mean {close[0]}?" if close else f"choose from {', '.join(SETTINGS)}"


def shown(value: object) -> str:
    """Return a value about as it is written in TOML, with the middle left out if it is long."""
    from reprlib import repr

    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, int | float | str | list | dict) else str(value)
