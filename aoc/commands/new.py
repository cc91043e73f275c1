"""Create the files of a day, with its examples."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread

from aoc.commands.open import open_editor, open_page
from aoc.commands.options import command, day_argument, flag, shared_options
from aoc.errors import LockedError, SiteError, UsageError
from aoc.files import overwrite, shown_path
from aoc.model.inputs import Example
from aoc.model.puzzles import (
    BEHIND,
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
from aoc.scaffold import day_files, example_list
from aoc.site.accounts import NOBODY, Account, Accounts
from aoc.site.cache import Cache, title_of
from aoc.site.client import (
    ask_site_time,
    client_of,
    go_by_site_time,
    raise_if_locked,
)
from aoc.site.examples import find_examples
from aoc.site.stars import stars_in_cache
from aoc.site.unlock_wait import PASSING, Fetched, fetch_day, fetch_now, reason_of

LAST_HOUR = 3600
"""Seconds before an unlock in which nobody waits for the puzzle before it."""
LONGEST_WAIT = 30 * 24 * 3600
"""Seconds that --wait waits without DAY: from 1 November on, for the first puzzle."""
LATE_PAUSE = 30.0
"""Seconds between two requests for what the site did not send at the unlock."""


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
@flag(
    "--watch", "watches", help="Then run it whenever it is saved, as `aoc watch` does."
)
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

    Without DAY, it is today's puzzle, or after the event the first day that is not in days/. With
    --wait, DAY is of the event that is running or comes next; without DAY, it is the next puzzle,
    or until an hour before it today's, if that has no files, or with --open or --watch lacks a
    star.

    Your input is fetched too. Files that you have changed are left as they are; others get the
    title and examples that they lack. After part 1 is solved, --update adds the examples of part 2
    to the tests.
    """
    project = find_project()
    # It makes no day.
    if update:
        return update_tests(project, select_one_puzzle(project, day, year, "new"), user)
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
    late_day = None
    if files or (wait and goes_on):
        account = Accounts().find(user) or NOBODY
        fetched = make_day(project, puzzle, files, account, waits=wait, watches=watches)
        # It has found the days that were there before.
        project = find_project()
        if watches and isinstance(fetched.problem, PASSING):
            late_day = LateDay(
                project, puzzle, files, account, fetched.page, fetched.problem
            )
        # Without an account the files are all that was asked for.
        if fetched.problem and account.token:
            code = fetched.problem.exit_code
    if opens:
        open_page(puzzle)
        path = project.day_path(puzzle)
        open_editor(project, path, lends_terminal=not watches)
    if watches:
        # Its modules take long to import, and the others need none of them.
        from aoc.commands.watch import watch_day
        from aoc.running.inputs import InputChoice

        return watch_day(project, puzzle, InputChoice(user=user), late_day=late_day)
    return code


def make_day(
    project: Project,
    puzzle: Puzzle,
    files: Mapping[str, str],
    account: Account,
    *,
    waits: bool,
    watches: bool,
) -> Fetched:
    """Fetch the page and the input of a puzzle, create its files, and return what was fetched.

    `files` are the templates by the paths. If this `waits`, the puzzle may be locked. What is
    missing is made later if the day `watches` for it.
    """
    # Not sooner: of files that are there, the message is that they are.
    if not waits:
        raise_if_locked(puzzle)
    fetched = fetch_day(account, puzzle, show_countdown, print_message, waits=waits)
    examples = make_files(project, puzzle, files, fetched.page)
    problem = fetched.problem
    if watches and isinstance(problem, PASSING):
        print_message(
            f"{reason_of(problem)}; the site is asked again every {LATE_PAUSE:g} s"
        )
        return fetched
    if problem:
        print_message(str(problem))
    # What files that were there before lack, somebody knows.
    if files and fetched.page is None:
        print_message(
            f"title and examples are missing: `aoc new {puzzle}` adds them later"
        )
    elif files and not examples:
        print_message(
            f"no example was found on the puzzle page: add them from {puzzle.url}"
        )
    return fetched


