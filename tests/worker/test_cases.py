"""The inputs that a job runs on: what there is of each, and what is known about its answers."""

from __future__ import annotations

import os
from random import Random

import pytest

from aoc.model import DayTests, Example, Job, Source
from aoc.worker.job_run import Case, cases_of

JOB = Job("", 2021, 7, None, "days", ())


def sample(rng: Random) -> str:
    """Return a made-up input."""
    return f"{rng.random()}\n"


TESTS = DayTests(
    (
        Example("1\n", part1=10),
        Example("2\n", part2=20, name="second"),
        Example("3\n", part1=30, part2="AB", params={"steps": 3}),
        Example("4\n"),
    ),
    sample,
)


def cases(source: Source, tests: DayTests = TESTS) -> list[Case]:
    """Return the cases that a source stands for."""
    return list(cases_of(JOB, source, tests))


def test_a_text_is_one_input_of_full_size_with_what_is_known() -> None:
    [case] = cases(Source("file", "input", "12\n", ("4", None)))
    assert (case.label, case.read(), case.expected) == ("input", "12\n", ("4", None))
    assert (case.parts, case.params, case.refused, case.kind) == ((1, 2), {}, None, "file")


def test_a_small_input_is_made_by_its_own_function_and_is_not_of_full_size() -> None:
    tests = TESTS._replace(small=lambda rng: f"small {rng.random()}\n")
    [case] = cases(Source("small", "small 3", seed=3), tests)
    assert case.read() == f"small {Random(3).random()}\n"
    assert (case.kind, case.made) == ("small", True)
    [refused] = cases(Source("small", "small 3"))
    assert "has no small(rng)" in (refused.refused or "")
    assert cases(Source("small", "small 3", optional=True)) == []


def test_valid_is_asked_about_a_candidate_alone() -> None:
    tests = TESTS._replace(valid=str.isdecimal)
    [candidate] = cases(Source("candidate", "c", "12"), tests)
    [text] = cases(Source("file", "t", "12"), tests)
    assert (candidate.read(), candidate.valid, text.valid) == ("12", str.isdecimal, None)


def test_an_input_that_is_refused_says_why() -> None:
    [case] = cases(Source("file", "bad", problem="is empty"))
    assert (case.label, case.refused) == ("bad", "is empty")


def test_every_example_is_a_small_input_for_the_parts_that_it_has_answers_for() -> None:
    found = cases(Source("examples"))
    assert [(case.label, case.read(), case.expected, case.parts) for case in found] == [
        ("example 1", "1\n", ("10", None), (1,)),
        ("second", "2\n", (None, "20"), (2,)),
        ("example 3", "3\n", ("30", "AB"), (1, 2)),
        ("example 4", "4\n", (None, None), (1, 2)),
    ]
    assert [case.params for case in found] == [{}, {}, {"steps": 3}, {}]
    assert {case.kind for case in found} == {"example"}
    assert all(case.refused is None for case in found)


def test_a_day_without_examples_has_no_inputs_of_them() -> None:
    assert cases(Source("examples"), DayTests()) == []


def test_a_sample_is_an_input_of_full_size_of_which_nothing_is_known() -> None:
    [case] = cases(Source("sample", "sample 5", seed=5))
    assert (case.label, case.read()) == ("sample 5", sample(Random(5)))
    assert (case.expected, case.parts, case.params) == ((None, None), (1, 2), {})
    assert case.kind == "sample"
    assert case.refused is None


def test_a_sample_is_the_same_whenever_it_is_made_from_one_seed() -> None:
    first, again, other = (cases(Source("sample", seed=seed))[0].read() for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("optional", [True, False])
def test_a_sample_that_exists_is_an_input_even_if_it_is_optional(optional: bool) -> None:
    [case] = cases(Source("sample", "sample 0", optional=optional))
    assert case.refused is None


def test_a_sample_that_does_not_exist_is_refused_with_the_file_to_write_it_in() -> None:
    [case] = cases(Source("sample", "sample 0"), DayTests())
    assert case.label == "sample 0"
    assert case.refused
    assert case.refused.startswith(os.path.join("tests", "year2021", "test_day07.py"))


def test_an_optional_sample_that_does_not_exist_is_no_input() -> None:
    assert cases(Source("sample", "sample 0", optional=True), DayTests()) == []
