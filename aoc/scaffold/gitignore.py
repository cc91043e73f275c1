"""The `.gitignore` of a project: what is missing in one that exists."""

from __future__ import annotations

from typing import NamedTuple

from aoc.files import line_end_of


class Additions(NamedTuple):
    """A `.gitignore` with what was missing at its end, and the patterns that were missing."""

    text: str
    patterns: list[str]


def add_patterns(old: str, wanted: str) -> Additions:
    """Add the patterns of another `.gitignore` to a text, with the line ends that it has.

    A pattern that the text takes back, as `!inputs/` does, is not added.
    """
    lines = [line.strip() for line in old.splitlines()]
    known = {core(line.removeprefix("!")) for line in lines}
    end = line_end_of(old)
    text = old if not old or old.endswith("\n") else old + end
    patterns: list[str] = []
    for paragraph in wanted.strip("\n").split("\n\n"):
        listed = paragraph.split("\n")
        missing = [line for line in listed if line[0] != "#" and core(line) not in known]
        if missing:
            patterns += missing
            comments = [line for line in listed if line[0] == "#"]
            space = [""] if text else []
            text += "".join(line + end for line in [*space, *comments, *missing])
    return Additions(text, patterns)


def core(pattern: str) -> str:
    """Return a pattern without the slashes at its ends: with and without, it matches the folder."""
    return pattern.removeprefix("**/").strip("/")
