"""Show a year: a table and pictures in the README."""

from __future__ import annotations

import os

import click

from aoc.commands.options import command, option, shared_options
from aoc.files import shown_path
from aoc.project.day_selection import select_years
from aoc.project.project import find_project
from aoc.render.terminal import print_line
from aoc.year.overview import cached_stars, last_times, make_years
from aoc.year.readme import update_readme


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
