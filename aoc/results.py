"""The result of one part: `Result`, its `Verdict`, and the `Failure` that explains an error.

Named tuples, not dataclasses: the worker process builds them too, and importing `dataclasses`
would take longer than most days.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from aoc.profile import Profile

__all__ = ["Failure", "Kind", "Place", "Result", "Verdict"]

PROFILES = ("profile", "parse_profile")
"""The fields of a result with a profile, which JSON has only if they are there."""


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
    FRAME = "frame"


class Failure(NamedTuple):
    """Why a part has no answer; `traceback` shows the frames of the solver, if there are any."""

    kind: Kind
    message: str
    traceback: str | None = None


class Place(NamedTuple):
    """Where a part ran: the version of the Python, and the key of the machine in the history."""

    python: str
    machine: str


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
    tests were imported and the input was parsed. `digest` is the SHA-256 of a whole input's text.

    `whole` says that the input is no example, and `ran_on` which other machine the part ran on.
    JSON has neither: who runs a job knows them.

    JSON has the rest only where a job asks for it: the `text` of the input; the `calls` that were
    timed for a bench, of which `seconds` are the fastest; the `profile` of the part, and
    `parse_profile`, which the first result of an input has.
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
    digest: str | None = None
    whole: bool = False
    text: str | None = None
    profile: Profile | None = None
    parse_profile: Profile | None = None
    calls: int | None = None
    ran_on: Place | None = None

    @property
    def bad(self) -> bool:
        """Whether this result makes a run fail."""
        return self.verdict in (Verdict.FAIL, Verdict.ERROR)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields in the form they have in JSON."""
        fields = self._asdict() | {"error": self.error and self.error._asdict()}
        del fields["whole"], fields["ran_on"]
        for name in ("text", "calls", *PROFILES):
            if fields[name] is None:
                del fields[name]
            elif name in PROFILES:
                fields[name] = fields[name].to_dict()
        return fields

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Result:
        """Make a result from the fields that `to_dict` returns, also if they come from JSON."""
        error = fields["error"]
        failure = error and Failure(**error | {"kind": Kind(error["kind"])})
        for name in PROFILES:
            if name in fields:
                from aoc.profile import Profile

                fields = fields | {name: Profile.from_dict(fields[name])}
        return cls(**fields | {"verdict": Verdict(fields["verdict"]), "error": failure})
