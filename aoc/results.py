"""The result of one part: `Result`, its `Verdict`, and the `Failure` that explains an error.

Named tuples, not dataclasses: the worker process builds them too, and importing `dataclasses`
would take longer than most days.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from aoc.profile import Profile

__all__ = ["WHOLE", "Failure", "Kind", "Place", "Result", "Verdict"]

WHOLE = ("personal", "sample", "file", "stdin")
"""The kinds of inputs of full size."""


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
    """One part of one puzzle on one input, or parsing it; the JSON output has these fields.

    `part` is `None` for parsing, and where the run failed before it reached a part, because the
    module or the input could not be loaded. `variant` is `None` for the part itself. Times are in
    seconds; with `first_call` it is that of the first call, or the only one, and else the best of
    several. Memory is in bytes, and does not count what the process used before. Both are `None` if
    nothing ran, and memory also if it is too little to be measured. A solver plugin answers both
    parts in one call: the time of that call and its memory stand
    in the first result that has an answer, and are `None` in the other. `drawing` is the text that
    `answer` was read from, if the part drew its answer in letters. `reason` says why an answer is
    known to be wrong though the right one is not known. `output` is what was printed and logged
    since the last result: that of parsing has what the imports of the day printed, too.
    `input_kind` is `example`, or a kind of `aoc.job.Source`. `digest` is the SHA-256 of a whole
    input's text.

    JSON has the rest only where a job asks for it: the `text` of the input; the `calls` that were
    timed for a bench, of which `seconds` are the fastest; and the `profile`. `ran_on`, which JSON
    does not have, is the other machine that the part ran on.
    """

    year: int
    day: int
    title: str | None
    solver: str
    variant: str | None = None
    input: str | None = None
    part: int | None = None
    answer: str | None = None
    expected: str | None = None
    verdict: Verdict = Verdict.UNKNOWN
    seconds: float | None = None
    first_call: bool = False
    peak_memory_bytes: int | None = None
    error: Failure | None = None
    drawing: str | None = None
    reason: str | None = None
    output: str = ""
    input_kind: str | None = None
    digest: str | None = None
    text: str | None = None
    profile: Profile | None = None
    calls: int | None = None
    ran_on: Place | None = None

    @property
    def whole(self) -> bool:
        """Whether the input is of full size: a personal one, a sample or a file."""
        return self.input_kind in WHOLE

    @property
    def is_of_parse(self) -> bool:
        """Whether this is about parsing an input that could be parsed: it has no answer."""
        return self.part is None and self.error is None

    @property
    def bad(self) -> bool:
        """Whether this result makes a run fail."""
        return self.verdict in (Verdict.FAIL, Verdict.ERROR)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields in the form they have in JSON."""
        fields = self._asdict() | {"error": self.error and self.error._asdict()}
        del fields["ran_on"]
        if self.profile:
            fields["profile"] = self.profile.to_dict()
        for name in ("text", "calls", "profile"):
            if fields[name] is None:
                del fields[name]
        return fields

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Result:
        """Make a result from the fields that `to_dict` returns, also if they come from JSON."""
        error = fields.get("error")
        failure = error and Failure(**error | {"kind": Kind(error["kind"])})
        if "profile" in fields:
            from aoc.profile import Profile

            fields = fields | {"profile": Profile.from_dict(fields["profile"])}
        return cls(**fields | {"verdict": Verdict(fields["verdict"]), "error": failure})
