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


class ResumedRun:
    """Leaves out of the jobs of a run the inputs that have run with the same code.

    `takers` get the results that are left out, as far as the history has them, with the digests
    of the answers; `count` is their number. A run on another version of Python counts only with
    `any_python`, as on a cluster. Raises `AocError` where the history cannot be read.
    """

    def __init__(
        self,
        project: Project,
        solvers: Iterable[Solver],
        takers: Sequence[Callable[[Result, str | None], None]],
        *,
        any_python: bool,
    ) -> None:
        self.versions = {solver.name: solver.version for solver in solvers}
        self.takers = takers
        self.count = 0
        self.code_files = cache(partial(code_files, project.root, time.time()))
        self.units = cache(partial(wanted_units, project.root))
        python = python_version()
        self.records = {
            key_of(record): record
            for record in read_records(project.root)
            if any_python or record.python == python
        }

    def remaining(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Yield the jobs that are left; their examples are run again."""
        for job in jobs:
            inputs = tuple(source for source in job.inputs if not self.has(job, source))
            if inputs:
                yield job._replace(inputs=inputs)

    def note(self) -> str:
        """Return the sentence about the parts that were left out."""
        if not self.count:
            return "nothing of this had run with this code yet, so nothing was left out"
        return f"{self.count} parts had run with this code, and were left out"

    def has(self, job: Job, source: Input) -> bool:
        """Return whether a job has run on an input; if so, its results are taken."""
        files = self.code_files(job.year, job.day, job.solver, source.kind)
        code = code_digest(files)
        text = source.label if source.kind == "sample" else source.digest
        if text is None or (code is None and files):
            return False
        about = (*job.puzzle, job.solver, self.versions[job.solver], code, text)
        units = self.units(job.puzzle, bool(job.entry), job.parts, job.variants)
        found = [record for unit in units if (record := self.records.get((*about, *unit)))]
        if not units or len(found) < len(units):
            return False
        self.count += len(found)
        parsing = max(record.parse_seconds or 0.0 for record in found)
        outcome = Outcome(input=source.label, input_kind=source.kind, seconds=parsing)
        results: list[tuple[Result, str | None]] = [(judge(job, outcome), None)]
        for record in found:
            expected = source.expected[int(record.part == 2)]
            results.append((result_of(job, outcome, record, expected), record.answer))
        for take in self.takers:
            for result, answer in results:
                take(result, answer)
        return True


def key_of(record: Row) -> tuple[object, ...]:
    """Return the facts that a part has to share with one that ran, to be left out."""
    text = record.input if record.kind == "sample" else record.digest
    about = (record.year, record.day, record.solver, record.version, record.code, text)
    return *about, record.part, record.variant


def wanted_units(
    root: str, puzzle: Puzzle, is_plugin: bool, parts: Sequence[int], variants: Collection[str]
) -> list[tuple[int, str | None]]:
    """Return which parts and variants a job runs, read from the file of the day."""
    if is_plugin:
        return [(part, None) for part in parts if not (part == 2 and puzzle.is_last)]
    try:
        text = read_bytes(day_path(root, puzzle)).decode(errors="replace")
    except OSError:
        return []
    return [
        (part, name)
        for part in parts
        if re.search(rf"\bpart{part}\b", text)
        for name in (None, *variants_of(root, puzzle, (part,)))
        if "all" in variants or (name or "") in (variants or ("",))
    ]


def result_of(job: Job, outcome: Outcome, part: Row, expected: str | None) -> Result:
    """Return the result of a part that ran before, judged by the answers known now."""
    verdict = Verdict(part.verdict)
    if expected is not None and part.answer is not None:
        verdict = Verdict.PASS if digest_of(expected) == part.answer else Verdict.FAIL
    outcome = outcome._replace(part=part.part, variant=part.variant, seconds=part.seconds)
    return judge(job, outcome)._replace(verdict=verdict)
