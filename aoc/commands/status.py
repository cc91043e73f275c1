"""Show the stars of a year as a calendar, or the answers to a day, with times."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from aoc.commands.options import command, flag, shared_options
from aoc.errors import LockedError, UsageError
from aoc.model.puzzles import coming_event, next_puzzle
from aoc.project.day_selection import select_years
from aoc.project.project import project_or_folder
from aoc.render.columns import Column, terminal_table
from aoc.render.format import FIRST, time_text
from aoc.render.terminal import painted, print_line, print_message, write, write_json
from aoc.site.accounts import Account
from aoc.site.client import go_by_site_time
from aoc.year.overview import STAR_COLUMNS, WEEKDAYS, Day, Year, last_times, make_years, read_stars

DAY_WIDTH = 10
"""Characters for one day."""
STARS = ("☆☆", "★☆", "★★")
WHEN = [Column("day", "day"), *STAR_COLUMNS]
"""The columns of the table of times."""


@command
@click.argument("years", nargs=-1, metavar="[YEARS]...")
@shared_options("year", "user")
@flag("--times", help="Show below when each star came after the unlock.")
@shared_options("as_json")
def status(
    years: tuple[str, ...], year: int | None, user: str | None, times: bool, as_json: bool
) -> int:
    """Show the stars of YEARS as calendars, with the times of the last runs.

    YEARS are years, such as 2021 or 2015-2024, or all for those in days/. The stars come from the
    accepted answers in the cache and from the site's calendar, which is fetched at most every 15
    minutes, and no longer once you have all stars. With --times, so is the site's page of your
    times, and no longer once the time of each star is known.
    """
    go_by_site_time()
    project = project_or_folder()
    if years and year is not None:
        raise UsageError("--year and YEARS do not go together: leave out one")
    numbers = select_years(project, years, year)
    if not years and project.chosen_year(year) is None and coming_event():
        print_message(str(LockedError(next_puzzle())))
    stars = read_stars(numbers, user, asks_times=times)
    all_years = make_years(project, stars, last_times(project, stars.account))
    if as_json:
        for one_year in all_years:
            write_json(sys.stdout, *(day.row for day in one_year.days))
        return stars.exit_code
    for number, one_year in enumerate(all_years):
        if number:
            write(sys.stdout, "\n")
        write(sys.stdout, *calendar_of(one_year, stars.account))
        if times:
            rows = [day.row for day in one_year.days if day.stars]
            write(sys.stdout, "\n", *terminal_table(WHEN, rows))
    if len(all_years) > 1:
        count = sum(one_year.stars for one_year in all_years)
        most = sum(2 * len(one_year.days) for one_year in all_years)
        print_line(f"\nAll {len(all_years)} years: {count} of {most} stars")
    return stars.exit_code


def calendar_of(year: Year, account: Account | None) -> Iterator[str]:
    """Yield the calendar of a year for an account, with a heading and the sum of the times."""
    yield painted(f"Advent of Code {year.year}", "1")
    yield f": {year.stars} of {2 * len(year.days)} stars"
    if account:
        yield f", {account.name}"
    yield "\n\n"
    yield "".join(f"{name:>{DAY_WIDTH}}" for name in WEEKDAYS) + "\n"
    for week in year.weeks:
        # Nothing follows the last day of a week: no blanks at the end of a line.
        last = max(place for place, day in enumerate(week) if day)
        days = week[: last + 1]
        for day in days:
            yield from stars_of(day)
        yield "\n"
        times = "".join(f"{day_text(day):>{DAY_WIDTH}}" for day in days)
        yield painted(times.rstrip(), "2")
        yield "\n"
    if year.timed:
        yield f"\n{year.times_text}{meaning_of_marks(year)}\n"


def meaning_of_marks(year: Year) -> str:
    """Return the meaning of the marks at the times of a year, in brackets, if there are any."""
    meanings = []
    if any(day.is_sample for day in year.timed):
        meanings.append("~ = on a sample")
    if year.has_first_calls:
        meanings.append(f"{FIRST} = with a first call")
    return f" ({', '.join(meanings)})" if meanings else ""


def stars_of(day: Day | None) -> tuple[str, ...]:
    """Return the upper line of a day: its number and its stars."""
    if day is None:
        return (" " * DAY_WIDTH,)
    number = f"{day.puzzle.day:>{DAY_WIDTH - 3}} "
    if not day.is_open:
        return (painted(f"{number}  ", "2"),)
    return number, painted(STARS[day.stars], "33" if day.stars else "2")


def day_text(day: Day | None) -> str:
    """Return the time of a day, or an empty text if it has none."""
    if day is None or day.time is None:
        return ""
    mark = "~" if day.is_sample else ""
    return mark + time_text(day.time)
