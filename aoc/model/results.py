"""Results: what a part answered, how long it took, why it failed, and its verdict."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from aoc.model.inputs import InputKind
from aoc.model.jobs import Job, Step
from aoc.model.puzzles import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterable

PRINTED = "printed"
"""The reason of an answer that was read from the output of a script."""


UNREAD = "printed without reading the input"
"""The reason of an answer that is right, of a script whose input is in its source."""


class Verdict(StrEnum):
    """How an answer compares with the known answer."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    ERROR = "error"
    SKIPPED = "skipped"


class ErrorKind(StrEnum):
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
    """Why a part has no answer; `traceback` shows the frames of the solver, if there are any.

    If there is a `module`, it cannot be imported.
    """

    kind: ErrorKind
    message: str
    traceback: str | None = None
    module: str = ""

    def to_json(self) -> dict[str, str | None]:
        """Return the failure in the form that it has in JSON for people."""
        # The module serves the summary of many days.
        return {"kind": self.kind, "message": self.message, "traceback": self.traceback}


class Time(NamedTuple):
    """The time of a call, or of several: a mark says where `is_first_call`, made once only."""

    seconds: float
    is_first_call: bool = False


def total_time(times: Iterable[Time]) -> Time | None:
    """Return the sum of times, which is marked if one of them is; `None` if there are none."""
    total = None
    for time in times:
        if total is None:
            total = time
            continue
        seconds = total.seconds + time.seconds
        total = Time(seconds, total.is_first_call or time.is_first_call)
    return total


class Piece(NamedTuple):
    """A piece of the output of a solver: its text.

    Of one that is too long, `text` is the beginning and `end` the end, and `lines` is how many
    lines it has.
    """

    text: str = ""
    lines: int | None = None
    end: str = ""

    @property
    def last(self) -> str:
        """The end, or all of it."""
        return self.end or self.text

    def with_last(self, text: str) -> Self:
        """Return the piece with a text in place of its `last` one."""
        if self.lines is None:
            return self._replace(text=text)
        # The lines that are left out in between are still counted.
        lines = self.lines - self.last.count("\n") + text.count("\n")
        return self._replace(end=text, lines=lines)


class Outcome(NamedTuple):
    """The outcome of one part on one input, or of parsing it, as a worker reports it.

    Without an `answer` or an `error`, a part is not solved yet. Times are in seconds, and memory is
    in bytes, beyond those that the process used before. Both are `None` if nothing ran, and memory
    also if it is too little to be measured.
    """

    input: str | None = None
    """The label of the input."""
    input_kind: InputKind | None = None
    part: int | None = None
    """`None` for parsing, and where the run failed before it reached a part, because the module or
    the input could not be loaded."""
    variant: str | None = None
    """`None` for the part itself."""
    is_guess: bool = False
    """Whether the answer that is expected on an example is a guess."""
    params: tuple[str, ...] = ()
    """The names of the job's `params` that the part has taken."""
    answer: str | None = None
    drawing: str | None = None
    """The text that the answer was read from, if the part drew it in letters."""
    expected: str | None = None
    """The answer that an example has; what is known of other inputs stays with their job."""
    error: Failure | None = None
    seconds: float | None = None
    """The best of several calls, or with `first_call` of the first, or only one."""
    first_call: bool = False
    time_of: str = ""
    """What the time and the memory are of, if not of the part itself: of `both parts` in one call,
    as of a plugin or a script, or of a whole `process`. They stand in the first outcome with an
    answer alone."""
    peak_memory_bytes: int | None = None
    printed: Piece = Piece()
    """What was printed and logged since the last outcome: that of parsing includes the output of
    the day's imports."""
    reason: str | None = None
    """How the answer was read, why there is none, or which of the example's `params` no part
    takes."""
    is_unread: bool = False
    """Whether the answer is that of a script which has not read its input."""
    single: str | None = None
    """An answer that a script has printed without saying for which part."""
    text: str | None = None
    """The text of the input, where the job only reads its inputs."""
    profile: str | None = None

    @property
    def step(self) -> Step:
        """The step that it is of."""
        return Step(self.input, self.input_kind, self.part, self.variant, self.is_guess)

    @property
    def is_whole(self) -> bool:
        """Whether the input is of full size: a personal one, a sample or a file."""
        return self.input_kind is not None and self.input_kind.is_whole

    @property
    def time(self) -> Time | None:
        """The time to show."""
        if self.seconds is None:
            return None
        # How long it took until an error is no time to compare.
        return Time(self.seconds, self.first_call and self.error is None)

    @property
    def is_of_parse(self) -> bool:
        """Whether this is about parsing an input that could be parsed: it has no answer."""
        return self.part is None and self.error is None

    @property
    def is_check(self) -> bool:
        """Whether this ran only to check an answer before it is sent."""
        return self.input_kind is not None and self.input_kind.is_check

    @property
    def is_unsolved(self) -> bool:
        """Whether a part has returned `None`, or is not there."""
        return self.part is not None and self.answer is None and self.error is None

    @property
    def is_load_error(self) -> bool:
        """Whether the solver could not be loaded, so that nothing ran on any input."""
        return self.error is not None and self.input is None and self.part is None


class Result(NamedTuple):
    """The outcome of a job with its verdict, made once, by `aoc.running.verdicts`.

    `expected` is the answer that is known, and `reason` says, of one that is known to be wrong
    though the right one is not, why it is.
    """

    job: Job
    outcome: Outcome
    verdict: Verdict
    expected: str | None = None
    reason: str | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the result is of."""
        return self.job.puzzle

    @property
    def solver(self) -> str:
        """The name of the solver."""
        return self.job.solver.name

    @property
    def part(self) -> int | None:
        """The part; `None` for parsing, and where the run failed before it reached a part."""
        return self.outcome.part

    @property
    def variant(self) -> str | None:
        """The variant; `None` for the part itself."""
        return self.outcome.variant

    @property
    def input(self) -> str | None:
        """The label of the input."""
        return self.outcome.input

    @property
    def answer(self) -> str | None:
        """The answer, as it would be submitted."""
        return self.outcome.answer

    @property
    def error(self) -> Failure | None:
        """Why there is no answer."""
        return self.outcome.error

    @property
    def seconds(self) -> float | None:
        """How long the part took."""
        return self.outcome.seconds

    @property
    def digest(self) -> str | None:
        """The SHA-256 of the text of a whole input."""
        job_input = self.job.input_of(self.outcome.step)
        if job_input is None:
            # An example is no whole input, and only the worker has it.
            return None
        return job_input.digest

    def to_json(self) -> dict[str, Any]:
        """Return the result as it stands in JSON for people, such as `aoc run --json` prints."""
        outcome = self.outcome
        return {
            "year": self.puzzle.year,
            "day": self.puzzle.day,
            "title": self.job.title,
            "solver": self.solver,
            "variant": outcome.variant,
            "input": outcome.input,
            "input_kind": outcome.input_kind,
            "part": outcome.part,
            "answer": outcome.answer,
            "expected": self.expected,
            "verdict": self.verdict,
            "seconds": outcome.seconds,
            "first_call": outcome.first_call,
            "peak_memory_bytes": outcome.peak_memory_bytes,
            "error": outcome.error.to_json() if outcome.error else None,
            "drawing": outcome.drawing,
            "reason": self.reason,
            "output": outcome.printed.text,
            "digest": self.digest,
        }

    @property
    def bad(self) -> bool:
        """Whether this result makes a run fail."""
        return self.verdict in (Verdict.FAIL, Verdict.ERROR)
