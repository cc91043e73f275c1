"""The page of years, as HTML that needs nothing else, and may do nothing else.

Below the table of a year are the ways to the answers of each day (parts, variants, other solvers),
with their trends.
"""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.errors import AocError
from aoc.history.past_runs import Row, Step, read_times, steps_of, subjects_of
from aoc.model import Puzzle, Verdict
from aoc.project import OWN
from aoc.render.format import counted
from aoc.year.charts import line_points, template_of, time_text
from aoc.year.overview import Day, Year, one_line

SHORT = 8
"""Hex digits of a commit that are shown."""
POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""The page may be styled and scripted by its own text, and show its own icon."""
COLUMNS: Mapping[str, tuple[str, Callable[[Day], object]]] = {
    "day": ("Day", lambda day: True),
    "title": ("Title", lambda day: True),
    "stars": ("Stars", lambda day: day.stars),
    "parse": ("Parse", lambda day: day.parse),
    "part1": ("Part 1", lambda day: isinstance(day.part1, float | int)),
    "part2": ("Part 2", lambda day: isinstance(day.part2, float | int)),
    "total": ("Total", lambda day: day.seconds),
    "star1": ("Star 1", lambda day: day.after[0] or day.late[0]),
    "star2": ("Star 2", lambda day: day.after[1] or day.late[1]),
    "attempts": ("Answers sent", lambda day: any(day.attempts)),
}
"""The columns of the table: by name the heading, and whether a day has a value."""
MOST = 20
"""The newest commits of a trend, which are shown."""
Key = tuple[bool, str, int, str]
"""Whether the solver is another than the project's own, the solver, the part, and the variant.

