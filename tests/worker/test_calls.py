"""How calls are made and timed, with a clock that stands still but for the calls themselves."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from aoc.worker import measure as room
from aoc.worker.kept_state import StateWatch
from aoc.worker.measure import (
    LEAST_PEAK,
    PATIENCE,
    QUICK,
    STEADY,
    Effort,
    Measured,
    measure,
    measure_fastest,
)
from aoc.worker.output import Output

EFFORT = Effort(fewest=2, most=10, seconds=1e-3, long=5e-3)


class Clock:
    """The time on the wall, and that of the processor, in seconds."""

    def __init__(self) -> None:
        self.wall = 100.0
        self.busy = 10.0

    def spend(self, wall: float, busy: float | None = None) -> None:
        """Let time pass; the processor is busy all the while, unless it is said how long."""
        self.wall += wall
        self.busy += wall if busy is None else busy


class Quiet(Output):
    """An output into which something was printed by as many calls as `prints` says."""

    def __init__(self) -> None:
        self.prints = 0
        self.is_dropped = False

    def has_grown(self) -> bool:
        self.prints, before = max(0, self.prints - 1), self.prints
        return before > 0

    @contextmanager
    def dropped(self) -> Iterator[None]:
        self.is_dropped = True
        try:
            yield
        finally:
            self.is_dropped = False


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that calls are timed with."""
    clock = Clock()
    monkeypatch.setattr(room, "perf_counter", lambda: clock.wall)
    monkeypatch.setattr(room, "process_time", lambda: clock.busy)
    return clock


def timed(
    call: Callable[[Any], Any],
    prepare: Callable[[], Any] = str,
    *,
    output: Output | None = None,
    watch: StateWatch | None = None,
    effort: Effort = EFFORT,
    repeat: int | None = None,
) -> Measured:
    """Time a call."""
    return measure_fastest(
        *(prepare, call),
        watch=watch or StateWatch(list),
        output=output or Quiet(),
        effort=effort,
        repeat=repeat,
    )


class Calls:
    """A function that notes its calls, each of which takes the next of some times in seconds."""

    def __init__(self, clock: Clock, *seconds: float, busy: float | None = None) -> None:
        self.clock = clock
        self.seconds = seconds
        self.busy = busy
        self.values: list[Any] = []

    def __call__(self, value: Any) -> int:
        self.values.append(value)
        self.clock.spend(self.seconds[min(self.count, len(self.seconds)) - 1], self.busy)
        return self.count

    @property
    def count(self) -> int:
        """How often it was called."""
        return len(self.values)


@pytest.fixture
def collecting() -> Iterator[None]:
    """The garbage collector is on."""
    before = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if before else gc.disable)()


@pytest.mark.usefixtures("collecting")
def test_the_garbage_collector_is_off_during_a_call_and_on_again_after_it() -> None:
    assert measure(gc.isenabled).value is False
    assert gc.isenabled()


@pytest.mark.usefixtures("collecting")
def test_the_garbage_collector_is_off_during_every_call_that_is_timed(clock: Clock) -> None:
    on = []

    def call(value: object) -> None:
        on.append(gc.isenabled())

    timed(call, prepare=gc.isenabled, repeat=3)
    assert on == [False] * 3
    assert gc.isenabled()


