"""Fuzzing: all ways to the answers of a day on many inputs, until two of them disagree.

A way is a part, a variant of it, or another solver. Inputs are made by the tests, and by changing
texts: the examples and somebody's own input. What `parse` refuses is no input. Whether another
changed text is one, only the puzzle knows, or `valid` in the tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from random import Random
from time import monotonic
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import read_bytes, shown_path
from aoc.fuzzing.changes import changed_text
from aoc.fuzzing.shrinker import shrink
from aoc.model.answers import reading
from aoc.model.inputs import Input, InputKind, plain
from aoc.model.jobs import READS, Job
from aoc.model.results import ErrorKind, Result
from aoc.project.day_tests import tests_path
from aoc.project.project import OWN
from aoc.render.format import counted, one_line, part_name
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import judge

TIMEOUT = 5.0
"""Seconds that a way may take on an input that is known or made by the tests, and alone."""
CHANGED_TIMEOUT = 1.0
"""Seconds that it may take on a changed text, which may have a number that is too large."""
SHRINK_SECONDS = 10.0
"""How long a text is made smaller, at most."""
BUNDLE_SIZE = 50
"""Inputs that run in one process, one after the other."""
MADE = {InputKind.SAMPLE: 1, InputKind.SMALL: 40}
"""How many inputs of each kind the tests make."""
TEXTS_SIZE = 100
"""Changed texts that run before their outcomes are looked at."""
TEXTS_PER_RUN = 20
"""Changed texts for each input to try: `parse` may refuse most of them."""
ANSWER = "answer"
NOTHING = "no answer"
"""The ends of a call that is no failure: an answer, and `None`."""
LATE = "timeout"
REFUSED = "parse error"


class Way(NamedTuple):
    """One way to an answer: a part or a variant of a solver."""

    solver: str
    part: int
    variant: str | None = None

    @property
    def name(self) -> str:
        """Its name on screen: its part, and its solver if that is somebody else's."""
        name = part_name(self.part, self.variant)
        return name if self.solver == OWN else f"{name} by {self.solver}"


Outcomes = Mapping[Way, Result]
"""The result of each way on one input."""


class Finding(NamedTuple):
    """A way that differs from an `other` one, or that fails where no other has an answer.

    `end` is how the way ended, and `text` the smallest one that shows it. The puzzle allows it, as
    far as that is known, if it `is_allowed`.
    """

    found_on: Input
    way: Way
    other: Way | None
    end: str
    outcomes: Outcomes
    text: str
    is_allowed: bool

    @property
    def ways(self) -> list[Way]:
        """The ways that disagree: the other one first, if there is one."""
        return [self.other, self.way] if self.other else [self.way]


