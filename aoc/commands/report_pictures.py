"""The pictures of `aoc report`: the facts of each year, the files, and the links to them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from aoc.commands.report_readme import Readme
from aoc.commands.report_rows import NOT_RUN, Report
from aoc.errors import AocError, UsageError
from aoc.files import overwrite, read_text
from aoc.model import Puzzle
from aoc.pictures.year_facts import DayFacts, YearFacts, facts_from_json, json_of, plain_line
from aoc.project import Project, title_of
from aoc.render.readme_table import DayRow

if TYPE_CHECKING:
    from aoc.site.accounts import Account

FOLDER = "pictures"
"""The default of the setting."""
KINDS = ("calendar", "times")


class Folder(NamedTuple):
    """The folder of the pictures: its path, that from the README, and the one shown to people."""

    path: str
    link: str
    shown: str


def folder_of(project: Project, readme: Readme) -> Folder:
    """Return the folder of the pictures, which is named from the folder of the README."""
    name = os.path.normpath(str(project.settings.get("pictures") or FOLDER))
    path = os.path.normpath(os.path.join(os.path.dirname(readme.path), name))
    shown = os.path.normpath(os.path.join(os.path.dirname(readme.shown), name))
    return Folder(path, name.replace(os.sep, "/"), shown)


def file_name(kind: str, year: int, theme: str) -> str:
    """Return the name of a picture: `calendar-2021-light.svg`."""
    return f"{kind}-{year}-{theme}.svg"


def svg_files(facts: YearFacts) -> dict[str, str]:
    """Return the pictures of a year by the names of their files."""
    from aoc.pictures.calendar_picture import calendar_picture
    from aoc.pictures.themes import PALETTES
    from aoc.pictures.times_picture import times_picture

    # With the digits that the pictures keep, so that they can be drawn again.
    facts = facts_from_json(json_of(facts))
    return {
        file_name(kind, facts.year, theme): draw(facts, palette)
        for kind, draw in zip(KINDS, (calendar_picture, times_picture), strict=True)
        for theme, palette in PALETTES.items()
    }


def pictures_body(years: Iterable[YearFacts], folder: Folder) -> str:
    """Return the HTML that shows the pictures of some years in a README."""
    from aoc.pictures.calendar_picture import calendar_alt
    from aoc.pictures.times_picture import times_alt

    return "\n\n".join(
        picture_element(folder, kind, facts.year, alt(facts_from_json(json_of(facts))))
        for facts in years
        for kind, alt in zip(KINDS, (calendar_alt, times_alt), strict=True)
    )


def picture_element(folder: Folder, kind: str, year: int, alt: str) -> str:
    """Return the element that shows the light or the dark picture, as the reader's system is."""
    from html import escape
    from urllib.parse import quote

    light, dark = (
        escape(quote(f"{folder.link}/{file_name(kind, year, theme)}"))
        for theme in ("light", "dark")
    )
    return (
        "<picture>\n"
        f'  <source media="(prefers-color-scheme: dark)" srcset="{dark}">\n'
        f'  <img alt="{escape(alt)}" src="{light}">\n'
        "</picture>"
    )


def write_pictures(years: Iterable[YearFacts], folder: Folder) -> int:
    """Write the pictures of some years, as far as they have changed; return how many have.

    Raises `UsageError` if one cannot be written.
    """
    written = 0
    for facts in years:
        for name, picture in svg_files(facts).items():
            path = os.path.join(folder.path, name)
            if read_picture(path) == picture:
                continue
            make_folder(folder)
            overwrite(path, picture.encode())
            written += 1
    return written


def check_pictures(years: Iterable[int], folder: Folder, *, force: bool) -> None:
    """Raise `UsageError` if a picture of some years would replace another file."""
    from aoc.files import check_own
    from aoc.pictures.themes import PALETTES

    for name in (file_name(*one) for one in product(KINDS, years, PALETTES)):
        path, shown = (os.path.join(start, name) for start in (folder.path, folder.shown))
        check_own(path, shown, force=force)


def make_folder(folder: Folder) -> None:
    """Make the folder, if it does not exist. Raises `UsageError`."""
    try:
        os.makedirs(folder.path, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"the folder {folder.shown} for the pictures cannot be created ({error.strerror}): fix "
            "this, or set pictures in [tool.aoc] to another folder"
        ) from None


def read_picture(path: str) -> str | None:
    """Return the text of a picture, with the line ends of a picture; `None` if there is none.

    git may have changed the line ends.
    """
    try:
        return read_text(path)
    except (OSError, UnicodeDecodeError):
        return None


def facts_of_report(
    project: Project, report: Report, stars: Mapping[int, Mapping[int, int]]
) -> list[YearFacts]:
    """Return the facts of each year of a report; `stars` are those that are known, by year."""
    facts = []
    missing = [puzzle for puzzle in report.without_input if puzzle.year not in report.years]
    for year in sorted({*report.years, *(puzzle.year for puzzle in missing)}):
        rows = [*report.years.get(year, ()), *left_out_rows(project, report, year)]
        days = [day_facts(year, row) for row in sorted(rows, key=lambda row: row.day)]
        facts.append(YearFacts(year, report.basis, stars.get(year) or None, days))
    return facts


def left_out_rows(project: Project, report: Report, year: int) -> list[DayRow]:
    """Return rows for the days of a year that have no input."""
    return [
        DayRow(puzzle.day, title_of(project.root, puzzle) or "", "", None, NOT_RUN, NOT_RUN)
        for puzzle in report.without_input
        if puzzle.year == year
    ]


def day_facts(year: int, row: DayRow) -> DayFacts:
    """Return what a picture shows of a row; a time is a `float` there, also a whole number."""
    parse, part1, part2 = (
        float(time) if isinstance(time, int | float) else time
        for time in (row.parse, row.part1, row.part2)
    )
    if Puzzle(year, row.day).is_last:
        part2 = None
    title = plain_line(row.title)
    return DayFacts(row.day, title, None if isinstance(parse, str) else parse, part1, part2)


def account_of(user: str | None) -> Account | None:
    """Return the account whose stars are shown, if there is one.

    Raises `AocError` for a name that is not that of one account. Without a name, several accounts
    are as good as none.
    """
    from aoc.site.accounts import Accounts

    try:
        return Accounts().find(user)
    except AocError:
        if user is not None:
            raise
        return None


def stars_of(account: Account | None, years: Sequence[int]) -> dict[int, Mapping[int, int]]:
    """Return the stars of an account by year and day, as far as the cache has them."""
    if account is None:
        return {}
    from aoc.site.stars import count_stars

    user = account.id
    return {year: count_stars(user, year) for year in years} if user else {}
