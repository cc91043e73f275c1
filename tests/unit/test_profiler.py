"""What a profile shows of the calls of a solver."""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from aoc.model.jobs import Timing
from aoc.worker.measuring import Call, Measured

pytest.importorskip("pyinstrument")

from aoc.worker import profiler as room
from aoc.worker.profiler import profile_again, profile_once
from tests.support.marks import needs_pyinstrument

pytestmark = needs_pyinstrument

TIMING = Timing(0.1, 0.1, 3)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat calls for no longer than it takes to get a hundred samples."""
    monkeypatch.setattr(room, "ENOUGH", TIMING.seconds)


def profiled(part: Callable[[Any], Any]) -> Measured:
    """Profile calls of a part with the number 3000: one, and others if that is too short."""
    first = profile_once(partial(part, 3000))
    if first.profile and first.seconds < TIMING.seconds:
        call = Call(first, part, lambda: 3000)
        first.profile = profile_again(call, lambda answer: answer == first.value)
    assert first.profile
    return first


def shares(measured: Measured) -> dict[str, float]:
    """Return the share of each function in percent."""
    assert measured.profile
    lines = (line.strip(" |`-").split() for line in measured.profile.splitlines()[2:])
    return {line[1]: float(line[0][:-1]) for line in lines}


def work(size: int) -> int:
    return sum(number * number for number in range(size))


def test_caches_are_emptied_before_each_call() -> None:
    cached = functools.cache(work)
    assert shares(profiled(lambda size: cached(10 * size)))["work"] > 80


def test_a_call_that_is_too_short_for_a_profile_says_why_it_has_none() -> None:
    assert profile_once(partial(work, 3000)).profile == room.TOO_SHORT


def test_nothing_is_shown_of_calls_that_answer_otherwise_or_fail() -> None:
    def solve(size: int) -> int:
        calls.append(1)
        return size // (3 - len(calls))

    for is_same in (lambda answer: answer == 1500, lambda answer: True):
        calls: list[int] = []
        first = profile_once(partial(solve, 3000))
        assert profile_again(Call(first, solve, lambda: 3000), is_same) is None
