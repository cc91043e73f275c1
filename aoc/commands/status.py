"""`aoc status`: show the stars of a year as a calendar, with the times of the last runs."""

from __future__ import annotations

import sys

import click

from aoc.commands.days_argument import YEAR
from aoc.commands.options import check_one_of, debug_option
from aoc.errors import AocError, UsageError
from aoc.history.past_runs import latest_records, read_records
from aoc.model import FIRST_YEAR, Puzzle, current_year, days_in, now, unlock_time
from aoc.project import Project, project_or_folder, title_of
from aoc.render.json_lines import write_json
from aoc.render.message import print_message
from aoc.render.star_calendar import NO_ACCOUNT, DayStatus, YearStatus, calendars
from aoc.render.star_times_text import star_times_table
from aoc.render.terminal import width_of, write
from aoc.site.accounts import Account, Accounts
from aoc.site.stars import YearStars, count_stars, find_year_stars
from aoc.submitting.ledger import attempts_of


@click.command()
@click.argument("year", type=YEAR, required=False)
@click.option("--year", "year_option", type=YEAR, help="The same as YEAR.")
@click.option("--all-years", is_flag=True, help="Show all years with a day or a star.")
@click.option("--user", metavar="NAME", help="The account to use; a part of its name is enough.")
@click.option("--offline", is_flag=True, help="Show only cached stars, without asking the site.")
@click.option("--refresh", is_flag=True, help="Ask the site, even within the 15 minutes.")
@click.option(
    "--times",
    is_flag=True,
    help="Show below when each star came after the unlock, and the attempts at each part.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per day.")
@debug_option
def status(
    year: int | None,
    year_option: int | None,
    all_years: bool,
    user: str | None,
    offline: bool,
    refresh: bool,
    times: bool,
    as_json: bool,
    debug: bool,
) -> int:
    """Show the stars of YEAR as a calendar, with the times of the last runs.

    The stars come from the accepted answers in the cache and from the site's calendar, which is
    fetched at most every 15 minutes, and no longer once you have all stars. With --times, so is
    the site's page of your times, and no longer once the time of each star is known; and the
    private board that `[tool.aoc] board` names, for your places.
    """
    check_one_of({"--offline": offline, "--refresh": refresh})
    chosen = {year, year_option} - {None}
    if len(chosen) + all_years > 1:
        raise UsageError("YEAR, --year and --all-years do not go together: choose one of them")
    project = project_or_folder()
    account = Accounts().find(user)
    problem = None
    found = []
    for shown in years_of(project, account) if all_years else [project.year(*chosen)]:
        stars = YearStars()
        if account is not None:
            stars, account = find_year_stars(
                account,
                project.board,
                shown,
                offline=offline or bool(problem),
                refresh=refresh,
                asks_times=times,
            )
            problem = problem or stars.problem
        found.append(YearStatus(shown, day_statuses(project, shown, stars, account)))
    if as_json:
        for one in found:
            for day in one.days:
                write_json(sys.stdout, day_object(one.year, day))
    else:
        name = account and account.name
        below = star_times_table if times else None
        write(sys.stdout, *calendars(found, name, columns=width_of(sys.stdout), below=below))
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


def day_statuses(
    project: Project, year: int, stars: YearStars, account: Account | None
) -> list[DayStatus]:
    """Return the stars and times of each day of a year."""
    user = account and account.id
    root = project.root
    try:
        runs = latest_records(read_records(root), user)
    except AocError as error:
        print_message(str(error))
        runs = {}
    found = []
    for day in range(1, days_in(year) + 1):
        puzzle = Puzzle(year, day)
        parts = [runs.get((puzzle, part)) for part in (1, 2)]
        ran = [record for record in parts if record]
        first, second = (record.seconds if record else None for record in parts)
        found.append(
            DayStatus(
                day,
                title_of(project.root, puzzle),
                stars.on_day(day),
                unlock_time(puzzle) <= now(),
                max(ran, key=lambda record: record.at).parse_seconds if ran else None,
                first,
                second,
                any(record.input != user for record in ran),
                stars.after.get(day, (None, None)),
                ((day, 1) in stars.late, (day, 2) in stars.late),
                attempts_of(user, puzzle) if user else (0, 0),
                stars.places.get(day, (None, None)),
            )
        )
    return found


def day_object(year: int, day: DayStatus) -> dict[str, object]:
    """Return the JSON object of a day, with times in seconds.

    Attempts are `None` if there is no record of any.
    """
    return {
        "year": year,
        "day": day.day,
        "title": day.title,
        "stars": day.stars,
        "unlocked": day.unlocked,
        "seconds": day.seconds,
        "parse_seconds": day.parse,
        "part1_seconds": day.part1,
        "part2_seconds": day.part2,
        "made_up": day.made_up,
        "part1_after_seconds": day.after[0],
        "part2_after_seconds": day.after[1],
        "part1_late": day.late[0],
        "part2_late": day.late[1],
        "part1_attempts": day.attempts[0] or None,
        "part2_attempts": day.attempts[1] or None,
        "part1_place": day.places[0],
        "part2_place": day.places[1],
    }
