"""What `aoc doctor` says about examples that are not those of the puzzle page."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.doctor.example_check import check
from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject
from aoc.project import find_project
from aoc.site.accounts import Accounts
from tests.program import Project
from tests.site.accounts import Accounts as SiteAccounts
from tests.site.pages import puzzle_page
from tests.site.puzzles import Puzzle, make_event

USER = "github.alice.1001"
TESTS = "tests/year2030/test_day05.py"
TEXT = "#.#\nabc\n"
PUZZLE = Puzzle(2030, 5, "Made Up", TEXT, "739", "4443")
DAY = "def parse(text):\n    return text\n"


@pytest.fixture
def day(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with day 5 of 2030, whose page is cached with part 1 solved."""
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    monkeypatch.delenv("AOC_PROJECT", raising=False)
    monkeypatch.chdir(project.root)
    cache_page(project, solved=1)
    return project


def cache_page(project: Project, solved: int) -> None:
    account = SiteAccounts().get("alice")
    account.solve(2030, 5, solved)
    page = puzzle_page(make_event(2030).with_puzzle(PUZZLE), PUZZLE, account)
    folder = project.cache / (USER if solved else "prose")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"2030_05_prose.{solved}.html").write_text(page, encoding="utf-8")


def found(project: Project, examples: str) -> list[Finding]:
    """Return what the doctor says about the examples of a test module."""
    project.day(5, DAY, f"from aoc import Example\n{examples}\n", year=2030)
    return list(check(Subject(Accounts(), find_project(str(project.root)))))


@pytest.mark.parametrize(
    "examples",
    [
        f"EXAMPLES = [Example({TEXT!r}, part1=739, part2=4443)]",
        f"EXAMPLES = [Example({TEXT.strip()!r}, '739', 4443, 'its name')]",
        f"TEXT = {TEXT!r}\nEXAMPLES = [Example(TEXT, part1=739, part2=4443)]",
        f"EXAMPLES = [Example({TEXT!r}, part1=700 + 39, part2=int('4443'))]",
        f"EXAMPLES = [Example({TEXT!r}, 739, 4443), Example('my own', 5, 6)]",
        "EXAMPLES = [Example('abc', 739, 4443)]  # a part of the text on the page",
    ],
)
def test_examples_of_the_page_are_well(day: Project, examples: str) -> None:
    assert found(day, examples) == [
        Finding("examples", Status.OK, "1 of 1 days compared with their cached pages")
    ]


@pytest.mark.parametrize(("part", "right"), [(1, 739), (2, 4443)])
def test_an_answer_that_the_page_does_not_have_is_wrong(
    day: Project, part: int, right: int
) -> None:
    answers = {1: 739, 2: 4443} | {part: 99}
    [finding] = found(
        day, f"EXAMPLES = [\n    Example({TEXT!r}, part1={answers[1]}, part2={answers[2]}),\n]"
    )
    assert finding.status is Status.ERROR
    assert Path(finding.message.partition(",")[0]).as_posix() == TESTS
    assert finding.message.endswith(
        f", line 3: part {part} of the example is 99, and {right} on the page"
    )


def test_an_answer_that_the_page_has_elsewhere_is_a_warning(day: Project) -> None:
    [finding] = found(day, f"EXAMPLES = [Example({TEXT!r}, part1=4443, part2=4443)]")
    assert finding.status is Status.WARNING
    assert "part 1 of the example is 4443, and 739 on the page" in finding.message
    example = f"Example({TEXT!r}, 4443, 4443, params={{'steps': 2}})"
    [finding] = found(day, f"EXAMPLES = [{example}]")
    assert finding.status is Status.OK, "the example changes a number of the puzzle"


def test_a_text_that_the_page_does_not_have_is_wrong(day: Project) -> None:
    [finding] = found(day, "EXAMPLES = [Example('#.#\\nabd\\n', part1=739, part2=4443)]")
    assert finding.status is Status.ERROR
    assert finding.message.endswith(", line 2: the text of the example is not the one on the page")
    assert finding.remedy == "copy it again from the page"


def test_answers_of_part_2_can_be_added(day: Project) -> None:
    [finding] = found(day, f"EXAMPLES = [Example({TEXT!r}, part1=739)]")
    assert finding.status is Status.WARNING
    assert "2030/05" in finding.message
    assert finding.remedy == "`aoc new 2030/05 --update`"


def test_the_page_that_shows_most_is_compared(day: Project) -> None:
    cache_page(day, solved=0)
    for other in ("github.aaron.1", "github.zoe.1"):
        (day.cache / other).mkdir()
    [finding] = found(day, f"EXAMPLES = [Example({TEXT!r}, part1=739, part2=99)]")
    assert finding.status is Status.ERROR


def test_a_page_of_nobody_is_enough_for_part_1(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    cache_page(project, solved=0)
    [finding] = found(project, f"EXAMPLES = [Example({TEXT!r}, part1=99)]")
    assert finding.status is Status.ERROR
    [finding] = found(project, f"EXAMPLES = [Example({TEXT!r}, part1=739)]")
    assert finding.status is Status.OK


@pytest.mark.parametrize(
    "examples",
    [
        "EXAMPLES = make()",
        "EXAMPLES = [",
        "",
        "raise SystemExit  # the module is not run\nEXAMPLES = list(x)",
    ],
)
def test_what_is_not_written_plainly_is_not_compared(day: Project, examples: str) -> None:
    assert found(day, examples) == [
        Finding("examples", Status.SKIPPED, "0 of 1 days compared with their cached pages")
    ]


def test_days_without_tests_or_pages_are_not_compared(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    project.day(4, DAY, year=2030)
    [finding] = found(project, "EXAMPLES = [Example('x', part1=1)]")
    assert finding.status is Status.SKIPPED
    assert finding.message == "0 of 2 days compared with their cached pages"
