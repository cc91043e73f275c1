"""How long the days of 2021 take, against those of a commit, side by side in one run.

    python -m tests.bench.year COMMIT [SEEDS [DAYS]]

Prints, for each day, the milliseconds that parse and the parts take together on samples of so many
seeds, then and now, and the ratio; then those of the whole year, and of its parts alone. Each time
is the best of six processes, which `aoc bench` runs in turn.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from tests.support.program import AOC, ROOT


def main(commit: str, seeds: str = "1", days: str = "all") -> None:
    """Measure and print."""
    rows = []
    for seed in range(int(seeds)):
        command = (
            *AOC,
            "bench",
            days,
            "--against",
            commit,
            "--quick",
            "--json",
            f"--seed={seed}",
        )
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
        rows += [
            row for row in map(json.loads, done.stdout.splitlines()) if "ratio" in row
        ]
    for day in sorted({row["day"] for row in rows}):
        show(f"day {day}", [row for row in rows if row["day"] == day])
    show("the year", rows)
    show("its parts", [row for row in rows if row["part"]])


def show(name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print the sums of the times of some comparisons, and their ratio."""
    then, now = (
        sum(row[field] for row in rows) for field in ("against_seconds", "seconds")
    )
    print(
        f"{name:9}  {1e3 * then:8.3f} ms  {1e3 * now:8.3f} ms  {now / then:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
