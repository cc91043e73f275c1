"""A syntax error of a day in one line: while it is watched, it may be half typed."""

from __future__ import annotations

import re

from aoc.model import Result
from aoc.render.format import one_line

IMPORT_ERROR = re.compile(
    r".* cannot be imported: (?:Syntax|Indentation|Tab)Error: (.*) \((.*), line (\d+)\)", re.DOTALL
)
"""What `aoc.worker.failures` says about a file that is not Python."""


def syntax_text(result: Result) -> str | None:
    """Return where a file is not Python, and why; `None` for any other result.

    It is one line, such as `day21.py, line 12: '(' was never closed`.
    """
    if result.error is None or result.part is not None:
        return None
    match = IMPORT_ERROR.fullmatch(result.error.message)
    return one_line(f"{match[2]}, line {match[3]}: {match[1]}") if match else None
