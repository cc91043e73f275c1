"""The times of a bench: a table for people, objects for JSON, and the sentences below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isfinite
from typing import Any

from aoc.benches import BOTH, FASTER, SAME, SLOWER, UNCLEAR, Candidate, Comparison, Rounds, Timing
from aoc.render.format import bars, padded, seconds_text
from aoc.render.terminal import painted
from aoc.text import columns_of

HIGHEST = 1.3
"""How many times the minimum a time is that has the highest bar, or a higher one."""
NAME = 26
"""Columns for the name of a part, or of parse."""
BOLD, DIM, YELLOW = "1", "2", "33"
COLORS = {FASTER: "32", SLOWER: "31", SAME: "0", UNCLEAR: YELLOW}


def bench_table(timings: Sequence[Timing], comparisons: Sequence[Comparison]) -> Iterator[str]:
    """Yield the lines of all timings, below the title of their puzzle.

    A comparison with the project's own part stands in the line of the other one: a variant, a
    solver, another commit.
    """
    beside = {id(line_of(each)): each for each in comparisons}
    for number, (case, of_puzzle) in enumerate(groupby(timings, key=lambda timing: timing.case)):
        if number:
            yield "\n"
        yield painted(f"{case.puzzle} {case.title or ''}".rstrip(), BOLD)
        yield f" on {case.input.label}\n"
        yield painted(f"  {'':<{NAME}} {'fastest':>8}  {'median':>8}  processes", DIM)
        yield "\n"
        # What is compared stands together.
        for timing in sorted(of_puzzle, key=lambda timing: (timing.what == BOTH, timing.part or 0)):
            yield from line(timing, beside.get(id(timing)))


def line_of(comparison: Comparison) -> Timing:
    """Return the timing in whose line a comparison stands."""
    subject, other, _ = comparison
    return subject if subject.candidate.variant and other.candidate.is_own else other


def line(timing: Timing, comparison: Comparison | None) -> Iterator[str]:
    """Yield the line of a timing, with its comparison if there is one."""
    candidate = timing.candidate
    name = timing.name if candidate.is_own else f"{timing.name} of {candidate.name}"
    if candidate.is_first_call:
        name = f"{timing.name}, called once"
    if columns_of(name) > NAME:
        yield f"  {name}\n"
        name = ""
    times = f"{seconds_text(timing.minimum):>8}  {seconds_text(timing.median):>8}"
    yield f"  {padded(name, NAME)} {times}  {spread(timing.minima)}"
    if comparison:
        yield "  "
        yield painted(comparison_text(comparison), COLORS[comparison.speed])
    if timing.printed:
        note = "first call, as it prints"
    elif timing.keeps_state:
        note = "first call, as it keeps something for the next"
    else:
        note = "the machine was busy" if timing.busy else ""
    yield from ("  ", painted(note, YELLOW)) if note else ()
    yield "\n"


def spread(minima: Sequence[float]) -> str:
    """Return a bar for each process, in their order: the lowest at the minimum, the highest at 1.3.

    So ten low bars are times to rely on, and a high one is a process that something disturbed.
    """
    least = min(minima)
    return bars((seconds / least - 1) / (HIGHEST - 1) if least else 0.0 for seconds in minima)


def comparison_text(comparison: Comparison) -> str:
    """Return the verdict with the interval; its subject is named unless that begins the line.

    A faster subject has the inverse ratio.
    """
    subject, other, difference = comparison
    speed, (ratio, _, low, high, _) = comparison.speed, difference
    if speed == FASTER:
        ratio, low, high = 1 / ratio, 1 / high, 1 / low
    interval = f"{ratio_text(low)} to {ratio_text(high)}"
    if speed in (SAME, UNCLEAR):
        return f"{speed} ({interval} times as long)" if isfinite(high) else speed
    begin = ""
    if line_of(comparison) is not subject:
        begin = "now " if other.candidate.commit else f"{subject.candidate.name} "
    return f"{begin}{ratio_text(ratio)} times {speed} ({interval})"


def ratio_text(ratio: float) -> str:
    """Return a ratio with the digits that matter."""
    return f"{ratio:.3f}" if ratio < 2 else f"{ratio:.3g}" if ratio < 100 else f"{ratio:.0f}"


def bench_lines(
    timings: Sequence[Timing], comparisons: Sequence[Comparison]
) -> Iterator[dict[str, Any]]:
    """Yield an object of JSON for each timing, and after them one for each comparison."""
    for timing in timings:
        yield about(timing) | {
            "commit": timing.candidate.commit,
            "input": timing.case.input.label,
            "digest": timing.case.input.digest,
            "seconds": timing.minimum,
            "median": timing.median,
            "minima": list(timing.minima),
            "first_call": timing.is_first_call,
            "busy": timing.busy is not None,
        }
    for comparison in comparisons:
        subject, other, difference = comparison
        interval = [difference.low, difference.high]
        yield about(subject) | {
            "against": {
                "solver": other.candidate.solver.name,
                "variant": other.candidate.variant,
                "commit": other.candidate.commit,
            },
            "seconds": subject.minimum,
            "against_seconds": other.minimum,
            "ratio": difference.ratio,
            "interval": interval if isfinite(difference.high) else None,
            "p": difference.p,
            "verdict": comparison.speed,
        }


def about(timing: Timing) -> dict[str, Any]:
    """Return the fields that name a timed part; the part is `None` for parse."""
    return {
        "year": timing.case.puzzle.year,
        "day": timing.case.puzzle.day,
        "title": timing.case.title,
        "solver": timing.candidate.solver.name,
        "what": timing.what,
        "part": timing.part,
        "variant": timing.candidate.variant,
    }


def bench_notes(
    rounds: Rounds,
    timings: Sequence[Timing],
    comparisons: Sequence[Comparison],
    baselines: Sequence[Candidate],
) -> Iterator[str]:
    """Yield the sentences about a bench that was compared with `baselines`."""
    for baseline in baselines:
        lacking = [
            str(case.puzzle)
            for case in rounds.cases
            if not any(candidate.name == baseline.name for candidate in case.candidates)
        ]
        if lacking:
            yield f"{', '.join(lacking)} is not in {baseline.name}, so it is not compared"
    busy = sum(timing.busy is not None for timing in timings)
    if busy:
        yield (
            f"the machine was busy: in {busy} of {len(timings)} times, the median is far above the "
            "minimum; measure again when nothing else runs"
        )
    if not all(isfinite(comparison.difference.high) for comparison in comparisons):
        yield (
            f"{rounds.processes} processes cannot decide {len(comparisons)} comparisons: leave out "
            "--quick"
        )
