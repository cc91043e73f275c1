"""After part 1 is right: part 2's example goes into the tests by itself, where that is certain."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
from pathlib import Path

import pytest

from aoc import Example
from tests.emulator import Puzzle, Sheet, Site, dice_sheet, unlock_time
from tests.emulator.program import aoc, cache_of, make_project

pytestmark = pytest.mark.slow

DICE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
MINE = dice_sheet(7, 1)
NEW = 2099
"""An event that the parser of examples does not know."""


def name(year: int, day: int) -> str:
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


class Person:
    """Somebody whose tests have no answers of part 2 yet."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.account = site.account("alice")
        self.account.give(2021, 21, MINE)
        self.project = make_project(folder / "project", (2021, 21))
        self.writes(f"from aoc import Example\n\nEXAMPLES = [Example({DICE!r}, part1=739785)]\n")

    def writes(self, source: str, year: int = 2021, day: int = 21) -> None:
        """Save the tests of a day."""
        path = self.project / name(year, day)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")

    def examples(self, year: int = 2021, day: int = 21) -> list[Example]:
        """Run the tests of a day, and return their examples."""
        found: list[Example] = runpy.run_path(str(self.project / name(year, day)))["EXAMPLES"]
        return found

    def run(self, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run the program."""
        return aoc(self.site, self.project, *args, token=self.account.token, env=env)

    def submit(self) -> list[str]:
        """Submit the right answer to part 1 of day 21; return the lines after the verdict."""
        done = self.run("submit", "2021/21", "--answer", MINE.answer1)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()[1:]


@pytest.fixture
def alice(site: Site, tmp_path: Path) -> Person:
    return Person(site, tmp_path)


def test_the_answer_of_the_example_goes_into_the_tests(alice: Person) -> None:
    lines = alice.submit()
    assert lines[-1] == f"{name(2021, 21)}: added part2=444356092776315 to example 1"
    assert alice.examples() == [Example(DICE, 739785, 444356092776315)]
    before = alice.site.count()
    done = alice.run("new", "2021/21", "--update")
    assert done.stdout == f"{name(2021, 21)}: nothing to add\n"
    assert alice.site.count() == before


def test_the_tests_are_named_as_seen_from_where_one_stands(alice: Person) -> None:
    folder, args = alice.project / "days", ("submit", "2021/21", "--answer", MINE.answer1)
    env = {"AOCD_DIR": str(cache_of(alice.project))}
    done = aoc(alice.site, folder, *args, token=alice.account.token, env=env)
    seen = os.path.join("..", name(2021, 21))
    assert done.stdout.splitlines()[-1].startswith(f"{seen}: added part2=")


def test_a_run_that_submits_adds_it_too(alice: Person) -> None:
    done = alice.run("run", "21", "--submit", "--part", "1")
    assert done.returncode == 0
    assert f"{name(2021, 21)}: added part2=444356092776315 to example 1" in done.stderr
    assert alice.examples()[0].part2 == 444356092776315


def test_json_has_nothing_else_on_stdout(alice: Person) -> None:
    done = alice.run("submit", "2021/21", "--answer", MINE.answer1, "--json")
    assert json.loads(done.stdout)["outcome"] == "right"
    assert "added part2=444356092776315" in done.stderr


def test_an_example_goes_by_its_name(alice: Person) -> None:
    alice.writes(
        "from aoc import Example\n\n"
        f"EXAMPLES = [Example('x', 1), Example({DICE!r}, 739785, name='dice')]\n"
    )
    assert alice.submit()[-1].endswith(": added part2=444356092776315 to dice")
    assert alice.examples()[1] == Example(DICE, 739785, 444356092776315, name="dice")


UNCERTAIN = {
    "the same text twice": f"EXAMPLES = [Example({DICE!r}, 1), Example({DICE!r}, 2)]",
    "another text": "EXAMPLES = [Example('x', 1)]",
    "no example": "EXAMPLES = []",
    "not understood": f"EXAMPLES = list([Example({DICE!r}, 739785)])",
    "a name that stands for something else": "Example = 5\nEXAMPLES = []",
    "not Python": "EXAMPLES = [",
}


@pytest.mark.parametrize("source", UNCERTAIN.values(), ids=UNCERTAIN)
def test_where_it_is_not_certain_the_command_is_named(alice: Person, source: str) -> None:
    alice.writes(f"from aoc import Example\n\n{source}\n")
    before = (alice.project / name(2021, 21)).read_bytes()
    assert alice.submit()[-1] == (
        "`python -m aoc new 2021/21 --update` adds the examples of part 2 to " + name(2021, 21)
    )
    assert (alice.project / name(2021, 21)).read_bytes() == before


@pytest.mark.parametrize("source", [f"EXAMPLES = [Example({DICE!r}, 739785, 5)]", None])
def test_where_there_is_nothing_to_add_nothing_is_said(alice: Person, source: str | None) -> None:
    if source is None:
        (alice.project / name(2021, 21)).unlink()
    else:
        alice.writes(f"from aoc import Example\n\n{source}\n")
    assert "test_day21" not in "\n".join(alice.submit())
    assert source is None or alice.examples()[0].part2 == 5


def test_tests_that_cannot_be_written_do_not_hide_the_star(alice: Person) -> None:
    resource = pytest.importorskip("resource", reason="a limit of POSIX stands for the full disk")
    source = f"from aoc import Example\n\nEXAMPLES = [Example({DICE!r}, part1=739785)]\n"
    alice.writes(source + "#\n" * 100_000)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        done = alice.run("submit", "2021/21", "--answer", MINE.answer1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (done.returncode, "is right!" in done.stdout) == (0, True)
    assert "test_day21.py cannot be written (File too large)" in done.stderr
    assert alice.examples()[0].part2 is None


class TestANewEvent:
    """Puzzles that the parser of examples was not made for: it takes the last code of part 2."""

    @pytest.fixture
    def bob(self, site: Site, tmp_path: Path) -> Person:
        """Day 1 of an event that is new, with an example in the tests."""
        bob = Person(site, tmp_path)
        site.unlock(NEW, 1, 3600)
        bob.account.give(NEW, 1, Sheet("8\n9\n", "17", "34"))
        source = "from aoc import Example\n\nEXAMPLES = [Example('1\\n2\\n', part1=3)]\n"
        bob.writes(source, NEW, 1)
        return bob

    def last_line(self, bob: Person, puzzle: Puzzle) -> str:
        """Submit the right answer of part 1; return the last line of the program."""
        bob.site.put(puzzle)
        later = str(unlock_time(NEW, 1).timestamp() + 3600)
        done = bob.run("submit", f"{NEW}/1", "--answer", "17", AOC_NOW=later)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1]

    def test_the_one_highlighted_code_is_certain(self, bob: Person) -> None:
        line = self.last_line(bob, Puzzle(NEW, 1, "New", "1\n2\n", "3", "6"))
        assert line == f"{name(NEW, 1)}: added part2=6 to example 1"
        assert bob.examples(NEW, 1) == [Example("1\n2\n", 3, 6)]

    def test_another_code_after_it_is_not_taken_for_the_answer(self, bob: Person) -> None:
        line = self.last_line(bob, Puzzle(NEW, 1, "New", "1\n2\n", "3", "6", remarks2=("99",)))
        assert line.startswith(f"`python -m aoc new {NEW}/01 --update` adds the examples of part 2")
        assert bob.examples(NEW, 1) == [Example("1\n2\n", 3)]


def test_the_page_is_fetched_no_more_often_for_it(alice: Person) -> None:
    (cache_of(alice.project)).mkdir()
    ids = {alice.account.token: alice.account.id}
    (cache_of(alice.project) / "token2id.json").write_text(json.dumps(ids), encoding="utf-8")
    alice.submit()
    assert alice.site.count("GET") == 2


WRONG = "def part2(players, *, target=21):\n    return 5\n"


@pytest.mark.parametrize(("source", "solved"), [("", 2), (f"\n\n{WRONG}", 1)])
def test_part_2_is_sent_only_if_it_passes_the_example_that_part_1_has_opened(
    alice: Person, source: str, solved: int
) -> None:
    with (alice.project / "days/year2021/day21.py").open("a", encoding="utf-8") as day:
        day.write(source)
    done = alice.run("run", "21", "--submit")
    assert alice.account.solved(2021, 21) == solved
    assert ("part 2: 5 was not sent: an example of part 2 fails" in done.stderr) == (solved == 1)
    assert done.returncode == (0 if solved == 2 else 1)
