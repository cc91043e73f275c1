"""Launchers: executable files that start something, as installers and people write them."""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAM = "import sys\nfrom aoc_days import main\nsys.exit(main())\n"
"""What the launcher of `aoc` runs in Python."""


def python_launcher(code: str, python: str | Path = sys.executable) -> str:
    """Return the text of a launcher that runs `code`.

    It has the form that pip gives it where a `#!` line could not hold the path of Python, as it may
    be long or have blanks: what the shell runs is a string to Python.
    """
    return f"#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n{code}"


def write_launcher(path: Path, text: str) -> Path:
    """Write a launcher, and make it executable."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path