class LateDay:
    """A day whose page or input the site has not sent yet: it is asked again in the background.

    `files` are the templates by the paths, `page` is what has come so far, and `problem` why the
    rest has not. `arrived` gets what comes later, until nothing is missing that may still come.
    """

    def __init__(
        self,
        project: Project,
        puzzle: Puzzle,
        files: Mapping[str, str],
        account: Account,
        page: str | None,
        problem: SiteError,
    ) -> None:
        self.project = project
        self.puzzle = puzzle
        # They were made without a title.
        self.files = {path.replace("*", ""): text for path, text in files.items()}
        self.account = account
        self.page = page
        self.problem = problem
        self.arrived: SimpleQueue[Fetched] = SimpleQueue()
        Thread(target=self.ask, daemon=True).start()

    def ask(self) -> None:
        """Ask the site again and again, at the pace of somebody who reloads a page."""
        client = client_of(self.account)
        page = self.page
        is_owed = True
        while is_owed:
            time.sleep(LATE_PAUSE)
            fetched = fetch_now(client, self.puzzle)
            is_owed = isinstance(fetched.problem, PASSING)
            if not is_owed or fetched.page != page:
                page = fetched.page
                self.arrived.put(fetched)

    def make(self) -> bool:
        """Complete the files by what has arrived, and return whether anything has."""
        has_arrived = not self.arrived.empty()
        while not self.arrived.empty():
            page, problem = self.arrived.get()
            if page is not None:
                make_files(self.project, self.puzzle, self.files, page)
            if problem and not isinstance(problem, PASSING):
                print_message(str(problem))
        return has_arrived


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
    raise UsageError(
        f"all days of {year} are in days/: name one, as in `aoc new {FIRST_YEAR}/1`"
    )


def choose_awaited_puzzle(
    project: Project,
    day: str | None,
    option: int | None,
    user: str | None,
    *,
    goes_on: bool,
) -> Puzzle:
    """Return the puzzle to wait for: DAY of the chosen year, or of the event of this December.

    Without DAY, it is the next one; or today's, if the next one is not near, and today's has no
    files, or still lacks a star where somebody `goes_on` with it.
    """
    event, _, _ = site_date()
    year = project.chosen_year(option) or event
    if day is not None:
        return select_one_puzzle(project, day, year, "new")
    if year != event:
        remedy = f"`aoc new --wait --year {event}` waits for it"
        raise UsageError(f"the next puzzle is not one of {year}: {remedy}")
    if todays_puzzle() and LAST_HOUR < seconds_left(next_puzzle()) < BEHIND:
        # Which of the two is meant depends on the site's clock.
        ask_site_time()
    today = todays_puzzle()
    following = next_puzzle()
    if today and seconds_left(following) > LAST_HOUR:
        lacks_star = goes_on and not has_all_stars(today, user)
        # Nobody waits for the next puzzle so soon, and a clock that is ahead may be wrong about it.
        is_old = seconds_left(today) < -LAST_HOUR
        if lacks_star and is_old and following.year == event:
            print_message(
                f"{today} lacks a star, so this goes on with it: "
                f"`aoc new --wait --open --watch {following}` waits for the next puzzle"
            )
        if lacks_star or not is_begun(project, today, user):
            return today
    if seconds_left(following) > LONGEST_WAIT:
        date = local_time(unlock_time(following))
        raise UsageError(
            f"{following}, the next puzzle, unlocks on {date}: try again in November"
        )
    return following


def seconds_left(puzzle: Puzzle) -> float:
    """Return the seconds until a puzzle unlocks."""
    return unlock_time(puzzle) - site_now()


def is_begun(project: Project, puzzle: Puzzle, user: str | None) -> bool:
    """Return whether a puzzle has files, with a title and examples if these can be fetched."""
    if not project.has_day(puzzle):
        return False
    files = day_files.new_files(project, puzzle)
    untouched = [
        path
        for path, template in files.items()
        if day_files.is_untouched(path, template, puzzle)
    ]
    if not untouched:
        return True
    # Without a token, the page cannot be had again, and the files stay as they are.
    account = Accounts().find(user)
    return account is None or account.token is None


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


def make_files(
    project: Project, puzzle: Puzzle, files: Mapping[str, str], page: str | None
) -> int:
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


def update_tests(project: Project, puzzle: Puzzle, user: str | None) -> int:
    """Add the answers and examples of part 2 on the puzzle page to the tests."""
    from aoc.site.pages import parts_solved

    path = tests_path(project.root, *puzzle)
    shown = shown_path(path)
    if not os.path.exists(path):
        raise UsageError(f"{shown} does not exist: create it with `aoc new {puzzle}`")
    account = Accounts().find(user) or NOBODY
    find = partial(Cache().read_page, solved=1)
    if find(account.id or "", puzzle) is None:
        # The public page has no part 2.
        account.require_token()
    page = client_of(account).page(puzzle, find)
    try:
        added = example_list.update_tests(path, page)
    except example_list.UnclearSourceError as error:
        for example in find_examples(page):
            source = example_list.example_source(example)
            print_line(f"    {source},")
        raise UsageError(
            f"{shown} {error}; it was not changed: paste the lines above"
        ) from None
    if added:
        print_line(f"{shown}: added {', '.join(added)}")
    elif parts_solved(page):
        print_line(f"{shown}: nothing to add")
    else:
        raise SiteError(f"part 2 of {puzzle} is not open yet: solve part 1 first")
    return 0
