"""The benches of the history: added with all minima, and read to compare new ones with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from aoc.history.commits import Commit
from aoc.history.database import reading, writing
from aoc.history.folder import has_history
from aoc.history.reader import truth
from aoc.history.recorder import add_run, storable, stored_kind, time_text
from aoc.history.repair import with_repair
from aoc.results import Place

if TYPE_CHECKING:
    from sqlite3 import Connection

    from aoc.bench.timing import Timing

__all__ = [
    "BenchedRun",
    "KeptBench",
    "StoredBench",
    "append_benches",
    "find_benches",
    "read_benches",
]

KEPT = (
    *("run", "year", "day", "part", "solver", "variant", "input", "kind", "digest"),
    *("seconds", "median"),
)
"""The columns of a bench."""
NEWEST = """
SELECT max(benches.id), at, "commit", changed FROM benches JOIN runs ON runs.id = run
WHERE (year, day, solver, digest, machine) = (?, ?, ?, ?, ?) AND part IS ? AND variant IS ?
"""
UNCHANGED = 'AND "commit" = ? AND changed = 0'
MINIMA = "SELECT seconds FROM minima WHERE bench = ? ORDER BY process"
ALL_MINIMA = "SELECT bench, seconds FROM minima ORDER BY bench, process"
ALL = """
SELECT benches.id, at, "commit", changed, machine, year, day, part, solver, variant, digest
FROM benches JOIN runs ON runs.id = run ORDER BY benches.id
"""


class BenchedRun(NamedTuple):
    """The times that a bench took of one commit of the project, which may not be known."""

    commit: Commit | None
    timings: Sequence[Timing]


class StoredBench(NamedTuple):
    """A bench of the history: when and at which commit, and the minima of its processes.

    `changed` says that the files differed from the commit.
    """

    at: str
    commit: str | None
    changed: bool
    minima: Sequence[float]


class KeptBench(NamedTuple):
    """A bench of the history with what it is the bench of: the minima are in seconds.

    `at` is in UTC (ISO 8601). `part` is `None` for parse. `changed` says that the files differed
    from the commit. What is not known is `None`.
    """

    at: str
    commit: str | None
    changed: bool | None
    machine: str | None
    year: int
    day: int
    part: int | None
    solver: str
    variant: str | None
    digest: str | None
    minima: Sequence[float] = ()


def append_benches(
    root: str,
    python: str,
    machine: str,
    runs: Sequence[BenchedRun],
    notify: Callable[[str], None],
) -> None:
    """Append benches to the history of the project at `root`, with a run for each commit.

    `python` is the version of the days' Python, `machine` the key of this machine. `notify` gets a
    sentence if the history was damaged. Raises `AocError`.
    """

    def add() -> None:
        """Add all of them, or none."""
        with writing(root) as connection:
            for run in runs:
                if run.timings:
                    number = add_run(connection, time_text(), Place(python, machine), run.commit)
                    for timing in run.timings:
                        add_bench(connection, number, timing)

    with_repair(root, add, notify)


def add_bench(connection: Connection, run: int, timing: Timing) -> None:
    """Add the times of one part to a run."""
    contest, side = timing.contest, timing.side
    source = contest.source
    row = (
        *(run, *contest.puzzle, timing.part, side.solver.name, side.variant),
        *(storable(source.label), stored_kind(source.kind), contest.digest),
        *(timing.minimum, timing.median),
    )
    marks = ", ".join("?" * len(KEPT))
    statement = f"INSERT INTO benches ({', '.join(KEPT)}) VALUES ({marks})"
    bench = connection.execute(statement, row).lastrowid
    rows = [(bench, process, seconds) for process, seconds in enumerate(timing.minima)]
    connection.executemany("INSERT INTO minima VALUES (?, ?, ?)", rows)


def find_benches(
    root: str,
    timings: Collection[Timing],
    machine: str,
    commit: str | None,
    notify: Callable[[str], None],
) -> list[StoredBench | None]:
    """Return, for each timing, the newest bench of the same on the same input and machine.

    With a `commit`, only benches of exactly that commit count. Raises `AocError`.
    """
    if not has_history(root):
        return [None] * len(timings)

    def read() -> list[StoredBench | None]:
        """Look for all of them."""
        with reading(root) as connection:
            return [find_bench(connection, timing, machine, commit) for timing in timings]

    return with_repair(root, read, notify)


def find_bench(
    connection: Connection, timing: Timing, machine: str, commit: str | None
) -> StoredBench | None:
    """Return the newest bench of what a timing is the time of."""
    contest, side = timing.contest, timing.side
    about = (*contest.puzzle, side.solver.name, contest.digest, machine, timing.part, side.variant)
    if commit is None:
        found = connection.execute(NEWEST, about)
    else:
        found = connection.execute(NEWEST + UNCHANGED, (*about, commit))
    number, at, of, changed = found.fetchone()
    if number is None:
        return None
    minima = [seconds for (seconds,) in connection.execute(MINIMA, (number,))]
    return StoredBench(at, of, bool(changed), minima)


def read_benches(root: str, years: Collection[int]) -> list[KeptBench]:
    """Read all benches of some years, oldest first. Raises `HistoryError`."""
    if not has_history(root):
        return []
    wanted = {*years}
    minima: defaultdict[int, list[float]] = defaultdict(list)
    with reading(root) as connection:
        for bench, seconds in connection.execute(ALL_MINIMA):
            minima[bench].append(seconds)
        benches = [
            KeptBench(*row)._replace(minima=minima[number])
            for number, *row in connection.execute(ALL)
        ]
    return [
        bench._replace(changed=truth(bench.changed))
        for bench in benches
        if bench.year in wanted and bench.minima
    ]
