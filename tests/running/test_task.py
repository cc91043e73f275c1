"""What a running job has reported and printed, and what becomes of it when its worker ends."""

from __future__ import annotations

import json
import signal
import sys
from typing import Any

import pytest

from aoc.job import TESTS, Job, Source
from aoc.results import Kind, Result, Verdict
from aoc.running import task as room
from aoc.running.exit_code import cause_of_death
from aoc.running.printed import ALL, SHOWN, TAIL, Printed
from aoc.running.task import SILENCE, START, Task
from aoc.worker.reports import CUT_OFF, MARK, Done, Started
from tests.marks import needs_signals

EXAMPLES = Source("examples")
TEXT = Source("text", "input", "x")
JOB = Job("/project", 2021, 7, None, "days", (EXAMPLES, TEXT))
RESULT = JOB.result(input="input", part=1, answer="1")


@pytest.fixture
def task() -> Task:
    """A task that has just begun."""
    return Task(3, JOB)


def line(kind: str, content: Any) -> bytes:
    """Return a report as it comes through the pipe."""
    return b"\n" + json.dumps({kind: content}).encode() + b"\n"


def started(label: str | None = None, part: int | None = None, skip: int = 0) -> Started:
    """Return what a worker reports when something starts."""
    return Started(label, part, None, skip)


def test_a_report_waits_for_the_output_before_it(task: Task) -> None:
    task.read(line("started", [*started("input", 1)]) + line("result", RESULT.to_dict()))
    assert [*task.take_reports()] == []
    task.printed.feed(b"before" + MARK)
    assert [*task.take_reports()] == [(started("input", 1), "before")]
    task.printed.feed(b"in part 1" + MARK)
    assert [*task.take_reports()] == [(RESULT, "in part 1")]


def test_after_the_end_no_report_waits(task: Task) -> None:
    task.read(line("done", []))
    assert [*task.take_reports(is_last=True)] == [(Done(), "")]


def test_a_report_may_come_in_pieces(task: Task) -> None:
    for byte in line("done", []):
        task.read(bytes([byte]))
    assert [*task.waiting] == [Done()]


def test_what_was_printed_before_a_part_began_stands_apart(task: Task) -> None:
    task.start_stage(started("input"), "imported ")
    task.start_stage(started("input", 1), "parsed")
    result = task.complete(RESULT, "solved")
    assert (result.parse_output, result.output) == ("imported parsed", "solved")
    again = task.complete(RESULT, "more")
    assert (again.parse_output, again.output) == ("", "more")


def test_what_was_printed_before_an_error_without_a_part_is_its_output(task: Task) -> None:
    task.start_stage(started("input"), "imported ")
    result = task.complete(RESULT, "parsed")
    assert (result.parse_output, result.output) == ("", "imported parsed")


def test_a_worker_that_ends_while_it_loads_the_day_ends_the_job(task: Task) -> None:
    result = task.fail(Kind.CRASH, "why")
    assert task.is_done
    assert (result.input, result.part, result.verdict) == (None, None, Verdict.ERROR)


def test_a_worker_that_ends_in_a_part_leaves_the_rest_to_another(task: Task) -> None:
    task.start_stage(started("input", 2, skip=4), "")
    result = task.fail(Kind.CRASH, "why")
    assert not task.is_done
    assert (result.input, result.part) == ("input", 2)
    assert task.job == JOB._replace(skip=4)


def test_a_worker_that_ends_in_the_tests_leaves_the_inputs_to_another(task: Task) -> None:
    task.start_stage(started(TESTS), "")
    result = task.fail(Kind.TIMEOUT, "took long")
    assert not task.is_done
    assert task.job == JOB._replace(sources=(TEXT,))
    assert result.input is None
    assert result.error
    assert result.error.kind is Kind.TESTS
    assert result.error.message.replace("\\", "/") == (
        "tests/year2021/test_day07.py: timeout: took long"
    )


def test_a_job_with_nothing_but_tests_is_done_when_they_fail() -> None:
    task = Task(0, JOB._replace(sources=(EXAMPLES,)))
    task.start_stage(started(TESTS), "")
    task.fail(Kind.CRASH, "why")
    assert task.is_done


def test_a_worker_that_begins_anew_has_reported_nothing(task: Task) -> None:
    task.start_stage(started("input", 1), "before")
    task.printed.feed(b"rest")
    task.read(b'{"torn')
    task.is_silent = task.is_over = True
    task.begin()
    assert (task.stage, task.is_silent, task.is_over, task.before) == (None, False, False, "")
    assert (task.printed.rest, task.unread, len(task.waiting)) == ("", b"", 0)


def test_the_clock_of_a_worker_starts_with_each_stage_of_its_own(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "monotonic", lambda: 1000.0)
    task.begin()
    assert task.seconds_left(5) == START
    assert task.seconds_left(None) == START
    task.start_stage(started("input", 1), "")
    assert task.seconds_left(5) == 5
    assert task.seconds_left(None) == float("inf")
    monkeypatch.setattr(room, "monotonic", lambda: 1003.0)
    assert task.seconds_left(5) == 2
    task.is_silent = True
    assert task.seconds_left(5) == SILENCE - 3


def test_an_overdue_worker_says_what_it_took_too_long_for(task: Task) -> None:
    def error(timeout: float | None) -> tuple[Kind, str]:
        failure = task.overdue(timeout).error
        assert failure
        return failure.kind, failure.message

    assert error(2.5) == (Kind.CRASH, "did not start within 120 s")
    task.start_stage(started("input", 1), "")
    assert error(2.5) == (Kind.TIMEOUT, "took longer than 2.5 s")
    task.is_silent = True
    assert error(2.5) == (Kind.CRASH, "closed the pipe that its results go through")


