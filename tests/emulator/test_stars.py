"""Checks when the stars came: what the page of times says, which source counts, when it is asked.

The page is that of the emulated site, over real TLS.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from aoc import model
from aoc.site import client, pages, recent_copies, stars
from aoc.site.accounts import Account
from aoc.site.recent_copies import FRESH
from aoc.site.stars import LATE, YearStars, find_year_stars, time_between
from tests.emulator import Site, accounts, unlock_time
from tests.emulator.program import led_here

pytestmark = pytest.mark.usefixtures("own")

USER = "github.alice.1001"
DAY = 24 * 60 * 60
NOON = unlock_time(2021, 25).timestamp() + 12 * 3600
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


@pytest.fixture
def alice(site: Site) -> accounts.Account:
    return site.account("alice")


@pytest.fixture
def own(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of an account of which everything is known but the times; it is noon."""
    folder = tmp_path / USER
    folder.mkdir()
    for name in list(os.environ):
        if name.startswith("AOC"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    set_clock(monkeypatch, NOON)
    with led_here(site, tmp_path, monkeypatch):
        yield folder


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: float) -> None:
    for module in (model, client, recent_copies, stars):
        monkeypatch.setattr(module, "now", lambda: moment)


def remember_calendar(own: Path, **stars: int) -> None:
    """Let it be known all the time which stars there are: `d21=2` for both of day 21."""
    found = {"asked": NOON + FRESH - 30, "value": {day[1:]: count for day, count in stars.items()}}
    (own / "2021_calendar.json").write_text(json.dumps(found))


def remember_page(own: Path, **times: list[float | None]) -> None:
    found = {"asked": NOON - 60, "value": {day[1:]: pair for day, pair in times.items()}}
    (own / "2021_times.json").write_text(json.dumps(found))


def remember_board(own: Path, day: int, *moments: float, member: int = 1001) -> None:
    parts = {str(part): {"get_star_ts": int(at)} for part, at in enumerate(moments, 1)}
    who = {
        "name": "alice",
        "stars": 1,
        "local_score": 1,
        "last_star_ts": 1,
        "completion_day_level": {str(day): parts},
    }
    board = {"owner_id": 1, "members": {str(member): who}}
    (own / "2021_board_1.json").write_text(json.dumps({"value": board, "asked": 1}))


def after(day: int, seconds: float) -> float:
    return unlock_time(2021, day).timestamp() + seconds


def find(alice: accounts.Account, year: int = 2021, *, offline: bool = False) -> YearStars:
    return find_token(alice.token, year, offline=offline)


def find_token(token: str | None, year: int = 2021, *, offline: bool = False) -> YearStars:
    return find_year_stars(Account(USER, token), None, year, offline=offline)[0]


def times_of(found: YearStars) -> dict[int, tuple[float | None, float | None]]:
    """Return the times of the days that have one."""
    return {day: pair for day, pair in found.after.items() if pair != (None, None)}


def test_the_page_of_an_event_with_ranks_is_read() -> None:
    assert pages.star_times(RANKED) == {
        25: (LATE, None),
        10: (13 * 3600 + 49 * 60 + 9, LATE),
        1: (187, 299),
    }


def test_the_page_of_an_event_without_ranks_is_read() -> None:
    assert pages.star_times(UNRANKED) == {12: (LATE, None), 1: (187, 299)}


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<main><article><pre></pre></article></main>",
        RANKED.replace("00:04:59", "00:99:59"),
        RANKED.replace("00:04:59    498      0", "00:04:59    498"),
        RANKED[: RANKED.index("  1   00")] + "<b>",
    ],
)
def test_any_other_page_has_none_at_all(html: str) -> None:
    assert pages.star_times(html) is None


@pytest.mark.parametrize("year", [2021, 2025])
def test_the_times_of_the_site_are_those_of_its_page(
    site: Site, alice: accounts.Account, year: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.event(year)
    alice.solve(year, 1)
    alice.solve(year, 2, 1)
    alice.award(year, 3, 1, unlock_time(year, 3) + timedelta(hours=23, minutes=59, seconds=59))
    alice.award(year, 3, 2, unlock_time(year, 3) + timedelta(days=3))
    moment = unlock_time(year, 12).timestamp()
    set_clock(monkeypatch, moment)
    site.clock.set(unlock_time(year, 12))
    times = find(alice, year)
    assert times.problem is None
    assert times_of(times) == {1: (600, 1200), 2: (600, None), 3: (DAY - 1, LATE)}


def test_it_is_not_asked_for_when_every_star_has_its_time(
    site: Site, alice: accounts.Account, own: Path
) -> None:
    remember_calendar(own, d1=2, d2=1)
    remember_page(own, d1=[187, LATE])
    remember_board(own, 2, after(2, 300))
    assert times_of(find(alice)) == {1: (187, LATE), 2: (300, None)}
    assert site.requests == ()


def test_it_is_not_asked_for_without_a_star(site: Site, alice: accounts.Account, own: Path) -> None:
    remember_calendar(own)
    assert times_of(find(alice)) == {}
    assert site.requests == ()


def test_it_is_never_asked_for_offline_without_a_token_or_before_the_event(
    site: Site, alice: accounts.Account, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.solve(2021, 1)
    remember_calendar(own, d1=2)
    found = [find(alice, offline=True), find_token(None)]
    set_clock(monkeypatch, unlock_time(2021, 1).timestamp() - 1)
    for one in (*found, find(alice)):
        assert (one.counts[1], times_of(one), one.problem) == (2, {}, None)
    assert site.requests == ()


def test_the_page_of_times_counts_more_than_a_board(
    site: Site, alice: accounts.Account, own: Path
) -> None:
    remember_page(own, d1=[187, 299])
    remember_board(own, 1, after(1, 188), after(1, 300))
    assert times_of(find(alice, offline=True)) == {1: (187, 299)}


def test_a_late_star_has_the_time_of_a_board(
    site: Site, alice: accounts.Account, own: Path
) -> None:
    remember_page(own, d1=[187, LATE])
    remember_board(own, 1, after(1, 187), after(1, 2 * DAY))
    assert times_of(find(alice, offline=True)) == {1: (187, 2 * DAY)}


def test_the_board_counts_only_for_its_member(
    site: Site, alice: accounts.Account, own: Path
) -> None:
    remember_board(own, 1, after(1, 187), member=1002)
    assert times_of(find(alice, offline=True)) == {}


@pytest.mark.parametrize("seconds", [3600, -5], ids=["against the page", "before the unlock"])
def test_a_time_that_cannot_be_that_of_the_star_is_not_taken(
    site: Site, alice: accounts.Account, own: Path, seconds: int
) -> None:
    remember_page(own, d1=[LATE, None])
    remember_board(own, 1, after(1, seconds))
    assert times_of(find(alice, offline=True)) == {1: (LATE, None)}


@pytest.mark.parametrize("text", ["", "[]", "null", '{"asked": 1}', "[" * 100_000])
def test_a_broken_file_is_asked_for_again(
    site: Site, alice: accounts.Account, own: Path, text: str
) -> None:
    alice.solve(2021, 1)
    remember_calendar(own, d1=2)
    (own / "2021_times.json").write_text(text)
    assert times_of(find(alice)) == {1: (600, 1200)}


def test_a_star_that_comes_before_the_first_one_has_no_time_between() -> None:
    assert time_between(600, 500) is None
    assert time_between(None, 500) is time_between(500, None) is None
    assert time_between(500, 500) == 0
