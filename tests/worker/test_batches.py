"""Calls in batches: none is a look-up, and each finds a value that no other one has changed."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache, lru_cache, partial
from time import sleep
from typing import Any

import pytest

from aoc.worker import measure as batches
from aoc.worker.measure import Call, measure, measure_batches

pytestmark = pytest.mark.slow

PAUSE = 0.002
"""Seconds that work takes in these tests, at least: a look-up takes much less."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make measuring shorter."""
    monkeypatch.setattr(batches, "WARM_UP", 0.01)
    monkeypatch.setattr(batches, "BUDGET", 0.02)
    monkeypatch.setattr(batches, "PATIENCE", 0.04)


def measured(
    prepare: Callable[[], Any],
    function: Callable[[Any], Any],
    is_same: Callable[[Any], bool] = lambda answer: True,
) -> tuple[float, int] | None:
    """Make a first call, and measure others."""
    first = measure(partial(function, prepare()))
    return measure_batches(Call(first, function, prepare), is_same)


def seconds_of(prepare: Callable[[], Any], function: Callable[[Any], Any]) -> float:
    """Return the seconds of a call, of which several could be measured."""
    found = measured(prepare, function)
    assert found
    assert found[1] >= batches.FEWEST
    return found[0]


def test_a_short_call_is_made_in_a_loop_and_has_the_time_of_one_call() -> None:
    found = measured(lambda: "ab", len)
    assert found
    assert found[1] > 1000
    assert 0 < found[0] < PAUSE


def test_every_call_finds_empty_caches() -> None:
    @cache
    def work(number: int) -> int:
        sleep(PAUSE)
        return number + 1

    @lru_cache(maxsize=2)
    def more(number: int) -> int:
        sleep(PAUSE)
        return number

    assert seconds_of(lambda: 1, lambda value: work(value) + more(value) + work(value)) >= 2 * PAUSE


def test_a_cache_that_the_call_does_not_use_is_not_emptied_again_and_again() -> None:
    @cache
    def unrelated(number: int) -> int:
        return number

    def call(value: str) -> str:
        hits.append(unrelated.cache_info().hits)
        return value

    hits: list[int] = []
    measured(lambda: "1", call)
    assert set(hits) == {0}
    with pytest.MonkeyPatch.context() as patch:
        # Were it one of those to empty, no call would be made in the loop.
        patch.setattr(batches, "time_apart", None)
        unrelated(1)
        found = measured(lambda: "1", call)
    assert found
    assert found[1] > 1000


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

    assert seconds_of(prepare, consume) >= 2 * PAUSE
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

    assert seconds_of(lambda: parse("ab"), consume) >= PAUSE


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
    assert seconds_of(lambda: [*helper("part")], consume) >= 2 * PAUSE


def test_results_that_are_kept_in_the_value_are_not_found_by_the_next_call() -> None:
    def solve(known: dict[str, int]) -> int:
        if "answer" not in known:
            sleep(PAUSE)
            known["answer"] = 5
        return known["answer"]

    assert seconds_of(dict, solve) >= PAUSE


def test_nothing_is_known_if_another_call_answers_otherwise_or_fails() -> None:
    def solve(values: list[int]) -> int:
        calls.append(1)
        return 10 // (3 - len(calls))

    checks: list[Callable[[Any], Any]]
    checks = [lambda answer: answer == 5, lambda answer: True, lambda answer: 1 // 0]
    for is_same in checks:
        calls: list[int] = []
        assert measured(list, solve, is_same) is None
    values = iter([1])
    assert measured(lambda: next(values), str) is None


def test_what_calls_leave_for_the_garbage_collector_is_removed_between_batches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def litter(value: int) -> None:
        for _ in range(1000):
            ring: list[Any] = []
            ring.append(ring)

    def most_left(many: int) -> int:
        """Return how many objects waited for the garbage collector at most."""
        monkeypatch.setattr(batches, "MANY", many)
        waiting = []

        def batch(size: int) -> float:
            waiting.append(gc.get_count()[0])
            return batches.time_loop(litter, 1, size)

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
