"""Histories made up for a test: runs and benches of commits that may not exist."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from aoc.history.log import append_text, log_path
from aoc.model.results import Place, Verdict
from aoc.project.project import OWN

USER = "github.alice.1"
PLACE = Place("3.12.1", "machine")
DIGEST = "ab" * 32
NUMBERS = count()


def minima_of(seconds: float, processes: int = 10) -> list[float]:
    """Return the minima of the processes of a bench, all of which differ a little."""
    return [seconds * (1 + number / 1000) for number in range(processes)]


def keep_run(
    root: Path,
    commit: str | None,
    *times: tuple[int, int, float],
    user: str = USER,
    digest: str = DIGEST,
    parse: float | None = 1e-5,
    at: str = "2021-12-24T05:00:00Z",
    verdict: Verdict = Verdict.PASS,
    variant: str | None = None,
    **about: Any,
) -> None:
    """Add a run of days of 2021 to the history; each time is a day, a part, and its seconds."""
    parsed = [
        (day, None, parse) for day in {day for day, *_ in times} if parse is not None
    ]
    results = [
        result(
            day,
            part,
            user,
            variant=variant if part else None,
            digest=digest,
            seconds=seconds,
        )
        | {"verdict": verdict if part else Verdict.UNKNOWN}
        | about
        for day, part, seconds in (*times, *parsed)
    ]
    keep(root, commit, at, results=results)


def keep_bench(
    root: Path,
    commit: str | None,
    seconds: float | Sequence[float],
    *,
    day: int = 1,
    part: int | None = 1,
    at: str = "2021-12-24T06:00:00Z",
    **about: Any,
) -> None:
    """Add a bench of a part of a day of 2021, by its minima or by about what they are."""
    minima = minima_of(seconds) if isinstance(seconds, float) else seconds
    bench = result(
        day, part, USER, seconds=min(minima), median=median(minima), minima=minima
    )
    keep(root, commit, at, source="bench", results=[bench | {"commit": commit} | about])


def result(day: int, part: int | None, user: str, **about: Any) -> dict[str, Any]:
    """Return a result as it stands in the log."""
    word = user.partition(" ")[0]
    kind = word if word in ("sample", "file") else "personal"
    known = {"year": 2021, "day": day, "part": part, "input": user, "kind": kind}
    return (
        known
        | {"solver": OWN, "variant": None, "digest": DIGEST, "memory": None}
        | about
    )


def keep(root: Path, commit: str | None, at: str, **about: Any) -> None:
    """Add a line to the log."""
    about |= {
        "run": f"run {next(NUMBERS)}",
        "at": at,
        "commit": commit,
        **PLACE._asdict(),
    }
    about |= {"files": {}}
    about |= {"changed": False} if commit else {}
    append_text(log_path(str(root)), json.dumps(about) + "\n")
