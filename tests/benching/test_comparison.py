"""Which differences are called one, what is compared with what, and what people read about it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aoc.benches import (
    BOTH,
    FASTER,
    SAME,
    SLOWER,
    Comparison,
    Contest,
    Rounds,
    Side,
    Timing,
    can_decide,
    compared,
    pairs_of,
)
from aoc.model import BENCH, Failure, Input, Kind, Puzzle, Result, Verdict
from aoc.project import Solver
from aoc.render.bench_json import bench_lines
from aoc.render.bench_notes import bench_notes
from aoc.render.bench_table import comparison_text, spread
from tests.results import made_result

OWN = Side("/project")
OTHER = Side("/other", name="v1.0", commit="c" * 40)
GUEST = Side("/project", Solver("guest", "guest:solve"), "guest")
CONTEST = Contest(Puzzle(2021, 1), "Title", Input("file", "alice", "x"), (OWN, OTHER))
STEADY = [1.0, 1.001, 1.002, 1.003, 1.004, 1.005, 1.006, 1.007, 1.008, 1.009]


def timing(side: Side, minima: Sequence[float] = STEADY, what: str = "part 1") -> Timing:
    """Return a timing of a part."""
    return Timing(CONTEST, side, what, 1, minima, 99)


def times(factor: float, minima: Sequence[float] = STEADY) -> list[float]:
    """Return minima that are so many times longer."""
    return [factor * seconds for seconds in minima]


def speed(subject: Sequence[float], other: Sequence[float], apart: float = 0.01) -> str:
    """Return the verdict on two times."""
    [comparison] = compared([Comparison(timing(OWN, subject), timing(OTHER, other), apart)])
    return comparison.speed


def test_a_difference_is_called_one_in_either_direction() -> None:
    assert speed(times(1.1), STEADY) == SLOWER
    assert speed(STEADY, times(1.1)) == FASTER
    assert speed(STEADY, STEADY) == SAME


def test_a_difference_of_one_percent_is_none_though_it_is_no_chance() -> None:
    exact = [1.0 + n / 1e6 for n in range(10)]
    assert speed(times(1.009, exact), exact) == SAME
    assert speed(exact, times(1.009, exact)) == SAME
    assert speed(times(1.011, exact), exact) == SLOWER
    assert speed(times(1.04, exact), exact, 0.05) == SAME
    assert speed(times(1.06, exact), exact, 0.05) == SLOWER


def test_a_difference_that_may_be_chance_is_none() -> None:
    wide = [1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.4, 2.6, 2.8]
    assert speed(times(1.1, wide), wide) == SAME


def test_one_lucky_process_makes_no_difference() -> None:
    lucky = [0.5, *times(1.0005)[1:]]
    assert speed(lucky, times(1.002)) == SAME
    # The minima say that it is slower, all else that it is faster.
    assert speed(STEADY, [0.9, *times(1.1)[1:]]) == SAME


def test_p_values_are_corrected_for_the_number_of_comparisons() -> None:
    pair = Comparison(timing(OWN, times(1.1)), timing(OTHER, [*STEADY[:9], 2.0]))
    [alone] = compared([pair])
    assert alone.speed == SLOWER
    assert {each.speed for each in compared([pair] * 40)} == {SAME}
    assert compared([]) == []


def test_no_time_at_all_is_no_error() -> None:
    assert speed([0.0] * 10, [0.0] * 10) == SAME
    assert speed([0.0] * 10, STEADY) == FASTER


def test_so_few_processes_can_decide_one_comparison() -> None:
    def pair(size: int, other: int = 5) -> Comparison:
        return Comparison(timing(OWN, STEADY[:size]), timing(OTHER, STEADY[:other]))

    assert can_decide([pair(5)])
    assert not can_decide([pair(5)] * 2)
    assert not can_decide([pair(4)])
    assert can_decide([pair(10)] * 10)
    assert can_decide([pair(10, 10)] * 74)


def test_variants_commits_and_solvers_are_compared_with_what_is_alike() -> None:
    first = OWN._replace(is_first_call=True)
    memo, old_memo = OWN._replace(variant="memo"), OTHER._replace(variant="memo")
    sides = (OWN, memo, first, GUEST, OTHER, old_memo)
    timings = [timing(side, what=BOTH if side in (first, GUEST) else "part 1") for side in sides]
    timings.append(timing(OTHER, what="part 2"))
    pairs = [(pair.subject.side, pair.other.side) for pair in pairs_of(timings)]
    assert pairs == [(memo, OWN), (first, GUEST), (OWN, OTHER), (memo, old_memo)]


@pytest.mark.parametrize(
    ("subject", "other", "factor", "text"),
    [
        (OWN, OTHER, 1.1, "now 1.1 times slower (p < 0.0001)"),
        (OWN, OTHER, 0.25, "now 4 times faster (p < 0.0001)"),
        (OWN, OTHER, 1.0, "no difference (1.000, p 1)"),
        (OWN._replace(variant="memo"), OWN, 1234.5, "1234 times slower (p < 0.0001)"),
        (OWN, GUEST, 0.5, "days 2 times faster (p < 0.0001)"),
    ],
)
def test_a_verdict_says_what_is_faster(
    subject: Side, other: Side, factor: float, text: str
) -> None:
    [comparison] = compared([Comparison(timing(subject, times(factor)), timing(other))])
    assert comparison_text(comparison) == text


def test_a_bar_is_as_high_as_a_process_was_slower() -> None:
    assert spread([1.0, 1.02, 1.16, 1.3, 9.0]) == "▁▁▅██"
    assert spread([0.0, 0.0]) == "▁▁"


def test_a_busy_machine_and_too_few_processes_are_said() -> None:
    busy = timing(OWN, [1.0, *times(1.5)[1:]])
    rounds = Rounds([CONTEST], 5)
    comparisons = compared([Comparison(timing(OWN, STEADY[:5]), timing(OTHER, STEADY[:5]))] * 2)
    assert list(bench_notes(rounds, [busy, timing(OTHER)], comparisons, [OTHER])) == [
        "the machine was busy: in 1 of 2 times, such as 2021/01 part 1 (1.5 times), the median is "
        "far above the minimum; measure again when nothing else runs",
        "5 processes cannot show any difference in 2 comparisons: leave out --quick",
    ]
    # First calls differ anyway.
    assert not list(bench_notes(rounds, [busy._replace(calls=1, minima=[0.1, 0.5])], [], [OTHER]))


def test_lines_of_json_have_both_sides_of_a_comparison() -> None:
    [comparison] = compared([Comparison(timing(OWN, times(2)), timing(OTHER), since="2021-12-01")])
    [row] = bench_lines([], [comparison])
    assert (row["ratio"], row["seconds"], row["against_seconds"]) == (2.0, 2.0, 1.0)
    assert row["against"] == {
        "solver": "days",
        "variant": None,
        "commit": "c" * 40,
        "since": "2021-12-01",
    }


def results(rounds: Rounds, number: int, *found: Result) -> None:
    """Let a job have these results."""
    for result in found:
        rounds.take(number, result)


def part(number: int, answer: str, seconds: float) -> Result:
    """Return the result of a part."""
    return made_result(
        *(2021, 1, "Title", "days", None, "alice", number), answer=answer, seconds=seconds, calls=9
    )


def test_sides_take_turns_and_the_first_answer_is_expected_of_all_others() -> None:
    rounds = Rounds([CONTEST], 2)
    roots, expected = [], []
    for number, job in enumerate(rounds.jobs()):
        assert job.effort == BENCH
        roots.append(job.root)
        expected.append(job.inputs[0].expected)
        results(rounds, number, part(1, "5", 1.0 + number))
    assert roots == ["/project", "/other"] * 2
    assert expected == [(None, None), *[("5", None)] * 3]
    assert [(each.side, each.minima) for each in rounds.timings()] == [
        (OWN, [1.0, 3.0]),
        (OTHER, [2.0, 4.0]),
    ]


def test_a_side_with_an_error_gets_no_more_turns_and_has_no_times() -> None:
    rounds = Rounds([CONTEST], 3)
    error = part(1, "", 1.0)._replace(
        verdict=Verdict.ERROR, error=Failure(Kind.EXCEPTION, "no"), answer=None
    )
    roots = []
    for number, job in enumerate(rounds.jobs()):
        roots.append(job.root)
        results(rounds, number, error if job.root == "/other" else part(1, "5", 1.0))
    assert roots == ["/project", "/other", "/project", "/project"]
    assert [each.side for each in rounds.timings()] == [OWN]
    assert [*rounds.failures.values()] == [error]


def test_a_wrong_part_has_no_times_and_is_reported_once() -> None:
    rounds = Rounds([CONTEST], 3)
    for number, _ in enumerate(rounds.jobs()):
        wrong = part(1, "6", 1.0)._replace(verdict=Verdict.FAIL)
        results(rounds, number, wrong if number % 2 else part(1, "5", 1.0), part(2, "7", 2.0))
    assert [(each.side, each.what) for each in rounds.timings()] == [
        (OWN, "part 1"),
        (OWN, "part 2"),
        (OTHER, "part 2"),
    ]
    assert [failure.reason for failure in rounds.failures.values()] == [
        "part 1 answered 5 in the first process"
    ]
