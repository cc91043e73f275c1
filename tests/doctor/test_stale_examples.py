"""What `aoc doctor` says about examples that have other answers than the puzzle page."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.doctor import Diagnostic, Status, find_subject, make_check
from tests.program import Project
from tests.site.accounts import Accounts
from tests.site.pages import puzzle_page
from tests.site.puzzles import Puzzle, make_event

TEXT = "#.#\nabc\n"
PUZZLE = Puzzle(2030, 5, "Made Up", TEXT, "739", "-4443")
DAY = "def parse(text):\n    return text\n"
WELL = Diagnostic(Status.OK, "1 of 1 days compared with their cached pages")


@pytest.fixture
def day(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with day 5 of 2030, whose page is cached with part 1 solved."""
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    monkeypatch.setenv("AOC_PROJECT", str(project.root))
    monkeypatch.chdir(project.root)
    cache_page(project, solved=1)
    return project


def cache_page(project: Project, solved: int) -> None:
    account = Accounts().get("alice")
    account.solve(2030, 5, solved)
    page = puzzle_page(make_event(2030).with_puzzle(PUZZLE), PUZZLE, account)
    folder = project.cache / ("github.alice.1001" if solved else "prose")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"2030_05_prose.{solved}.html").write_text(page, encoding="utf-8")


def found(project: Project, examples: str) -> list[Diagnostic]:
    """Return what the doctor says about the examples of a test module."""
    project.day(5, DAY, f"from aoc import Example\n{examples}\n", year=2030)
    return list(make_check("examples", find_subject(), debug=True))


@pytest.mark.parametrize(
    "examples",
    [
        f"EXAMPLES = [Example({TEXT!r}, part1=739, part2=-4443)]",
        f"TEXT = {TEXT.strip()!r}\nEXAMPLES = [Example(TEXT, '739', -4_443, 'its name')]",
        f"EXAMPLES = [Example({TEXT!r}, 5, params={{'n': 1}}), Example({TEXT!r}, 739, -4443)]",
        "EXAMPLES = [Example('my own', 5, 6)]",
    ],
)
def test_answers_of_the_page_are_well(day: Project, examples: str) -> None:
    assert found(day, examples) == [WELL]


@pytest.mark.parametrize(
    ("answers", "part", "right"),
    [("98, -4443", 1, "739"), ("739, 4442", 2, "-4443"), ("739", 2, "-4443")],
)
def test_an_answer_that_the_page_has_otherwise_is_a_warning(
    day: Project, answers: str, part: int, right: str
) -> None:
    name = Path("tests", "year2030", "test_day05.py")
    assert found(day, f"EXAMPLES = [Example({TEXT!r}, {answers})]") == [
        Diagnostic(
            Status.WARNING,
            f"{name}: part {part} of an example is {right} on the page",
            "correct it, or add it with `aoc new 2030/05 --update`",
        )
    ]
