"""Every day: Show the stars of a year as a calendar, with times."""

from __future__ import annotations

import sys

from aoc.commands.options import command, flag, shared_options, years_argument
from aoc.days import select_years
from aoc.project import project_or_folder
from aoc.render.terminal import print_message, width_of, write, write_json
from aoc.site.accounts import Accounts
from aoc.year.calendar import NO_ACCOUNT, calendars
from aoc.year.overview import read_years


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
    `[tool.aoc] board` names, for your places.
    """
    project = project_or_folder()
    account = Accounts().find(user)
    numbers = select_years(project, years, year)
    found, account, problem = read_years(
        project, numbers, account, offline=offline, asks_times=times
    )
    if as_json:
        write_json(sys.stdout, *(day.row for year in found for day in year.days))
    else:
        name = account and account.name
        write(sys.stdout, *calendars(found, name, room=width_of(sys.stdout), times=times))
    if account is None:
        print_message(NO_ACCOUNT)
    if problem:
        print_message(str(problem))
    return problem.exit_code if problem else 0
