"""Fuzzing: all ways of each day on many made-up inputs, and each disagreement as a finding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from itertools import chain, count, islice
from time import monotonic

from aoc.fuzzing.reproducer import PATIENCE, Outcomes, Reproducer, with_ways
from aoc.fuzzing.ways import ANSWER, NOTHING, Disagreement, Finding, Way, disagreements, outcomes_of
from aoc.model import Job, Kind, Puzzle, Result, Source
from aoc.registry import OWN

__all__ = ["Fuzzer", "Subject", "bundles", "sources_of"]

MADE = ("small", "sample")
"""The functions of the tests that make inputs, as sources are called."""
SMALL = 40
"""Inputs that are small before the first one of full size."""
FIRST = 2
"""Inputs of the first bundle: what every input shows is found soon."""
BUNDLE = 5
SEEDS = 1_000_000
"""How far apart the seeds of `--seed 1` are from those of `--seed 2`."""
ROUNDS = (1, 2, 4, 8, 16)
"""Bundles of each day in the first rounds, and in all later ones: the first findings come soon."""


class Subject:
    """A day that is fuzzed: its jobs, one for each solver, and what is known by now.

    `kept` are the texts of earlier findings, by the path of their file. `kinds` are the kinds of
    inputs that its tests make. So many `inputs` were tried. The ways in `solved` count: they have
    answered some input. `found` are the disagreements so far; `is_slow` says that one is a timeout.
    `problem` is why nothing more can be tried.
    """

    def __init__(self, jobs: Sequence[Job], kept: Mapping[str, str]) -> None:
        self.jobs = jobs
        self.kept = kept
        self.kinds: list[str] = []
        self.inputs = 0
        self.solved: set[Way] = set()
        self.found: set[tuple[Way, str]] = set()
        self.problem: str | None = None
        self.is_slow = False

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.jobs[0].puzzle


class Fuzzer:
    """Runs all ways of days on made-up inputs; `report` gets each finding as soon as it is small.

    Of each day, `runs` inputs are made from the `seed`, or with `None` as many as there is time
    for; they are tried for so many `seconds`, if there is such a limit. `stage` is called with what
    is being done now. The same options make the same inputs and find the same, however many
    processes there are, unless the time is limited.
    """

    def __init__(
        self,
        reproducer: Reproducer,
        seed: int,
        runs: int | None,
        seconds: float | None,
        stage: Callable[[str], None],
        report: Callable[[Finding], None],
    ) -> None:
        self.reproducer = reproducer
        self.executor = reproducer.executor
        self.seed = seed
        self.runs = runs
        self.seconds = seconds
        self.stage = stage
        self.report = report
        self.tried = 0

    def survey(self, subjects: Sequence[Subject]) -> None:
        """Find out what the tests of each day make."""
        self.stage("reading the tests")
        made = [source for kind in MADE for source in sources_of([kind], self.seed, [0])]
        sources = tuple(source._replace(optional=True) for source in made)
        jobs = [subject.jobs[0]._replace(sources=sources, parts=()) for subject in subjects]
        for number, result in self.executor.run(jobs):
            if result is None:
                continue
            subject = subjects[number]
            subject.problem = subject.problem or problem_of(result)
            if result.input is not None:
                subject.kinds.append(result.input.partition(" ")[0])

    def run(self, subjects: Sequence[Subject]) -> None:
        """Fuzz days, after `survey`, in turns: first on their kept inputs, then on made-up ones.

        After Ctrl-C, the finding that was being looked at is reported as far as it is known.
        """
        self.days = len(subjects)
        deadline = monotonic() + (self.seconds or float("inf"))
        for subject in subjects:
            self.run_kept(subject)
        numbers = bundles(self.runs)
        for round_number in count():
            ranges = [*islice(numbers, ROUNDS[min(round_number, len(ROUNDS) - 1)])]
            going = [s for s in subjects if s.kinds and not s.problem and not s.is_slow]
            if not ranges or not going or monotonic() > deadline:
                return
            planned = [
                (subject, sources_of(subject.kinds, self.seed, several))
                for several in ranges
                for subject in going
            ]
            self.run_round(planned, deadline)

    def run_kept(self, subject: Subject) -> None:
        """Run all ways of a day on the inputs that earlier findings have left."""
        if not subject.kept:
            return
        tried = self.reproducer.reproduce(subject.jobs, [*subject.kept.values()])
        inputs = {
            label: outcomes
            for label, outcomes in zip(subject.kept, tried, strict=True)
            if outcomes is not None and Way(OWN, 0) not in outcomes  # it is an input still
        }
        self.count_inputs(subject, tried)
        self.judge(subject, inputs, subject.kept.__getitem__, is_kept=True)

    def run_round(
        self, planned: Sequence[tuple[Subject, tuple[Source, ...]]], deadline: float
    ) -> None:
        """Run all ways on bundles of inputs, then look at what came of each, in their order.

        The inputs of a bundle run in the same process, one after the other.
        """
        solvers = len(planned[0][0].jobs)
        found: list[list[Result]] = []

        def jobs() -> Iterator[Job]:
            """Yield the jobs of each bundle, as long as there is time."""
            for subject, sources in planned:
                if monotonic() > deadline:
                    return
                for job in subject.jobs:
                    found.append([])
                    yield with_ways(job._replace(sources=sources), ())

        self.show_inputs()
        for number, result in self.executor.run(jobs()):
            if result is not None:
                found[number].append(result)
            elif (number + 1) % solvers == 0:
                self.count_inputs(*planned[number // solvers])
        for place in range(len(found) // solvers):
            # In the order of the solvers, whichever was the first to end.
            of_bundle = found[place * solvers : (place + 1) * solvers]
            self.judge_bundle(*planned[place], [*chain(*of_bundle)])

    def count_inputs(self, subject: Subject, inputs: Sized) -> None:
        """Note that inputs of a day were tried."""
        subject.inputs += len(inputs)
        self.tried += len(inputs)
        self.show_inputs()

    def judge_bundle(
        self, subject: Subject, sources: Sequence[Source], results: Iterable[Result]
    ) -> None:
        """Look at what came of each input of a bundle."""
        of_input: dict[str, list[Result]] = defaultdict(list)
        for result in results:
            problem = problem_of(result)
            subject.problem = subject.problem or problem
            if not problem:
                of_input[result.input or ""].append(result)

        def text_of(label: str) -> str:
            """Make an input again, and return its text."""
            source = next(source for source in sources if source.label == label)
            job = subject.jobs[0]._replace(sources=(source,), parts=(), tells_text=True)
            [text] = [r.text for _, r in self.executor.run([job]) if r and r.text is not None]
            return text

        self.judge(subject, {label: outcomes_of(of) for label, of in of_input.items()}, text_of)

    def judge(
        self,
        subject: Subject,
        inputs: Mapping[str, Outcomes],
        text_of: Callable[[str], str],
        *,
        is_kept: bool = False,
    ) -> None:
        """Report how ways disagree on some inputs, each disagreement once for a day.

        `text_of` returns the text of one of them.
        """
        subject.solved |= {
            way
            for outcomes in inputs.values()
            for way, outcome in outcomes.items()
            if way.part and outcome.manner != NOTHING
        }
        title = subject.jobs[0].title
        for label, outcomes in inputs.items():
            for found in disagreements(outcomes, subject.solved):
                if known_as(found) not in subject.found:
                    text = text_of(label)
                    of_ways = {way: outcomes[way] for way in found[:2] if way}
                    about = (label, found, of_ways, text, len(text), is_kept)
                    self.look_at(subject, Finding(subject.puzzle, title, *about))

    def look_at(self, subject: Subject, finding: Finding) -> None:
        """Investigate a disagreement, and report it unless it is one that was found before."""
        known = {known_as(finding.disagreement)}

        def note(better: Finding) -> None:
            """Note what is known by now, and show how small the text is."""
            nonlocal finding
            finding = better
            size = f"{len(better.text)} characters"
            self.stage(f"{subject.puzzle}: making the input smaller, {size}")

        self.stage(f"{subject.puzzle}: showing it again")
        try:
            finding = self.reproducer.investigate(finding, subject.jobs, note)
        except KeyboardInterrupt:
            self.report(finding._replace(note="interrupted"))
            raise
        self.show_inputs()
        is_over_time = finding.disagreement.manner == Kind.TIMEOUT
        if is_over_time and not finding.repeats:
            # It is slow, and the machine is busy: from now on, all get more time.
            self.executor.timeout = PATIENCE * (self.reproducer.timeout or 0) or None
            return
        subject.is_slow |= is_over_time
        is_new = known_as(finding.disagreement) not in subject.found
        subject.found |= known | {known_as(finding.disagreement)}
        if is_new:
            self.report(finding)

    def show_inputs(self) -> None:
        """Show how many inputs were tried."""
        of = f" of {self.runs * self.days}" if self.runs else ""
        self.stage(f"{self.tried}{of} inputs")


def problem_of(result: Result) -> str | None:
    """Return why an input could not be made, if that is what a result says."""
    if not result.error or (result.input is not None and result.error.kind is not Kind.INPUT):
        return None
    return f"{result.input}: {result.error.message}" if result.input else result.error.message


def known_as(disagreement: Disagreement) -> tuple[Way, str]:
    """Return what two disagreements have in common that are reported once.

    A plugin answers both parts in one call, so that both fail for the same reason.
    """
    way, _, manner = disagreement
    is_failed_call = way.solver != OWN and manner not in (ANSWER, NOTHING)
    return way._replace(part=0) if is_failed_call else way, manner


def bundles(runs: int | None) -> Iterator[range]:
    """Yield the numbers of inputs, bundled: all that one process runs, one after the other.

    There are `runs` of them, or with `None` no end. They depend on nothing else, so that the same
    inputs share a process on any machine.
    """
    end = 0
    for start in count():
        begin, end = end, FIRST + start * BUNDLE
        numbers = range(begin, end if runs is None else min(end, runs))
        if not numbers:
            return
        yield numbers


def sources_of(kinds: Sequence[str], seed: int, numbers: Sequence[int]) -> tuple[Source, ...]:
    """Return the sources of the inputs with these numbers.

    `kinds` are those that the tests can make, `small` before `sample`; `seed` is that of the whole.
    """
    found = []
    for number in numbers:
        large = number >= SMALL and number % 2 == 0
        kind = kinds[-1 if large else 0]
        its_seed = seed * SEEDS + number
        found.append(Source(kind, f"{kind} {its_seed}", seed=its_seed))
    return tuple(found)