@pytest.mark.usefixtures("collecting")
def test_the_garbage_collector_is_on_again_after_an_error() -> None:
    measured = measure(lambda: 1 // 0)
    assert isinstance(measured.error, ZeroDivisionError)
    assert gc.isenabled()


@pytest.mark.usefixtures("collecting")
def test_a_garbage_collector_that_was_off_stays_off() -> None:
    gc.disable()
    measure(int)
    assert not gc.isenabled()


def test_seconds_are_those_of_the_call_alone(clock: Clock) -> None:
    call = Calls(clock, 0.25)
    measured = timed(call, prepare=lambda: clock.spend(3), repeat=2)
    assert measured.seconds == 0.25
    assert measured.busy == 0.25


def test_the_fastest_of_several_calls_counts_and_the_first_value(clock: Clock) -> None:
    call = Calls(clock, 3.0, 1.0, 2.0)
    measured = timed(call, repeat=3)
    assert (measured.seconds, measured.value, call.count) == (1.0, 1, 3)


def test_each_call_gets_what_was_prepared_for_it(clock: Clock) -> None:
    call = Calls(clock, 0.0)
    numbers = iter(range(10))
    timed(call, prepare=lambda: next(numbers), repeat=4)
    assert call.values == [0, 1, 2, 3]


@pytest.mark.parametrize("repeat", [1, 2, 5])
def test_repeat_is_how_often_even_a_long_call_is_made(clock: Clock, repeat: int) -> None:
    call = Calls(clock, 10.0)
    timed(call, repeat=repeat)
    assert call.count == repeat


@pytest.mark.parametrize(
    ("seconds", "count"),
    [
        (0.0, 10),  # as often as the effort allows at most
        (2.2e-4, 5),  # until its seconds are spent
        (9e-4, 2),
        (2e-3, 2),  # its fewest calls
        (5e-3, 2),
        (6e-3, 1),  # a long call
    ],
)
def test_a_call_is_made_as_often_as_its_effort_says(
    clock: Clock, seconds: float, count: int
) -> None:
    call = Calls(clock, seconds)
    timed(call)
    assert call.count == count


def test_the_time_of_preparing_counts_towards_the_effort(clock: Clock) -> None:
    call = Calls(clock, 0.0)
    timed(call, prepare=lambda: clock.spend(3e-4))
    assert call.count == 4


def test_a_long_call_that_something_disturbed_is_made_as_often_as_a_steady_one(
    clock: Clock,
) -> None:
    call = Calls(clock, 0.05, busy=0.01)
    timed(call)
    assert call.count == STEADY.fewest


@pytest.mark.parametrize(("busy", "count"), [(0.09, 1), (0.08, STEADY.fewest)])
def test_a_call_is_disturbed_if_it_takes_a_fifth_longer_than_the_processor(
    clock: Clock, busy: float, count: int
) -> None:
    call = Calls(clock, 0.1, busy=busy)
    timed(call)
    assert call.count == count


@pytest.mark.parametrize(("seconds", "count"), [(PATIENCE / 2, 2), (PATIENCE, 1)])
def test_a_disturbed_call_is_not_made_again_for_long(
    clock: Clock, seconds: float, count: int
) -> None:
    call = Calls(clock, seconds, busy=0.0)
    timed(call)
    assert call.count == count


def test_a_call_that_prints_is_made_once(clock: Clock) -> None:
    output = Quiet()
    output.prints = 2  # before the first call, which does not count, and in it
    call = Calls(clock, 0.0)
    timed(call, output=output, repeat=5)
    assert call.count == 1


def test_what_was_printed_before_a_call_does_not_count_as_printed_by_it(clock: Clock) -> None:
    output = Quiet()
    output.prints = 1
    call = Calls(clock, 0.0)
    timed(call, output=output, repeat=5)
    assert call.count == 5


def test_what_further_calls_print_is_dropped(clock: Clock) -> None:
    output = Quiet()
    dropped = []
    timed(lambda value: dropped.append(output.is_dropped), output=output, repeat=3)
    assert dropped == [False, True, True]


def test_a_call_that_keeps_something_is_made_once(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = StateWatch(list)
    monkeypatch.setattr(watch, "has_changed", lambda: True)
    call = Calls(clock, 0.0)
    timed(call, watch=watch, repeat=5)
    assert call.count == 1


@pytest.mark.parametrize("repeat", [None, 1])
def test_what_a_call_kept_that_is_made_once_does_not_count_for_the_next_one(
    clock: Clock, repeat: int | None
) -> None:
    module = ModuleType("day07")
    watch = StateWatch(lambda: [module])
    output = Quiet()
    output.prints = 2 if repeat is None else 0
    timed(lambda value: setattr(module, "kept", []), watch=watch, output=output, repeat=repeat)
    call = Calls(clock, 0.0)
    timed(call, watch=watch, output=output, repeat=5)
    assert call.count == 5


def test_caches_are_empty_in_every_call(clock: Clock) -> None:
    misses = []
    cached = cache(lambda: misses.append(1))
    cached()
    timed(lambda value: cached(), repeat=3)
    assert len(misses) == 4


def test_a_cache_that_the_first_call_made_is_empty_in_the_others(clock: Clock) -> None:
    misses: list[int] = []
    made: list[Callable[[], None]] = []

    def call(value: object) -> None:
        if not made:
            made.append(cache(lambda: misses.append(1)))
        made[0]()

    timed(call, repeat=3)
    assert len(misses) == 3


def test_an_error_of_the_first_call_counts(clock: Clock) -> None:
    measured = timed(lambda value: 1 // 0, repeat=5)
    assert isinstance(measured.error, ZeroDivisionError)


def test_an_error_of_preparing_is_that_of_the_call(clock: Clock) -> None:
    call = Calls(clock, 0.0)
    measured = timed(call, prepare=lambda: 1 // 0, repeat=5)
    assert isinstance(measured.error, ZeroDivisionError)
    assert call.count == 0


def test_an_error_of_a_later_call_ends_the_timing_and_does_not_count(clock: Clock) -> None:
    calls = []

    def call(value: object) -> int:
        calls.append(1)
        if len(calls) == 2:
            clock.spend(-1)
            raise ValueError
        return 5

    measured = timed(call, repeat=5)
    assert (measured.error, measured.value, len(calls), measured.seconds) == (None, 5, 2, 0)


def test_a_memory_limit_holds_during_all_calls_and_not_after(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[object] = []
    monkeypatch.setattr(room, "limit_memory", events.append)
    monkeypatch.setattr(room, "unlimit_memory", lambda: events.append("unlimited"))
    measure(lambda: events.append("call"), memory=100)
    measure(lambda: events.append("call"))
    measure_fastest(
        *(str, lambda value: events.append("part")),
        watch=StateWatch(list),
        output=Quiet(),
        effort=EFFORT,
        repeat=2,
        memory=200,
    )
    limited = [100, "call", "unlimited"]
    assert events == [*limited, "call", 200, "part", "part", "unlimited"]


@pytest.mark.parametrize(
    ("peak", "shown"), [(LEAST_PEAK, LEAST_PEAK), (LEAST_PEAK - 1, None), (0, None), (-5, None)]
)
def test_memory_is_the_peak_above_what_was_held_before(
    monkeypatch: pytest.MonkeyPatch, peak: int, shown: int | None
) -> None:
    monkeypatch.setattr(room, "reset_peak", lambda: 1000)
    monkeypatch.setattr(room, "peak_memory", lambda: 1000 + peak)
    assert measure(int, with_peak=True).peak == shown
    assert measure(int).peak is None


def test_memory_is_that_of_the_first_call(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    peaks = iter([LEAST_PEAK, 2 * LEAST_PEAK, 3 * LEAST_PEAK])
    monkeypatch.setattr(room, "reset_peak", lambda: 0)
    monkeypatch.setattr(room, "peak_memory", lambda: next(peaks))
    assert timed(Calls(clock, 0.0), repeat=3).peak == LEAST_PEAK
    assert next(peaks) == 2 * LEAST_PEAK


def test_short_calls_are_timed_as_long_as_the_documentation_says() -> None:
    assert (QUICK.seconds, STEADY.seconds) == (5e-4, 1e-3)
    assert STEADY.fewest == 3
