"""`aoc status` over several years, and how wide a calendar is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.aoc import Aoc
from tests.emulator import Account, Clock, Site, faults
from tests.histories import keep_run
from tests.marks import needs_pty
from tests.program import Project

DAY = "def part1(text):\n    return 1\n"


@pytest.fixture(autouse=True)
def years(project: Project, clock: Clock) -> None:
    """A project with days of two years, after the event of 2021."""
    clock.set(datetime(2022, 1, 1, tzinfo=UTC))
    project.day(1, DAY, year=2016)
    project.day(1, DAY, year=2021)


def with_star(project: Project, user: str = "github.alice.1") -> None:
    """Let an account have a star of a third year."""
    (project.account_files(user) / "2018_03a_answer.txt").write_text("7", encoding="utf-8")


def test_status_shows_the_years_that_are_named(aoc: Aoc, project: Project) -> None:
    with_star(project)
    done = aoc("status", "2016", "2018", "2021")
    assert (done.code, done.err) == (0, "")
    assert done.out == aoc("status", "2018", "all").out
    headings = [line for line in done.out.splitlines() if line.startswith("Advent of Code")]
    assert headings == [
        "Advent of Code 2016: 0 of 50 stars, github.alice.1",
        "Advent of Code 2018: 1 of 50 stars, github.alice.1",
        "Advent of Code 2021: 0 of 50 stars, github.alice.1",
    ]
    assert done.out.endswith("\nAll 3 years: 1 of 150 stars\n")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["2018", "--year", "2016"], "--year and YEARS do not go together: leave out one"),
        (["21"], "'21' is not a year: write 2021, 2015-2024, or all"),
    ],
)
def test_words_that_are_no_years_are_refused(aoc: Aoc, args: list[str], sentence: str) -> None:
    done = aoc("status", *args)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err


def test_a_site_that_fails_is_asked_once_for_all_years(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    with_star(project, account.id)
    site.fail(faults.status(500), "GET", "*")
    done = aoc("status", "2018", "2021")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert len(site.asked()) == 1
    assert "All 2 years: 1 of 100 stars" in done.out


@needs_pty
@pytest.mark.parametrize("columns", [80, 140])
def test_a_calendar_keeps_its_shape(aoc: Aoc, project: Project, columns: int) -> None:
    times = [(day, 1, 0.0946e-3) for day in range(1, 26)]
    keep_run(project.root, None, *times, parse=3e-6, user="sample 0")
    shown = aoc.shown("status", "2021", columns=columns, env={"TERM": "dumb"}).lines
    assert max(map(len, shown)) <= columns
    week = next(index for index, line in enumerate(shown) if line.split()[:1] == ["6"])
    assert shown[week].count("☆☆") == 7
    assert shown[week + 1].count("~97.6") == 7
    assert len(shown[week + 1].replace(" µs", "µs").split()) == 7
