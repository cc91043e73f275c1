"""The times of a bench for machines: lines of JSON, and what github-action-benchmark reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from aoc.benches import Comparison, Timing


def bench_lines(
    timings: Sequence[Timing], comparisons: Sequence[Comparison]
) -> Iterator[dict[str, Any]]:
    """Yield an object for each timing, and after them one for each comparison."""
    for timing in timings:
        yield about(timing) | {
            "variant": timing.side.variant,
            "commit": timing.side.commit,
            "input": timing.contest.source.label,
            "digest": timing.contest.source.digest,
            "seconds": timing.minimum,
            "median": timing.median,
            "minima": list(timing.minima),
            "first_call": timing.is_first_call,
            "busy": timing.busy is not None,
        }
    for comparison in comparisons:
        subject, other = comparison.subject, comparison.other
        yield about(subject) | {
            "variant": subject.side.variant,
            "against": {
                "solver": other.side.solver.name,
                "variant": other.side.variant,
                "commit": other.side.commit,
                "since": comparison.since,
            },
            "seconds": subject.minimum,
            "against_seconds": other.minimum,
            "ratio": comparison.ratio,
            "p": comparison.p,
            "verdict": comparison.speed,
        }


def about(timing: Timing) -> dict[str, Any]:
    """Return what a timing is about; the part is `None` for parse."""
    contest = timing.contest
    return {
        "year": contest.puzzle.year,
        "day": contest.puzzle.day,
        "title": contest.title,
        "solver": timing.side.solver.name,
        "what": timing.what,
        "part": timing.part,
    }


def github_json(timings: Sequence[Timing]) -> str:
    """Return the project's own times in the form `customSmallerIsBetter` of the GitHub action.

    Its unit is the same for all, as it compares a value with that of an earlier commit. See
    https://github.com/benchmark-action/github-action-benchmark.
    """
    rows = [
        {
            "name": f"{timing.contest.puzzle} {timing.name}",
            "unit": "us",
            "value": microseconds(timing.minimum),
            "range": f"median {microseconds(timing.median)}",
            "extra": f"{timing.contest.source.label}, {len(timing.minima)} processes",
        }
        for timing in timings
        if timing.side.is_own
    ]
    return json.dumps(rows, indent=2)


def microseconds(seconds: float) -> float:
    """Return a time in microseconds, with five digits."""
    return float(f"{seconds * 1e6:.5g}")
