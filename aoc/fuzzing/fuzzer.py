"""Fuzzing: all ways to the answers of a day on many inputs, until two of them disagree.

A way is a part, a variant of it, or another solver. Inputs are made by the tests, and by changing
texts: the examples and somebody's own input. What `parse` refuses is no input. Whether another
changed text is one, only the puzzle knows, or `valid` in the tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from random import Random
from time import monotonic
from typing import NamedTuple

from aoc.fuzzing.changes import changed_text
from aoc.fuzzing.shrinker import shrink
from aoc.model.answers import is_same, reading
from aoc.model.inputs import Input, InputKind, plain
from aoc.model.jobs import Job, Task
from aoc.model.results import ErrorKind, Result
from aoc.project.project import OWN
from aoc.render.format import counted, one_line, part_name
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import Judge

TIMEOUT = 5.0
"""Seconds that a way may take on an input that is known, kept, or made by the tests."""
CHANGED_TIMEOUT = 1.0
"""Seconds that it may take on a changed text, which may have a number that is too large."""
ALONE_FACTOR = 4
"""How many times its timeout a way gets alone, after it took longer among others."""
SLOW = 1.0
"""Seconds on a text of full size from which on a way is only called on short ones."""
SHRINK_SECONDS = 10.0
"""How long a text is made smaller, at most."""
BUNDLE_SIZE = 50
"""Inputs that run in one process, one after the other."""
MADE_SIZE = 20
TEXTS_SIZE = 100
"""Inputs of the tests, and changed texts, that run before their outcomes are looked at."""
SMALL_INPUTS = 40
"""Inputs that are small before the first one of full size."""
FURTHER = 0.5
"""How often a text is changed that was changed before."""
TEXTS_PER_RUN = 20
"""Changed texts for each input to try: `parse` may refuse most of them."""
ANSWER = "answer"
NOTHING = "no answer"
"""The ends of a call that is no failure: an answer, and `None`."""
LATE = "timeout"
LIMITS = (LATE, "memory error", "crash error", "RecursionError")
"""The ends of a call that needs more time, memory or room on the stack than there is."""
INVALID_NOTE = (
    "valid(text) in the tests does not allow this input: fix it, or what made it"
)
ALONE_NOTE = "it did not show again alone: something is kept between calls, or it depends on chance"
SLOW_NOTE = "it may only be slow"
"""Notes about findings that may be no fault."""


class Way(NamedTuple):
    """One way to an answer: a part or a variant of a solver. `part` is `None` for `parse`."""

    solver: str
    part: int | None
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

    `end` is how the way ended, and `text` the smallest one that shows it. `repeats` says whether it
    showed again, alone in a fresh process. `note` says why it may be no fault.
    """

    job: Job
    found_on: Input
    way: Way
    other: Way | None
    end: str
    outcomes: Outcomes
    text: str
    repeats: bool = True
    note: str = ""

    @property
    def ways(self) -> list[Way]:
        """The ways that disagree: the other one first, if there is one."""
        return [self.other, self.way] if self.other else [self.way]

    @property
    def is_allowed(self) -> bool:
        """Whether the puzzle allows the text: `valid` says so, or it was made from one it does."""
        is_allowed = self.outcomes[self.way].outcome.is_allowed
        return is_allowed or not self.found_on.kind.is_fuzzed

    @property
    def is_fault(self) -> bool:
        """Whether a way is at fault, as far as that can be known."""
        if self.is_allowed:
            return self.end != LATE
        # A changed number may be larger than any of the puzzle, and need more than there is.
        return self.repeats and self.other is not None and self.end not in LIMITS


