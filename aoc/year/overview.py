"""A year as data: of each day the title, the stars and when they came, the attempts, the times."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.errors import AocError, SiteError
from aoc.history.past_runs import read_records
from aoc.model import Puzzle, Result, Verdict, days_in, now, unlock_time
from aoc.project import OWN, Project, has_module, title_of
from aoc.render.format import counted, seconds_text
from aoc.site.accounts import Account
from aoc.site.stars import YearStars, find_year_stars
from aoc.submitting.ledger import attempts_of
from aoc.text import printable

Time = float | str | None
"""Seconds, or a word such as `wrong` in place of a time, or `None` where there is no part."""
Times = Mapping[tuple[Puzzle, int], tuple[Time, str]]
"""Of parts, or of parse, which is part 0: the time, and the input that it is from."""
NOT_RUN = "not run"
WORDS = {Verdict.ERROR: "failed", Verdict.FAIL: "wrong", Verdict.SKIPPED: "not solved"}
"""The words for a part without a right answer."""
MINE, MADE_UP, OTHER = "own", "a made-up", "another"
"""The inputs that times can be from."""
LONGEST = 72
"""Characters of a title, a name or a message that are shown."""


class Day(NamedTuple):
    """The knowledge of a day; it `is_here` if it has a module.

    Of both parts, `after` is when the star came, in seconds from the unlock; `late`, whether it is
    only known that it took more than 24 hours; `attempts`, how many answers were sent, 0 without
    a record; and `places`, the place on a private board. `input` is where the times are from.
    """

    puzzle: Puzzle
    title: str = ""
    is_here: bool = True
    is_open: bool = True
    stars: int = 0
    parse: float | None = None
    part1: Time = None
    part2: Time = None
    input: str | None = None
    after: tuple[float | None, float | None] = (None, None)
    late: tuple[bool, bool] = (False, False)
    attempts: tuple[int, int] = (0, 0)
    places: tuple[int | None, int | None] = (None, None)

    @property
    def number(self) -> int:
        """The day of December."""
        return self.puzzle.day

    @property
    def times(self) -> tuple[Time, Time, Time]:
        """The times of parse and both parts."""
        return self.parse, self.part1, self.part2

    @property
    def seconds(self) -> float | None:
        """The sum of the times that there are; `None` if there is none."""
        times = [time for time in self.times if isinstance(time, float | int)]
        return sum(times) if times else None

    @property
    def unsolved(self) -> dict[int, str]:
        """The words in place of the times of parts that are not solved, by part."""
        parts = {1: self.part1, 2: self.part2}
        return {part: time for part, time in parts.items() if isinstance(time, str)}

    @property
    def solved(self) -> list[bool]:
        """Whether each part that the day has is solved; empty without a module."""
        return [isinstance(time, float | int) for time in self.times[1:] if time is not None]


class Year(NamedTuple):
    """A year with all its days; `members` are those of the board that has the places.

    Its times are the best of so many runs, or with `best_of` 0 those of the last runs.
    """

    year: int
    days: Sequence[Day]
    members: int = 0
    best_of: int = 0

    @property
    def here(self) -> list[Day]:
        """The days that have a module."""
        return [day for day in self.days if day.is_here]

    @property
    def timed(self) -> list[Day]:
        """The days with a time."""
        return [day for day in self.days if day.seconds is not None]

    @property
    def stars(self) -> int:
        """The number of stars."""
        return sum(day.stars for day in self.days)

    @property
    def weeks(self) -> list[list[Day | None]]:
        """The days in weeks from Monday on; `None` where December has no puzzle."""
        cells = [*[None] * calendar.weekday(self.year, 12, 1), *self.days]
        cells += [None] * (-len(cells) % 7)
        return [cells[start : start + 7] for start in range(0, len(cells), 7)]

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
        names = {MADE_UP: "made-up inputs", MINE: "my own inputs", OTHER: "other inputs"}
        where = " and ".join(name for kind, name in names.items() if kind in inputs)
        how = f"best of {counted(self.best_of, 'run')}" if self.best_of else "the last runs"
        return self.times_text + (f" · {how} on {where}" if where else "")


def one_line(text: str | None) -> str:
    """Return a text from elsewhere as one line that can be shown, cut where it is long."""
    shown = printable(" ".join((text or "").split()), kept="")
    # These two are not allowed in XML.
    shown = shown.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def read_years(
    project: Project,
    years: Sequence[int],
    account: Account | None,
    *,
    notify: Callable[[str], None],
    offline: bool = False,
    refresh: bool = False,
    asks_times: bool = True,
) -> tuple[list[Year], Account | None, SiteError | None]:
    """Return some years, the account, and the error of the site if it could not be asked.

    Nothing is run. For when the site is asked, see `find_year_stars`. `notify` gets a sentence
    about a history that cannot be read.
    """
    problem: SiteError | None = None
    all_stars = dict.fromkeys(years, YearStars())
    for year in years:
        if account:
            all_stars[year], account = find_year_stars(
                account,
                project.board,
                year,
                offline=offline or bool(problem),
                refresh=refresh,
                asks_times=asks_times,
            )
            problem = problem or all_stars[year].problem
    user = account and account.id
    times: Times = {}
    try:
        times = times_of_records(project, user)
    except AocError as error:
        notify(str(error))
    found = []
    for year, stars in all_stars.items():
        puzzles = [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
        days = [known_day(project, puzzle, stars, user) for puzzle in puzzles]
        found.append(with_times(Year(year, days, stars.members), times))
    return found, account, problem


def known_day(project: Project, puzzle: Puzzle, stars: YearStars, user: str | None) -> Day:
    """Return a day without its times; a recorded answer is a star."""
    recorded = sum(answer is not None for answer in project.answers(puzzle))
    return Day(
        puzzle,
        one_line(title_of(project.root, puzzle)),
        has_module(project.root, puzzle),
        unlock_time(puzzle) <= now(),
        max(stars.on_day(puzzle.day), recorded),
        after=stars.after.get(puzzle.day, (None, None)),
        late=((puzzle.day, 1) in stars.late, (puzzle.day, 2) in stars.late),
        attempts=attempts_of(user, puzzle) if user else (0, 0),
        places=stars.places.get(puzzle.day, (None, None)),
    )


def times_of_records(project: Project, user: str | None) -> Times:
    """Return the times of past runs. Raises `AocError`.

    A good time goes before a bad one, and one on the input of the account `user`, or on a pasted
    input, before others.
    """
    found: dict[tuple[Puzzle, int], tuple[Time, str]] = {}
    ranks: dict[tuple[Puzzle, int], tuple[bool, bool]] = {}
    for record in read_records(project.root):
        word = WORDS.get(Verdict(record.verdict))
        has_time = record.seconds is not None or word
        if record.solver != OWN or record.variant is not None or not has_time:
            continue
        puzzle = Puzzle(record.year, record.day)
        is_pasted = record.input == f"file {project.input_name(puzzle)}"
        is_own = is_pasted or (record.kind == "personal" and record.input == (user or record.input))
        kind = MADE_UP if record.kind == "sample" else MINE if is_own else OTHER
        times = {record.part or 0: word or record.seconds}
        if not word:
            times[0] = record.parse_seconds
        for part, time in times.items():
            key, rank = (puzzle, part), (not word, is_own)
            if rank >= ranks.get(key, rank):
                found[key], ranks[key] = (time, kind), rank
    return found


def times_of_results(results: Iterable[Result]) -> Times:
    """Return the times of a run, or the words for parts without a right answer."""
    found: dict[tuple[Puzzle, int], tuple[Time, str]] = {}
    # A result of the whole day comes first: where only the tests cannot be read, the parts run.
    for result in sorted(results, key=lambda result: bool(result.part or result.is_of_parse)):
        is_whole = result.part is None and not result.is_of_parse
        time = WORDS.get(result.verdict) or result.seconds
        for part in (1, 2) if is_whole else (result.part or 0,):
            kind = MADE_UP if result.input_kind == "sample" else MINE
            found[Puzzle(result.year, result.day), part] = time, kind
    return found


def with_times(year: Year, times: Times) -> Year:
    """Return a year with these times."""
    days = []
    for day in year.days:
        known = [times.get((day.puzzle, part)) for part in (0, 1, 2)]
        # A part that returned nothing is not in the history, but the other one may be.
        none = (WORDS[Verdict.SKIPPED] if any(known[1:]) else NOT_RUN) if day.is_here else None
        parse, part1, part2 = (one[0] if one else none for one in known)
        # One time that is not on the own input is enough to say so.
        kinds = [one[1] for one in known[1:] if one and not isinstance(one[0], str)]
        days.append(
            day._replace(
                parse=None if isinstance(parse, str) else parse,
                part1=part1,
                part2=None if day.puzzle.is_last else part2,
                input=min(kinds, default=None),
            )
        )
    return year._replace(days=days)
