"""What the commands that take one day say of several, and that some of them need no project."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.emulator import Account, Site, dice_sheet, unlock_time
from tests.emulator.program import aoc
from tests.program import Project

pytestmark = pytest.mark.slow

COMMANDS = ("new", "open", "read", "submit")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("words", "example"),
    [
        (["2,4"], "2021/02"),
        (["2", "4"], "2021/02"),
        (["all"], "2021/01"),
        (["2015/3-5"], "2015/03"),
    ],
)
def test_several_days_are_answered_with_a_sentence_of_the_command(
    project: Project, command: str, words: list[str], example: str
) -> None:
    done = project.run(command, *words)
    name = f"python -m aoc {command}"
    assert (done.code, done.out) == (2, "")
    assert done.err == (f"aoc: `{name}` takes one day: write, for example, `{name} {example}`\n")


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder without a project."""
    folder = tmp_path / "nowhere"
    folder.mkdir()
    return folder


def run(site: Site, folder: Path, alice: Account, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a command outside of a project, after the event."""
    env = {"AOC_NOW": str(unlock_time(2021, 25).timestamp() + 43200)}
    return aoc(site, folder, *args, token=alice.token, env=env)


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        ("open 2021/21 --print", "https://adventofcode.com/2021/day/21\n"),
        ("read 2021/21", "## 2021/21 Dirac Dice\n"),
        ("status", "Advent of Code 2021: 2 of 50 stars, github.alice.1001\n"),
        ("leaderboard 1001", "Leaderboard 1001, Advent of Code 2021\n"),
    ],
)
def test_it_needs_no_project(
    site: Site, nowhere: Path, alice: Account, args: str, shown: str
) -> None:
    alice.solve(2021, 1)
    site.boards["alice"] = ["alice"]
    done = run(site, nowhere, alice, *args.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(shown)


def test_an_answer_is_submitted_without_a_project(
    site: Site, nowhere: Path, alice: Account
) -> None:
    right = dice_sheet(7, 1).answer1
    done = run(site, nowhere, alice, "submit", "2021/21", "--answer", right)
    assert done.returncode == 0, done.stderr
    assert site.count("POST") == 1
    assert list(nowhere.iterdir()) == []


@pytest.mark.parametrize("command", ["open", "read", "submit --answer 5"])
def test_without_a_project_and_a_day_it_says_how_to_name_one(
    site: Site, nowhere: Path, alice: Account, command: str
) -> None:
    env = {"AOC_NOW": str(unlock_time(2021, 25).timestamp() + 60 * 86400)}
    done = aoc(site, nowhere, *command.split(), token=alice.token, env=env)
    assert done.returncode == 2
    assert done.stderr == (
        "aoc: no puzzle unlocks today, and no day of 2021 is in days/: name a day, such as 1 "
        "or 2021/1, or create one with `python -m aoc new DAY`\n"
    )
