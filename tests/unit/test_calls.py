"""How calls are made and timed, with a clock that stands still but for the calls themselves."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from aoc.model.jobs import Timing
from aoc.worker import calls as room
from aoc.worker.calls import LONG_DISTURBED, Call, fastest, is_worth_more, measure

TIMING = Timing(seconds=1e-3, long=5e-3, fewest=3)


class Clock:
    """The time on the wall, and that of the processor, in seconds."""

    def __init__(self) -> None:
        self.wall = 100.0
        self.busy = 10.0

    def spend(self, wall: float, busy: float | None = None) -> None:
        """Let time pass; the processor is busy all the while, unless it is said how long."""
        self.wall += wall
        self.busy += wall if busy is None else busy


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that calls are timed with."""
    clock = Clock()
    monkeypatch.setattr(room, "perf_counter", lambda: clock.wall)
    monkeypatch.setattr(room, "process_time", lambda: clock.busy)
    return clock


def timed(
    function: Callable[[Any], Any],
    prepare: Callable[[], Any] = str,
    *,
    repeat: int | None = None,
    is_same: Callable[[Any], bool] = lambda answer: True,
    is_warm: bool = False,
    timing: Timing = TIMING,
) -> tuple[float, int] | None:
    """Make a first call, and repeat it if it is worth it; return the best time, and of how many."""
    first = measure(partial(function, prepare()))
    if repeat is not None:
        timing = timing._replace(seconds=0.0, long=math.inf, fewest=repeat)
    if not is_worth_more(first, timing, 1, first.seconds):
        return first.seconds, 1
    return fastest(Call(first, function, prepare, is_warm, timing), is_same)


class Calls:
    """A function that notes its calls, each of which takes the next of some times in seconds."""

    def __init__(
        self, clock: Clock, *seconds: float, busy: float | None = None
    ) -> None:
        self.clock = clock
        self.seconds = seconds
        self.busy = busy
        self.values: list[Any] = []

    def __call__(self, value: Any) -> int:
        self.values.append(value)
        self.clock.spend(
            self.seconds[min(self.count, len(self.seconds)) - 1], self.busy
        )
        return self.count

    @property
    def count(self) -> int:
        """How often it was called."""
        return len(self.values)


def test_the_garbage_collector_is_off_during_every_call_that_is_timed(
    clock: Clock,
) -> None:
    on = []

    def call(value: object) -> None:
        on.append(gc.isenabled())

    timed(call, prepare=gc.isenabled, repeat=3)
    assert on == [False] * 3
    assert isinstance(measure(lambda: 1 // 0).error, ZeroDivisionError)
    assert gc.isenabled()


def test_the_fastest_of_several_calls_counts_without_its_preparing(
    clock: Clock,
) -> None:
    assert timed(
        Calls(clock, 3.0, 1.0, 2.0), prepare=lambda: clock.spend(3), repeat=3
    ) == (1.0, 3)
    assert timed(Calls(clock, 1.0, 3.0, 2.0), repeat=3) == (1.0, 3)


def test_a_first_call_that_may_have_been_a_look_up_does_not_count(clock: Clock) -> None:
    assert timed(Calls(clock, 1.0, 3.0, 2.0), repeat=3, is_warm=True) == (2.0, 3)


@pytest.mark.parametrize(
    ("seconds", "count"),
    [
        (1.1e-4, 11),  # until its seconds are spent
        (2.2e-4, 6),
        (9e-4, 3),  # the fewest calls
        (2.4e-3, 3),
        (2.6e-3, 2),
        (6e-3, 1),  # a long call
    ],
)
def test_a_call_is_made_as_often_as_its_timing_says(
    clock: Clock, seconds: float, count: int
) -> None:
    call = Calls(clock, seconds)
    timed(call)
    assert call.count == count


def test_a_slow_first_call_takes_no_seconds_of_the_others(clock: Clock) -> None:
    call = Calls(clock, 4e-3, *[1.1e-4] * 99)
    timed(call)
    assert call.count == 11


@pytest.mark.parametrize("timing", [Timing.brief(), Timing.quick()])
def test_calls_of_up_to_50_ms_are_made_twice_where_there_are_many(
    clock: Clock, timing: Timing
) -> None:
    for seconds, count in ((0.049, 2), (0.051, 1)):
        call = Calls(clock, seconds)
        timed(call, timing=timing)
        assert call.count == count


def test_a_disturbed_call_is_not_made_again_for_long(clock: Clock) -> None:
    for seconds, count in ((LONG_DISTURBED / 2, 2), (LONG_DISTURBED, 1)):
        assert timed(Calls(clock, seconds, busy=0.0)) == (seconds, count)


def raises(value: object) -> Any:
    """Raise an error, whatever the value is."""
    raise ValueError(value)


def test_nothing_is_known_if_a_call_that_is_repeated_answers_otherwise(
    clock: Clock,
) -> None:
    call = Calls(clock, 0.0)
    assert timed(call, repeat=5, is_same=lambda answer: answer < 3) is None
    assert call.count == 3
    assert timed(Calls(clock, 0.0), repeat=5, is_same=raises) is None


def test_nothing_is_known_if_a_call_that_is_repeated_or_its_preparing_fails(
    clock: Clock,
) -> None:
    def call(value: int) -> None:
        if value:
            raise ValueError

    values = iter([0, 1])
    assert timed(call, prepare=lambda: next(values), repeat=5) is None
    values = iter([0])
    assert timed(call, prepare=lambda: next(values), repeat=5) is None
