"""`aoc new`: the files of a day to begin with, and later its examples of part 2."""

from __future__ import annotations

import os
import sys
from math import ceil

import click

from aoc.clock import now
from aoc.errors import SiteError, UsageError
from aoc.project import Project, find_project
from aoc.puzzle import Puzzle, days_in, local_time, today, unlock_time, upcoming
from aoc.registry import parse_days
from aoc.render.message import tell
from aoc.scaffold.day_files import Templates, day_files, fill, find_templates, write_new
from aoc.site.cache import Cache
from aoc.site.fetcher import Arrival, arrive, find_page

MARGIN = 0.5
"""Seconds after an unlock at which it is certain to have come, by a clock that is about right."""


@click.command()
@click.argument("day", required=False)
@click.option("--year", type=click.IntRange(2015, 2999), help="The year of DAY.")
@click.option("--user", metavar="NAME", help="Whose input; a part of the name is enough.")
@click.option("--wait", is_flag=True, help="Count down to the unlock; without DAY, to the next.")
@click.option("--update", is_flag=True, help="Only add part 2's answers to the examples.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def new(
    day: str | None, year: int | None, user: str | None, wait: bool, update: bool, debug: bool
) -> int:
    """Begin DAY: make its module and its tests, with the examples of the puzzle page.

    Files that exist are left as they are. The page and your input are fetched if they are not
    cached yet. With --update, once part 1 is solved, the tests get what the page says of part 2.
    """
    if wait and update:
        raise click.UsageError(
            "--wait is for a locked puzzle, --update for one that is half solved"
        )
    project = find_project()
    puzzle = choose_puzzle(project, day, year, wait=wait)
    if update:
        return update_tests(project, puzzle, user)
    files = day_files(project.root, puzzle)
    templates = find_templates(project, puzzle)
    if all(map(os.path.lexists, files)):
        for path in files:
            tell_exists(project, path)
        return 0
    account = Cache().account(user)
    wait_for(puzzle, wait=wait)
    arrival = arrive(account, puzzle)
    examples = make_files(project, puzzle, templates, arrival)
    if arrival.problem:
        tell(str(arrival.problem))
    if arrival.page is None:
        remedy = f"`aoc new {puzzle} --update` puts the examples in later"
        lacking = "the puzzle page could not be had" if arrival.problem else "no session token"
        login = "" if arrival.problem else "`aoc login`, then "
        tell(f"{lacking}, so title and examples are missing: {login}{remedy}")
    elif not examples:
        tell(f"no example was found on the puzzle page: put them in by hand, from {puzzle.url}")
    return arrival.problem.exit_code if arrival.problem else 0


def choose_puzzle(project: Project, day: str | None, year: int | None, *, wait: bool) -> Puzzle:
    """Find the puzzle that is meant: without DAY today's, or the next one if it is waited for."""
    if day is None:
        puzzle = upcoming() if wait else today()
        if puzzle is None or year not in (None, puzzle.year):
            raise UsageError("no puzzle unlocks today: say which day, as in `aoc new 1`")
        return puzzle
    found, first, last = parse_days(day, project.year(year))
    if first != last:
        raise UsageError(f"{day!r} are several days: begin one at a time")
    return Puzzle(found, first)


def wait_for(puzzle: Puzzle, *, wait: bool) -> None:
    """Sit the time out until a puzzle unlocks. Raises `SiteError` if that is not wanted."""
    moment = unlock_time(puzzle)
    left = moment - now()
    if left <= 0:
        return
    if not wait:
        raise SiteError(
            f"{puzzle} is locked until {local_time(moment)}: `aoc new {puzzle} --wait` waits for it"
        )
    from aoc.render.countdown import count_down

    # The fraction of a second is for a clock that is a little fast: the site is asked but once.
    count_down(ceil(left + MARGIN), sys.stderr, f"{puzzle} unlocks")


def make_files(project: Project, puzzle: Puzzle, templates: Templates, arrival: Arrival) -> int:
    """Write the files that do not exist yet, and say so; gives the number of examples."""
    title, examples = None, []
    if arrival.page is not None:
        from aoc.site import pages
        from aoc.site.published_examples import read_examples

        title, examples = pages.title(arrival.page), read_examples(arrival.page)
    module, tests = day_files(project.root, puzzle)
    count = f"{len(examples)} example{'' if len(examples) == 1 else 's'}"
    for path, template, what in (
        (module, templates.day, title or f"day {puzzle.day} of {puzzle.year}"),
        (tests, templates.tests, count),
    ):
        if write_new(path, fill(template, puzzle, title, examples)):
            click.echo(f"{place(project, path)}: {what}")
        else:
            tell_exists(project, path)
    return len(examples)


def update_tests(project: Project, puzzle: Puzzle, user: str | None) -> int:
    """Add to the tests what the puzzle page says of part 2."""
    from aoc.files import overwrite
    from aoc.scaffold.examples_list import UnclearSourceError, read_listing
    from aoc.scaffold.part2_update import add_part2, read_source
    from aoc.site import pages
    from aoc.site.published_examples import read_examples

    _, path = day_files(project.root, puzzle)
    shown = place(project, path)
    if not os.path.exists(path):
        raise UsageError(f"{shown} does not exist: `aoc new {puzzle}` makes it")
    source = read_source(path)
    try:
        begun = bool(read_listing(source).entries)
        account = Cache().account(user)
        if account is None:
            raise SiteError("no session token: `aoc login`")
        page = find_page(account, puzzle, solved=1 if begun else 0)
        if begun and not pages.parts_solved(page):
            raise SiteError(f"part 2 of {puzzle} is not open to you: solve part 1 first")
        examples = read_examples(page)
        made = add_part2(source, examples, read_examples(page, part=1))
    except UnclearSourceError as error:
        raise UsageError(f"{shown} {error}; nothing was changed") from None
    if made.source != source:
        overwrite(path, made.source)
        click.echo(f"{shown}: {told(made.answers, made.examples)}")
    else:
        click.echo(f"{shown}: nothing to add")
    for example in made.absent:
        first = example.text.split("\n")[0]
        tell(
            f"the page's example {first!r} is not among those of {shown}: "
            f"for part 2 it gives {example.part2!r}"
        )
    if not examples and puzzle.day != days_in(puzzle.year):
        tell(f"no example was found on the puzzle page: put them in by hand, from {puzzle.url}")
    return 0


def told(answers: int, examples: int) -> str:
    """Say what was added."""
    parts = []
    if answers:
        parts.append(f"the answer of part 2 for {answers} example{'' if answers == 1 else 's'}")
    if examples:
        parts.append(f"{examples} example{'' if examples == 1 else 's'}")
    return f"added {' and '.join(parts)}"


def tell_exists(project: Project, path: str) -> None:
    """Say that a file is left alone."""
    tell(f"{place(project, path)} exists already: left as it is")


def place(project: Project, path: str) -> str:
    """Name a file as seen from the project."""
    return os.path.relpath(path, project.root)
