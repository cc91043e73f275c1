"""The ways to the answers of a puzzle (parts, variants, other solvers), and their trends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.history.past_runs import Row, Step, read_times, steps_of, subjects_of
from aoc.model import Puzzle, Verdict
from aoc.project import OWN
from aoc.year.overview import one_line

MOST = 20
"""The newest commits of a trend, which are shown."""


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


class Way(NamedTuple):
    """The last time of a way in seconds, and its trend in steps, the oldest first.

    `ratio` is the time over that of the part itself, if both were taken in the same way. The trend
    is on the `input`, whose kind is `kind`.
    """

    key: Key
    seconds: float
    ratio: float | None
    steps: Sequence[Step]
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
    subjects = subjects_of(root, (row.commit for row in rows))
    by_puzzle: defaultdict[Puzzle, list[Row]] = defaultdict(list)
    for row in rows:
        by_puzzle[Puzzle(row.year, row.day)].append(row)
    ways = {puzzle: ways_of(of_puzzle, user, subjects) for puzzle, of_puzzle in by_puzzle.items()}
    return Trends(ways, subjects, max((row.at for row in rows), default=None))


def ways_of(rows: Iterable[Row], user: str | None, commits: Iterable[str]) -> list[Way]:
    """Return the ways to the answers of one puzzle, by its rows, which are oldest first.

    Of runs, those on the input of the account `user` go before others, and a run before a bench.
    `commits` are those that git knows, the oldest first.
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
        steps = steps_of(at_place, commits)[-MOST:]
        ratio = ratio_to_part(key, last, by_key)
        found.append(Way(key, last.seconds, ratio, steps, shown.input, shown.kind))
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
