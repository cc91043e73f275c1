"""An answer to one's own input that is the answer of an example is not sent, however it came."""

from __future__ import annotations

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.day21 import (
    EXAMPLE_1,
    EXAMPLE_2,
    LOOK,
    RIGHT,
    TESTS,
    TESTS_OF_PART_1,
    post,
    table,
)
from tests.support.program import Project
from tests.support.repositories import Repository, adopt

READS = "text = open('input.txt').read()\n"
CASES = {
    "a module": ("module", f"def part1(text):\n    return {EXAMPLE_1}\n"),
    "a module, as text": ("module", f"def part1(text):\n    return ' {EXAMPLE_1} '\n"),
    "a script that prints it last": (
        "script",
        f"{READS}print('Part 1:', len(text))\nprint('Part 1:', {EXAMPLE_1})\n",
    ),
    "a script that submits it": (
        "script",
        f"{READS}from aocd import submit\n\nsubmit({EXAMPLE_1}, part='a')\n",
    ),
    "a function for all days": (
        "adapter",
        f"def solve(year, day, text):\n    return {EXAMPLE_1}, None\n",
    ),
}
"""What answers as the example does: its kind and source."""
COMMANDS = ("run 21 --submit --part 1", "submit 21 --part 1")


def prepare(aoc: Aoc, kind: str, source: str) -> None:
    """Write day 21 as a module of the contract, as a script or behind an adapter."""
    project = aoc.project
    if kind == "module":
        project.day(21, source, TESTS_OF_PART_1)
        return
    files, run = {"2021/day21.py": source}, "run = 'script'"
    if kind == "adapter":
        files = {"2021/day21.py": "", "adapter.py": source}
        run = "solver = 'adapter:solve'"
    adopt(aoc, Repository(files, (), ()))
    project.configure(f"layouts = [{{ days = '{{year}}/day{{day:02}}.py', {run} }}]")


@pytest.mark.parametrize("name", CASES)
def test_it_is_not_sent(aoc: Aoc, site: Site, account: Account, name: str) -> None:
    site.expect(LOOK)
    kind, source = CASES[name]
    prepare(aoc, kind, source)
    # A repository without tests has the example of the page.
    example = "example 1" if kind == "module" else "example 1 of its page"
    for command in COMMANDS:
        done = aoc(*command.split())
        assert done.err == (
            f"aoc: 2021/21 part 1: {EXAMPLE_1} was not sent: it is the answer of {example}: check "
            "that the part reads your own input; `aoc submit --force` sends it anyway\n"
        )
        assert done.code == 1
    assert site.count("POST") == 0


def test_a_script_that_has_not_read_its_input_has_no_answer_to_send(
    aoc: Aoc, site: Site, account: Account
) -> None:
    site.expect(LOOK)
    prepare(aoc, "script", f"print('Part 1:', {EXAMPLE_1})\n")
    for command in COMMANDS:
        done = aoc(*command.split())
        assert "did not read the input" in done.out
        assert "was not sent: part 1 fails" in done.err
        assert done.code == 1
    assert site.count("POST") == 0


def test_force_sends_it(aoc: Aoc, site: Site, account: Account, project: Project) -> None:
    prepare(aoc, *CASES["a module"])
    assert "is too " in aoc("submit", "21", "--part", "1", "--force").err
    assert site.asked() == [LOOK, post(EXAMPLE_1)]


def test_the_answer_of_the_other_part_is_no_reason(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    project.day(21, table(), TESTS.replace(EXAMPLE_2, RIGHT))
    assert aoc("submit", "21", "--part", "1").code == 0
    assert site.asked() == [LOOK, post(), LOOK]
