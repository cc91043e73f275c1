"""The season: which event a command is about, at any time of the year; and what may be a day."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.emulator import Account, Puzzle, Site
from tests.emulator.program import aoc, make_project
from tests.program import Finished, Project

SOLVED = "def part1(text):\n    return 1\n\n\ndef part2(text):\n    return 2\n"
BEGUN = "2026-12-01 05:01"
LAST_MINUTE = "2027-01-01 04:59"
JANUARY = "2027-01-01 05:00"
OVER = "2026-12-13 12:00"
JULY = "2026-07-01 12:00"


def clock(moment: str) -> dict[str, str]:
    """Return the variables of a program that believes it is this time, in UTC."""
    there = datetime.strptime(moment, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return {"AOC_NOW": str(there.timestamp()), "AOC_YEAR": "", "TZ": "UTC"}


def at(moment: str, project: Project, *args: str, **env: str) -> Finished:
    """Run a command at a time."""
    return project.run(*args, env=clock(moment) | env)


def module(year: int, day: int) -> str:
    """Return the path of a day in its project."""
    return os.path.join("days", f"year{year}", f"day{day:02d}.py")


def address(moment: str, project: Project, *args: str, **env: str) -> str:
    """Return the address of the puzzle that `aoc open` means, without its beginning."""
    done = at(moment, project, "open", "--print", *args, **env)
    assert (done.code, done.err) == (0, "")
    return done.out.strip().removeprefix("https://adventofcode.com/")


@pytest.fixture
def old(project: Project) -> Project:
    """A project with days of 2021 and of 2025 alone."""
    project.day(21, SOLVED)
    project.day(1, SOLVED)
    project.day(3, SOLVED, year=2025)
    return project


@pytest.mark.parametrize("args", [("run", "1"), ("run",), ("submit",), ("bench",), ("fuzz", "1")])
def test_in_december_what_runs_a_day_is_about_the_running_event(
    old: Project, args: tuple[str, ...]
) -> None:
    done = at(BEGUN, old, *args)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"aoc: no solver for 2026/01, because {module(2026, 1)} does not exist: create it with "
        "`python -m aoc new 2026/01`\n"
    )


@pytest.mark.parametrize("moment", [BEGUN, LAST_MINUTE])
def test_the_event_runs_until_the_end_of_the_month(old: Project, moment: str) -> None:
    assert address(moment, old, "1") == "2026/day/1"
    assert at(moment, old, "status", "--json").results[0]["year"] == 2026
    assert at(moment, old, "run", "2").err == (
        f"aoc: no solver for 2026/02, because {module(2026, 2)} does not exist: create it "
        "with `python -m aoc new 2026/02`\n"
    )


def test_outside_december_a_bare_number_is_of_the_newest_year_in_days(old: Project) -> None:
    for moment in (JANUARY, JULY, "2026-12-01 04:59"):
        assert address(moment, old, "1") == "2025/day/1"
        assert address(moment, old) == "2025/day/3"
        assert at(moment, old, "status", "--json").results[0]["year"] == 2025


@pytest.mark.parametrize("moment", [BEGUN, OVER, JULY])
def test_a_year_that_was_named_goes_before_the_season(old: Project, moment: str) -> None:
    assert address(moment, old, "2021/1") == "2021/day/1"
    assert address(moment, old, "1", "--year", "2020") == "2020/day/1"
    assert address(moment, old, "1", AOC_YEAR="2019") == "2019/day/1"
    (old.root / "pyproject.toml").write_text("[tool.aoc]\nyear = 2021\n")
    assert address(moment, old, "1") == "2021/day/1"
    assert address(moment, old) == "2021/day/21"
    assert address(moment, old, "1", AOC_YEAR="2019") == "2019/day/1"
    assert at(moment, old, "run", "1", AOC_YEAR="soon").code == 2
    done = at(moment, old, "new")
    assert done.out.startswith(f"{module(2021, 2)}: ")


def test_after_the_last_day_no_day_means_the_newest_or_the_last(old: Project) -> None:
    assert address(OVER, old) == "2026/day/12"
    assert "`python -m aoc new 2026/12`" in at(OVER, old, "run").err
    old.day(5, SOLVED, year=2026)
    assert address(OVER, old) == "2026/day/5"
    assert at(OVER, old, "run").err.startswith(
        "aoc: there is neither an input nor sample(rng) for 2026/05: "
    )
    assert address("2026-12-12 12:00", old) == "2026/day/12"


def test_new_makes_the_day_of_today_and_after_the_event_the_first_that_is_missing(
    old: Project,
) -> None:
    assert at("2026-12-04 12:00", old, "new").out.startswith(f"{module(2026, 4)}: ")
    assert at(OVER, old, "new").out.startswith(f"{module(2026, 1)}: ")
    assert at(JANUARY, old, "new").out.startswith(f"{module(2026, 2)}: ")
    for day in range(1, 13):
        old.day(day, SOLVED, year=2026)
    done = at(JULY.replace("2026", "2027"), old, "new")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "aoc: all days of 2026 are in days/: name one, as in `python -m aoc new 2015/1`\n"
    )


def test_waiting_after_the_event_says_when_the_next_begins(old: Project) -> None:
    done = at("2026-12-12 05:01", old, "new", "--wait")
    assert (done.code, done.out) == (2, "")
    assert done.err.replace("UT\n", "UTC\n") == (  # as Wine calls it
        "aoc: no puzzle unlocks within a day: the next one, 2027/01, on Wed 1 Dec 2027 at 05:00 "
        "UTC\n"
    )


@pytest.mark.parametrize(
    ("moment", "args", "puzzle"),
    [
        (BEGUN, (), "2026/02"),
        ("2026-11-30 20:00", (), "2026/01"),
        (BEGUN, ("2027/1",), "2027/01"),
    ],
)
def test_waiting_is_for_the_next_puzzle(
    old: Project, moment: str, args: tuple[str, ...], puzzle: str
) -> None:
    process = old.start("new", "--wait", *args, env=clock(moment))
    assert process.stderr
    line = process.stderr.readline().decode()
    process.terminate()
    process.communicate()
    assert f"{puzzle} unlocks" in line


@pytest.mark.parametrize(
    "word", ["https://adventofcode.com/2020/day/7#part2", "www.adventofcode.com/2020/day/07/input"]
)
def test_the_address_of_a_puzzle_is_a_day(old: Project, word: str) -> None:
    assert address(BEGUN, old, word) == "2020/day/7"
    assert "2020/07" in at(BEGUN, old, "run", word).err
    assert at(BEGUN, old, "new", word).out.startswith(f"{module(2020, 7)}: ")


def test_a_day_that_the_event_does_not_have_names_the_years_that_have_it(old: Project) -> None:
    old.day(21, SOLVED, year=2016)
    done = at(BEGUN, old, "run", "21")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "aoc: 2026 has no day 21 (days 1 to 12), but days/ has day 21 of 2016, 2021: "
        "write 2021/21\n"
    )
    assert at(BEGUN, old, "run", "20").err == "aoc: 2026 has no day 20 (days 1 to 12)\n"


def test_an_answer_is_sent_to_the_running_event(site: Site, alice: Account, tmp_path: Path) -> None:
    site.clock.set(datetime(2026, 12, 1, 5, 1, tzinfo=UTC))
    site.put(Puzzle(2026, 1, "Made up", "x", "7", "8"))
    folder = make_project(tmp_path / "project")
    (folder / "days" / "year2021").mkdir()
    (folder / "days" / "year2021" / "day01.py").write_text(SOLVED)
    aoc(site, folder, "submit", "--answer", "7", "--json", token=alice.token, env=clock(BEGUN))
    assert site.count("POST", "/2026/day/1/answer") == 1


def test_paths_are_shown_as_seen_from_the_current_folder(old: Project) -> None:
    root = old.root
    old.root = root / "days" / "year2021"
    shown = os.path.join("..", "year2025", "day01.py")
    assert f"because {shown} does not exist" in at(JULY, old, "run", "1").err
    assert at(JULY, old, "new", "1").out.startswith(f"{shown}: ")
    assert at(JULY, old, "new", "1").err.startswith(f"aoc: {shown} exists already")
    (root / "days" / "year2025" / "day05.py").write_text("import nothing", encoding="utf-8")
    broken = os.path.join("..", "..", module(2025, 5))
    assert f"{broken} cannot be imported" in at(JULY, old, "run", "5").out
