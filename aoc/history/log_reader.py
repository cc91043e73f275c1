"""The log as it is read: whole, each time, with its runs, and a note about other lines.

So it may be edited, merged, or replaced by another one at any time. A line that no command has
written is left out, whatever is in it: a result of it would be wrong, or an end of the program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from aoc.errors import AocError
from aoc.files import read_bytes, shown_path
from aoc.history.log import TEXTS, log_path
from aoc.model.inputs import WHOLE, InputKind
from aoc.model.puzzles import Puzzle, days_in
from aoc.model.results import Time, Verdict
from aoc.project.settings import YEARS, Range

Check = Callable[[object], bool]
"""Returns whether a field can have a value."""
Checks = Mapping[str, Check]
"""The checks of the fields of an object, by their names."""
SECONDS = Range(0, 1e9)
"""The times that a part can take: up to 31 years."""
MOST_PROCESSES = 1000
"""More processes than any bench has."""
UTC_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"


class Record(NamedTuple):
    """A result in the log: a part or a parse that ran, or a time of a bench.

    `run` is the id of its run, and `at` is in UTC (ISO 8601). `changed` says whether the files that
    ran differed from the `commit`. `source` is `run` or `bench`, `part` is `None` for parse.
    `seconds` are `None` for a part that failed. A bench has no `verdict`, but `minima`: the least
    time of each process. `digest` is the SHA-256 of the input's text. `calls` says how often a run
    was told to make the call. Unknown values are `None`.
    """

    run: str
    at: str
    commit: str | None
    changed: bool | None
    python: str
    machine: str
    source: str
    year: int
    day: int
    part: int | None
    solver: str
    variant: str | None
    input: str | None
    kind: str
    digest: str | None
    verdict: str | None
    seconds: float | None
    minima: Sequence[float] = ()
    memory: int | None = None
    first_call: bool | None = None
    calls: int | None = None
    answer: str | None = None
    expected: str | None = None
    drawing: str | None = None
    reason: str | None = None
    time_of: str | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle(self.year, self.day)

    @property
    def time(self) -> Time:
        """The time of a part that did not fail."""
        assert self.seconds is not None
        return Time(self.seconds, bool(self.first_call))

    @property
    def basis(self) -> tuple[object, ...]:
        """The input, the machine, and how often the call was made: only times alike are compared.

        Times of runs and of benches are not alike either, but may stand in one series.
        """
        return self.digest or self.input, self.machine, self.first_call, self.calls


class Run(NamedTuple):
    """A line of the log: a bench, or the results of a run that depend on the same files.

    `records` are the results on inputs of full size. The `others` are those of examples, errors
    before any input, and parts that are not solved. `files` has the digests of the files that ran
    by their paths; `None` stands for one that was saved during the run. `layout` is the digest of
    how the day runs, if it lies in a layout.
    """

    commit: str | None
    files: Mapping[str, str | None]
    records: Sequence[Record]
    others: Sequence[Record] = ()
    layout: str | None = None


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
    foreign_lines = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        fields = parse_line(line)
        if is_run(fields):
            runs.append(run_in(fields))
        else:
            foreign_lines.append(number)
    if not foreign_lines:
        return Log(runs)
    count = len(foreign_lines)
    what = "1 line of {} is no result and was left out"
    if count > 1:
        what = f"{count} lines of {{}} are no results and were left out"
    note = f"{what.format(shown_path(path))}: see line {foreign_lines[0]}"
    return Log(runs, note)


def parse_line(line: bytes) -> Any:
    """Return the JSON value in a line; `None` if there is none."""
    try:
        # Some editors of Windows write a byte order mark before the first line.
        return json.loads(line.decode("utf-8-sig"), object_pairs_hook=object_of)
    except (ValueError, RecursionError):  # nested too deep
        return None


def run_in(fields: Mapping[str, Any]) -> Run:
    """Return the run in the fields of its line."""
    records = []
    others = []
    for record in records_in(fields):
        if record.kind in WHOLE and record.verdict != Verdict.SKIPPED:
            records.append(record)
        else:
            others.append(record)
    return Run(fields["commit"], fields["files"], records, others, fields.get("layout"))


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises `ValueError` if two of its values have the same name."""
    fields = dict(pairs)
    # JSON would take the last one without a word.
    if len(fields) < len(pairs):
        raise ValueError("two values have the same name")
    return fields


