"""What the executor makes of its workers' events: which jobs it starts, ends and goes on with.

No process is started here: what each worker does is in a script, and time passes only in it.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence

import pytest

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job, Step
from aoc.model.results import Outcome, Piece
from aoc.running.launcher import Event, StartedWorker
from aoc.running.local_executor import LocalExecutor, Progress
from aoc.running.output_file import open_output
from aoc.running.running_job import GRACE_SECONDS
from aoc.running.verdicts import Update
from aoc.worker.reports import Report, ReportKind, answered, report_line, started
from tests.support.results import made_job

Act = str | Report | int
Acts = tuple[float, Sequence[Act]]
"""What a worker prints and reports, or how it ends, so many seconds after what it did last."""
MOST_WAITS = 10_000
BEGINS = started(Step())
DONE = Report(ReportKind.DONE)


class ScriptedLauncher:
    """A launcher whose workers do what is in `scripts`: for each day, one for each of its workers.

    After the end of its script, a worker does nothing until it is killed, and ends a second later.
    """

    def __init__(self) -> None:
        self.now = 1000.0
        self.scripts: defaultdict[int, deque[Sequence[Acts]]] = defaultdict(deque)
        self.log: list[str] = []
        """What was asked for, and which workers have ended."""
        self.jobs: list[Job] = []
        """The jobs as they were started: the first one has the worker 0."""
        self.acts: list[deque[tuple[float, Act]]] = []
        """What each worker still does, and when."""
        self.outputs: list[int] = []
        """The files that workers print into."""
        self.kills: dict[int, float] = {}
        """The times at which workers were killed."""
        self.waits = 0

    def script(self, day: int, *acts: Acts) -> None:
        """Add what the next worker of a day does."""
        self.scripts[day].append(acts)

    def start(self, job: Job) -> StartedWorker:
        self.log.append(f"start {job.puzzle.day}")
        number = len(self.jobs)
        self.jobs.append(job)
        self.acts.append(deque())
        due = self.now
        for seconds, acts in self.scripts[job.puzzle.day].popleft():
            due += seconds
            self.acts[number].extend((due, act) for act in acts)
        output = open_output()
        self.outputs.append(os.dup(output))
        return StartedWorker(number, output)

    def wait(self, seconds: float) -> list[Event]:
        self.waits += 1
        assert self.waits < MOST_WAITS, "the run does not end"
        dues = [acts[0][0] for acts in self.acts if acts]
        self.now = max(self.now, min([self.now + seconds, *dues]))
        events: list[Event] = []
        for worker, acts in enumerate(self.acts):
            while acts and acts[0][0] <= self.now:
                _, act = acts.popleft()
                if isinstance(act, str):
                    os.write(self.outputs[worker], act.encode())
                    continue
                events.append(self.event_of(worker, act))
        return events

    def event_of(self, worker: int, act: Report | int) -> Event:
        """Return the event of a report, or of the end of a worker."""
        if isinstance(act, Report):
            size = os.fstat(self.outputs[worker]).st_size
            return Event(worker, report_line(act._replace(output_size=size)))
        self.log.append(f"end {self.jobs[worker].puzzle.day}")
        return Event(worker, status=act)

    def kill(self, worker: int) -> None:
        self.kills[worker] = self.now - 1000
        self.acts[worker] = deque([(self.now + 1, -9)])

    def dump(self, worker: int) -> bool:
        return False

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Watcher:
    """A watcher that keeps the progress that it is shown."""

    def __init__(self) -> None:
        self.progresses: list[tuple[int, Progress]] = []

    def output(self, job: Job, printed: Piece, place: str = "") -> None: ...

    def progress(self, done: int, progress: Progress) -> None:
        self.progresses.append((done, progress))


@pytest.fixture
def launcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedLauncher]:
    """The launcher of all executors of a test; the clock is its own."""
    launcher = ScriptedLauncher()
    monkeypatch.setattr("aoc.running.local_executor.make_launcher", lambda: launcher)
    for module in ("local_executor", "running_job"):
        monkeypatch.setattr(f"aoc.running.{module}.monotonic", lambda: launcher.now)
    yield launcher
    for output in launcher.outputs:
        os.close(output)


def step(part: int) -> Step:
    """Return the step of a part."""
    return Step("input", InputKind.FILE, part)


def plan(*parts: int) -> Report:
    """Return the report of the parts that a job has."""
    return Report(ReportKind.PLANNED, [step(part) for part in parts])


def answer(part: int) -> Report:
    """Return the report of an answer of a part, which is its number."""
    return answered(Outcome(*step(part), answer=str(part)))


def solves(part: int, after: float = 0.0) -> Acts:
    """Return that a worker solves the only part of a day, and ends."""
    return after, [BEGINS, plan(part), answer(part), DONE, 0]


def job(day: int) -> Job:
    """Return the job of a day."""
    return made_job(day=day, inputs=(Input(InputKind.FILE, "input", "x"),))


def told(updates: Iterable[Update]) -> list[str]:
    """Return the number of the job of each update, and its answer or error, or that it is done."""
    lines: list[str] = []
    for update in updates:
        outcome = update.outcome
        if outcome:
            error = outcome.error
            lines.append(f"{update.number} {error.message if error else outcome.answer}")
        if update.is_done:
            lines.append(f"{update.number} done")
    return lines


def run(
    *days: int, workers: int = 1, timeout: float | None = None, watcher: Watcher | None = None
) -> list[str]:
    """Run the jobs of days, and return what has come of them."""
    executor = LocalExecutor(workers, timeout, watcher or Watcher())
    return told(executor.run(map(job, days)))


def test_jobs_are_taken_and_workers_started_when_there_is_room(launcher: ScriptedLauncher) -> None:
    def take() -> Iterator[Job]:
        for day in (1, 2, 3):
            launcher.log.append(f"take {day}")
            yield job(day)

    # A worker that is done makes room before it has ended.
    launcher.script(1, (1, [BEGINS, plan(1), answer(1), DONE]), (5, [0]))
    launcher.script(2, solves(1, after=2))
    launcher.script(3, solves(1, after=3))
    assert len(told(LocalExecutor(2, None, Watcher()).run(take()))) == 6
    assert launcher.log == [
        "take 1",
        "start 1",
        "take 2",
        "start 2",
        "take 3",
        "start 3",
        "end 2",
        "end 3",
    ]


def test_progress_is_what_the_oldest_job_without_an_answer_does(launcher: ScriptedLauncher) -> None:
    timed = answer(1)._replace(time_follows=True)
    launcher.script(1, solves(1, after=2))
    launcher.script(2, (0, [BEGINS, plan(1), timed]), (9, [DONE]))
    launcher.script(3, (0, [BEGINS, plan(2), "line 1\nline 2"]), (7, [DONE]))
    watcher = Watcher()
    run(1, 2, 3, workers=3, watcher=watcher, timeout=9)
    doing = list(dict.fromkeys(step.doing for _, step in watcher.progresses))
    assert doing[1:] == ["2021/03 part 2 on input", "2021/02 timing part 1 on input"]
    _, progress = [each for each in watcher.progresses if "/03" in each[1].doing][-1]
    assert (progress.printed, progress.limit) == ("line 2", 9)
    assert progress.seconds == pytest.approx(7, abs=0.3)
    assert [done for done, _ in watcher.progresses][-1] == 2


def test_each_part_has_the_whole_time_whatever_it_prints_and_the_next_one_runs(
    launcher: ScriptedLauncher,
) -> None:
    parts = plan(1, 2, 3)
    prints: list[Acts] = [(1, ["still here\n"])] * 20
    # A busy machine takes long to start it.
    launcher.script(1, (100, [BEGINS, parts]), (2, [answer(1)]), *prints)
    launcher.script(1, (0, [BEGINS, parts, answer(3), DONE, 0]))
    option = "`aoc run --timeout 12.5`"
    late = f"0 took longer than 2.5 s; {option}, or timeout in [tool.aoc], allows more"
    assert run(1, timeout=2.5) == ["0 1", late, "0 3", "0 done"]
    # The worker ends itself in time, if it can.
    assert launcher.kills == {0: pytest.approx(102 + 2.5 + GRACE_SECONDS)}
