"""Making a text smaller, and whether and in which manner ways disagree on one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from aoc.fuzzing.shrinker import shrink
from aoc.fuzzing.ways import (
    ANSWER,
    Disagreement,
    Manner,
    Way,
    WayOutcome,
    disagreements,
    outcomes_of,
)
from aoc.model.results import ErrorKind, Failure, Verdict
from tests.support.results import made_result

PART, LOOP, MEMO = (Way("days", 1, variant) for variant in (None, "loop", "memo"))
TRACE = 'Traceback\n  File "day07.py", line {}, in part1\n{}'


def shrunk(text: str, shows: Callable[[str], bool], seconds: float = 60) -> list[str]:
    """Return the texts that show something, each smaller than the one before."""
    return [text, *shrink(text, lambda texts: [*map(shows, texts)], seconds)]


def test_no_text_is_tried_once_the_time_is_up() -> None:
    assert shrunk("a text", lambda text: True, seconds=-1) == ["a text"]


def test_each_text_that_is_found_is_smaller_than_the_one_before() -> None:
    found = shrunk("\n".join(map(str, range(300))), lambda text: "17" in text)
    assert found[-1] == "17"
    sizes = [len(text) for text in found]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("text", "shows", "smallest"),
    [
        ("a\nb\n\nc\nd\n\ne\nf", lambda text: "c\nd" in text, "c\nd"),
        (
            "keep\n\n..#..\n#....\n.#...",
            lambda text: (
                text.startswith("keep\n\n")
                and [row.count("#") for row in text.split("\n")] == [0, 0, 1, 1, 1]
            ),
            "keep\n\n#\n#\n#",
        ),
        (
            "12345\n12745\n12345",
            lambda text: (
                [len(row) for row in text.split("\n")] == [3] * 3 and "7" in text
            ),
            "000\n070\n000",
        ),
        (
            "-77,5",
            lambda text: bool(re.fullmatch(r"-?([3-9]|\d\d+),-?([3-9]|\d\d+)", text)),
            "3,3",
        ),
        ("1377", lambda text: int(text) > 1023, "1024"),
        ("-1000", lambda text: text[0] == "-" and int(text) < -9, "-10"),
        ("zq#", lambda text: len(text) == 3 and text[1] not in "01a.", "0q0"),
        ("12,34,56", lambda text: "34" in text.split(","), "34"),
    ],
)
def test_a_text_gets_as_small_as_it_may_be(
    text: str, shows: Callable[[str], bool], smallest: str
) -> None:
    assert shrunk(text, shows)[-1] == smallest


def test_no_text_is_tried_twice_and_none_that_is_empty() -> None:
    tried: list[str] = []

    def shows(text: str) -> bool:
        tried.append(text)
        return True

    assert shrunk("a b\nc", shows)[-1] == "0"
    assert all(text.strip() for text in tried)
    assert len(tried) == len({*tried})


def answer(text: str) -> WayOutcome:
    return WayOutcome(ANSWER, text)


def raised(name: str, line: int = 9) -> WayOutcome:
    failure = Failure(
        ErrorKind.EXCEPTION, f"{name}: no", TRACE.format(line, f"{name}: no")
    )
    result = made_result(
        2021, 7, None, "days", None, "x", 1, error=failure, verdict=Verdict.ERROR
    )
    return outcomes_of([result], "x")[PART]


def found(outcomes: dict[Way, WayOutcome]) -> list[Disagreement]:
    """Return how ways disagree, all of which are solved."""
    return disagreements(outcomes, outcomes)


def test_the_one_that_differs_from_most_is_named() -> None:
    outcomes = {PART: answer("5"), LOOP: answer("6"), MEMO: answer("6")}
    assert found(outcomes) == [Disagreement(PART, LOOP, ANSWER)]


def test_exceptions_are_told_apart_by_type_and_line() -> None:
    assert raised("IndexError").manner == Manner("exception", "IndexError", "9")
    assert raised("IndexError", 10).manner != raised("IndexError").manner
    assert raised("RecursionError", 10).manner == raised("RecursionError").manner


def test_value_errors_alone_say_that_there_is_no_answer() -> None:
    assert found({PART: raised("ValueError"), LOOP: raised("ValueError", 10)}) == []
    assert found({PART: raised("ValueError")}) == []
    assert found({PART: answer("5"), LOOP: raised("ValueError")}) != []


def test_a_value_that_can_be_no_answer_is_a_failure_of_the_only_way_too() -> None:
    failure = Failure(ErrorKind.ANSWER, "part1 returned 2.5 (float)")
    wrong = WayOutcome(Manner("answer"), error=failure)
    assert found({PART: wrong}) == [Disagreement(PART, None, Manner("answer"))]


def test_a_call_of_a_plugin_that_fails_is_one_failure_though_it_is_for_both_parts() -> (
    None
):
    failure = Failure(ErrorKind.TIMEOUT, "took longer than 10 s")
    result = made_result(2021, 7, None, "guest", None, "x", None, error=failure)
    assert outcomes_of([result], "x").keys() == {Way("guest", 1)}
