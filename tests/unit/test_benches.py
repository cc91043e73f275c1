"""Benches: which differences are called one, and what is compared with what."""

from __future__ import annotations

from collections.abc import Sequence

from aoc.bench_rounds import (
    FASTER,
    PROCESSES,
    SAME,
    SLOWER,
    UNCLEAR,
    BenchmarkCase,
    BenchTiming,
    Contender,
    Rounds,
    compare,
    compare_all,
    ratios_outside,
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
CASE = BenchmarkCase(Puzzle(2021, 1), "Title", Input(InputKind.FILE, "alice", "x"), (OWN, OTHER))
STEADY = [1.0 + number / 1000 for number in range(10)]


def timing(contender: Contender, minima: Sequence[float] = STEADY, part: int = 1) -> BenchTiming:
    """Return a timing of a part."""
    return BenchTiming(CASE, contender, part, f"part {part}", minima)


def times(factor: float, minima: Sequence[float] = STEADY) -> list[float]:
    """Return minima that are so many times longer."""
    return [factor * seconds for seconds in minima]


def speed(subject: Sequence[float], other: Sequence[float], together: int = 1) -> str:
    """Return the verdict on times of the own day and of a commit, one of so many comparisons."""
    return compare(timing(OWN, subject), timing(OTHER, other), together).speed


def test_a_difference_of_one_percent_is_none_though_it_is_no_chance() -> None:
    exact = [1.0 + n / 1e6 for n in range(10)]
    assert speed(times(1.009, exact), exact) == SAME
    assert speed(exact, times(1.009, exact)) == SAME
    assert speed(times(1.011, exact), exact) == SLOWER
    assert speed(exact, times(1.011, exact)) == FASTER


def test_one_tick_of_a_clock_is_no_difference() -> None:
    assert speed(times(1.7e-7), times(1.6e-7)) == SAME
    assert speed(times(1e-9), times(2e-8)) == SAME
    assert speed(times(1.9e-6), times(1.6e-6)) == SLOWER


def test_ten_processes_suffice_for_the_comparisons_of_all_years() -> None:
    minima = [1.0 + number / 1e6 for number in range(PROCESSES)]
    assert speed(times(1.5, minima), minima, 900) == SLOWER
    assert speed(times(1.5, minima), minima, 1000) == UNCLEAR


def test_what_the_samples_cannot_tell_is_unclear() -> None:
    wide = [1.0 + 0.2 * number for number in range(10)]
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
    pairs = [(each.subject.contender, each.other.contender) for each in compare_all(timings)]
    assert pairs == [(MEMO, OWN), (OWN, OTHER), (MEMO, old_memo)]


def test_a_first_call_is_compared_with_its_like() -> None:
    slow, fast = timing(OWN, times(3)), timing(OTHER)
    first_slow, first_fast = (one._replace(is_first_call=True) for one in (slow, fast))
    assert compare(first_slow, first_fast, 1).speed == SLOWER
    assert compare(first_slow, fast, 1).speed == UNCLEAR
    assert compare(slow, first_fast, 1).speed == UNCLEAR


def test_times_are_the_same_only_where_that_is_certain() -> None:
    # The least times and the medians are the same, and little is known of the rest.
    wide = [1e-3 * factor for factor in (1, 1.1, 1.2, 1.3, 1.4, 1.4, 1.5, 1.6, 1.7, 1.8)]
    assert speed(wide, wide) == UNCLEAR
    assert speed(times(1e-3), times(1e-3)) == SAME


TEXTS = (
    (OWN, times(1.1), "now 1.100 times slower (1.096 to 1.104)"),
    (OWN, times(0.25), "now 4 times faster (3.98 to 4.02)"),
    (OWN, STEADY, "same (0.996 to 1.004 times as long)"),
    (OWN, [1.0, *times(1.3)[1:]], "unclear (1.000 to 1.305 times as long)"),
    (MEMO, times(1234.5), "1234 times slower (1230 to 1239)"),
)


def test_a_verdict_says_what_is_faster_and_how_certain_that_is() -> None:
    for subject, minima, text in TEXTS:
        other = timing(OTHER if subject == OWN else OWN)
        assert comparison_text(compare(timing(subject, minima), other, 1)) == text


def part(number: int, answer: str, seconds: float) -> Result:
    """Return the result of a part."""
    return made_result(
        2021, 1, "Title", "days", None, "alice", number, answer=answer, seconds=seconds
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
    error = Failure(ErrorKind.EXCEPTION, "why")
    for _, contender in zip(rounds.jobs(), rounds.started, strict=False):
        result = part(1, "5", 1.0)
        if contender == OTHER:
            result = changed(result, error=error, verdict=Verdict.ERROR)
        rounds.take(contender, result)
    assert rounds.started.count(OTHER) == 1
    assert [each.contender for each in rounds.timings()] == [OWN]


CRITICAL = {
    (4, 0.05): 0,
    (5, 0.05): 2,
    (5, 0.01): 0,
    (8, 0.05): 13,
    (8, 0.01): 7,
    (10, 0.05): 23,
    (10, 0.01): 16,
    (20, 0.05): 127,
    (20, 0.01): 105,
}
"""The critical values of U in published tables, by the size of both samples and the chance."""


def test_the_interval_leaves_out_what_the_test_by_mann_and_whitney_rejects() -> None:
    assert ratios_outside(4, 0.01) == 0
    for (size, chance), critical in CRITICAL.items():
        assert ratios_outside(size, chance) == critical + 1
