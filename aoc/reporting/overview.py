"""What is known of years: stars and when they came, attempts, times, trends and other ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.errors import AocError, SiteError
from aoc.history.past_runs import Row, read_times, subjects_of
from aoc.model import Puzzle, days_in, now, unlock_time
from aoc.project import OWN, Project, title_of
from aoc.reporting.variants import Way, WayKey, ways_of
from aoc.site.accounts import Account, Accounts
from aoc.site.stars import YearStars, find_year_stars
from aoc.submitting.ledger import attempts_of

MOST_COMMITS = 500
"""How many commits git is asked for: on Windows, a command line has 32767 characters at most."""


class Day(NamedTuple):
    """What is known of one day; times are in seconds.

    `after` has when each star came, counted from the unlock, and `late` says of which it is only
    known that it was more than a day; `places` are those on a private board. `attempts` are the
    answers that were sent for each part.
    """

    puzzle: Puzzle
    title: str | None
    unlocked: bool
    stars: int
    after: tuple[float | None, float | None]
    late: tuple[bool, bool]
    places: tuple[int | None, int | None]
    attempts: tuple[int, int]
    ways: Sequence[Way]

    def own(self, part: int | None) -> Way | None:
        """Return parse or a part of the project's own day, if there is a time of it."""
        key = WayKey(OWN, part, None)
        return next((way for way in self.ways if way.key == key), None)

    @property
    def seconds(self) -> float | None:
        """The sum of the times of parse and both parts, as far as there are any."""
        times = [way.seconds for part in (None, 1, 2) if (way := self.own(part))]
        return sum(times) if times else None


class Year(NamedTuple):
    """One year, with all its days; `members` are those of the board that has the places."""

    year: int
    days: Sequence[Day]
    members: int


class Overview(NamedTuple):
    """What is known of some years of an account, whose id is `user`, if that is known.

    `has_account` says whether there is an account at all. `subjects` are the first lines of the
    messages of commits. `newest` is when the last time was taken, in UTC (ISO 8601). `problem` is
    the reason why the site could not be asked.
    """

    years: Sequence[Year]
    has_account: bool
    user: str | None
    subjects: Mapping[str, str]
    newest: str | None
    problem: SiteError | None = None


def collect(
    project: Project,
    years: Sequence[int],
    user: str | None,
    *,
    offline: bool,
    notify: Callable[[str], None],
) -> Overview:
    """Collect what is known of years; nothing is run.

    `user` chooses the account by a part of its name. The site is asked for stars and their times
    as `aoc status` asks it, and never if `offline`. `notify` gets a sentence about a history that
    cannot be read. Raises `AocError`.
    """
    account = Accounts().find(user)
    problem: SiteError | None = None
    stars = dict.fromkeys(years, YearStars())
    if account is not None:
        for year in years:
            stars[year], account = find_year_stars(
                account, project.board, year, offline=offline or bool(problem)
            )
            problem = problem or stars[year].problem
    puzzles = [Puzzle(year, day) for year in years for day in range(1, days_in(year) + 1)]
    rows: Sequence[Row] = ()
    try:
        rows = read_times(project.root, puzzles)
    except AocError as error:
        notify(str(error))
    commits = newest_first(row.commit for row in rows)
    subjects = subjects_of(project.root, commits[:MOST_COMMITS])
    # git sorts them by their date, the newest first.
    order = {commit: place for place, commit in enumerate(reversed(subjects))}
    by_puzzle = ways_by_puzzle(rows, account and account.id, order)
    return Overview(
        [
            Year(
                year,
                [
                    day_of(project.root, Puzzle(year, day), by_puzzle, account, stars[year])
                    for day in range(1, days_in(year) + 1)
                ],
                stars[year].members,
            )
            for year in years
        ],
        account is not None,
        account and account.id,
        subjects,
        max((row.at for row in rows), default=None),
        problem,
    )


def newest_first(commits: Iterable[str | None]) -> list[str]:
    """Return the commits in the reverse order of their first times; not all have one."""
    return [commit for commit in reversed(dict.fromkeys(commits)) if commit]


def ways_by_puzzle(
    rows: Iterable[Row], user: str | None, order: Mapping[str, int]
) -> dict[Puzzle, list[Way]]:
    """Return the ways to the answers of each puzzle that has a time."""
    rows_of: defaultdict[Puzzle, list[Row]] = defaultdict(list)
    for row in rows:
        rows_of[Puzzle(row.year, row.day)].append(row)
    return {puzzle: ways_of(of_puzzle, user, order) for puzzle, of_puzzle in rows_of.items()}


def day_of(
    root: str,
    puzzle: Puzzle,
    ways: Mapping[Puzzle, Sequence[Way]],
    account: Account | None,
    stars: YearStars,
) -> Day:
    """Return what is known of one day."""
    user = account and account.id
    return Day(
        puzzle,
        title_of(root, puzzle),
        unlock_time(puzzle) <= now(),
        stars.on_day(puzzle.day),
        stars.after.get(puzzle.day, (None, None)),
        ((puzzle.day, 1) in stars.late, (puzzle.day, 2) in stars.late),
        stars.places.get(puzzle.day, (None, None)),
        attempts_of(user, puzzle) if user else (0, 0),
        ways.get(puzzle, ()),
    )