def records_in(run: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the results in the fields of a run or a bench."""
    run_fields = {name: run[name] for name in ("run", "at", "python", "machine")}
    for result in run["results"]:
        fields = run_fields | {name: result[name] for name in PART}
        if run.get("source") == "bench":
            fields["source"] = "bench"
            # A bench also measures commits that it has checked out.
            fields["commit"] = result["commit"]
            fields["verdict"] = None
            fields["minima"] = result["minima"]
        else:
            fields["source"] = "run"
            fields["commit"] = run["commit"]
            fields["verdict"] = result["verdict"]
            fields["memory"] = result["memory"]
            for name in SELDOM:
                fields[name] = result.get(name)
        fields["changed"] = result.get("changed", run.get("changed"))
        yield Record(**fields)


def is_run(fields: object) -> bool:
    """Return whether these are the fields of a run or a bench that `RunLog` has written."""
    if not isinstance(fields, dict) or not passes(fields, RUN):
        return False
    # A run has no source.
    source = fields.get("source")
    if source not in (None, "bench") or not may_be_flag(fields.get("changed")):
        return False
    if not is_digest(fields.get("layout")):
        return False
    checks = TIME if source else RESULT
    return all(is_result(result, checks) for result in fields["results"])


def is_result(fields: object, checks: Checks) -> bool:
    """Return whether these are the fields of a result of a run, or of a time of a bench."""
    if not isinstance(fields, dict) or not passes(fields, checks):
        return False
    if fields["day"] > days_in(fields["year"]):
        return False
    return all(check(fields.get(name)) for name, check in SELDOM.items())


def passes(value: Mapping[str, object], checks: Checks) -> bool:
    """Return whether an object has all fields that are checked, and they are right."""
    return all(name in value and check(value[name]) for name, check in checks.items())


def matching(pattern: str) -> Check:
    """Return the check for a text that matches a pattern as a whole."""
    return lambda value: (
        isinstance(value, str) and re.fullmatch(pattern, value) is not None
    )


def one_of(*values: object) -> Check:
    """Return the check for one of these values."""
    # `True` equals 1.
    return lambda value: not isinstance(value, bool) and value in values


def optional(check: Check) -> Check:
    """Return a check that `None` passes, too."""
    return lambda value: value is None or check(value)


def may_be_flag(value: object) -> bool:
    """Return whether a value is true, false, or `None`."""
    return value is None or isinstance(value, bool)


def is_utc_time(value: object) -> bool:
    """Return whether a value is a time in UTC."""
    if not isinstance(value, str) or not re.fullmatch(UTC_TIME, value):
        return False
    # A month has at most 31 days.
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


# UTF-8 has no halves of surrogate pairs, so no output could show them.
is_text = matching(r"[^\ud800-\udfff]*")
# git gets it as an argument, and an option may name a file to write.
is_commit = optional(matching("[0-9a-f]{40,64}"))
is_digest = optional(matching("[0-9a-f]{64}"))
RUN: Checks = {
    "run": is_text,
    "at": is_utc_time,
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
    "kind": one_of("", InputKind.EXAMPLE, *WHOLE),
    "verdict": one_of(*Verdict),
    "memory": optional(Range(0, 1 << 62).takes_whole),
}
"""The checks of a result of a run."""
TIME: Checks = {**PART, "commit": is_commit, "minima": are_minima}
"""The checks of a time of a bench."""
SELDOM: Checks = {
    "changed": may_be_flag,
    "first_call": may_be_flag,
    "calls": optional(Range(1, 1 << 62).takes_whole),
    **dict.fromkeys(TEXTS, optional(is_text)),
}
"""The checks of the fields that not every result has."""
