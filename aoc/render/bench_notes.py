"""What has to be said about a bench besides its times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoc.benches import Comparison, Rounds, Side, Timing, can_decide

SHOWN = 3
"""Times that a sentence names, at most."""


def bench_notes(
    rounds: Rounds,
    timings: Sequence[Timing],
    comparisons: Sequence[Comparison],
    rivals: Sequence[Side],
) -> Iterator[str]:
    """Yield the sentences about a bench that was compared with `rivals`."""
    for rival in rivals:
        lacking = [
            str(contest.puzzle)
            for contest in rounds.contests
            if not any(side.name == rival.name for side in contest.sides)
        ]
        if lacking:
            yield f"{', '.join(lacking)} is not in {rival.name}, so it is not compared"
    busy = [timing for timing in timings if timing.busy]
    if busy:
        yield busy_text(busy, len(timings))
    if comparisons and not can_decide(comparisons):
        yield (
            f"{rounds.processes} processes cannot show any difference in {len(comparisons)} "
            "comparisons: leave out --quick"
        )


def busy_text(timings: Sequence[Timing], count: int) -> str:
    """Return the sentence about times whose median is far above their minimum."""
    named = [
        f"{timing.contest.puzzle} {timing.name} ({timing.busy:.1f} times)"
        for timing in sorted(timings, key=lambda timing: -(timing.busy or 0))[:SHOWN]
    ]
    return (
        f"the machine was busy: in {len(timings)} of {count} times, such as {', '.join(named)}, "
        "the median is far above the minimum; measure again when nothing else runs"
    )
