"""The words of the page: of times after the unlock, of inputs, of commits and what moved them."""

from __future__ import annotations

from collections.abc import Mapping

from aoc.project import OWN
from aoc.render.format import counted, seconds_text
from aoc.reporting.trends import Point, Trend
from aoc.reporting.variants import WayKey
from aoc.text import printable

SHORT = 8
"""Hex digits of a commit that are shown."""
LONGEST = 72
"""Characters of a title, a name or a message that are shown."""
NO_COMMIT = "no commit"
OWN_INPUT = "your input"


def one_line(text: str | None) -> str:
    """Return a text from elsewhere as one line that a page can show, cut where it is long."""
    # Half of a surrogate pair cannot be written to a file.
    shown = printable(" ".join((text or "").split()), kept="")
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def after_text(seconds: float) -> str:
    """Format how long after the unlock a star came: `45s`, `4m 07s`, `1h 02m`, `3d 4h`."""
    whole = int(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes_rest = divmod(minutes, 60)
    if not minutes:
        return f"{rest}s"
    if not hours:
        return f"{minutes}m {rest:02d}s"
    days, hours_rest = divmod(hours, 24)
    return f"{days}d {hours_rest}h" if days else f"{hours}h {minutes_rest:02d}m"


def way_text(key: WayKey) -> str:
    """Return what a way is called: `parse`, `part 2`, `part 2 memo`, or the name of a solver."""
    if key.solver != OWN:
        return one_line(" ".join(filter(None, (key.solver, key.variant))))
    part = f"part {key.part}" if key.part else "parse"
    return one_line(" ".join(filter(None, (part, key.variant))))


def input_text(label: str | None, kind: str, user: str | None) -> str:
    """Return what a time was taken on; the name of a file or another account is not shown."""
    if kind == "sample":
        return one_line(label)
    if kind == "personal":
        return OWN_INPUT if user is not None and label == user else "the input of an account"
    return "a file" if kind == "file" else "an input from stdin"


def ratio_text(ratio: float) -> str:
    """Return how many times the time of the part itself something takes."""
    return f"{ratio:.3g} ×" if ratio < 999.5 else f"{ratio:,.0f} ×"


def commit_text(commit: str | None, *, changed: bool = False) -> str:
    """Return a commit in short; `+` stands for files that differed from it."""
    return one_line(commit)[:SHORT] + "+" * changed if commit else NO_COMMIT


def mark_text(name: str, point: Point, subjects: Mapping[str, str]) -> str:
    """Return the lines about a mark: what moved by how much, the commit, and that before it."""
    mark = point.mark
    assert mark is not None
    now, before = seconds_text(mark.seconds), seconds_text(mark.before)
    return "\n".join(
        (
            f"{name}: {mark.factor:.3g} times {mark.speed}",
            f"{before} → {now}",
            with_subject(point.commit, subjects),
            f"against {with_subject(mark.since, subjects)}",
        )
    )


def with_subject(commit: str | None, subjects: Mapping[str, str]) -> str:
    """Return a commit in short with the first line of its message, if it is known."""
    return f"{commit_text(commit)} {one_line(subjects.get(commit or ''))}".rstrip()


def line_text(name: str, trend: Trend) -> str:
    """Return what the line of a trend shows, for those who do not see it."""
    points = trend.points
    count = counted(len(points), "commit")
    if len(points) == 1:
        return f"{name}: {count}, {seconds_text(points[0].seconds)}"
    first, last = (seconds_text(point.seconds) for point in (points[0], points[-1]))
    marks = f"{trend.marks} marked" if trend.marks else "none marked"
    return f"{name}: the last {count}, {marks}, from {first} to {last}"
