"""What modules keep between two calls: caches wherever they are, and whatever grows."""

from __future__ import annotations

from types import ModuleType

import pytest

from aoc.worker.calls import KeptState

SOURCE = """\
from collections import deque

ROWS = []
NESTED = {"a": {"b": deque()}}
GRID = [[]]
PAIR = (1, ([],))
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

    @staticmethod
    def static(n, memo=[]):
        memo.append(n)

class Slots:
    __slots__ = ("memo",)

SOLVER, SLOTS = Solver(), Slots()
SLOTS.memo = []

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
        "GRID[0].append(1)",
        "PAIR[1][0].append(1)",
        "dict.__setitem__(OWN, 1, 2)",
        "SOLVER.memo.update(a=1)",
        "SLOTS.memo.append(1)",
        "setattr(SLOTS, 'memo', 1)",
        "setattr(SOLVER, 'other', 1)",
        "Solver.table.update(a=1)",
        "Solver.static(1)",
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
    assert KeptState([module]).signature == before.signature
    exec(call, vars(module))
    assert KeptState([module]).signature != before.signature


def test_functions_classes_and_objects_of_other_modules_do_not_count() -> None:
    module, other = ModuleType("helper"), ModuleType("library")
    exec(SOURCE, vars(other))
    for name in ("with_default", "with_attribute", "Solver", "SOLVER"):
        vars(module)[name] = vars(other)[name]
    before = KeptState([module])
    exec(
        "with_default(1); with_attribute(1); SOLVER.memo.update(a=1); Solver.more = 1",
        vars(other),
    )
    assert KeptState([module]).signature == before.signature


@pytest.mark.parametrize(
    "source",
    [
        "ROWS = []\nROWS.append(ROWS)",
        "class Slots:\n    __slots__ = ('memo',)\nODD = Slots()",
        "def make():\n    def inside():\n        return unset\n    if 0:\n        unset = 1\n"
        "    return inside\ninside = make()",
    ],
)
def test_a_module_may_hold_anything(source: str) -> None:
    module = ModuleType("helper")
    exec(source, vars(module))
    before = KeptState([module])
    assert KeptState([module]).signature == before.signature
    exec("MORE = [[]]", vars(module))
    assert KeptState([module]).signature != before.signature


@pytest.mark.parametrize("make", ["[0] * 3", "float('1.5')"])
def test_states_stay_apart_when_a_value_takes_the_place_of_another(make: str) -> None:
    module = ModuleType("helper")
    exec(f"memo = {make}", vars(module))
    before = KeptState([module])
    exec(f"del memo\nmemo = {make}", vars(module))
    assert KeptState([module]).signature != before.signature


def test_a_warning_that_python_remembers_is_not_kept_by_the_module() -> None:
    module = ModuleType("warned")
    before = KeptState([module])
    vars(module)["__warningregistry__"] = {"version": 1}
    assert KeptState([module]).signature == before.signature
