"""What a running job has reported and printed, and what becomes of it when its worker ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator

import pytest

from aoc.model.inputs import Input
from aoc.model.jobs import TESTS, Job
from aoc.model.results import Kind, Outcome, Piece
from aoc.running.running_job import RunningJob, cause_of_death
from aoc.running.worker_output import ALL, LINE, LONGEST, SHOWN, Printed, open_output
from aoc.worker.reports import CUT_OFF, Planned, Started
from tests.support.marks import needs_signals

TEXT = Input("file", "input", "x")
JOB = Job("/project", 2021, 7, None, "days", (TEXT,))
OUTCOME = Outcome(input="input", input_kind="file", part=1, answer="1")
KEYS = [(0, part, None) for part in (None, 1, 2)]
PLAN = Planned([("input", "file")], [(*key, ()) for key in KEYS], [0, 1, 2])


def planned() -> RunningJob:
    """Return a task that owes a result of parsing an input, and of its two parts."""
    task = RunningJob(0, JOB)
    task.plan(PLAN)
    return task


def fail(task: RunningJob, stage: Started | None = None) -> list[Outcome]:
    """Let a worker crash, by default in what comes next, and return the outcomes."""
    task.stage = stage or task.stage
    task.fail(Kind.CRASH, "why")
    return [*task.outcomes()]


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
    assert task.is_done


@pytest.mark.parametrize(
    "end",
    [RunningJob.finish, lambda task: task.fail(*cause_of_death(-9))],
    ids=["done", "killed"],
)
def test_a_made_up_input_is_made_by_a_worker_of_its_own(
    end: Callable[[RunningJob], None],
) -> None:
    source = Input("sample", "sample 3", seed=3)
    task = RunningJob(0, JOB._replace(inputs=(source,)))
    assert task.job.parts == ()
    plan = Planned([("sample 3", "sample")], [(*KEYS[0], ())], [0])
    task.plan(plan)
    task.take(OUTCOME._replace(part=None, answer=None, text="made"), Piece())
    end(task)
    assert [*task.outcomes()] == []
    assert not task.is_done
    assert task.job == JOB._replace(inputs=(source._replace(text="made"),))
    task = RunningJob(0, JOB._replace(inputs=(source,)))
    task.plan(plan)
    [result] = fail(task)
    assert (result.input, result.part) == ("sample 3", None)
    assert task.is_done


DEATHS = [
    (0, Kind.EXIT, "ended the process with exit code 0"),
    (CUT_OFF, Kind.CRASH, "closed the pipe that its results go through"),
    (0xBFFFFFFF, Kind.EXIT, f"ended the process with exit code {0xBFFFFFFF}"),
    (0xC0000000, Kind.CRASH, "was ended by an error (0xc0000000)"),
    (0xC0000005, Kind.CRASH, "was ended by an access violation (0xc0000005)"),
    (0xC00000FD, Kind.CRASH, "was ended by a stack overflow (0xc00000fd)"),
    (-999, Kind.CRASH, "was killed by signal 999"),
]


@pytest.mark.parametrize(("status", "kind", "message"), DEATHS)
def test_an_exit_code_says_how_a_process_ended(
    status: int, kind: Kind, message: str
) -> None:
    assert cause_of_death(status) == (kind, message)


@needs_signals
def test_a_signal_that_killed_a_process_has_its_name() -> None:
    assert cause_of_death(-signal.SIGTERM) == (Kind.CRASH, "was killed by SIGTERM")


@pytest.fixture
def file() -> Iterator[int]:
    """The file of a worker's output."""
    descriptor = open_output()
    yield descriptor
    os.close(descriptor)


def test_a_solver_that_prints_for_ever_fills_no_more_than_twice_all(file: int) -> None:
    printed = Printed(file)
    os.write(file, b"taken")
    printed.take(5)
    os.write(file, b"first\n" + b"x" * (2 * ALL - 6))
    printed.bound()
    assert printed.size == 5 + 2 * ALL
    os.write(file, b"\nx\n")
    printed.bound()
    assert printed.size == 5 + ALL
    os.write(file, b"last\n")
    begin, lines, end = printed.take(printed.size)
    assert begin == "first\n" + "x" * (SHOWN - 6)
    assert (lines, end[-6:]) == (4, "xlast\n")
    os.write(file, b"y")
    assert printed.rest == Piece("y")


@pytest.mark.parametrize("whole", ["é", "日", "\U0001f600", "\x1b[38;5;12m"])
def test_what_is_too_long_is_cut_between_characters_and_colors(
    file: int, whole: str
) -> None:
    for size in range(1, 20):
        start, end = "x" * (SHOWN - size), "y" * size
        os.ftruncate(file, 0)
        os.pwrite(file, f"{start}{whole * SHOWN}{end}".encode(), 0)
        piece = Printed(file).rest
        for part, rest in ((piece.output, start), (piece.output_end, end)):
            count = part.count(whole)
            assert part in (rest + whole * count, whole * count + rest)
            assert abs(len(part.encode()) - SHOWN) <= LONGEST
        assert piece.output_lines == 1


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("", ""),
        ("one\ntwo", "two"),
        ("one\n\n \n", "one"),
        ("日" * 10_000, "日" * (LINE // 3 + 1)),
        ("x\n" * 100_000 + "last\n", "last"),
    ],
)
def test_the_last_line_is_that_of_all_that_was_printed(
    file: int, text: str, last: str
) -> None:
    os.write(file, text.encode())
    assert Printed(file).last_line.endswith(last)
    assert len(Printed(file).last_line) <= LINE + LONGEST


@pytest.mark.windows
def test_lines_that_end_as_on_windows_end_as_in_python(
    file: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.linesep", "\r\n")
    os.write(file, b"one\r\ntwo\n")
    assert Printed(file).rest.output == "one\ntwo\n"
