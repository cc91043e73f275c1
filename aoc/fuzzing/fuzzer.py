"""Fuzzing: all ways of each day on many made-up inputs, and each disagreement as a finding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, groupby, islice
from operator import itemgetter
from time import monotonic
from typing import NamedTuple, Protocol

from aoc.fuzzing.finding import Finding
from aoc.fuzzing.investigation import PATIENCE, Investigation
from aoc.fuzzing.plan import bundles, sources_of
from aoc.fuzzing.subject import Bundle, Subject, kept_bundles
from aoc.fuzzing.trials import Case, Trials
from aoc.fuzzing.ways import ANSWER, NOTHING, Disagreement, Outcome, Way, disagreements, outcomes_of
from aoc.job import Job
from aoc.registry import OWN
from aoc.results import Kind, Result
from aoc.running.local_executor import LocalExecutor
from aoc.running.protocol import Watcher

__all__ = ["FuzzOptions", "FuzzWatcher", "Fuzzer"]

MADE = ("small", "sample")
"""The functions of the tests that make inputs, as sources are called."""
ROUNDS = (1, 2, 4, 8, 16)
"""Bundles of each day in the first rounds, and in all later ones: the first findings come soon."""


class FuzzWatcher(Watcher, Protocol):
    """Shows how far fuzzing is."""

    def stage(self, text: str) -> None:
        """Note what is being done now."""

    def tried(self, inputs: int) -> None:
        """Note how many inputs were tried."""


class FuzzOptions(NamedTuple):
    """How many inputs of a day are tried, for how many seconds, and from which seed they are made.

    `timeout` is how long a way may take, in seconds, `workers` how many processes run at once.
    """

    seed: int
    runs: int | None
    seconds: float | None
    timeout: float | None
    workers: int


class Fuzzer:
    """Runs all ways of days on made-up inputs; `report` gets each finding as soon as it is small.

    The same options make the same inputs and find the same, however many workers there are, unless
    the time is limited.
    """

    def __init__(
        self,
        executor: LocalExecutor,
        options: FuzzOptions,
        watcher: FuzzWatcher,
        report: Callable[[Finding], None],
    ) -> None:
        self.executor = executor
        self.options = options
        self.watcher = watcher
        self.report = report
        self.is_interrupted = False
        self.done = 0

    def survey(self, subjects: Sequence[Subject]) -> None:
        """Find out what the tests of each day make."""
        self.watcher.stage("reading the tests")
        seed = self.options.seed
        jobs = []
        for subject in subjects:
            sources = [source for kind in MADE for source in sources_of([kind], seed, [0])]
            optional = tuple(source._replace(optional=True) for source in sources)
            jobs.append(subject.jobs[0]._replace(sources=optional, parts=()))
        for number, result in self.executor.run(jobs):
            if result is None:
                continue
            subject = subjects[number]
            if result.input is not None:
                subject.kinds.append(result.input.partition(" ")[0])
            elif result.error and subject.problem is None:
                subject.problem = result.error.message

    def run(self, subjects: Sequence[Subject]) -> None:
        """Fuzz days, after `survey`, in turns. Raises `KeyboardInterrupt` after the last report."""
        self.deadline = monotonic() + (self.options.seconds or float("inf"))
        kept = (bundle for subject in subjects for bundle in kept_bundles(subject))
        self.run_round([*kept], is_timed=False)
        numbers = bundles(self.options.runs)
        for number in range(1 << 60):
            size = ROUNDS[min(number, len(ROUNDS) - 1)]
            ranges = [*islice(numbers, size)]
            going = [s for s in subjects if s.kinds and not s.problem and not s.is_slow]
            if not ranges or not going or monotonic() > self.deadline:
                return
            self.run_round(
                [
                    Bundle(subject, sources_of(subject.kinds, self.options.seed, several))
                    for several in ranges
                    for subject in going
                ]
            )

    def run_round(self, planned: Sequence[Bundle], *, is_timed: bool = True) -> None:
        """Run all ways on some bundles, then look at what came of each, in their order."""
        place_of: list[int] = []
        found: list[list[Result]] = []
        left: dict[int, int] = {}

        def jobs() -> Iterator[Job]:
            """Yield the jobs, as long as there is time."""
            for place, bundle in enumerate(planned):
                if is_timed and monotonic() > self.deadline:
                    return
                left[place] = len(bundle.jobs)
                for job in bundle.jobs:
                    place_of.append(place)
                    found.append([])
                    yield job

        self.show_inputs()
        try:
            for number, result in self.executor.run(jobs()):
                place = place_of[number]
                if result is not None:
                    found[number].append(result)
                    continue
                left[place] -= 1
                if not left[place]:
                    self.done += len(planned[place].sources)
                    self.show_inputs()
        except KeyboardInterrupt:
            self.is_interrupted = True
        for place, results in groupby(zip(place_of, found, strict=True), key=itemgetter(0)):
            # In the order of the solvers, whichever was the first to end.
            together = [*chain.from_iterable(of_job for _, of_job in results)]
            if not left[place]:
                self.judge(planned[place], together)
        if self.is_interrupted:
            raise KeyboardInterrupt

    def show_inputs(self) -> None:
        """Show how many inputs were tried."""
        self.watcher.tried(self.done)

    def judge(self, bundle: Bundle, results: Sequence[Result]) -> None:
        """Look at what came of each input of a bundle."""
        subject = bundle.subject
        subject.inputs += len(bundle.sources)
        of_input: dict[str | None, list[Result]] = defaultdict(list)
        for result in results:
            of_input[result.input].append(result)
        for result in of_input.pop(None, []):
            subject.problem = subject.problem or (result.error and result.error.message)
        for label, about in of_input.items():
            assert label is not None
            if bundle.kept and label != bundle.sources[-1].label:
                continue
            failures = (result.error for result in about if result.error)
            unmade = next((one for one in failures if one.kind is Kind.INPUT), None)
            if unmade:
                if not bundle.kept:
                    subject.problem = subject.problem or f"{label}: {unmade.message}"
                continue
            outcomes = outcomes_of(about)
            if bundle.kept and Way(OWN, 0) in outcomes:
                continue  # it is no input any more
            seen = {w for w, outcome in outcomes.items() if outcome.manner != NOTHING and w.part}
            news = seen - subject.solved
            subject.solved |= seen
            for way in sorted(news & subject.waiting.keys(), key=str):
                self.compare(*subject.waiting.pop(way))
            self.compare(bundle, label, outcomes, about)
            for way in outcomes.keys() - subject.solved:
                if way.part:
                    subject.waiting.setdefault(way, (bundle, label, outcomes, about))

    def compare(
        self, bundle: Bundle, label: str, outcomes: dict[Way, Outcome], results: Sequence[Result]
    ) -> None:
        """Report how ways disagree on one input, each disagreement once for a day."""
        subject = bundle.subject
        for disagreement in disagreements(outcomes, subject.solved):
            if known_as(disagreement) in subject.found:
                continue
            finding = self.investigated(bundle, label, disagreement, outcomes, results)
            is_over_time = finding.disagreement.manner == Kind.TIMEOUT
            if is_over_time and not finding.repeats:
                # It is slow, and the machine is busy: from now on, all get more time.
                subject.late += 1
                if self.options.timeout:
                    self.executor.timeout = self.options.timeout * PATIENCE
                continue
            known = known_as(finding.disagreement)
            is_new = known not in subject.found
            subject.found |= {known, known_as(disagreement)}
            subject.is_slow |= is_over_time
            if is_new:
                self.report(finding)

    def investigated(
        self,
        bundle: Bundle,
        label: str,
        disagreement: Disagreement,
        outcomes: dict[Way, Outcome],
        results: Sequence[Result],
    ) -> Finding:
        """Return a finding with the smallest texts, or with what is known of it after Ctrl-C."""
        job = bundle.subject.jobs[0]
        ways = [way for way in disagreement[:2] if way]
        text = next((result.text for result in results if result.text is not None), None)
        finding = Finding(
            job.puzzle,
            job.title,
            bundle.kept.label if bundle.kept else label,
            disagreement,
            {way: outcomes[way] for way in ways},
            () if text is None else (text,),
            len(text or ""),
            is_kept=bundle.kept is not None,
        )
        interrupted = finding._replace(note="interrupted")
        if self.is_interrupted:
            return interrupted
        self.watcher.stage(f"{job.puzzle}: showing it again")
        try:
            texts = self.texts_until(bundle, label)
            trials = Trials(self.executor, bundle.subject.jobs, self.options.workers)
            inquiry = Investigation(
                finding, texts, [*outcomes], trials, self.options.timeout, self.show_case
            )
        except KeyboardInterrupt:
            self.is_interrupted = True
            return interrupted
        self.name = str(job.puzzle)
        try:
            inquiry.run()
        except KeyboardInterrupt:
            self.is_interrupted = True
            return inquiry.finding._replace(note="interrupted")
        self.show_inputs()
        return inquiry.finding

    def show_case(self, case: Case) -> None:
        """Show how small the input is by now."""
        count = sum(map(len, case))
        self.watcher.stage(f"{self.name}: making the input smaller, {count} characters")

    def texts_until(self, bundle: Bundle, label: str) -> list[str]:
        """Return the texts of a bundle, up to that of one input."""
        if bundle.kept:
            return list(bundle.kept.case)
        labels = [source.label for source in bundle.sources]
        sources = bundle.sources[: labels.index(label) + 1]
        job = bundle.subject.jobs[0]._replace(sources=sources, parts=(), tells_text=True)
        found = [result.text for _, result in self.executor.run([job]) if result]
        return [text for text in found if text is not None]


def known_as(disagreement: Disagreement) -> tuple[Way, str]:
    """Return what two disagreements have in common that are reported once.

    A plugin answers both parts in one call, so that both fail for the same reason.
    """
    way, _, manner = disagreement
    is_failed_call = way.solver != OWN and manner not in (ANSWER, NOTHING)
    return way._replace(part=0) if is_failed_call else way, manner
