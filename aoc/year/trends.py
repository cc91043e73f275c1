"""The ways to the answers of a puzzle (parts, variants, other solvers), and their trends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from aoc.benches import CHANCE, FASTER, SLOWER, mann_whitney, ratio_of
from aoc.history.past_runs import Row, read_times, steps_of, subjects_of
from aoc.model import Puzzle, Verdict
from aoc.project import OWN
from aoc.year.overview import one_line

APART = 1.05
"""How many times faster or slower a bench has to be than one that did not run in turn with it."""
MOST = 20
"""The newest commits of a trend, which are shown."""
MOST_COMMITS = 500
"""How many commits git is asked for: on Windows, a command line has 32767 characters at most."""


class Key(NamedTuple):
    """What is timed, so that sorting brings parse, parts with variants, and other solvers.

    `part` is 0 for parse. Another solver than the project's own answers both parts in one call.
    """

    is_other: bool
    solver: str
    part: int
    variant: str

    @property
    def name(self) -> str:
        """The name to show: `parse`, `part 2`, `part 2 memo`, or that of a solver."""
        part = f"part {self.part}" if self.part else "parse"
        return one_line(f"{self.solver if self.is_other else part} {self.variant}")


class Mark(NamedTuple):
    """A bench that differs from that of the commit `since`, which took `before` seconds."""

    since: str
    before: float
    seconds: float

    @property
    def speed(self) -> str:
        """`faster` or `slower`."""
        return FASTER if self.seconds < self.before else SLOWER

    @property
    def factor(self) -> float:
        """How many times faster or slower it is, at least 1."""
        ratio = ratio_of(self.seconds, self.before)
        return max(ratio, 1 / ratio)


class Point(NamedTuple):
    """The fastest of some times in seconds at one commit, which is `None` where it is not known.

    `changed` says that the files differed from the commit.
    """

    commit: str | None
    changed: bool
    seconds: float
    times: int
    mark: Mark | None


class Way(NamedTuple):
    """The last time of a way in seconds, and its trend, the oldest point first.

    `ratio` is the time over that of the part itself, if both were taken in the same way. The trend
    is on the `input`, whose kind is `kind`.
    """

    key: Key
    seconds: float
    ratio: float | None
    points: Sequence[Point]
    input: str | None
    kind: str


class Trends(NamedTuple):
    """The ways of each puzzle, the subjects of commits, and when the newest time was taken."""

    ways: Mapping[Puzzle, Sequence[Way]]
    subjects: Mapping[str, str]
    newest: str | None


def read_trends(root: str, puzzles: Sequence[Puzzle], user: str | None) -> Trends:
    """Return the ways to the answers of some puzzles that have times. Raises `AocError`."""
    rows = read_times(root, puzzles)
    commits = [commit for commit in dict.fromkeys(row.commit for row in rows) if commit]
    # git sorts them by their date, the newest first, and keeps the order of those of one second.
    subjects = subjects_of(root, commits[::-1][:MOST_COMMITS])
    order = {commit: place for place, commit in enumerate([*reversed(subjects)] or commits)}
    by_puzzle: defaultdict[Puzzle, list[Row]] = defaultdict(list)
    for row in rows:
        by_puzzle[Puzzle(row.year, row.day)].append(row)
    ways = {puzzle: ways_of(of_puzzle, user, order) for puzzle, of_puzzle in by_puzzle.items()}
    return Trends(ways, subjects, max((row.at for row in rows), default=None))


def ways_of(rows: Iterable[Row], user: str | None, order: Mapping[str, int]) -> list[Way]:
    """Return the ways to the answers of one puzzle, by its rows, which are oldest first.

    Of runs, those on the input of the account `user` go before others, and a run before a bench.
    `order` has the places of the commits that git knows, the older the lower.
    """
    by_key: defaultdict[Key, list[Row]] = defaultdict(list)
    for row in rows:
        if row.verdict in (Verdict.PASS, Verdict.UNKNOWN, None):  # a bench has no verdict
            is_other = row.solver != OWN
            part = 1 if is_other else row.part or 0
            by_key[Key(is_other, row.solver, part, row.variant or "")].append(row)
    found = []
    for key in sorted(by_key):
        same = by_key[key]
        runs = [row for row in same if row.source == "run"]
        last = ([row for row in runs if user and row.input == user] or runs or same)[-1]
        benched = [row for row in same if row.minima]
        shown = benched[-1] if benched else last
        at_place = [row for row in same if place_of(row) == place_of(shown)]
        points = points_of(at_place, order)
        ratio = ratio_to_part(key, last, by_key)
        found.append(Way(key, last.seconds, ratio, points, shown.input, shown.kind))
    return found


def place_of(row: Row) -> tuple[str | None, str | None]:
    """Return the input and the machine: only times with the same ones are compared."""
    return row.digest or row.input, row.machine


def ratio_to_part(key: Key, row: Row, by_key: Mapping[Key, Sequence[Row]]) -> float | None:
    """Return how many times the time of the part itself a variant takes.

    The time of another solver is compared with parse and both parts. `None` is returned for the
    part itself, and where it has no time that was taken in the same way.
    """
    if not (key.is_other or key.variant):
        return None
    total = 0.0
    for part in (0, 1, 2) if key.is_other else (key.part,):
        own = by_key.get(Key(False, OWN, part, ""), ())
        same = [one for one in own if (place_of(one), one.source) == (place_of(row), row.source)]
        if not same and not (part == 2 and Puzzle(row.year, row.day).is_last):
            return None
        total += same[-1].seconds if same else 0.0
    return row.seconds / total if total else None


def points_of(rows: Iterable[Row], order: Mapping[str, int]) -> list[Point]:
    """Return the newest points of a trend, in the order of the commits.

    An old commit may be measured at any time. One that git does not know, and no commit, stand
    where they were measured.
    """
    place = -1
    keyed = []
    for row in rows:
        place = order.get(row.commit or "", place)
        keyed.append(((place, row.commit not in order, bool(row.changed)), row))
    in_order = [row for _, row in sorted(keyed, key=lambda pair: pair[0])]
    marks = marks_of(in_order)
    return [
        Point(commit, changed, seconds, times, None if changed else marks.get(commit))
        for commit, changed, _, seconds, times, *_ in steps_of(in_order)[-MOST:]
    ]


def marks_of(rows: Iterable[Row]) -> dict[str | None, Mark]:
    """Return the commits whose bench differs from that of the commit before by more than chance.

    Of each commit the newest bench counts, if the files were those of the commit. The p-values are
    corrected for the number of commits.
    """
    newest = {row.commit: row for row in rows if row.minima and row.commit and row.changed is False}
    pairs = [*pairwise([*newest.values()][-MOST:])]
    marks = {}
    for before, after in pairs:
        medians = ratio_of(median(after.minima), median(before.minima))
        ratios = sorted((ratio_of(after.seconds, before.seconds), medians))
        # The exact test takes a few milliseconds, so it is left out where nothing has moved.
        is_apart = ratios[0] > APART or ratios[1] < 1 / APART
        if is_apart and mann_whitney(after.minima, before.minima) * len(pairs) < CHANCE:
            marks[after.commit] = Mark(before.commit or "", before.seconds, after.seconds)
    return marks