class Fuzzer:
    """Compares the ways of one day; `jobs` has one for each solver, the project's own first.

    `runs` inputs are tried, made from the `seed`, fewer if they take longer than some `seconds`.
    `stage` is called with a text for each step, and `report` gets each finding as soon as it is
    small. The same options find the same, as long as there is time.
    """

    def __init__(
        self,
        jobs: Sequence[Job],
        executor: LocalExecutor,
        *,
        runs: int,
        seconds: float,
        seed: int,
        stage: Callable[[str], None],
        report: Callable[[Finding], None],
    ) -> None:
        self.jobs = jobs
        self.puzzle = jobs[0].puzzle
        self.executor = executor
        self.runs = runs
        self.seconds = seconds
        self.seed = seed
        self.stage = stage
        self.report = report
        self.known: list[Input] = []
        """The examples, a sample, and somebody's own input: their texts are changed."""
        self.kept: list[Input] = []
        """The inputs of earlier findings."""
        self.kinds: list[InputKind] = []
        """The kinds of inputs that the tests make: small ones before samples."""
        self.tried = 0
        """How many inputs were tried."""
        self.ways: dict[Way, Counter[str]] = {}
        """How often each way has ended how."""
        self.reasons: dict[Way, str] = {}
        """Why each way first had no answer."""
        self.texts: set[str] = set()
        """The changed texts so far: none is tried twice."""
        self.answered: list[str] = []
        """Those of them that all ways have answered, which are changed further."""
        self.is_slow = False
        """Whether a way takes long on a text of full size: from then on, texts are short."""
        self.bundle_size = BUNDLE_SIZE
        self.reported: set[tuple[Way, str]] = set()
        self.doubts: dict[tuple[Way, str], Finding] = {}
        """The first timeouts, and failures on changed texts: they are looked at in the end."""
        self.findings: list[Finding] = []
        self.problem: str | None = None
        """Why the day cannot be fuzzed, or not to the end."""

    def survey(self) -> None:
        """Find out which kinds of inputs the tests make, and which examples they have."""
        self.stage("reading the tests")
        # One input of each kind; a kind that the tests cannot make is left out.
        inputs = [Input(InputKind.EXAMPLES)]
        for kind in (InputKind.SMALL, InputKind.SAMPLE):
            inputs.append(self.made_input(kind, 0)._replace(optional=True))
        for there in self.read(inputs):
            if there.kind.is_generated:
                self.kinds.append(there.kind)
            # A sample stands for somebody's own input.
            if there.text and there.kind is not InputKind.SMALL:
                self.known.append(there._replace(kind=InputKind.EXAMPLE))

    def fuzz(self) -> None:
        """Try inputs that are known, then kept ones, and then others until there were enough."""
        self.try_inputs(self.known, TIMEOUT)
        if self.known and not self.problem:
            self.problem = self.problem_of_ways()
        if self.problem:
            return
        self.try_inputs(self.kept, TIMEOUT)
        rng = Random(self.seed)
        deadline = monotonic() + self.seconds
        number = 0
        while self.tried < self.runs and monotonic() < deadline and not self.problem:
            made = self.read(self.made_inputs(number))
            number += len(made)
            self.try_inputs(made, TIMEOUT, deadline)
            texts = self.changed_texts(rng)
            most = self.runs - self.tried
            self.try_inputs(texts, CHANGED_TIMEOUT, deadline, most)
            if not made and not texts:
                break
        for doubt in self.doubts.values():
            self.look_at(doubt)
        self.problem = self.problem or self.problem_of_ways()

    def problem_of_ways(self) -> str | None:
        """Return which way cannot be compared, as it has answered no input so far, and why."""
        is_any_solved = any(ends[ANSWER] for ends in self.ways.values())
        for way, ends in self.ways.items():
            own_ends = self.ways.get(Way(OWN, way.part), ends)
            # Where the day's own part returned nothing but `None`, it is not written yet. What
            # `parse` has accepted is answered by the parts.
            is_unsolved = set(own_ends) == {NOTHING}
            if ends[ANSWER] or is_unsolved or (way.part is None and is_any_solved):
                continue
            inputs = counted(self.tried, "input")
            reason = self.reasons[way]
            return (
                f"{way.name} cannot be compared, as it answered 0 of {inputs}: {reason}"
            )
        return None if is_any_solved else "no part is solved yet"

    def made_input(self, kind: InputKind, number: int) -> Input:
        """Return an input that the tests make."""
        # The inputs of `--seed 1` are far from those of `--seed 2`.
        seed = number + self.seed * 1_000_000
        return Input(kind, f"{kind} {seed}", seed=seed)

    def made_inputs(self, start: int) -> list[Input]:
        """Return the inputs of the next round that the tests make, from a number on."""
        kinds = self.kinds
        if self.is_slow:
            kinds = [kind for kind in kinds if kind is InputKind.SMALL]
        if not kinds:
            return []
        inputs = []
        for number in range(start, start + min(MADE_SIZE, self.runs - self.tried)):
            kind = kinds[0]
            # Small inputs show most faults, and soonest; later, every other one has the full size.
            if number >= SMALL_INPUTS and number % 2 == 0:
                kind = kinds[-1]
            inputs.append(self.made_input(kind, number))
        return inputs

    def changed_texts(self, rng: Random) -> list[Input]:
        """Return the changed texts of the next round, without those that were tried before."""
        known = [each.text or "" for each in self.known]
        inputs: list[Input] = []
        # `parse` may refuse most of them.
        if not known or len(self.texts) > TEXTS_PER_RUN * self.runs:
            return inputs
        for _ in range(TEXTS_SIZE):
            # What was changed once, and is an input, leads further.
            is_further = bool(self.answered) and rng.random() < FURTHER
            sources = self.answered if is_further else known
            text = plain(changed_text(rng, sources, is_short=self.is_slow))
            if text.strip() and text not in self.texts:
                self.texts.add(text)
                label = f"changed {len(self.texts)}"
                inputs.append(Input(InputKind.CHANGED, label, text))
        return inputs

    def try_inputs(
        self,
        inputs: Sequence[Input],
        timeout: float,
        deadline: float = inf,
        most: int | None = None,
    ) -> None:
        """Run all ways on inputs, then look at the outcomes on each, or on `most` of them."""
        self.stage(f"{self.puzzle}: {self.tried} of {self.runs} inputs")
        outcomes_on = self.run(self.jobs, inputs, timeout, deadline)
        accepted = [each for each in inputs if each.label in outcomes_on][:most]
        # Only now, so that a finding does not depend on how many processes there are, and so that
        # a way counts on the inputs before its first answer, too.
        for tried in accepted:
            self.tried += 1
            for way, result in outcomes_on[tried.label].items():
                self.count(way, result, tried.kind)
        for tried in accepted:
            self.look_for_findings(tried, outcomes_on[tried.label])

    def count(self, way: Way, result: Result, kind: InputKind) -> None:
        """Count how a way has ended on an input of a kind."""
        end = end_of(result)
        self.ways.setdefault(way, Counter())[end] += 1
        if end != ANSWER:
            self.reasons.setdefault(way, reason_of(result))
        takes_long = end == LATE or (result.seconds or 0.0) > SLOW
        if takes_long and not kind.is_fuzzed and kind is not InputKind.SMALL:
            self.is_slow = True

    def look_for_findings(self, tried: Input, outcomes: Outcomes) -> None:
        """Look at how ways disagree on an input, part by part."""
        is_changed = tried.kind is InputKind.CHANGED
        if is_changed and not any(result.error for result in outcomes.values()):
            self.answered.append(tried.text or "")
        for part in (None, 1, 2):
            all_ways = [way for way in self.ways if way.part == part]
            compared = []
            for way in all_ways:
                has_answered = self.ways[way][ANSWER] > 0 or part is None
                if way in outcomes and has_answered:
                    compared.append(way)
            other = most_agreed(outcomes, compared)
            for way in compared:
                end = how_it_disagrees(outcomes, way, other)
                if end is None or is_usual(tried.kind, part, other, end):
                    continue
                if is_changed and other is None and len(all_ways) > 1:
                    # Where several ways have no answer, there is none.
                    continue
                finding = Finding(
                    self.jobs[0], tried, way, other, end, outcomes, tried.text or ""
                )
                if end == LATE or (is_changed and end != ANSWER):
                    self.doubts.setdefault((way, end), finding)
                else:
                    self.look_at(finding)

    def look_at(self, finding: Finding) -> None:
        """Show a finding again alone, make its text smaller, and report it, if it is a new one.

        It was found by a process that had run other inputs, or runs them at the same time.
        """
        way = finding.way
        other = finding.other
        if (way, finding.end) in self.reported:
            return
        self.stage(f"{self.puzzle}: showing it again")
        is_timeout = finding.end == LATE
        timeout = TIMEOUT
        if finding.found_on.kind is InputKind.CHANGED:
            timeout = CHANGED_TIMEOUT
        if is_timeout:
            timeout *= ALONE_FACTOR
        [outcomes] = self.reproduce(finding, [finding.text], timeout)
        end = how_it_disagrees(outcomes, way, other)
        if end is None:
            # A slow one was slow as the machine was busy.
            if not is_timeout and (way, ALONE_NOTE) not in self.reported:
                # Each further input has a process of its own, in which nothing was kept.
                self.bundle_size = 1
                self.reported.add((way, ALONE_NOTE))
                note = ALONE_NOTE if outcomes else INVALID_NOTE
                self.add(finding._replace(repeats=False, note=note))
            return
        if (way, end) in self.reported:
            return
        # Alone, it may have ended in another way than among others.
        self.reported |= {(way, finding.end), (way, end)}
        note = SLOW_NOTE if end == LATE else ""
        finding = finding._replace(end=end, outcomes=outcomes, note=note)

        def shows(texts: Sequence[str]) -> list[bool]:
            """Return on which texts the ways disagree in the same manner."""
            tried = self.reproduce(finding, texts, timeout)
            return [how_it_disagrees(each, way, other) == end for each in tried]

        smaller: Iterator[str] = iter(())
        # A smaller text of a timeout takes as long to try; a kept one was made small before.
        is_kept = finding.found_on.kind is InputKind.CANDIDATE
        if way.part is not None and end != LATE and not is_kept:
            smaller = shrink(finding.text, shows, SHRINK_SECONDS)
        try:
            for text in smaller:
                finding = finding._replace(text=text)
                size = counted(len(text), "character")
                self.stage(f"{self.puzzle}: making it smaller, {size}")
            [outcomes] = self.reproduce(finding, [finding.text], timeout)
            if how_it_disagrees(outcomes, way, other) == end:
                finding = finding._replace(outcomes=outcomes)
        finally:
            # Also after Ctrl-C, as far as it came.
            self.add(finding)

    def add(self, finding: Finding) -> None:
        """Report a finding."""
        self.findings.append(finding)
        self.report(finding)

    def reproduce(
        self, finding: Finding, texts: Sequence[str], timeout: float
    ) -> list[Outcomes]:
        """Return the outcomes of the ways that disagree on each text, in processes of their own.

        There are none for a text that `valid` in the tests does not allow.
        """
        # To run any part, its input is parsed.
        part = finding.way.part or 1
        jobs = []
        for job in self.jobs:
            variants = []
            for way in finding.ways:
                if way.solver == job.solver.name:
                    variants.append(way.variant or "")
            if variants:
                options = job.options._replace(parts=(part,), variants=tuple(variants))
                jobs.append(job._replace(options=options))
        inputs = []
        for number, text in enumerate(texts):
            inputs.append(Input(InputKind.CANDIDATE, f"text {number}", text))
        outcomes_on = self.run(jobs, inputs, timeout, size=1)
        return [outcomes_on.get(each.label, {}) for each in inputs]

    def read(self, inputs: Sequence[Input]) -> list[Input]:
        """Return inputs with the texts that the tests have or make."""
        job = self.jobs[0]
        options = job.options._replace(task=Task.READ)
        job = job._replace(options=options, inputs=tuple(inputs))
        read = []
        for result in self.results([job] if inputs else [], TIMEOUT):
            outcome = result.outcome
            if outcome.error:
                self.problem = outcome.error.message
                if outcome.input:
                    self.problem = f"{outcome.input}: {self.problem}"
            elif outcome.input_kind:
                label = outcome.input or ""
                read.append(Input(outcome.input_kind, label, outcome.text))
        return read

    def run(
        self,
        jobs: Sequence[Job],
        inputs: Sequence[Input],
        timeout: float,
        deadline: float = inf,
        size: int | None = None,
    ) -> dict[str, dict[Way, Result]]:
        """Run jobs on inputs until a deadline, so many in one process.

        Returns the outcomes by the label of the input; none for one that is none for the first job,
        which is the project's own, or that was left when the time was up.
        """
        size = size or self.bundle_size
        outcomes_on: dict[str, dict[Way, Result]] = {each.label: {} for each in inputs}
        for job in jobs:
            bundles = []
            for start in range(0, len(inputs), size):
                bundle = tuple(inputs[start : start + size])
                bundles.append(job._replace(inputs=bundle))
            done = set()
            for result in self.results(bundles, timeout, deadline):
                outcome = result.outcome
                error = outcome.error
                if error and outcome.is_load_error:
                    # The day, or the tests, cannot be imported.
                    self.problem = error.message
                    continue
                is_refused = error is not None and error.kind is ErrorKind.INPUT
                if is_refused or outcome.is_of_parse:
                    continue
                outcomes_on[outcome.input or ""][way_of(result)] = result
                done.add(outcome.input)
            # Another solver that refuses a text which the first one accepts has failed.
            inputs = [
                each._replace(kind=InputKind.CANDIDATE)
                for each in inputs
                if each.label in done
            ]
        return {each.label: outcomes_on[each.label] for each in inputs}

    def results(
        self, jobs: Sequence[Job], timeout: float, deadline: float = inf
    ) -> Iterator[Result]:
        """Run jobs, and yield their results until a deadline."""
        judge = Judge()
        for number, job, outcome, *_ in self.executor.run(jobs, timeout):
            if outcome is not None:
                yield judge.result(number, job, outcome)
            if monotonic() > deadline:
                self.executor.end_jobs()
                return


