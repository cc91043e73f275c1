"""The inputs that a job runs on: what there is of each, and what is known about its answers."""

from __future__ import annotations

import os
from random import Random

import pytest

from aoc.model import DayTests, Example, Input, Job
from aoc.worker.job_run import inputs_of, read_text

JOB = Job("", 2021, 7, None, "days", ())


def sample(rng: Random) -> str:
    """Return a made-up input."""
    return f"{rng.random()}"


TESTS = DayTests(
    (
        Example("1\n", part1=10),
        Example("2\n", part2=20, name="second"),
        Example("3\n", part1=30, part2="AB", params={"steps": 3}),
        Example("4\n"),
    ),
    sample,
)


def inputs(source: Input, tests: DayTests = TESTS) -> list[Input]:
    """Return the inputs that a source stands for."""
    return list(inputs_of(JOB, source, tests))


def made(source: Input, tests: DayTests = TESTS) -> str:
    """Return the text of the one input that a source stands for."""
    [found] = inputs(source, tests)
    return read_text(found, tests)


@pytest.mark.parametrize(
    "source",
    [
        Input("file", "input", "12\n", ("4", None)),
        Input("file", "bad", problem="is empty"),
        Input("sample", "sample 0", "made before"),
        Input("sample", "sample 0"),
        Input("sample", "sample 0", optional=True),
    ],
)
def test_any_source_but_examples_is_one_input_for_both_parts(source: Input) -> None:
    assert inputs(source) == [source]


def test_a_text_is_read_as_a_puzzle_input() -> None:
    assert made(Input("file", "input", "1\r\n2\n")) == "1\n2"


def test_a_made_up_input_is_made_by_the_function_of_its_kind_from_its_seed_alone() -> None:
    tests = TESTS._replace(small=lambda rng: f"small {rng.random()}\n")
    assert made(Input("sample", seed=5)) == made(Input("sample", seed=5)) == sample(Random(5))
    assert made(Input("sample", seed=5)) != made(Input("sample", seed=6))
    assert made(Input("small", seed=3), tests) == f"small {Random(3).random()}"


@pytest.mark.parametrize("kind", ["sample", "small"])
def test_an_input_that_nothing_makes_is_refused_with_the_file_to_write_it_in(kind: str) -> None:
    [refused] = inputs(Input(kind, "made 0"), DayTests())
    assert refused.label == "made 0"
    assert refused.problem.startswith(os.path.join("tests", "year2021", "test_day07.py"))
    assert f"has no {kind}(rng)" in refused.problem
    assert inputs(Input(kind, "made 0", optional=True), DayTests()) == []


def test_every_example_is_an_input_for_the_parts_that_it_has_answers_for() -> None:
    found = [(*one[:4], one.parts, one.params) for one in inputs(Input("examples"))]
    assert found == [
        ("example", "example 1", "1\n", ("10", None), (1,), ()),
        ("example", "second", "2\n", (None, "20"), (2,), ()),
        ("example", "example 3", "3\n", ("30", "AB"), (1, 2), (("steps", 3),)),
        ("example", "example 4", "4\n", (None, None), (1, 2), ()),
    ]


def test_a_day_without_examples_has_no_inputs_of_them() -> None:
    assert inputs(Input("examples"), DayTests()) == []
