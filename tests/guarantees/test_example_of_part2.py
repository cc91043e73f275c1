"""After part 1 is right: the examples of part 2 go into the tests by themselves."""

from __future__ import annotations

import os
import runpy

import pytest

from aoc import Example
from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.day21 import (
    DICE,
    EXAMPLE_1,
    EXAMPLE_2,
    LOOK,
    RIGHT,
    RIGHT_2,
    TESTS_OF_PART_1,
    post,
    table,
)
from tests.support.program import Project

SUBMIT = ("submit", "21", "--answer", RIGHT)
ADDED = f"added part2={EXAMPLE_2} to example 1"


NAME = os.path.join("tests", "year2021", "test_day21.py")


def examples(project: Project) -> list[Example]:
    """Run the tests of the day, and return their examples."""
    found: list[Example] = runpy.run_path(str(project.root / NAME))["EXAMPLES"]
    return found


@pytest.fixture(autouse=True)
def unsolved(account: Account, project: Project, site: Site) -> None:
    """A project whose tests have no answers of part 2 yet."""
    site.expect(LOOK, post())
    project.day(21, table(), TESTS_OF_PART_1)


def test_the_answer_of_the_example_goes_into_the_tests(
    aoc: Aoc, site: Site, project: Project
) -> None:
    done = aoc(*SUBMIT, folder="days")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == f"{os.path.join('..', NAME)}: {ADDED}"
    assert examples(project) == [Example(DICE, int(EXAMPLE_1), int(EXAMPLE_2))]
    assert site.asked() == [LOOK, post(), LOOK]
    assert aoc("new", "21", "--update").out == f"{NAME}: nothing to add\n"
    assert site.asked() == []


def test_a_run_that_submits_adds_it_and_passes_it_before_it_submits_part_2(
    aoc: Aoc, site: Site, project: Project
) -> None:
    done = aoc("run", "21", "--submit")
    assert done.code == 0
    assert f"{NAME}: {ADDED}" in done.err
    assert ADDED not in done.out
    assert examples(project)[0].part2 == int(EXAMPLE_2)
    assert site.asked() == [LOOK, post(), LOOK, post(RIGHT_2, part=2)]


def test_where_the_list_is_not_understood_the_command_is_named(aoc: Aoc, project: Project) -> None:
    tests = f"from aoc import Example\n\nEXAMPLES = list([Example({DICE!r}, 739785)])\n"
    project.day(21, table(), tests)
    assert aoc(*SUBMIT).out.splitlines()[-1] == (
        f"`aoc new 2021/21 --update` adds the examples of part 2 to {NAME}"
    )
    assert (project.root / NAME).read_text(encoding="utf-8") == tests


def test_where_there_is_nothing_to_add_nothing_is_said(aoc: Aoc, project: Project) -> None:
    project.day(21, table(), TESTS_OF_PART_1.replace(")]", ", 5)]"))
    assert "test_day21" not in aoc(*SUBMIT).out
    assert examples(project)[0].part2 == 5
