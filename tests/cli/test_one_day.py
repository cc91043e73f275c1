"""What the commands that take one day say of several, and that some of them need no project."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.emulator import Account, Clock, Site, dice_sheet, unlock_time
from tests.support.aoc import Aoc


@pytest.mark.parametrize(
    ("command", "words", "example"), [("new", "2,4", "2021/02"), ("submit", "2015/3-5", "2015/03")]
)
def test_several_days_are_answered_with_a_sentence_of_the_command(
    aoc: Aoc, command: str, words: str, example: str
) -> None:
    done = aoc(command, *words.split())
    name = f"aoc {command}"
    assert (done.code, done.out) == (2, "")
    assert done.err == (f"aoc: `{name}` takes one day: write, for example, `{name} {example}`\n")


@pytest.fixture
def nowhere(account: Account, clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder without a project, after the event."""
    clock.set(unlock_time(2021, 25) + timedelta(hours=12))
    return tmp_path_factory.mktemp("nowhere")


@pytest.mark.parametrize(
    ("args", "shown", "asked"),
    [
        ("read 2021/21", "## 2021/21 Dirac Dice\n", ["GET /2021/day/21"]),
        (
            "leaderboard 1001",
            "Leaderboard 1001, Advent of Code 2021\n",
            ["GET /2021/leaderboard/private/view/1001.json"],
        ),
        ("status", "Advent of Code 2021: 2 of 50 stars, github.alice.1001\n", ["GET /2021"]),
    ],
)
def test_it_needs_no_project(
    aoc: Aoc, site: Site, nowhere: Path, account: Account, args: str, shown: str, asked: list[str]
) -> None:
    account.solve(2021, 1)
    site.boards["alice"] = ["alice"]
    done = aoc(*args.split(), folder=nowhere)
    assert (done.code, done.err, site.asked()) == (0, "", asked)
    assert done.out.startswith(shown)


def test_an_answer_is_submitted_without_a_project(aoc: Aoc, site: Site, nowhere: Path) -> None:
    right = dice_sheet(7, 1).answer1
    done = aoc("submit", "2021/21", "--answer", right, folder=nowhere)
    assert done.code == 0, done.err
    assert sum(request.startswith("POST") for request in site.asked()) == 1
    assert list(nowhere.iterdir()) == []


def test_without_a_project_and_a_day_it_says_how_to_name_one(
    aoc: Aoc, clock: Clock, nowhere: Path
) -> None:
    clock.advance(60 * 86400)
    done = aoc("open", folder=nowhere)
    assert done.code == 2
    assert done.err == (
        "aoc: no puzzle unlocks today, and no day of 2021 is in days/: name a day, such as 1 "
        "or 2021/1, or create one with `aoc new DAY`\n"
    )
