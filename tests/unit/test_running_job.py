"""What a worker has reported, what it leaves when it ends, and what it has printed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job, Step
from aoc.model.results import ErrorKind, Failure, Outcome, Piece
from aoc.running.output_file import LINE_BYTES, MOST_BYTES, SHOWN, OutputFile
from aoc.running.running_job import Running
from aoc.worker.reports import Report, ReportKind
from tests.support.results import made_job

JOB = made_job("/project", 2021, 7, inputs=(Input(InputKind.FILE, "input", "x"),))
ERROR = Failure(ErrorKind.PARSE, "line 1: no")
FIRST = [Step("example 1", InputKind.EXAMPLE, part) for part in (None, 1, 2)]
SECOND = [step._replace(input="example 2") for step in FIRST]
PLAN = Report(ReportKind.PLANNED, [*FIRST, *SECOND], more_turns=True)


def running(job: Job = JOB, *answered: Step, plan: Report | None = PLAN) -> Running:
    """Return a job whose worker has planned its steps, and answered some."""
    task = Running(0, job)
    task.before = Step()
    if plan:
        task.take_plan(plan)
    for step in answered:
        task.take(Outcome(*step, answer="1"), Piece())
    return task


def errors(task: Running) -> Sequence[Step]:
    """Return the steps that have an error."""
    return [outcome.step for outcome in task.outcomes if outcome.error]


def test_a_crash_is_an_error_of_its_step_and_the_rest_is_a_job_of_its_own() -> None:
    task = running(JOB, *FIRST[:2])
    task.take_early_end(-11)
    assert errors(task) == [FIRST[2]]
    rest = task.rest()
    assert rest == JOB._replace(done=3)
    again = running(rest, SECOND[0])
    again.take_early_end(-11)
    assert errors(again) == [SECOND[1]]
    assert again.rest() == JOB._replace(done=5)


def test_the_next_variant_is_a_job_of_its_own_after_all_answers() -> None:
    task = running(JOB, *FIRST, *SECOND)
    task.finish()
    assert task.rest() == JOB._replace(turn=1)
    # It may be of a part that is not wanted, and another one of one that is.
    nothing = running(JOB._replace(turn=1), plan=PLAN._replace(steps=[]))
    nothing.finish()
    assert nothing.rest() == JOB._replace(turn=2)
    last = running(JOB, *FIRST, plan=PLAN._replace(steps=FIRST, more_turns=False))
    last.finish()
    assert last.rest() is None


def test_a_call_that_crashes_when_it_is_repeated_loses_only_its_time() -> None:
    plan = PLAN._replace(steps=FIRST, more_turns=False)
    task = running(JOB, *FIRST[:2], plan=plan)
    task.take(Outcome(*FIRST[2], seconds=2.0), Piece(), time_follows=True)
    assert [outcome.step for outcome in task.ready()] == FIRST[:2]
    task.take_early_end(-11)
    assert [outcome.seconds for outcome in task.ready()] == [2.0]
    assert (errors(task), task.rest()) == ([], None)


LATE = b"""\
Timeout (0:00:05)!
Thread 0x1 (most recent call first):
  File "day.py", line 9 in loop
"""


def test_a_worker_that_ends_itself_in_time_says_where_it_was() -> None:
    task = running(JOB._replace(timeout=5), *FIRST[:1])
    # A fork of the solver has crashed before.
    for data in (b"Fatal Python error: Aborted\n", LATE[:4], LATE[4:]):
        assert [*task.read(data)] == []
    task.take_early_end(1)
    error = task.outcomes[-1].error
    assert error
    assert error.kind is ErrorKind.TIMEOUT
    assert (error.traceback or "").endswith('  File "day.py", line 9 in loop')
    assert task.rest() == JOB._replace(timeout=5, done=2)


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


LAST_LINES = {
    "": "",
    "one\ntwo": "two",
    "one\n\n \n": "one",
    "日" * 10_000: "日" * (LINE_BYTES // 3),
    "x\n" * 100_000 + "last\n": "last",
}


def test_the_last_line_is_that_of_all_that_was_printed(file: int) -> None:
    for text, last in LAST_LINES.items():
        os.truncate(file, 0)
        os.write(file, text.encode())
        assert OutputFile(file).last_line == last
