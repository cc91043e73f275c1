"""Which parts and variants of a solver run on an input."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from aoc.model import Input, Job
from aoc.worker.day_module import Day
from aoc.worker.job_run import units_of

EXAMPLE = Input("example", "example 1", "1")
BOTH = Input("personal", "input", "1")
FIRST = EXAMPLE._replace(parts=(1,))
SECOND = EXAMPLE._replace(parts=(2,))


def job_of(
    day: int = 7, parts: tuple[int, ...] = (1, 2), variants: tuple[str, ...] = (), year: int = 2021
) -> Job:
    """Return a job without inputs."""
    return Job("", year, day, None, "days", (), parts=parts, variants=variants)


def day_with(part1: str = "", part2: str = "") -> Day:
    """Return a day with some functions for each part: `part` is the part, other words variants."""

    def functions(names: str) -> dict[str | None, Callable[[str], str]]:
        return {None if name == "part" else name: str.strip for name in names.split()}

    return Day(ModuleType("day07"), str, {1: functions(part1), 2: functions(part2)})


def units(
    solver: Day, source: Input = BOTH, **fields: Any
) -> list[tuple[int | None, str | None, bool]]:
    """Return the part, the variant and whether there is a function, of all that runs."""
    found = list(units_of(job_of(**fields), solver, 3, source))
    assert {number for (number, _, _), _ in found} <= {3}
    assert [part for (_, part, _), _ in found[:1]] in ([], [None]), "it is parsed first"
    return [(part, variant, function is not None) for (_, part, variant), function in found if part]


def plugin_parts(source: Input = BOTH, **fields: Any) -> list[int | None]:
    """Return the parts that are shown of a plugin for an input."""
    found = list(units_of(job_of(**fields)._replace(entry="theirs:solve"), None, 0, source))
    assert all(variant is None and function is None for (_, _, variant), function in found)
    return [part for (_, part, _), _ in found]


SOLVED = day_with("part slow", "part")


def test_the_parts_run_in_their_order_and_no_variants() -> None:
    assert units(SOLVED) == [(1, None, True), (2, None, True)]


def test_an_empty_name_means_the_part_itself_beside_other_variants() -> None:
    solver = day_with("part slow fast", "part slow")
    assert units(solver, parts=(1,), variants=("", "fast")) == [(1, None, True), (1, "fast", True)]
    assert units(solver, parts=(1,), variants=("fast",)) == [(1, "fast", True)]


@pytest.mark.parametrize(("source", "part"), [(FIRST, 1), (SECOND, 2)])
def test_an_example_for_one_part_runs_that_part_alone(source: Input, part: int) -> None:
    assert units(SOLVED, source) == [(part, None, True)]


def test_no_part_runs_on_an_example_for_a_part_that_was_not_asked_for() -> None:
    assert units(SOLVED, FIRST, parts=(2,)) == []


def test_a_part_that_is_missing_stands_before_its_variants() -> None:
    found = units(day_with("part", "slow fast"), variants=("all",))
    assert found == [(1, None, True), (2, None, False), (2, "slow", True), (2, "fast", True)]


def test_a_variant_that_is_named_runs_alone() -> None:
    day = day_with("part slow fast", "part fast")
    assert units(day, variants=("fast",)) == [(1, "fast", True), (2, "fast", True)]


@pytest.mark.parametrize(("year", "day"), [(2021, 25), (2015, 25), (2025, 12)])
def test_only_part_2_of_the_last_day_is_nothing_to_solve(year: int, day: int) -> None:
    assert units(day_with("part"), year=year, day=day) == [(1, None, True)]
    assert units(day_with("", "part"), year=year, day=day)[0] == (1, None, False)
    assert units(day_with("part"), year=year, day=day - 1)[1] == (2, None, False)


def test_part_2_of_the_last_day_runs_if_the_day_has_one() -> None:
    assert units(day_with("part", "part"), day=25) == [(1, None, True), (2, None, True)]


def test_both_parts_of_a_plugin_are_shown() -> None:
    assert plugin_parts() == [1, 2]


@pytest.mark.parametrize(("source", "parts"), [(FIRST, [1]), (SECOND, [2])])
def test_the_part_of_a_plugin_is_shown_that_an_example_is_for(
    source: Input, parts: list[int]
) -> None:
    assert plugin_parts(source) == parts


def test_only_the_part_of_a_plugin_that_was_asked_for_is_shown() -> None:
    assert plugin_parts(parts=(2,)) == [2]
    assert plugin_parts(FIRST, parts=(2,)) == []


def test_nothing_of_a_plugin_is_shown_for_an_example_with_parameters() -> None:
    assert plugin_parts(EXAMPLE._replace(params=(("steps", 3),))) == []


def test_part_2_of_the_last_day_is_not_shown_of_a_plugin() -> None:
    assert plugin_parts(day=25) == [1]
    assert plugin_parts(SECOND, day=25) == []
    assert plugin_parts(day=24) == [1, 2]