def way_of(result: Result) -> Way:
    """Return the way that a result is of."""
    part = result.part
    if part is None and result.solver != OWN:
        # It answers both parts in one call; if this fails, the first one does.
        part = result.job.options.parts[0]
    return Way(result.solver, part, result.variant)


def answer_of(result: Result) -> str | None:
    """Return the answer of a way: the drawing, if the part drew it."""
    return result.outcome.drawing or result.answer


def end_of(result: Result) -> str:
    """Return how a way has ended; two failures with the same end have the same cause, mostly."""
    error = result.error
    if error is None:
        return NOTHING if answer_of(result) is None else ANSWER
    if error.kind is ErrorKind.EXCEPTION:
        # `ValueError: no number`
        name = error.message.partition(":")[0]
        return name if name.isidentifier() else "exception"
    return LATE if error.kind is ErrorKind.TIMEOUT else f"{error.kind} error"


def reason_of(result: Result) -> str:
    """Return why a way has no answer, in one line."""
    if result.error:
        return one_line(f"{result.error.kind}: {result.error.message}")
    reason = result.outcome.reason or "it returned None"
    if result.solver != OWN and len(result.job.options.parts) > 1:
        return f"{reason}; name the only part that it solves with -p"
    return reason


def most_agreed(outcomes: Outcomes, ways: Sequence[Way]) -> Way | None:
    """Return the first way of the largest group with the same answer; `None` without an answer."""
    readings = {}
    for way in ways:
        answer = answer_of(outcomes[way])
        if answer is not None:
            readings[way] = reading(answer)
    counts = Counter(readings.values())
    return max(readings, key=lambda way: counts[readings[way]], default=None)


def how_it_disagrees(outcomes: Outcomes, way: Way, other: Way | None) -> str | None:
    """Return how a way has ended that disagrees with another one, or fails without one.

    `None` if it does not, or if the other way has no answer.
    """
    result = outcomes.get(way)
    if result is None:
        return None
    if other is None:
        return end_of(result) if result.error else None
    expected = outcomes.get(other)
    expected_answer = answer_of(expected) if expected else None
    if expected_answer is None:
        return None
    answer = answer_of(result)
    if answer is not None and is_same(answer, expected_answer):
        return None
    return end_of(result)


def is_usual(kind: InputKind, part: int | None, other: Way | None, end: str) -> bool:
    """Return whether a way that fails on an input of a kind is no finding."""
    if part is None:
        # What `parse` refuses is no input, unless the tests make it.
        return not kind.is_generated
    if end == "parse error" and kind is InputKind.CHANGED:
        # Another solver may be as strict.
        return True
    if other is None and end == "ValueError":
        # This is right where no way has an answer: it says that the input has none.
        return True
    is_known = kind in (InputKind.EXAMPLE, InputKind.PERSONAL)
    # `aoc run` shows what fails there, and a slow way has had its turn.
    return is_known and (other is None or end == LATE)
