"""Whether the times of a run of all days are those of runs of each day alone, side by side.

    python -m tests.bench.all_days [ROUNDS]

In each round, the days of 2021 run on their samples: all together, and then each alone. Prints, of
the best times of all rounds, each time of a part or of `parse` that the run of all days shows as
more than 1.5 times as long or as short as the run of the day alone (to be none of 74), and the
median of how long the run of all days took. What else the computer does makes times longer only.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

from tests.bench.startup import in_turn
from tests.support.environment import clean_environment
from tests.support.program import AOC, ROOT

Unit = tuple[int, int | None]
"""A day with a part, `None` for parse."""
MOST = 1.5
"""How many times as long or as short as alone a time may be."""


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else 5
    clean_environment()
    days = [str(day) for day in range(1, 26)]
    measures: list[Callable[[], dict[Unit, float]]] = [partial(times_of, day) for day in days]
    walls: list[float] = []

    def all_days() -> dict[Unit, float]:
        start = perf_counter()
        times = times_of("all")
        walls.append(perf_counter() - start)
        return times

    together, *alone = in_turn(rounds, all_days, *measures)
    found = best_times(together)
    expected: dict[Unit, float] = {}
    for of_day in alone:
        expected |= best_times(of_day)
    outside = 0
    for unit in found:
        ratio = found[unit] / expected[unit]
        if 1 / MOST < ratio < MOST:
            continue
        outside += 1
        day, part = unit
        name = f"part {part}" if part else "parse"
        print(
            f"day {day:2} {name}: {found[unit] * 1e6:.2f} µs, alone {expected[unit] * 1e6:.2f} µs"
        )
    print(f"{len(found) - outside} of {len(found)} times are within {MOST} times those alone")
    print(f"all days: {median(walls[1:]):.2f} s")


def times_of(day: str) -> dict[Unit, float]:
    """Run a day, or all, and return the seconds of each part."""
    command = (*AOC, "run", day, "--sample", "--year", "2021", "--json")
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    whole = [line for line in lines if line["input_kind"] == "sample"]
    return {(line["day"], line["part"]): line["seconds"] for line in whole}


def best_times(rounds: list[dict[Unit, float]]) -> dict[Unit, float]:
    """Return the best of each time."""
    return {unit: min(times[unit] for times in rounds) for unit in rounds[0]}


if __name__ == "__main__":
    main()
