"""After part 1 is right: part 2's example goes into the tests by itself, where that is certain."""

from __future__ import annotations

import os
import runpy

import pytest

from aoc import Example
from tests.emulator import Account, Clock, Puzzle, Sheet, Site, unlock_time
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
from tests.support.program import Project, write_day

SUBMIT = ("submit", "21", "--answer", RIGHT)
NEW = 2099
"""An event that the parser of examples does not know."""
ADDED = f"added part2={EXAMPLE_2} to example 1"


def name(year: int = 2021, day: int = 21) -> str:
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def examples(project: Project, year: int = 2021, day: int = 21) -> list[Example]:
    """Run the tests of a day, and return their examples."""
    found: list[Example] = runpy.run_path(str(project.root / name(year, day)))["EXAMPLES"]
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
    assert done.out.splitlines()[-1] == f"{os.path.join('..', name())}: {ADDED}"
    assert examples(project) == [Example(DICE, int(EXAMPLE_1), int(EXAMPLE_2))]
    assert site.asked() == [LOOK, post(), LOOK]
    assert aoc("new", "21", "--update").out == f"{name()}: nothing to add\n"
    assert site.asked() == []


def test_a_run_that_submits_adds_it_and_passes_it_before_it_submits_part_2(
    aoc: Aoc, site: Site, project: Project
) -> None:
    done = aoc("run", "21", "--submit")
    assert done.code == 0
    assert f"{name()}: {ADDED}" in done.err
    assert ADDED not in done.out
    assert examples(project)[0].part2 == int(EXAMPLE_2)
    assert site.asked() == [LOOK, post(), LOOK, post(RIGHT_2, part=2)]


def test_an_example_goes_by_its_name(aoc: Aoc, project: Project) -> None:
    named = f"EXAMPLES = [Example('x', 1), Example({DICE!r}, 739785, name='dice')]"
    project.day(21, table(), f"from aoc import Example\n\n{named}\n")
    assert aoc(*SUBMIT).out.endswith(f": added part2={EXAMPLE_2} to dice\n")
    assert examples(project)[1] == Example(DICE, int(EXAMPLE_1), int(EXAMPLE_2), name="dice")


UNCERTAIN = {
    "the same text twice": f"EXAMPLES = [Example({DICE!r}, 1), Example({DICE!r}, 2)]",
    "not understood": f"EXAMPLES = list([Example({DICE!r}, 739785)])",
}


@pytest.mark.parametrize("source", UNCERTAIN.values(), ids=UNCERTAIN)
def test_where_it_is_not_certain_the_command_is_named(
    aoc: Aoc, project: Project, source: str
) -> None:
    tests = f"from aoc import Example\n\n{source}\n"
    project.day(21, table(), tests)
    assert aoc(*SUBMIT).out.splitlines()[-1] == (
        f"`python -m aoc new 2021/21 --update` adds the examples of part 2 to {name()}"
    )
    assert (project.root / name()).read_text(encoding="utf-8") == tests


@pytest.mark.parametrize("answer", ["5", None])
def test_where_there_is_nothing_to_add_nothing_is_said(
    aoc: Aoc, project: Project, answer: str | None
) -> None:
    if answer is None:
        (project.root / name()).unlink()
    else:
        project.day(21, table(), TESTS_OF_PART_1.replace(")]", f", {answer})]"))
    assert "test_day21" not in aoc(*SUBMIT).out
    assert answer is None or examples(project)[0].part2 == 5


@pytest.mark.parametrize(("remarks", "part2"), [((), 6), (("99",), None)])
def test_of_a_new_event_the_one_highlighted_code_of_part_2_is_certain(
    aoc: Aoc,
    site: Site,
    account: Account,
    project: Project,
    clock: Clock,
    remarks: tuple[str, ...],
    part2: int | None,
) -> None:
    site.put(Puzzle(NEW, 1, "New", "1\n2\n", "3", "6", remarks2=remarks))
    account.give(NEW, 1, Sheet("8\n9\n", "17", "34"))
    clock.set(unlock_time(NEW, 2))
    tests = "from aoc import Example\n\nEXAMPLES = [Example('1\\n2\\n', part1=3)]\n"
    write_day(project.root, 1, "", tests, NEW)
    done = aoc("submit", f"{NEW}/1", "--answer", "17")
    assert (done.code, site.count("POST")) == (0, 1)
    site.expect("GET *")
    assert (f"{name(NEW, 1)}: added part2=6 to example 1\n" in done.out) is bool(part2)
    assert ("--update` adds the examples of part 2" in done.out) is not part2
    assert examples(project, NEW, 1) == [Example("1\n2\n", 3, part2)]
