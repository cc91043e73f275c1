"""What a profile shows of the calls of a solver."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from aoc.worker import profiler as room
from aoc.worker.profiler import (
    profile_again,
    profile_once,
)
from aoc.worker.timing import PROFILE, Call, Measured
from tests.marks import needs_pyinstrument

pytestmark = [pytest.mark.slow, needs_pyinstrument]


def profiled(part: Callable[[Any], Any]) -> Measured:
    """Profile calls of a part with the number 3000: one, and others if that is too short."""
    first = profile_once(partial(part, 3000))
    if first.profile and first.seconds < PROFILE.seconds:
        call = Call(first, part, lambda: 3000)
        first.profile = profile_again(call, lambda answer: answer == first.value)
    return first


def profile_of(part: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the profile of a part."""
    profile = profiled(part).profile
    assert profile
    return profile


def lines_of(profile: dict[str, Any]) -> list[list[str]]:
    """Return the words of each line of a profile's text below the title: share and function."""
    return [line.strip(" |`-").split() for line in profile["text"].splitlines()[2:]]


def share(profile: dict[str, Any], function: str) -> float:
    """Return the share of a function in percent."""
    return next(float(line[0][:-1]) for line in lines_of(profile) if line[1:2] == [function])


def work(size: int) -> int:
    return sum(number * number for number in range(size))


def heavy(size: int) -> int:
    return work(50 * size)


def light(size: int) -> int:
    return work(size)


def part(size: int) -> int:
    return heavy(size // 50) - light(size // 50)


def test_the_functions_of_a_short_call_have_their_shares_of_the_time() -> None:
    measured = profiled(part)
    assert measured.value == part(3000)
    profile = measured.profile
    assert profile
    assert profile["calls"] > 1
    assert profile["problem"] is None
    assert share(profile, "part") == 100
    # Even if other processes take most of the time.
    assert share(profile, "heavy") > 50
    assert lines_of(profile)[0][2].endswith(f"test_profiler.py:{part.__code__.co_firstlineno}")


def test_caches_are_emptied_before_each_call() -> None:
    cached = functools.cache(work)
    assert share(profile_of(lambda size: cached(10 * size)), "work") > 80


@pytest.mark.parametrize("size", [3000, 300_000])
def test_one_call_has_a_profile_of_its_own(size: int) -> None:
    profile = profile_once(partial(work, size)).profile
    assert profile
    assert profile["calls"] == 1
    if size == 3000:
        assert profile["problem"] == room.TOO_SHORT + room.KEEPS
    else:
        assert share(profile, "work") == 100


def test_nothing_is_shown_of_calls_that_answer_otherwise_or_fail() -> None:
    def solve(size: int) -> int:
        calls.append(1)
        return size // (3 - len(calls))

    for is_same in (lambda answer: answer == 1500, lambda answer: True):
        calls: list[int] = []
        first = profile_once(partial(solve, 3000))
        assert profile_again(Call(first, solve, lambda: 3000), is_same) is None


def test_a_solver_that_sets_a_profiler_is_called_once_and_not_profiled() -> None:
    def setting(size: int) -> int:
        sys.setprofile(lambda *_: None)
        return work(size)

    measured = profiled(setting)
    assert measured.value == work(3000)
    assert measured.profile
    problem = "the solver sets a profiler itself, and there can be only one"
    assert measured.profile["problem"] == problem
    assert sys.getprofile() is None


def test_deep_recursion_is_one_frame() -> None:
    def deep(size: int) -> int:
        return size and 1 + deep(size - 1)

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        profile = profile_of(deep)
    finally:
        sys.setrecursionlimit(limit)
    assert [line[1] for line in lines_of(profile)] == ["deep"]
    # The page too has one entry for it, and not one for each of its thousands of frames.
    assert profile["page"].count("deep\\u0000") == 1
