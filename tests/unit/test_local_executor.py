"""What the executor makes of its workers' events: which jobs it starts, ends and tries again.

No process is started here: what each worker does is in a script, and time passes only in it.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job, JobOptions, Timing, Unit
from aoc.model.results import ErrorKind, Outcome, Piece
from aoc.running import local_executor
from aoc.running.launcher import Event, StartedWorker, WorkerStartError
from aoc.running.local_executor import LOST, LocalExecutor
from aoc.running.output_file import open_output
from aoc.running.verdicts import Update
from aoc.worker.reports import (
    Answered,
    Broken,
    Done,
    Located,
    Planned,
    Report,
    Started,
    Timed,
    report_line,
)
from tests.support.results import made_job

Item = str | Report | int
Step = tuple[float, Sequence[Item]]
"""What a worker prints and reports, or how it ends, so many seconds after the last step."""
START = 1000.0
FOREVER = 10_000
RELEASED = float("inf")
"""In place of the seconds after which a step is done: when the worker may repeat calls."""


class ScriptedLauncher:
    """A launcher whose workers do what is in `scripts`: for each day, one for each of its workers.

    It owes the parts that are begun in any script of its day, and says so before it begins one.
    After the end of its script, a worker does nothing until it is killed. A worker that was killed
    ends a second later. `log` says what was asked for, and which workers have ended.
    """

    def __init__(self) -> None:
        self.now = START
        self.log: list[str] = []
        self.scripts: defaultdict[int, deque[list[Step]]] = defaultdict(deque)
        self.plans: defaultdict[int, set[Started]] = defaultdict(set)
        self.releases: dict[int, float] = {}
        """The seconds after the start of the test at which workers were released."""
        self.jobs: list[Job] = []
        """The jobs as they were started."""
        self.steps: dict[int, list[tuple[float, list[str | Event]]]] = {}
        """What the workers that have not ended still do, and when."""
        self.outputs: dict[int, int] = {}
        """The files that workers print into."""
        self.late: list[Event] = []
        """Events that come with the next wait besides."""
        self.kills: dict[int, float] = {}
        """The seconds after the start of the test at which workers were killed."""
        self.waits: list[float] = []
        self.says: list[str | Report] | None = None
        """What a worker says when it is asked where it is, if it can be asked."""

    def script(self, day: int, *steps: Step) -> None:
        """Add what the next worker of a day does."""
        self.scripts[day].append([*steps])
        begun = [
            item for _, items in steps for item in items if isinstance(item, Started)
        ]
        self.plans[day] |= {item for item in begun if item.part}

    def start(self, job: Job) -> StartedWorker:
        self.log.append(f"start {job.puzzle.day}")
        self.jobs.append(job)
        number = len(self.jobs)
        script = events_of(
            number, self.plans[job.puzzle.day], self.scripts[job.puzzle.day].popleft()
        )
        self.steps[number] = [(self.now + due, events) for due, events in script]
        output = open_output()
        self.outputs[number] = os.dup(output)
        return StartedWorker(number, output)

    def wait(self, seconds: float) -> list[Event]:
        assert len(self.waits) < FOREVER, "the run does not end"
        self.waits.append(seconds)
        due = min(
            (steps[0][0] for steps in self.steps.values() if steps),
            default=float("inf"),
        )
        self.now = max(self.now, min(self.now + seconds, due))
        found, self.late = self.late, []
        for number, steps in list(self.steps.items()):
            while steps and steps[0][0] <= self.now:
                for item in steps.pop(0)[1]:
                    if isinstance(item, str):
                        os.write(self.outputs[number], item.encode())
                    else:
                        found.append(item)
            if found and found[-1].worker == number and found[-1].status is not None:
                self.log.append(f"end {self.jobs[number - 1].puzzle.day}")
                del self.steps[number]
        return found

    def release(self, worker: int) -> None:
        self.releases[worker] = self.now - START
        self.steps[worker] = [(self.now, events) for _, events in self.steps[worker]]

    def dump(self, worker: int) -> bool:
        for item in self.says or ():
            data = item.encode() if isinstance(item, str) else report_line(item, 0)
            self.late.append(Event(worker, data))
        return self.says is not None

    def kill(self, worker: int) -> None:
        self.kills[worker] = self.now - START
        self.steps[worker] = [(self.now + 1, [Event(worker, status=-9)])]

    def stop(self) -> None:
        self.log.append("stop")

    def close(self) -> None: ...


class Watcher:
    """A watcher that keeps the progress that it is shown."""

    def __init__(self) -> None:
        self.progresses: list[tuple[Any, ...]] = []

    def output(self, job: Job, printed: Piece, place: str = "") -> None: ...

    def progress(self, done: int, step: local_executor.Step) -> None:
        self.progresses.append((done, *step))


@pytest.fixture
def launcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedLauncher]:
    """The launcher of all executors of a test; the clock is its own."""
    made = ScriptedLauncher()
    monkeypatch.setattr("aoc.running.local_executor.make_launcher", lambda: made)
    for module in ("local_executor", "running_job"):
        monkeypatch.setattr(f"aoc.running.{module}.monotonic", lambda: made.now)
    yield made
    for output in made.outputs.values():
        os.close(output)


def events_of(
    number: int, owed: set[Started], steps: list[Step]
) -> Iterator[tuple[float, list[str | Event]]]:
    """Yield when something happens to a worker, and what: it prints, reports, or ends.

    It says what its job owes before it begins the first part, and that it will do the parts that
    it begins in its script.
    """
    begun = [
        one
        for _, items in steps
        for one in items
        if isinstance(one, Started) and one.part
    ]
    plan: Planned | None = plan_of(owed, begun)
    size, due = 0, 0.0
    for after, items in steps:
        due += after
        events: list[str | Event] = []
        for item in items:
            if isinstance(item, str):
                size += len(item)
                events.append(item)
            elif isinstance(item, int):
                events.append(Event(number, status=item))
            elif not isinstance(item, Started) or not item.part:
                events.append(Event(number, report_line(item, size)))
            elif plan:
                events.append(Event(number, report_line(plan, size)))
                plan = None
        yield due, events


def plan_of(owed: set[Started], turn: Sequence[Started]) -> Planned:
    """Return the report of all that a job owes, and of what a worker does of that, in order."""
    units = sorted({(one.part or 0, one.variant or "") for one in owed})
    # A part that is begun twice in a script is repeated.
    ours = dict.fromkeys(Unit(0, one.part, one.variant) for one in turn)
    return Planned(
        [("input", InputKind.FILE)],
        [Unit(0, part, variant or None) for part, variant in units],
        [*ours],
    )


def job(day: int) -> Job:
    """Return the job of a day."""
    return made_job(
        "/project", 2021, day, inputs=(Input(InputKind.FILE, "input", "x"),)
    )


def begun(part: int) -> Started:
    """Return that a part has begun, which a worker does not report."""
    return Started(0, "input", part)


def answered(day: int, part: int) -> Answered:
    """Return the result of a part, whose answer is its number."""
    outcome = Outcome("input", InputKind.FILE, part, answer=str(part))
    return Answered(outcome)


def timed_later(day: int, part: int) -> Answered:
    """Return the result of a part whose call will be repeated."""
    outcome = answered(day, part).outcome._replace(seconds=2.0)
    return Answered(outcome, time_follows=True)


def solves(day: int, *parts: int, after: float = 0.0) -> Step:
    """Return the step in which a worker solves parts of a day, and ends."""
    pairs = [(begun(part), answered(day, part)) for part in parts]
    reports = [report for pair in pairs for report in pair]
    return after, [*reports, Done(), 0]


def told(update: Update) -> tuple[int, str]:
    """Return the number of a job, and its answer or error, or that it is done."""
    result = update.outcome
    if result is None:
        return update.number, "done"
    return update.number, result.error.message if result.error else str(result.answer)


def run(
    *days: int,
    workers: int = 1,
    timeout: float | None = None,
    watcher: Watcher | None = None,
) -> list[tuple[int, str]]:
    """Run the jobs of days, and return what has come of them."""
    executor = LocalExecutor(workers, timeout, watcher or Watcher())
    return all_told(executor.run(map(job, days)))


def all_told(updates: Iterable[Update]) -> list[tuple[int, str]]:
    """Return what updates tell, without those that tell nothing new."""
    return [told(update) for update in updates if update.outcome or update.is_done]


def test_jobs_are_taken_and_workers_started_when_there_is_room(
    launcher: ScriptedLauncher,
) -> None:
    def take() -> Iterator[Job]:
        for day in (1, 2, 3):
            launcher.script(day, solves(day, 1, after=day))
            launcher.log.append(f"take {day}")
            yield job(day)

    assert len(all_told(LocalExecutor(2, None, Watcher()).run(take()))) == 6
    assert launcher.log == [
        *("take 1", "start 1", "take 2", "start 2", "end 1"),
        *("take 3", "start 3", "end 2", "end 3"),
    ]


def test_a_worker_that_is_done_makes_room_before_it_has_ended(
    launcher: ScriptedLauncher,
) -> None:
    launcher.script(1, (0, [begun(1), answered(1, 1), Done()]), (1, [0]))
    launcher.script(2, solves(2, 1, after=2))
    assert run(1, 2) == [(0, "1"), (0, "done"), (1, "1"), (1, "done")]
    assert launcher.log == ["start 1", "start 2", "end 1", "end 2"]


def test_progress_is_what_the_oldest_job_does(launcher: ScriptedLauncher) -> None:
    launcher.script(1, solves(1, 1, 2))
    launcher.script(
        3, (0, [Started(0, "input", 2, "slow"), "line 1\nline 2"]), (5, [Done()])
    )
    launcher.script(2, (0, [begun(1), "other"]), (5, [Done()]))
    watcher = Watcher()
    run(1, 3, 2, workers=2, watcher=watcher, timeout=9)
    about = (1, "2021/03 part 2 slow on input", pytest.approx(5, abs=0.3), "line 2", 9)
    assert watcher.progresses[-1] == about


def test_progress_is_that_of_no_job_that_waits(launcher: ScriptedLauncher) -> None:
    script_repeats(launcher, 1, 0)
    launcher.script(
        2, (0, [begun(1)]), (3, [answered(2, 1), begun(2)]), solves(2, 2, after=5)
    )
    watcher = Watcher()
    run(1, 2, workers=2, watcher=watcher)
    doing = {doing: seconds for _, doing, seconds, *_ in watcher.progresses[1:]}
    assert [*doing.items()] == [
        ("2021/02 part 1 on input", pytest.approx(3, abs=0.3)),
        ("2021/02 part 2 on input", pytest.approx(5, abs=0.3)),
        ("2021/01 timing part 1 on input", 0),
    ]


def test_progress_of_what_is_only_timed_comes_after_that_of_what_has_no_answer(
    launcher: ScriptedLauncher,
) -> None:
    launcher.script(
        1, (0, [begun(1), timed_later(1, 1)]), (4, [Timed(1.0, None, None), Done()])
    )
    launcher.script(2, (0, [begun(1)]), (2, [answered(2, 1), Done()]))
    watcher = Watcher()
    quick = JobOptions(Timing.quick())
    jobs = [job(day)._replace(options=quick) for day in (1, 2)]
    list(LocalExecutor(2, None, watcher).run(jobs))
    doing = list(dict.fromkeys(doing for _, doing, *_ in watcher.progresses[1:]))
    assert doing == ["2021/02 part 1 on input", "2021/01 timing part 1 on input"]


def test_other_jobs_can_be_run_once_those_of_a_run_were_ended(
    launcher: ScriptedLauncher,
) -> None:
    launcher.script(1, (0, [begun(1), answered(1, 1)]))
    launcher.script(2, solves(2, 1))
    executor = LocalExecutor(1, None, Watcher())
    next(executor.run([job(1), job(3)]))
    executor.end_jobs()
    assert [*launcher.kills] == [1]
    # What still comes from the first worker belongs to no job any more.
    launcher.late = [Event(1, report_line(answered(1, 1), 0))]
    assert all_told(executor.run([job(2)])) == [
        (0, "1"),
        (0, "done"),
    ]
    assert [line for line in launcher.log if line.startswith("start")] == [
        "start 1",
        "start 2",
    ]


def test_a_worker_that_ends_too_early_fails_one_part_and_another_one_does_the_rest_first(
    launcher: ScriptedLauncher,
) -> None:
    launcher.script(1, (0, [begun(1), 7]))
    launcher.script(
        2, (0, [begun(1), Broken("broke the worker", "the frames")]), (0.1, [0])
    )
    for day in (1, 2, 3):
        launcher.script(day, solves(day, 2, after=day))
    assert sorted(run(1, 2, 3, workers=2)) == [
        *((0, "2"), (0, "done"), (0, "ended the process with exit code 7")),
        *((1, "2"), (1, "broke the worker"), (1, "done"), (2, "2"), (2, "done")),
    ]
    rest = ((0, 2, None),)
    expected = [(1, ()), (2, ()), (1, rest), (2, rest), (3, ())]
    assert [(job.puzzle.day, job.owed) for job in launcher.jobs] == expected


def script_repeats(
    launcher: ScriptedLauncher, day: int, after: float, *last: Item
) -> None:
    """Let a worker answer a part after some seconds, and then time it or do `last`."""
    then: list[Item] = [*last]
    if not last:
        then = [Timed(1.0, None, None), Done()]
    launcher.script(day, (after, [begun(1), timed_later(day, 1)]), (RELEASED, then))


def test_repeated_calls_wait_for_the_answers_of_other_workers(
    launcher: ScriptedLauncher,
) -> None:
    for day, after in ((1, 0), (2, 5)):
        script_repeats(launcher, day, after)
    assert sorted(run(1, 2, workers=2)) == [
        (0, "1"),
        (0, "done"),
        (1, "1"),
        (1, "done"),
    ]
    assert launcher.releases == {1: pytest.approx(5), 2: pytest.approx(5)}


def test_that_wait_does_not_count_and_a_repeated_call_that_hangs_loses_only_its_time(
    launcher: ScriptedLauncher,
) -> None:
    script_repeats(launcher, 1, 0, begun(1))
    script_repeats(launcher, 2, 5)
    updates = LocalExecutor(2, 6, Watcher()).run(map(job, (1, 2)))
    [outcome] = [one.outcome for one in updates if one.outcome and not one.number]
    assert (outcome.seconds, outcome.error) == (2.0, None)
    assert launcher.kills == {1: pytest.approx(5 + 6)}


def late(seconds: str, more: str) -> str:
    """Return what is said of a worker that was late."""
    option = f"`aoc run --timeout {more}`"
    return (
        f"took longer than {seconds} s; {option}, or timeout in [tool.aoc], allows more"
    )


def test_each_part_has_the_whole_time_and_the_next_one_runs(
    launcher: ScriptedLauncher,
) -> None:
    launcher.script(1, (100, [begun(1)]), (2, [answered(1, 1), begun(2)]))
    launcher.script(1, solves(1, 3))
    expected = [
        (0, "1"),
        (0, late("2.5", "12.5")),
        (0, "3"),
        (0, "done"),
    ]
    assert run(1, timeout=2.5) == expected
    assert launcher.kills == {1: pytest.approx(104.5)}


def test_what_a_worker_prints_does_not_prolong_its_time(
    launcher: ScriptedLauncher,
) -> None:
    launcher.script(1, (0, [Started()]), *[(1, ["still here\n"])] * 20)
    assert run(1, timeout=5) == [
        (0, late("5", "25")),
        (0, "done"),
    ]
    assert launcher.kills == {1: pytest.approx(5)}


FRAMES = (
    'Current thread 0x1 (most recent call first):\n  File "day.py", line 9 in loop\n'
)


@pytest.mark.parametrize(
    ("says", "seconds"),
    [
        (None, 5),
        ([], 11),
        ([FRAMES], 7),
        ([FRAMES, Located()], 5),
        ([FRAMES, answered(1, 1), Done()], None),
    ],
    ids=[
        "cannot be asked",
        "is stopped",
        "runs C code",
        "runs Python",
        "is done just then",
    ],
)
def test_a_part_that_is_late_may_say_where_it_is_before_it_is_ended(
    launcher: ScriptedLauncher,
    says: list[str | Report] | None,
    seconds: int | None,
) -> None:
    launcher.script(1, (0, [begun(1)]))
    launcher.says = says
    updates = LocalExecutor(1, 5, Watcher()).run([job(1)])
    [outcome] = [update.outcome for update in updates if update.outcome]
    assert launcher.kills == (
        {} if seconds is None else {1: pytest.approx(seconds, abs=0.1)}
    )
    error = outcome.error
    assert (error and error.kind) == (None if seconds is None else ErrorKind.TIMEOUT)
    assert bool(error and error.traceback) == bool(says and error)


def test_a_job_that_is_late_when_the_forkserver_is_killed_has_one_error_and_goes_on(
    launcher: ScriptedLauncher, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher.script(1, (0, [begun(1)]))
    launcher.script(1, solves(1, 2))
    wait = launcher.wait

    def lose(seconds: float) -> list[Event]:
        # The job is late, and at this moment the process that starts the workers is gone.
        events = wait(seconds)
        if launcher.now < START + 5:
            return events
        monkeypatch.setattr(launcher, "wait", wait)
        raise WorkerStartError

    monkeypatch.setattr(launcher, "wait", lose)
    assert run(1, timeout=5) == [(0, LOST), (0, "2"), (0, "done")]


def test_a_forkserver_that_never_starts_a_worker_is_not_tried_again_without_end(
    launcher: ScriptedLauncher, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher.script(1, solves(1))
    launcher.script(2, (0, [begun(1)]))
    launcher.script(3, (0, [begun(1)]))
    wait = launcher.wait

    def lose(seconds: float) -> list[Event]:
        if launcher.jobs[-1].puzzle.day == 1:
            return wait(seconds)
        raise WorkerStartError

    monkeypatch.setattr(launcher, "wait", lose)
    with pytest.raises(WorkerStartError):
        run(1, 2, 3, timeout=5)
