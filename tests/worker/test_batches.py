"""Calls in batches: none is a look-up, and each finds a value that no other one has changed."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache, lru_cache
from time import sleep
from types import ModuleType
from typing import Any

import pytest

from aoc.job import BENCH, Job, Source
from aoc.results import Result
from aoc.worker import batches
from aoc.worker.batches import measure_batches
from aoc.worker.job_run import JobRun
from aoc.worker.kept_state import StateWatch
from aoc.worker.measure import Measured
from aoc.worker.output import Output
from tests.program import Project

pytestmark = pytest.mark.slow

PAUSE = 0.002
"""Seconds that work takes in these tests, at least: a look-up takes much less."""


CACHED = f"""\
import time
from functools import cached_property

class Map:
    def __init__(self, text):
        self.text = text

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        return self.text == other.text

    @cached_property
    def size(self):
        time.sleep({PAUSE})
        return len(self.text)

def parse(text):
    return Map(text)

def part1(map):
    return map.size
"""


class Quiet(Output):
    """An output on which nothing is printed."""

    def has_grown(self) -> bool:
        return False


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make measuring shorter."""
    monkeypatch.setattr(batches, "WARM_UP", 0.01)
    monkeypatch.setattr(batches, "BUDGET", 0.02)
    monkeypatch.setattr(batches, "PATIENCE", 0.04)


def measured(
    prepare: Callable[[], Any],
    call: Callable[[Any], Any],
    *,
    module: ModuleType | None = None,
    output: Output | None = None,
) -> Measured:
    """Measure a call, and look for what is kept in a module."""
    watch = StateWatch(lambda: [module] if module else [])
    return measure_batches(prepare, call, watch=watch, output=output or Quiet())


def test_a_short_call_is_made_in_a_loop_and_has_the_time_of_one_call() -> None:
    found = measured(lambda: "ab", len)
    assert found.value == 2
    assert found.calls is not None
    assert found.calls > 1000
    assert 0 < found.seconds < PAUSE


def test_every_call_finds_empty_caches() -> None:
    @cache
    def work(number: int) -> int:
        sleep(PAUSE)
        return number + 1

    @lru_cache(maxsize=2)
    def more(number: int) -> int:
        sleep(PAUSE)
        return number

    found = measured(lambda: 1, lambda value: work(value) + more(value) + work(value))
    assert found.value == 5
    assert found.calls is not None
    assert found.calls >= batches.FEWEST
    assert found.seconds >= 2 * PAUSE


def test_a_cache_that_the_call_does_not_use_is_not_emptied_again_and_again() -> None:
    @cache
    def unrelated(number: int) -> int:
        return number

    def call(value: int) -> int:
        hits.append(unrelated.cache_info().hits)
        return value

    hits: list[int] = []
    measured(lambda: 1, call)
    assert set(hits) == {0}
    with pytest.MonkeyPatch.context() as patch:
        # Were it one of those to empty, no call would be made in the loop.
        patch.setattr(batches, "time_apart", None)
        unrelated(1)
        found = measured(lambda: 1, call)
    assert found.calls is not None
    assert found.calls > 1000


def test_what_a_call_consumes_is_made_again_before_the_next() -> None:
    def consume(values: list[int]) -> int:
        count = len(values)
        while values:
            sleep(PAUSE)
            values.pop()
        return count

    made: list[list[int]] = []

    def prepare() -> list[int]:
        made.append([1, 2])
        return made[-1]

    found = measured(prepare, consume)
    assert found.seconds >= 2 * PAUSE
    assert found.calls is not None
    assert len(made) > found.calls
    assert not any(made)


def test_a_cached_parse_makes_a_new_value_each_time() -> None:
    @cache
    def parse(text: str) -> list[str]:
        return list(text)

    def consume(values: list[str]) -> int:
        if values:
            sleep(PAUSE)
        values.clear()
        return 1

    assert measured(lambda: parse("ab"), consume).seconds >= PAUSE


def test_neither_parse_nor_a_part_finds_what_the_other_has_cached() -> None:
    @cache
    def helper(name: str) -> list[int]:
        sleep(PAUSE)
        return [1, 2]

    def consume(values: list[int]) -> None:
        if values:
            sleep(PAUSE)
        values.clear()
        helper("part").clear()

    # The part changes what parse has found in the cache, and would find what parse has put there.
    found = measured(lambda: [*helper("part")], consume)
    assert found.seconds >= 2 * PAUSE


