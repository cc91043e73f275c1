"""Benches: which differences are called one, and what is compared with what."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from aoc.bench_rounds import (
    FASTER,
    PROCESSES,
    SAME,
    SLOWER,
    UNCLEAR,
    BenchmarkCase,
    BenchTiming,
    Comparison,
    Contender,
    Rounds,
    compare,
    compare_all,
)
from aoc.commands.bench import comparison_text
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Failure, Result, Verdict
from tests.support.results import changed, made_result

OWN = Contender("/project")
MEMO = OWN._replace(variant="memo")
OTHER = Contender("/other", "v1.0")
CASE = BenchmarkCase(
    Puzzle(2021, 1), "Title", Input(InputKind.FILE, "alice", "x"), (OWN, OTHER)
)
STEADY = [1.0, 1.001, 1.002, 1.003, 1.004, 1.005, 1.006, 1.007, 1.008, 1.009]


def timing(
    contender: Contender, minima: Sequence[float] = STEADY, part: int = 1
) -> BenchTiming:
    """Return a timing of a part."""
    return BenchTiming(CASE, contender, part, f"part {part}", minima)


def times(factor: float, minima: Sequence[float] = STEADY) -> list[float]:
    """Return minima that are so many times longer."""
    return [factor * seconds for seconds in minima]


def comparison(
    subject: Sequence[float], other: Sequence[float], together: int = 1
) -> Comparison:
    """Compare the times of the own day and of a commit, one of so many comparisons."""
    return compare(timing(OWN, subject), timing(OTHER, other), together)


def speed(subject: Sequence[float], other: Sequence[float], together: int = 1) -> str:
    """Return the verdict on two times, one of so many comparisons."""
    return comparison(subject, other, together).speed


def test_a_difference_of_one_percent_is_none_though_it_is_no_chance() -> None:
    exact = [1.0 + n / 1e6 for n in range(10)]
    assert speed(times(1.009, exact), exact) == SAME
    assert speed(exact, times(1.009, exact)) == SAME
    assert speed(times(1.011, exact), exact) == SLOWER
    assert speed(exact, times(1.011, exact)) == FASTER


def test_one_tick_of_a_clock_is_no_difference() -> None:
    assert (
        speed(times(1.7e-7), times(1.6e-7)) == speed(times(1e-9), times(2e-8)) == SAME
    )
    assert speed(times(1.9e-6), times(1.6e-6)) == SLOWER


def test_ten_processes_suffice_for_the_comparisons_of_all_years() -> None:
    minima = [1.0 + number / 1e6 for number in range(PROCESSES)]
    assert speed(times(1.5, minima), minima, 900) == SLOWER
    assert speed(times(1.5, minima), minima, 1000) == UNCLEAR


def test_what_the_samples_cannot_tell_is_unclear() -> None:
    wide = [1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.4, 2.6, 2.8]
    assert speed(times(1.1, wide), wide) == UNCLEAR
    assert speed(times(1.36, wide), wide) == UNCLEAR
    # Three times as many processes tell it.
    assert speed(times(1.36, wide * 3), wide * 3) == SLOWER
    assert speed(times(5.6, STEADY[:4]), STEADY[:4]) == UNCLEAR


def test_one_lucky_process_makes_no_difference() -> None:
    lucky = [0.5, *times(1.0005)[1:]]
    assert speed(lucky, times(1.002)) == UNCLEAR
    # The minima say that it is slower, all else that it is faster.
    assert speed(STEADY, [0.9, *times(1.1)[1:]]) == UNCLEAR


def test_all_comparisons_of_a_bench_have_to_be_right_together() -> None:
    nine_of_ten = times(1.1), [*STEADY[:9], 2.0]
    assert speed(*nine_of_ten) == SLOWER
    assert speed(*nine_of_ten, 40) == UNCLEAR
    six = times(1.1, STEADY[:6]), STEADY[:6]
    assert speed(*six, 4) == SLOWER
    assert speed(*six, 5) == UNCLEAR
    assert compare_all([]) == []


def test_variants_and_commits_are_compared_with_what_is_alike() -> None:
    old_memo = OTHER._replace(variant="memo")
    timings = [timing(one) for one in (OWN, MEMO, OTHER, old_memo)]
    timings.append(timing(OTHER, part=2))
    pairs = [
        (each.subject.contender, each.other.contender) for each in compare_all(timings)
    ]
    assert pairs == [(MEMO, OWN), (OWN, OTHER), (MEMO, old_memo)]


@pytest.mark.parametrize(
    ("first_calls", "verdict"),
    [((True, False), UNCLEAR), ((False, True), UNCLEAR), ((True, True), SLOWER)],
)
def test_a_first_call_is_compared_with_its_like(
    first_calls: tuple[bool, bool], verdict: str
) -> None:
    sides = (timing(OWN, times(3)), timing(OTHER))
    subject, other = (
        one._replace(is_first_call=is_first)
        for one, is_first in zip(sides, first_calls, strict=True)
    )
    assert compare(subject, other, 1).speed == verdict


def test_times_are_the_same_only_where_that_is_certain() -> None:
    # The least times and the medians are the same, and little is known of the rest.
    wide = [
        1e-3 * factor for factor in (1, 1.1, 1.2, 1.3, 1.4, 1.4, 1.5, 1.6, 1.7, 1.8)
    ]
    assert speed(wide, wide) == UNCLEAR
    assert speed(times(1e-3), times(1e-3)) == SAME


@pytest.mark.parametrize(
    ("subject", "other", "minima", "text"),
    [
        (OWN, OTHER, times(1.1), "now 1.100 times slower (1.096 to 1.104)"),
        (OWN, OTHER, times(0.25), "now 4 times faster (3.98 to 4.02)"),
        (OWN, OTHER, STEADY, "same (0.996 to 1.004 times as long)"),
        (OWN, OTHER, [1.0, *times(1.3)[1:]], "unclear (1.000 to 1.305 times as long)"),
        (MEMO, OWN, times(1234.5), "1234 times slower (1230 to 1239)"),
    ],
)
def test_a_verdict_says_what_is_faster_and_how_certain_that_is(
    subject: Contender, other: Contender, minima: list[float], text: str
) -> None:
    found = compare(timing(subject, minima), timing(other), 1)
    assert comparison_text(found) == text


def part(number: int, answer: str, seconds: float) -> Result:
    """Return the result of a part."""
    return made_result(
        *(2021, 1, "Title", "days", None, "alice", number),
        answer=answer,
        seconds=seconds,
    )


def test_contenders_take_turns_and_the_first_answer_is_expected_of_all_others() -> None:
    rounds = Rounds(CASE)
    roots, expected = [], []
    for number, job in enumerate(rounds.jobs()):
        assert job.options.timing == Timing.bench()
        roots.append(job.root)
        expected.append(job.inputs[0].expected)
        rounds.take(rounds.started[number], part(1, "5", number))
    assert roots == ["/project", "/other"] * 10
    assert expected == [(None, None), *[("5", None)] * 19]
    assert [(each.contender, each.minima) for each in rounds.timings()] == [
        (OWN, [*range(0, 20, 2)]),
        (OTHER, [*range(1, 20, 2)]),
    ]


def test_what_ends_with_an_error_is_not_measured_again() -> None:
    rounds = Rounds(CASE)
    for job, contender in zip(rounds.jobs(), rounds.started, strict=False):
        result = part(1, "5", 1.0)
        if job.root != OWN.root:
            error = Failure(ErrorKind.EXCEPTION, "why")
            result = changed(result, error=error, verdict=Verdict.ERROR)
        rounds.take(contender, result)
    assert [contender.root for contender in rounds.started].count("/other") == 1
    assert [each.contender for each in rounds.timings()] == [OWN]


def chance_of(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the p-value of Mann and Whitney by looking at every way to choose the first sample."""
    ranks = sorted([*first, *second])
    mean = (len(ranks) - 1) * len(first) / 2
    sums = [sum(chosen) for chosen in combinations(range(len(ranks)), len(first))]
    distance = abs(sum(ranks.index(seconds) for seconds in first) - mean)
    return sum(abs(each - mean) >= distance for each in sums) / len(sums)


def test_the_interval_has_the_ratios_that_the_test_would_not_reject() -> None:
    random = Random(1)
    for _ in range(20):
        first, second = ([random.uniform(1, 2) for _ in range(6)] for _ in range(2))
        found = comparison(first, second, 2)
        for ratio in (random.uniform(0.5, 2) for _ in range(20)):
            p = 2 * chance_of(first, [ratio * seconds for seconds in second])
            ends = (found.ratio, found.medians)
            if not min(ends) < ratio < max(ends):
                assert (found.low < ratio < found.high) is (p > 0.01)
