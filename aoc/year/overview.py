"""A year as data: of each day the title, the stars and when they came, the attempts, the times."""

from __future__ import annotations

import calendar
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from aoc.errors import SiteError, UsageError
from aoc.history.log_reader import read_log
from aoc.history.past_runs import records_of
from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle, days_in, now, unlock_time
from aoc.model.results import FirstCall, Result, Verdict
from aoc.project.project import Project
from aoc.project.solvers import OWN
from aoc.render.columns import Column
from aoc.render.format import FIRST, after_text, counted, seconds_text
from aoc.render.terminal import print_message
from aoc.site.accounts import Account, Accounts
from aoc.site.stars import LATE, YearStars, find_year_stars, time_between
from aoc.submitting.ledger import attempts_of
from aoc.text import printable

Time = float | str | None
"""Seconds, or a word such as `wrong` in place of a time, or `None` where there is no part."""
Pair = tuple[float | None, float | None]
"""Numbers for both parts."""
Known = tuple[Puzzle, int, Time, str]
"""The time of a part, or of parse, which is part 0, and the input that it is from."""
NOT_RUN = "not run"
WORDS = {Verdict.ERROR: "failed", Verdict.FAIL: "wrong", Verdict.SKIPPED: "not solved"}
"""The words for a part without a right answer."""
MINE, MADE_UP, OTHER = "own", "a made-up", "another"
"""The inputs that times can be from."""
LONGEST = 72
"""Characters of a title, a name or a message that are shown."""
NO_ACCOUNT = "no session token and no cached answers, so no star is known: log in with `aoc login`"
REPEAT = 7
"""How often a report runs each part; the best time counts."""


def time_text(time: float | str) -> str:
    """Return a time, or the word in place of one."""
    return time if isinstance(time, str) else seconds_text(time)


def star_text(seconds: float) -> str:
    """Return when a star came after the unlock; a clock may have been wrong."""
    return (
        ">24h" if seconds == LATE else "unknown" if seconds < 0 else after_text(seconds)
    )


COLUMNS = {
    column.key: column
    for column in (
        Column("day", "day"),
        Column("title", "title", right=False),
        Column("idea", "idea", right=False),
        Column("stars", "stars"),
        Column("parse_seconds", "parse", time_text),
        Column("part1_seconds", "part 1", time_text),
        Column("part2_seconds", "part 2", time_text),
        Column("seconds", "total", time_text),
        Column("part1_after_seconds", "star 1", star_text),
        Column("part2_after_seconds", "star 2", star_text),
        Column("between_seconds", "between", after_text),
        Column("attempts", "attempts"),
        Column("part1_attempts", "attempts 1"),
        Column("part2_attempts", "attempts 2"),
    )
}
"""The columns of all tables of days; README, page and `aoc status` have some each."""


def columns(*keys: str) -> list[Column]:
    """Return the columns with these keys."""
    return [COLUMNS[key] for key in keys]


class Day(NamedTuple):
    """The knowledge of a day; it `is_here` if it has a module.

    `times` are those of parse and both parts, and `input` is where they are from. Of both parts,
    `after` is when the star came, in seconds from the unlock, which is `LATE` where it is only
    known that it took longer; and `attempts`, how many answers were sent, 0 without a record.
    """

    puzzle: Puzzle
    title: str = ""
    is_here: bool = True
    is_open: bool = True
    stars: int = 0
    times: tuple[Time, Time, Time] = (None, None, None)
    input: str | None = None
    after: Pair = (None, None)
    attempts: tuple[int, int] = (0, 0)

    @property
    def seconds(self) -> float | None:
        """The sum of the times that there are; `None` if there is none."""
        times = [time for time in self.times if isinstance(time, float | int)]
        return sum(times) if times else None

    @property
    def solved(self) -> list[bool]:
        """Whether each part that the day has is solved; empty without a module."""
        return [
            not isinstance(time, str) for time in self.times[1:] if time is not None
        ]

    @property
    def row(self) -> dict[str, Any]:
        """The values of the columns, and of the JSON; times are in seconds."""
        parse, part1, part2 = (
            None if isinstance(time, str) else time for time in self.times
        )
        row = {
            "year": self.puzzle.year,
            "day": self.puzzle.day,
            "title": self.title or None,
            "stars": self.stars,
            "unlocked": self.is_open,
            "seconds": self.seconds,
            "parse_seconds": parse,
            "part1_seconds": part1,
            "part2_seconds": part2,
            "first_call": isinstance(self.seconds, FirstCall),
            "made_up": self.input == MADE_UP,
            "between_seconds": time_between(*self.after)
            if LATE not in self.after
            else None,
            "attempts": sum(self.attempts) or None,
        }
        for part, (after, attempts) in enumerate(
            zip(self.after, self.attempts, strict=True), 1
        ):
            row[f"part{part}_after_seconds"] = after
            row[f"part{part}_late"] = after == LATE
            row[f"part{part}_attempts"] = attempts or None
        return row


