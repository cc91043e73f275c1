"""The result of one part: `Result`, its `Verdict`, and the `Failure` that explains an error.

Named tuples, not dataclasses: the worker process builds them too, and importing `dataclasses`
would take longer than most days.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

__all__ = ["Failure", "Kind", "Result", "Verdict"]


class Verdict(StrEnum):
    """How an answer compares with the known answer."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    ERROR = "error"
    SKIPPED = "skipped"


class Kind(StrEnum):
    """The kind of error because of which a part has no answer."""

    PARSE = "parse"
    EXCEPTION = "exception"
    EXIT = "exit"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    ANSWER = "answer"
    INPUT = "input"
    TESTS = "tests"


class Failure(NamedTuple):
    """Why a part has no answer; `traceback` shows the frames of the solver, if there are any."""

    kind: Kind
    message: str
    traceback: str | None = None


class Result(NamedTuple):
    """One part of one puzzle on one input; the JSON output has these fields, in this order.

    `part` is `None` if the run failed before it reached a part, because the module or the input
    could not be loaded. `variant` is `None` for the part itself. Times are in seconds. Memory is
    in bytes, and does not count what the process used before. Times and memory are `None` if
    nothing ran, and memory also if it is too little to be measured. A solver plugin answers both
    parts in one call: the time of that call, without its imports, and its memory, with them, stand
    in the first result that has an answer, and are `None` in the other. `drawing` is the text that
    `answer` was read from, if the part drew its answer in letters. `reason` says why an answer is
    known to be wrong though the right one is not known. `output` is what the call printed and
    logged; `parse_output` what was printed before, since the last result: while the day and its
    tests were imported and the input was parsed.
    """

    year: int
    day: int
    title: str | None
    solver: str
    variant: str | None
    input: str | None
    part: int | None
    answer: str | None = None
    expected: str | None = None
    verdict: Verdict = Verdict.UNKNOWN
    seconds: float | None = None
    parse_seconds: float | None = None
    peak_memory_bytes: int | None = None
    error: Failure | None = None
    drawing: str | None = None
    reason: str | None = None
    output: str = ""
    parse_output: str = ""

    @property
    def bad(self) -> bool:
        """Whether this result makes a run fail."""
        return self.verdict in (Verdict.FAIL, Verdict.ERROR)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields in the form they have in JSON."""
        return self._asdict() | {"error": self.error and self.error._asdict()}

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Result:
        """Make a result from the fields that `to_dict` returns, also if they come from JSON."""
        error = fields["error"]
        failure = error and Failure(**error | {"kind": Kind(error["kind"])})
        return cls(**fields | {"verdict": Verdict(fields["verdict"]), "error": failure})
