"""A job in its worker: the steps that it owes, what has come of them, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import inf
from time import monotonic

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import TESTS, Job, Step
from aoc.model.results import PRINTED, ErrorKind, Failure, Outcome, Piece
from aoc.project.day_tests import tests_name
from aoc.running.launcher import START_SECONDS
from aoc.running.output_file import SHOWN, OutputFile
from aoc.worker.reports import Report, read_report

LAST_WORDS = re.compile(r"(?:Fatal Python error: |Windows fatal exception: |Timeout \()(?s:.*)")
"""The last text of Python when it crashes, or is late; the line may have begun before."""
LATE = "Timeout ("
"""How it begins where Python has ended a worker since its time was up."""
GRACE_SECONDS = 2.0
"""Seconds after its time is up in which a worker may end itself."""
MORE = 5
"""How many times the seconds of a timeout are proposed after it."""
HELD_SECONDS = 0.5
"""Seconds without a report after which an answer is shown before the best time of its call."""
NO_RESULT = "ended without a result: what the day changes may be something that aoc itself needs"


class Running:
    """A job that has a worker, until that ends; what it leaves is a job of its own (`rest`).

    The worker takes the steps in the order of its plan, so each outcome is of the first one that is
    owed, and so is the error of a worker that ends too early.
    """

    def __init__(self, number: int, job: Job, output: int = -1) -> None:
        self.number = number
        self.job = job
        self.printed = OutputFile(output, everything=job.options.verbose)
        self.heard_at = monotonic()
        """When bytes came from its pipe last; what it prints does not go through that."""
        self.before: Step | None = None
        """What the worker does before its plan, once it has said so."""
        self.made: Job | None = None
        """The job on the inputs that the worker has made, if that is what it does."""
        self.plan: Report | None = None
        self.owed: list[Step] = []
        """The steps of the plan without an outcome."""
        self.outcomes: list[Outcome] = []
        self.shown = 0
        """How many of these were handed on (`ready`)."""
        self.untimed: list[int] = []
        """The places of the outcomes whose times follow, though some may be shown before."""
        self.has_ended = False
        """Whether the worker can do no more."""
        self.unread = b""
        """The beginning of a line whose end has not come yet."""
        self.said = ""
        """The end of the text that came between the reports: Python's, where the worker is."""

    @property
    def has_answered(self) -> bool:
        """Whether all that is wanted of the worker is there, so that only times can follow."""
        return bool(self.made) or (self.plan is not None and not self.owed)

    @property
    def step(self) -> Step:
        """The step that the worker is at."""
        if self.owed and self.job.entry and len(self.job.parts) > 1:
            # One call answers both parts.
            return self.owed[0]._replace(part=None)
        if self.owed:
            return self.owed[0]
        if self.untimed:
            return self.outcomes[self.untimed[0]].step
        return self.before or Step()

    @property
    def doing(self) -> str:
        """The step that the worker is at, to show to people."""
        step = self.step
        words = [str(self.job.puzzle)]
        if self.untimed and self.has_answered:
            words.append("timing")
        if step.part:
            words.append(f"part {step.part}")
        elif self.plan and not self.job.entry:
            words.append("parse")
        if step.variant:
            words.append(step.variant)
        if step.input:
            words.append(f"on {step.input}")
        return " ".join(words)

    @property
    def place(self) -> str:
        """Where the solver is, if it was asked, and has said so."""
        frames = solver_frames(self.said)
        return f"{self.doing}: {frames}" if frames else ""

    def seconds_left(self) -> float:
        """Return the seconds that are left until the worker has to report again."""
        limit = inf
        if self.before is None:
            # A busy machine may take long to start a process, which is not the solver's fault.
            limit = START_SECONDS
        elif self.job.timeout is not None:
            # The worker ends itself in time; this is for one that cannot.
            limit = self.job.timeout + GRACE_SECONDS
        return self.heard_at + limit - monotonic()

    def read(self, data: bytes) -> Iterator[Report]:
        """Yield the reports in these bytes.

        What was said before a report is noted when it is yielded.
        """
        self.heard_at = monotonic()
        *lines, self.unread = (self.unread + data).split(b"\n")
        for line in filter(None, lines):
            report = read_report(line)
            if report:
                yield report
                continue
            # Python's text, or that of a solver that writes to every descriptor.
            text = line.decode(errors="backslashreplace").rstrip("\r")
            self.said = f"{self.said}{text}\n"[-SHOWN:]

    def take_made(self, texts: Mapping[str, str]) -> None:
        """Take the texts of samples, by their labels: the job on them is another one.

        All that follows has these. Made again, they might be others, as where `sample` uses more
        than its `rng`; and the answers of all variants are compared.
        """
        inputs: list[Input] = []
        for job_input in self.job.inputs:
            if not job_input.is_to_make:
                inputs.append(job_input)
            elif job_input.label in texts:
                inputs.append(job_input._replace(text=texts[job_input.label]))
        self.made = self.job._replace(inputs=tuple(inputs))

    def take_plan(self, plan: Report) -> None:
        """Take the steps of the job, of which an earlier worker may have done some."""
        self.plan = plan
        self.owed = list(plan.steps[self.job.done :])

    def take(self, outcome: Outcome, printed: Piece, *, time_follows: bool = False) -> None:
        """Take an outcome, or an answer that is not timed yet."""
        if self.plan:
            first = self.owed[0] if self.owed else None
            is_of_input = outcome.part is None and outcome.error is not None
            if first is None or (outcome.step != first and not is_of_input):
                # A solver may send what it likes.
                return
            self.owed.pop(0)
            # One row says it; the other steps on this input would only repeat it.
            while is_of_input and self.owed and self.owed[0].is_after(first):
                self.owed.pop(0)
        if time_follows:
            self.untimed.append(len(self.outcomes))
        self.outcomes.append(outcome._replace(printed=printed))

    def take_crash(self) -> str:
        """Return the text about the crash of a fork, as output of the solver, and forget it."""
        crash = crash_in(self.said)
        self.said = ""
        return f"{solver_frames(crash)}\n" if crash else ""

    def take_time(self, timed: Outcome) -> None:
        """Take the time of the next answer, unless that was shown without it."""
        if not self.untimed:
            return
        place = self.untimed.pop(0)
        if place < self.shown:
            return
        outcome = self.outcomes[place]
        if timed.seconds is not None:
            outcome = outcome._replace(seconds=timed.seconds, first_call=False)
        self.outcomes[place] = outcome._replace(profile=timed.profile or outcome.profile)

    def ready(self) -> list[Outcome]:
        """Return the outcomes that are complete, and were not returned before, in their order.

        While the next answer takes long, those before it do not wait for their best times.
        """
        end = len(self.outcomes)
        waits = not self.owed or monotonic() < self.heard_at + HELD_SECONDS
        if waits or self.job.options.profiles:
            untimed = [place for place in self.untimed if place >= self.shown]
            end = min(untimed, default=end)
        ready = self.outcomes[self.shown : end]
        self.shown = end
        return ready

    def finish(self) -> None:
        """Take that the worker says that it is done."""
        if self.owed or not (self.plan or self.made or self.outcomes):
            self.fail(ErrorKind.CRASH, NO_RESULT)
        self.end()

    def end(self) -> None:
        """Take that the worker does no more; times that have not come are lost."""
        self.untimed.clear()
        self.has_ended = True

    def take_early_end(self, status: int) -> None:
        """Take the end of a worker that ended too early, with its exit code."""
        said = crash_in(self.said)
        # A fork may have crashed before.
        if LATE in said:
            self.take_timeout()
            return
        # Few workers end so, and only then the program needs this.
        from aoc.running.crashes import cause_of_death

        cause = cause_of_death(status)
        self.fail(cause.kind, cause.message)

    def take_timeout(self) -> None:
        """Take that the time of the worker is up."""
        if self.before is None:
            self.fail(ErrorKind.CRASH, f"did not start within {START_SECONDS:g} s")
            return
        timeout = self.job.timeout or 0
        option = f"`aoc run --timeout {MORE * timeout:g}`"
        remedy = f"{option}, or timeout in [tool.aoc], allows more"
        self.fail(ErrorKind.TIMEOUT, f"took longer than {timeout:g} s; {remedy}")

    def fail(self, kind: ErrorKind, message: str, traceback: str | None = None) -> None:
        """Take the end of the worker by an error, which is that of its step.

        After the answers, only times are lost.
        """
        if self.has_answered:
            self.end()
            return
        said, printed = self.last_words()
        if said:
            traceback = solver_frames(said) or None
        step = self.step
        if step.input == TESTS:
            path = self.job.shown(tests_name(*self.job.puzzle))
            message = f"{path}: {kind}: {message}"
            kind = ErrorKind.TESTS
            step = Step()
        answer = self.printed_answer(printed)
        if answer:
            self.take(answer, printed)
            step = answer.step._replace(part=2)
            printed = Piece()
        error = Failure(kind, message, traceback)
        self.take(Outcome(*step, error=error), printed)
        self.end()

    def last_words(self) -> tuple[str, Piece]:
        """Return what Python wrote of the place where the worker ended, and its last output."""
        said = crash_in(self.said)
        if said.startswith(LATE):
            # The frames follow in the next lines.
            said = said.partition("\n")[2]
        printed_crash = crash_in(self.printed.tail)
        printed = self.printed.take(self.printed.size)
        if not said and printed_crash:
            # As where the solver has asked Python for it.
            said = printed_crash
            printed = printed.with_last(printed.last.removesuffix(said))
        return said, printed

    def printed_answer(self, printed: Piece) -> Outcome | None:
        """Return the outcome of part 1 if its answer was printed before the error that follows.

        A script or a program of both parts has then failed in part 2.
        """
        layout = self.job.layout
        if layout is None or not layout.run or layout.part or self.job.puzzle.is_last:
            return None
        # What an example expects is known to the worker alone.
        owed = self.owed[0] if self.owed else Step()
        if owed.part != 1 or owed.input_kind is InputKind.EXAMPLE:
            return None
        # Few workers end so, and only then the program needs this.
        from aoc.model.answers import read_plugin_answer
        from aoc.worker.scripts.printed import read_printed

        read = read_printed(f"{printed.text}\n{printed.end}").labelled
        answer, drawing = read_plugin_answer(read.get(1), layout.entry)
        if answer is None:
            return None
        return Outcome(*owed, answer=answer, drawing=drawing, reason=PRINTED)

    def rest(self) -> Job | None:
        """Return the job of what the worker has left: it comes before all others."""
        if self.made:
            return self.made
        if self.plan is None:
            return None
        if self.owed:
            return self.job._replace(done=len(self.plan.steps) - len(self.owed))
        if self.plan.more_turns:
            return self.job._replace(turn=self.job.turn + 1, done=0)
        return None


def crash_in(text: str) -> str:
    """Return the text of Python about a crash at the end of another text; empty without one."""
    last_words = LAST_WORDS.search(text)
    return last_words[0] if last_words else ""


def solver_frames(text: str) -> str:
    """Return the text of Python in a crash, or when asked, with the frames of the solver alone."""
    from aoc.running.crashes import own_crash

    return own_crash(text.rstrip())
