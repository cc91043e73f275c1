"""Results: what a part answered, how long it took, why it failed, and its verdict."""

from __future__ import annotations

from enum import StrEnum
from typing import (
    Any,
    Self,
)

from aoc.model.examples import Guessed
from aoc.model.inputs import CHECKS, WHOLE
from aoc.model.values import Value

PRINTED = "printed"
"""The reason of an answer that was read from the output of a script."""


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


class Failure(Value):
    """Why a part has no answer; `traceback` shows the frames of the solver, if there are any.

    If a `module` cannot be imported, `package` is what to install for it, where that is known.
    """

    kind: Kind
    message: str
    traceback: str | None = None
    module: str = ""
    package: str = ""

    def to_json(self) -> dict[str, str | None]:
        """Return the failure in the form that it has in JSON."""
        return {"kind": self.kind, "message": self.message, "traceback": self.traceback}


class Place(Value):
    """Where a part ran: the version of the Python, and the key of the machine in the history."""

    python: str
    machine: str


class FirstCall(float):
    """The seconds of a call that was made once, or a sum with such: a mark is shown beside them."""

    def __add__(self, other: float) -> FirstCall:
        return FirstCall(float(self) + other)

    __radd__ = __add__

    def __truediv__(self, other: float) -> FirstCall:
        return FirstCall(float(self) / other)


class Piece(Value):
    """A piece of the output of a solver: its text.

    Of one that is too long, `output` is the beginning and `output_end` the end; `output_lines` is
    how many lines it has.
    """

    output: str = ""
    output_lines: int | None = None
    output_end: str = ""

    @property
    def last(self) -> str:
        """The end, or all of it."""
        return self.output_end or self.output

    def with_last(self, text: str) -> Self:
        """Return the piece with a text in place of its `last` one."""
        if self.output_lines is None:
            return self._replace(output=text)
        lines = self.output_lines - self.last.count("\n") + text.count("\n")
        return self._replace(output_end=text, output_lines=lines)


class Outcome(Value, kw_only=True):
    """The outcome of one part on one input, or of parsing it, as a worker reports it.

    `input` is the name of the input, and `input_kind` is `example`, or a kind of
    `aoc.model.inputs.Input`.
    `part` is `None` for parsing, and where the run failed before it reached a
    part, because the module or the input could not be loaded. `variant` is `None` for the part
    itself. Without an `answer` or an `error`, a part is not solved yet.

    Times are in seconds; with `first_call` it is that of the first call, or the only one, and else
    the best of several. Memory is in bytes, beyond those that the process used before. Both
    are `None` if nothing ran, and memory also if it is too little to be measured. A solver plugin
    answers both parts in one call, as a script does: the time of that call and its memory stand in
    the first outcome that has an answer, which is `of_both`, and are `None` in the other. `drawing`
    is the text that `answer` was read from, if the part drew its answer in letters. `output` is the
    text printed and logged since the last outcome: that of parsing includes the output of the day's
    imports; see `Piece`. `digest` is the SHA-256 of a whole input's text. `reason` says how the
    answer was read, why there is none, or which of the example's `params` no part takes. `guess`
    says what of the example is one.

    Only where a job asks for it, there is the `text` of the input; the `calls` that were timed for
    a bench or with `repeat`, of which `seconds` are the fastest; and the `profile`. `ran_on` is the
    other machine that the part ran on.
    """

    variant: str | None = None
    input: str | None = None
    input_kind: str | None = None
    part: int | None = None
    answer: str | None = None
    expected: str | None = None
    seconds: float | None = None
    first_call: bool = False
    of_both: bool = False
    peak_memory_bytes: int | None = None
    error: Failure | None = None
    drawing: str | None = None
    output: str = ""
    output_lines: int | None = None
    output_end: str = ""
    digest: str | None = None
    reason: str | None = None
    text: str | None = None
    profile: dict[str, Any] | None = None
    calls: int | None = None
    ran_on: Place | None = None
    guess: Guessed | None = None

    @property
    def whole(self) -> bool:
        """Whether the input is of full size: a personal one, a sample or a file."""
        return self.input_kind in WHOLE

    @property
    def time(self) -> float | None:
        """The seconds to show; how long it took until an error is no time to compare."""
        is_marked = self.first_call and self.seconds is not None and not self.error
        return FirstCall(self.seconds or 0.0) if is_marked else self.seconds

    @property
    def is_of_parse(self) -> bool:
        """Whether this is about parsing an input that could be parsed: it has no answer."""
        return self.part is None and self.error is None

    @property
    def printed(self) -> Piece:
        """The output."""
        return Piece(self.output, self.output_lines, self.output_end)

    @property
    def is_check(self) -> bool:
        """Whether this ran only to check an answer before it is sent."""
        return self.input_kind in CHECKS

    @property
    def is_unsolved(self) -> bool:
        """Whether a part has returned `None`, or is not there."""
        return self.part is not None and self.answer is None and self.error is None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that say something, for JSON."""
        return {
            name: value
            for name, value in self._asdict().items()
            if value not in (None, "")
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Self:
        """Return the outcome that the fields of `to_dict` stand for, once they come from JSON."""
        kind, *why = fields.get("error") or [None]
        return cls(**fields | {"error": kind and Failure(Kind(kind), *why)})


class Result(Outcome, kw_only=True):
    """An outcome with its verdict, made once, by `aoc.running.verdicts`.

    `expected` is the answer that is known, and `reason` says, of one that is known to be wrong
    though the right one is not, why it is.
    """

    year: int
    day: int
    title: str | None
    solver: str
    verdict: Verdict

    @property
    def bad(self) -> bool:
        """Whether this result makes a run fail."""
        return self.verdict in (Verdict.FAIL, Verdict.ERROR)
