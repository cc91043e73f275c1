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
from aoc.model.results import PRINTED, UNREAD, ErrorKind, Failure, Outcome, Result, Verdict

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


class Judge:
    """Makes the results of one run from its outcomes, in the order of their jobs.

    `known_fault` says of an answer whether it is known to be wrong, as the site has said so. An
    outcome that has been there for `patience` seconds waits for none before it.
    """

    def __init__(self, known_fault: KnownFault = no_fault, patience: float = PATIENCE) -> None:
        self.known_fault = known_fault
        self.patience = patience
        self.waiting: list[tuple[int, float, Job, Outcome]] = []
        """The outcomes that wait: the number of the job, when it came, the job, the outcome."""
        self.done: set[int] = set()
        self.current = 0
        """The number of the first job that is not done."""
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
            self.take(update)
            yield from self.ready()
        # Nothing more comes, so what waits is as decided as it will be.
        while self.waiting:
            number, _, job, outcome = self.waiting.pop(0)
            yield from self.results(number, job, outcome)

    def take(self, update: Update) -> None:
        """Take an update: its outcome waits, and what it says of other outcomes holds at once."""
        number, job, outcome, is_done = update
        if is_done:
            self.done.add(number)
        while self.current in self.done:
            self.current += 1
        if outcome is None:
            return
        if outcome.answer is not None:
            self.answered.add(part_key(job, outcome))
        self.waiting.append((number, monotonic(), job, outcome))
        self.waiting.sort(key=lambda waiting: waiting[0])

    def ready(self) -> Iterator[Result]:
        """Yield the results that wait no longer."""
        late = monotonic() - self.patience
        is_next = True
        for waiting in self.waiting.copy():
            number, came_at, job, outcome = waiting
            may_pass = (is_next and number <= self.current) or came_at < late
            # The job on the input comes after that on the examples; no result waits for more.
            both_done = self.done >= {number, number + 1}
            if not both_done and is_nothing_on_example(outcome):
                # The verdict depends on what the part answers elsewhere.
                may_pass = may_pass and part_key(job, outcome) in self.answered
            if may_pass:
                self.waiting.remove(waiting)
                yield from self.results(number, job, outcome)
            else:
                is_next = False

    def results(self, number: int, job: Job, outcome: Outcome) -> Iterator[Result]:
        """Yield the result of an outcome.

        An error of a solver that cannot be loaded, or of an input, is reported once: not with every
        input, or with every variant.
        """
        if outcome.error and outcome.part is None:
            message = outcome.error.message
            error_key = (job.puzzle, job.solver.name, outcome.input, message)
            if error_key in self.told_errors:
                return
            self.told_errors.add(error_key)
        yield self.result(number, job, outcome)

    def result(self, number: int, job: Job, outcome: Outcome) -> Result:
        """Return the result of an outcome of the job with a number."""
        step = outcome.step
        expected = expected_answer(job, outcome)
        if outcome.single and expected and is_same(outcome.single, expected):
            # A script has printed it without saying that it is of this part.
            outcome = outcome._replace(answer=outcome.single, reason=PRINTED)
        elif outcome.single:
            job_input = job.input_of(step)
            if job_input and outcome.single in job_input.expected:
                # It is that of the other part.
                outcome = outcome._replace(reason=None)
        fault = None
        if is_nothing_on_example(outcome):
            # A part that is not written yet returns `None` everywhere. This one answers elsewhere:
            # on another example, or on the input of the next job.
            if part_key(job, outcome) in self.answered:
                fault = f"returned None, expected {outcome.expected}"
        elif expected is None or outcome.variant:
            fault = self.known_fault(job, outcome)
        own_key = (number, step.input_kind, step.input, step.part, outcome.params)
        if outcome.variant is None:
            self.own_answers[own_key] = outcome.drawing or outcome.answer
        elif outcome.is_guess and is_same(self.own_answers.get(own_key) or "", expected or ""):
            # The guess came out for the part itself.
            outcome = outcome._replace(is_guess=False)
        elif expected is None:
            # A variant is another way to the same answer, so the part's own answer is expected.
            expected = self.own_answers.get(own_key)
        return judge(job, outcome, expected, fault)


def judge(job: Job, outcome: Outcome, expected: str | None, fault: str | None = None) -> Result:
    """Return the result of an outcome; with a `fault`, it is known to be wrong."""
    reason = fault or outcome.reason
    answer = outcome.drawing or outcome.answer
    is_right = False
    if answer is not None and expected is not None:
        is_right = is_same(answer, expected)
    if outcome.is_unread and answer is not None:
        reason = UNREAD
        # A script whose input is in its source has the right answer for its author alone.
        if not (is_right and outcome.is_whole):
            is_program = job.layout is not None and job.layout.is_program
            message = UNREAD_BY_PROGRAM if is_program else UNREAD_INPUT
            error = Failure(ErrorKind.ANSWER, message)
            reason = None
            outcome = outcome._replace(answer=None, drawing=None, error=error)
    if outcome.error:
        verdict = Verdict.ERROR
    elif fault is not None:
        # Before what is unsolved: `None` is a fault where the part answers elsewhere.
        verdict = Verdict.FAIL
    elif outcome.is_unsolved:
        verdict = Verdict.SKIPPED
    elif answer is None or expected is None:
        verdict = Verdict.UNKNOWN
    elif is_right:
        verdict = Verdict.PASS
    elif is_unreadable(answer, expected):
        # The letters may be right, which only people can see.
        verdict = Verdict.UNKNOWN
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


def expected_answer(job: Job, outcome: Outcome) -> str | None:
    """Return the answer that is known of the input of an outcome, as its part would give it."""
    if outcome.part is None or outcome.params:
        # What is known of an input is not known of it with other parameters.
        return None
    expected = outcome.expected
    job_input = job.input_of(outcome.step)
    if job_input:
        expected = job_input.expected[outcome.part - 1]
    if expected is None or not job.entry or outcome.drawing is not None:
        return expected
    # An example may have an answer as it is drawn, of which a plugin or a script returns the
    # letters, as it does for aocd.
    letters = reading(expected)
    if not is_drawing(letters):
        return letters
    # A shape that is not a letter has a name in aocd's examples. Another name for it may be right
    # as well, so nothing is expected then.
    if is_same(outcome.answer or "", expected):
        return outcome.answer
    return None


def is_nothing_on_example(outcome: Outcome) -> bool:
    """Return whether a part returned `None` on an example whose answer is known."""
    is_example = outcome.input_kind is InputKind.EXAMPLE
    return is_example and outcome.expected is not None and outcome.is_unsolved


def part_key(job: Job, outcome: Outcome) -> tuple[object, ...]:
    """Return by what the part or variant of an outcome is known, whatever input it runs on."""
    return job.puzzle, job.solver.name, outcome.part, outcome.variant
