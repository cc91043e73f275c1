"""A day as a script: `python -m days.year2021.day21 FILE` prints its answers, and their times.

Without FILE, the input is read from standard input.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter


def run_asked_for() -> None:
    """Run the day that Python was started for with `-m`, and end the program; else do nothing."""
    # Its name comes after the options of Python, of which `-m` is the last, as in `-um`.
    names = [word for word in sys.orig_argv if word.startswith("days.year")]
    if names:
        sys.exit(run(names[0], sys.argv[1:]))


def run(name: str, files: list[str]) -> int:
    """Run the parts of a module on an input, print what they return, and return the exit code."""
    day = import_module(name)
    text = Path(files[0]).read_text("utf-8") if files else sys.stdin.read()
    text = text.rstrip("\n")
    for part in (1, 2):
        solve = getattr(day, f"part{part}", None)
        if solve is None:
            # The last day of an event has one part.
            continue
        parsed = day.parse(text)
        start = perf_counter()
        answer = solve(parsed)
        milliseconds = 1000 * (perf_counter() - start)
        # Some answers are drawn.
        separator = "\n" if "\n" in str(answer) else " "
        sys.stdout.write(f"Part {part}:{separator}{answer}  ({milliseconds:.2f} ms)\n")
    return 0
