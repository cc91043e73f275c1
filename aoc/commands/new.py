"""Create the files of a day, with its examples."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence

from aoc.commands.open import open_editor, open_page
from aoc.commands.options import command, day_argument, flag, shared_options
from aoc.errors import LockedError, UsageError
from aoc.files import overwrite, shown_path
from aoc.model.inputs import Example
from aoc.model.puzzles import (
    FIRST_YEAR,
    Puzzle,
    coming_event,
    current_year,
    days_in,
    local_time,
    next_puzzle,
    site_date,
    site_now,
    todays_puzzle,
    unlock_time,
)
from aoc.project.day_selection import select_one_puzzle
from aoc.project.day_tests import tests_path
from aoc.project.project import Project, find_project
from aoc.render.format import counted
from aoc.render.terminal import print_line, print_message
from aoc.scaffold import day_files
from aoc.scaffold.example_list import update_from_page
from aoc.site.accounts import NOBODY, Account, Accounts
from aoc.site.cache import title_of
from aoc.site.client import go_by_site_time, raise_if_locked
from aoc.site.examples import find_examples
from aoc.site.stars import stars_in_cache
from aoc.site.unlock_wait import fetch_day

HALF_DAY = 12 * 3600
"""Seconds after an unlock in which somebody who waits may mean that puzzle, not the next one."""
LONGEST_WAIT = 30 * 24 * 3600
"""Seconds that --wait waits without DAY: from 1 November on, for the first puzzle."""


@command
@day_argument
@shared_options("user")
@flag("--wait", help="Wait until DAY unlocks; without DAY, for the next puzzle.")
@flag(
    "--open",
    "opens",
    help="Then open its page in the browser, and its module in the editor of [tool.aoc], $VISUAL "
    "or $EDITOR.",
)
@flag("--watch", "watches", help="Then run it whenever it is saved, as `aoc watch` does.")
@flag(
    "--update",
    excludes=["--wait", "--open", "--watch"],
    help="Only add the examples of part 2 to the tests.",
)
def new(
    day: str | None,
    year: int | None,
    user: str | None,
    wait: bool,
    opens: bool,
    watches: bool,
    update: bool,
) -> int:
    """Create the files of DAY: its module and its tests, with the examples of the puzzle page.

    Without DAY, it is today's puzzle, or after the event the first day that is not in days/.

    With --wait, DAY is of the event that is running or comes next. Without DAY, --wait waits for
    the next puzzle. For 12 hours after an unlock it takes today's instead, if that has no files or,
    with --open or --watch, lacks a star.

    Your input is fetched too. Files that you have changed are left as they are; others get the
    title and examples that they lack. After part 1 is solved, --update adds the examples of part 2
    to the tests.
    """
    project = find_project()
    if update:
        update_from_page(project, select_one_puzzle(project, day, year, "new"), user)
        return 0
    # Its files may be there: somebody who has ended this command goes on with it.
    goes_on = opens or watches
    if wait:
        # The check of the session shows the time on the site.
        puzzle = choose_awaited_puzzle(project, day, year, user, goes_on=goes_on)
    else:
        go_by_site_time()
        puzzle = choose_puzzle(project, day, year)
    files = lacking_files(project, puzzle)
    code = 0
    if files or (wait and goes_on):
        account = Accounts().find(user) or NOBODY
        code = make_day(project, puzzle, files, account, waits=wait)
        # It has found the days that were there before.
        project = find_project()
    if opens:
        open_page(puzzle)
        path = project.day_path(puzzle)
        open_editor(project, path, lends_terminal=not watches)
    if watches:
        # Its modules take long to import, and the others need none of them.
        from aoc.commands.watch import watch_day
        from aoc.running.inputs import InputChoice

        return watch_day(project, puzzle, InputChoice(user=user))
    return code


def make_day(
    project: Project, puzzle: Puzzle, files: Mapping[str, str], account: Account, *, waits: bool
) -> int:
    """Fetch the page and the input of a puzzle, create its files, and return the exit code.

    `files` are the templates by the paths. If this `waits`, the puzzle may be locked.
    """
    # Not sooner: of files that are there, the message is that they are.
    if not waits:
        raise_if_locked(puzzle)
    page, problem = fetch_day(account, puzzle, show_countdown, print_message, waits=waits)
    examples = make_files(project, puzzle, files, page)
    if problem:
        print_message(str(problem))
    # What files that were there before lack, somebody knows.
    if files and page is None:
        print_message(f"title and examples are missing: `aoc new {puzzle}` adds them later")
    elif files and not examples:
        print_message(f"no example was found on the puzzle page: add them from {puzzle.url}")
    # Without an account the files are all that was asked for.
    return problem.exit_code if problem and account.token else 0


def choose_puzzle(project: Project, day: str | None, option: int | None) -> Puzzle:
    """Return the puzzle to create: DAY, or else one of the chosen year or the newest event.

    That is today's, or the first that is not in `days/`. Raises `LockedError` where the next event
    begins soon: nobody wants an old day then.
    """
    if day is not None:
        return select_one_puzzle(project, day, option, "new")
    year = project.chosen_year(option) or current_year()
    # In December, days may be made in any order.
    today = todays_puzzle()
    if coming_event() and project.chosen_year(option) is None:
        raise LockedError(next_puzzle())
    if today and today.year == year:
        return today
    for number in range(1, days_in(year) + 1):
        if not project.has_day(Puzzle(year, number)):
            return Puzzle(year, number)
    raise UsageError(f"all days of {year} are in days/: name one, as in `aoc new {FIRST_YEAR}/1`")


def choose_awaited_puzzle(
    project: Project, day: str | None, option: int | None, user: str | None, *, goes_on: bool
) -> Puzzle:
    """Return the puzzle to wait for: DAY of the chosen year, or of the event of this December.

    Without DAY, it is the next one; or today's, until half a day after its unlock, if it has no
    files, or still lacks a star where somebody `goes_on` with it.
    """
    event, _, _ = site_date()
    year = project.chosen_year(option) or event
    if day is not None:
        return select_one_puzzle(project, day, year, "new")
    if year != event:
        remedy = f"`aoc new --wait --year {event}` waits for it"
        raise UsageError(f"the next puzzle is not one of {year}: {remedy}")
    today = todays_puzzle()
    if today and seconds_left(today) > -HALF_DAY:
        is_done = project.has_day(today)
        if goes_on:
            is_done = has_all_stars(today, user)
        if not is_done:
            return today
    following = next_puzzle()
    if seconds_left(following) > LONGEST_WAIT:
        date = local_time(unlock_time(following))
        raise UsageError(f"{following}, the next puzzle, unlocks on {date}: try again in November")
    return following


def seconds_left(puzzle: Puzzle) -> float:
    """Return the seconds until a puzzle unlocks."""
    return unlock_time(puzzle) - site_now()


def has_all_stars(puzzle: Puzzle, user: str | None) -> bool:
    """Return whether an account is known to have all stars of a puzzle."""
    account = Accounts().find(user) or NOBODY
    stars = stars_in_cache(account.id, puzzle.year)
    return stars.counts.get(puzzle.day) == 2


def show_countdown(seconds: float, why: str) -> None:
    """Wait for some seconds, with a countdown. Raises `SystemExit` where a key ends it."""
    from aoc.render.countdown import count_down
    from aoc.render.keyboard import QUIT
    from aoc.render.terminal import open_keyboard

    # Other keys are forgotten: they are for nothing that comes after the wait.
    with open_keyboard() as keyboard:

        def check() -> None:
            if any(key in QUIT for key in keyboard.typed()):
                raise SystemExit(0)

        count_down(seconds, sys.stderr, why, check)


def lacking_files(project: Project, puzzle: Puzzle) -> dict[str, str]:
    """Return the templates of the files to write by their paths, and name the other files.

    To write are those that a day lacks, and those that lack a title and examples still.
    """
    files = day_files.new_files(project, puzzle)
    lacking = {}
    for path, template in files.items():
        is_new = not os.path.lexists(path)
        if is_new or day_files.is_untouched(path, template, puzzle):
            lacking[path] = template
    for path in dict.fromkeys([*project.day_files(puzzle), *files]):
        if path in lacking:
            continue
        remedy = "left as it is"
        if path == tests_path(project.root, *puzzle):
            remedy += f"; `aoc new {puzzle} --update` adds examples that it lacks"
        print_message(f"{shown_path(path)} exists already: {remedy}")
    return lacking


def make_files(project: Project, puzzle: Puzzle, files: Mapping[str, str], page: str | None) -> int:
    """Create files from their templates, print them, and return the number of examples."""
    title = None
    examples: list[Example] = []
    if page is not None:
        title = title_of(page)
        examples = find_examples(page)
    day_files.make_packages(project.root, puzzle)
    # For a layout with the title in its paths.
    title_words = re.sub(r"\W+", "_", (title or "").lower()).strip("_")
    for name, template in files.items():
        path = name.replace("*", title_words)
        text = day_files.fill_template(template, puzzle, title, examples)
        is_written = day_files.write_new_file(path, text)
        # Perhaps it was begun during the wait for the unlock.
        if page is not None and day_files.is_untouched(path, template, puzzle):
            overwrite(path, text.encode())
            is_written = True
        if not is_written:
            continue
        content = title or f"day {puzzle.day} of {puzzle.year}"
        if path == tests_path(project.root, *puzzle):
            content = examples_text(examples)
        print_line(f"{shown_path(path)}: {content}")
    return len(examples)


def examples_text(examples: Sequence[Example]) -> str:
    """Return how many examples there are, and how many of their answers are guesses."""
    text = counted(len(examples), "example")
    guesses = sum(len(example.guessed) for example in examples)
    if not guesses:
        return text
    return f"{text}, {counted(guesses, 'answer')} guessed: compare with the page"
