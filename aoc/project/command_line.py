"""Command lines in the settings: a program in any language that solves a day, or its arguments.

No shell reads them. The words are split as `shlex` does it, and then each placeholder is replaced,
so that a path with blanks stays one word.
"""

from __future__ import annotations

import os
import re
import shlex

PLACEHOLDER = re.compile(r"\{(year|yy|day|day:02|part|input|file)\}")
UNKNOWN_PLACEHOLDER = re.compile(r"\{[a-z]+(?::\w*)?\}")
PYTHONS = re.compile(r"(?:python(?:3(?:\.\d+)?)?|py)(?:\.exe)?", re.IGNORECASE)
"""The names of Python as a program."""


def split_words(command: str) -> list[str]:
    """Return the words of a command line. Raises `ValueError` for a quote that is not closed."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if os.name == "nt":
        # There, it stands between the folders of a path.
        lexer.escape = ""
    return list(lexer)


def is_command(command: str) -> bool:
    """Return whether a text has a word, closed quotes, and no placeholder that is unknown."""
    try:
        words = split_words(command)
    except ValueError:
        return False
    unknown = UNKNOWN_PLACEHOLDER.search(PLACEHOLDER.sub("", command))
    return bool(words) and unknown is None


def names_part(command: str) -> bool:
    """Return whether a command line is told the only part that it runs."""
    return "{part}" in command


def fill(
    command: str, year: int, day: int, part: int, input_path: str, file: str
) -> list[str]:
    """Return the words of a command line with the values of its placeholders.

    `part` is 0 where the command has no place for it.
    """
    values = {
        "year": str(year),
        "yy": f"{year % 100:02}",
        "day": str(day),
        "day:02": f"{day:02}",
        "part": str(part),
        "input": input_path,
        "file": file,
    }
    return [
        PLACEHOLDER.sub(lambda match: values[match[1]], word)
        for word in split_words(command)
    ]


def is_python(word: str) -> bool:
    """Return whether the first word of a command is Python, or a file that Python runs."""
    name = re.split(r"[/\\]", word)[-1]
    return name.endswith(".py") or PYTHONS.fullmatch(name) is not None
