"""Which worker gets which jobs, and what becomes of those whose worker died."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aoc.cluster.placement import DEATHS, Batch, Placement
from aoc.job import Job, Source
from aoc.running.protocol import AHEAD


def jobs(count: int, day: int = 1) -> list[Job]:
    return [Job("/", 2021, day, None, "days", (Source("file", f"u{n}"),)) for n in range(count)]


def numbers(batches: Iterable[Batch]) -> list[list[int]]:
    return [[task.number for task in batch.tasks] for batch in batches]


def placed(count: int, **slots: int) -> tuple[Placement, list[Batch]]:
    placement = Placement(jobs(count))
    placement.add_workers(slots)
    return placement, list(placement.new_batches())


def test_each_worker_runs_a_batch_for_each_slot_and_has_one_more() -> None:
    _, batches = placed(100, one=1, two=2)
    assert sorted(batch.worker for batch in batches) == ["one"] * 2 + ["two"] * 3


def test_jobs_of_which_nothing_is_known_are_alone_if_they_begin_and_three_if_they_wait() -> None:
    _, batches = placed(100, one=2)
    assert numbers(batches) == [[0], [1], [2, 3, 4]]


def test_what_waits_behind_a_long_job_goes_to_a_worker_that_has_nothing_to_do() -> None:
    placement, batches = placed(6, one=1, two=1)
    assert [(batch.worker, len(batch.tasks)) for batch in batches] == [
        *(("one", 1), ("two", 1), ("one", 3), ("two", 1))
    ]
    assert placement.recall() == []
    placement.end(batches[1], [1])
    assert placement.recall() == []
    placement.end(batches[3], [1])
    assert placement.recall() == [batches[2]]
    first = next(placement.new_batches())
    assert first.worker == "two"
    assert first.tasks == batches[2].tasks[:1]


def test_a_batch_takes_a_quarter_of_a_second() -> None:
    placement, batches = placed(100, one=1)
    placement.end(batches[0], [0.01, 0.01, 0.01])
    assert [len(batch.tasks) for batch in placement.new_batches()] == [25]


def test_a_slow_job_is_alone() -> None:
    placement, batches = placed(100, one=1)
    placement.end(batches[0], [1, 2, 3])
    assert [len(batch.tasks) for batch in placement.new_batches()] == [1]


def test_it_is_over_when_all_batches_have_ended() -> None:
    placement, batches = placed(3, one=1)
    placement.end(batches[0], [1])
    assert not placement.is_over
    placement.end(batches[1], [1, 1])
    assert placement.is_over


def test_a_dead_workers_jobs_go_to_another_one_first() -> None:
    placement, _ = placed(100, one=1)
    lost = placement.lose_worker("one")
    assert numbers(lost.batches) == [[0], [1, 2, 3]]
    assert not lost.failed
    placement.add_workers({"two": 4})
    assert numbers(placement.new_batches()) == [[0], [1], [2], [3], [4, 5, 6]]


def test_a_job_whose_worker_died_does_not_wait_on_another_one() -> None:
    placement, _ = placed(3, one=1)
    placement.lose_worker("one")
    placement.add_workers({"two": 2})
    assert numbers(placement.new_batches()) == [[0], [1]]


def test_the_death_of_a_worker_counts_for_what_was_taken_back_from_it() -> None:
    placement, batches = placed(6, one=1, two=1)
    placement.end(batches[1], [1])
    placement.end(batches[3], [1])
    [recalled] = placement.recall()
    again = [task for batch in placement.new_batches() for task in batch.tasks]
    assert again[0] is recalled.tasks[0]
    placement.lose_worker("one")
    assert [task.deaths for task in recalled.tasks] == [1, 1, 1]


def test_a_job_is_alone_on_its_third_worker_and_not_tried_on_a_fourth() -> None:
    assert DEATHS == 3
    placement, _ = placed(3, w1=1)
    placement.lose_worker("w1")
    placement.add_workers({"w2": 3})
    assert numbers(placement.new_batches()) == [[0], [1], [2]]
    placement.lose_worker("w2")
    placement.add_workers({"w3": 4})
    assert numbers(placement.new_batches()) == [[0]]
    lost = placement.lose_worker("w3")
    assert [task.number for task in lost.failed] == [0]
    placement.add_workers({"w4": 4, "w5": 1})
    assert numbers(placement.new_batches()) == [[1], [2]]
    assert not placement.is_over


def test_a_suspected_job_waits_for_a_worker_that_has_nothing_to_do() -> None:
    placement, _ = placed(6, one=1, two=1)
    placement.lose_worker("one")
    placement.add_workers({"three": 4})
    again = list(placement.new_batches())
    placement.lose_worker("three")
    assert again
    assert all(task.is_suspected for batch in again for task in batch.tasks)
    assert list(placement.new_batches()) == []
    for batch in list(placement.batches.values()):
        placement.end(batch, [1] * len(batch.tasks))
    [alone] = placement.new_batches()
    assert len(alone.tasks) == 1


def test_jobs_are_taken_only_so_far_ahead_of_the_oldest() -> None:
    taken = []

    def endless() -> Iterator[Job]:
        for job in jobs(10 * AHEAD):
            taken.append(job)
            yield job

    placement = Placement(endless())
    placement.add_workers({"slow": 1, "fast": 1})
    first = next(placement.new_batches())
    for _ in range(20 * AHEAD):
        others = list(placement.new_batches())
        for batch in placement.batches.copy().values():
            if batch.number != first.number:
                placement.end(batch, [0.001] * len(batch.tasks))
        if not others:
            break
    assert AHEAD <= len(taken) <= AHEAD + 1
