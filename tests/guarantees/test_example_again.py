"""An answer to one's own input that is the answer of an example is not sent, however it came."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.day21 import DICE, EXAMPLE_1, LOOK, TESTS, TESTS_OF_PART_1, post
from tests.support.program import Project
from tests.support.repositories import Repository, adopt

SOLVE = """\
def solve(text):
    positions = [int(line.split()[-1]) for line in text.strip().split("\\n")]
    scores, rolls = [0, 0], 0
    while max(scores) < 1000:
        player = rolls // 3 % 2
        positions[player] = (positions[player] + 3 * rolls + 5) % 10 + 1
        scores[player] += positions[player]
        rolls += 3
    return min(scores) * rolls

"""
MODULES: Mapping[str, str] = {
    "a constant": f"def part1(text):\n    return {EXAMPLE_1}\n",
    "the file of the example": f"{SOLVE}def part1(text):\n"
    "    return solve(open('example.txt').read())\n",
    "data in the source": f"{SOLVE}TEXT = {DICE!r}\n\ndef part1(text):\n    return solve(TEXT)\n",
    "a flag left on": f"{SOLVE}def part1(text, *, tests=True):\n"
    f"    return solve({DICE!r} if tests else text)\n",
    "the text of the tests": f"{SOLVE}from tests.year2021.test_day21 import EXAMPLES\n\n"
    "def part1(text):\n    return solve(EXAMPLES[0].text)\n",
    "an answer as text": f"def part1(text):\n    return ' {EXAMPLE_1} '\n",
}
"""The ways of a module, whose example is in the tests."""
READS = f"{SOLVE}text = open('input.txt').read()\n"
SCRIPTS: Mapping[str, str] = {
    "the example printed last": f"{READS}print('Part 1:', solve(text))\n"
    f"print('Part 1:', solve({DICE!r}))\n",
    "the example submitted": f"{READS}from aocd import submit\n\n"
    f"submit(solve({DICE!r}), part='a')\n",
}
"""The ways of a script, whose example is that of the page."""
UNREAD: Mapping[str, str] = {
    "a constant": f"print('Part 1:', {EXAMPLE_1})\n",
    "the file of the example": f"{SOLVE}print('Part 1:', solve(open('example.txt').read()))\n",
    "data in the source": f"{SOLVE}print('Part 1:', solve({DICE!r}))\n",
}
"""Scripts that do not read their input."""
ADAPTERS: Mapping[str, str] = {
    "a constant": f"def solve(year, day, text):\n    return {EXAMPLE_1}, None\n",
    "the file of the example": f"{SOLVE.replace('solve', 'count')}def solve(year, day, text):\n"
    "    return count(open(__file__.replace('adapter.py', 'example.txt')).read()), None\n",
}
"""The ways of a function that solves all days of a project."""
COMMANDS = ("run 21 --submit --part 1", "submit 21 --part 1")
ON_PAGE = "example 1 of its page"


def prepare(aoc: Aoc, kind: str, source: str) -> None:
    """Write day 21 as a module of the contract, as a script or behind an adapter."""
    project = aoc.project
    if kind == "module":
        project.day(21, source, TESTS_OF_PART_1)
        (project.root / "example.txt").write_text(DICE)
        return
    example = {"2021/example.txt": DICE, "example.txt": DICE}
    layout = "{ days = '{year}/day{day:02}.py', run = 'script' }"
    files = {"2021/day21.py": source}
    if kind == "adapter":
        layout = "{ days = '{year}/day{day:02}.py', solver = 'adapter:solve' }"
        files = {"2021/day21.py": "", "adapter.py": source}
    adopt(aoc, Repository(files | example, (), ()))
    project.configure(f"layouts = [{layout}]")


WAYS = [
    *(("module", MODULES[way], "example 1") for way in MODULES),
    *(("script", SCRIPTS[way], ON_PAGE) for way in SCRIPTS),
    *(("adapter", ADAPTERS[way], ON_PAGE) for way in ADAPTERS),
]
NAMES = [*(f"module: {w}" for w in MODULES), *(f"script: {w}" for w in SCRIPTS)]
NAMES += [f"adapter: {way}" for way in ADAPTERS]


@pytest.mark.parametrize(("kind", "source", "example"), WAYS, ids=NAMES)
def test_it_is_not_sent(
    aoc: Aoc, site: Site, account: Account, kind: str, source: str, example: str
) -> None:
    site.expect(LOOK)
    prepare(aoc, kind, source)
    for command in COMMANDS:
        done = aoc(*command.split())
        assert done.err == (
            f"aoc: 2021/21 part 1: {EXAMPLE_1} was not sent: it is the answer of {example}: check "
            "that the part reads your own input; `aoc submit --force` sends it anyway\n"
        )
        assert done.code == 1
    assert site.count("POST") == 0


@pytest.mark.parametrize("name", UNREAD)
def test_a_script_that_has_not_read_its_input_has_no_answer_to_send(
    aoc: Aoc, site: Site, account: Account, name: str
) -> None:
    site.expect(LOOK)
    prepare(aoc, "script", UNREAD[name])
    for command in COMMANDS:
        done = aoc(*command.split())
        assert "did not read the input" in done.out
        assert "was not sent: part 1 fails" in done.err
        assert done.code == 1
    assert site.count("POST") == 0


def test_force_sends_it(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    prepare(aoc, "module", MODULES["a constant"])
    assert "is too " in aoc("submit", "21", "--part", "1", "--force").err
    assert site.asked() == [LOOK, post(EXAMPLE_1)]


def test_the_answer_of_the_other_part_is_no_reason(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    right = account.sheets[2021, 21].answer1
    other = TESTS.replace("444356092776315", right)
    project.day(21, f"{SOLVE}def part1(text):\n    return solve(text)\n", other)
    assert aoc("submit", "21", "--part", "1").code == 0
    assert site.asked() == [LOOK, post(right), LOOK]
