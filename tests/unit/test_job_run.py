"""What a worker does for a job: in which order, on which values, and what it leaves out."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

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
def frozen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What was there before the job is not looked at, as in a worker, which is also faster."""
    monkeypatch.setenv(RUN_FOLDER, str(tmp_path))
    gc.freeze()
    yield
    gc.unfreeze()


def do_job(
    project: Project, *inputs: Input, source: str = DAY, **fields: Any
) -> list[tuple[str, ...]]:
    """Do a job of day 7, and return its reports, each with the calls that were made before it.

    An answer stands with its input, its part, and an error if it has one.
    """
    project.day(7, source)
    timing = Timing(seconds=0.0, long=1.0, fewest=3)
    job = made_job(str(project.root), 2021, 7, inputs=inputs, timing=timing)
    work = WorkerJob(job._replace(**fields), Output())
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
        *[("started",), ("planned",)],
        *[("input parse: ", "parse"), ("input 1: 2", "part1")],
        *[("input 2: 2", "parse", "part2")],
        *[("other parse: ", "parse"), ("other 1: 2", "part1")],
        *[("other 2: 2", "parse", "part2")],
        *[
            *[("timed", *["parse"] * 2), ("timed", *["parse", "part1"] * 2)],
            ("timed", *["parse", "part2"] * 2),
        ]
        * 2,
    ]


def test_another_worker_does_only_what_is_left_and_parses_nothing_else(
    project: Project,
) -> None:
    refused = Input(InputKind.FILE, "bad", problem="why not")
    assert do_job(project, TEXT, refused, OTHER, done=6)[2:-1] == [
        ("other 2: 2", "parse", "part2")
    ]
    assert do_job(project, TEXT, refused, done=3)[2:] == [("bad parse: why not",)]


def test_an_input_that_cannot_be_parsed_again_is_an_error_of_that_part_alone(
    project: Project,
) -> None:
    again = "Path(__file__).with_name('again')"
    source = DAY.replace(
        "    return [text]",
        f"    with {again}.open('a') as file: file.write('x')\n"
        f"    assert {again}.read_text() != 'xx'\n    return [text]",
    )
    answers = [report[0] for report in do_job(project, TEXT, OTHER, source=source)[2:8]]
    assert answers[1:3] == ["input 1: 2", "input 2: AssertionError"]
    assert answers[3:] == ["other parse: ", "other 1: 2", "other 2: 2"]


def test_a_file_that_comes_while_folders_are_looked_at_is_found(
    project: Project,
) -> None:
    folder = project.root / "days" / "year2021"
    PathFinder.find_spec("nothing", [str(folder)])
    status = folder.stat()
    project.day(7, DAY)
    (folder / "calls").touch()
    os.utime(folder, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert PathFinder.find_spec("day07", [str(folder)]) is None
    options = made_job(keeps_bytecode=False).options
    assert do_job(project, TEXT, options=options)[3] == ("input 1: 2", "part1")
