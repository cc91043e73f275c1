"""The page of years, as HTML that needs nothing else, and may do nothing else.

Below the table of a year are the ways to the answers of each day (parts, variants, other solvers),
with their trends.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from aoc.history.log_reader import read_log
from aoc.history.past_runs import Row, Step, series_of, steps_of, subjects_of, times_of
from aoc.model.results import FirstCall
from aoc.project.solvers import OWN
from aoc.render.columns import with_values
from aoc.render.format import FIRST_CALL, part_name
from aoc.year.charts import template_of
from aoc.year.overview import Year, columns, one_line

MOST = 20
"""The newest commits of a trend, which are shown."""


class Way(NamedTuple):
    """The newest time of a way in seconds, and its trend, the oldest step first.

    `name` is `parse`, `part 2`, `part 2 memo`, or that of a solver. `ratio` is the time over that
    of the part itself, if both were taken in the same way; `foreign` names an input that is not
    one's own.
    """

    name: str
    seconds: float
    ratio: str
    foreign: str
    steps: Sequence[Step]


def page(root: str, years: Sequence[Year], user: str | None) -> str:
    """Return the page of years for an account; it is the same for the same knowledge."""
    puzzles = [day.puzzle for year in years for day in year.days]
    rows = times_of(root, read_log(root).runs, puzzles)
    subjects = subjects_of(root, (row.commit for row in rows))
    series = series_of(by_own_input(rows, user))
    has_first_calls = any(isinstance(one[-1].seconds, FirstCall) for one in series)
    return template_of("page.html").render(
        years=years,
        user=one_line(user),
        newest=max((row.at for row in rows), default=""),
        first_call=FIRST_CALL
        if has_first_calls or any(y.has_first_calls for y in years)
        else "",
        ways={
            puzzle: ways_of(list(group), user, subjects)
            for puzzle, group in groupby(series, key=lambda one: one[-1].puzzle)
        },
        subjects={commit: one_line(subject) for commit, subject in subjects.items()},
        columns=columns,
        with_values=with_values,
        hash_of=hash_of,
    )


def by_own_input(rows: Iterable[Row], user: str | None) -> list[Row]:
    """Return times with those on the own input last: the newest one of these goes before others."""
    return sorted(rows, key=lambda row: user is not None and row.input == user)


def hash_of(source: str) -> str:
    """Return the name of a style or a script in a policy."""
    digest = hashlib.sha256(source.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def ways_of(
    found: Sequence[Sequence[Row]], user: str | None, subjects: Mapping[str, str]
) -> list[Way]:
    """Return the ways to the answers of one puzzle, by their series.

    `subjects` are those of the commits that git knows, the oldest first.
    """
    own = {
        one[-1].part: one
        for one in found
        if (one[-1].solver, one[-1].variant) == (OWN, None)
    }
    ways = []
    for series in found:
        row, steps = series[-1], steps_of(series, subjects)[-MOST:]
        name = (
            part_name(row.part, row.variant)
            if row.solver == OWN
            else one_line(row.solver)
        )
        ways.append(
            Way(name, row.seconds, ratio_text(row, own), foreign_text(row, user), steps)
        )
    return ways


def ratio_text(row: Row, own: Mapping[int | None, Sequence[Row]]) -> str:
    """Return how many times the time of the part itself a variant takes.

    `own` are the series of the day itself. The time of another solver is compared with parse and
    both parts. It is empty for the part itself, and without a time that was taken in the same way.
    """
    if row.solver == OWN and not row.variant:
        return ""
    parts = (
        (row.part,)
        if row.solver == OWN
        else (None, 1, 2)[: 2 if row.puzzle.is_last else 3]
    )
    like = (row.source, *row.basis)
    same = [
        [one.seconds for one in own.get(part, ()) if (one.source, *one.basis) == like]
        for part in parts
    ]
    total = sum(seconds[-1] for seconds in same) if all(same) else 0
    return f"{float(f'{row.seconds / total:.3g}'):,g}\u00a0×" if total else ""


def foreign_text(row: Row, user: str | None) -> str:
    """Return the input of a time, if it is not the account's own.

    The name of a file or of another account is not shown.
    """
    names = {"sample": "a made-up input", "file": "a file"}
    is_own = user is not None and row.input == user
    return "" if is_own else f"on {names.get(row.kind, 'another input')}"