def test_a_property_that_is_cached_in_the_value_is_found_by_no_call(project: Project) -> None:
    project.day(1, CACHED)
    source = Source("text", "alice", "x")
    job = Job(str(project.root), 2021, 1, None, "days", (source,), effort=BENCH)
    run = JobRun(job, Quiet())
    try:
        found = [report for report in run.reports() if isinstance(report, Result)]
    finally:
        run.project.leave()
    assert [(result.part, result.answer) for result in found[:2]] == [(None, None), (1, "1")]
    assert found[1].seconds is not None
    assert found[1].seconds >= PAUSE
    assert found[1].calls is not None
    assert found[1].calls > 1


def test_a_value_that_a_call_leaves_as_it_was_is_prepared_once_for_each_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[list[int]] = []
    batch_of: list[int] = []
    loop = batches.time_loop

    def prepare() -> list[int]:
        made.append([2, 1])
        return made[-1]

    def counted(call: Any, values: batches.Values, count: int) -> float:
        seconds = loop(call, values, count)
        batch_of.append(len(made))
        return seconds

    monkeypatch.setattr(batches, "time_loop", counted)
    assert measured(prepare, sum).value == 3
    assert batch_of == [*range(2, len(made) + 1)]
    assert len(made) > 3


def test_a_value_that_takes_long_to_prepare_is_prepared_once() -> None:
    made: list[list[int]] = []

    def prepare() -> list[int]:
        sleep(2 * batches.BATCH)
        made.append([2, 1])
        return made[-1]

    assert measured(prepare, sum).value == 3
    assert len(made) == 1


def test_the_values_of_some_batches_are_in_memory_together() -> None:
    first = Measured([1], None, 0.0, None)
    values = batches.Values(lambda: [1], first)
    assert len({id(values.next()) for _ in range(batches.LAYOUTS)}) == batches.LAYOUTS
    for _ in range(100):
        values.next()
    assert len(values.kept) == batches.LAYOUTS


def test_results_that_are_kept_in_the_value_are_not_found_by_the_next_call() -> None:
    def solve(known: dict[str, int]) -> int:
        if "answer" not in known:
            sleep(PAUSE)
            known["answer"] = 5
        return known["answer"]

    assert measured(dict, solve).seconds >= PAUSE


def test_what_keeps_something_in_its_module_is_called_once() -> None:
    module = ModuleType("kept")
    exec("seen = {}\ndef solve(value):\n    seen[len(seen)] = value\n    return 1", vars(module))
    found = measured(lambda: 1, vars(module)["solve"], module=module)
    assert (found.value, found.calls, len(vars(module)["seen"])) == (1, 1, 1)


def test_what_prints_is_called_once() -> None:
    calls: list[int] = []
    found = measured(lambda: 1, calls.append, output=Output())
    assert (found.calls, calls) == (1, [1])


def test_a_long_call_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "LONG", PAUSE / 2)
    found = measured(lambda: PAUSE, sleep)
    assert found.calls == 1
    assert found.seconds >= PAUSE


def test_an_error_is_that_of_the_first_call() -> None:
    def fail(value: int) -> None:
        raise ValueError(str(value))

    assert str(measured(lambda: 7, fail).error) == "7"
    assert str(measured(lambda: fail(8), len).error) == "8"


def test_an_error_of_a_later_call_ends_it() -> None:
    calls: list[None] = []

    def solve(value: int) -> int:
        calls.append(None)
        if len(calls) > 1:
            raise ValueError("only once")
        return value

    found = measured(lambda: 7, solve)
    assert (found.value, found.error, found.calls, len(calls)) == (7, None, 1, 2)


def test_what_calls_leave_for_the_garbage_collector_is_removed_between_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def litter(value: int) -> None:
        for _ in range(1000):
            ring: list[Any] = []
            ring.append(ring)

    def most_left(many: int) -> int:
        """Return how many objects waited for the garbage collector at most."""
        values = batches.Values(lambda: 1, Measured(1, None, 0.0, None))
        monkeypatch.setattr(batches, "MANY", many)
        waiting = []

        def batch(size: int) -> float:
            waiting.append(gc.get_count()[0])
            return batches.time_loop(litter, values, size)

        gc.collect()
        gc.disable()
        try:
            batches.fastest_batch(batch, PAUSE)
        finally:
            gc.enable()
        return max(waiting)

    assert most_left(200) < 1000 < most_left(10**9)


def test_the_garbage_collector_is_on_again_afterwards() -> None:
    measured(lambda: 1, str)
    assert gc.isenabled()
