"""Logs of runs: a line made up for a test, and what is in a log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from aoc.log import LoggedResult, append_text, log_path, read_log
from aoc.model.results import Verdict

USER = "github.alice.1"


def log_run(
    root: Path,
    *times: tuple[int, int, float],
    user: str = USER,
    parse: float | None = 1e-5,
    verdict: Verdict = Verdict.PASS,
    first_call: bool = False,
) -> None:
    """Add a run of days of 2021 to the log; each time is a day, a part, and its seconds.

    `user` is the account, or another input, such as `sample 0`.
    """
    word = user.partition(" ")[0]
    results: list[dict[str, Any]] = []
    for day, part, seconds in times:
        fields = {
            "year": 2021,
            "day": day,
            "part": part,
            "kind": word if word in ("sample", "file") else "personal",
            "input": user,
            "verdict": verdict,
            "seconds": seconds,
            "first_call": first_call,
        }
        if parse is not None:
            of_parse = {"part": None, "verdict": Verdict.UNKNOWN, "seconds": parse}
            results.append(fields | of_parse)
        results.append(fields)
    append_text(log_path(str(root)), json.dumps({"results": results}) + "\n")


def logged(root: Path) -> list[LoggedResult]:
    """Return the results in the log, oldest first."""
    return read_log(str(root))
