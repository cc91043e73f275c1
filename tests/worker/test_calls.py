"""How calls are made and timed, with a clock that stands still but for the calls themselves."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest

from aoc.model import BENCH, STEADY
from aoc.worker import timing as room
from aoc.worker.timing import (
    EFFORTS,
    FEWEST,
    LEAST_PEAK,
    PATIENCE,
    Call,
    Effort,
    fastest,
    is_worth_more,
    measure,
)

SYSTEM = "aoc.worker.timing.system"
EFFORT = Effort(seconds=1e-3, long=5e-3)


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
    effort: Effort = EFFORT,
) -> tuple[float, int] | None:
    """Make a first call, and repeat it if it is worth it; return the best time, and of how many."""
    first = measure(partial(function, prepare()))
    if not is_worth_more(first, effort, repeat, 1, first.seconds):
        return first.seconds, 1
    return fastest(Call(first, function, prepare, is_warm, effort), is_same, repeat)


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
    assert timed(Calls(clock, 0.25), prepare=lambda: clock.spend(3), repeat=2) == (0.25, 2)


def test_the_fastest_of_several_calls_counts(clock: Clock) -> None:
    assert timed(Calls(clock, 3.0, 1.0, 2.0), repeat=3) == (1.0, 3)
    assert timed(Calls(clock, 1.0, 3.0, 2.0), repeat=3) == (1.0, 3)


def test_a_first_call_that_may_have_been_a_look_up_does_not_count(clock: Clock) -> None:
    assert timed(Calls(clock, 1.0, 3.0, 2.0), repeat=3, is_warm=True) == (2.0, 3)


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
        (1.1e-4, 10),  # until its seconds are spent
        (2.2e-4, 5),
        (9e-4, 3),  # the fewest calls
        (2.4e-3, 3),
        (2.6e-3, 2),
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
    assert call.count == 5


def test_a_long_call_that_something_disturbed_is_made_again(clock: Clock) -> None:
    call = Calls(clock, 0.05, busy=0.01)
    timed(call)
    assert call.count == FEWEST


@pytest.mark.parametrize(("busy", "count"), [(0.09, 1), (0.08, FEWEST)])
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


@pytest.mark.parametrize(
    ("seconds", "count"), [(1 / 64, 16), (0.1, 3), (0.4, 3), (0.9, 2), (1.1, 1)]
)
def test_a_bench_makes_more_calls_but_no_long_ones(
    clock: Clock, seconds: float, count: int
) -> None:
    call = Calls(clock, seconds)
    timed(call, effort=EFFORTS[BENCH])
    assert call.count == count


def test_caches_are_empty_in_every_repeated_call(clock: Clock) -> None:
    misses = []
    cached = cache(lambda: misses.append(1))
    cached()
    timed(lambda value: cached(), repeat=3)
    assert len(misses) == 3


def test_caches_are_empty_when_a_call_is_prepared(clock: Clock) -> None:
    sizes: list[int] = []

    def call(value: list[int]) -> None:
        sizes.append(len(value))
        value.append(1)

    timed(call, prepare=cache(list), repeat=3)
    assert sizes == [0] * 3


def test_neither_parse_nor_a_part_finds_what_the_other_has_cached(clock: Clock) -> None:
    found = []

    @cache
    def helper() -> list[int]:
        return []

    def prepare() -> int:
        found.append(len(helper()))
        helper().append(1)
        return 1

    def call(value: int) -> None:
        found.append(len(helper()))
        helper().append(1)

    timed(call, prepare, repeat=3)
    assert found[2:] == [0] * 4


def test_what_a_call_consumes_is_made_again_before_the_next(clock: Clock) -> None:
    made: list[list[int]] = []

    def prepare() -> list[int]:
        made.append([1, 2])
        return made[-1]

    timed(list.clear, prepare, repeat=3)
    assert made == [[]] * 3


def test_a_cache_that_the_first_call_made_is_empty_in_the_others(clock: Clock) -> None:
    misses: list[int] = []
    made: list[Callable[[], None]] = []

    def call(value: object) -> None:
        if not made:
            made.append(cache(lambda: misses.append(1)))
        made[0]()

    timed(call, repeat=3)
    assert len(misses) == 3


def raises(value: object) -> Any:
    """Raise an error, whatever the value is."""
    raise ValueError(value)


def test_nothing_is_known_if_a_call_that_is_repeated_answers_otherwise(clock: Clock) -> None:
    call = Calls(clock, 0.0)
    assert timed(call, repeat=5, is_same=lambda answer: answer < 3) is None
    assert call.count == 3
    assert timed(Calls(clock, 0.0), repeat=5, is_same=raises) is None


def test_nothing_is_known_if_a_call_that_is_repeated_or_its_preparing_fails(clock: Clock) -> None:
    def call(value: int) -> None:
        if value:
            raise ValueError

    values = iter([0, 1])
    assert timed(call, prepare=lambda: next(values), repeat=5) is None
    values = iter([0])
    assert timed(call, prepare=lambda: next(values), repeat=5) is None


@pytest.mark.parametrize(
    ("peak", "shown"), [(LEAST_PEAK, LEAST_PEAK), (LEAST_PEAK - 1, None), (0, None), (-5, None)]
)
def test_memory_is_the_peak_above_what_was_held_before(
    monkeypatch: pytest.MonkeyPatch, peak: int, shown: int | None
) -> None:
    monkeypatch.setattr(f"{SYSTEM}.reset_peak", lambda: 1000)
    monkeypatch.setattr(f"{SYSTEM}.peak_memory", lambda: 1000 + peak)
    assert measure(int, with_peak=True).peak == shown
    assert measure(int).peak is None


def test_short_calls_are_timed_as_long_as_the_documentation_says() -> None:
    milliseconds = {name: (1e3 * one.seconds, 1e3 * one.long) for name, one in EFFORTS.items()}
    assert milliseconds == {
        "brief": (0.1, 0.1),
        "quick": (0.5, 0.5),
        "examples": (0.5, 500),
        STEADY: (1, 500),
        BENCH: (250, 1000),
    }
    assert FEWEST == 3
