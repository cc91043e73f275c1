"""Which inputs are made up, when ways disagree on one, and in which manner."""

from __future__ import annotations

from aoc.fuzzing.fuzzer import Way, WayOutcome, disagreements, outcomes_of
from aoc.model import Failure, Kind, Verdict
from tests.results import made_result

PART, LOOP, MEMO = (Way("days", 1, variant) for variant in (None, "loop", "memo"))
TRACE = 'Traceback\n  File "day07.py", line {}, in part1\n{}'


def answer(text: str) -> WayOutcome:
    return WayOutcome("answer", text)


def raised(name: str, line: int = 9) -> WayOutcome:
    failure = Failure(Kind.EXCEPTION, f"{name}: no", TRACE.format(line, f"{name}: no"))
    result = made_result(2021, 7, None, "days", None, "x", 1, error=failure, verdict=Verdict.ERROR)
    return outcomes_of([result], "x")[PART]


def found(outcomes: dict[Way, WayOutcome]) -> list[tuple[Way, Way | None, str]]:
    """Return how ways disagree, all of which are solved."""
    return [(*found,) for found in disagreements(outcomes, outcomes)]


def test_the_one_that_differs_from_most_is_named() -> None:
    outcomes = {PART: answer("5"), LOOP: answer("6"), MEMO: answer("6")}
    assert found(outcomes) == [(PART, LOOP, "answer")]


def test_exceptions_are_told_apart_by_type_and_line() -> None:
    assert raised("IndexError").manner == "exception IndexError in line 9"
    assert raised("IndexError", 10).manner != raised("IndexError").manner
    assert raised("RecursionError", 10).manner == raised("RecursionError").manner


def test_value_errors_alone_say_that_there_is_no_answer() -> None:
    assert found({PART: raised("ValueError"), LOOP: raised("ValueError", 10)}) == []
    assert found({PART: raised("ValueError")}) == []
    assert found({PART: answer("5"), LOOP: raised("ValueError")}) != []


def test_a_call_of_a_plugin_that_fails_is_one_failure_though_it_is_for_both_parts() -> None:
    failure = Failure(Kind.TIMEOUT, "took longer than 10 s")
    result = made_result(2021, 7, None, "guest", None, "x", None, error=failure)
    assert outcomes_of([result], "x").keys() == {Way("guest", 1)}
