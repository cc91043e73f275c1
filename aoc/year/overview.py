"""A year as data: of each day the title, the stars and when they came, and the times of runs."""

from __future__ import annotations

import calendar
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from aoc.errors import UsageError
from aoc.log import LoggedResult, read_log
from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle, days_in, is_open
from aoc.model.results import Time, Verdict, total_time
from aoc.project.project import Project
from aoc.render.columns import Column
from aoc.render.format import after_text, counted, time_text
from aoc.render.terminal import print_message
from aoc.site.accounts import Account, Accounts
from aoc.site.pages import LATE
from aoc.site.stars import Times, YearStars, find_year_stars, stars_in_cache, time_between
from aoc.text import printable

TimeOrWord = Time | str | None
"""A time, or a word such as `wrong` in place of one, or `None` where there is no part."""
NOT_RUN = "not run"
WORDS = {Verdict.ERROR: "failed", Verdict.FAIL: "wrong", Verdict.SKIPPED: "not solved"}
"""The words for a part without a right answer."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NO_ACCOUNT = "no session token and no cached answers, so no star is known: log in with `aoc login`"


def star_text(seconds: float) -> str:
    """Return when a star came after the unlock."""
    return ">24h" if seconds == LATE else after_text(seconds)


STAR_COLUMNS = [
    Column("part1_after_seconds", "star 1", star_text),
    Column("part2_after_seconds", "star 2", star_text),
    Column("between_seconds", "between", after_text),
]
"""When stars came, in the tables of an account and of a board."""


class PartTime(NamedTuple):
    """The time of a part, or of parse, on the own input or on a sample."""

    time: TimeOrWord
    is_sample: bool


PartTimes = Mapping[tuple[Puzzle, int], PartTime]
"""The times by puzzle and part; 0 is parse."""


class Day(NamedTuple):
    """The knowledge of a day; it `is_here` if it has a module.

    `times` are of parse and both parts; one that is on a sample is enough for `is_sample`. For both
    parts, `after` is when the star came, in seconds from the unlock, which is `LATE` where it is
    only known that it took longer.
    """

    puzzle: Puzzle
    title: str = ""
    is_here: bool = True
    is_open: bool = True
    stars: int = 0
    times: tuple[TimeOrWord, TimeOrWord, TimeOrWord] = (None, None, None)
    is_sample: bool = False
    after: Times = (None, None)

    @property
    def time(self) -> Time | None:
        """The sum of the times that there are; `None` if no part is solved."""
        if not any(self.solved):
            return None
        return total_time(time for time in self.times if isinstance(time, Time))

    @property
    def solved(self) -> list[bool]:
        """Whether each part that the day has is solved; empty without a module."""
        parts = [time for time in self.times[1:] if time is not None]
        return [not isinstance(time, str) for time in parts]

    @property
    def is_solved(self) -> bool:
        """Whether all parts are solved; not without a module."""
        return bool(self.solved) and all(self.solved)

    @property
    def row(self) -> dict[str, Any]:
        """The values of the JSON; times are in seconds."""
        parse, part1, part2 = (
            time.seconds if isinstance(time, Time) else None for time in self.times
        )
        total = self.time
        # A star that came late may have come at any time.
        between = None
        if LATE not in self.after:
            between = time_between(*self.after)
        row = {
            "year": self.puzzle.year,
            "day": self.puzzle.day,
            "title": self.title or None,
            "stars": self.stars,
            "unlocked": self.is_open,
            "seconds": total.seconds if total else None,
            "parse_seconds": parse,
            "part1_seconds": part1,
            "part2_seconds": part2,
            "first_call": total is not None and total.is_first_call,
            "sample": self.is_sample,
            "between_seconds": between,
        }
        for part, after in enumerate(self.after, 1):
            row[f"part{part}_after_seconds"] = after
        return row


class Year(NamedTuple):
    """A year with all its days."""

    year: int
    days: Sequence[Day]

    @property
    def here(self) -> list[Day]:
        """The days that have a module."""
        return [day for day in self.days if day.is_here]

    @property
    def timed(self) -> list[Day]:
        """The days with a time."""
        return [day for day in self.days if day.time is not None]

    @property
    def time(self) -> Time | None:
        """The sum of the times that there are; `None` if there is none."""
        return total_time(day.time for day in self.days if day.time is not None)

    @property
    def has_first_calls(self) -> bool:
        """Whether a time is of a first call, and so is marked."""
        return self.time is not None and self.time.is_first_call

    @property
    def stars(self) -> int:
        """The number of stars."""
        return sum(day.stars for day in self.days)

    @property
    def weeks(self) -> list[list[Day | None]]:
        """The days in weeks from Monday on; `None` where December has no puzzle."""
        days = {day.puzzle.day: day for day in self.days}
        weeks = calendar.monthcalendar(self.year, 12)
        # Since 2025, the last weeks of December have no puzzles.
        weeks = [week for week in weeks if days.keys() & set(week)]
        return [[days.get(day) for day in week] for week in weeks]

    @property
    def stars_text(self) -> str:
        """How many stars there are or, if none is known, how many days are solved."""
        if self.stars:
            return f"{self.stars} of {2 * len(self.days)} stars"
        solved = sum(day.is_solved for day in self.days)
        return f"{solved} of {counted(len(self.days), 'day')} solved"

    @property
    def times_text(self) -> str:
        """How many days have a time, and the sum: `25 days in 37.2 ms`."""
        if self.time is None:
            return "no times yet"
        return f"{counted(len(self.timed), 'day')} in {time_text(self.time)}"


class AccountStars(NamedTuple):
    """The stars of an account by year; the `exit_code` is 3 if the site could not be asked."""

    account: Account | None
    by_year: Mapping[int, YearStars]
    exit_code: int = 0


def read_stars(years: Sequence[int], user: str | None, *, asks_times: bool) -> AccountStars:
    """Return the stars of the account of `user` in some years, and print why any are not known.

    For when the site is asked, see `find_year_stars`. Raises `UsageError` if the account is not
    clear.
    """
    known = cached_stars(years, user)
    account = known.account
    if account is None:
        print_message(NO_ACCOUNT)
        return known
    by_year = dict(known.by_year)
    for year in years:
        by_year[year], account = find_year_stars(account, year, asks_times=asks_times)
        problem = by_year[year].problem
        if problem is not None:
            # The site would have the same problem with the other years.
            print_message(str(problem))
            return AccountStars(account, by_year, problem.exit_code)
    return AccountStars(account, by_year)


def cached_stars(years: Sequence[int], user: str | None) -> AccountStars:
    """Return the stars of the account of `user` that are known without asking the site.

    Raises `UsageError` if the account is not clear.
    """
    account = Accounts().find(user)
    user_id = account.id if account else None
    return AccountStars(account, {year: stars_in_cache(user_id, year) for year in years})


def make_years(project: Project, stars: AccountStars, times: PartTimes) -> list[Year]:
    """Return the years that the stars are of, with the times of their days."""
    years = []
    for year, year_stars in stars.by_year.items():
        days = []
        for number in range(1, days_in(year) + 1):
            day = day_of(project, Puzzle(year, number), times)
            count = year_stars.counts.get(number, 0)
            after = year_stars.after.get(number, (None, None))
            # An answer that the user has noted is a star, too.
            days.append(day._replace(stars=max(day.stars, count), after=after))
        years.append(Year(year, days))
    return years


def day_of(project: Project, puzzle: Puzzle, times: PartTimes) -> Day:
    """Return a day with its times, and with the stars of the answers that are noted."""
    answers: Sequence[str | None] = ()
    with suppress(UsageError):  # `aoc run` shows what is wrong with the file
        answers = project.answers(puzzle)
    is_here = project.has_day(puzzle)
    parse = times.get((puzzle, 0))
    parse_time = None
    # Of parsing that failed, the parts have the word.
    if parse is not None and isinstance(parse.time, Time):
        parse_time = parse.time
    parts = [times.get((puzzle, 1)), times.get((puzzle, 2))]
    word = NOT_RUN if is_here else None
    part1, part2 = (part.time if part else word for part in parts)
    title = project.title_of(puzzle) or ""
    if puzzle.is_last:
        part2 = None
    return Day(
        puzzle,
        title=printable(" ".join(title.split()), kept=""),
        is_here=is_here,
        is_open=is_open(puzzle),
        stars=len(answers) - answers.count(None),
        times=(parse_time, part1, part2),
        is_sample=any(part is not None and part.is_sample for part in parts),
    )


def last_times(project: Project, account: Account | None) -> PartTimes:
    """Return the times of the last results in the log, those on the own input before samples.

    Raises `AocError` if the log cannot be read.
    """
    user = account.id if account else None
    times: dict[tuple[Puzzle, int], PartTime] = {}
    for result in read_log(project.root):
        is_sample = result.kind == InputKind.SAMPLE
        if not is_sample and not is_own(project, result, user):
            continue
        time = WORDS.get(result.verdict, result.time)
        parts: Sequence[int] = (result.part,)
        if result.part == 0 and result.verdict is Verdict.ERROR:
            # No part could run.
            parts = (0, 1, 2)
        for part in parts:
            before = times.get((result.puzzle, part))
            if is_sample and before is not None and not before.is_sample:
                continue
            times[result.puzzle, part] = PartTime(time, is_sample)
    return times


def is_own(project: Project, result: LoggedResult, user: str | None) -> bool:
    """Return whether a result is on an own input; of an account's, without `user`, any is."""
    if result.kind == InputKind.PERSONAL:
        return user in (None, result.input)
    pasted = os.path.join(project.inputs, str(result.puzzle.year), "")
    return result.input.startswith(f"file {pasted}")
