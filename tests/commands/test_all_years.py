"""`aoc status` and `aoc report` over several years, and how wide a calendar is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.emulator import Site, faults, unlock_time
from tests.emulator.program import aoc, cache_of, make_project
from tests.marks import needs_pty
from tests.program import Finished, Project
from tests.histories import keep_run
from tests.terminal import run_in_terminal

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
TESTS = "def sample(rng):\n    return 'x\\n'\n"


@pytest.fixture
def project(project: Project) -> Project:
    """A project with days of two years, and an account with stars of a third."""
    project.day(1, DAY, TESTS, year=2016)
    project.day(1, DAY, TESTS, year=2021)
    folder = project.cache / "github.alice.1"
    folder.mkdir(parents=True)
    (folder / "2018_03a_answer.txt").write_text("7", encoding="utf-8")
    return project


def status(project: Project, *args: str) -> Finished:
    """Show the stars, after the event of 2021."""
    return project.run("status", *args, env={"AOC_NOW": "1641000000"})


@pytest.mark.parametrize("words", [["2016", "2018", "2021"], ["2018", "all"]])
def test_status_shows_the_years_that_are_named(project: Project, words: list[str]) -> None:
    done = status(project, *words)
    assert (done.code, done.err) == (0, "")
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
        (["2014"], "there was no event in 2014"),
    ],
)
def test_words_that_are_no_years_are_refused(
    project: Project, args: list[str], sentence: str
) -> None:
    done = status(project, *args)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err


def test_a_site_that_fails_is_asked_once_for_all_years(site: Site, tmp_path: Path) -> None:

    folder = make_project(tmp_path / "project", (2021, 21))
    account = site.account("alice")
    cache = cache_of(folder) / account.id
    cache.mkdir(parents=True)
    (cache / "2018_03a_answer.txt").write_text("7", encoding="utf-8")
    ids = {account.token: account.id}
    (cache.parent / "token2id.json").write_text(json.dumps(ids), encoding="utf-8")
    site.fail(faults.status(500), "GET", "*")
    env = {"AOC_NOW": str(unlock_time(2021, 25).timestamp() + 43200)}
    done = aoc(site, folder, "status", "2018", "2021", token=account.token, env=env)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert len(site.requests) == 1
    assert "All 2 years: 1 of 100 stars" in done.stdout


def test_report_writes_a_table_for_each_year(project: Project) -> None:
    readme = project.root / "README.md"
    readme.write_text("<!-- days -->\n<!-- /days -->\n", encoding="utf-8")
    done = project.run("report", "all")
    assert (done.code, done.err) == (0, "")
    headings = [line for line in readme.read_text("utf-8").splitlines() if line.startswith("#")]
    assert headings == ["### 2016", "### 2021"]
    assert project.run("report", "2016").code == 0
    assert "###" not in readme.read_text("utf-8")


@needs_pty
@pytest.mark.parametrize("columns", [80, 140])
def test_a_calendar_keeps_its_shape(project: Project, columns: int) -> None:
    times = [(day, 1, 0.0946e-3) for day in range(1, 26)]
    keep_run(project.root, None, *times, parse=3e-6, user="sample 0")
    shown = run_in_terminal(
        project, "status", "2021", columns=columns, env={"TERM": "dumb", "AOC_NOW": "1641000000"}
    ).lines
    assert max(map(len, shown)) <= columns
    week = next(index for index, line in enumerate(shown) if line.split()[:1] == ["6"])
    assert shown[week].count("☆☆") == 7
    assert shown[week + 1].count("~97.6") == 7
    assert len(shown[week + 1].replace(" µs", "µs").split()) == 7