class Fuzzer:
    """Compares the ways of one day; `jobs` has one for each solver, the project's own first.

    Texts are made from the examples, and from `own`, somebody's own input. `runs` inputs are tried,
    made from the `seed`, fewer if they take longer than some `seconds`. `stage` is called with a
    text for each step, and `report` gets each finding as soon as it is small. The same options find
    the same, as long as there is time.
    """

    def __init__(
        self,
        jobs: Sequence[Job],
        executor: LocalExecutor,
        *,
        own: Sequence[Input],
        runs: int,
        seconds: float,
        seed: int,
        stage: Callable[[str], None],
        report: Callable[[Finding], None],
    ) -> None:
        self.jobs = jobs
        self.puzzle = jobs[0].puzzle
        self.executor = executor
        self.known = [*own]
        """Somebody's own input, the examples, and what the tests make."""
        self.runs = runs
        self.seconds = seconds
        self.seed = seed
        self.stage = stage
        self.report = report
        self.tried = 0
        """How many inputs were tried."""
        self.ends: dict[Way, Counter[str]] = {}
        """How often each way has ended how."""
        self.reasons: dict[Way, str] = {}
        """Why each way first had no answer."""
        self.has_valid = has_valid(tests_path(jobs[0].root, *self.puzzle))
        """Whether the tests say of a changed text if the puzzle allows it."""
        self.sources: list[str] = []
        """The texts that are changed: known ones, and changed ones that all ways have answered."""
        self.failures: dict[tuple[Way, str], Finding] = {}
        """The first failures of each way, which are looked at in the end."""
        self.findings: dict[tuple[Way, str], Finding] = {}
        """The findings by their way, and how it ended."""

    def fuzz(self) -> None:
        """Try inputs that are known, and then changed texts until there were enough.

        Raises `UsageError` where ways cannot be compared.
        """
        self.survey()
        self.try_inputs(self.known, TIMEOUT)
        self.check_ways()
        deadline = monotonic() + self.seconds
        for texts in self.changed_texts():
            if self.tried >= self.runs or monotonic() > deadline:
                break
            self.try_inputs(texts, CHANGED_TIMEOUT, deadline)
        for failure in self.failures.values():
            self.look_at(failure)

    def survey(self) -> None:
        """Read the examples in the tests, and the inputs that these make."""
        inputs = [Input(InputKind.EXAMPLES)]
        # The inputs of `--seed 1` are far from those of `--seed 2`.
        first = self.seed * 1_000_000
        for kind, count in MADE.items():
            for seed in range(first, first + min(count, self.runs)):
                # What the tests cannot make is left out.
                made = Input(kind, f"{kind} {seed}", seed=seed, optional=True)
                inputs.append(made)
        job = self.jobs[0]
        job = job._replace(options=job.options._replace(runner=READS))
        for result in self.results(job, inputs, TIMEOUT):
            outcome = result.outcome
            if outcome.input_kind and outcome.text is not None:
                label = outcome.input or ""
                self.known.append(Input(outcome.input_kind, label, outcome.text))
        if not self.known:
            tests = shown_path(tests_path(job.root, *self.puzzle))
            raise UsageError(
                f"no input is there to begin with: write an Example into {tests}, or "
                f"`aoc fetch {self.puzzle}`"
            )

    def check_ways(self) -> None:
        """Raise `UsageError` if a way has answered no input so far."""
        for way, ends in self.ends.items():
            own_ends = self.ends.get(Way(OWN, way.part), ends)
            # Where the day's own part returned nothing but `None`, it is not written yet.
            if not ends[ANSWER] and set(own_ends) != {NOTHING}:
                inputs = counted(self.tried, "input")
                raise UsageError(
                    f"{way.name} cannot be compared, as it answered 0 of {inputs}: "
                    f"{self.reasons[way]}"
                )
        if not any(ends[ANSWER] for ends in self.ends.values()):
            raise UsageError("no part is solved yet")

    def changed_texts(self) -> Iterator[list[Input]]:
        """Yield changed texts, round by round; each text once."""
        rng = Random(self.seed)
        seen: set[str] = set()
        # `parse` may refuse most of them.
        rounds = TEXTS_PER_RUN * self.runs // TEXTS_SIZE + 1
        for _ in range(rounds):
            texts = []
            for _ in range(TEXTS_SIZE):
                text = plain(changed_text(rng, self.sources))
                if text.strip() and text not in seen:
                    seen.add(text)
                    label = f"changed {len(seen)}"
                    # What is none for `parse` is left out.
                    texts.append(Input(InputKind.CHANGED, label, text, optional=True))
            yield texts[: self.runs - self.tried]

    def try_inputs(self, inputs: Sequence[Input], timeout: float, deadline: float = inf) -> None:
        """Run all ways on inputs, then look at the outcomes on each."""
        self.stage(f"{self.puzzle}: {self.tried} of {self.runs} inputs")
        outcomes_on = self.run(self.jobs, inputs, timeout, deadline)
        tried = [each for each in inputs if each.label in outcomes_on]
        self.tried += len(tried)
        # Before any is looked at, so that a way counts on the inputs before its first answer, too.
        for each in tried:
            for way, result in outcomes_on[each.label].items():
                end = end_of(result)
                self.ends.setdefault(way, Counter())[end] += 1
                if end != ANSWER:
                    self.reasons.setdefault(way, reason_of(result))
        for each in tried:
            self.look_for_findings(each, outcomes_on[each.label])

    def look_for_findings(self, tried: Input, outcomes: Outcomes) -> None:
        """Look at how ways disagree on an input, part by part."""
        text = tried.text or ""
        is_changed = tried.kind is InputKind.CHANGED
        is_known = tried.kind in (InputKind.EXAMPLE, InputKind.PERSONAL)
        is_allowed = self.has_valid or not is_changed
        if not is_changed or not any(result.error for result in outcomes.values()):
            # What was changed, and is an input, leads further.
            self.sources.append(text)
        for part in (1, 2):
            # A way that has answered nothing so far is not written yet.
            ways = [way for way in outcomes if way.part == part]
            compared = [way for way in ways if self.ends[way][ANSWER]]
            solved = [way for way in compared if answer_of(outcomes, way) is not None]
            other = solved[0] if solved else None
            for way in compared:
                end = how_it_disagrees(outcomes, way, other)
                if end is None or is_usual(tried.kind, end):
                    continue
                # Where no way has an answer, there may be none. What fails on a known input,
                # `aoc run` shows.
                is_fault = is_allowed and not is_known and end != "ValueError"
                if other is None and not is_fault:
                    continue
                finding = Finding(tried, way, other, end, outcomes, text, is_allowed)
                if end == ANSWER:
                    self.look_at(finding)
                else:
                    self.failures.setdefault((way, end), finding)

    def look_at(self, finding: Finding) -> None:
        """Show a finding again alone, make its text smaller, and report it, if it is a new one."""
        key = (finding.way, finding.end)
        if key in self.findings:
            return
        [again] = self.reproduce(finding, TIMEOUT, [finding.text])
        if again is None:
            # It was slow as the machine was busy, or something is kept between calls.
            return
        smaller: Iterator[Finding] = iter(())
        # A smaller text of a timeout takes as long to try, and one that is refused gets senseless.
        if finding.end not in (LATE, REFUSED):
            try_texts = partial(self.reproduce, finding, CHANGED_TIMEOUT)
            smaller = shrink(finding.text, try_texts, SHRINK_SECONDS)
        try:
            for again in smaller:
                size = counted(len(again.text), "character")
                self.stage(f"{self.puzzle}: making it smaller, {size}")
        finally:
            # Also after Ctrl-C, as far as it came.
            self.findings[key] = again
            self.report(again)

    def reproduce(
        self, finding: Finding, timeout: float, texts: Sequence[str]
    ) -> list[Finding | None]:
        """Return the finding on each text that shows it in a process of its own; else `None`."""
        jobs = []
        for job in self.jobs:
            options = job.options._replace(parts=(finding.way.part,))
            jobs.append(job._replace(options=options))
        inputs = [Input(InputKind.CHANGED, text, text) for text in texts]
        outcomes_on = self.run(jobs, inputs, timeout, size=1)
        shown: list[Finding | None] = []
        for text in texts:
            # `valid` in the tests may not allow it.
            outcomes = outcomes_on.get(text, {})
            end = how_it_disagrees(outcomes, finding.way, finding.other)
            again = finding._replace(text=text, outcomes=outcomes)
            shown.append(again if end == finding.end else None)
        return shown

    def run(
        self,
        jobs: Sequence[Job],
        inputs: Sequence[Input],
        timeout: float,
        deadline: float = inf,
        size: int = BUNDLE_SIZE,
    ) -> dict[str, Outcomes]:
        """Run jobs on inputs until a deadline, so many in one process.

        Returns the outcomes by the label of the input; none for one that is none for the first job,
        which is the project's own, or that was left when the time was up.
        """
        outcomes_on: dict[str, dict[Way, Result]] = {}
        for job in jobs:
            done: set[str] = set()
            for result in self.results(job, inputs, timeout, deadline, size):
                # Where `parse` fails, or both parts in one call, the first one does.
                part = result.part or job.options.parts[0]
                way = Way(job.solver.name, part, result.variant)
                label = result.input or ""
                outcomes_on.setdefault(label, {})[way] = result
                done.add(label)
            # Another solver that refuses a text which the first one accepts has failed.
            inputs = [each._replace(optional=False) for each in inputs if each.label in done]
        return {each.label: outcomes_on[each.label] for each in inputs}

    def results(
        self,
        job: Job,
        inputs: Sequence[Input],
        timeout: float,
        deadline: float = inf,
        size: int = BUNDLE_SIZE,
    ) -> Iterator[Result]:
        """Run a job on inputs until a deadline, so many in one process, and yield the results.

        Raises `UsageError` where the day, its tests or another solver cannot be loaded.
        """
        bundles = []
        for start in range(0, len(inputs), size):
            bundle = tuple(inputs[start : start + size])
            bundles.append(job._replace(inputs=bundle))
        for update in self.executor.run(bundles, timeout):
            if monotonic() > deadline:
                self.executor.end_jobs()
                return
            outcome = update.outcome
            if outcome is None:
                continue
            if outcome.error and outcome.is_load_error:
                self.executor.end_jobs()
                raise UsageError(outcome.error.message)
            yield judge(update.job, outcome, expected=None)


