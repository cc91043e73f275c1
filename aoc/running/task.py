"""A job that is running: what its worker has reported and printed, and how it ended."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from time import monotonic

from aoc.examples import tests_name
from aoc.job import TESTS, Job
from aoc.results import Failure, Kind, Result, Verdict
from aoc.running.printed import Printed, shown_text
from aoc.worker.reports import CUT_OFF, Report, Started, read_reports

__all__ = ["Task"]

FATAL = re.compile(r"^(?:Fatal Python error|Windows fatal exception): (?s:.*)", re.MULTILINE)
"""What Python prints last when it crashes."""
SILENCE = 1.0
"""Seconds that a worker may take to end once it can report nothing more."""
START = 120.0
"""Seconds that a worker may take until its first report, even with a shorter timeout."""
CLOSED = "closed the pipe that its results go through"


class Task:
    """A job that is running: what its worker reported, and when it reported last."""

    def __init__(self, number: int, job: Job) -> None:
        self.number = number
        self.job = job
        self.is_done = False
        self.is_suspected = False
        self.begin()

    def begin(self) -> None:
        """Forget the last worker: another one continues the job."""
        self.stage: Started | None = None
        self.since = monotonic()
        self.is_silent = False
        self.is_over = False
        self.unread = b""
        self.waiting: deque[Report] = deque()
        self.printed = Printed(everything=self.job.verbose)
        self.before = ""

    @property
    def doing(self) -> str:
        """What the job is busy with, to show to people."""
        stage = self.stage or Started()
        part = f"part {stage.part}" if stage.part else ""
        on = f"on {stage.label}" if stage.label else ""
        words = (str(self.job.puzzle), part, stage.variant, on)
        return " ".join(word for word in words if word)

    @property
    def last_line(self) -> str:
        """The last line that the part has printed so far."""
        return self.printed.rest.rstrip().rpartition("\n")[2]

    def take_reports(self, *, is_last: bool = False) -> Iterator[tuple[Report, str]]:
        """Yield the reports that have come, each with what was printed before it.

        The two come through different pipes, so a report waits for its output; but not if no
        more can come, since the worker has ended.
        """
        while self.waiting and (self.printed.pieces or is_last):
            printed = self.printed.pieces.popleft() if self.printed.pieces else ""
            yield self.waiting.popleft(), printed

    def read(self, data: bytes) -> None:
        """Read a piece of what the worker reports."""
        *lines, self.unread = (self.unread + data).split(b"\n")
        self.waiting += read_reports(lines)

    def seconds_left(self, timeout: float | None) -> float:
        """Return the seconds that are left until the worker has to report again."""
        limit = SILENCE if self.is_silent else START if self.stage is None else timeout
        return float("inf") if limit is None else self.since + limit - monotonic()

    def start_stage(self, stage: Started, printed: str) -> None:
        """Note what the worker does now, and what it printed before."""
        self.stage = stage
        self.before += printed

    def complete(self, result: Result, printed: str) -> Result:
        """Return a result with what was printed: apart, if it was before the part began."""
        before, self.before = self.before, ""
        result = self.job.with_input(result)
        if self.stage is None or self.stage.part is None:
            return result._replace(output=before + printed)
        return result._replace(output=printed, parse_output=before)

    def fail(
        self, kind: Kind, message: str, traceback: str | None = None, printed: str | None = None
    ) -> Result:
        """Return the error that ended the worker; another one does the rest of the job, if any."""
        stage = self.stage or Started()
        if printed is None:
            printed = self.printed.rest
        crash = FATAL.search(shown_text(self.printed.tail))
        if crash:
            from aoc.worker.tracebacks import own_crash

            traceback = own_crash(crash[0].rstrip())
            printed = FATAL.sub("", printed)
        label = stage.label
        if label is None:
            self.is_done = True
        elif label == TESTS:
            label = None
            kind, message = Kind.TESTS, f"{tests_name(*self.job.puzzle)}: {kind}: {message}"
            self.job = self.job.without_tests()
            self.is_done = not self.job.sources
        else:
            self.job = self.job._replace(skip=stage.skip)
        result = self.job.result(
            input=label,
            part=stage.part,
            variant=stage.variant,
            verdict=Verdict.ERROR,
            error=Failure(kind, message, traceback),
        )
        return self.complete(result, printed)

    def ended(self, status: int) -> Result:
        """Return the error of a worker that ended too early, with this exit code."""
        if status == CUT_OFF:
            return self.fail(Kind.CRASH, CLOSED)
        from aoc.running.exit_code import ABORTED, cause_of_death

        if status == ABORTED and FATAL.search(shown_text(self.printed.tail)):
            return self.fail(Kind.CRASH, "was aborted")
        return self.fail(*cause_of_death(status))

    def overdue(self, timeout: float | None) -> Result:
        """Return the error of a worker whose time is up."""
        if self.is_silent:
            return self.fail(Kind.CRASH, CLOSED)
        if self.stage is None:
            return self.fail(Kind.CRASH, f"did not start within {START:g} s")
        return self.fail(Kind.TIMEOUT, f"took longer than {timeout or 0:g} s")
