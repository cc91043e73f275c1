"""A job that is running: the reports of its worker, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from time import monotonic

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import TESTS, Job, Unit
from aoc.model.results import PRINTED, ErrorKind, Failure, Outcome, Piece
from aoc.project.day_tests import tests_name
from aoc.running.output_file import SHOWN, OutputFile
from aoc.running.verdicts import PATIENCE, Update
from aoc.worker.reports import (
    Located,
    Planned,
    Report,
    Started,
    Timed,
    read_report,
)

FATAL = re.compile(r"(?:Fatal Python error: |Windows fatal exception: )(?s:.*)")
"""The last text of Python when it crashes; the line may have begun before."""
DUMP_SECONDS = 6.0
"""Seconds that a worker has for saying where it is, before it is ended."""
FLUSH_SECONDS = 2.0
"""Seconds that it then has for writing its output so far."""
START_SECONDS = 120.0
"""Seconds that a worker may take until its first report, even with a shorter timeout."""
MORE = 5
"""How many times the seconds of a timeout are proposed after it."""
HELD_SECONDS = 0.5
"""Seconds without a report after which an answer is shown before the best time of its call."""
NO_RESULT = "ended without a result: what the day changes may be something that aoc itself needs"


class State(Enum):
    """How far the worker of a job is: from one state to a later one, until it ends."""

    STARTING = auto()
    """It has reported nothing yet."""
    LOADING = auto()
    """It makes inputs, loads the solver or reads the tests: its units are not planned."""
    ANSWERING = auto()
    """It runs its units for their answers."""
    WAITING = auto()
    """All its answers are there; it may repeat calls once it disturbs no other worker."""
    TIMING = auto()
    """It repeats calls for their times."""
    UNFINISHED = auto()
    """It has ended, and another worker continues the job."""
    DONE = auto()
    """It has ended, and the job is done."""


class WorkerRun:
    """The worker of a job: what it has said, printed and still to do.

    A job whose worker ends too early has another one, about which nothing is known yet.
    """

    def __init__(self, output: int, *, everything: bool) -> None:
        self.heard_at = monotonic()
        """When bytes came from its pipe last; what it prints does not go through that."""
        self.stage = Started()
        """What it runs now, as far as it has said so."""
        self.cause = Failure(ErrorKind.CRASH, NO_RESULT)
        """Why the worker has no result of a unit that it owes."""
        self.has_reported = False
        """Whether an outcome came from it."""
        self.units_to_answer: list[Unit] = []
        self.units_to_time: list[Unit] = []
        """The answers whose times will follow, though some may be shown before."""
        self.held: set[Unit] = set()
        """The answers that wait for their times, and are not shown yet."""
        self.unread = b""
        """The beginning of a line whose end has not come yet."""
        self.said = ""
        """The end of the text that came between the reports: Python's, where the worker is."""
        self.asked_at: float | None = None
        """When the worker was asked where it is, if it was."""
        self.is_located = False
        """Whether it has said so, to the end."""
        self.printed = OutputFile(output, everything=everything)

    @property
    def crash(self) -> str:
        """The text of Python about a crash, of the worker or of a fork of it; empty without one."""
        return crash_in(self.said)

    def take_crash(self) -> str:
        """Return the text about the crash of a fork, as output of the solver, and forget it."""
        text = self.crash
        self.said = ""
        if not text:
            return ""
        return f"{solver_frames(text)}\n"

    def note_asked(self) -> None:
        """Note that the worker was asked where it is."""
        self.asked_at = monotonic()
        # What it wrote before says where it was then.
        self.said = ""

    @property
    def seconds_to_say(self) -> float:
        """The seconds that are left until the worker has to have said where it is, if asked."""
        if self.asked_at is None or self.is_located:
            return 0.0
        end = self.asked_at + DUMP_SECONDS
        if self.said:
            # While it runs code in C, its frames come, and nothing says that they are all.
            end = min(end, self.heard_at + FLUSH_SECONDS)
        return max(0.0, end - monotonic())

    def read(self, data: bytes) -> Iterator[tuple[Report, int]]:
        """Yield the reports in these bytes, each with the size of the output before it.

        What was said before a report is noted when it is yielded.
        """
        self.heard_at = monotonic()
        lines = (self.unread + data).split(b"\n")
        self.unread = lines.pop()
        for line in lines:
            if not line:
                continue
            received = read_report(line)
            if received is None:
                # Python's text, or that of a solver that writes to every descriptor.
                text = line.decode(errors="backslashreplace").rstrip("\r")
                self.said = f"{self.said}{text}\n"[-SHOWN:]
                continue
            report, output_size = received
            if not isinstance(report, Located):
                # It goes on, so it was not late after all.
                self.asked_at = None
                yield report, output_size
            elif self.asked_at is not None:
                # It was late, even if it can go on now: what comes after this is not looked at.
                self.is_located = True
                return

    def take_last_words(self) -> tuple[str, Piece]:
        """Return what Python wrote of the place where the worker ended, and its last output."""
        said = self.crash if self.asked_at is None else self.said
        printed_crash = crash_in(self.printed.tail)
        printed = self.printed.take(self.printed.size)
        if not said and printed_crash:
            # As where the solver has asked Python for it.
            said = printed_crash
            printed = printed.with_last(printed.last.removesuffix(said))
        return said, printed


