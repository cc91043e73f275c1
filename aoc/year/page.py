"""The page of years, as HTML that needs nothing else, and may do nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence

from aoc.history.past_runs import Step
from aoc.render.format import counted
from aoc.year.charts import line_points, make_environment, time_text
from aoc.year.overview import Day, Year, one_line
from aoc.year.trends import Trends, Way

SHORT = 8
"""Hex digits of a commit that are shown."""
POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""What the page may do: be styled and scripted by what is in it, and show its own icon."""
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


def page(years: Sequence[Year], trends: Trends, user: str | None) -> str:
    """Return the page of years for an account; it is the same for the same knowledge."""
    from markupsafe import Markup

    environment = make_environment()
    environment.filters["ratio"] = ratio_text
    style = environment.get_template("page.css").render()
    script = environment.get_template("page.js").render()
    steps = (step for ways in trends.ways.values() for way in ways for step in way.steps)
    commits = {step.commit for step in steps}
    return environment.get_template("page.html").render(
        years=years,
        user=one_line(user),
        newest=trends.newest or "",
        ways={puzzle: ways for puzzle, ways in trends.ways.items() if ways},
        columns_of=columns_of,
        line_of=lambda way: line_of(way, trends.subjects, user),
        policy=POLICY.format(style=hash_of(style), script=hash_of(script)),
        style=Markup(style),
        script=Markup(script),
        subjects={
            commit_text(commit): one_line(subject)
            for commit, subject in trends.subjects.items()
            if commit in commits
        },
    )


def hash_of(source: str) -> str:
    """Return what a policy names a style or a script by."""
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
    name, steps = way.key.name, way.steps
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
    """Return the lines about a step: what moved by how much, the commit, and that before it.

    Only a bench is marked: of runs, nobody knows what else the machine did.
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
