"""The page of years, as HTML that needs nothing else, and may do nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence

from aoc.render.format import counted
from aoc.year.charts import line_points, make_environment, time_text
from aoc.year.overview import Day, Year, one_line
from aoc.year.trends import Point, Trends, Way

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
    points = (point for ways in trends.ways.values() for way in ways for point in way.points)
    commits = {point.commit for point in points}
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

    `spots` are its points, each with a text if it is marked; `steps` have the commit, the time and
    the number of times of each, for scripts. `foreign` names an input that is not one's own.
    """
    name, points = way.key.name, way.points
    places = line_points([point.seconds for point in points])
    times = [time_text(point.seconds) for point in points]
    label = f"{name}: {counted(len(points), 'commit')}, {times[0]}"
    if len(points) > 1:
        marked = sum(point.mark is not None for point in points) or "none"
        label = f"{name}: the last {counted(len(points), 'commit')}, {marked} marked, "
        label += f"from {times[0]} to {times[-1]}"
    return {
        "label": label,
        "foreign": foreign_text(way.input, way.kind, user),
        "spots": [
            (*place, point, mark_text(name, point, subjects) if point.mark else None)
            for place, point in zip(places, points, strict=True)
        ],
        "steps": [
            (commit_text(point.commit) + "+" * point.changed, time, point.times)
            for point, time in zip(points, times, strict=True)
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


def commit_text(commit: str | None) -> str:
    """Return a commit in short."""
    return one_line(commit)[:SHORT] if commit else "no commit"


def mark_text(name: str, point: Point, subjects: Mapping[str, str]) -> str:
    """Return the lines about a mark: what moved by how much, the commit, and that before it."""
    mark = point.mark
    assert mark is not None
    now, then = (
        f"{commit_text(commit)} {one_line(subjects.get(commit or ''))}".rstrip()
        for commit in (point.commit, mark.since)
    )
    return "\n".join(
        (
            f"{name}: {mark.factor:.3g} times {mark.speed}",
            f"{time_text(mark.before)} → {time_text(mark.seconds)}",
            now,
            f"against {then}",
        )
    )
