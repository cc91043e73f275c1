"""A run that goes on where it was cut off: without the parts that the history has already."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial

from aoc.commands.options import variants_of
from aoc.files import read_bytes
from aoc.history.log import code_digest, code_files
from aoc.history.past_runs import Row, read_records
from aoc.model import Input, Job, Outcome, Puzzle, Result, Verdict
from aoc.program import python_version
from aoc.project import Project, Solver, day_path
from aoc.running.verdicts import judge
from aoc.text import digest_of

JUDGED = (Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN)
Unit = tuple[int, str | None]
"""A part, with the name of a variant of it."""


class ResumedRun:
    """Leaves out of the jobs of a run what has run with the same code on the same input.

    `takers` get the results of what is left out, as far as the history has them, with the digests
    of the answers; `count` is their number. What ran on another version of Python counts only with
    `any_python`, as on a cluster.
    """

    def __init__(
        self,
        project: Project,
        solvers: Iterable[Solver],
        takers: Sequence[Callable[[Result, str | None], None]],
        *,
        any_python: bool,
    ) -> None:
        self.project = project
        self.versions = {solver.name: solver.version for solver in solvers}
        self.takers = takers
        self.count = 0
        self.python = None if any_python else python_version()
        self.code_files = cache(partial(code_files, project.root, time.time()))

    def remaining(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Yield what is left of jobs; their examples are run again. Raises `AocError`."""
        about: tuple[Puzzle, str] | None = None
        finished: Sequence[Row] = ()
        records = read_records(self.project.root)
        wanted: Collection[Unit] = ()
        for job in jobs:
            if about != (job.puzzle, job.solver):
                about = job.puzzle, job.solver
                finished = self.finished(job, records)
                wanted = wanted_units(job)
            inputs = [one for one in job.inputs if not self.has(finished, job, one, wanted)]
            if inputs:
                yield job._replace(inputs=tuple(inputs))

    def finished(self, job: Job, records: Iterable[Row]) -> list[Row]:
        """Return the records of the puzzle and the solver of a job, with this Python."""
        about = (*job.puzzle, job.solver, self.versions[job.solver])
        return [
            record
            for record in records
            if (record.year, record.day, record.solver, record.version) == about
            and self.python in (None, record.python)
        ]

    def note(self) -> str:
        """Return the sentence about what was left out."""
        if not self.count:
            return "nothing of this had run with this code yet, so nothing was left out"
        return f"{self.count} parts had run with this code, and were left out"

    def has(
        self, finished: Sequence[Row], job: Job, source: Input, wanted: Collection[Unit]
    ) -> bool:
        """Return whether a job has run on an input; if so, its results are taken."""
        is_sample = source.kind == "sample"
        files = self.code_files(job.year, job.day, job.solver, source.kind)
        code = code_digest(files)
        if code is None and files:
            return False
        key = (code, source.label if is_sample else source.digest)
        parts = {
            (part.part, part.variant): part
            for part in finished
            if (part.code, part.input if part.kind == "sample" else part.digest) == key
        }
        if not key[1] or not wanted or not parts.keys() >= {*wanted}:
            return False
        parsing = max((part.parse_seconds or 0.0 for part in parts.values()), default=0.0)
        for take in self.takers:
            take(parsed_result(job, source, parsing), None)
        for unit in wanted:
            self.count += 1
            result = result_of(job, source, unit, parts[unit])
            for take in self.takers:
                take(result, parts[unit].answer)
        return True


def wanted_units(job: Job) -> Collection[Unit]:
    """Return which parts and variants a job runs, read from the file of the day."""
    if job.entry:
        return {(part, None): None for part in job.parts if not (part == 2 and job.puzzle.is_last)}
    try:
        text = read_bytes(day_path(job.root, job.puzzle)).decode(errors="replace")
    except OSError:
        return ()
    found: dict[Unit, None] = {}
    for part in job.parts:
        if not re.search(rf"\bpart{part}\b", text):
            continue
        if not job.variants or not {"", "all"}.isdisjoint(job.variants):
            found[part, None] = None
        for name in variants_of(job.root, job.puzzle, (part,)):
            if "all" in job.variants or name in job.variants:
                found[part, name] = None
    return found


def parsed_result(job: Job, source: Input, seconds: float) -> Result:
    """Return the result of parsing an input that was parsed before."""
    return judge(job, Outcome(input=source.label, input_kind=source.kind, seconds=seconds))


def result_of(job: Job, source: Input, unit: Unit, row: Row) -> Result:
    """Return the result of a part that ran before, judged by what is known now."""
    part, variant = unit
    verdict, expected = Verdict(row.verdict), source.expected[part - 1]
    if expected is not None and row.answer is not None and verdict in JUDGED:
        verdict = Verdict.PASS if digest_of(expected) == row.answer else Verdict.FAIL
    outcome = Outcome(
        input=source.label,
        input_kind=source.kind,
        part=part,
        variant=variant,
        seconds=row.seconds,
    )
    return judge(job, outcome)._replace(verdict=verdict)
