"""When the stars came, by the page of times, and who was first on a private board.

The pages are those of the emulated site.
"""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from aoc.site import accounts, pages
from aoc.site.pages import LATE
from aoc.site.recent_copies import FRESH
from aoc.site.stars import (
    Member,
    YearStars,
    day_times,
    find_year_stars,
    time_between,
)
from tests.emulator import Account, Clock, Site, unlock_time
from tests.support.aoc import Aoc
from tests.support.program import Project

NOON = unlock_time(2021, 25) + timedelta(hours=12)
TIMES = "GET /2021/leaderboard/self"
RANKED = """\
<main><article><p>These are your times.</p>
<pre>      <span class="leaderboard-daydesc-first">--------Part 1--------</span>   <span \
class="leaderboard-daydesc-both">--------Part 2--------</span>
Day   <span class="leaderboard-daydesc-first">    Time   Rank  Score</span>   <span \
class="leaderboard-daydesc-both">    Time   Rank  Score</span>
 25       &gt;24h  12345      0          -      -      -
 10   13:49:09   7531      0       &gt;24h   9216      0
  1   00:03:07    512      0   00:04:59    498      0
</pre></article></main>
"""
UNRANKED = """\
<main><article><pre>      <span class="leaderboard-daydesc-first">-Part 1-</span>   <span \
class="leaderboard-daydesc-both">-Part 2-</span>
 12       &gt;24h          -
  1   00:03:07   00:04:59
</pre></article></main>
"""


class Own:
    """What is known of the stars of an account, and of their times."""

    def __init__(self, aoc: Aoc, account: Account, folder: Path) -> None:
        self.aoc, self.account, self.folder = aoc, account, folder

    def remember(self, name: str, value: object, age: float) -> None:
        found = {"asked": NOON.timestamp() - age, "value": value}
        (self.folder / f"2021_{name}.json").write_text(json.dumps(found))

    def remember_calendar(self, **stars: int) -> None:
        """Let it be known all the time which stars there are: `d21=2` for both of day 21."""
        self.remember(
            "calendar", {day[1:]: count for day, count in stars.items()}, 30 - FRESH
        )

    def remember_page(self, **times: list[float | None]) -> None:
        self.remember("times", {day[1:]: pair for day, pair in times.items()}, 60)

    def find(self, *, token: bool = True) -> YearStars:
        with self.aoc.here():
            account = accounts.Account(
                self.account.id, self.account.token if token else None
            )
            return find_year_stars(account, 2021, asks_times=True)[0]


@pytest.fixture
def own(aoc: Aoc, account: Account, project: Project, clock: Clock) -> Own:
    clock.set(NOON)
    return Own(aoc, account, project.account_files(account.id))


def times_of(found: YearStars) -> dict[int, tuple[float | None, float | None]]:
    """Return the times of the days that have one."""
    return {day: pair for day, pair in found.after.items() if pair != (None, None)}


def test_the_page_of_an_event_with_or_without_ranks_is_read() -> None:
    assert pages.star_times(RANKED) == {
        25: (LATE, None),
        10: (13 * 3600 + 49 * 60 + 9, LATE),
        1: (187, 299),
    }
    assert pages.star_times(UNRANKED) == {12: (LATE, None), 1: (187, 299)}


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<main><article><pre></pre></article></main>",
    ],
)
def test_any_other_page_has_none_at_all(html: str) -> None:
    assert pages.star_times(html) is None


def test_it_is_not_asked_for_when_every_star_has_its_time(own: Own) -> None:
    own.remember_calendar()
    assert times_of(own.find()) == {}
    own.remember_calendar(d1=2, d2=1)
    own.remember_page(d1=[187, LATE], d2=[300, None])
    assert times_of(own.find()) == {1: (187, LATE), 2: (300, None)}


def test_it_is_never_asked_for_without_a_token_or_before_the_event(
    own: Own, account: Account, clock: Clock
) -> None:
    account.solve(2021, 1)
    own.remember_calendar(d1=2)
    found = [own.find(token=False)]
    clock.set(unlock_time(2021, 1) - timedelta(seconds=1))
    for one in (*found, own.find()):
        assert (one.counts[1], times_of(one), one.problem) == (2, {}, None)


@pytest.mark.parametrize("text", ["", "[]", "null", '{"asked": 1}', "[" * 100_000])
def test_a_broken_file_is_asked_for_again(
    own: Own, site: Site, account: Account, text: str
) -> None:
    account.solve(2021, 1)
    own.remember_calendar(d1=2)
    (own.folder / "2021_times.json").write_text(text)
    assert times_of(own.find()) == {1: (600, 1200)}
    assert site.asked() == [TIMES]


def test_a_star_that_comes_before_the_first_one_has_no_time_between() -> None:
    assert time_between(600, 500) is None
    assert time_between(None, 500) is time_between(500, None) is None
    assert time_between(500, 500) == 0


START = int(unlock_time(2021, 21).timestamp())


def member(number: int, *stars: int) -> Member:
    """A member with stars of day 21, so many seconds after the unlock."""
    first, second, *_ = [*(START + after for after in stars), None, None]
    stars_at = {21: (first, second)}
    return Member(2021, 1, 1, number, f"m{number}", 0, 0, None, stars_at)


def test_who_was_done_first_on_a_day_stands_first() -> None:
    members = member(4), member(3, 300), member(2, 90, 900), member(1, 600, 800)
    rows = day_times(members, 21)
    assert [(row["id"], row["between_seconds"]) for row in rows] == [
        (1, 200),
        (2, 810),
        (3, None),
        (4, None),
    ]
    assert rows[2]["part1_after_seconds"] == 300
