"""The README of a year: a table of days and pictures, in sections between markers."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote

from aoc.errors import UsageError
from aoc.files import check_own, line_end_of, overwrite, read_bytes, writing
from aoc.model import Puzzle
from aoc.project import Project, day_path, shown_path
from aoc.render.format import counted
from aoc.text import digest_of, printable
from aoc.year.charts import template_of, time_text
from aoc.year.overview import Year

README = "README.md"
PICTURES = ("calendar", "times")
FOLDER = "pictures"
"""The default of the setting."""
LONG = 75
"""Characters of an idea; a longer one ends at its first comma."""
CODE = re.compile(r"(?<!`)(`+)(?!`)[^`]+\1(?!`)")
"""Code in Markdown, in one or more backquotes."""
COMMENT = "<!--"
"""The start of a comment, as the markers of a section are: it must not get into a cell."""
MARKER = re.compile(
    r"^\ufeff?[ \t]*(<!-- (/?)(days|pictures)(?: ([0-9a-f]{12}[^>\n]*))? -->)[ \t]*(?=\r?$)",
    re.MULTILINE,
)
"""A line that begins or ends a section; a marker within a line may be in a sentence about it."""
STAMP = re.compile(r"([0-9a-f]{12}) stars=(\d{1,5})(?: unsolved=(\S+))?")
"""The text in a marker: a digest of titles and ideas, the number of stars, unsolved parts."""
Section = tuple[re.Match[str], re.Match[str]]
"""The markers around a section."""


class Readme(NamedTuple):
    """The file to write into: its path, the path that is shown to people, and that of pictures.

    `folder` is named as seen from the README.
    """

    path: str
    shown: str
    folder: str

    def read(self) -> tuple[str, dict[str, Section]]:
        """Return the text, with its line ends as they are, and its sections.

        Raises `UsageError` if it cannot be read, has no section, or a marker that is not in a pair.
        """
        try:
            text = read_bytes(self.path).decode()
            sections = sections_in(text)
        except UnicodeDecodeError:
            raise UsageError(
                f"{self.shown} is not UTF-8 text: save it as UTF-8, then try again"
            ) from None
        except FileNotFoundError:
            raise UsageError(
                f"{self.shown} does not exist: create it, with the lines <!-- days --> and "
                "<!-- /days --> for a table, or <!-- pictures --> and <!-- /pictures -->"
            ) from None
        except OSError as error:
            raise UsageError(f"{self.shown} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise UsageError(f"{self.shown}, {error}") from None
        if not sections:
            raise UsageError(
                f"{self.shown} has no place to write to: add the lines <!-- days --> and "
                "<!-- /days --> where the table should be, and <!-- pictures --> and "
                "<!-- /pictures --> where the pictures should be, or one of the pairs"
            )
        return text, sections

    def pictures(self, years: Iterable[Year]) -> Iterator[tuple[str, Year, str]]:
        """Yield the kind, the year and the path of each picture."""
        folder = os.path.join(os.path.dirname(self.path), self.folder)
        for year in years:
            for kind in PICTURES:
                path = os.path.normpath(os.path.join(folder, f"{kind}-{year.year}.svg"))
                yield kind, year, path

    def check_pictures(self, years: Iterable[Year], *, force: bool) -> None:
        """Raise `UsageError` if a picture would replace a file that aoc has not written."""
        if "pictures" in self.read()[1]:
            for _, _, path in self.pictures(years):
                check_own(path, shown_path(path), force=force)

    def update(self, project: Project, years: Sequence[Year], left_out: Sequence[Puzzle]) -> None:
        """Write the sections that the file has, and the pictures.

        The days that are `left_out` have no row. Raises `UsageError`.
        """
        # It is read again, because it may have been edited during a run.
        text, sections = self.read()
        if "pictures" in sections:
            # First the files: a README that shows them comes when they are there.
            for kind, year, path in self.pictures(years):
                with writing(path, UsageError):
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                overwrite(path, picture(kind, year).encode())
        stamp = stamp_of(project, years)
        bodies = {
            "days": tables(project, years, left_out),
            "pictures": "\n\n".join(self.image(year, kind) for year in years for kind in PICTURES),
        }
        new = text
        for name in sections:
            new = replace_section(new, name, bodies[name], stamp)
        if new != text:
            overwrite(self.path, new.encode())

    def image(self, year: Year, kind: str) -> str:
        """Return the HTML that shows a picture of a year, with a text for who cannot see it."""
        link = quote(f"{self.folder.replace(os.sep, '/')}/{kind}-{year.year}.svg")
        name = f"{kind.title()} of Advent of Code {year.year}"
        return f'<img alt="{name}: {year.stars_text}; {year.times_text}" src="{link}">'

    def stale(self, project: Project, years: Sequence[Year]) -> Iterator[str]:
        """Yield the differences between the sections or pictures and the project.

        Times are not compared. Stars and solved parts may not be known here, as in CI; so the
        sections are stale only if there are more of them than were written.
        """
        _, sections = self.read()
        for name, (begin, _) in sections.items():
            written = STAMP.fullmatch(begin[4] or "")
            if not written:
                yield f"the section <!-- {name} --> is not written yet"
                continue
            if written[1] != digest_of_days(project, years):
                yield "the days, their titles or their ideas have changed"
            unsolved = (written[3] or "").split(",")
            for day in (day for year in years for day in year.here):
                for part in (1, 2):
                    if f"{day.puzzle}.{part}" in unsolved and part not in day.unsolved:
                        yield f"part {part} of {day.puzzle} is solved by now"
            more = sum(year.stars for year in years) - int(written[2])
            if more > 0 and int(written[2]):
                yield counted(more, "more star")
        if "pictures" in sections:
            for _, _, path in self.pictures(years):
                if not os.path.exists(path):
                    yield f"{shown_path(path)} is missing"


def find_readme(project: Project, option: str | None) -> Readme:
    """Return the file to write into: the one that was named, else the project's README."""
    if option is not None:
        path = os.path.abspath(os.path.expanduser(option))
    else:
        names = sorted(name for name in os.listdir(project.root) if name.lower() == README.lower())
        path = os.path.join(project.root, README if README in names else [*names, README][0])
    folder = os.path.normpath(str(project.settings.get("pictures") or FOLDER))
    return Readme(path, shown_path(path), folder)