def test_what_a_task_does_is_shown_with_all_that_is_known(task: Task) -> None:
    assert task.doing == "2021/07"
    task.start_stage(Started("input", 2, "memo", 0), "")
    assert task.doing == "2021/07 part 2 memo on input"
    assert task.last_line == ""
    task.printed.feed(b"one\ntwo\n\n")
    assert task.last_line == "two"


def test_a_crash_shows_the_frames_that_python_printed_and_not_as_output(task: Task) -> None:
    task.start_stage(started("input", 1), "")
    task.printed.feed(
        b"printed\nFatal Python error: Segmentation fault\n\nCurrent thread:\n"
        b'  File "/project/days/year2021/day07.py", line 3 in part1\n'
    )
    result = task.ended(-11)
    assert result.output == "printed\n"
    assert result.error
    assert (result.error.kind, result.error.message) == (Kind.CRASH, "was killed by SIGSEGV")
    assert result.error.traceback
    assert result.error.traceback.startswith("Fatal Python error: Segmentation fault")
    assert "day07.py" in result.error.traceback


def test_a_worker_whose_pipe_was_closed_says_so(task: Task) -> None:
    error = task.ended(CUT_OFF).error
    assert error
    assert (error.kind, error.message) == (
        Kind.CRASH,
        "closed the pipe that its results go through",
    )


def test_an_abort_on_windows_is_a_crash_and_exit_code_3_alone_is_not(task: Task) -> None:
    task.start_stage(started("input", 1), "")
    error = task.ended(3).error
    assert error
    assert error.kind is Kind.EXIT
    task.printed.feed(b"Fatal Python error: Aborted\n")
    error = task.ended(3).error
    assert error
    assert (error.kind, error.message) == (Kind.CRASH, "was aborted")


DEATHS = [
    (0, Kind.EXIT, "ended the process with exit code 0"),
    (7, Kind.EXIT, "ended the process with exit code 7"),
    (0xBFFFFFFF, Kind.EXIT, f"ended the process with exit code {0xBFFFFFFF}"),
    (0xC0000000, Kind.CRASH, "was ended by an error (0xc0000000)"),
    (0xC0000005, Kind.CRASH, "was ended by an access violation (0xc0000005)"),
    (-999, Kind.CRASH, "was killed by signal 999"),
]


@pytest.mark.parametrize(("status", "kind", "message"), DEATHS)
def test_an_exit_code_says_how_a_process_ended(status: int, kind: Kind, message: str) -> None:
    assert cause_of_death(status) == (kind, message)


@needs_signals
def test_a_signal_that_killed_a_process_has_its_name() -> None:
    assert cause_of_death(-signal.SIGTERM) == (Kind.CRASH, "was killed by SIGTERM")


def test_output_is_cut_at_the_marks_wherever_the_pieces_begin() -> None:
    data = b"a\x00\x1eb" + MARK + MARK + b"c" + MARK[:5]
    for size in (1, 2, 3, 7, len(data)):
        printed = Printed()
        for start in range(0, len(data), size):
            printed.feed(data[start : start + size])
        assert [*printed.pieces] == ["a\x00\x1eb", ""]
        assert printed.rest == "c" + MARK[:5].decode()
        assert printed.tail == b"a\x00\x1ebc"


def test_of_much_output_the_beginning_is_kept_and_the_end_for_a_crash() -> None:
    printed = Printed()
    printed.feed(b"a" * SHOWN + b"b" * 10)
    printed.feed(b"c" * TAIL)
    assert printed.rest == "a" * SHOWN
    assert printed.tail == b"c" * TAIL
    printed.feed(MARK + b"next" + MARK)
    assert [*printed.pieces] == ["a" * SHOWN, "next"]


def test_all_output_is_kept_if_it_is_asked_for() -> None:
    printed = Printed(everything=True)
    printed.feed(b"a" * (SHOWN + 1))
    assert len(printed.rest) == SHOWN + 1
    assert ALL > SHOWN


@pytest.mark.parametrize(("verbose", "kept"), [(False, SHOWN), (True, SHOWN + 1)])
def test_each_worker_of_a_verbose_job_has_all_its_output_kept(verbose: bool, kept: int) -> None:
    task = Task(0, JOB._replace(verbose=verbose))
    for _ in range(2):
        task.printed.feed(b"a" * (SHOWN + 1))
        assert len(task.printed.rest) == kept
        task.begin()


def test_what_was_printed_with_a_report_of_an_error_is_its_output_and_not_what_came_later(
    task: Task,
) -> None:
    task.start_stage(started("input"), "imported ")
    task.start_stage(started("input", 1), "parsed")
    task.printed.feed(b"later")
    result = task.fail(Kind.EXCEPTION, "broke the worker", "the frames", "solved")
    assert (result.parse_output, result.output) == ("imported parsed", "solved")
    assert result.error == (Kind.EXCEPTION, "broke the worker", "the frames")
    assert task.fail(Kind.CRASH, "why").output == "later"


def test_bytes_that_are_not_utf_8_are_shown_as_such() -> None:
    printed = Printed()
    printed.feed(b"\xff\xc3\xa9")
    assert printed.rest == "\\xff\u00e9"
    assert sys.getdefaultencoding() == "utf-8"


def test_a_result_that_comes_back_from_json_is_the_same() -> None:
    assert Result.from_dict(json.loads(json.dumps(RESULT.to_dict()))) == RESULT