class RunningJob:
    """A job that is running: the results that it owes, its state, and its worker.

    It owes a result of each unit in `order`, and yields them in that order. A worker may take
    `timeout` seconds for each step; without, there is no limit.
    """

    def __init__(self, number: int, job: Job, timeout: float | None = None) -> None:
        self.number = number
        self.job = job
        """The job of its worker: `job.owed` has the units that were owed when that began."""
        self.timeout = timeout
        self.order: list[Unit] | None = None
        """The units whose results are not yielded yet; `None` before the plan of the job."""
        self.inputs: Sequence[tuple[str, InputKind]] = ()
        """The label and the kind of each input in the plan."""
        self.guesses: Sequence[Unit] = ()
        """The units whose expected answer is a guess."""
        self.unplanned: list[Outcome] = []
        """Errors that came before the plan of the job."""
        self.ready: dict[Unit, Outcome] = {}
        self.since: dict[Unit, float] = {}
        """When an outcome was there, as `monotonic` has it."""
        self.begin()

    def begin(self, output: int = -1) -> None:
        """Begin with a worker, the first or another one, that prints into a file."""
        self.state = State.STARTING
        self.worker = WorkerRun(output, everything=self.job.options.verbose)

    @property
    def has_answered(self) -> bool:
        """Whether the answers of the worker are there, so that only times can follow."""
        return self.state in (State.WAITING, State.TIMING)

    @property
    def disturbs(self) -> bool:
        """Whether the worker still looks for answers, which would disturb the times of others."""
        return self.job.options.timing.waits and not self.has_answered

    @property
    def has_ended(self) -> bool:
        """Whether the worker can do no more."""
        return self.state in (State.UNFINISHED, State.DONE)

    @property
    def owed(self) -> tuple[Unit, ...]:
        """The units without an answer."""
        return tuple(unit for unit in self.order or () if unit not in self.ready)

    @property
    def doing(self) -> str:
        """The step that the job is at, to show to people."""
        stage = self.worker.stage
        units = self.worker.units_to_answer
        if self.has_answered:
            units = self.worker.units_to_time
            if units:
                stage = self.stage_of(units[0])
        part = stage.part
        is_script = bool(self.job.entry)
        if is_script and len(self.job.parts) == 1:
            [part] = self.job.parts
        words = [str(self.job.puzzle)]
        if self.has_answered:
            words.append("timing")
        if part:
            words.append(f"part {part}")
        elif units and not is_script:
            # Without units, there is no plan yet: it makes up the input.
            words.append("parse")
        if stage.variant:
            words.append(stage.variant)
        if stage.label:
            words.append(f"on {stage.label}")
        return " ".join(words)

    def output_and_place(self) -> tuple[Piece, str]:
        """Return the output that belongs to no result, and where the solver is, if it was asked."""
        worker = self.worker
        printed = worker.printed.rest
        if worker.asked_at is None:
            return printed, ""
        frames = solver_frames(worker.said)
        if not frames:
            # As of a worker that has answered, and waits.
            return printed, ""
        return printed, f"{self.doing}: {frames}"

    def seconds_left(self) -> float:
        """Return the seconds that are left until the worker has to report again."""
        worker = self.worker
        if worker.asked_at is not None:
            return worker.seconds_to_say
        limit = self.timeout
        if self.state is State.STARTING:
            # A busy machine may take long to start a process, which is not the solver's fault.
            limit = START_SECONDS
        if limit is None or self.state is State.WAITING:
            return float("inf")
        return worker.heard_at + limit - monotonic()

    def start_stage(self, stage: Started) -> None:
        """Take that the worker begins something before its plan."""
        self.state = State.LOADING
        self.worker.stage = stage

    def take_made(self, texts: Mapping[str, str]) -> None:
        """Take the texts of samples, by their labels, for the next workers of the job.

        Made again, they might be other texts, as where `sample` uses more than its `rng`; and the
        answers of all variants are compared.
        """
        inputs: list[Input] = []
        for job_input in self.job.inputs:
            if job_input.is_to_make and job_input.label in texts:
                job_input = job_input._replace(text=texts[job_input.label])
            inputs.append(job_input)
        self.job = self.job._replace(inputs=tuple(inputs))

    def take_plan(self, report: Planned) -> None:
        """Take the units that the job owes, by its first plan, and the units of this worker."""
        if self.order is None:
            self.order = list(report.units)
            self.job = self.job._replace(owed=self.owed)
        self.inputs = report.inputs
        self.guesses = report.guesses
        self.state = State.ANSWERING
        self.worker.units_to_answer = list(report.turn)
        self.start_next_unit()

    def start_next_unit(self) -> None:
        """Note the unit that the worker runs now, as all units before it are reported."""
        worker = self.worker
        if worker.units_to_answer:
            worker.stage = self.stage_of(worker.units_to_answer[0])
            if self.job.entry:
                # A script or a plugin answers both parts in one call.
                worker.stage = worker.stage._replace(part=None)
        elif worker.units_to_time:
            self.state = State.TIMING
            if self.job.options.timing.waits:
                # Other workers still look for their answers, and would disturb the times.
                self.state = State.WAITING

    def start_timing(self) -> None:
        """Take that the worker, which has waited, may repeat calls now."""
        self.state = State.TIMING
        # The wait was not its own time.
        self.worker.heard_at = monotonic()

    def stage_of(self, unit: Unit) -> Started:
        """Return the stage in which a unit runs."""
        label, kind = self.inputs[unit.input_number]
        return Started(unit.input_number, label, unit.part, unit.variant, kind)

    def take(
        self, outcome: Outcome, printed: Piece, *, time_follows: bool = False
    ) -> None:
        """Take an outcome, or an answer that is not timed yet."""
        worker = self.worker
        worker.has_reported = True
        outcome = outcome._replace(printed=printed)
        if self.order is None:
            self.unplanned.append(outcome)
            return
        number = worker.stage.input_number
        if number is None or self.state is not State.ANSWERING:
            # An earlier worker could load the day and make the inputs, and this one could not. In
            # `finish`, the units that are owed get this error, each where its answer would be.
            worker.cause = outcome.error or worker.cause
            return
        if outcome.part is None and outcome.error:
            self.fail_input(number, outcome)
            return
        unit = Unit(number, outcome.part, outcome.variant)
        if unit in self.order:
            self.ready[unit] = outcome
            if time_follows:
                worker.units_to_time.append(unit)
                worker.held.add(unit)
        if unit in worker.units_to_answer:
            worker.units_to_answer.remove(unit)
            self.start_next_unit()

    def fail_input(self, number: int, failure: Outcome) -> None:
        """Put the error of an input in the place of all that is owed of it."""
        assert self.order is not None
        owed = [unit for unit in self.owed if unit.input_number == number]
        if owed:
            # One row says it; the other units would only repeat it.
            self.order = [unit for unit in self.order if unit not in owed[1:]]
            self.ready[owed[0]] = failure
        worker = self.worker
        if worker.units_to_answer:
            worker.units_to_answer = [
                unit for unit in worker.units_to_answer if unit.input_number != number
            ]
            self.start_next_unit()

    def take_time(self, report: Timed) -> None:
        """Take the time of the next answer, unless that was shown without it."""
        worker = self.worker
        if not worker.units_to_time:
            return
        unit = worker.units_to_time.pop(0)
        if unit not in worker.held:
            return
        worker.held.remove(unit)
        outcome = self.ready[unit]
        if report.seconds is not None:
            outcome = outcome._replace(
                seconds=report.seconds, first_call=False, calls=report.calls
            )
        self.ready[unit] = outcome._replace(profile=report.profile or outcome.profile)

    def updates(self, patience: float = PATIENCE) -> Iterator[Update]:
        """Yield updates with the complete outcomes, in order.

        One that has been there for `patience` seconds waits for none before it.
        """
        while self.unplanned:
            yield Update(self.number, self.job, self.unplanned.pop(0), monotonic())
        is_next = True
        order = self.order or []
        for unit in order.copy():
            if unit not in self.ready:
                is_next = False
                continue
            since = self.since.setdefault(unit, monotonic())
            is_late = since <= monotonic() - patience
            if unit in self.worker.held or not (is_next or is_late):
                is_next = False
                continue
            order.remove(unit)
            outcome = self.ready.pop(unit)._replace(is_guess=unit in self.guesses)
            yield Update(self.number, self.job, outcome, since)

    def show_late_answers(self) -> None:
        """Let answers that were held for long be shown, with the times of their first calls."""
        options = self.job.options
        if options.profiles:
            # A profile is always waited for.
            return
        if self.state is State.TIMING:
            # Better times will soon be there.
            return
        # Of many days, nobody looks at one alone.
        seconds = HELD_SECONDS if options.timing.waits else PATIENCE
        if monotonic() > self.worker.heard_at + seconds:
            self.worker.held.clear()

    def finish(self) -> None:
        """Take that a worker can do no more, and leave the owed units to another one.

        If the worker has reported none of them, they have its error instead.
        """
        worker = self.worker
        worker.held.clear()
        self.state = State.DONE
        if self.order is None:
            if not worker.has_reported:
                self.unplanned.append(error_outcome(Started(), worker.cause))
            if worker.stage.label == TESTS and self.job.inputs:
                # The tests end every worker that reads them, but these inputs do without.
                self.state = State.UNFINISHED
            return
        owed = self.owed
        if owed == self.job.owed:
            # As when the worker began: no other one would do better.
            for unit in owed:
                self.ready[unit] = error_outcome(self.stage_of(unit), worker.cause)
            return
        self.job = self.job._replace(owed=owed)
        if owed:
            self.state = State.UNFINISHED

    def take_early_end(self, status: int) -> None:
        """Take the end of a worker that ended too early, with its exit code."""
        # Few workers end so, and only then the program needs this.
        from aoc.running.crashes import cause_of_death

        cause = cause_of_death(status)
        self.fail(cause.kind, cause.message)

    def take_timeout(self) -> None:
        """Take that the time of the worker is up: it is killed."""
        if self.state is State.STARTING:
            self.fail(ErrorKind.CRASH, f"did not start within {START_SECONDS:g} s")
            return
        timeout = self.timeout or 0
        option = f"`aoc run --timeout {MORE * timeout:g}`"
        remedy = f"{option}, or timeout in [tool.aoc], allows more"
        self.fail(ErrorKind.TIMEOUT, f"took longer than {timeout:g} s; {remedy}")

    def fail(self, kind: ErrorKind, message: str, traceback: str | None = None) -> None:
        """Take the end of the worker by an error; after the answers, only times are lost."""
        if self.has_answered:
            # Only a time is lost.
            self.finish()
            return
        said, printed = self.worker.take_last_words()
        if said:
            traceback = solver_frames(said) or None
        stage = self.worker.stage
        if stage.label != TESTS:
            error = Failure(kind, message, traceback)
            answer = self.printed_answer(printed)
            if answer:
                self.take(answer, printed)
                stage = stage._replace(part=2)
                printed = Piece()
            self.take(error_outcome(stage, error), printed)
            self.finish()
            return
        path = self.job.shown(tests_name(*self.job.puzzle))
        error = Failure(ErrorKind.TESTS, f"{path}: {kind}: {message}", traceback)
        self.take(error_outcome(Started(), error), printed)
        inputs = [
            job_input for job_input in self.job.inputs if not job_input.needs_tests
        ]
        self.job = self.job._replace(inputs=tuple(inputs))
        self.finish()

    def printed_answer(self, printed: Piece) -> Outcome | None:
        """Return the outcome of part 1 if its answer was printed before the error that follows.

        A script or a program of both parts has then failed in part 2.
        """
        stage = self.worker.stage
        layout = self.job.layout
        if layout is None or not layout.run or layout.part or self.job.puzzle.is_last:
            return None
        # What an example expects is known to the worker alone.
        is_owed = Unit(stage.input_number or 0, 1) in self.owed
        if not is_owed or stage.kind is InputKind.EXAMPLE:
            return None
        # Few workers end so, and only then the program needs this.
        from aoc.model.answers import read_plugin_answer
        from aoc.worker.scripts.printed import read_printed

        read = read_printed(f"{printed.text}\n{printed.end}").labelled
        answer, drawing = read_plugin_answer(read.get(1), layout.entry)
        if answer is None:
            return None
        outcome = Outcome(stage.label, stage.kind, part=1, reason=PRINTED)
        return outcome._replace(answer=answer, drawing=drawing)

    def give_up(self) -> None:
        """Take that the run ends because of this job: nobody has to know where its worker is."""
        self.state = State.DONE


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
    fatal = FATAL.search(text)
    if fatal is None:
        return ""
    return fatal[0]


def solver_frames(text: str) -> str:
    """Return the text of Python in a crash, or when asked, with the frames of the solver alone."""
    from aoc.running.crashes import own_crash

    return own_crash(text.rstrip())
