"""Show a year in a README: a table of days and pictures, in sections between markers."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Sequence

import click

from aoc.commands.options import command, option, shared_options
from aoc.errors import UsageError
from aoc.files import line_end_of, overwrite, read_bytes, read_own, shown_path, writing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Time
from aoc.project.day_selection import select_years
from aoc.project.project import Project, find_project
from aoc.render.columns import Column, markdown_table
from aoc.render.format import FIRST_CALL, cut, time_text
from aoc.render.terminal import print_line
from aoc.year.overview import Year, cached_stars, last_times, make_years
from aoc.year.pictures import PICTURES

FOLDER = "pictures"
"""The folder of the pictures, beside the README."""
LONGEST_IDEA = 75
"""Columns of an idea that are shown."""
ADD_MARKERS = (
    "add the lines <!-- days --> and <!-- /days --> for a table, <!-- pictures --> and "
    "<!-- /pictures --> for pictures, or both"
)


@command
@click.argument("years", nargs=-1)
@option(
    "--readme",
    type=click.Path(),
    metavar="FILE",
    help="The file to write into.  [default: the project's README.md]",
)
@shared_options("user")
def report(years: tuple[str, ...], readme: str | None, user: str | None) -> None:
    """Write the table and the pictures of YEARS into a README.

    YEARS are years, such as 2021 or 2015-2024, or all for those in days/. Titles, ideas and the
    times of your last runs are written between the lines `<!-- days -->` and `<!-- /days -->`, and
    pictures of stars and times between `<!-- pictures -->` and `<!-- /pictures -->`; either pair
    may be missing. Nothing is run, and the site is asked for nothing: `aoc run all` takes the
    times, and `aoc status` fetches the stars.
    """
    project = find_project()
    numbers = select_years(project, years, None)
    path = shown_path(readme or os.path.join(project.root, "README.md"))
    stars = cached_stars(numbers, user)
    times = last_times(project, stars.account)
    all_years = make_years(project, stars, times)
    update_readme(project, path, all_years)
    for one_year in all_years:
        texts = f"{one_year.stars_text}; {one_year.times_text}"
        print_line(f"{path}: {one_year.year}, {texts}")


def update_readme(project: Project, path: str, years: Sequence[Year]) -> None:
    """Write the sections that a file has, and the pictures. Raises `UsageError`."""
    text = ""
    # A README that is not there has no place to write to, which is said below.
    if os.path.exists(path):
        text = read_own(path)
    has_pictures = section_in(text, "pictures") is not None
    if not has_pictures and section_in(text, "days") is None:
        raise UsageError(f"{path} has no place to write to", ADD_MARKERS)
    updated = replace_section(text, "days", tables(project, years))
    if has_pictures:
        images = []
        for year in years:
            for name in PICTURES:
                # A README that shows a picture comes when that is there.
                write_picture(os.path.join(os.path.dirname(path), FOLDER), name, year)
                images.append(image(name, year))
        updated = replace_section(updated, "pictures", "\n\n".join(images))
    if updated != text:
        overwrite(path, updated.encode())


def write_picture(folder: str, name: str, year: Year) -> None:
    """Write a picture of a year into a folder. Raises `UsageError`."""
    path = os.path.abspath(os.path.join(folder, f"{name}-{year.year}.svg"))
    with writing(path, UsageError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    overwrite(path, PICTURES[name](year).encode())


def image(name: str, year: Year) -> str:
    """Return the HTML that shows a picture of a year, with a text for who cannot see it."""
    link = f"{FOLDER}/{name}-{year.year}.svg"
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


def idea_at(project: Project, puzzle: Puzzle) -> str:
    """Return the idea in the docstring of a day; empty if there is none, or it is no Python."""
    try:
        source = read_bytes(project.day_path(puzzle))
        return idea_of(ast.get_docstring(ast.parse(source)) or "")
    except (OSError, SyntaxError, ValueError):
        return ""


def idea_of(docstring: str) -> str:
    """Return the first sentence below the title of a docstring, cut where it is long."""
    _, _, text = docstring.partition("\n\n")
    sentence = re.split(r"\.(?:\s|$)|\n\n", text)[0]
    return cut(" ".join(sentence.split()), LONGEST_IDEA)


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
        lines += markdown_table(COLUMNS, rows)
        lines += ["", f"{year.times_text}.", ""]
        # An asterisk would begin an emphasis.
        if year.has_first_calls:
            lines += [f"\\{FIRST_CALL}.", ""]
    return "\n".join(lines[:-1])


def section_in(text: str, name: str) -> re.Match[str] | None:
    """Return the text between the lines of both markers of a section, if a text has these.

    No comment stands in it, and so no other marker: nothing else is ever replaced.
    """
    pattern = rf"^<!-- {name} -->\r?\n(?P<body>((?!<!--).)*)^<!-- /{name} -->\r?$"
    return re.search(pattern, text, re.MULTILINE | re.DOTALL)


def replace_section(text: str, name: str, body: str) -> str:
    """Replace the text of a section, if there is one, with the line ends that the text has."""
    section = section_in(text, name)
    if section is None:
        return text
    written = f"{body}\n".replace("\n", line_end_of(text))
    return text[: section.start("body")] + written + text[section.end("body") :]
