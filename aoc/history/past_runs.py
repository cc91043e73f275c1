"""What the history says: the parts that ran, every time that was taken, and how times changed."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from aoc.files import git_output
from aoc.history.index import ask
from aoc.model import Puzzle, Verdict
from aoc.project import OWN

__all__ = [
    "Record",
    "Row",
    "Step",
    "latest_records",
    "read_records",
    "read_times",
    "series_of",
    "steps_of",
    "subjects_of",
]

MOVED = 1.25
"""How many times slower or faster a commit has to be for its time to have moved: two runs of the
same code can differ by a fifth."""
LEAST = 1e-6
"""Seconds by which it has to differ: runs do not show less than that."""


class Record(NamedTuple):
    """One part that ran: fields of its `aoc.model.Result`, and of its run.

    `answer`, `digest` and `code` are digests: of the answer, of the text of the input, and of the
    files of the day, which are none for a plugin; it has a `version`. `at` is the time in UTC (ISO
    8601), and `python` the version of the Python.
    """

    year: int
    day: int
    part: int
    solver: str
    variant: str | None
    input: str | None
    kind: str
    digest: str | None
    verdict: str
    answer: str | None
    seconds: float | None
    parse_seconds: float | None
    version: str | None
    code: str | None
    at: str
    python: str


class Row(NamedTuple):
    """A row of the view `times`: a time in seconds, and what it is the time of.

    `at` is in UTC (ISO 8601). `source` is `run` or `bench`, `part` is `None` for parse. A bench has
    `minima`: the least time of each process. What is not known is `None`.
    """

    run: int
    at: str
    commit: str | None
    changed: bool | None
    python: str | None
    machine: str | None
    source: str
    year: int
    day: int
    part: int | None
    solver: str
    variant: str | None
    input: str | None
    kind: str
    digest: str | None
    verdict: str | None
    seconds: float
    minima: Sequence[float] = ()


class Step(NamedTuple):
    """The times of one commit in a row: the first and the fastest, and how many there are.

    `before` is the fastest time of the step before; `None` for the first step.
    """

    commit: str | None
    changed: bool
    at: str
    seconds: float
    times: int
    before: float | None = None

    @property
    def ratio(self) -> float | None:
        """The time over that of the step before, if it has moved; `None` if it may be chance."""
        if not self.before or abs(self.seconds - self.before) < LEAST:
            return None
        ratio = self.seconds / self.before
        return None if 1 / MOVED < ratio < MOVED else ratio


def read_records(root: str) -> list[Record]:
    """Return all parts that ran in the project at `root`, oldest first. Raises `AocError`."""
    columns = ", ".join(Record._fields)
    joined = "results JOIN runs ON runs.id = results.run"
    return [
        Record(*row) for row in ask(root, f"SELECT {columns} FROM {joined} ORDER BY results.id")
    ]


def read_times(root: str, puzzles: Collection[Puzzle]) -> list[Row]:
    """Return all times of some puzzles, oldest first. Raises `AocError`."""
    rows = []
    for *about, _, minima in ask(root, "SELECT * FROM times ORDER BY run, bench"):
        row = Row._make([*about, json.loads(minima)])
        if Puzzle(row.year, row.day) in puzzles:
            rows.append(row._replace(changed=None if row.changed is None else bool(row.changed)))
    return rows


def latest_records(
    records: Iterable[Record], user: str | None = None
) -> Mapping[tuple[Puzzle, int], Record]:
    """Return the last good record of each part of the project's own days, by puzzle and part.

    A record is good if its verdict is `pass` or `unknown`. Variants are left out. A record on the
    input of the account `user` is preferred to a later one on another input.
    """
    good = (
        record
        for record in records
        if record.solver == OWN and record.variant is None and record.seconds is not None
        if record.verdict in (Verdict.PASS, Verdict.UNKNOWN)
    )
    in_order = sorted(good, key=lambda record: user is not None and record.input == user)
    return {(Puzzle(record.year, record.day), record.part): record for record in in_order}


def steps_of(rows: Iterable[Row]) -> list[Step]:
    """Return the steps of times, oldest first: one for each commit, changed or not, in a row.

    Times of which no commit is known are a step each: nothing says that the code is the same.
    """
    found: list[Step] = []
    for _, group in groupby(
        rows, key=lambda row: (row.commit, bool(row.changed)) if row.commit else object()
    ):
        same = [*group]
        fastest = min(row.seconds for row in same)
        before = found[-1].seconds if found else None
        about = same[0].commit, bool(same[0].changed), same[0].at
        found.append(Step(*about, fastest, len(same), before))
    return found


def series_of(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the series that the newest times of each part belong to, in the order of the puzzles.

    A series is the times of one part, solver and variant that can be compared, on one input and
    machine, oldest first, as `rows` are. Answers that were wrong have no times worth keeping.
    """
    series: defaultdict[tuple[object, ...], list[Row]] = defaultdict(list)
    newest: dict[tuple[int, int, str, int, str], list[Row]] = {}
    for row in rows:
        if row.verdict != Verdict.FAIL:
            part = row.year, row.day, row.solver, row.part or 0, row.variant or ""
            newest[part] = series[*part, row.digest or row.input, row.machine]
            newest[part].append(row)
    return [newest[part] for part in sorted(newest)]


def subjects_of(root: str, commits: Collection[str]) -> dict[str, str]:
    """Return the first lines of the messages of commits, as far as git knows them."""
    if not commits:
        return {}
    # One commit that is not there any more would keep git from showing the others.
    log = git_output(root, "log", "--no-walk", "--ignore-missing", "--format=%H %s", *commits)
    return dict(line.partition(" ")[::2] for line in (log or "").splitlines())
