"""The times of a bench for people: a block per puzzle, a line for everything that was timed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from aoc.benches import BOTH, FASTER, SAME, SLOWER, Comparison, Timing
from aoc.render.format import padded, seconds_text
from aoc.render.terminal import Piece, painted
from aoc.text import columns_of

BARS = "▁▂▃▄▅▆▇█"
HIGHEST = 1.3
"""How many times the minimum a time is that has the highest bar, or a higher one."""
NAME = 26
"""Columns for what was timed."""
BOLD, DIM, YELLOW = "1", "2", "33"
COLORS = {FASTER: "32", SLOWER: "31", SAME: "0"}


def bench_table(timings: Sequence[Timing], comparisons: Sequence[Comparison]) -> Iterator[Piece]:
    """Yield the lines of all timings, below the title of their puzzle.

    A comparison stands in the line of what is compared with the project's own part: a variant, a
    solver, another commit. Those with the history have lines of their own.
    """
    beside = {id(line_of(each)): each for each in comparisons if each.since is None}
    older = [each for each in comparisons if each.since is not None]
    for number, (contest, of_puzzle) in enumerate(groupby(timings, key=lambda t: t.contest)):
        if number:
            yield "\n"
        yield from painted(f"{contest.puzzle} {contest.title or ''}".rstrip(), BOLD)
        yield f" on {contest.source.label}\n"
        yield from painted(f"  {'':<{NAME}} {'fastest':>8}  {'median':>8}  processes", DIM)
        yield "\n"
        for timing in sorted_timings(of_puzzle):
            yield from line(timing, beside.get(id(timing)))
            for comparison in older:
                if comparison.subject is timing:
                    yield from older_line(comparison)


def sorted_timings(timings: Iterator[Timing]) -> list[Timing]:
    """Return the timings of a puzzle by part, with what is to be compared together."""
    return sorted(timings, key=lambda timing: (timing.what == BOTH, timing.part or 0))


def line_of(comparison: Comparison) -> Timing:
    """Return the timing in whose line a comparison stands."""
    subject, other = comparison.subject, comparison.other
    return subject if subject.side.variant and other.side.is_own else other


def name_of(timing: Timing) -> str:
    """Return what was timed, and whose it is unless it is the project's own."""
    side = timing.side
    if side.is_first_call:
        return f"{timing.name}, called once"
    return timing.name if side.is_own else f"{timing.name} of {side.name}"


def line(timing: Timing, comparison: Comparison | None) -> Iterator[Piece]:
    """Yield the line of a timing, with its comparison if there is one."""
    yield from start(name_of(timing), timing)
    if comparison:
        yield "  "
        yield from verdict(comparison)
    note = note_of(timing)
    if note:
        yield "  "
        yield from painted(note, YELLOW)
    yield "\n"


def older_line(comparison: Comparison) -> Iterator[Piece]:
    """Yield the line of a time from the history, with its comparison."""
    other = comparison.other
    yield from start(f"  {(comparison.since or '')[:10]} {other.side.name}", other)
    yield "  "
    yield from verdict(comparison)
    yield "\n"


def start(name: str, timing: Timing) -> Iterator[Piece]:
    """Yield the name, the minimum, the median and the spread of a timing."""
    if columns_of(name) > NAME:
        yield f"  {name}\n"
        name = ""
    times = f"{seconds_text(timing.minimum):>8}  {seconds_text(timing.median):>8}"
    yield f"  {padded(name, NAME)} {times}  {spread(timing.minima)}"


def spread(minima: Sequence[float]) -> str:
    """Return a bar for each process, in their order: the lowest at the minimum, the highest at 1.3.

    So ten low bars are times to rely on, and a high one is a process that something disturbed.
    """
    least = min(minima)
    top = len(BARS) - 1
    heights = ((seconds / least - 1) / (HIGHEST - 1) if least else 0.0 for seconds in minima)
    return "".join(BARS[min(top, round(top * height))] for height in heights)


def note_of(timing: Timing) -> str:
    """Return what has to be known about a time."""
    if timing.printed:
        return "first call, as it prints"
    if timing.keeps_state:
        return "first call, as it keeps something for the next"
    return "the machine was busy" if timing.busy else ""


def verdict(comparison: Comparison) -> Iterator[Piece]:
    """Yield the verdict of a comparison, with the ratio and the p-value."""
    yield from painted(comparison_text(comparison), COLORS[comparison.speed])


def comparison_text(comparison: Comparison) -> str:
    """Return the verdict in words, with what is faster or slower unless it begins the line."""
    subject, other, ratio = comparison.subject, comparison.other, comparison.ratio
    chance = f"p {comparison.p:.2g}" if comparison.p >= 1e-4 else "p < 0.0001"
    if comparison.speed == SAME:
        return f"no difference ({ratio:.3f}, {chance})"
    factor = ratio if comparison.speed == SLOWER else 1 / ratio
    times = f"{factor:.3g}" if factor < 100 else f"{factor:.0f}"
    if line_of(comparison) is subject:
        name = ""
    else:
        name = "now " if other.side.commit or comparison.since else f"{subject.side.name} "
    return f"{name}{times} times {comparison.speed} ({chance})"
