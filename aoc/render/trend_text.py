"""The trend of each part, for people: its time, a picture of it, and the commits that moved it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from aoc.history.past_runs import Row, Step, steps_of
from aoc.model import Puzzle
from aoc.render.format import seconds_text
from aoc.render.terminal import Piece, painted

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 24
"""Commits of a picture, at most: the newest ones."""
SHORT = 8
"""Hex digits of a commit that are shown."""
BOLD, FASTER, SLOWER = "1", "32", "31"


def trends(
    series: Sequence[Sequence[Row]],
    titles: Mapping[Puzzle, str | None],
    subjects: Mapping[str, str],
) -> Iterator[Piece]:
    """Yield the lines of all series, below the title of their puzzle.

    `subjects` are the first lines of the messages of commits, as far as they are known.
    """
    for number, (puzzle, of_puzzle) in enumerate(groupby(series, key=puzzle_of)):
        if number:
            yield "\n"
        yield from painted(f"{puzzle} {titles.get(puzzle) or ''}".rstrip(), BOLD)
        yield "\n"
        for one in of_puzzle:
            yield from trend(one, subjects)


def puzzle_of(series: Sequence[Row]) -> Puzzle:
    """Return the puzzle of a series."""
    return Puzzle(series[0].year, series[0].day)


def trend(series: Sequence[Row], subjects: Mapping[str, str]) -> Iterator[Piece]:
    """Yield the line of a series, and one for each commit that moved its time."""
    steps = steps_of(series)
    count = len(series)
    since = steps[0].at[:10]
    runs = f"{count} {'run' if count == 1 else 'runs'} since {since}"
    name = name_of(series[0])
    yield f"  {name:<20} {seconds_text(steps[-1].seconds):>8}  {picture(steps):<{WIDTH}}  {runs}\n"
    for step in steps:
        if step.ratio is not None:
            yield from move(step, step.ratio, subjects)


def name_of(row: Row) -> str:
    """Return the name of what a time is the time of."""
    part = f"part {row.part}" if row.part else "parse"
    return " ".join(filter(None, (part, row.variant)))


def move(step: Step, ratio: float, subjects: Mapping[str, str]) -> Iterator[Piece]:
    """Yield the line of a commit that moved a time by this ratio."""
    commit = (step.commit or "")[:SHORT] + "+" * step.changed
    slower = ratio > 1
    factor = ratio if slower else 1 / ratio
    words = f"{factor:.3g} times {'slower' if slower else 'faster'}"
    yield f"    {step.at[:10]}  {commit or '(no commit)':<{SHORT + 1}}  "
    yield from painted(words, SLOWER if slower else FASTER)
    subject = subjects.get(step.commit or "", "")
    yield f"  {subject}\n" if subject else "\n"


def picture(steps: Sequence[Step]) -> str:
    """Return a bar for each of the newest steps, as high as its time."""
    newest = [step.seconds for step in steps[-WIDTH:]]
    highest = max(newest)
    top = len(BARS) - 1
    return "".join(BARS[round(top * seconds / highest) if highest else 0] for seconds in newest)
