"""Verdicts: outcomes are judged here, once, in the order of their jobs as far as it can be waited.

When two answers are the same is in `aoc.model.answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import NamedTuple

from aoc.model.answers import is_drawing, is_same, is_unreadable, reading
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job
from aoc.model.results import (
    PRINTED,
    UNREAD,
    ErrorKind,
    Failure,
    Outcome,
    Result,
    Verdict,
)

PATIENCE = 1.0
"""Seconds that a result waits for those before it: one of them may hang."""


class Update(NamedTuple):
    """What is new of a job: one more outcome, or that it is done, or only that time has passed.

    `number` counts jobs from 0, in the order in which they were put in.
    """

    number: int
    job: Job
    outcome: Outcome | None = None
    is_done: bool = False


UNREAD_INPUT = (
    "did not read the input: let it open input.txt or read standard input, or write an adapter, "
    "a function that takes the text"
)
"""The message about an answer that may be the answer of another account."""
UNREAD_BY_PROGRAM = (
    "did not read the input: write {input} into its command in [tool.aoc], or let it read standard "
    "input"
)
KnownFault = Callable[[Job, Outcome], str | None]
"""Returns why an answer is known to be wrong though the right one is not, or `None`."""


def no_fault(job: Job, outcome: Outcome) -> str | None:
    """Know of no wrong answer."""
    return None


class JobOrder:
    """Puts outcomes into the order of their jobs, each as soon as those before it are there.

    One that has been there for `patience` seconds waits for none before it.
    """

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.waiting: list[tuple[Update, float]] = []
        """The updates with outcomes that wait, each with the time at which it came."""
        self.done: set[int] = set()
        self.current = 0
        """The number of the first job that is not done."""

    def add(self, update: Update) -> None:
        """Take an update."""
        if update.outcome is not None:
            self.waiting.append((update, monotonic()))
            self.waiting.sort(key=lambda waiting: waiting[0].number)
        if update.is_done:
            self.done.add(update.number)
        while self.current in self.done:
            self.current += 1

    def ready(self, is_undecided: Callable[[Update], bool]) -> Iterator[Update]:
        """Yield the updates that wait no longer.

        One that `is_undecided` waits until its job and the next are done.
        """
        late = monotonic() - self.patience
        is_next = True
        for waiting in self.waiting.copy():
            update, came_at = waiting
            number = update.number
            may_pass = (is_next and number <= self.current) or came_at < late
            # The job on the input comes after that on the examples; no result waits for more.
            both_done = self.done >= {number, number + 1}
            if not both_done and is_undecided(update):
                may_pass = False
            if may_pass:
                self.waiting.remove(waiting)
                yield update
            else:
                is_next = False

    def rest(self) -> Iterator[Update]:
        """Yield all updates that wait."""
        while self.waiting:
            update, _ = self.waiting.pop(0)
            yield update


class Judge:
    """Makes the results of one run from its outcomes.

    `known_fault` says of an answer whether it is known to be wrong, as the site has said so.
    `patience` is as in `JobOrder`.
    """

    def __init__(
        self, known_fault: KnownFault = no_fault, patience: float = PATIENCE
    ) -> None:
        self.known_fault = known_fault
        self.order = JobOrder(patience)
        self.answered: set[tuple[object, ...]] = set()
        """The parts and variants that have answered on any input (`part_key`)."""
        self.own_answers: dict[tuple[object, ...], str | None] = {}
        """The answers of the parts themselves, by job, input, part and parameters."""
        self.told_errors: set[tuple[object, ...]] = set()
        """The errors of solvers and of inputs, each of which is reported once."""

    def judged(self, updates: Iterable[Update]) -> Iterator[Result]:
        """Yield results in the order of their jobs, and at the end all that wait.

        If this is interrupted, it can be called again with what is there.
        """
        for update in updates:
            self.note(update)
            self.order.add(update)
            for ready in self.order.ready(self.is_undecided):
                yield from self.results(ready)
        # Nothing more comes, so what waits is as decided as it will be.
        for ready in self.order.rest():
            yield from self.results(ready)

    def note(self, update: Update) -> None:
        """Note that a part has answered; this is called as soon as an update comes."""
        if update.outcome and update.outcome.answer is not None:
            self.answered.add(part_key(update.job, update.outcome))

    def is_undecided(self, update: Update) -> bool:
        """Return whether the verdict depends on what the part answers elsewhere."""
        outcome = update.outcome
        if outcome is None or not is_nothing_on_example(outcome):
            return False
        return part_key(update.job, outcome) not in self.answered

    def results(self, update: Update) -> Iterator[Result]:
        """Yield the result of an update with an outcome.

        An error of a solver that cannot be loaded, or of an input, is reported once: not with every
        input, or with every variant.
        """
        job = update.job
        outcome = update.outcome
        if outcome is None:
            return
        if outcome.error and outcome.part is None:
            message = outcome.error.message
            error_key = (job.puzzle, job.solver.name, outcome.input, message)
            if error_key in self.told_errors:
                return
            self.told_errors.add(error_key)
        yield self.result(update.number, job, outcome)

    def result(self, number: int, job: Job, outcome: Outcome) -> Result:
        """Return the result of an outcome of the job with a number."""
        expected = expected_answer(job, outcome)
        if outcome.single:
            outcome = with_single(job, outcome, expected)
        fault = self.fault(job, outcome, expected)
        step = outcome.step
        own_key = (number, step.input_kind, step.input, step.part, outcome.params)
        if outcome.variant is None:
            self.own_answers[own_key] = outcome.drawing or outcome.answer
        elif outcome.is_guess and self.own_answers.get(own_key) == expected:
            # The guess came out for the part itself.
            outcome = outcome._replace(is_guess=False)
        elif expected is None:
            # A variant is another way to the same answer, so the part's own answer is expected.
            expected = self.own_answers.get(own_key)
        return judge(job, outcome, expected, fault)

    def fault(self, job: Job, outcome: Outcome, expected: str | None) -> str | None:
        """Return why an answer is wrong, where a comparison with `expected` does not say so."""
        if is_nothing_on_example(outcome):
            # A part that is not written yet returns `None` everywhere. This one answers elsewhere:
            # on another example, or on the input of the next job.
            if part_key(job, outcome) in self.answered:
                return f"returned None, expected {outcome.expected}"
            return None
        if expected is None or outcome.variant:
            return self.known_fault(job, outcome)
        return None


def judge(
    job: Job, outcome: Outcome, expected: str | None, fault: str | None = None
) -> Result:
    """Return the result of an outcome; with a `fault`, it is known to be wrong."""
    verdict = Verdict.UNKNOWN
    reason = fault or outcome.reason
    if outcome.is_unread and outcome.answer is not None:
        if not is_own_answer(outcome, expected):
            return unread_result(job, outcome, expected)
        reason = UNREAD
    if outcome.error:
        verdict = Verdict.ERROR
    elif fault is not None:
        # Before what is unsolved: `None` is a fault where the part answers elsewhere.
        verdict = Verdict.FAIL
    elif outcome.is_unsolved:
        verdict = Verdict.SKIPPED
    elif outcome.answer is not None and expected is not None:
        answer = outcome.drawing or outcome.answer
        if is_same(answer, expected):
            verdict = Verdict.PASS
        elif is_unreadable(answer, expected):
            # The letters may be right, which only people can see.
            reason = f"its letters cannot be read, expected {expected}"
        else:
            verdict = Verdict.FAIL
    if outcome.is_guess and verdict in (Verdict.FAIL, Verdict.ERROR):
        # The guess may be what is wrong.
        verdict = Verdict.UNKNOWN
        reason = f"the tests guess {expected or 'this example'}"
        if outcome.is_unsolved:
            reason = f"returned None, {reason}"
    return Result(job, outcome, verdict, expected, reason)


def with_single(job: Job, outcome: Outcome, expected: str | None) -> Outcome:
    """Return an outcome with the single answer of a script, if it is known to be of this part."""
    assert outcome.single
    if expected is not None and is_same(outcome.single, expected):
        return outcome._replace(answer=outcome.single, reason=PRINTED)
    job_input = job.input_of(outcome.step)
    if job_input and outcome.single in job_input.expected:
        # It is that of the other part.
        return outcome._replace(reason=None)
    return outcome


def is_own_answer(outcome: Outcome, expected: str | None) -> bool:
    """Return whether an answer is known to be right for the input of an account.

    A script whose input is in its source has such an answer to the input of its author.
    """
    if expected is None or outcome.answer is None or not outcome.is_whole:
        return False
    return is_same(outcome.drawing or outcome.answer, expected)


def unread_result(job: Job, outcome: Outcome, expected: str | None) -> Result:
    """Return the error of a script that has not read its input, in place of its answer."""
    is_program = job.layout is not None and job.layout.is_program
    message = UNREAD_BY_PROGRAM if is_program else UNREAD_INPUT
    failure = Failure(ErrorKind.ANSWER, message)
    failed = outcome._replace(answer=None, drawing=None, error=failure)
    return Result(job, failed, Verdict.ERROR, expected)


def expected_answer(job: Job, outcome: Outcome) -> str | None:
    """Return the answer that is known of the input of an outcome, as its part would give it."""
    if outcome.part is None or outcome.params:
        # What is known of an input is not known of it with other parameters.
        return None
    expected = outcome.expected
    job_input = job.input_of(outcome.step)
    if job_input:
        expected = job_input.expected[outcome.part - 1]
    if job.entry and expected is not None:
        return expected_of_plugin(expected, outcome)
    return expected


def expected_of_plugin(known_answer: str, outcome: Outcome) -> str | None:
    """Return the answer expected of a plugin or a script, where one is known."""
    if outcome.drawing is not None:
        return known_answer
    # An example may have an answer as it is drawn, of which a plugin returns the letters, as it
    # does for aocd.
    letters = reading(known_answer)
    if not is_drawing(letters):
        return letters
    # A shape that is not a letter has a name in aocd's examples. A plugin with another name for it
    # may be right as well, so nothing is expected of it.
    if is_same(outcome.answer or "", known_answer):
        return outcome.answer
    return None


def is_nothing_on_example(outcome: Outcome) -> bool:
    """Return whether a part returned `None` on an example whose answer is known."""
    is_example = outcome.input_kind is InputKind.EXAMPLE
    return is_example and outcome.expected is not None and outcome.is_unsolved


def part_key(job: Job, outcome: Outcome) -> tuple[object, ...]:
    """Return by what the part or variant of an outcome is known, whatever input it runs on."""
    return job.puzzle, job.solver.name, outcome.part, outcome.variant
