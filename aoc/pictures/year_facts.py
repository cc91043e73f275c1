"""What the pictures of a year show: `YearFacts`, and the JSON that each picture has of them.

By that JSON `aoc report --check` can draw a picture again with the times that it has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from aoc.model import FIRST_YEAR, days_in
from aoc.text import is_printable, parse_json, printable

Time = float | str | None
"""Seconds, or a word in place of a time, such as `wrong`, or `None` where there is no such part."""

LONGEST = 40
"""Characters of a title; a longer one is cut off."""
LONGEST_WORD = 20
MOST_SECONDS = 1e7
DIGITS = 6
"""Digits of a time that a picture keeps."""
NOT_IN_XML = re.compile("[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Basis(NamedTuple):
    """Where times are from: the best of some runs, or with `best_of` 0 the last runs.

    `inputs` says which inputs they ran on: `made-up`, `own`, `both`, or nothing if no day ran.
    """

    best_of: int
    inputs: str


class DayFacts(NamedTuple):
    """A day that has a module: its title, and its times in seconds."""

    day: int
    title: str
    parse: float | None
    part1: Time
    part2: Time

    @property
    def times(self) -> list[float]:
        """The times that there are."""
        return [time for time in (self.parse, self.part1, self.part2) if isinstance(time, float)]

    @property
    def total(self) -> float | None:
        """The sum of the times that there are; `None` if there is none."""
        return sum(self.times) if self.times else None

    @property
    def solved(self) -> tuple[bool, ...]:
        """Whether each part that the day has is solved."""
        return tuple(
            isinstance(part, float) for part in (self.part1, self.part2) if part is not None
        )


class YearFacts(NamedTuple):
    """What the pictures of a year show.

    `days` are those with a module, in order. `stars` are 1 or 2 by day, or `None` if they are not
    known, because there is no account.
    """

    year: int
    basis: Basis
    stars: Mapping[int, int] | None
    days: Sequence[DayFacts]

    @property
    def total(self) -> float | None:
        """The sum of all times; `None` if there is none."""
        totals = [day.total for day in self.days if day.total is not None]
        return sum(totals) if totals else None


def plain_line(text: str) -> str:
    """Return a title as the pictures have it: one line, not too long, all of it allowed in XML."""
    line = NOT_IN_XML.sub("\ufffd", printable(" ".join(text.split()), kept=""))
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def json_of(facts: YearFacts) -> str:
    """Return the facts as a line of JSON, with times of six digits; the same for the same facts."""
    stars = None
    if facts.stars is not None:
        stars = {str(day): facts.stars[day] for day in sorted(facts.stars)}
    days = [[day, title, *map(short, times)] for day, title, *times in facts.days]
    fields = {"year": facts.year, "basis": list(facts.basis), "stars": stars, "days": days}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def short(time: Time) -> Time:
    """Return a time with as many digits as a picture keeps."""
    return float(f"{time:.{DIGITS}g}") if isinstance(time, float) else time


def facts_from_json(text: str) -> YearFacts:
    """Return the facts that `json_of` made a text of. Raises `ValueError` for any other text."""
    fields = parse_json(text)
    try:
        year = whole(fields["year"], FIRST_YEAR, 9999)
        best_of, inputs = fields["basis"]
        basis = Basis(whole(best_of, 0, 1_000_000), word(inputs))
        last = days_in(year)
        stars = fields["stars"] and {
            whole(int(day), 1, last): whole(count, 1, 2) for day, count in fields["stars"].items()
        }
        days = [
            DayFacts(whole(day, 1, last), line(title), parse_time(parse), time(one), time(two))
            for day, title, parse, one, two in fields["days"]
        ]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not the facts of a year: {error!r}") from None
    if [day.day for day in days] != sorted({day.day for day in days}):
        raise ValueError("the days are not in order")
    return YearFacts(year, basis, stars or None, days)


def whole(value: Any, least: int, most: int) -> int:
    """Return a whole number. Raises `ValueError` for anything else, or if it is out of bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{value!r} is no number from {least} to {most}")
    return value


def line(value: Any) -> str:
    """Return a title. Raises `ValueError` for anything else."""
    if not isinstance(value, str) or plain_line(value) != value:
        raise ValueError(f"{value!r} is no title")
    return value


def word(value: Any) -> str:
    """Return a word or two. Raises `ValueError` for anything else."""
    if not isinstance(value, str) or not is_printable(value) or len(value) > LONGEST_WORD:
        raise ValueError(f"{value!r} is no word")
    return value


def parse_time(value: Any) -> float | None:
    """Return the time of `parse`. Raises `ValueError` for what is neither a time nor `None`."""
    if value is None:
        return None
    seconds = float(value)
    if not 0 <= seconds <= MOST_SECONDS:
        raise ValueError(f"{value!r} is no time")
    return seconds


def time(value: Any) -> Time:
    """Return the time of a part, or the word in place of it. Raises `ValueError`."""
    return word(value) if isinstance(value, str) else parse_time(value)
