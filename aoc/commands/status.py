"""Every day: Show the stars of a year as a calendar, with times."""

from __future__ import annotations

import sys

import click

from aoc.commands.options import YEAR, command, flag, option, shared_options
from aoc.model import FIRST_YEAR, current_year
from aoc.project import Project, project_or_folder
from aoc.render.terminal import print_message, width_of, write, write_json
from aoc.site.accounts import Account, Accounts
from aoc.site.stars import count_stars
from aoc.year.calendar import NO_ACCOUNT, calendars
from aoc.year.overview import MADE_UP, Day, Time, read_years


@command
@click.argument("year", type=YEAR, required=False)
@option("-y", "--year", "year_option", type=YEAR, excludes=["YEAR"], help="The same as YEAR.")
@flag("--all-years", excludes=["YEAR", "--year"], help="Show all years with a day or a star.")
@shared_options("user")
@flag("--offline", help="Show only cached stars, without asking the site.")
@flag("--refresh", excludes=["--offline"], help="Ask the site, even within the 15 minutes.")
@flag(
    "--times",
    help="Show below when each star came after the unlock, and the attempts at each part.",
)
@shared_options("as_json")
def status(
    year: int | None,
    year_option: int | None,
    all_years: bool,
    user: str | None,
    offline: bool,
    refresh: bool,
    times: bool,
    as_json: bool,
) -> int:
    """Show the stars of YEAR as a calendar, with the times of the last runs.

    The stars come from the accepted answers in the cache and from the site's calendar, which is
    fetched at most every 15 minutes, and no longer once you have all stars. With --times, so is
    the site's page of your times, and no longer once the time of each star is known; and the
    private board that `[tool.aoc] board` names, for your places.
    """
    project = project_or_folder()
    account = Accounts().find(user)
    found, account, problem = read_years(
        project,
        years_of(project, account) if all_years else [project.year(year or year_option)],
        account,
        notify=print_message,
        offline=offline,
        refresh=refresh,
        asks_times=times,
    )
    if as_json:
        for day in (day for one in found for day in one.days):
            write_json(sys.stdout, day_object(day))
    else:
        name = account and account.name
        shown = calendars(found, name, columns=width_of(sys.stdout), times=times)
        write(sys.stdout, *shown)
    if account is None:
        print_message(NO_ACCOUNT)
    if problem:
        print_message(str(problem))
        return problem.exit_code
    return 0


def years_of(project: Project, account: Account | None) -> list[int]:
    """Return the years that a project or an account has something of, oldest first."""
    years = set(project.years())
    user = account and account.id
    if user:
        events = range(FIRST_YEAR, current_year() + 1)
        years |= {year for year in events if count_stars(user, year)}
    return sorted(years) or [project.year()]


def day_object(day: Day) -> dict[str, object]:
    """Return the JSON object of a day, with times in seconds.

    Attempts are `None` if there is no record of any.
    """
    found: dict[str, object] = {
        "year": day.puzzle.year,
        "day": day.number,
        "title": day.title or None,
        "stars": day.stars,
        "unlocked": day.is_open,
        "seconds": day.seconds,
        "parse_seconds": day.parse,
        "part1_seconds": seconds_or_none(day.part1),
        "part2_seconds": seconds_or_none(day.part2),
        "made_up": day.input == MADE_UP,
    }
    for name, pair in (
        ("after_seconds", day.after),
        ("late", day.late),
        ("attempts", tuple(count or None for count in day.attempts)),
        ("place", day.places),
    ):
        found |= {f"part{part}_{name}": value for part, value in enumerate(pair, 1)}
    return found


def seconds_or_none(time: Time) -> float | None:
    """Return a time; `None` for the word in place of one."""
    return time if isinstance(time, float | int) else None
