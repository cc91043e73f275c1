"""Show the stars of a year as a calendar, with times."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from aoc.commands.options import command, flag, shared_options, years_argument
from aoc.project.day_selection import select_years
from aoc.project.project import project_or_folder
from aoc.render.columns import terminal_table, with_values
from aoc.render.format import FIRST, time_text
from aoc.render.terminal import painted, print_line, write, write_json
from aoc.site.accounts import Account
from aoc.year.overview import (
    LAST_RUNS,
    MADE_UP,
    MINE,
    OTHER,
    Day,
    Year,
    columns,
    make_years,
    read_runs,
    read_stars,
    times_in_log,
)

DAY_WIDTH = 10
"""Characters for one day."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
STARS = ("☆☆", "★☆", "★★")
WHEN = columns("day", "part1_after_seconds", "part2_after_seconds", "between_seconds")
COUNTS = columns("part1_attempts", "part2_attempts")
"""The columns of the table of when the stars came, with counts only if there are any."""


@command
@years_argument
@shared_options("user")
@flag("--offline", help="Show only cached stars, without asking the site.")
@flag(
    "--times",
    help="Show below when each star came after the unlock, and the attempts at each part.",
)
@shared_options("as_json")
def status(
    years: tuple[str, ...],
    year: int | None,
    user: str | None,
    offline: bool,
    times: bool,
    as_json: bool,
) -> int:
    """Show the stars of YEARS as calendars, with the times of the last runs.

    YEARS are years, such as 2021 or 2015-2024, or all for those in days/. The stars come from the
    accepted answers in the cache and from the site's calendar, which is fetched at most every 15
    minutes, and no longer once you have all stars. With --times, so is the site's page of your
    times, and no longer once the time of each star is known; and the private board that
    `[tool.aoc] board` names, which has the times of stars after 24 hours.
    """
    project = project_or_folder()
    numbers = select_years(project, years, year)
    runs = read_runs(project)
    stars = read_stars(project, numbers, user, offline=offline, asks_times=times)
    part_times = times_in_log(project, runs, stars.account)
    all_years = make_years(project, stars, part_times, LAST_RUNS)
    if as_json:
        for one_year in all_years:
            write_json(sys.stdout, *(day.row for day in one_year.days))
        return stars.exit_code
    for number, one_year in enumerate(all_years):
        if number:
            write(sys.stdout, "\n")
        write(sys.stdout, *calendar_of(one_year, stars.account))
        if times:
            write(sys.stdout, *star_times(one_year))
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
    input_kinds = {day.input for day in year.timed}
    foreign_kinds = [kind for kind in (MADE_UP, OTHER) if kind in input_kinds]
    meanings = []
    if foreign_kinds:
        meanings.append(f"~ = on {' or '.join(foreign_kinds)} input")
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
    mark = "" if day.input == MINE else "~"
    return mark + time_text(day.time)


def star_times(year: Year) -> Iterator[str]:
    """Yield a table with a line for each day that has a star or an attempt."""
    rows = [day.row for day in year.days if day.stars or any(day.attempts)]
    yield "\n"
    yield from terminal_table([*WHEN, *with_values(COUNTS, rows)], rows)