class Year(NamedTuple):
    """A year with all its days; `basis` says what its times are."""

    year: int
    days: Sequence[Day]
    basis: str = "the last runs"

    @property
    def here(self) -> list[Day]:
        """The days that have a module."""
        return [day for day in self.days if day.is_here]

    @property
    def timed(self) -> list[Day]:
        """The days with a time."""
        return [day for day in self.days if day.seconds is not None]

    @property
    def has_first_calls(self) -> bool:
        """Whether a time is marked as that of a first call."""
        return any(isinstance(day.seconds, FirstCall) for day in self.days)

    @property
    def stars(self) -> int:
        """The number of stars."""
        return sum(day.stars for day in self.days)

    @property
    def weeks(self) -> list[list[Day | None]]:
        """The days in weeks from Monday on; `None` where December has no puzzle."""
        days = {day.puzzle.day: day for day in self.days}
        weeks = calendar.monthcalendar(self.year, 12)
        return [
            [days.get(day) for day in week] for week in weeks if days.keys() & {*week}
        ]

    @property
    def stars_text(self) -> str:
        """How many stars there are or, if none is known, how many days are solved."""
        if self.stars:
            return f"{self.stars} of {2 * len(self.days)} stars"
        solved = sum(bool(day.solved) and all(day.solved) for day in self.days)
        return f"{solved} of {counted(len(self.days), 'day')} solved"

    @property
    def times_text(self) -> str:
        """How many days have a time, and the sum: `25 days in 37.2 ms`."""
        if not self.timed:
            return "no times yet"
        total = sum(day.seconds or 0.0 for day in self.timed)
        return f"{counted(len(self.timed), 'day')} in {seconds_text(total)}"

    @property
    def basis_text(self) -> str:
        """The times, how often the parts ran for them, and on which inputs."""
        inputs = {day.input for day in self.timed}
        names = {
            MADE_UP: "made-up inputs",
            MINE: "my own inputs",
            OTHER: "other inputs",
        }
        where = " and ".join(name for kind, name in names.items() if kind in inputs)
        mark = f" · {FIRST} a first call" if self.has_first_calls else ""
        return self.times_text + (f" · {self.basis} on {where}{mark}" if where else "")


