"""Command lines in the settings: a program in any language that solves a day, or its arguments.

No shell reads them. The words are split as `shlex` does it, and then each placeholder is replaced,
so that a path with blanks stays one word.
"""

from __future__ import annotations

import os
import re
import shlex

PLACEHOLDER = r"\{(year|yy|day|day:02|part|input|file)\}"
PYTHON = r"(?i:python(?:3(?:\.\d+)?)?|py)(?:\.exe)?"
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


def can_be_filled(command: str) -> bool:
    """Return whether a text has a word, closed quotes, and no placeholder that is unknown."""
    try:
        words = split_words(command)
    except ValueError:
        return False
    rest = re.sub(PLACEHOLDER, "", command)
    return bool(words) and not re.search(r"\{[a-z]+(?::\w*)?\}", rest)


def fill(command: str, year: int, day: int, part: int, input_path: str, file: str) -> list[str]:
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
        re.sub(PLACEHOLDER, lambda match: values[match[1]], word) for word in split_words(command)
    ]


def is_python(word: str) -> bool:
    """Return whether the first word of a command is Python, or a file that Python runs."""
    name = re.split(r"[/\\]", word)[-1]
    return name.endswith(".py") or re.fullmatch(PYTHON, name) is not None
