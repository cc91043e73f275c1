"""What a run of one part came to: `Result`, its `Verdict`, and the `Failure` behind an error.

Named tuples, not dataclasses: the worker process builds them too, and importing `dataclasses`
would take longer than most days.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

__all__ = ["Failure", "Kind", "Result", "Verdict", "judge"]


class Verdict(StrEnum):
    """How an answer compares with the one that is known."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    ERROR = "error"
    SKIPPED = "skipped"


class Kind(StrEnum):
    """What sort of error kept a part from answering."""

    PARSE = "parse"
    EXCEPTION = "exception"
    EXIT = "exit"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    ANSWER = "answer"
    INPUT = "input"


class Failure(NamedTuple):
    """Why a part has no answer; `traceback` holds the solver's own frames, if there are any."""

    kind: Kind
    message: str
    traceback: str | None = None


class Result(NamedTuple):
    """One part of one puzzle on one input; the JSON output has these fields, in this order.

    `part` is `None` where something failed before any part was reached: the module could not
    be loaded, or the input not be read. `variant` is `None` for the part itself. Times are in
    seconds, memory in bytes above what the process held before; both are `None` where nothing
    ran. A solver plugin has one time for both parts, which stands with each. `drawing` holds
    the lines that `answer` was read from, for an answer drawn in letters.
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

    @property
    def bad(self) -> bool:
        """Whether this result makes a run fail."""
        return self.verdict in (Verdict.FAIL, Verdict.ERROR)

    def to_dict(self) -> dict[str, Any]:
        """Give the fields as JSON has them."""
        return self._asdict() | {"error": self.error and self.error._asdict()}

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Result:
        """Take what `to_dict` gave back from JSON."""
        error = fields["error"]
        failure = error and Failure(**error | {"kind": Kind(error["kind"])})
        return cls(**fields | {"verdict": Verdict(fields["verdict"]), "error": failure})


def judge(answer: str | None, expected: str | None, drawing: str | None = None) -> Verdict:
    """Compare an answer, or the drawing it was read from, with the known one, if any."""
    if answer is None:
        return Verdict.SKIPPED
    if expected is None:
        return Verdict.UNKNOWN
    return Verdict.PASS if expected in (answer, drawing) else Verdict.FAIL