def one_line(text: str | None) -> str:
    """Return a text from elsewhere as one line that can be shown, cut where it is long."""
    shown = printable(" ".join((text or "").split()), kept="")
    # These two are not allowed in XML.
    shown = shown.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def read_years(
    project: Project,
    numbers: Iterable[int],
    user: str | None,
    *,
    offline: bool = False,
    asks_times: bool = True,
    results: Sequence[Result] | None = None,
) -> tuple[list[Year], Account | None, int]:
    """Return some years, the account, and the exit code: 3 if the site could not be asked.

    Nothing is run: the times are those of the `results` of a report, or else of the last runs. For
    when the site is asked, see `find_year_stars`. What is not known is said. Raises `UsageError`
    if the account of `user` is not clear, and `AocError` if the history cannot be read.
    """
    account = Accounts().find(user)
    problem: SiteError | None = None
    all_stars = dict.fromkeys(numbers, YearStars())
    for year in all_stars:
        if account:
            all_stars[year], account = find_year_stars(
                account, project.board, year, offline=offline, asks_times=asks_times
            )
            problem = problem or all_stars[year].problem
            offline = offline or bool(problem)
    times = best_times(
        recorded(project, account) if results is None else times_in(results)
    )
    if account is None and not offline:
        print_message(NO_ACCOUNT)
    if problem:
        print_message(str(problem))
    basis = "the last runs" if results is None else f"best of {REPEAT} runs"
    found = []
    for year, stars in all_stars.items():
        puzzles = [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
        days = [day_of(project, puzzle, stars, account, times) for puzzle in puzzles]
        found.append(Year(year, days, basis))
    return found, account, problem.exit_code if problem else 0


def day_of(
    project: Project,
    puzzle: Puzzle,
    stars: YearStars,
    account: Account | None,
    times: Mapping[tuple[Puzzle, int], tuple[Time, str]],
) -> Day:
    """Return a day with its times; a recorded answer is a star."""
    recorded = 0
    with suppress(UsageError):  # `aoc run` shows what is wrong with the file
        recorded = sum(answer is not None for answer in project.answers(puzzle))
    is_here = project.has_day(puzzle)
    known = [times.get((puzzle, part)) for part in (0, 1, 2)]
    # A part that returned nothing is not in the history, but the other one may be.
    lacking = (
        (WORDS[Verdict.SKIPPED] if any(known[1:]) else NOT_RUN) if is_here else None
    )
    parse, part1, part2 = (one[0] if one else lacking for one in known)
    return Day(
        puzzle,
        one_line(project.title_of(puzzle)),
        is_here,
        unlock_time(puzzle) <= now(),
        max(stars.counts.get(puzzle.day, 0), recorded),
        (
            None if isinstance(parse, str) else parse,
            part1,
            None if puzzle.is_last else part2,
        ),
        # One time that is not on the own input is enough to say so.
        min(
            (one[1] for one in known[1:] if one and not isinstance(one[0], str)),
            default=None,
        ),
        stars.after.get(puzzle.day, (None, None)),
        attempts_of(account.id, puzzle) if account and account.id else (0, 0),
    )


def best_times(known: Iterable[Known]) -> dict[tuple[Puzzle, int], tuple[Time, str]]:
    """Return the last time of each part and its input.

    A good time goes before a word, and one on the own input before others.
    """
    in_order = sorted(
        known, key=lambda one: (not isinstance(one[2], str), one[3] == MINE)
    )
    return {(puzzle, part): (time, kind) for puzzle, part, time, kind in in_order}


def recorded(project: Project, account: Account | None) -> Iterator[Known]:
    """Yield the times of past runs. Raises `AocError`.

    The own inputs are that of the account, or of any without, and a pasted one.
    """
    user = account and account.id
    log = read_log(project.root)
    if log.note:
        print_message(log.note)
    for record in records_of(log.runs):
        if record.solver != OWN or record.variant is not None:
            continue
        puzzle = Puzzle(record.year, record.day)
        folder = os.path.join(project.inputs, str(record.year), "")
        is_pasted = (record.input or "").startswith(f"file {folder}")
        is_own = is_pasted or (
            record.kind == InputKind.PERSONAL and record.input == (user or record.input)
        )
        kind = MADE_UP if record.kind == InputKind.SAMPLE else MINE if is_own else OTHER
        time = WORDS.get(Verdict(str(record.verdict))) or record.seconds
        if time is not None or record.part:
            yield puzzle, record.part or 0, time, kind


def times_in(results: Iterable[Result]) -> Iterator[Known]:
    """Yield the times of a run, or the words for parts without a right answer."""
    for result in results:
        is_whole = result.part is None and not result.outcome.is_of_parse
        kind = MADE_UP if result.outcome.input_kind == InputKind.SAMPLE else MINE
        for part in (1, 2) if is_whole else (result.part or 0,):
            time = WORDS.get(result.verdict) or result.outcome.time
            yield result.puzzle, part, time, kind
