"""`aoc report --check`: whether a README and its pictures have what the project has now.

Times are not compared, because they differ from run to run: each picture is drawn again with the
times that it has, and the table is compared without them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from aoc.commands.report_pictures import (
    Folder,
    account_of,
    file_name,
    folder_of,
    pictures_body,
    read_picture,
    stars_of,
    svg_files,
)
from aoc.commands.report_readme import DAYS, PICTURES, Readme
from aoc.commands.report_rows import NOT_RUN, idea_at
from aoc.errors import AocError
from aoc.history.past_runs import latest_records, read_records
from aoc.model import Puzzle, Verdict
from aoc.pictures.svg_elements import metadata_in
from aoc.pictures.year_facts import DayFacts, Time, YearFacts, facts_from_json, plain_line
from aoc.project import Project, title_of
from aoc.render.format import counted
from aoc.render.readme_table import (
    WORDS,
    DayRow,
    days_table,
    form_of,
    sections_in,
    written_rows,
    year_tables,
)

LEFT_OUT = re.compile(r"<!-- no input: ([0-9/, ]+) -->")
UNSOLVED = (WORDS[Verdict.SKIPPED], NOT_RUN)
"""The words for a part that no run has solved."""
MOST = 3
"""How many differences are named."""
HEADING = re.compile(r"^### ([0-9]{4})$", re.MULTILINE)


class Known(NamedTuple):
    """What is known without running anything: the parts that are solved, and stars by year."""

    solved: Collection[tuple[Puzzle, int]]
    stars: Mapping[int, Mapping[int, int]]


def left_out_comment(puzzles: Sequence[Puzzle]) -> str:
    """Return the comment below the tables that names the days without an input."""
    return f"\n\n<!-- no input: {', '.join(map(str, puzzles))} -->" if puzzles else ""


def check_report(
    project: Project, readme: Readme, puzzles: Sequence[Puzzle], known: Known, options: str
) -> None:
    """Raise `AocError` if the README or the pictures of it are stale.

    The sentence says what is stale, and which command updates it; `options` are those of the
    command that choose the years and the file.
    """
    text = readme.read().replace("\r\n", "\n")
    found: list[str] = []
    last = False
    places = sections_in(text)
    if DAYS in places:
        found += table_problems(project, text[places[DAYS]].strip("\n"), puzzles, known)
    if PICTURES in places:
        folder = folder_of(project, readme)
        years = {}
        for year in sorted({puzzle.year for puzzle in puzzles}):
            checked = Pictures(project, folder, year, [p for p in puzzles if p.year == year])
            found += checked.problems(known)
            if checked.facts:
                years[year] = checked.facts
                last = last or not checked.facts.basis.best_of
        body = text[places[PICTURES]].strip("\n")
        if not found and body != pictures_body(years.values(), folder):
            found.append("the section <!-- pictures -->")
    if found:
        found = list(dict.fromkeys(found))
        more = [f"and {len(found) - MOST} more"] if len(found) > MOST else []
        command = f"aoc report{' --last' if last else ''}{options}"
        raise AocError(
            f"{readme.shown} is stale ({'; '.join([*found[:MOST], *more])}): update it with "
            f"`{command}`"
        )


def table_problems(
    project: Project, table: str, puzzles: Sequence[Puzzle], known: Known
) -> list[str]:
    """Return what is stale in the tables of some years."""
    comment = LEFT_OUT.search(table)
    left_out = comment[1].split(", ") if comment else []
    # A year of which no day had an input has no table.
    years = list(dict.fromkeys(one.year for one in puzzles if str(one) not in left_out))
    written = {year: written_rows(text) for year, text in tables_by_year(table, years).items()}
    there = {Puzzle(year, day) for year, rows in written.items() for day in rows}
    problems = [
        f"{puzzle} is in the table, but not in days/" for puzzle in sorted(there - {*puzzles})
    ]
    expected: dict[int, list[DayRow]] = {}
    for puzzle in puzzles:
        if puzzle in there:
            start, times = written[puzzle.year][puzzle.day]
            row = current_row(project, puzzle, times)
            if not days_table([row]).split("\n")[2].startswith(f"{start} | "):
                problems.append(f"the title or the idea of {puzzle} in the table")
            problems += solved_since(puzzle, times[1:], known)
            expected.setdefault(puzzle.year, []).append(row)
        elif str(puzzle) not in left_out:
            problems.append(f"{puzzle} is not in the table")
    tables = year_tables(expected) + (f"\n\n{comment[0]}" if comment else "")
    if not problems and form_of(tables) != form_of(table):
        problems.append("the form of the table")
    return problems


def current_row(project: Project, puzzle: Puzzle, times: Sequence[Time]) -> DayRow:
    """Return the row that a table should have of a day; `times` are those that it has."""
    parse, part1, part2 = times
    return DayRow(
        puzzle.day,
        title_of(project.root, puzzle) or "",
        idea_at(project, puzzle),
        parse if isinstance(parse, float) else None,
        part1,
        part2,
    )


def tables_by_year(table: str, years: Sequence[int]) -> dict[int, str]:
    """Return the text of each year's table; without headings, all of it is that of one year."""
    parts = HEADING.split(table)
    found = dict(zip(map(int, parts[1::2]), parts[2::2], strict=True))
    return found or ({years[0]: table} if len(years) == 1 else {})


