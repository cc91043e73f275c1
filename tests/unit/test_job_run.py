"""What a worker does for a job: in which order, on which values, and what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Timing
from aoc.worker.interpreter import RUN_FOLDER
from aoc.worker.job_run import JobRun
from aoc.worker.reports import Output, ReportKind
from aoc.worker.worker_job import WorkerJob
from tests.support.program import Project
from tests.support.results import made_job

DAY = """\
from pathlib import Path

def note(name):
    with Path(__file__).with_name("calls").open("a") as calls:
        calls.write(f"{name} ")

def parse(text):
    note("parse")
    return [text]

def part1(values):
    note("part1")
    values.append(1)
    return len(values)

def part2(values):
    note("part2")
    values.append(2)
    return len(values)
"""
TEXT = Input(InputKind.FILE, "input", "text\n")
OTHER = TEXT._replace(label="other")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder of the run, which a worker has from its program."""
    monkeypatch.setenv(RUN_FOLDER, str(tmp_path))


def do_job(project: Project, *inputs: Input, done: int = 0) -> list[tuple[str, ...]]:
    """Do a job of day 7, and return its reports, each with the calls that were made before it.

    An answer stands with its input and its part.
    """
    project.day(7, DAY)
    timing = Timing(seconds=0.0, long=1.0, fewest=3)
    job = made_job(str(project.root), 2021, 7, inputs=inputs, timing=timing)
    work = WorkerJob(job._replace(done=done), Output())
    calls = project.root / "days" / "year2021" / "calls"
    calls.write_text("")
    reports: list[tuple[str, ...]] = []
    try:
        for report in JobRun(work).reports():
            words = [report.kind.value]
            if report.kind is ReportKind.ANSWERED:
                outcome = report.outcome
                answer = outcome.error.message if outcome.error else outcome.answer
                words = [f"{outcome.input} {outcome.part or 'parse'}: {answer or ''}"]
            reports.append((*words, *calls.read_text().split()))
            calls.write_text("")
    finally:
        work.project.leave()
    return reports


def test_all_answers_come_before_any_repeat_and_each_call_has_a_fresh_value(
    project: Project,
) -> None:
    assert do_job(project, TEXT, OTHER) == [
        ("started",),
        ("planned",),
        ("input parse: ", "parse"),
        ("input 1: 2", "part1"),
        ("input 2: 2", "parse", "part2"),
        ("other parse: ", "parse"),
        ("other 1: 2", "part1"),
        ("other 2: 2", "parse", "part2"),
        *[
            ("timed", *["parse"] * 2),
            ("timed", *["parse", "part1"] * 2),
            ("timed", *["parse", "part2"] * 2),
        ]
        * 2,
    ]


def test_another_worker_does_only_what_is_left_and_parses_nothing_else(project: Project) -> None:
    refused = Input(InputKind.FILE, "bad", problem="why not")
    assert do_job(project, TEXT, refused, OTHER, done=6)[2:-1] == [("other 2: 2", "parse", "part2")]
    assert do_job(project, TEXT, refused, done=3)[2:] == [("bad parse: why not",)]
