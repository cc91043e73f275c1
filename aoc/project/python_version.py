"""The Python that a project needs, where it is newer than the one that runs."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

from aoc.files import read_text
from aoc.project.functions import syntax_tree

END = (
    f", and this is {sys.version.split()[0]}: install aoc in an environment of a newer "
    "Python"
)
REQUIRED = re.compile(
    r"""^requires-python\s*=\s*(["'])(.*?(?:>|>=|==|~=)\s*(\d+(?:\.\d+)*).*?)\1""",
    re.MULTILINE,
)
"""A requirement such as `>=3.12,<4`, and the lowest version in it."""
DEFINED = r"^(\s*(?:async\s+)?(?:def|class|type)\s+\w+)\s*"
FIELD = r"""(\b(?:[fF][rR]?|[rR][fF])('''|\"""|'|")(?:(?!\2)[\s\S])*?\{[^{}'"#]*?)"""
"""An f-string, from its start to anywhere in one of its fields."""
TEXT = r"""[fFrR]*(['"])(?:\\.|\{[^{}'"]*\}|(?!\3)[^\n{}])*\3"""
"""A text in a field."""
NEWER_SYNTAX = (
    # That of this Python, in which nothing has to be replaced.
    ("", "(?!)", ""),
    ("3.12", rf"{DEFINED}\[(?:[^][=]|\[[^][]*\])*\]", r"\1"),
    ("3.12", r"^(\s*)type\s+(\w+\s*=)(?!=)", r"\1\2"),
    ("3.12", rf"{FIELD}(?:#.*)?\n", r"\1 "),
    ("3.12", FIELD + TEXT, r"\1 _ "),
    ("3.13", rf"{DEFINED}\[(?:[^][]|\[[^][]*\])*\]", r"\1"),
    ("3.14", r"^(\s*except\*?\s+)([^(\n:]+,[^\n:]+):", r"\1(\2):"),
    ("3.14", r"""\bt(?=['"])""", "f"),
)
"""The first version of Python with a syntax, the syntax, and what older ones take in its place."""


def required_version(root: str) -> str:
    """Return that a project needs a newer Python by its settings; empty if this one will do.

    `root` is the folder of the project.
    """
    settings = ""
    with suppress(OSError):
        settings = read_text(os.path.join(root, "pyproject.toml"), "replace")
    required = REQUIRED.search(settings)
    if required and sys.version_info < tuple(map(int, required[3].split("."))):
        return f"the project needs Python {required[2]}{END}"
    return ""


def syntax_version(source: str) -> str:
    """Return that a source has the syntax of a newer Python; empty if of this one, or of none."""
    for version, pattern, replacement in NEWER_SYNTAX:
        before = ""
        # One may stand in itself.
        while source != before:
            before = source
            source = re.sub(pattern, replacement, source, flags=re.MULTILINE)
        if syntax_tree(source):
            return version and f"this is syntax of Python {version}{END}"
    return ""