def has_valid(path: str) -> bool:
    """Return whether the tests of a day, in a file, have a function `valid`."""
    # If they cannot be read, the run says so.
    with suppress(OSError):
        return re.search(rb"^def valid\b", read_bytes(path), re.MULTILINE) is not None
    return False


def end_of(result: Result) -> str:
    """Return how a way has ended; two failures with the same end have the same cause, mostly."""
    error = result.error
    if error is None:
        return NOTHING if result.answer is None else ANSWER
    if error.kind is ErrorKind.TIMEOUT:
        return LATE
    if error.kind is ErrorKind.EXCEPTION:
        # `ValueError: no number`
        return error.message.partition(":")[0]
    return f"{error.kind} error"


def reason_of(result: Result) -> str:
    """Return why a way has no answer, in one line."""
    if result.error:
        return one_line(f"{result.error.kind}: {result.error.message}")
    reason = result.outcome.reason or "it returned None"
    if result.solver != OWN and len(result.job.options.parts) > 1:
        return f"{reason}; name the only part that it solves with -p"
    return reason


def answer_of(outcomes: Outcomes, way: Way) -> str | None:
    """Return the answer of a way in the form in which answers are compared."""
    result = outcomes.get(way)
    if result is None or result.answer is None:
        return None
    return reading(result.outcome.drawing or result.answer)


def how_it_disagrees(outcomes: Outcomes, way: Way, other: Way | None) -> str | None:
    """Return how a way has ended that disagrees with another one, or fails without one.

    `None` if it does not, or if the other way has no answer.
    """
    result = outcomes.get(way)
    if result is None:
        return None
    if other is None:
        return end_of(result) if result.error else None
    expected = answer_of(outcomes, other)
    if expected is None or answer_of(outcomes, way) == expected:
        return None
    return end_of(result)


def is_usual(kind: InputKind, end: str) -> bool:
    """Return whether it is no finding that a way ends so on such an input."""
    if kind is InputKind.CHANGED:
        # The text may be no input, and another solver as strict.
        return end == REFUSED
    # A slow way has had its turn.
    return end == LATE and kind is not InputKind.SMALL
