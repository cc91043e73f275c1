"""Every day: Create the files of a day, with its examples."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil

from aoc.commands.options import command, days_argument, flag, shared_options
from aoc.days import select_one_puzzle, select_puzzles
from aoc.errors import LockedError, SiteError, UsageError
from aoc.guesses import doubt_about
from aoc.model import (
    FIRST_YEAR,
    Puzzle,
    current_year,
    days_in,
    local_time,
    next_puzzle,
    now,
    todays_puzzle,
    unlock_time,
)
from aoc.project import Project, find_project, shown_path
from aoc.render.format import counted
from aoc.render.terminal import print_line, print_message
from aoc.scaffold import day_files, example_list
from aoc.site.accounts import NOBODY, Account, Accounts, few_of
from aoc.site.cache import Cache, title_of
from aoc.site.examples import PageExample, find_examples

DAY = 24 * 3600
MARGIN = 0.5
"""Seconds to wait after an unlock, because the clock of this computer may be a little fast."""


@command
@days_argument("new", several=False)
@shared_options("user")
@flag("--wait", help="Wait until DAY unlocks; without DAY, the next puzzle.")
@flag("--update", excludes=["--wait"], help="Only add the examples of part 2 to the tests.")
@flag("--like", excludes=["--update"], help="Lay DAY out like the newest one of your own layouts.")
@flag(
    "--tests",
    excludes=["--wait", "--update", "--like"],
    help="Only write the tests of DAYS that lack.",
)
@flag("--fetch", needs=["--tests"], help="Fetch the pages that are not in the cache.")
def new(
    day: str | None,
    year: int | None,
    user: str | None,
    wait: bool,
    update: bool,
    like: bool,
    tests: bool,
    fetch: bool,
) -> int:
    """Create the files of DAY: its module and its tests, with the examples of the puzzle page.

    Without DAY, it is today's puzzle, or after the event the first day that is not in days/.
    Existing files are not changed. The page and your input are fetched if they are not cached.
    After part 1 is solved, --update adds the examples of part 2 to the tests. With --tests, DAY may
    be several days: their tests get the examples of the pages in the cache.
    """
    project = find_project()
    if tests:
        return make_tests(project, [day or "all"], year, user, fetches=fetch)
    if update:
        return update_tests(project, select_one_puzzle(project, day, year, "new"), user)
    puzzle = choose_puzzle(project, day, year, wait=wait)
    files = day_files.new_files(project, puzzle, like=like)
    existing = [*filter(os.path.lexists, files)]
    for path in [*project.day_files(puzzle), *existing]:
        print_message(f"{shown_path(path)} exists already: left as it is")
    if len(existing) == len(files):
        return 0
    account = Accounts().find(user) or NOBODY
    wait_for_unlock(puzzle, wait=wait)
    page, problem = fetch_day(account, puzzle)
    examples = make_files(project, puzzle, files, page)
    if problem:
        print_message(str(problem))
    if page is None:
        later = f"`aoc new {puzzle} --update` adds the examples later"
        print_message(f"title and examples are missing: {later}")
    elif not examples:
        print_message(f"no example was found on the puzzle page: add them from {puzzle.url}")
    return problem.exit_code if problem and account.token else 0


def fetch_day(account: Account, puzzle: Puzzle) -> tuple[str | None, SiteError | None]:
    """Fetch the page and the input of a puzzle, unless they are cached.

    Return the page, and the error if one is missing. Raises `LockedError` if the site says that the
    puzzle is locked.
    """
    from aoc.site.client import Client

    page = None
    try:
        client = Client(account)
        page = client.page(puzzle, Cache().read_page)
        client.fetch_input(puzzle)
    except LockedError:
        raise
    except SiteError as error:
        return page or Cache().read_page(account.id or "", puzzle), error
    return page, None


def choose_puzzle(project: Project, day: str | None, option: int | None, *, wait: bool) -> Puzzle:
    """Return the puzzle to create: DAY, or with `wait` the next one, within a day.

    Else it is one of the chosen year or the newest event: today's, or the first not in `days/`.
    """
    if day is not None:
        return select_one_puzzle(project, day, option, "new")
    if wait:
        following = next_puzzle()
        if unlock_time(following) - now() <= DAY:
            return following
        date = local_time(unlock_time(following))
        raise UsageError(f"no puzzle unlocks within a day: the next one, {following}, on {date}")
    year = project.chosen_year(option) or current_year()
    today = todays_puzzle()
    if today and today.year == year:
        return today
    for number in range(1, days_in(year) + 1):
        if not project.has_day(Puzzle(year, number)):
            return Puzzle(year, number)
    raise UsageError(f"all days of {year} are in days/: name one, as in `aoc new {FIRST_YEAR}/1`")


def wait_for_unlock(puzzle: Puzzle, *, wait: bool) -> None:
    """Wait until a puzzle unlocks. Without `wait`, raise `SiteError` if it is locked."""
    unlock = unlock_time(puzzle)
    left = unlock - now()
    if left <= 0:
        return
    if not wait:
        raise SiteError(
            f"{puzzle} is locked until {local_time(unlock)}: wait with `aoc new {puzzle} --wait`"
        )
    from aoc.render.messages import count_down

    # The site is asked only once, so it must not be too early.
    count_down(ceil(left + MARGIN), sys.stderr, f"{puzzle} unlocks")


def make_files(project: Project, puzzle: Puzzle, files: Mapping[str, str], page: str | None) -> int:
    """Create files from their templates, print them, and return the number of examples."""
    title, examples = None, list[PageExample]()
    if page is not None:
        title, examples = title_of(page), find_examples(page)
    day_files.make_packages(project.root, puzzle)
    *_, tests = files
    words = re.sub(r"\W+", "_", (title or "").lower()).strip("_")
    for name, template in files.items():
        path = name.replace("*", words)
        text = day_files.fill_template(template, puzzle, title, examples)
        if day_files.write_new_file(path, text):
            content = title or f"day {puzzle.day} of {puzzle.year}"
            content = examples_text(examples) if name == tests else content
            print_line(f"{shown_path(path)}: {content}")
    return len(examples)


def examples_text(examples: Sequence[PageExample]) -> str:
    """Return how many examples there are, and what of them is a guess."""
    guesses = [guess for example in examples for guess in example.guesses.values()]
    doubt = doubt_about(guesses)
    text = counted(len(examples), "example")
    return f"{text}; {doubt}" if doubt else text


def make_tests(
    project: Project, words: Sequence[str], year: int | None, user: str | None, *, fetches: bool
) -> int:
    """Write the tests of days that have none, with the examples of their pages."""
    from aoc.site.client import read_or_fetch_page

    account, cache = Accounts().find(user) or NOBODY, Cache()
    lacking = []
    for puzzle in select_puzzles(project, words, year):
        files = day_files.new_files(project, puzzle, like=False)
        if any(map(os.path.lexists, files)):
            continue
        page = cache.read_page(account.id or "", puzzle)
        if page or fetches:
            page = page or read_or_fetch_page(account, puzzle, cache.read_page)
            make_files(project, puzzle, files, page)
        else:
            lacking.append(puzzle)
    if lacking:
        names = few_of(map(str, lacking))
        print_message(f"the pages of {names} are not cached: --fetch fetches them")
    return 0


def update_tests(project: Project, puzzle: Puzzle, user: str | None) -> int:
    """Add the answers and examples of part 2 on the puzzle page to the tests."""
    from aoc.site.client import read_or_fetch_page
    from aoc.site.pages import parts_solved

    _, path = day_files.day_paths(project.root, puzzle)
    shown = shown_path(path)
    if not os.path.exists(path):
        raise UsageError(f"{shown} does not exist: create it with `aoc new {puzzle}`")
    account = Accounts().find(user) or NOBODY
    page = read_or_fetch_page(account, puzzle, partial(Cache().read_page, solved=1))
    try:
        added, _ = example_list.update_tests(path, page)
    except example_list.UnclearSourceError as error:
        examples = find_examples(page)
        lines = (f"    {example_list.example_source(one, one.guesses)}," for one in examples)
        print_line("\n".join(lines))
        raise UsageError(f"{shown} {error}; it was not changed: paste the lines above") from None
    if added:
        print_line(f"{shown}: added {', '.join(added)}")
    elif parts_solved(page):
        print_line(f"{shown}: nothing to add")
    else:
        raise SiteError(f"part 2 of {puzzle} is not open yet: solve part 1 first")
    return 0
