"""A job that is running: the reports of its worker, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import monotonic

from aoc.model.jobs import TESTS, Job, UnitKey
from aoc.model.results import ErrorKind, Failure, Outcome, Piece
from aoc.project.day_tests import tests_name
from aoc.running.output_file import SHOWN_BYTES, OutputFile
from aoc.worker.reports import (
    CUT_OFF,
    Located,
    Planned,
    Report,
    Started,
    Timed,
    read_report,
)

FATAL = re.compile(r"(?:Fatal Python error: |Windows fatal exception: )(?s:.*)")
"""The last text of Python when it crashes; the line may have begun before."""


DUMP, FLUSH = 2.0, 1.0
"""Seconds that a worker has for saying where it is, and then for writing its output so far, before
it is ended."""


START = 120.0
"""Seconds that a worker may take until its first report, even with a shorter timeout."""


MORE = 5
"""How many times the seconds of a timeout are proposed after it."""


HELD = 0.5
"""Seconds that an answer waits for the best time of its call, while other answers are missing."""


NO_RESULT = "ended without a result: what the day changes may be something that aoc itself needs"


class RunningJob:
    """A job that is running: the reports of its workers, and when the last one came.

    It owes a result of each unit in `order`, and yields them in that order. One that is `held`
    waits for the best time of its call.
    """

    def __init__(self, number: int, job: Job) -> None:
        self.number = number
        self.job = job
        self.order: list[UnitKey] | None = None
        self.unplanned: list[Outcome] = []
        """Errors that came before the plan of the job."""
        self.ready: dict[UnitKey, Outcome] = {}
        self.is_done = False
        self.begin()

    @property
    def crash(self) -> str:
        """The text of Python about a crash, of the worker or of a fork of it; empty without one."""
        return crash_in(self.said)

    def take_crash(self) -> str:
        """Return the text about the crash of a fork, as output of the solver, and forget it."""
        text = self.crash
        self.said = ""
        return text and f"{solver_frames(text)}\n"

    def begin(self, output: int = -1) -> None:
        """Forget the last worker: another one continues the job, and prints into a file."""
        self.stage: Started | None = None
        self.since = monotonic()
        self.is_over = False
        self.has_answered = False
        """Whether all answers are there: calls are repeated for their times, or wait for that."""
        self.is_waiting = False
        self.cause = Failure(ErrorKind.CRASH, NO_RESULT)
        """Why the worker has no result of a unit that it owes."""
        self.unread = b""
        self.said = ""
        """The end of the text that came between the reports: Python's, where the worker is."""
        self.asked_at: float | None = None
        """When the worker was asked where it is, if it was."""
        self.is_located = False
        """Whether it has said so, to the end."""
        self.turn: list[UnitKey] = []
        """The units that the worker has still to report on: first results, then times."""
        self.untimed: list[UnitKey] = []
        """The answers whose times will follow, though some may be shown before."""
        self.held: set[UnitKey] = set()
        self.printed = OutputFile(output, everything=self.job.options.verbose)

    @property
    def doing(self) -> str:
        """The step that the job is at, to show to people."""
        stage = self.stage or Started()
        if self.has_answered and self.turn:
            stage = self.stage_of(self.turn[0])
        part = stage.part
        is_script = bool(self.job.entry)
        if is_script and len(self.job.parts) == 1:
            [part] = self.job.parts
        step = f"part {part}" if part else ""
        # Before its plan, a worker makes up the input.
        is_parse = stage.case is not None and bool(self.turn) and not part
        if is_parse and not is_script:
            step = "parse"
        timing = "timing" if self.has_answered else ""
        on = f"on {stage.label}" if stage.label else ""
        return " ".join(
            filter(None, (str(self.job.puzzle), timing, step, stage.variant, on))
        )

    @property
    def unfinished(self) -> tuple[Piece, str]:
        """The output that belongs to no result, and where the solver is, if it was asked."""
        printed = self.printed.rest
        frames = "" if self.asked_at is None else solver_frames(self.said)
        if not frames:  # as of a worker that has answered, and waits
            return printed, ""
        return printed, f"{self.doing}: {frames}"

    def ask(self) -> None:
        """Note that the worker was asked where it is."""
        self.asked_at = monotonic()
        self.said = ""
        self.is_located = False

    @property
    def seconds_to_answer(self) -> float:
        """The seconds that are left until the worker has to have said where it is, if asked.

        While it runs code in C, its frames come, and nothing says that they are all.
        """
        if self.asked_at is None or self.is_located:
            return 0.0
        end = self.asked_at + DUMP
        if self.said:
            end = min(end, self.since + FLUSH)
        return max(0.0, end - monotonic())

    @property
    def owed(self) -> tuple[UnitKey, ...]:
        """The units without an answer."""
        return tuple(key for key in self.order or () if key not in self.ready)

    @property
    def disturbs(self) -> bool:
        """Whether the worker still looks for answers, which would disturb the times of others."""
        return self.job.options.timing.waits and not self.has_answered

    def read(self, data: bytes) -> Iterator[tuple[Report, int]]:
        """Yield the reports in these bytes, each with the size of the output before it.

        What was said before a report is noted when it is yielded. A worker that has said where it
        is was late, even if it can go on now.
        """
        self.since = monotonic()
        *lines, self.unread = (self.unread + data).split(b"\n")
        for line in filter(None, lines):
            report, end = read_report(line) or (None, 0)
            if report is None:
                text = line.decode(errors="backslashreplace").rstrip("\r")
                self.said = f"{self.said}{text}\n"[-SHOWN_BYTES:]
            elif not isinstance(report, Located):
                self.asked_at = None
                yield report, end
            elif self.asked_at is not None:
                self.is_located = True
                return

    def seconds_left(self, timeout: float | None) -> float:
        """Return the seconds that are left until the worker has to report again."""
        if self.asked_at is not None:
            return self.seconds_to_answer
        limit = START if self.stage is None else timeout
        if self.is_waiting or limit is None:
            return float("inf")
        return self.since + limit - monotonic()

    def plan(self, report: Planned) -> None:
        """Note the units that the job owes, by its first plan, and those of this worker."""
        if self.order is None:
            self.order = list(report.units)
            self.job = self.job._replace(owed=self.owed)
        self.labels = report.cases
        self.turn = [report.units[number] for number in report.turn]
        self.go_to_next()

    def go_to_next(self) -> None:
        """Note the unit that the worker runs now, as all units before it are reported.

        Once all answers are there, the worker of a single day waits until others have theirs.
        """
        if self.turn:
            self.stage = self.stage_of(self.turn[0])
            if self.job.entry:  # it answers both parts at once
                self.stage = self.stage._replace(part=None)
        elif self.untimed:
            self.turn = self.untimed
            self.has_answered = True
            self.is_waiting = self.job.options.timing.waits

    def stage_of(self, key: UnitKey) -> Started:
        """Return the stage in which a unit runs."""
        label, kind = self.labels[key[0]]
        return Started(key[0], label, key[1], key[2], kind)

    def take(
        self, outcome: Outcome, printed: Piece, *, time_follows: bool = False
    ) -> None:
        """Take an outcome, or an answer that is not timed yet."""
        outcome = outcome._replace(printed=printed)
        case = self.stage.case if self.stage else None
        if self.order is None:
            self.is_done = True  # if no plan follows
            self.unplanned.append(outcome)
            return
        if case is None:
            self.cause = outcome.error or self.cause
            return
        key = (case, outcome.part, outcome.variant)
        has_no_input = outcome.part is None and outcome.error
        if has_no_input:
            self.end_input(case, outcome)
        elif key in self.order:
            self.ready[key] = outcome
            if time_follows:
                self.untimed.append(key)
                self.held.add(key)
        if self.turn and not self.has_answered:
            of_input = case if has_no_input else None
            self.turn = [one for one in self.turn if one != key and one[0] != of_input]
            self.go_to_next()

    def take_time(self, report: Timed) -> None:
        """Take the time of the next answer, unless that was shown without it."""
        if not self.turn:
            return
        key = self.turn.pop(0)
        if key not in self.held:
            return
        self.held.remove(key)
        outcome = self.ready[key]
        if report.seconds is not None:
            outcome = outcome._replace(
                seconds=report.seconds, first_call=False, calls=report.calls
            )
        self.ready[key] = outcome._replace(profile=report.profile or outcome.profile)

    def end_input(self, case: int, failure: Outcome) -> None:
        """Put an error in the place of all that is owed of an input."""
        assert self.order is not None
        left = [key for key in self.owed if key[0] == case]
        if left:
            self.order = [key for key in self.order if key not in left[1:]]
            self.ready[left[0]] = failure

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the complete outcomes, in order."""
        while self.unplanned:
            yield self.unplanned.pop(0)
        while self.order and self.order[0] in self.ready.keys() - self.held:
            key = self.order.pop(0)
            yield self.ready.pop(key)

    def release_late(self) -> None:
        """Release answers that were held for long, with the times of their first calls.

        Of a single day, somebody waits for them. While calls are repeated, better times will soon
        be there. A profile, and as many calls as were asked for, are always waited for.
        """
        job = self.job
        options = job.options
        is_awaited = options.timing.waits and not (
            options.timing.repeat or options.profiles
        )
        is_repeating = self.has_answered and not self.is_waiting
        is_late = monotonic() > self.since + HELD
        if is_awaited and is_late and not is_repeating:
            self.held.clear()

    def finish(self) -> None:
        """Take the end of a worker that has done all it could: another one does the rest.

        It is an error if the worker has reported none of the owed units.
        """
        self.held.clear()
        self.is_over = True
        if self.order is None:
            if not self.is_done:
                self.unplanned.append(error_outcome(Started(), self.cause))
            self.is_done = True
        elif self.owed != self.job.owed:
            self.job = self.job._replace(owed=self.owed)
            self.is_done = not self.owed
        else:  # no other worker would do better
            self.is_done = True
            for key in self.owed:
                self.ready[key] = error_outcome(self.stage_of(key), self.cause)

    def end(self, status: int) -> None:
        """Take the end of a worker that ended too early, with its exit code."""
        from aoc.running.crashes import depth_hint

        kind, message = cause_of_death(status)
        said = self.crash or crash_in(self.printed.tail)
        self.fail(kind, message + depth_hint(said, status))

    def fail(self, kind: ErrorKind, message: str, traceback: str | None = None) -> None:
        """Take the error that ended the worker; another one does the rest of the job, if any."""
        if self.has_answered:
            # Only a time is lost.
            self.finish()
            return
        stage = self.stage or Started()
        said = self.said if self.asked_at is not None else self.crash
        printed_crash = crash_in(self.printed.tail)
        printed = self.printed.take(self.printed.size)
        if not said and printed_crash:
            # As where the solver has asked Python for it.
            said = printed_crash
            printed = printed.with_last(printed.last.removesuffix(said))
        if said:
            traceback = solver_frames(said) or None
        is_in_tests = stage.label == TESTS
        if is_in_tests:
            path = self.job.shown(tests_name(*self.job.puzzle))
            kind, message = ErrorKind.TESTS, f"{path}: {kind}: {message}"
            inputs = tuple(one for one in self.job.inputs if not one.needs_tests)
            self.job = self.job._replace(inputs=inputs)
            stage = stage._replace(label=None)
        self.take(error_outcome(stage, Failure(kind, message, traceback)), printed)
        self.finish()
        if self.order is None:
            self.is_done = not (is_in_tests and self.job.inputs)

    def overdue(self, timeout: float, more_time: str) -> None:
        """Take the end of a worker whose time is up; `more_time` is what allows more seconds."""
        if self.stage is None:
            self.fail(ErrorKind.CRASH, f"did not start within {START:g} s")
        else:
            remedy = f"{more_time.format(MORE * timeout)} allows more"
            self.fail(ErrorKind.TIMEOUT, f"took longer than {timeout:g} s; {remedy}")


def error_outcome(stage: Started, error: Failure) -> Outcome:
    """Return the outcome of a stage that has failed."""
    return Outcome(
        input=stage.label,
        input_kind=stage.kind,
        part=stage.part,
        variant=stage.variant,
        error=error,
    )


def crash_in(text: str) -> str:
    """Return the text of Python about a crash at the end of another text; empty without one."""
    found = FATAL.search(text)
    return found[0] if found else ""


def solver_frames(text: str) -> str:
    """Return the text of Python in a crash, or when asked, with the frames of the solver alone."""
    from aoc.running.crashes import own_crash

    return own_crash(text.rstrip())


WINDOWS_ERRORS = 0xC0000000
"""From here on, an exit code on Windows is the error that ended the process."""


WINDOWS_CRASHES = {0xC0000005: "an access violation", 0xC00000FD: "a stack overflow"}


def cause_of_death(status: int) -> tuple[ErrorKind, str]:
    """Return how a worker ended too early, by its exit code: also one that Windows made."""
    if status == CUT_OFF:
        return ErrorKind.CRASH, "closed the pipe that its results go through"
    if status >= WINDOWS_ERRORS:
        name = WINDOWS_CRASHES.get(status, "an error")
        return ErrorKind.CRASH, f"was ended by {name} ({status:#x})"
    if status >= 0:
        return ErrorKind.EXIT, f"ended the process with exit code {status}"
    from signal import Signals

    name = next((one.name for one in Signals if one == -status), f"signal {-status}")
    return ErrorKind.CRASH, f"was killed by {name}"
