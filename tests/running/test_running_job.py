"""What a running job has reported and printed, and what becomes of it when its worker ends."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aoc.model import TESTS, Failure, Input, Job, Kind, Outcome
from aoc.running import running_job as room
from aoc.running.running_job import (
    HELD,
    NO_RESULT,
    SHOWN,
    START,
    RunningJob,
    cause_of_death,
    open_output,
)
from aoc.worker.reports import CUT_OFF, Done, Planned, Started, Timed, line_of
from tests.marks import needs_signals

EXAMPLES = Input("examples")
TEXT = Input("file", "input", "x")
JOB = Job("/project", 2021, 7, None, "days", (EXAMPLES, TEXT))
OUTCOME = Outcome(input="input", input_kind="file", part=1, answer="1")
PARSE, PART_1, PART_2 = KEYS = [(0, part, None) for part in (None, 1, 2)]
PLAN = Planned([("input", "file")], [(*key, ()) for key in KEYS], [0, 1, 2])


@pytest.fixture
def task() -> Iterator[RunningJob]:
    """A task that has just begun; its worker prints into a file."""
    made = RunningJob(3, JOB)
    made.begin(open_output())
    yield made
    made.printed.close()


def started(label: str | None = None, part: int | None = None) -> Started:
    """Return what a worker does when something starts; labels are those of the first input."""
    return Started(None if label in (None, TESTS) else 0, label, part)


def planned(job: Job = JOB) -> RunningJob:
    """Return a task that owes a result of parsing an input, and of its two parts."""
    task = RunningJob(0, job._replace(inputs=(TEXT,)))
    task.plan(PLAN)
    return task


def take(task: RunningJob, *parts: int | None, is_held: bool = False) -> None:
    """Let a worker report the answers of parts; if they are held, their times will follow."""
    for part in parts:
        result = OUTCOME._replace(part=part, seconds=2.0)
        task.take(result, "printed", is_timed=not is_held)


def fail(task: RunningJob, stage: Started | None = None) -> list[Outcome]:
    """Let a worker crash, by default in what comes next, and return the outcomes."""
    task.stage = stage or task.stage
    task.fail(Kind.CRASH, "why")
    return [*task.outcomes()]


def error_of(task: RunningJob, end: str, *about: Any) -> Failure:
    """Return the error that is the one result of a task after its end, which is a method."""
    getattr(task, end)(*about)
    [result] = task.outcomes()
    assert result.error
    return result.error


def test_a_report_may_come_in_pieces(task: RunningJob) -> None:
    found = [one for byte in line_of(Done(), 7) for one in task.read(bytes([byte]))]
    assert found == [(Done(), 7)]


def test_each_unit_begins_when_the_one_before_is_reported() -> None:
    task = planned()
    for part in (None, 1, 2):
        assert task.stage == Started(0, "input", part, None, "file")
        take(task, part)
    assert task.owed == ()


def test_a_plugin_is_in_no_part_as_it_answers_both_at_once() -> None:
    task = RunningJob(0, JOB._replace(entry="plugin:solve"))
    task.plan(Planned([("input", "file")], [(*PART_1, ()), (*PART_2, ())], [0, 1]))
    assert task.stage == Started(0, "input", None, None, "file")


def test_an_error_of_parsing_ends_all_of_its_input_and_the_next_one_begins() -> None:
    task = RunningJob(0, JOB)
    cases = [(label, "file") for label in ("one", "two")]
    units = [(case, part, None, ()) for case in (0, 1) for part in (None, 1, 2)]
    task.plan(Planned([*cases], [*units], [*range(6)]))
    failed = OUTCOME._replace(part=None, error=Failure(Kind.PARSE, "why"))
    task.take(failed, "")
    assert task.stage == Started(1, "two", None, None, "file")
    assert [(result.part, result.error) for result in task.outcomes()] == [(None, failed.error)]


def test_a_worker_that_ends_while_it_loads_the_day_ends_the_job(task: RunningJob) -> None:
    [result] = fail(task)
    assert task.is_done
    assert (result.input, result.part) == (None, None)
    assert result.error


def test_a_worker_that_ends_in_a_part_leaves_the_rest_to_another() -> None:
    task = planned()
    take(task, None)
    assert [(r.part, r.error and r.error.message) for r in fail(task)] == [(None, None), (1, "why")]
    assert not task.is_done
    assert task.job.owed == (PART_2,)
    task.begin()
    task.plan(PLAN._replace(turn=[2]))
    take(task, 2)
    assert [(r.part, r.error) for r in task.outcomes()] == [(2, None)]
    task.finish()
    assert task.is_done


def test_a_worker_that_ends_while_it_parses_has_one_error_for_all_of_the_input() -> None:
    task = planned()
    [result] = fail(task)
    assert (result.input, result.part) == ("input", None)
    assert task.is_done


def test_answers_come_in_order_and_wait_for_their_times() -> None:
    task = planned()
    take(task, None, 1, 2, is_held=True)
    assert [*task.outcomes()] == []
    task.take_time(Timed(1.0, 7, None))
    task.take_time(Timed(None, None, None))
    assert [(r.part, r.seconds, r.calls, r.output) for r in task.outcomes()] == [
        *((None, 1.0, 7, "printed"), (1, 2.0, None, "printed"))
    ]
    task.held.clear()
    assert [(r.part, r.seconds) for r in task.outcomes()] == [(2, 2.0)]


def test_a_result_without_a_time_to_come_waits_for_those_before_it() -> None:
    task = planned()
    take(task, None, is_held=True)
    take(task, 1)
    take(task, 2, is_held=True)
    assert [*task.outcomes()] == []
    task.take_time(Timed(1.0, None, None))
    assert [(r.part, r.seconds) for r in task.outcomes()] == [(None, 1.0), (1, 2.0)]
    task.take_time(Timed(0.5, None, None))
    assert [(r.part, r.seconds, r.first_call) for r in task.outcomes()] == [(2, 0.5, False)]


def test_a_time_that_comes_too_late_or_that_nobody_asked_for_is_no_error() -> None:
    task = planned()
    take(task, None, 1, 2, is_held=True)
    task.held.clear()
    for _ in range(4):
        task.take_time(Timed(1.0, None, None))
    assert [(r.part, r.seconds) for r in task.outcomes()] == [(None, 2.0), (1, 2.0), (2, 2.0)]


@pytest.mark.parametrize(("effort", "waits"), [("steady", True), ("quick", False)])
def test_the_worker_of_a_single_day_waits_for_others_with_all_answers_there(
    effort: str, waits: bool
) -> None:
    task = planned(JOB._replace(effort=effort))
    take(task, None, 1, is_held=True)
    assert (task.has_answered, task.is_waiting, task.disturbs) == (False, False, waits)
    take(task, 2)
    assert (task.has_answered, task.is_waiting, task.disturbs) == (True, waits, False)


def test_an_answer_is_shown_after_a_while_though_its_time_is_still_awaited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(room, "monotonic", lambda: now)
    task = planned()
    take(task, None, is_held=True)
    task.release_late()
    assert [*task.outcomes()] == []
    now += HELD + 0.1
    task.release_late()
    assert [result.part for result in task.outcomes()] == [None]
    take(task, 1, 2)
    assert task.is_waiting, "its worker waits all the same until it may repeat the call"


@pytest.mark.parametrize("repeats", [True, False])
def test_an_end_after_the_answers_loses_only_the_times(repeats: bool) -> None:
    task = planned()
    take(task, None, 1, 2, is_held=True)
    task.is_waiting = not repeats
    found = fail(task)
    assert [(r.part, r.seconds, r.error) for r in found] == [(n, 2.0, None) for n in (None, 1, 2)]
    assert task.is_done


def test_a_worker_that_is_done_without_what_it_owes_has_an_error_for_each() -> None:
    task = planned()
    task.finish()
    found = [*task.outcomes()]
    assert task.is_done
    assert [(r.input, r.part, r.error) for r in found] == [
        ("input", part, Failure(Kind.CRASH, NO_RESULT)) for part in (None, 1, 2)
    ]


@pytest.mark.parametrize("source", [TEXT, Input("sample", "sample 3", seed=3)])
def test_a_worker_that_is_done_without_a_plan_has_one_error(source: Input) -> None:
    task = RunningJob(0, JOB._replace(inputs=(source,)))
    assert error_of(task, "finish") == (Kind.CRASH, NO_RESULT, None)
    assert task.is_done


@pytest.mark.parametrize("stage", [Started(), started(TESTS)], ids=["loads", "reads tests"])
@pytest.mark.parametrize("crashes", [True, False])
def test_another_worker_that_cannot_load_the_day_has_an_error_for_all_that_is_owed(
    stage: Started, crashes: bool
) -> None:
    task = planned()
    take(task, None)
    fail(task)
    task.begin()
    if crashes:
        found = fail(task, stage)
    else:
        task.stage = stage
        failed = Outcome(error=Failure(Kind.EXCEPTION, "why"))
        task.take(failed, "")
        task.finish()
        found = [*task.outcomes()]
    assert [(r.input, r.part, str(r.error and r.error.message)[-3:]) for r in found] == [
        ("input", 2, "why")
    ]
    assert task.is_done


def test_a_variant_is_measured_by_its_part_where_no_answer_is_known() -> None:
    task = RunningJob(0, JOB._replace(inputs=(TEXT,)))
    units = [(0, part, variant, ()) for part in (1, 2) for variant in (None, "slow")]
    task.plan(Planned([("input", "file")], [*units], [*range(4)]))
    for _, part, variant, _ in units:
        answer = "1" if variant is None or part == 1 else "0"
        task.take(OUTCOME._replace(part=part, variant=variant, answer=answer), "")
    expected = [(one.answer, one.expected) for one in task.outcomes()]
    assert expected == [("1", None), ("1", "1"), ("1", None), ("0", "1")]


@pytest.mark.parametrize(
    "end", [RunningJob.finish, lambda task: task.fail(*cause_of_death(-9))], ids=["done", "killed"]
)
def test_a_made_up_input_is_made_by_a_worker_of_its_own(
    end: Callable[[RunningJob], None],
) -> None:
    source = Input("sample", "sample 3", seed=3)
    task = RunningJob(0, JOB._replace(inputs=(source,)))
    assert task.job.parts == ()
    plan = Planned([("sample 3", "sample")], [(*PARSE, ())], [0])
    task.plan(plan)
    task.take(OUTCOME._replace(part=None, answer=None, text="made"), "")
    end(task)
    assert [*task.outcomes()] == []
    assert not task.is_done
    assert task.job == JOB._replace(inputs=(source._replace(text="made"),))
    task = RunningJob(0, JOB._replace(inputs=(source,)))
    task.plan(plan)
    [result] = fail(task)
    assert (result.input, result.part) == ("sample 3", None)
    assert task.is_done


def test_a_worker_that_ends_in_the_tests_leaves_the_inputs_to_another(task: RunningJob) -> None:
    [result] = fail(task, started(TESTS))
    assert not task.is_done
    assert task.job == JOB._replace(inputs=(TEXT,))
    assert result.input is None
    assert result.error
    assert result.error.kind is Kind.TESTS
    assert result.error.message.replace("\\", "/") == "tests/year2021/test_day07.py: crash: why"


def test_a_job_with_nothing_but_tests_is_done_when_they_fail() -> None:
    task = RunningJob(0, JOB._replace(inputs=(EXAMPLES,)))
    fail(task, started(TESTS))
    assert task.is_done


def test_a_worker_that_begins_anew_has_reported_nothing(task: RunningJob) -> None:
    task.stage = started("input", 1)
    task.read(b'{"torn')
    task.is_over = True
    task.begin()
    assert not any((task.stage, task.is_over))
    assert (task.printed.rest, task.unread, task.turn) == ("", b"", [])


def test_the_clock_of_a_worker_starts_with_each_stage_of_its_own(
    task: RunningJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "monotonic", lambda: 1000.0)
    task.since = 1000.0
    assert task.seconds_left(5) == START
    assert task.seconds_left(None) == START
    task.stage = started("input", 1)
    assert task.seconds_left(5) == 5
    assert task.seconds_left(None) == float("inf")
    monkeypatch.setattr(room, "monotonic", lambda: 1003.0)
    assert task.seconds_left(5) == 2


def test_an_overdue_worker_says_what_it_took_too_long_for(task: RunningJob) -> None:
    def error() -> tuple[str, ...]:
        return error_of(task, "overdue", 2.5)[:2]

    assert error() == (Kind.CRASH, "did not start within 120 s")
    task.stage = Started()
    assert error() == (Kind.TIMEOUT, "took longer than 2.5 s")


def test_what_a_task_does_is_shown_with_all_that_is_known(task: RunningJob) -> None:
    assert task.doing == "2021/07"
    task.stage = Started(0, "input", 2, "memo")
    assert task.doing == "2021/07 part 2 memo on input"
    assert task.last_line == ""
    os.write(task.printed.descriptor, b"one\ntwo\n\n")
    assert task.last_line == "two"


def test_a_crash_shows_the_frames_that_python_printed_and_not_as_output(task: RunningJob) -> None:
    task.stage = started("input", 1)
    os.write(
        task.printed.descriptor,
        b"printed\nFatal Python error: Segmentation fault\n\nCurrent thread:\n"
        b'  File "/project/days/year2021/day07.py", line 3 in part1\n',
    )
    task.fail(*cause_of_death(-11))
    [result] = task.outcomes()
    assert result.output == "printed\n"
    assert result.error
    assert (result.error.kind, result.error.message) == (Kind.CRASH, "was killed by SIGSEGV")
    assert result.error.traceback
    assert result.error.traceback.startswith("Fatal Python error: Segmentation fault")
    assert "day07.py" in result.error.traceback


DEATHS = [
    (0, Kind.EXIT, "ended the process with exit code 0"),
    (7, Kind.EXIT, "ended the process with exit code 7"),
    (CUT_OFF, Kind.CRASH, "closed the pipe that its results go through"),
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


@pytest.mark.parametrize(("verbose", "kept"), [(False, SHOWN), (True, SHOWN + 1)])
def test_each_worker_of_a_verbose_job_has_all_its_output_kept(verbose: bool, kept: int) -> None:
    task = RunningJob(0, JOB._replace(verbose=verbose))
    for _ in range(2):
        task.begin(open_output())
        os.write(task.printed.descriptor, b"a" * (SHOWN + 1))
        assert len(task.printed.rest) == kept
        task.printed.close()


def test_what_was_printed_with_a_report_of_an_error_is_its_output(task: RunningJob) -> None:
    task.stage = started("input", 1)
    os.write(task.printed.descriptor, b"solved")
    task.fail(Kind.EXCEPTION, "broke the worker", "the frames")
    [result] = task.outcomes()
    assert result.output == "solved"
    assert result.error == (Kind.EXCEPTION, "broke the worker", "the frames")


def test_a_result_that_comes_back_from_json_is_the_same() -> None:
    assert Outcome.from_dict(json.loads(json.dumps(OUTCOME.to_dict()))) == OUTCOME
