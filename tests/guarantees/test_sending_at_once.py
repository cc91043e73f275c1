"""What a sending needs runs at the same time, and ends early where an example fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.emulator import Account, Clock, Site
from tests.support.aoc import Aoc
from tests.support.day21 import DICE, EXAMPLE_1, EXAMPLE_2, LOOK, MINE, RIGHT, RIGHT_2, TESTS, post
from tests.support.program import Project

pytestmark = [
    pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor runs one job at a time"),
    pytest.mark.usefixtures("account"),
]
DAY = f"""\
import os, time

PLACE = {{place!r}}
ANSWERS = {{{{
    {DICE.rstrip()!r}: ({EXAMPLE_1}, {{example_2}}),
    {MINE.input.rstrip()!r}: ({RIGHT}, {RIGHT_2}),
}}}}
SEEN = []

def meet(count):
    open(os.path.join(PLACE, str(os.getpid())), "w").close()
    end = time.monotonic() + 30
    while len(os.listdir(PLACE)) < count:
        assert time.monotonic() < end, "the others never came"
        time.sleep(0.01)

def part1(text):
    SEEN.append(1)
    {{part1}}
    return ANSWERS[text][0]

def part2(text):
    {{part2}}
    return ANSWERS[text][1]
"""
"""A day whose parts may wait until so many processes have come to a place."""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The folder in which the processes of a day meet."""
    path = tmp_path / "place"
    path.mkdir()
    return path


def write_day(
    project: Project,
    place: Path,
    *,
    part1: str = "pass",
    part2: str = "pass",
    tests: str | None = TESTS,
    example_2: str = EXAMPLE_2,
) -> None:
    """Write day 21, with a first statement of each part."""
    source = DAY.format(place=str(place), part1=part1, part2=part2, example_2=example_2)
    project.day(21, source, tests)


def solve_part_1(project: Project, account: Account) -> None:
    """Let part 1 be solved, here and on the site."""
    account.solve(2021, 21, 1)
    project.remember(MINE.input, user=account.id, a=RIGHT)


@pytest.mark.parametrize("command", ["submit 21", "run 21 --submit"])
def test_the_examples_the_input_and_part_2_alone_run_at_once(
    aoc: Aoc, site: Site, account: Account, project: Project, place: Path, command: str
) -> None:
    solve_part_1(project, account)
    write_day(project, place, part2="meet(3)")
    done = aoc(*command.split())
    assert f"{RIGHT_2} is right!" in done.out + done.err
    assert site.asked() == [LOOK, post(RIGHT_2, 2)]


def test_so_does_the_example_of_a_page_where_there_are_no_tests(
    aoc: Aoc, site: Site, project: Project, place: Path
) -> None:
    site.expect("GET *")
    aoc("read", "21")
    write_day(project, place, part1="meet(2)", tests=None)
    aoc("submit", "21", "--part", "1")
    assert post() in site.asked()


@pytest.mark.parametrize("answer", ["None", "5"])
def test_part_2_is_sent_where_part_1_was_solved_in_a_browser_alone(
    aoc: Aoc, site: Site, account: Account, clock: Clock, project: Project, place: Path, answer: str
) -> None:
    mine = MINE.input.rstrip()
    write_day(project, place, part1=f"if text == {mine!r}: return {answer}")
    aoc("submit", "21")
    site.asked()
    clock.advance(120)
    account.solve(2021, 21, 1)
    assert f"part 2: {RIGHT_2} is right!" in aoc("submit", "21").err
    assert site.asked() == [LOOK, post(RIGHT_2, 2)]


FAILED = f"an example of part 2 fails: example 1 returned 5, expected {EXAMPLE_2}"


def test_a_failing_example_ends_the_check_of_a_run_but_not_the_run(
    aoc: Aoc, site: Site, account: Account, project: Project, place: Path
) -> None:
    solve_part_1(project, account)
    late = place / "late"
    alone = f"SEEN or (meet(1), time.sleep(30), open({str(late)!r}, 'w').close())"
    write_day(project, place, part2=f"{alone} if text != {DICE.rstrip()!r} else 0", example_2="5")
    done = aoc("run", "21", "--submit")
    assert RIGHT_2 in done.out
    assert f"part 2: {RIGHT_2} was not sent: {FAILED}; `aoc submit --force` sends it" in done.err
    assert (done.code, site.asked(), late.exists()) == (1, [], False)