Part 0 is parse. Sorting brings parse, parts with variants, and other solvers, which answer both
parts in one call.
"""


class Way(NamedTuple):
    """The last time of a way in seconds, and its trend in steps, the oldest first.

    `name` is `parse`, `part 2`, `part 2 memo`, or that of a solver. `ratio` is the time over that
    of the part itself, if both were taken in the same way. The trend is on the `input`, whose kind
    is `kind`.
    """

    name: str
    seconds: float
    ratio: float | None
    steps: Sequence[Step]
    input: str | None
    kind: str


def page(root: str, years: Sequence[Year], user: str | None) -> str:
    """Return the page of years for an account; it is the same for the same knowledge."""
    by_puzzle: defaultdict[Puzzle, list[Row]] = defaultdict(list)
    subjects: Mapping[str, str] = {}
    try:
        rows = read_times(root, [day.puzzle for year in years for day in year.days])
        subjects = subjects_of(root, (row.commit for row in rows))
    except AocError:  # `read_years` has said that the history cannot be read
        rows = []
    for row in rows:
        by_puzzle[Puzzle(row.year, row.day)].append(row)
    ways = {puzzle: ways_of(rows, user, subjects) for puzzle, rows in by_puzzle.items()}
    commits = {step.commit for some in ways.values() for way in some for step in way.steps}
    style = template_of("page.css").render()
    script = template_of("page.js").render()
    return template_of("page.html").render(
        years=years,
        user=one_line(user),
        newest=max((row.at for row in rows), default=""),
        ways={puzzle: some for puzzle, some in ways.items() if some},
        columns_of=columns_of,
        line_of=lambda way: line_of(way, subjects, user),
        policy=POLICY.format(style=hash_of(style), script=hash_of(script)),
        style=style,
        script=script,
        subjects={
            commit_text(commit): one_line(subject)
            for commit, subject in subjects.items()
            if commit in commits
        },
    )


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
            by_key[is_other, row.solver, part, row.variant or ""].append(row)
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
        is_other, solver, part, variant = key
        name = solver if is_other else f"part {part}" if part else "parse"
        name = one_line(f"{name} {variant}")
        found.append(Way(name, last.seconds, ratio, steps, shown.input, shown.kind))
    return found


def place_of(row: Row) -> tuple[str | None, str | None]:
    """Return the input and the machine: only times with the same ones are compared."""
    return row.digest or row.input, row.machine


def ratio_to_part(key: Key, row: Row, by_key: Mapping[Key, Sequence[Row]]) -> float | None:
    """Return how many times the time of the part itself a variant takes.

    The time of another solver is compared with parse and both parts. `None` is returned for the
    part itself, and where it has no time that was taken in the same way.
    """
    is_other, _, of_part, variant = key
    if not (is_other or variant):
        return None
    total = 0.0
    for part in (0, 1, 2) if is_other else (of_part,):
        own = by_key.get((False, OWN, part, ""), ())
        same = [one for one in own if (place_of(one), one.source) == (place_of(row), row.source)]
        if not same and not (part == 2 and Puzzle(row.year, row.day).is_last):
            return None
        total += same[-1].seconds if same else 0.0
    return row.seconds / total if total else None


def hash_of(source: str) -> str:
    """Return the name of a style or a script in a policy."""
    digest = hashlib.sha256(source.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def columns_of(year: Year) -> dict[str, str]:
    """Return the headings of the columns of the table that have a value, by their names."""
    return {
        name: heading
        for name, (heading, has_value) in COLUMNS.items()
        if any(map(has_value, year.days))
    }


def line_of(way: Way, subjects: Mapping[str, str], user: str | None) -> dict[str, object]:
    """Return the chart of the trend of a way.

    `spots` are its steps, each with a text if it is marked; `steps` have the commit, the time and
    the number of times of each, for scripts. `foreign` names an input that is not one's own.
    """
    name, steps = way.name, way.steps
    places = line_points([step.seconds for step in steps])
    times = [time_text(step.seconds) for step in steps]
    texts = [mark_text(name, step, subjects) for step in steps]
    label = f"{name}: {counted(len(steps), 'commit')}, {times[0]}"
    if len(steps) > 1:
        marked = sum(map(bool, texts)) or "none"
        label = f"{name}: the last {counted(len(steps), 'commit')}, {marked} marked, "
        label += f"from {times[0]} to {times[-1]}"
    return {
        "label": label,
        "ratio": None if way.ratio is None else ratio_text(way.ratio),
        "foreign": foreign_text(way.input, way.kind, user),
        "spots": [
            (*place, step, text) for place, step, text in zip(places, steps, texts, strict=True)
        ],
        "steps": [
            (commit_text(step.commit, step.changed), time, step.times)
            for step, time in zip(steps, times, strict=True)
        ],
    }


def foreign_text(label: str | None, kind: str, user: str | None) -> str | None:
    """Return the input of a time, if it is not the account's own.

    The name of a file or of another account is not shown.
    """
    if kind == "personal":
        return None if user is not None and label == user else "on the input of an account"
    names = {"sample": "a made-up input", "file": "a file"}
    return f"on {names.get(kind, 'an input from stdin')}"


def ratio_text(ratio: float) -> str:
    """Return how many times the time of the part itself something takes."""
    return f"{ratio:.3g}\u00a0×" if ratio < 999.5 else f"{ratio:,.0f}\u00a0×"


def commit_text(commit: str | None, changed: bool | None = False) -> str:
    """Return a commit in short, with `+` if files differed from it."""
    return one_line(commit)[:SHORT] + "+" * bool(changed) if commit else "no commit"


def mark_text(name: str, step: Step, subjects: Mapping[str, str]) -> str | None:
    """Return the lines about a step: the way, by how much it moved, and both commits.

    Only a bench is marked: during a run, the machine may have been busy with other work.
    """
    if not step.ratio or not step.benches:
        return None
    before, after = step.benches
    then, now = (
        f"{commit_text(row.commit, row.changed)} {one_line(subjects.get(row.commit or ''))}"
        for row in (before, after)
    )
    words = "slower" if step.ratio > 1 else "faster"
    return "\n".join(
        (
            f"{name}: {max(step.ratio, 1 / step.ratio):.3g} times {words}",
            f"{time_text(before.seconds)} → {time_text(after.seconds)}",
            now.rstrip(),
            f"against {then}".rstrip(),
        )
    )
