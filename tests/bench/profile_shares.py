"""How well `aoc run --profile` finds shares of the time that are known.

    python tests/bench/profile_shares.py [RUNS]

A part spends three quarters of its time in one function and a quarter in another one that does the
same. Prints the smallest and the largest share that profiles show of the first, for calls of
different lengths, and how much longer a call takes under the profiler (without other processes,
shares are to stay within 0.70 and 0.80).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.program import AOC, write_day

LENGTHS = (5, 50, 500, 5_000, 500_000)
"""How many rounds the loop of the shorter function makes: from a microsecond to a tenth second."""
DAY = """\
def parse(text):
    return int(text)

def three(size):
    for _ in range(3):
        one(size)

def one(size):
    total = 0
    for number in range(size):
        total += number * number

def part1(size):
    three(size)
    one(size)
    return size
"""


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 5
    with tempfile.TemporaryDirectory() as folder:
        write_day(Path(folder), 1, DAY)
        for length in LENGTHS:
            found = [profile(Path(folder), length) for _ in range(runs)]
            seconds = min(result["seconds"] for result in found)
            slower = min(result["profile"]["seconds"] for result in found) / seconds
            shares = [share_of("three", result["profile"]["text"]) for result in found]
            print(
                f"{seconds * 1e6:9.1f} µs: {min(shares):.2f} to {max(shares):.2f} in {runs} runs; "
                f"{slower:.1f} times as long under the profiler"
            )


def profile(folder: Path, length: int) -> dict[str, Any]:
    """Run the day with a profile, and return the result."""
    command = [*AOC, "run", "1", "--year", "2021", "--input", "-", "--profile", "--json"]
    done = subprocess.run(
        command, cwd=folder, input=str(length).encode(), stdout=subprocess.PIPE, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[1])
    return result


def share_of(function: str, text: str) -> float:
    """Return the share of a function in a profile: from 0 to 1."""
    lines = [line.strip(" |`-").split() for line in text.splitlines()]
    [share] = (line[0] for line in lines if line[1:2] == [function])
    return float(share[:-1]) / 100


if __name__ == "__main__":
    main()
