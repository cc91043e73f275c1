"""What modules keep between two calls: caches wherever they are, and whatever grows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, wraps
from types import ModuleType
from typing import Any

import pytest

from aoc.worker.kept_state import KeptState, find_caches


def test_every_cache_is_found_wherever_it_is() -> None:
    calls = []

    @cache
    def plain(number: int) -> int:
        calls.append(number)
        return number

    @wraps(plain)
    def wrapped(number: int) -> int:
        return plain(number)

    class Solver:
        @staticmethod
        @lru_cache
        def method() -> int:
            calls.append(-1)
            return 0

    by_name = {"dict": [lru_cache(maxsize=3)(calls.append)]}
    for _ in range(2):
        wrapped(1)
        Solver.method()
        by_name["dict"][0](7)
        for clear in find_caches():
            clear()
    assert calls == [1, -1, 7, 1, -1, 7]


SOURCE = """\
from collections import Counter, defaultdict, deque

ROWS = []
NESTED = {"a": {"b": deque()}}
COUNTS = Counter()
last = None

class Rows(dict):
    def __len__(self):
        raise AssertionError("the day's own __len__ was called")

    def __iter__(self):
        raise AssertionError("the day's own __iter__ was called")

    def __getattr__(self, name):
        raise AssertionError(f"asked for {name}")

OWN = Rows()

class Solver:
    table = {}

    def __init__(self):
        self.memo = {}

SOLVER = Solver()

def with_default(n, memo={}):
    memo[n] = n

def with_keyword(n, *, memo=set()):
    memo.add(n)

def with_attribute(n):
    with_attribute.last = n

def make():
    seen, count = [], 0
    def inside(n):
        nonlocal count
        count += n
    def grows(n):
        seen.append(n)
    return inside, grows

inside, grows = make()

def rebinds(n):
    global last
    last = (n,)

def nothing(n):
    local = [n]
    sum(local)
"""


@pytest.mark.parametrize(
    "call",
    [
        "ROWS.append(1)",
        "NESTED['a']['b'].append(1)",
        "COUNTS.update('a')",
        "dict.__setitem__(OWN, 1, 2)",
        "SOLVER.memo.update(a=1)",
        "setattr(SOLVER, 'other', 1)",
        "Solver.table.update(a=1)",
        "setattr(Solver, 'other', 1)",
        "with_default(1)",
        "with_keyword(1)",
        "with_attribute(1)",
        "inside(1)",
        "grows(1)",
        "rebinds(1)",
    ],
)
def test_a_call_that_keeps_something_changes_the_state(call: str) -> None:
    module = ModuleType("helper")
    exec(SOURCE, vars(module))
    before = KeptState([module])
    exec("nothing(1)", vars(module))
    assert KeptState([module]) == before
    exec(call, vars(module))
    assert KeptState([module]) != before


def test_nothing_of_other_modules_counts() -> None:
    module = ModuleType("helper")
    other = ModuleType("json")
    kept: list[int] = []
    vars(other)["kept"] = kept
    vars(module)["json"] = other
    before = KeptState([module])
    kept.append(1)
    assert KeptState([module]) == before


def test_states_stay_apart_when_values_come_and_go() -> None:
    module = ModuleType("helper")
    replace: Callable[[], Any] = lambda: vars(module).update(memo=[0] * 3)  # noqa: E731
    replace()
    before = KeptState([module])
    replace()
    assert KeptState([module]) != before


def test_a_warning_that_python_remembers_is_not_kept_by_the_module() -> None:
    module = ModuleType("warned")
    before = KeptState([module])
    vars(module)["__warningregistry__"] = {"version": 1}
    assert KeptState([module]) == before
