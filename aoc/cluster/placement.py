"""Which jobs go to which worker of a cluster, and what becomes of those whose worker died."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from aoc.job import Job
from aoc.running.protocol import AHEAD

__all__ = ["DEATHS", "Batch", "Lost", "Placement", "Task"]

TARGET = 0.25
"""Seconds that a batch is to take."""
GUESS = TARGET / 3
"""Seconds that a job may take, as long as none of its puzzle and solver is done. It may take very
long, so where a worker would begin it at once, it is alone."""
SPARE = 1
"""Batches that wait on each worker, so that it has something to do at once."""
DEATHS = 3
"""Workers that may die with a job before it is an error."""


class Task:
    """A job to be run, with its number in the run, and how many workers died that had it.

    These are less than `DEATHS`: with the last one it is an error, and is no task any more.
    """

    def __init__(self, number: int, job: Job) -> None:
        self.number = number
        self.job = job
        self.deaths = 0

    @property
    def kind(self) -> tuple[int, int, str]:
        """What jobs have in common that take about the same time: the puzzle and the solver."""
        return self.job.year, self.job.day, self.job.solver

    @property
    def is_suspected(self) -> bool:
        """Whether the job has to be alone on its worker, to show whether that dies of it."""
        return self.deaths == DEATHS - 1


class Batch(NamedTuple):
    """Tasks for one worker, which it runs one after the other."""

    number: int
    worker: str
    tasks: tuple[Task, ...]


class Lost(NamedTuple):
    """What a worker that died leaves: its batches, and the tasks that are not tried again."""

    batches: list[Batch]
    failed: list[Task]


class Placement:
    """Puts jobs into batches, and batches on workers, which are known by their addresses."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self.waiting = (Task(number, job) for number, job in enumerate(jobs))
        self.again: deque[Task] = deque()
        self.slots: dict[str, int] = {}
        self.batches: dict[int, Batch] = {}
        self.recalled: dict[str, set[Task]] = {}
        """What was taken back from each worker, which may have begun it all the same."""
        self.seconds: dict[tuple[int, int, str], float] = {}
        """What a job takes, by its kind."""
        self.count = 0
        self.newest = -1
        self.is_exhausted = False

    @property
    def is_over(self) -> bool:
        """Whether all jobs are done."""
        return self.is_exhausted and not self.again and not self.batches

    def add_workers(self, slots: Mapping[str, int]) -> None:
        """Use more workers, each for as many batches at once as it has slots."""
        self.slots |= slots

    def lose_worker(self, worker: str) -> Lost:
        """Use a worker no more, since it died; its tasks will be on other ones.

        Only the task that was alone there has certainly killed it.
        """
        self.slots.pop(worker, None)
        batches = [batch for batch in self.batches.values() if batch.worker == worker]
        for batch in batches:
            del self.batches[batch.number]
        tasks = [task for batch in batches for task in batch.tasks]
        failed = tasks if len(tasks) == 1 and tasks[0].is_suspected else []
        for task in {*tasks, *self.recalled.pop(worker, ())}:
            task.deaths = min(task.deaths + 1, DEATHS - 1)
        self.again.extendleft(task for task in reversed(tasks) if task not in failed)
        return Lost(batches, failed)

    def recall(self) -> list[Batch]:
        """Take back batches that wait on a busy worker while another one has nothing to do.

        So nothing waits behind a long job, when there are no other jobs left. A worker may begin a
        batch before it hears of that: its results do not count then, but its death does.
        """
        if not self.is_exhausted or self.again:
            return []
        idle = sum(max(0, slots - self.load(worker)) for worker, slots in self.slots.items())
        waiting = [
            batch
            for worker, slots in self.slots.items()
            for batch in [b for b in self.batches.values() if b.worker == worker][slots:]
        ]
        recalled = waiting[:idle]
        for batch in reversed(recalled):
            del self.batches[batch.number]
            self.recalled.setdefault(batch.worker, set()).update(batch.tasks)
            self.again.extendleft(reversed(batch.tasks))
        return recalled

    def end(self, batch: Batch, seconds: Iterable[float]) -> None:
        """Note that a batch is done, and how long each of its tasks took."""
        self.batches.pop(batch.number, None)
        for task, taken in zip(batch.tasks, seconds, strict=False):
            self.seconds[task.kind] = taken

    def new_batches(self) -> Iterator[Batch]:
        """Yield the batches that workers are to get now."""
        while worker := self.freest():
            tasks = self.next_tasks(self.load(worker), self.slots[worker])
            if not tasks:
                return
            self.count += 1
            batch = Batch(self.count, worker, tuple(tasks))
            self.batches[batch.number] = batch
            yield batch

    def freest(self) -> str | None:
        """Return the worker with the most room, `None` if no one has any."""
        alone = {batch.worker for batch in self.batches.values() if batch.tasks[0].is_suspected}
        room = {
            worker: slots + SPARE - self.load(worker)
            for worker, slots in self.slots.items()
            if worker not in alone
        }
        best = max(room, key=lambda worker: room[worker], default=None)
        return best if best and room[best] > 0 else None

    def load(self, worker: str) -> int:
        """Return how many batches a worker has."""
        return sum(batch.worker == worker for batch in self.batches.values())

    def next_tasks(self, load: int, slots: int) -> Collection[Task]:
        """Return the tasks of the next batch for a worker, none if there are none for it.

        A task whose worker has died does not wait on another one, and is alone if it is suspected.
        """
        begins = load < slots
        guess = TARGET if begins else GUESS
        found: list[Task] = []
        expected = 0.0
        while expected < TARGET:
            if not self.again and self.newest - self.oldest(found) >= AHEAD:
                break
            task = self.again.popleft() if self.again else next(self.waiting, None)
            if task is None:
                self.is_exhausted = True
                break
            self.newest = max(self.newest, task.number)
            if (task.deaths and not begins) or (task.is_suspected and (found or load)):
                self.again.appendleft(task)
                break
            found.append(task)
            if task.is_suspected:
                break
            expected += self.seconds.get(task.kind, guess)
        return found

    def oldest(self, others: Collection[Task]) -> int:
        """Return the number of the oldest task that is not done, of batches and of others."""
        numbers = [task.number for batch in self.batches.values() for task in batch.tasks[:1]]
        return min((*numbers, *(task.number for task in others)), default=self.newest)
