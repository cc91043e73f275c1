"""`aoc status`: the stars of a year as a calendar, with the last times of runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

import click

from aoc.clock import now
from aoc.history import records as history
from aoc.project import Project, find_project
from aoc.puzzle import Puzzle, days_in, unlock_time
from aoc.registry import OWN, title_of
from aoc.render.calendar import DayStatus, calendar_text
from aoc.render.message import tell
from aoc.render.screen import wants_color
from aoc.site.cache import Cache
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
    account = Cache().account(user)
    found = Calendar({})
    if account is not None:
        found = find_stars(account, year, offline=offline, refresh=refresh)
        account = Cache().recognised(account)
    days = statuses(project, year, found.stars, account and account.id)
    if as_json:
        for day in days:
            click.echo(json.dumps(as_object(year, day), ensure_ascii=False))
    else:
        name = account and account.name
        click.echo(calendar_text(year, name, days, color=wants_color(sys.stdout)), nl=False)
    if account is None:
        tell("no session token and no cached answers, so no star is known: `aoc login`")
    if found.problem:
        tell(str(found.problem))
        return found.problem.exit_code
    return 0


def statuses(
    project: Project, year: int, stars: Mapping[int, int], user: str | None
) -> list[DayStatus]:
    """Put together what is known of each day of a year."""
    runs = history.latest(history.read(project.root), OWN, user)
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


def as_object(year: int, day: DayStatus) -> dict[str, object]:
    """Give what `--json` says of a day; times in seconds."""
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
