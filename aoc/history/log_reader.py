"""The log as it is read: whole, whenever it is asked, with its runs and a note about the rest.

So it may be edited, merged, or replaced by another one at any time. A line that no run and no bench
has written is left out, whatever is in it: a row of it would be wrong, or an end of the program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from aoc.errors import AocError
from aoc.files import read_bytes, shown_path
from aoc.history.log import log_path
from aoc.model.inputs import WHOLE
from aoc.model.puzzles import days_in
from aoc.model.results import Verdict
from aoc.project.settings import YEARS, Range

Run = Mapping[str, Any]
"""A line of the log: a run or a bench, or what of it ran on one machine."""
Check = Callable[[object], bool]
"""Returns whether a value can be that of a field."""
Checks = Mapping[str, Check]
"""The checks of the fields of an object, by their names."""
SECONDS = Range(0, 1e9)
"""The times that a part can take: up to 31 years."""
MOST_PROCESSES = 1000
"""More processes than any bench has."""
MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"


class Log(NamedTuple):
    """The runs in a log, oldest first; a `note` for people says which lines are left out."""

    runs: Sequence[Run] = ()
    note: str | None = None


def read_log(root: str) -> Log:
    """Return the log of the project at `root`, which is empty where there is none.

    Raises `AocError` if it cannot be read.
    """
    path = log_path(root)
    try:
        lines = read_bytes(path).splitlines()
    except FileNotFoundError:
        return Log()
    except OSError as error:
        raise AocError(f"{path} cannot be read ({error.strerror}): fix this") from None
    runs = []
    others = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if (run := parse_line(line)) is not None:
            runs.append(run)
        else:
            others.append(number)
    if not others:
        return Log(runs)
    shown = shown_path(path)
    note = f"{len(others)} lines of {shown} are no results and were left out: see line {others[0]}"
    if len(others) == 1:
        note = f"1 line of {shown} is no result and was left out: see line {others[0]}"
    return Log(runs, note)


def parse_line(line: bytes) -> Run | None:
    """Return the run in a line; `None` for a line that no run and no bench has written."""
    try:
        run = json.loads(line.decode("utf-8-sig"), object_pairs_hook=object_of)
    except (ValueError, RecursionError):
        return None
    return run if is_run(run) else None


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises `ValueError` if two of its values have the same name."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("two values have the same name")
    return found


def is_run(value: object) -> bool:
    """Return whether a value is a run or a bench, as `aoc.history.log.RunLog` writes it."""
    if not isinstance(value, dict) or not passes(value, RUN):
        return False
    source = value.get("source")
    if source not in (None, "bench") or not is_flag(value.get("changed")):
        return False
    checks = TIME if source else RESULT
    return all(is_result(result, checks) for result in value["results"])


def is_result(value: object, checks: Checks) -> bool:
    """Return whether a value is the result of a part, or of parsing, or a time of a bench."""
    if not isinstance(value, dict) or not passes(value, checks):
        return False
    if value["day"] > days_in(value["year"]):
        return False
    return all(check(value.get(name)) for name, check in NOT_ALWAYS.items())


def passes(value: Mapping[str, object], checks: Checks) -> bool:
    """Return whether an object has all fields that are checked, and they are right."""
    return all(name in value and check(value[name]) for name, check in checks.items())


def matching(pattern: str) -> Check:
    """Return the check for a text that matches a pattern as a whole."""
    return lambda value: (
        isinstance(value, str) and re.fullmatch(pattern, value) is not None
    )


def one_of(*values: object) -> Check:
    """Return the check for one of these values, of which `True` is not 1."""
    return lambda value: not isinstance(value, bool) and value in values


def optional(check: Check) -> Check:
    """Return a check that `None` passes, too."""
    return lambda value: value is None or check(value)


def is_flag(value: object) -> bool:
    """Return whether a value is true, false, or `None`."""
    return value is None or isinstance(value, bool)


def is_moment(value: object) -> bool:
    """Return whether a value is a time in UTC."""
    if not isinstance(value, str) or not re.fullmatch(MOMENT, value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def are_files(value: object) -> bool:
    """Return whether a value has digests by the paths of files, which git gets as lines."""
    if not isinstance(value, dict):
        return False
    return all(
        path.isprintable() and is_digest(digest) for path, digest in value.items()
    )


def are_minima(value: object) -> bool:
    """Return whether a value is the least time of each process of a bench."""
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_PROCESSES:
        return False
    return all(map(SECONDS.takes, value))


is_text = matching(r"[^\ud800-\udfff]*")  # which UTF-8 can have
is_commit = optional(matching("[0-9a-f]{40,64}"))  # git gets it as an argument
is_digest = optional(matching("[0-9a-f]{64}"))
RUN: Checks = {
    "run": is_text,
    "at": is_moment,
    "commit": is_commit,
    "python": is_text,
    "machine": is_text,
    "files": are_files,
    "results": lambda value: isinstance(value, list),
}
PART: Checks = {
    "year": YEARS.takes_whole,
    "day": Range(1, 25).takes_whole,
    "part": one_of(None, 1, 2),
    "solver": is_text,
    "variant": optional(is_text),
    "input": optional(is_text),
    "kind": one_of(*WHOLE),
    "digest": is_digest,
    "seconds": optional(SECONDS.takes),
}
RESULT: Checks = {
    **PART,
    "verdict": one_of(*Verdict),
    "memory": optional(Range(0, 1 << 62).takes_whole),
}
"""The checks of a result of a run."""
TIME: Checks = {**PART, "commit": is_commit, "minima": are_minima}
"""The checks of a time of a bench."""
NOT_ALWAYS: Checks = {
    "changed": is_flag,
    "first_call": is_flag,
    "calls": optional(Range(1, 1 << 62).takes_whole),
}
"""The checks of the fields that not every result has."""