def solved_since(puzzle: Puzzle, times: Sequence[Time], known: Known) -> Iterator[str]:
    """Yield the parts that are said not to be solved, and are."""
    for part, time in enumerate(times, 1):
        if time in UNSOLVED and (puzzle, part) in known.solved:
            yield f"part {part} of {puzzle} is solved by now"


class Pictures:
    """The pictures of a year, as they are; `facts` are those in them, brought up to date.

    `facts` are `None` if there are none.
    """

    def __init__(
        self, project: Project, folder: Folder, year: int, puzzles: Sequence[Puzzle]
    ) -> None:
        self.project = project
        self.folder = folder
        self.year = year
        self.puzzles = puzzles
        self.facts: YearFacts | None = None

    def shown(self, name: str) -> str:
        """Return the path of a picture to show to people."""
        return os.path.join(self.folder.shown, name)

    def problems(self, known: Known) -> Iterator[str]:
        """Yield what is stale in the pictures."""
        name = file_name("calendar", self.year, "light")
        path = os.path.join(self.folder.path, name)
        if not os.path.exists(path):
            yield f"{self.shown(name)} is missing"
            return
        try:
            written = facts_from_json(metadata_in(read_picture(path) or ""))
        except ValueError:
            yield f"{self.shown(name)} is not a picture that aoc has drawn"
            return
        stars = known.stars.get(self.year, {})
        self.facts = self.updated(written, stars)
        found = [*self.differences(written, stars, known)]
        yield from found
        for file, picture in svg_files(self.facts).items() if not found else ():
            drawn = read_picture(os.path.join(self.folder.path, file))
            if drawn != picture:
                what = "is missing" if drawn is None else "is not as aoc draws it now"
                yield f"{self.shown(file)} {what}"

    def updated(self, written: YearFacts, stars: Mapping[int, int]) -> YearFacts:
        """Return the facts of a picture with the titles, days and stars that are known now."""
        old = {day.day: day for day in written.days}
        days = []
        for puzzle in self.puzzles:
            title = plain_line(title_of(self.project.root, puzzle) or "")
            empty = DayFacts(puzzle.day, title, None, NOT_RUN, None if puzzle.is_last else NOT_RUN)
            days.append(old.get(puzzle.day, empty)._replace(title=title))
        kept = written.stars
        if kept is not None:
            kept = {day: max(kept.get(day, 0), stars.get(day, 0)) for day in {*kept, *stars}}
        return YearFacts(self.year, written.basis, kept, days)

    def differences(
        self, written: YearFacts, stars: Mapping[int, int], known: Known
    ) -> Iterator[str]:
        """Yield what the pictures say otherwise than it is."""
        assert self.facts is not None
        old = {day.day: day for day in written.days}
        new = {day.day: day for day in self.facts.days}
        if written.year != self.year:
            yield f"{self.shown(file_name('calendar', self.year, 'light'))} is of {written.year}"
        for day in sorted(old.keys() ^ new.keys()):
            where = "in the pictures, but not in days/" if day in old else "not in the pictures"
            yield f"{Puzzle(self.year, day)} is {where}"
        for day in sorted(old.keys() & new.keys()):
            puzzle = Puzzle(self.year, day)
            if old[day].title != new[day].title:
                yield f"the title of {puzzle} in the pictures"
            yield from solved_since(puzzle, (new[day].part1, new[day].part2), known)
        if self.facts.stars != written.stars:
            gained = sum((self.facts.stars or {}).values()) - sum((written.stars or {}).values())
            yield f"{counted(gained, 'more star')} of {self.year}"


def known_without_runs(project: Project, puzzles: Sequence[Puzzle], user: str | None) -> Known:
    """Return what the history and the cache know; without them, as in CI, that is nothing.

    Raises `AocError` for a `user` who is not one account.
    """
    account = account_of(user)
    years = sorted({puzzle.year for puzzle in puzzles})
    latest: Mapping[tuple[Puzzle, int], object] = {}
    with suppress(AocError):
        latest = latest_records(read_records(project.root), account and account.id)
    return Known(latest.keys(), stars_of(account, years))