def stamp_of(project: Project, years: Sequence[Year]) -> str:
    """Return the text for the markers, by which `Readme.stale` finds changes."""
    days = [day for year in years for day in year.here]
    unsolved = ",".join(f"{day.puzzle}.{part}" for day in days for part in day.unsolved)
    stars = sum(year.stars for year in years)
    stamp = f"{digest_of_days(project, years)} stars={stars}"
    return f"{stamp} unsolved={unsolved}" if unsolved else stamp


def digest_of_days(project: Project, years: Sequence[Year]) -> str:
    """Return a digest of the titles and ideas of all days that have a module."""
    days = [day for year in years for day in year.here]
    lines = (f"{day.puzzle} {day.title}\n{idea_at(project, day.puzzle)}\n" for day in days)
    return digest_of("".join(lines))[:12]


def picture(kind: str, year: Year) -> str:
    """Return a picture of a year as SVG, `calendar` or `times`; the same for the same year."""
    return f"{template_of(f'{kind}.svg').render(year=year, linked=False)}\n"


def idea_at(project: Project, puzzle: Puzzle) -> str:
    """Return the idea in the docstring of a day; empty if there is none, or it is no Python."""
    try:
        source = read_bytes(day_path(project.root, puzzle))
        return idea_of(ast.get_docstring(ast.parse(source)) or "")
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def idea_of(docstring: str) -> str:
    """Return the first sentence below the title of a docstring, shortened if it is long."""
    _, _, rest = docstring.partition("\n\n")
    paragraph = " ".join(rest.split("\n\n")[0].split())
    match = re.match(r"(?:Part 1: )?(.+?[.:])(?: |$)", paragraph)
    sentence = match[1].rstrip(".:") if match else ""
    if len(sentence) > LONG:
        sentence = sentence.split(",")[0]
    return sentence[:1].upper() + sentence[1:]


def tables(project: Project, years: Sequence[Year], left_out: Sequence[Puzzle]) -> str:
    """Return Markdown tables of the days with a module; several have their years as headings."""
    lines = []
    for year in years:
        days = [day for day in year.here if day.puzzle not in left_out]
        if not days:
            continue
        lines += [f"### {year.year}", ""] if len(years) > 1 else []
        lines.append("| day | title | idea | parse | part 1 | part 2 |")
        lines.append("| --: | --- | --- | --: | --: | --: |")
        for day in days:
            idea = prose_source(idea_at(project, day.puzzle))
            times = (time_text(time).replace("\u00a0", " ") for time in day.times)
            cells = (str(day.number), plain_source(day.title), idea, *times)
            lines.append(f"| {' | '.join(cells)} |")
        solved = sum(not day.unsolved for day in days)
        count = f", {solved} of {counted(len(days), 'day')} solved" if solved < len(days) else ""
        lines += ["", f"{year.times_text}{count}.", ""]
    return "\n".join(lines[:-1])


def prose_source(text: str) -> str:
    """Return a line of prose as it is written in a cell: of Markdown, it may have code."""
    parts = []
    end = 0
    for code in CODE.finditer(text):
        if COMMENT not in code[0]:
            parts += [plain_source(text[end : code.start()]), code[0].replace("|", "\\|")]
            end = code.end()
    return printable("".join([*parts, plain_source(text[end:])]), kept="")


def plain_source(text: str) -> str:
    """Return a text as it is written in a cell, so that nothing in it is Markdown or HTML."""
    line = printable(re.sub(r"\s+", " ", text), kept="")
    return re.sub(r"[\\`*_\[\]|~]", r"\\\g<0>", line).replace("<", "&lt;").replace(">", "&gt;")


def sections_in(text: str) -> dict[str, Section]:
    """Return the sections by their names.

    Raises `ValueError` for a marker without the other one of its pair, or with another marker
    between the two; the message says how to fix it.
    """
    found: dict[str, Section] = {}
    begin: re.Match[str] | None = None
    for marker in (*MARKER.finditer(text), None):
        if begin is None and marker is not None and not marker[2]:
            begin = marker
        elif begin is not None and marker is not None and marker[2] and marker[3] == begin[3]:
            found.setdefault(begin[3], (begin, marker))
            begin = None
        elif lonely := begin or marker:
            ends = bool(lonely[2])
            raise ValueError(
                f"line {text.count(chr(10), 0, lonely.start(1)) + 1}: {lonely[1]} has no line "
                f"<!-- {'' if ends else '/'}{lonely[3]} --> {'above' if ends else 'below'} it "
                "without another marker between them: add it there, or delete the line"
            )
    return found


def replace_section(text: str, name: str, body: str, stamp: str) -> str:
    """Replace the text of a section, with the line ends that the text has, and its stamp."""
    begin, end = sections_in(text)[name]
    lines = line_end_of(text).join([f"<!-- {name} {stamp} -->", *body.split("\n"), ""])
    return text[: begin.start(1)] + lines + text[end.start() :]
