"""The settings of a project: `[tool.aoc]` in its `pyproject.toml`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from aoc.errors import UsageError
from aoc.files import read_text
from aoc.model.puzzles import FIRST_YEAR
from aoc.text import is_printable


class Range(NamedTuple):
    """The numbers from `least` to `most`."""

    least: Any
    most: Any

    def takes(self, value: object) -> bool:
        """Return whether a value is one of these numbers."""
        # `true` of TOML would be 1.
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        # A comparison with `nan` is false.
        return bool(self.least <= value <= self.most)

    def takes_whole(self, value: object) -> bool:
        """Return whether a value is one of these numbers, and an integer."""
        return isinstance(value, int) and self.takes(value)

    def __str__(self) -> str:
        return f"from {self.least} to {self.most}"


YEARS = Range(FIRST_YEAR, 9999)
TIMEOUT = Range(0, 1_000_000)
"""Seconds, up to 11 days; 0 stands for no limit."""
JOBS = Range(1, 10_000)
SIZES = Range(1000, 1 << 62)
"""Bytes; a memory limit of fewer is a size without its unit."""
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
"""Bytes by the letter of their unit."""
SIZE_FORMS = "write 512M or 2G, or 0 for no limit"
"""How to write a size, for a message about a wrong one."""
BOARD = (
    r"(?:(?:(?:.*/)?([0-9]{4})/|(?:.*/)?)leaderboard/private/view/)?"
    r"([1-9][0-9]{0,14})(?:-\w+)?/?(?:\.json)?/?([?#].*)?"
)
"""A private leaderboard: its number, its address, or its join code."""
VIEW_KEY = r"(?<=[?&]view_key=)[^&#]+"
"""The key in the address of a board, which is a link for people who are not members."""


def read_size(text: str) -> int:
    """Return a size such as `512M`, `2GB` or `100000` in bytes; 0 stands for no limit.

    Raises `ValueError` for any other text, and for a size of less than 1 kB.
    """
    # `512M` and `512 MB` are the same.
    number = text.strip().upper().removesuffix("B").rstrip()
    unit = number[-1:]
    if unit not in UNITS:
        unit = ""
    size = float(number.removesuffix(unit)) * UNITS[unit]
    if size and not SIZES.takes(size):
        raise ValueError(f"{size} bytes are no size of a memory")
    return int(size)


def is_size(value: object) -> bool:
    """Return whether a value is a size, in quotes."""
    if not isinstance(value, str):
        return False
    try:
        read_size(value)
    except ValueError:
        return False
    return True


class BoardName(NamedTuple):
    """A private leaderboard, with the year and the view key of its address, if it has them."""

    number: int
    year: int | None = None
    key: str | None = None


def read_board(text: str) -> BoardName | None:
    """Return a private leaderboard from its number, address or join code, if it is one."""
    # An address that is copied from a chat may come in quotes or brackets.
    match = re.fullmatch(BOARD, text.strip("\"'<> \t\n"), re.ASCII)
    if match is None:
        return None
    year, number, query = match.groups()
    key = re.search(VIEW_KEY, query or "")
    return BoardName(int(number), year=int(year) if year else None, key=key[0] if key else None)


def hide_key(text: str) -> str:
    """Return a text for a message, without the view key of a board."""
    return re.sub(VIEW_KEY, "...", text)


def is_board(value: object) -> bool:
    """Return whether a value names a private leaderboard: a number, or a text in quotes."""
    # `true` is an `int` too.
    return type(value) in (int, str) and read_board(str(value)) is not None


def is_flag(value: object) -> bool:
    """Return whether a value is true or false."""
    return isinstance(value, bool)


def is_line(value: object) -> bool:
    """Return whether a value is a line of text, as a path is."""
    return isinstance(value, str) and bool(value.strip()) and is_printable(value)


def is_contact(value: object) -> bool:
    """Return whether a value can be a part of the User-Agent, which is a line of ASCII."""
    return is_line(value) and str(value).isascii()


def is_command(value: object) -> bool:
    """Return whether a value is a command line with known placeholders."""
    # Imported only here, as most projects have no command in their settings.
    from aoc.project.command_line import can_be_filled

    return is_line(value) and can_be_filled(str(value))


def are_folders(value: object) -> bool:
    """Return whether a value is a list of folders."""
    return isinstance(value, list) and all(map(is_line, value))


def are_layouts(value: object) -> bool:
    """Return whether a value is a list of layouts, each a table with a pattern of its days."""
    return isinstance(value, list) and all(map(is_layout, value))


def is_layout(value: object) -> bool:
    """Return whether a value is a table with the settings of a layout."""
    if not isinstance(value, dict):
        return False
    for name, field in value.items():
        if name not in LAYOUT or not LAYOUT[name](field):
            return False
    pattern = value.get("days", "")
    # The year of each day is in its path, or is the same for all days of the layout.
    return "{day" in pattern and ("{y" in pattern or "year" in value)


def are_solvers(value: object) -> bool:
    """Return whether a value is a table of command lines by the names of solvers."""
    if not isinstance(value, dict):
        return False
    for name, command in value.items():
        # Two of the names stand for the project's own days, and for all solvers.
        if name in ("days", "all") or not is_command(command):
            return False
        # It runs any puzzle, also one without a file.
        if "{file}" in command:
            return False
    return True


def is_function(value: object) -> bool:
    """Return whether a setting is the name of a function, as `module:function`."""
    return is_line(value) and ":" in str(value)


def is_input(value: object) -> bool:
    """Return whether a setting is the path of an input, with placeholders of a puzzle alone."""
    return is_line(value) and not re.search(r"\{(?!(?:year|yy|day|day:02)\})", str(value))


LAYOUT: dict[str, Callable[[Any], bool]] = {
    "days": is_line,
    "run": is_command,
    "args": is_command,
    "input": is_input,
    "solver": is_function,
    "part1": is_line,
    "part2": is_line,
    "path": are_folders,
    "year": YEARS.takes_whole,
}
"""The checks of the settings of a layout."""


FLAG = (is_flag, "write true or false")
FOLDER = (is_line, "write the path of a folder, in quotes")
SETTINGS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "year": (YEARS.takes_whole, f"write a year {YEARS}"),
    "timeout": (TIMEOUT.takes, f"write a number of seconds {TIMEOUT}; 0 stands for no limit"),
    "memory": (is_size, 'write "512M" or "2G", or "0" for no limit'),
    "jobs": (JOBS.takes_whole, f"write a whole number {JOBS}"),
    "submit": FLAG,
    "contact": (is_contact, "write an e-mail address or a URL, in quotes"),
    "template": FOLDER,
    "editor": (is_command, 'write a command in quotes, such as editor = "code {file}"'),
    "inputs": FOLDER,
    "layouts": (
        are_layouts,
        'write tables such as { days = "{year}/{day}.py", run = "script" }, or with the command '
        'of a program as run, or with solver = "module:function" in its place; path has folders '
        'of the project, such as ["lib"]',
    ),
    "solvers": (
        are_solvers,
        'write a command for each name, such as rust = "cargo run --bin {year}-{day:02}"; it may '
        "have {year}, {yy}, {day}, {day:02}, {part} and {input}",
    ),
    "board": (is_board, "write the number of a private leaderboard, or its address in quotes"),
}
"""The check of each setting, and the remedy for a wrong value."""


def check_settings(path: str, settings: object) -> None:
    """Raise `UsageError` for the first fault in `tool.aoc` of the `pyproject.toml` at `path`."""
    if not isinstance(settings, dict):
        raise UsageError(f"{path}: tool.aoc is not a table: write [tool.aoc] in a line of its own")
    for name, value in settings.items():
        if name not in SETTINGS:
            choice = ", ".join(SETTINGS)
            raise UsageError(f"{path}: [tool.aoc] has no setting {name!r}: choose from {choice}")
        takes, remedy = SETTINGS[name]
        if not takes(value):
            # Dates of TOML are no values of JSON.
            text = hide_key(json.dumps(value, ensure_ascii=False, default=str))
            raise UsageError(f"{path}: [tool.aoc] {name} is {text}: {remedy}")


def read_settings(path: str) -> dict[str, Any] | None:
    """Read `[tool.aoc]`; `None` if the file or the table is missing.

    Raises `UsageError` for a file that cannot be read or is not TOML, and for wrong settings.
    """
    try:
        text = read_text(path)
        # Most files of others have no such table, and the parser takes some milliseconds.
        if "aoc" not in text:
            return None
        import tomllib

        document = tomllib.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        return None
    # A text that is not UTF-8, and one that is not TOML, are errors of a value.
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} cannot be read as TOML ({error}): fix it, then try again"
        ) from None
    settings: dict[str, Any] | None = document.get("tool", {}).get("aoc")
    if settings is not None:
        check_settings(path, settings)
    return settings
