"""`aoc status DAY`: the answers to a day, and when its stars came."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.emulator import Account, Clock, Site, dice_sheet, unlock_time
from tests.support.aoc import Aoc
from tests.support.day21 import RIGHT, RIGHT_2, TESTS, table
from tests.support.program import Project

UNLOCK = unlock_time(2021, 21)


class Evening:
    """Somebody who solves day 21 with the program, at minutes after the unlock."""

    def __init__(self, aoc: Aoc, clock: Clock) -> None:
        self.aoc = aoc
        self.clock = clock

    def at(self, minutes: float, *words: str, code: int = 0, token: str = "") -> str:
        """Run the program, which exits with a code, and return what it prints."""
        self.clock.set(UNLOCK + timedelta(minutes=minutes))
        done = self.aoc(*words, env={"AOC_SESSION": token} if token else {})
        assert done.code == code, done
        return done.out

    def solve(self) -> None:
        """Be wrong, and get both stars."""
        self.at(12, "submit", "21", "--answer", "1", code=1)
        self.at(14.5, "submit", "21", "--answer", RIGHT)
        self.at(504.5, "run", "21", "--submit")

    def answers(self, *words: str) -> list[str]:
        """Return the rows of answers."""
        lines = self.at(600, "status", "21", *words).splitlines()
        # The heading is above them.
        return [" ".join(line.split()) for line in lines[2:]]


@pytest.fixture
def evening(
    aoc: Aoc, site: Site, account: Account, project: Project, clock: Clock
) -> Evening:
    site.expect("GET /*", "POST *")
    project.variables["TZ"] = "UTC"
    project.day(21, table(), TESTS)
    # The clock stands still in this process alone.
    aoc.is_process = False
    return Evening(aoc, clock)


def test_the_answers_to_a_day_are_listed(evening: Evening) -> None:
    evening.solve()
    shown = evening.at(600, "status", "21")
    assert shown.startswith("2021/21 Dirac Dice: 2 stars, github.alice.1001\n\n")
    heading, *rows = evening.answers()
    assert heading == "sent at part answer reply"
    assert [row[:16] + row[19:] for row in rows] == [
        "2021-12-21 05:12 1 1 too low",
        f"2021-12-21 05:14 1 {RIGHT} right",
        f"2021-12-21 13:24 2 {RIGHT_2} right",
    ]
    [day] = evening.aoc("status", "21", "--json").lines
    replies = [answer["reply"] for answer in day["answers"]]
    assert replies == ["too low", "right", "right"]
    sent_at = day["answers"][0]["at"]
    assert sent_at == pytest.approx(UNLOCK.timestamp() + 720, abs=30)


def test_with_times_it_has_the_site_s_times_and_no_others(
    evening: Evening, account: Account
) -> None:
    account.solve(2021, 21)
    shown = evening.at(30, "status", "21", "--times").splitlines()
    assert [line.split() for line in shown[-2:]] == [
        ["day", "star", "1", "star", "2", "between"],
        ["21", "00:10:00", "00:20:00", "00:10:00"],
    ]


def test_an_answer_that_was_typed_into_the_form_of_the_site_comes_with_its_page(
    evening: Evening, account: Account
) -> None:
    account.solve(2021, 21)
    nothing = "no answer was sent from this computer, and none is in the cache"
    assert evening.answers() == [nothing]
    evening.at(31, "read", "21", "--update")
    assert evening.answers()[-1].split() == ["2", RIGHT_2, "right"]


def test_an_answer_beside_a_pasted_input_is_listed(
    evening: Evening, project: Project
) -> None:
    inputs = project.root / "inputs" / "2021"
    inputs.mkdir(parents=True)
    (inputs / "21.answers").write_text("17\n", encoding="utf-8")
    assert evening.answers()[-1] == "1 17 right"


def test_each_account_has_its_own_answers(evening: Evening, site: Site) -> None:
    evening.solve()
    bob = site.account("bob")
    bob.give(2021, 21, dice_sheet(7, 1))
    evening.at(520, "submit", "21", "--answer", RIGHT, token=bob.token or "")
    assert len(evening.answers("--user", "alice")) == 1 + 3
    assert len(evening.answers("--user", "bob")) == 1 + 1


def test_a_locked_day_has_nothing_to_show(evening: Evening) -> None:
    assert evening.at(-600, "status", "21", code=3) == ""
