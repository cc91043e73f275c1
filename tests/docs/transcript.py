"""Transcripts of a terminal in a page: the commands, and how what they print is compared."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import NamedTuple

PROMPT, CONTINUATION = "$ ", "> "
ANY = "..."
"""A line that stands for any lines, or none."""

FOOTNOTE = "* the time of the first call"
"""A line below times with a `*`, of calls that were too slow this time to be repeated."""

FULL = 75
"""Characters from which on a line may have been broken, by a terminal of 100 columns."""

VARYING = (
    # The memory of a part may be missing, so its column goes with the blanks before it.
    (re.compile(r"\s+\d[\d.]*\s?[kMG]B\b"), ""),
    (re.compile(r"\b\d\d:\d\d(:\d\d)?\b"), "CLOCK"),
    (re.compile(r"\b\d[\d.]*\s?([nuµm]?s|min|h)\b\*?"), "TIME"),
    (re.compile(r"\b\d+ %"), "SHARE"),
    (re.compile(r"\b\d[\d,]* calls\b"), "CALLS"),
    (re.compile(r'("\w*(?:seconds|bytes)": )[^,}]+'), r"\1NUMBER"),
    (re.compile(r"\.\.\.[0-9a-f]{4}\b"), "...TOKEN"),
    (re.compile(r"([=─━-])\1{2,}"), r"\1\1\1"),
)
"""What differs from run to run, and what takes its place."""


class Command(NamedTuple):
    """A command, and the lines that it is to print."""

    text: str
    expected: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether no line stands for any lines."""
        return ANY not in self.expected


def commands_in(text: str) -> list[Command]:
    """Return the commands of a console block, each with what follows it.

    Raises `ValueError` for a block that does not begin with a command.
    """
    commands: list[Command] = []
    for line in text.splitlines():
        if line.startswith(PROMPT):
            commands.append(Command(line.removeprefix(PROMPT), ()))
            continue
        if not commands:
            raise ValueError(f"a console block begins with {PROMPT!r}, not with {line!r}")
        last = commands[-1]
        if line.startswith(CONTINUATION) and not last.expected:
            last = last._replace(text=f"{last.text}\n{line.removeprefix(CONTINUATION)}")
        else:
            last = last._replace(expected=(*last.expected, line))
        commands[-1] = last
    return commands


def normalized(line: str) -> str:
    """Return a line without what differs from run to run."""
    for pattern, text in VARYING:
        line = pattern.sub(text, line)
    words = " ".join(line.split())
    # The shorter a time or a share, the further right it begins.
    indent = "" if words.startswith(("TIME", "SHARE")) else line[: len(line) - len(line.lstrip())]
    return indent + words


def is_same(expected: Sequence[str], real: Sequence[str]) -> bool:
    """Return whether what a command printed is what it is to print.

    Where a sentence breaks at the end of a line may depend on how long a time is, so that is free.
    """
    return fits(lines_of(expected), lines_of(real)) or fits(
        lines_of(unbroken(expected)), lines_of(unbroken(real))
    )


def fits(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Return whether lines are those that are wanted, where one may stand for any lines."""
    patterns = (r"(?:.*\n)*?" if line == ANY else re.escape(f"{line}\n") for line in wanted)
    return re.fullmatch("".join(patterns), "".join(f"{line}\n" for line in found)) is not None


def unbroken(lines: Sequence[str]) -> list[str]:
    """Return the lines with each that is almost full joined with the next one."""
    joined: list[str] = []
    full = False
    for line in lines:
        if full and line.strip() != ANY:
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
        full = len(line) >= FULL
    return joined


def lines_of(lines: Sequence[str]) -> list[str]:
    """Return the lines to compare: without what varies, and without empty ones at both ends."""
    kept = (normalized(line) for line in lines if not line.lstrip().startswith(FOOTNOTE))
    return "\n".join(kept).strip("\n").split("\n")


def difference(expected: Sequence[str], real: Sequence[str]) -> str:
    """Show where two texts differ: `-` is what a page has, `+` what was printed."""
    same = {normalized(line): line for line in expected}
    shown = [same.get(normalized(line), line) for line in real]
    return "\n".join(line.rstrip("\n") for line in difflib.ndiff(expected, shown) if line[0] != "?")
