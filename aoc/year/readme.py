"""The README of a year: a table of days and pictures, in sections between markers."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple
from urllib.parse import quote

from aoc.errors import UsageError
from aoc.files import (
    line_end_of,
    overwrite,
    read_bytes,
    read_own,
    shown_path,
    writing,
)
from aoc.model.puzzles import Puzzle
from aoc.model.results import Time
from aoc.project.project import Project
from aoc.render.columns import Column, markdown_table
from aoc.render.format import FIRST_CALL, counted, time_text
from aoc.year.overview import Year
from aoc.year.pictures import PICTURES

README = "README.md"
PICTURES_FOLDER = "pictures"
"""The default of the setting."""
LONGEST_IDEA = 75
"""Characters of an idea; a longer one ends at its first comma."""
MARKER = re.compile(
    r"^\ufeff?[ \t]*(?P<marker><!-- (?P<slash>/?)(?P<name>days|pictures) -->)[ \t]*(?=\r?$)",
    re.MULTILINE,
)
"""A line that begins or ends a section; a marker within a line may be in a sentence about it."""
ADD_MARKERS = (
    "add the lines <!-- days --> and <!-- /days --> for a table, <!-- pictures --> and "
    "<!-- /pictures --> for pictures, or both"
)


class Section(NamedTuple):
    """A section of a text, from the end of its first marker to the start of its last one."""

    start: int
    end: int


class Readme(NamedTuple):
    """The file to write into: its path, and the folder of the pictures, as seen from the file."""

    path: str
    folder: str

    def read(self) -> tuple[str, dict[str, Section]]:
        """Return the text, with its line ends as they are, and its sections.

        Raises `UsageError` if it cannot be read, has no section, or a marker that is not in a pair.
        """
        text = ""
        # A README that is not there has no place to write to, which is said below.
        if os.path.exists(self.path):
            text = read_own(self.path)
        try:
            return text, sections_in(text)
        except ValueError as error:
            raise UsageError(f"{self.path}{error}") from None

    def update(self, project: Project, years: Sequence[Year]) -> None:
        """Write the sections that the file has, and the pictures. Raises `UsageError`."""
        text, sections = self.read()
        updated = text
        if "days" in sections:
            updated = replace_section(updated, "days", tables(project, years))
        if "pictures" in sections:
            images = []
            for year in years:
                for name in PICTURES:
                    # A README that shows a picture comes when that is there.
                    self.write_picture(name, year)
                    images.append(self.image(name, year))
            updated = replace_section(updated, "pictures", "\n\n".join(images))
        if updated != text:
            overwrite(self.path, updated.encode())

    def write_picture(self, name: str, year: Year) -> None:
        """Write a picture of a year. Raises `UsageError`."""
        folder = os.path.abspath(os.path.join(os.path.dirname(self.path), self.folder))
        with writing(folder, UsageError):
            os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, f"{name}-{year.year}.svg")
        overwrite(path, PICTURES[name](year).encode())

    def image(self, name: str, year: Year) -> str:
        """Return the HTML that shows a picture of a year, with a text for who cannot see it."""
        # An address has slashes, also where paths have none, and no blanks.
        folder = self.folder.replace(os.sep, "/")
        link = quote(f"{folder}/{name}-{year.year}.svg")
        title = f"{name.title()} of Advent of Code {year.year}"
        return f'<img alt="{title}: {year.stars_text}; {year.times_text}" src="{link}">'


def time_or_word_text(time: Time | str) -> str:
    """Return a time, or the word in place of one."""
    return time if isinstance(time, str) else time_text(time)


COLUMNS = [
    Column("day", "day"),
    Column("title", "title", right=False),
    Column("idea", "idea", right=False),
    Column("parse", "parse", time_or_word_text),
    Column("part 1", "part 1", time_or_word_text),
    Column("part 2", "part 2", time_or_word_text),
]
"""The columns of the table of days."""


def find_readme(project: Project, option: str | None) -> Readme:
    """Return the file to write into: the file of the `option`, or else the project's README."""
    path = os.path.expanduser(option) if option else os.path.join(project.root, README)
    folder = os.path.normpath(str(project.settings.get("pictures") or PICTURES_FOLDER))
    return Readme(shown_path(path), folder)


def idea_at(project: Project, puzzle: Puzzle) -> str:
    """Return the idea in the docstring of a day; empty if there is none, or it is no Python."""
    try:
        source = read_bytes(project.day_path(puzzle))
        return idea_of(ast.get_docstring(ast.parse(source)) or "")
    # The last two are of code that is nested too deep.
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def idea_of(docstring: str) -> str:
    """Return the first sentence below the title of a docstring, shortened if it is long."""
    _, _, text = docstring.partition("\n\n")
    paragraph = " ".join(text.split("\n\n")[0].split())
    match = re.match(r"(?:Part 1: )?(.+?[.:])(?: |$)", paragraph)
    if match is None:
        return ""
    sentence = match[1].rstrip(".:")
    if len(sentence) > LONGEST_IDEA:
        sentence = sentence.split(",")[0]
    return sentence[:1].upper() + sentence[1:]


def tables(project: Project, years: Sequence[Year]) -> str:
    """Return Markdown tables of the days with a module; several have their years as headings."""
    lines: list[str] = []
    for year in years:
        if len(years) > 1:
            lines += [f"### {year.year}", ""]
        rows = []
        for day in year.here:
            parse, part1, part2 = day.times
            row = {
                "day": day.puzzle.day,
                "title": day.title,
                "idea": idea_at(project, day.puzzle),
                "parse": parse,
                "part 1": part1,
                "part 2": part2,
            }
            rows.append(row)
        solved = sum(day.is_solved for day in year.here)
        count = ""
        if solved < len(rows):
            count = f", {solved} of {counted(len(rows), 'day')} solved"
        lines += markdown_table(COLUMNS, rows)
        lines += ["", f"{year.times_text}{count}.", ""]
        # An asterisk would begin an emphasis.
        if year.has_first_calls:
            lines += [f"\\{FIRST_CALL}.", ""]
    return "\n".join(lines[:-1])


def sections_in(text: str) -> dict[str, Section]:
    """Return the sections by their names; of two with the same name, the first one.

    Raises `ValueError` if there is none, or for a marker that is not in a pair; the message, which
    follows the name of the file, says how to fix it.
    """
    sections: dict[str, Section] = {}
    markers = [*MARKER.finditer(text)]
    # The last one of an odd number has no other.
    for begin, end in zip_longest(markers[::2], markers[1::2]):
        if is_end(begin) or not end or not is_end(end) or end["name"] != begin["name"]:
            line = text.count("\n", 0, begin.start("marker")) + 1
            slash = "" if is_end(begin) else "/"
            missing = f"<!-- {slash}{begin['name']} -->"
            raise ValueError(
                f", line {line}: {begin['marker']} has no {missing}: "
                "add it, or delete the line"
            )
        section = Section(begin.end("marker"), end.start())
        sections.setdefault(begin["name"], section)
    if not sections:
        raise ValueError(f" has no place to write to: {ADD_MARKERS}")
    return sections


def is_end(marker: re.Match[str]) -> bool:
    """Return whether a marker ends a section."""
    return marker["slash"] == "/"


def replace_section(text: str, name: str, body: str) -> str:
    """Replace the text of a section, with the line ends that the text has."""
    section = sections_in(text)[name]
    written = f"\n{body}\n".replace("\n", line_end_of(text))
    return text[: section.start] + written + text[section.end :]
