"""Histories made up for a test: runs and benches of commits that may not exist."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from aoc.history.log import append_text, log_path
from aoc.model import Place, Verdict
from aoc.project import OWN

USER = "github.alice.1"
PLACE = Place("3.12.1", "machine")
DIGEST = "ab" * 32
PROCESSES = 10
NUMBERS = count()


def minima_of(seconds: float, processes: int = PROCESSES) -> list[float]:
    """Return the minima of the processes of a bench, all of which differ a little."""
    return [seconds * (1 + number / 1000) for number in range(processes)]


def keep_run(root: Path, commit: str | None, *times: tuple[int, int, float], **about: Any) -> None:
    """Add a run of days of 2021 to the history; for what it is see `run_line`."""
    append_text(log_path(str(root)), run_line(commit, *times, **about))


def run_line(
    commit: str | None,
    *times: tuple[int, int, float],
    solver: str = OWN,
    variant: str | None = None,
    user: str = USER,
    digest: str = DIGEST,
    parse: float | None = 1e-5,
    at: str = "2021-12-24T05:00:00Z",
    changed: bool = False,
    verdict: Verdict = Verdict.PASS,
    machine: str = PLACE.machine,
) -> str:
    """Return the line of a run of days of 2021; each time is a day, a part, and its seconds."""
    parsed = [(day, None, parse) for day in {day for day, *_ in times} if parse is not None]
    results = [
        {
            "year": 2021,
            "day": day,
            "part": part,
            "solver": solver,
            "variant": variant if part else None,
            "input": user,
            "kind": kind_of(user),
            "digest": digest,
            "verdict": verdict if part else Verdict.UNKNOWN,
            "seconds": seconds,
        }
        for day, part, seconds in (*times, *parsed)
    ]
    return line(commit, at, changed, machine, results=results)


def line(commit: str | None, at: str, changed: bool, machine: str, **about: Any) -> str:
    """Return a line of the log."""
    run = f"run {next(NUMBERS)}"
    about |= {"run": run, "at": at, "commit": commit, "python": PLACE.python, "machine": machine}
    return json.dumps(about | ({"changed": changed} if commit else {})) + "\n"


def keep_bench(
    root: Path,
    commit: str | None,
    seconds: float | Sequence[float],
    *,
    day: int = 1,
    part: int | None = 1,
    variant: str | None = None,
    solver: str = OWN,
    digest: str = DIGEST,
    machine: str = PLACE.machine,
    changed: bool = False,
    at: str = "2021-12-24T06:00:00Z",
) -> None:
    """Add a bench of a part of a day of 2021, by its minima or by about what they are."""
    minima = minima_of(seconds) if isinstance(seconds, float) else seconds
    bench = {
        "year": 2021,
        "day": day,
        "part": part,
        "solver": solver,
        "variant": variant,
        "input": USER,
        "kind": "personal",
        "digest": digest,
        "seconds": min(minima),
        "median": median(minima),
        "minima": minima,
    }
    append_text(
        log_path(str(root)), line(commit, at, changed, machine, source="bench", results=[bench])
    )


def kind_of(label: str) -> str:
    """Return the kind of an input with a label as the tests write it."""
    word = label.partition(" ")[0]
    return word if word in ("sample", "file") else "personal"
