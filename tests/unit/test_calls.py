"""How calls are repeated for their times, and what shows that a call would only look up."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from aoc.model.jobs import Timing
from aoc.worker import calls, measuring
from aoc.worker.calls import fastest
from aoc.worker.measuring import Call, Measured, lengths_in, measure

STEADY = Timing(seconds=1e-3, long=5e-3, fewest=3)
THRICE = Timing(seconds=0.0, long=100.0, fewest=3)


class Solver:
    """A function that notes its calls, each of which takes the next of some times in seconds.

    The last of the times is that of all other calls. Each call returns how many there were.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.seconds: list[float] = []
        self.count = 0
        for module in (calls, measuring):
            monkeypatch.setattr(module, "perf_counter", lambda: self.now)

    def spend(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def call(self, value: object) -> int:
        """Take the next time."""
        self.now += self.seconds[min(self.count, len(self.seconds) - 1)]
        self.count += 1
        return self.count

    def time(
        self,
        *seconds: float,
        timing: Timing = THRICE,
        prepare: Callable[[], object] = str,
        is_same: Callable[[Any], bool] = bool,
        is_warm: bool = False,
    ) -> float | None:
        """Call the function once, and again for its time, and return that."""
        self.seconds = [*seconds]
        self.count = 0
        first = measure(partial(self.call, ""))
        return fastest(Call(first, self.call, prepare, is_warm, timing), is_same)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    """The clock that calls are timed with."""
    return Solver(monkeypatch)


def test_the_fastest_call_counts_without_its_preparing(solver: Solver) -> None:
    assert solver.time(3, 1, 2, prepare=partial(solver.spend, 9)) == 1
    assert solver.time(1, 3, 2) == 1
    # The first call may have only looked something up.
    assert solver.time(1, 3, 2, is_warm=True) == 2


COUNTS = (
    (STEADY, [1.1e-4], 11),  # until its seconds are spent
    (STEADY, [4e-3, 1.1e-4], 11),  # a slow first call takes none of them
    (STEADY, [9e-4], 3),  # the fewest calls
    (STEADY, [2.6e-3], 2),  # another one would take too long
    (Timing.quick(), [0.049], 2),
)


def test_a_call_is_made_as_often_as_its_timing_says(solver: Solver) -> None:
    for timing, seconds, count in COUNTS:
        solver.time(*seconds, timing=timing)
        assert solver.count == count, seconds


def test_nothing_is_known_if_a_call_that_is_repeated_fails_or_answers_otherwise(
    solver: Solver,
) -> None:
    def fail(value: object = None) -> bool:
        raise ValueError(value)

    assert solver.time(1, is_same=lambda answer: answer < 3) is None
    assert solver.count == 3
    assert solver.time(1, is_same=fail) is None
    assert solver.time(1, prepare=fail) is None
    call = Call(Measured(), fail, str, timing=THRICE)
    assert fastest(call, lambda answer: answer is None) is None


def test_the_garbage_collector_is_off_during_a_call() -> None:
    assert measure(gc.isenabled).value is False
    assert isinstance(measure(lambda: 1 // 0).error, ZeroDivisionError)
    assert gc.isenabled()


KEEPS = """\
from collections import deque

NESTED = {"a": {"b": deque()}}
PAIR = (1, ([],))

class Rows(dict):
    def __len__(self):
        raise AssertionError("the day's own __len__ was called")

    def __getattr__(self, name):
        raise AssertionError(f"asked for {name}")

OWN = Rows()
ITSELF = [bytearray()]
ITSELF.append(ITSELF)

class Solver:
    table = {}

    def __init__(self):
        self.memo = {}

    @staticmethod
    def static(n, memo=[]):
        memo.append(n)

class Slots:
    __slots__ = ("memo", "unset")

SOLVER, SLOTS = Solver(), Slots()
SLOTS.memo = []

def with_default(n, memo={}):
    memo[n] = n

def with_keyword(n, *, memo=set()):
    memo.add(n)

def with_attribute(n):
    with_attribute.memo.append(n)

with_attribute.memo = []

def make():
    seen = []
    def inside(n):
        seen.append(n)
    return inside

inside = make()
"""
GROW = [
    "NESTED['a']['b'].append(1)",
    "PAIR[1][0].append(1)",
    "ITSELF[0].append(1)",
    "dict.__setitem__(OWN, 1, 2)",
    "NESTED.update(b=1)",
    "SOLVER.memo.update(a=1)",
    "SLOTS.memo.append(1)",
    "Solver.table.update(a=1)",
    "Solver.static(1)",
    "with_default(1)",
    "with_keyword(1)",
    "with_attribute(1)",
    "inside(1)",
]


def test_whatever_a_module_keeps_is_longer_after_a_call_that_fills_it() -> None:
    module, library = ModuleType("helper"), ModuleType("library")
    exec(KEEPS, vars(library))
    exec(KEEPS, vars(module))
    # What a library keeps does not matter, whoever has it; nor that Python remembers a warning.
    for name in ("with_default", "with_attribute", "Solver", "SOLVER"):
        vars(module)[f"other_{name}"] = vars(library)[name]
    lengths = lengths_in([module])
    exec("with_default(2); with_attribute(2); SOLVER.memo[2] = 2", vars(library))
    vars(module)["__warningregistry__"] = {"version": 1}
    assert sorted(lengths_in([module])) == sorted(lengths)
    for number, call in enumerate(GROW, 1):
        exec(call, vars(module))
        assert sum(lengths_in([module])) == sum(lengths) + number, call
