"""The season: which event a command is about, at any time of the year; and what may be a day."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime

import pytest

from tests.emulator import Account, Puzzle, Site
from tests.support.aoc import Aoc
from tests.support.program import Finished, Project

SOLVED = "def part1(text):\n    return 1\n\n\ndef part2(text):\n    return 2\n"
BEGUN = "2026-12-01 05:01"
LAST_MINUTE = "2027-01-01 04:59"
JANUARY = "2027-01-01 05:00"
OVER = "2026-12-13 12:00"
JULY = "2026-07-01 12:00"


@pytest.fixture(autouse=True)
def old(project: Project) -> Project:
    """A project with days of 2021 and of 2025 alone."""
    project.variables |= {"AOC_YEAR": "", "TZ": "UTC"}
    project.day(21, SOLVED)
    project.day(1, SOLVED)
    project.day(3, SOLVED, year=2025)
    return project


def at(moment: str, aoc: Aoc, *args: str, folder: str = ".", **env: str) -> Finished:
    """Run a command at a time, in UTC."""
    aoc.clock.set(datetime.strptime(moment, "%Y-%m-%d %H:%M").replace(tzinfo=UTC))
    return aoc(*args, env=env, folder=folder)


def module(year: int, day: int) -> str:
    """Return the path of a day in its project."""
    return os.path.join("days", f"year{year}", f"day{day:02d}.py")


def address(moment: str, aoc: Aoc, *args: str, **env: str) -> str:
    """Return the address of the puzzle that `aoc open` means, without its beginning."""
    done = at(moment, aoc, "open", *args, BROWSER="true", **env)
    assert (done.code, done.err) == (0, "")
    return done.out.strip().removeprefix("https://adventofcode.com/")


@pytest.mark.parametrize("moment", [BEGUN, LAST_MINUTE])
def test_until_the_end_of_december_a_bare_number_is_of_the_running_event(
    aoc: Aoc, moment: str
) -> None:
    assert address(moment, aoc, "1") == "2026/day/1"
    assert at(moment, aoc, "status", "--json").lines[0]["year"] == 2026
    done = at(moment, aoc, "run", "4")
    assert (done.code, done.out) == (2, "")
    assert f"no solver for 2026/04, because {module(2026, 4)} does not exist" in done.err
    assert "no solver for 2026/01" in at(BEGUN, aoc, "run").err


@pytest.mark.parametrize("moment", [BEGUN, JULY])
def test_a_day_that_only_other_years_have_is_named(aoc: Aoc, old: Project, moment: str) -> None:
    year = 2025 if moment == JULY else 2026
    old.day(21, SOLVED, year=2016)
    for command in ("run", "submit", "watch", "bench", "fuzz", "show"):
        done = at(moment, aoc, command, "1")
        assert (done.code, done.out) == (2, "")
        new = f"create {year}/01 with `aoc new {year}/01`"
        assert done.err == (
            f"aoc: no solver for {year}/01, but days/ has 2021/1: "
            f"`aoc {command} 2021/1`, or {new}\n"
        )
    done = at(moment, aoc, "run", "1-2")
    assert f"no solver for 1-2 of {year}, but days/ has 2021/1-2: " in done.err
    done = at(moment, aoc, "run", "21")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"aoc: {year} has no day 21 (days 1 to 12), but days/ has 2016/21, 2021/21: "
        "`aoc run 2021/21`\n"
    )
    assert at(moment, aoc, "run", "20").err == f"aoc: {year} has no day 20 (days 1 to 12)\n"


def test_a_year_without_a_day_names_the_years_that_have_some(aoc: Aoc) -> None:
    done = at(BEGUN, aoc, "run", "all")
    assert (done.code, done.out) == (2, "")
    assert "no solver for all of 2026, but days/ has 2021/all, 2025/all: `" in (done.err)


def test_a_day_whose_year_was_named_is_to_be_created(aoc: Aoc) -> None:
    for args in (("2026/1",), ("1", "--year", "2026")):
        assert (
            f"because {module(2026, 1)} does not exist: create it"
            in at(BEGUN, aoc, "run", *args).err
        )


def test_outside_december_a_bare_number_is_of_the_newest_year_in_days(aoc: Aoc) -> None:
    for moment in (JANUARY, JULY):
        assert address(moment, aoc, "1") == "2025/day/1"
        assert address(moment, aoc) == "2025/day/3"
        assert at(moment, aoc, "status", "--json").lines[0]["year"] == 2025


NIGHT = (
    "aoc: 2026/01 is locked until Tue 1 Dec 2026 at 05:00 UTC: "
    "`aoc new --wait --open --watch` waits for it\n"
)


@pytest.mark.parametrize("moment", ["2026-11-25 05:00", "2026-12-01 04:59"])
def test_on_the_eve_the_command_of_the_night_is_named(aoc: Aoc, old: Project, moment: str) -> None:
    for command in ("status", "status --json"):
        done = at(moment, aoc, *command.split())
        assert (done.code, done.err.startswith(NIGHT)) == (0, True), command
        assert "2025" in done.out
    done = at(moment, aoc, "new")
    assert (done.code, done.out, done.err) == (3, "", NIGHT)
    last_step = at(moment, aoc, "init", "mine").err.splitlines()[-1]
    assert last_step.endswith(" new --wait --open --watch")


def test_on_the_eve_whoever_names_an_old_year_gets_it(aoc: Aoc, old: Project) -> None:
    moment = "2026-12-01 04:59"
    for command in ("run 3", "run", "status 2025", "status -y 2025"):
        assert "2026" not in at(moment, aoc, *command.split()).err, command
    for command, day in (("new 2", 2), ("new --year 2025", 1)):
        done = at(moment, aoc, *command.split())
        assert done.out.startswith(f"{module(2025, day)}: ")
    assert at(moment, aoc, "new", AOC_YEAR="2025").out.startswith(f"{module(2025, 4)}")


@pytest.mark.parametrize("moment", ["2026-11-25 04:59", BEGUN, JULY])
def test_at_other_times_no_event_is_near(aoc: Aoc, moment: str) -> None:
    assert at(moment, aoc, "new").code == 0
    assert "locked" not in at(moment, aoc, "status").err
    assert "--wait" not in at(moment, aoc, "init", "mine").err


def test_a_year_that_was_named_goes_before_the_season(aoc: Aoc, old: Project) -> None:
    for moment in (BEGUN, OVER, JULY):
        assert address(moment, aoc, "2021/1") == "2021/day/1"
        assert address(moment, aoc, "1", "--year", "2020") == "2020/day/1"
        assert address(moment, aoc, "1", AOC_YEAR="2019") == "2019/day/1"
    old.configure("year = 2021")
    for moment in (BEGUN, OVER, JULY):
        assert address(moment, aoc, "1") == "2021/day/1"
        assert address(moment, aoc) == "2021/day/21"
        assert address(moment, aoc, "1", AOC_YEAR="2019") == "2019/day/1"
    assert at(BEGUN, aoc, "run", "1", AOC_YEAR="soon").code == 2
    assert at(BEGUN, aoc, "new").out.startswith(f"{module(2021, 2)}: ")


def test_after_the_last_day_no_day_means_the_newest_or_the_last(aoc: Aoc, old: Project) -> None:
    assert address(OVER, aoc) == "2026/day/12"
    assert "`aoc new 2026/12`" in at(OVER, aoc, "run").err
    old.day(5, SOLVED, year=2026)
    assert address(OVER, aoc) == "2026/day/5"
    assert at(OVER, aoc, "run").err.startswith("aoc: there is no input for 2026/05: ")
    assert address("2026-12-12 12:00", aoc) == "2026/day/12"


def test_new_makes_the_day_of_today_and_after_the_event_the_first_that_is_missing(
    aoc: Aoc, old: Project
) -> None:
    for moment, day in (("2026-12-04 12:00", 4), (OVER, 1), (JANUARY, 2)):
        assert at(moment, aoc, "new").out.startswith(f"{module(2026, day)}: ")
    for day in range(1, 13):
        old.day(day, SOLVED, year=2026)
    done = at(JULY.replace("2026", "2027"), aoc, "new")
    assert (done.code, done.out) == (2, "")
    assert done.err == ("aoc: all days of 2026 are in days/: name one, as in `aoc new 2015/1`\n")


@pytest.mark.parametrize(
    ("moment", "args", "puzzle"),
    [
        ("2026-11-26 12:00", (), "2026/01"),
        ("2026-07-01 12:00", ("1",), "2026/01"),
        ("2026-11-30 20:00", ("5", "--year", "2027"), "2027/05"),
        ("2026-12-01 05:03", ("2",), "2026/02"),
        ("2026-12-06 17:10", (), "2026/07"),
        ("2026-12-12 04:59", (), "2026/12"),
    ],
)
def test_with_wait_it_is_the_next_puzzle_or_a_day_of_its_event(
    aoc: Aoc, old: Project, moment: str, args: tuple[str, ...], puzzle: str
) -> None:
    for day in (1, 5, 11):
        old.day(day, SOLVED, year=2026)
    if moment < "2026-12":
        shutil.rmtree(old.root / "days" / "year2026")
    at(moment, aoc, "open", BROWSER="true")
    process = aoc.start("new", *args, "--wait")
    assert process.stderr
    process.stderr.readline()  # Nobody is logged in.
    line = process.stderr.readline().decode()
    process.terminate()
    process.communicate()
    assert line.startswith(f"aoc: {puzzle} unlocks in ")


@pytest.mark.slow
def test_with_wait_it_is_todays_puzzle_if_its_files_are_not_there(aoc: Aoc, old: Project) -> None:
    aoc.is_process = True  # Else a wait would have no end.
    for args in ((), ("6",)):
        done = at("2026-12-06 16:50", aoc, "new", *args, "--wait")
        assert (done.code, done.out.count("\n")) == (0, 2)
        assert done.out.startswith(f"{module(2026, 6)}: ")
        shutil.rmtree(old.root / "days" / "year2026")
        shutil.rmtree(old.root / "tests" / "year2026")


@pytest.mark.parametrize("moment", ["2026-12-12 05:01", "2027-10-31 12:00"])
def test_waiting_after_the_event_says_when_the_next_begins(
    aoc: Aoc, old: Project, moment: str
) -> None:
    aoc.is_process = True  # Else a wait would have no end.
    old.day(12, SOLVED, year=2026)
    done = at(moment, aoc, "new", "--wait")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "aoc: 2027/01, the next puzzle, unlocks on Wed 1 Dec 2027 at 05:00 UTC: "
        "try again in November\n"
    )


def test_a_chosen_year_has_no_next_puzzle(aoc: Aoc) -> None:
    aoc.is_process = True  # Else a wait would have no end.
    done = at("2026-11-30 20:00", aoc, "new", "--wait", AOC_YEAR="2025")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "aoc: the next puzzle is not one of 2025: `aoc new --wait --year 2026` waits for it\n"
    )


def test_the_address_of_a_puzzle_is_a_day(aoc: Aoc) -> None:
    word = "www.adventofcode.com/2020/day/07/input"
    assert address(BEGUN, aoc, word) == "2020/day/7"
    word = "https://adventofcode.com/2020/day/7#part2"
    assert "2020/07" in at(BEGUN, aoc, "run", word).err
    assert at(BEGUN, aoc, "new", word).out.startswith(f"{module(2020, 7)}: ")


def test_an_answer_is_sent_to_the_running_event(aoc: Aoc, site: Site, account: Account) -> None:
    aoc.project.variables["AOC_YEAR"] = ""
    site.put(Puzzle(2026, 1, "Made up", "x", "7", "8"))
    at(BEGUN, aoc, "submit", "--answer", "9")
    assert "POST /2026/day/1/answer level=1 answer=9" in site.asked()


@pytest.mark.windows
def test_paths_are_shown_as_seen_from_the_current_folder(aoc: Aoc, old: Project) -> None:
    folder = "days/year2021"
    shown = os.path.join("..", "year2025", "day02.py")
    assert f"because {shown} does not exist" in at(JULY, aoc, "run", "2", folder=folder).err
    assert at(JULY, aoc, "new", "2", folder=folder).out.startswith(f"{shown}: ")
    old.day(5, "import nothing", year=2025)
    broken = os.path.join("..", "..", module(2025, 5))
    assert f"{broken} cannot be imported" in at(JULY, aoc, "run", "5", folder=folder).out


def test_the_last_day_of_an_event_has_no_part_2_but_runs_one_that_is_there(
    aoc: Aoc, old: Project
) -> None:
    old.day(12, SOLVED.partition("\n\n\n")[0], year=2025)
    run = ("run", "2025/12", "--input", "-")
    assert [result["part"] for result in aoc(*run, "--json", stdin="x").results] == [1]
    assert "part 2" not in aoc(*run, stdin="x").out
    done = aoc(*run, "--part", "2", stdin="x")
    assert (done.code, done.out) == (2, "")
    assert "2025/12 has no part 2: the last day of an event has one part" in done.err
    old.day(12, SOLVED, year=2025)
    done = aoc(*run, "--part", "2", "--json", stdin="x")
    assert [result["answer"] for result in done.results] == ["2"]
