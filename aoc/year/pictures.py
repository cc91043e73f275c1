"""The pictures of a year, its calendar and its times, as SVG for light and dark pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import log10

from aoc.model.results import Time
from aoc.render.format import cut, time_text
from aoc.year.overview import WEEKDAYS, Day, TimeOrWord, Year

LEAST = 1e-6
"""Seconds at which the scale of times begins; a shorter time has no bar."""
LABELS = ("1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s")
"""The labels of the scale, which is the same for every year: a bar ends at the last one."""
FONTS = "-apple-system,BlinkMacSystemFont,'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif"
STYLE = """\
svg { --paper: #f6f4ef; --card: #fff; --ink: #22252b; --soft: #5a616d; --rule: #d9d5cb;
  --accent: #7c2f71; --parse: #868d99; --part1: #2c6ca0; --part2: #c26a14; color-scheme: light; }
@media (prefers-color-scheme: dark) { svg { --paper: #17191d; --card: #202329; --ink: #ebe8e1;
  --soft: #a9afba; --rule: #3a3f49; --accent: #dda6d3; --parse: #8b93a1; --part1: #6aaee0;
  --part2: #eda457; color-scheme: dark; } }
text { fill: var(--ink); font-variant-numeric: tabular-nums; }
.soft { fill: var(--soft); } .bold { font-weight: 600; }
.middle { text-anchor: middle; } .end { text-anchor: end; }
.page { fill: var(--card); stroke: var(--rule); }
.cell { fill: var(--paper); stroke: var(--rule); } .done { stroke: var(--accent); }
.closed { fill: none; stroke: var(--rule); stroke-dasharray: 3 4; }
.star { fill: var(--accent); }
.parse { fill: var(--parse); } .part1 { fill: var(--part1); } .part2 { fill: var(--part2); }
line { stroke: var(--rule); }"""
STAR = "l1.35 3 3.2.35-2.4 2.15.7 3.2-2.85-1.65-2.85 1.65.7-3.2-2.4-2.15 3.2-.35z"
"""The outline of a star from its top on."""
COLORS = ("parse", "part1", "part2")
"""The classes of the colors of the times of a day."""
ROWS_Y = 118
"""Where the rows of the picture of times begin."""
ROW_HEIGHT = 25
SCALE_X = 286
"""Where the scale begins."""
TICK_WIDTH = 43
"""Between two powers of ten."""
SCALE_WIDTH = TICK_WIDTH * (len(LABELS) - 1)


def place_on_scale(seconds: float) -> float:
    """Return where a time is on the logarithmic scale, from 0 to 1."""
    powers = log10(max(seconds, LEAST) / LEAST)
    return min(1.0, powers / (len(LABELS) - 1))


def shares(times: Sequence[TimeOrWord]) -> list[tuple[float, float]]:
    """Return the start and the width, from 0 to 1, of the pieces of a bar.

    Lengths cannot be added on a log scale. So the bar ends where the sum of the times is on the
    scale, and is split in proportion to them. A word in place of a time has no width.
    """
    seconds = [time.seconds if isinstance(time, Time) else 0.0 for time in times]
    total = sum(seconds)
    pieces = []
    start = 0.0
    for part in seconds:
        width = place_on_scale(total) * part / total if total else 0.0
        pieces.append((start, width))
        start += width
    return pieces


def calendar_picture(year: Year) -> str:
    """Return the calendar of a year: the stars and the time of each day."""
    shapes = [
        text(9, 24, f"Advent of Code {year.year}", 14, "bold"),
        text(367, 24, year.stars_text, 11, "end"),
        text(9, 40, year.times_text, 9, "soft"),
    ]
    for column, name in enumerate(WEEKDAYS):
        shapes.append(text(32 + 52 * column, 56, name, 9, "soft middle"))
    for row, week in enumerate(year.weeks):
        for column, day in enumerate(week):
            if day is not None:
                shapes += cell(day, 8 + 52 * column, 62 + 48 * row)
    title = f"Advent of Code {year.year}: {year.stars_text}"
    return svg(376, 66 + 48 * len(year.weeks), title, shapes, magnified=1.5)


def cell(day: Day, x: int, y: int) -> list[str]:
    """Return the shapes of a day in the calendar; one that is solved has a border in color."""
    is_begun = day.is_here or day.stars > 0
    look = "cell" if is_begun else "closed"
    if day.stars == 2 or day.is_solved:
        look += " done"
    shapes = [
        f'<rect class="{look}" x="{x + 0.5}" y="{y + 0.5}" width="47" height="43" rx="5"/>',
        text(x + 5, y + 16, str(day.puzzle.day), 12, "bold" if is_begun else "soft"),
    ]
    for number in range(day.stars):
        shapes.append(f'<path class="star" d="m{x + 29.5 + 10.5 * number} {y + 7.4}{STAR}"/>')
    if day.time is not None:
        shapes.append(text(x + 5, y + 37, time_text(day.time), 9.5))
    return shapes


def times_picture(year: Year) -> str:
    """Return the times of the days of a year as bars on a logarithmic scale."""
    shapes = [
        text(22, 42, f"Advent of Code {year.year}: times", 20, "bold"),
        text(22, 66, year.times_text, 14, "soft"),
    ]
    for number, color in enumerate(COLORS):
        x = 500 + 80 * number
        shapes.append(f'<rect class="{color}" x="{x}" y="31" width="12" height="12" rx="2"/>')
        shapes.append(text(x + 18, 42, color.replace("part", "part "), 14))
    bottom = ROWS_Y + ROW_HEIGHT * len(year.here)
    for number, label in enumerate(LABELS):
        x = SCALE_X + TICK_WIDTH * number
        shapes.append(f'<line x1="{x}" x2="{x}" y1="114" y2="{bottom + 2}"/>')
        shapes.append(text(x, 106, label, 10, "soft middle"))
    for row, day in enumerate(year.here):
        shapes += bar_row(day, ROWS_Y + ROW_HEIGHT * row)
    line = (
        "Log scale. A bar ends at the total of its day; "
        "its colors show how much of that each part takes."
    )
    shapes.append(text(22, bottom + 32, line, 13, "soft"))
    title = f"Advent of Code {year.year}: the time of each day"
    return svg(760, bottom + 50, title, shapes)


def bar_row(day: Day, y: int) -> list[str]:
    """Return the shapes of a day in the picture of times: its title, its bar, and its total."""
    baseline = y + 17.5
    shapes = [
        text(42, baseline, str(day.puzzle.day), 14, "soft end"),
        # Wide letters end where the room of the title does.
        f'<svg x="52" y="{y}" width="222" height="25">'
        f"{text(0, 17.5, cut(day.title, 31), 14)}</svg>",
    ]
    for color, (start, width) in zip(COLORS, shares(day.times), strict=True):
        shapes.append(
            f'<rect class="{color}" x="{SCALE_X + SCALE_WIDTH * start:.2f}" y="{y + 6}" '
            f'width="{SCALE_WIDTH * width:.2f}" height="13"/>'
        )
    if day.time is not None:
        shapes.append(text(738, baseline, time_text(day.time), 14, "end"))
    return shapes


def text(x: float, y: float, words: str, size: float, look: str = "") -> str:
    """Return a text at a place, with the classes of its look."""
    return f'<text x="{x}" y="{y}" font-size="{size}" class="{look}">{escape(words)}</text>'


def svg(width: int, height: int, title: str, shapes: Iterable[str], magnified: float = 1) -> str:
    """Return the text of a picture, which is shown `magnified`."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * magnified}" height="{height * magnified}" role="img" '
        f'aria-labelledby="title" font-family="{FONTS}">',
        f'<title id="title">{escape(title)}</title>',
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
        *shapes,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


PICTURES: Mapping[str, Callable[[Year], str]] = {
    "calendar": calendar_picture,
    "times": times_picture,
}
"""What draws each picture, by its name; the same year makes the same picture."""
