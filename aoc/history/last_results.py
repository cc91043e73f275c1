"""The last results of days in the log, and which of them stand, so that their days need not run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import inf
from typing import NamedTuple

from aoc.history.log import TEXTS, CodeFiles
from aoc.history.log_reader import Record, Run
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job
from aoc.model.puzzles import Puzzle
from aoc.model.results import Outcome, Result, Verdict
from aoc.program import python_version
from aoc.project.day_tests import tests_name
from aoc.project.project import Project
from aoc.running.plan import Pairs
from aoc.running.verdicts import Update

PairName = tuple[Puzzle, str]
"""A puzzle and the name of its solver."""
InputName = tuple[str, str | None]
"""The kind of an input, and its label."""
EXAMPLES: InputName = (InputKind.EXAMPLES, "")
"""All examples of a day."""


class LoggedResult(NamedTuple):
    """A result in the log, and the line that has it."""

    line: Run
    record: Record


class LastResults:
    """The results of the last run of each day on each of its inputs, from the `lines` of a log.

    With `changed`, they stand unless something has changed that they depend on. With `failed`, they
    stand only if both parts have an answer. Results of which one is wrong never stand.
    """

    def __init__(
        self, project: Project, lines: Iterable[Run], *, changed: bool, failed: bool
    ) -> None:
        self.changed = changed
        self.failed = failed
        self.code = CodeFiles(project, inf)
        self.logged: dict[PairName, dict[InputName, list[LoggedResult]]] = {}
        for line in lines:
            for record in chain(line.records, line.others):
                if record.source == "run" and record.variant is None:
                    self.add(line, record)

    def add(self, line: Run, record: Record) -> None:
        """Add a result; those of an earlier run on its input are none of the last run."""
        pair = (record.puzzle, record.solver)
        if not record.kind:
            # The day or its tests could not be loaded, so nothing that ran before stands.
            self.logged.pop(pair, None)
            return
        name: InputName = (record.kind, record.input)
        if record.kind == InputKind.EXAMPLE:
            name = EXAMPLES
        of_input = self.logged.setdefault(pair, {}).setdefault(name, [])
        if of_input and of_input[-1].record.run != record.run:
            of_input.clear()
        of_input.append(LoggedResult(line, record))

    def standing(
        self,
        jobs: Iterable[Job],
        judged: Callable[[Iterable[Update]], Iterable[Result]],
    ) -> list[Result]:
        """Return the results of the jobs of a day if all of them stand, else none.

        They are `judged` anew: an answer may have become known meanwhile.
        """
        updates: list[Update] = []
        for number, job in enumerate(jobs):
            outcomes = self.outcomes_of(job)
            if outcomes is None:
                return []
            updates += [Update(number, job, outcome) for outcome in outcomes]
            updates.append(Update(number, job, is_done=True))
        results = []
        for result in judged(updates):
            if result.bad or (self.failed and result.outcome.is_unsolved):
                return []
            results.append(result._replace(is_from_log=True))
        return results

    def outcomes_of(self, job: Job) -> list[Outcome] | None:
        """Return the outcomes of a job; `None` if it has to run."""
        [job_input] = job.inputs
        if job_input.problem or (self.changed and not has_known_files(job)):
            return None
        name: InputName = (job_input.kind, job_input.label)
        missing = set(job.parts)
        if job.puzzle.is_last:
            missing.discard(2)
        if job_input.kind is InputKind.EXAMPLES:
            name = EXAMPLES
            # Each part may have any number of examples, and runs of one part log none.
            missing = set()
        of_input = self.logged.get((job.puzzle, job.solver.name), {}).get(name, ())
        if not of_input and (name != EXAMPLES or self.has_examples(job)):
            return None
        outcomes = []
        for line, record in of_input:
            is_same_input = job_input.digest in (None, record.digest)
            is_wrong = record.verdict in (Verdict.FAIL, Verdict.ERROR)
            is_current = not self.changed or self.is_current(line, record)
            if is_wrong or not (is_same_input and is_current):
                return None
            if record.part is None or record.part in job.parts:
                outcomes.append(outcome_of(record))
            if record.answer or record.verdict == Verdict.SKIPPED:
                missing.discard(record.part or 0)
        return None if missing else outcomes

    def has_examples(self, job: Job) -> bool:
        """Return whether the tests of a job may have examples."""
        tests = self.code.source(tests_name(*job.puzzle))
        return tests is None or "Example(" in tests.text

    def is_current(self, line: Run, record: Record) -> bool:
        """Return whether all that a result depends on, but its input, is as it was."""
        files = self.code.of(record.puzzle, record.solver, record.kind)
        return (
            line.files == files
            and line.layout == self.code.layout_digest(record.puzzle)
            and record.python == python_version()
        )


def has_known_files(job: Job) -> bool:
    """Return whether it is known which files a job reads.

    It is not of a plugin, a program or a notebook, nor of a script that finds an input by itself.
    """
    [job_input] = job.inputs
    if not job.solver.is_own or job_input.text == "":
        return False
    layout = job.layout
    return layout is None or (not layout.is_program and layout.file.endswith(".py"))


def outcome_of(record: Record) -> Outcome:
    """Return the outcome that a result in the log had, which was no error."""
    outcome = Outcome(
        input=record.input,
        input_kind=InputKind(record.kind),
        part=record.part,
        seconds=record.seconds,
        first_call=bool(record.first_call),
        calls=record.calls,
        peak_memory_bytes=record.memory,
        digest=record.digest,
    )
    texts = {name: getattr(record, name) for name in TEXTS if getattr(record, name)}
    return outcome._replace(**texts)


class ResultsInOrder:
    """Calls reporters with the results of a run and, between them, with those `in_log`.

    They come in the order of the `pairs`, of which each has results of the run or in the log.
    """

    def __init__(
        self,
        pairs: Pairs,
        in_log: Mapping[PairName, Sequence[Result]],
        reporters: Iterable[Callable[[Result], object]],
    ) -> None:
        self.names = deque((puzzle, solver.name) for puzzle, solver in pairs)
        """The pairs that are left, the current one first."""
        self.in_log = in_log
        self.reporters = reporters

    def take(self, result: Result) -> None:
        """Show a result, and before it those of the pairs before its own."""
        name = (result.puzzle, result.solver)
        # One of a day that hung comes after those of the next days.
        if name in self.names:
            self.show_log(name)
        self.show(result)

    def show(self, result: Result) -> None:
        """Show a result."""
        for report in self.reporters:
            report(result)

    def show_log(self, end: PairName | None = None) -> None:
        """Show the results in the log of the pairs before one, or of all that are left."""
        while self.names and self.names[0] != end:
            for result in self.in_log.get(self.names.popleft(), ()):
                self.show(result)
