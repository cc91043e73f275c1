"""The page of years, as HTML that needs nothing else, and may do nothing else.

Below the table of a year are the ways to the answers of each day (parts, variants, other solvers),
with their trends.
"""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.history.log_reader import Record, Run
from aoc.history.trends import Step, series_of, steps_of, subjects_of, times_of
from aoc.model.puzzles import Puzzle
from aoc.model.results import Time
from aoc.project.project import OWN
from aoc.render.columns import with_values
from aoc.render.format import FIRST_CALL, part_name
from aoc.year.charts import template_of
from aoc.year.overview import Year, columns, line_for_xml

MOST = 20
"""The newest commits of a trend, which are shown."""


class Way(NamedTuple):
    """The newest time of a way, and its trend, the oldest step first.

    `name` is `parse`, `part 2`, `part 2 memo`, or a solver's. `ratio` is the time over the time of
    the part itself, if both were taken in the same way; `foreign` names an input that is not the
    account's own.
    """

    name: str
    time: Time
    ratio: str
    foreign: str
    steps: Sequence[Step]


def page(
    root: str, years: Sequence[Year], user: str | None, runs: Sequence[Run]
) -> str:
    """Return the page of years for an account, with the trends of `runs`.

    It is the same for the same knowledge. Git is asked in the project at `root`.
    """
    puzzles: list[Puzzle] = []
    for year in years:
        puzzles += [day.puzzle for day in year.days]
    times = times_of(root, runs, puzzles)
    subjects = subjects_of(root, (time.commit for time in times))
    all_series = series_of(by_own_input(times, user))
    series_by_puzzle: defaultdict[Puzzle, list[list[Record]]] = defaultdict(list)
    for series in all_series:
        series_by_puzzle[series[-1].puzzle].append(series)
    ways: dict[Puzzle, list[Way]] = {}
    for puzzle, series_of_puzzle in series_by_puzzle.items():
        ways[puzzle] = ways_of(series_of_puzzle, user, subjects)
    has_first_calls = any(year.has_first_calls for year in years) or any(
        series[-1].first_call for series in all_series
    )
    return template_of("page.html").render(
        years=years,
        user=line_for_xml(user),
        # Not the time of writing: a page in a repository changes only if a time has come.
        newest=max((time.at for time in times), default=""),
        first_call=FIRST_CALL if has_first_calls else "",
        ways=ways,
        subjects={
            commit: line_for_xml(subject) for commit, subject in subjects.items()
        },
        columns=columns,
        with_values=with_values,
        hash_of=hash_of,
    )


def by_own_input(times: Iterable[Record], user: str | None) -> list[Record]:
    """Return times in their order, but those on the account's own input last."""
    # `series_of` takes the series with the last time, and the order of the others stays.
    return sorted(times, key=lambda time: is_on_own_input(time, user))


def is_on_own_input(time: Record, user: str | None) -> bool:
    """Return whether a time is on the input of an account."""
    return user is not None and time.input == user


def hash_of(source: str) -> str:
    """Return the name of a style or a script in a policy."""
    digest = hashlib.sha256(source.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def ways_of(
    all_series: Sequence[Sequence[Record]],
    user: str | None,
    subjects: Mapping[str, str],
) -> list[Way]:
    """Return the ways to the answers of one puzzle, by their series.

    `subjects` are the first lines of commits, the oldest first.
    """
    own_series = {}
    for series in all_series:
        newest = series[-1]
        if newest.solver == OWN and newest.variant is None:
            own_series[newest.part] = series
    ways = []
    for series in all_series:
        newest = series[-1]
        name = line_for_xml(newest.solver)
        if newest.solver == OWN:
            name = part_name(newest.part, newest.variant)
        way = Way(
            name,
            newest.time,
            ratio=slowdown_text(newest, own_series),
            foreign=foreign_text(newest, user),
            steps=steps_of(series, subjects)[-MOST:],
        )
        ways.append(way)
    return ways


def slowdown_text(
    record: Record, own_series: Mapping[int | None, Sequence[Record]]
) -> str:
    """Return how many times the time of the part itself a variant takes.

    `own_series` are the series of the parts themselves. The time of another solver is compared with
    parse and both parts. It is empty for the part itself, and without a time that was taken in the
    same way.
    """
    if record.solver == OWN and not record.variant:
        return ""
    parts = [record.part]
    if record.solver != OWN:
        parts = [None, 1] if record.puzzle.is_last else [None, 1, 2]
    total = 0.0
    for part in parts:
        # A first call is slower than the best of many, and a bench more exact than a run.
        own_times = [
            own.time.seconds
            for own in own_series.get(part, ())
            if (own.source, own.basis) == (record.source, record.basis)
        ]
        if not own_times:
            return ""
        total += own_times[-1]
    if not total:
        return ""
    # Three digits; more would be noise.
    ratio = float(f"{record.time.seconds / total:.3g}")
    return f"{ratio:,g}\u00a0×"


def foreign_text(time: Record, user: str | None) -> str:
    """Return the input of a time, without its name, if it is not the account's own."""
    if is_on_own_input(time, user):
        return ""
    # A page may be public, and the name of a file or an account may not.
    names = {"sample": "a sample", "file": "a file"}
    return f"on {names.get(time.kind, 'another input')}"
