"""The table of days in a README, and the sections between markers that are generated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aoc.render.units import seconds_text
from aoc.results import Result

__all__ = ["DayRow", "days_table", "idea_of", "replace_section", "rows_of", "section"]


LONG = 75
"""Characters of an idea; a longer one ends at its first comma."""


class DayRow(NamedTuple):
    """A day in the table, with its times in seconds; a time is `None` if there is no such part."""

    day: int
    title: str
    idea: str
    parse: float | None
    part1: float | None
    part2: float | None

    @property
    def total(self) -> float:
        """The sum of the three times."""
        return sum(time or 0.0 for time in (self.parse, self.part1, self.part2))


def idea_of(docstring: str) -> str:
    """Return the first sentence below the title of a docstring, shortened if it is long."""
    _, _, rest = docstring.partition("\n\n")
    paragraph = " ".join(rest.split("\n\n")[0].split())
    match = re.match(r"(?:Part 1: )?(.+?[.:])(?: |$)", paragraph)
    sentence = match[1].rstrip(".:") if match else ""
    if len(sentence) > LONG:
        sentence = sentence.split(",")[0]
    return sentence[:1].upper() + sentence[1:]


def rows_of(results: Sequence[Result], ideas: Mapping[int, str]) -> list[DayRow]:
    """Return the rows for the results of a run on one input per day."""
    rows: dict[int, DayRow] = {}
    for result in results:
        empty = DayRow(result.day, result.title or "", ideas.get(result.day, ""), None, None, None)
        row = rows.get(result.day, empty)
        if result.part and result.seconds is not None:
            row = row._replace(parse=result.parse_seconds)
            if result.part == 1:
                row = row._replace(part1=result.seconds)
            else:
                row = row._replace(part2=result.seconds)
        rows[result.day] = row
    return [rows[day] for day in sorted(rows)]


def days_table(rows: Sequence[DayRow]) -> str:
    """Return the rows as a Markdown table, with the sum of all times below it."""
    lines = [
        "| day | title | idea | parse | part 1 | part 2 |",
        "| --: | --- | --- | --: | --: | --: |",
    ]
    for row in rows:
        times = " | ".join(
            "" if time is None else seconds_text(time) for time in (row.parse, row.part1, row.part2)
        )
        lines.append(f"| {row.day} | {row.title} | {row.idea} | {times} |")
    total = seconds_text(sum(row.total for row in rows))
    lines.append(f"\nAll {len(rows)} days: {total}.")
    return "\n".join(lines)


def section(text: str, name: str) -> str:
    """Return the text between the markers of a section. Raises `ValueError` without them."""
    return find_section(text, name)[2]


def replace_section(text: str, name: str, body: str) -> str:
    """Replace the text between the markers of a section. Raises `ValueError` without them."""
    match = find_section(text, name)
    return text[: match.start(2)] + f"\n{body}\n" + text[match.end(2) :]


def find_section(text: str, name: str) -> re.Match[str]:
    """Match a section; group 2 is the text in it. Raises `ValueError` without its markers."""
    match = re.search(rf"(<!-- {name} -->)(.*?)(<!-- /{name} -->)", text, re.DOTALL)
    if not match:
        raise ValueError(f"there is no <!-- {name} --> ... <!-- /{name} -->")
    return match
