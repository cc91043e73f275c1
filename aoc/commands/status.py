"""`aoc status`: show the stars of a year as a calendar, with the times of the last runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

import click

from aoc.clock import now, unlock_time
from aoc.history.records import latest_records, read_records
from aoc.project import Project, find_project
from aoc.puzzle import Puzzle, days_in
from aoc.registry import OWN, title_of
from aoc.render.console import wants_color
from aoc.render.message import print_message
from aoc.render.star_calendar import DayStatus, calendar_text
from aoc.site.accounts import Accounts
from aoc.site.calendar import Calendar, find_stars


@click.command()
@click.argument("year", type=click.IntRange(2015, 2999), required=False)
@click.option("--user", metavar="NAME", help="Whose stars; a part of the name is enough.")
@click.option("--offline", is_flag=True, help="Ask nobody: show what is known here.")
@click.option("--refresh", is_flag=True, help="Ask the site even if it was asked lately.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per day.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def status(
    year: int | None, user: str | None, offline: bool, refresh: bool, as_json: bool, debug: bool
) -> int:
    """Show the stars of YEAR as a calendar, with the times of the last runs.

    The stars are those of the accepted answers in the cache and of the site's calendar, which is
    asked for at most every 15 minutes, and not at all once all stars are there.
    """
    if offline and refresh:
        raise click.UsageError("choose one of --offline and --refresh")
    project = find_project()
    year = project.year(year)
    accounts = Accounts()
    account = accounts.find(user)
    found = Calendar({})
    if account is not None:
        found = find_stars(account, year, offline=offline, refresh=refresh)
        account = accounts.with_id(account)
    days = day_statuses(project, year, found.stars, account and account.id)
    if as_json:
        for day in days:
            click.echo(json.dumps(day_object(year, day)))
    else:
        name = account and account.name
        click.echo(calendar_text(year, name, days, color=wants_color(sys.stdout)), nl=False)
    if account is None:
        print_message("no session token and no cached answers, so no star is known: `aoc login`")
    if found.problem:
        print_message(str(found.problem))
        return found.problem.exit_code
    return 0


def day_statuses(
    project: Project, year: int, stars: Mapping[int, int], user: str | None
) -> list[DayStatus]:
    """Return the stars and times of each day of a year."""
    runs = latest_records(read_records(project.root), OWN, user)
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
                stars.get(day, 0),
                unlock_time(puzzle) <= now(),
                max(ran, key=lambda record: record.at).parse_seconds if ran else None,
                first,
                second,
                any(record.input != user for record in ran),
            )
        )
    return found


def day_object(year: int, day: DayStatus) -> dict[str, object]:
    """Return the JSON object of a day, with times in seconds."""
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
    }
