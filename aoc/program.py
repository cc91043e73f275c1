"""The program: its name and command as people type them, its streams, and what it lacks."""

from __future__ import annotations

import os
import sys

NAME = "aoc"
OTHER_NAME = "aoc-days"
"""The script of ours with a name that no other package has."""
DISTRIBUTION = "aoc-days"
"""The name of the package that is installed."""
COMMANDS = {
    "Every day": {
        "fetch": "Fetch inputs, puzzle pages and accepted answers.",
        "new": "Create the files of a day, with its examples.",
        "open": "Open a puzzle in the browser.",
        "read": "Read a puzzle.",
        "run": "Check, run and time days.",
        "status": "Show the stars of a year as a calendar, with times.",
        "submit": "Submit an answer, safely.",
        "watch": "Run a day whenever it is saved.",
    },
    "Setting up": {
        "completion": "Print the completion script for your shell.",
        "doctor": "Check the installation and the project.",
        "init": "Create a project of your own, or bring a repository of solutions.",
        "login": "Log in to an account, list the accounts, or log out.",
    },
    "Looking back": {
        "leaderboard": "Show a private leaderboard.",
        "report": "Show a year: a table and pictures in the README.",
    },
    "Tuning": {
        "bench": "Measure days, and compare times.",
        "fuzz": "Find inputs on which two solutions disagree.",
        "show": "Play how a day is solved, as moving pictures.",
    },
}
"""The help of each command by its name, and by its heading in `aoc --help`.

It stands here, and not in the modules of the commands, so that help imports none of them.
"""
COMPLETE = "_AOC_COMPLETE"
"""The variable with which a shell asks to complete a word, under any name of the program."""


def open_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Otherwise the next file, pipe or socket that is opened gets its descriptor, and the
    output goes there.
    """
    # In the order of their descriptors, since a new file gets the lowest one that is free.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(null, True)
            setattr(sys, name, open(null, mode, closefd=False))  # noqa: SIM115


def command_names() -> list[str]:
    """Return the names of all commands."""
    names: list[str] = []
    for helps in COMMANDS.values():
        names += helps
    return names


def commands_for(word: str) -> list[str]:
    """Return the names of the commands that a word may stand for: its own, or all that start so."""
    names = command_names()
    if word in names:
        return [word]
    return [name for name in names if word and name.startswith(word)]


def install_hint(package: str) -> str:
    """Return how to install a package for the days, which this Python runs, as a sentence's end."""
    from importlib.util import find_spec

    python = quoted(sys.executable)
    command = f"{python} -m pip install"
    # An environment that uv has made has no pip.
    if find_spec("pip") is None:
        command = f"uv pip install --python {python}"
    return f": `{command} {package}` installs it"


def quoted(path: str) -> str:
    """Return a path as it is typed into a shell."""
    if os.name != "nt":
        import shlex

        return shlex.quote(path)
    # cmd.exe does not know single quotes.
    return f'"{path}"' if " " in path else path
