"""Adding a run to the history: what it solved, where, and at which commit."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from aoc.clock import now
from aoc.digest import digest_of
from aoc.history.commits import CommitQuestion
from aoc.results import Place, Result, Verdict

if TYPE_CHECKING:
    from sqlite3 import Connection

    from aoc.history.commits import Commit

__all__ = ["Recorder", "add_run", "storable", "stored_kind", "time_text"]

KEPT = (
    *("run", "year", "day", "part", "solver", "variant", "input", "kind", "digest"),
    *("verdict", "answer", "seconds", "parse_seconds", "memory", "version"),
)
"""The columns of a result."""
Kept = tuple[Result, float | None]
"""A result of a part, and the seconds of parsing its input."""


class Recorder:
    """Adds results to the history of the project at `root`.

    `python` is the version of the Python that the days run on, `versions` are those of the solvers
    by name. What takes time, but needs no result, is done when this is made. What ran on another
    machine is a run of its own.
    """

    def __init__(self, root: str, python: str, versions: Mapping[str, str | None]) -> None:
        self.root = root
        self.versions = versions
        self.commit: Commit | None = None
        self.question: CommitQuestion | None = CommitQuestion(root)
        # Imported now, while git and others do something.
        import sqlite3

        from aoc.history import repair
        from aoc.history.machine import machine_key

        del repair, sqlite3
        self.runs: dict[Place, tuple[int, str]] = {}
        """The number of the run in the history, and its time, on each machine."""
        self.here = Place(python, machine_key(python))
        self.parsed: tuple[tuple[object, ...], float | None] = ((), None)
        """The seconds of parsing the last input."""

    def append(self, results: Iterable[Result], notify: Callable[[str], None]) -> None:
        """Append more results of the run; parts that are not solved are left out.

        If the history is damaged, another one is begun, and `notify` gets a sentence about it.
        Raises `HistoryError`, or `SiteError` if another program keeps it from being repaired.
        """
        from aoc.history.repair import with_repair

        kept = [*self.kept(results)]
        if self.question:
            self.commit = self.question.answer()
            self.question = None
        if kept:
            with_repair(self.root, partial(self.add, kept), notify)

    def kept(self, results: Iterable[Result]) -> Iterator[Kept]:
        """Yield what says something about a part, with the seconds of parsing its input."""
        for result in results:
            about = (result.year, result.day, result.solver, result.input)
            if result.is_of_parse:
                self.parsed = (about, result.seconds)
            elif result.part is not None and result.verdict is not Verdict.SKIPPED:
                yield result, self.parsed[1] if self.parsed[0] == about else None

    def add(self, results: Sequence[Kept]) -> None:
        """Add results, and the run itself with the first of them."""
        from aoc.history.database import writing

        with writing(self.root) as connection:
            for place, found in on_each_place(results, self.here):
                # The history may be another one, if it was damaged meanwhile.
                if place not in self.runs or not has_run(connection, *self.runs[place]):
                    at = time_text()
                    self.runs[place] = add_run(connection, at, place, self.commit), at
                add_results(connection, self.runs[place][0], found, self.versions)


def on_each_place(results: Iterable[Kept], here: Place) -> Iterator[tuple[Place, list[Kept]]]:
    """Yield each place where results are from, with those results, in order."""
    found: dict[Place, list[Kept]] = defaultdict(list)
    for result, parsing in results:
        found[result.ran_on or here].append((result, parsing))
    yield from found.items()


def storable(text: str | None) -> str | None:
    """Return a text that SQLite can keep: the name of a file may have bytes that are no UTF-8."""
    return text and text.encode("utf-8", "replace").decode()


def stored_kind(kind: str | None) -> str:
    """Return the kind of an input as the history names it."""
    return "account" if kind == "personal" else kind or ""


def time_text() -> str:
    """Return the time in UTC, as the history has it: `2021-12-21T05:00:00Z`."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now()))


def has_run(connection: Connection, number: int, at: str) -> bool:
    """Return whether the history has a run of this number and time."""
    found = connection.execute("SELECT 1 FROM runs WHERE (id, at) = (?, ?)", (number, at))
    return found.fetchone() is not None


def add_run(connection: Connection, at: str, place: Place, commit: Commit | None) -> int:
    """Add a run of the program, and return its number in the history."""
    row = (at, *(commit or (None, None)), *place)
    statement = 'INSERT INTO runs (at, "commit", changed, python, machine) VALUES (?, ?, ?, ?, ?)'
    number = connection.execute(statement, row).lastrowid
    assert number is not None
    return number


def add_results(
    connection: Connection,
    run: int,
    results: Sequence[Kept],
    versions: Mapping[str, str | None],
) -> None:
    """Add the results of a run; `versions` are those of the solvers."""
    rows = [
        (
            *(run, result.year, result.day, result.part, result.solver, result.variant),
            *(storable(result.input), stored_kind(result.input_kind), result.digest),
            *(result.verdict.value, result.answer and digest_of(result.answer)),
            *(result.seconds, parsing, result.peak_memory_bytes),
            versions.get(result.solver),
        )
        for result, parsing in results
    ]
    marks = ", ".join("?" * len(KEPT))
    connection.executemany(f"INSERT INTO results ({', '.join(KEPT)}) VALUES ({marks})", rows)
