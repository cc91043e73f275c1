"""What a running job has reported and printed, and what becomes of it when its worker ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import TESTS, Unit
from aoc.model.results import ErrorKind, Failure, Outcome, Piece
from aoc.running.output_file import (
    LINE_BYTES,
    MOST_BYTES,
    SHOWN,
    OutputFile,
)
from aoc.running.running_job import RunningJob, State
from aoc.worker.reports import Planned, Started
from tests.support.results import made_job

TEXT = Input(InputKind.FILE, "input", "x")
JOB = made_job("/project", 2021, 7, inputs=(TEXT,))
OUTCOME = Outcome(input="input", input_kind=InputKind.FILE, part=1, answer="1")
UNITS = [Unit(0, part) for part in (None, 1, 2)]
PLAN = Planned([("input", InputKind.FILE)], UNITS, UNITS)


def planned() -> RunningJob:
    """Return a task that owes a result of parsing an input, and of its two parts."""
    task = RunningJob(0, JOB)
    task.take_plan(PLAN)
    return task


def fail(task: RunningJob, stage: Started | None = None) -> list[Outcome]:
    """Let a worker crash, by default in what comes next, and return the outcomes."""
    if stage:
        task.start_stage(stage)
    task.fail(ErrorKind.CRASH, "why")
    return outcomes(task)


def outcomes(task: RunningJob) -> list[Outcome]:
    """Return the outcomes that are complete."""
    return [update.outcome for update in task.updates() if update.outcome]


def test_what_comes_after_an_input_with_an_error_belongs_to_the_next_input() -> None:
    units = [Unit(number, part) for number in (0, 1) for part in (None, 1)]
    task = RunningJob(0, JOB)
    inputs = [("example 1", InputKind.EXAMPLE), ("example 2", InputKind.EXAMPLE)]
    task.take_plan(Planned(inputs, units, units))
    error = Failure(ErrorKind.PARSE, "line 1: no")
    task.take(Outcome("example 1", InputKind.EXAMPLE, error=error), Piece())
    assert [(r.input, r.part) for r in fail(task)] == [
        ("example 1", None),
        ("example 2", None),
    ]


@pytest.mark.parametrize(
    "stage", [Started(), Started(label=TESTS)], ids=["loads", "reads tests"]
)
def test_another_worker_that_cannot_load_the_day_has_an_error_for_all_that_is_owed(
    stage: Started,
) -> None:
    task = planned()
    task.take(OUTCOME._replace(part=None), Piece())
    fail(task)
    task.begin()
    found = fail(task, stage)
    assert [
        (r.input, r.part, str(r.error and r.error.message)[-3:]) for r in found
    ] == [("input", 2, "why")]
    assert task.state is State.DONE


def test_a_sample_that_cannot_be_made_is_an_error_of_that_input() -> None:
    source = Input(InputKind.SAMPLE, "sample 3", seed=3)
    task = RunningJob(0, JOB._replace(inputs=(source,)))
    [result] = fail(task, Started(0, "sample 3", kind=InputKind.SAMPLE))
    assert (result.input, result.part) == ("sample 3", None)
    assert task.state is State.DONE


def test_an_input_that_another_worker_cannot_make_takes_no_result_from_the_others() -> (
    None
):
    task = planned()
    task.take(OUTCOME._replace(part=None), Piece())
    fail(task)
    task.begin()
    # Its number counts the inputs of the job; the plan counts those that were made.
    task.start_stage(Started(0, "sample 1", kind=InputKind.SAMPLE))
    cannot_make = Failure(ErrorKind.INPUT, "cannot be made")
    task.take(Outcome("sample 1", InputKind.SAMPLE, error=cannot_make), Piece())
    task.take_plan(PLAN._replace(turn=UNITS[2:]))
    task.take(OUTCOME._replace(part=2), Piece())
    task.finish()
    assert [(r.part, r.error) for r in outcomes(task)] == [(2, None)]
    assert task.state is State.DONE


@pytest.fixture
def file(tmp_path: Path) -> Iterator[int]:
    """The file of a worker's output."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    descriptor = os.open(tmp_path / "output", flags)
    yield descriptor
    os.close(descriptor)


def test_of_a_solver_that_prints_for_ever_no_more_is_kept_than_all(file: int) -> None:
    printed = OutputFile(file)
    os.write(file, b"taken")
    printed.take(5)
    os.write(file, b"first\n" + b"x" * MOST_BYTES)
    printed.bound()
    assert printed.size == 5 + MOST_BYTES
    os.write(file, b"last\n")
    begin, lines, end = printed.take(2 * MOST_BYTES)
    assert begin == "first\n" + "x" * (SHOWN - 6)
    assert (lines, end[-6:]) == (2, "xlast\n")
    os.write(file, b"y")
    assert printed.rest == Piece("y")


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("", ""),
        ("one\ntwo", "two"),
        ("one\n\n \n", "one"),
        ("日" * 10_000, "日" * (LINE_BYTES // 3)),
        ("x\n" * 100_000 + "last\n", "last"),
    ],
)
def test_the_last_line_is_that_of_all_that_was_printed(
    file: int, text: str, last: str
) -> None:
    os.write(file, text.encode())
    assert OutputFile(file).last_line.endswith(last)
    assert len(OutputFile(file).last_line) <= LINE_BYTES


@pytest.mark.windows
def test_lines_that_end_as_on_windows_end_as_in_python(
    file: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.linesep", "\r\n")
    os.write(file, b"one\r\ntwo\n")
    assert OutputFile(file).rest.text == "one\ntwo\n"
