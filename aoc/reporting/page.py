"""The page of an overview, as HTML that needs nothing else, and may do nothing else."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.render.format import counted, seconds_text
from aoc.reporting import words
from aoc.reporting.charts import LogScale, Share, line_points, scale_of, shares
from aoc.reporting.overview import Day, Overview, Year
from aoc.reporting.thinning import Limits, thinned
from aoc.reporting.trends import Point
from aoc.reporting.variants import Way
from aoc.text import digest_of

if TYPE_CHECKING:
    from jinja2 import Environment

PARTS = (None, 1, 2)
LARGEST = 290_000
"""Bytes of the page for each year."""
LIMITS = [Limits(1800 >> step, 320 >> step) for step in range(6)]
"""How much of the trends of a year is shown; the less, the more there is to say about each."""
VERSION = 'data-version=""'
"""Where the page has its version, which is known once the rest is."""
POLICY = (
    "default-src 'none'; style-src '{style}'; script-src '{script}'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""What the page may do: be styled and scripted by what is in it, and show its own icon."""
LIVE_POLICY = POLICY + "; connect-src 'self'"


class Spot(NamedTuple):
    """A point of a trend in its picture, with what is said about it if it has a mark."""

    x: float
    y: float
    point: Point
    text: str | None


class Line(NamedTuple):
    """The picture of a trend: its points, and what is said about it."""

    spots: Sequence[Spot]
    label: str

    @property
    def path(self) -> str:
        """The line itself, for SVG, without what is in `gaps`."""
        return "".join(
            f"{'M' if not number or spot.point.gap else 'L'}{spot.x:g} {spot.y:g}"
            for number, spot in enumerate(self.spots)
        )

    @property
    def gaps(self) -> str:
        """The pieces of the line where points are left out, for SVG."""
        return "".join(
            f"M{before.x:g} {before.y:g}L{spot.x:g} {spot.y:g}"
            for before, spot in pairwise(self.spots)
            if spot.point.gap
        )

    @property
    def steps(self) -> list[list[object]]:
        """The commit, the time and the number of times of each point, for scripts."""
        return [
            [
                words.commit_text(spot.point.commit, changed=spot.point.changed),
                seconds_text(spot.point.seconds),
                spot.point.times,
            ]
            for spot in self.spots
        ]


def page(overview: Overview, *, live: bool = False) -> str:
    """Return the page of an overview; a `live` one asks its server for news.

    It is the same for the same overview, at any time. Each year takes `LARGEST` bytes at most,
    whatever the history has: of long trends, less is shown.
    """
    environment = make_environment()
    for limits in LIMITS:
        text = render(environment, thinned(overview, limits), live=live)
        if len(text.encode()) <= LARGEST * len(overview.years):
            break
    return text.replace(VERSION, f'data-version="{digest_of(text)[:16]}"', 1)


def render(environment: Environment, overview: Overview, *, live: bool) -> str:
    """Return the page of an overview with all that is in it; its version is left empty."""
    from markupsafe import Markup

    style, script = (source(environment, name) for name in ("page.css", "page.js"))
    policy = LIVE_POLICY if live else POLICY
    return environment.get_template("page.html").render(
        overview=overview,
        live=live,
        policy=policy.format(style=hash_source(style), script=hash_source(script)),
        style=Markup(style),
        script=Markup(script),
        subjects=shown_subjects(overview),
        line_of=lambda way: line_of(way, overview.subjects),
        foreign=lambda way: foreign_text(way.trend_input, way.trend_kind, overview.user),
        made_up=lambda way: foreign_text(way.input, way.kind, overview.user),
    )


@cache
def make_environment() -> Environment:
    """Return what fills the templates; it escapes all that is not part of them."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        loader=PackageLoader("aoc.reporting"),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    filters: dict[str, Callable[..., Any]] = {
        "after": words.after_text,
        "line": words.one_line,
        "ratio": words.ratio_text,
        "short": words.commit_text,
        "time": seconds_text,
        "way": words.way_text,
    }
    environment.filters.update(filters)
    environment.globals.update(
        bar_of=bar_of,
        facts_of=facts_of,
        parts=PARTS,
        scale_of_year=scale_of_year,
        weeks_of=weeks_of,
    )
    return environment


def source(environment: Environment, name: str) -> str:
    """Return a file of the templates as it is."""
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0]


def hash_source(text: str) -> str:
    """Return what a policy names a style or a script by."""
    import base64
    import hashlib

    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def shown_subjects(overview: Overview) -> dict[str, str]:
    """Return the first lines of the messages of all commits that the page shows, by short id."""
    commits = {
        point.commit
        for year in overview.years
        for day in year.days
        for way in day.ways
        for point in way.trend.points
    }
    return {
        words.commit_text(commit): words.one_line(subject)
        for commit, subject in overview.subjects.items()
        if commit in commits
    }


def weeks_of(year: Year) -> list[list[Day | None]]:
    """Return the days in weeks from Monday to Sunday; `None` where December has no puzzle."""
    first = calendar.weekday(year.year, 12, 1)
    cells = [*[None] * first, *year.days]
    cells += [None] * (-len(cells) % 7)
    return [cells[start : start + 7] for start in range(0, len(cells), 7)]


def scale_of_year(year: Year) -> LogScale:
    """Return the scale of all bars of a year."""
    return scale_of(day.seconds for day in year.days if day.seconds is not None)


def bar_of(day: Day, scale: LogScale) -> list[Share]:
    """Return the shares of parse, part 1 and part 2 of the bar of a day."""
    times = [way.seconds if (way := day.own(part)) else None for part in PARTS]
    return shares(times, scale)


def facts_of(year: Year) -> dict[str, str]:
    """Return what is worth knowing of a year, in a few words each."""
    facts = {"Stars": f"{sum(day.stars for day in year.days)} of {2 * len(year.days)}"}
    timed = [(day.seconds, day) for day in year.days if day.seconds is not None]
    if timed:
        facts[f"Time of {counted(len(timed), 'day')}"] = seconds_text(
            sum(seconds for seconds, _ in timed)
        )
        _, slowest = max(timed, key=lambda pair: pair[0])
        title = words.one_line(slowest.title)
        facts["Slowest day"] = f"{slowest.puzzle.day} {title}".rstrip()
    sent = sum(sum(day.attempts) for day in year.days)
    if sent:
        facts["Answers sent"] = str(sent)
    return facts


def line_of(way: Way, subjects: Mapping[str, str]) -> Line:
    """Return the picture of the trend of a way."""
    name = words.way_text(way.key)
    points = way.trend.points
    places = line_points([point.seconds for point in points])
    spots = [
        Spot(*place, point, words.mark_text(name, point, subjects) if point.mark else None)
        for place, point in zip(places, points, strict=True)
    ]
    return Line(spots, words.line_text(name, way.trend))


def foreign_text(label: str | None, kind: str, user: str | None) -> str | None:
    """Return on which input something was measured, if it is not the account's own."""
    text = words.input_text(label, kind, user)
    return None if text == words.OWN_INPUT else text
