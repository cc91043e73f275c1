"""When the stars came, by the page of times, and who was first on a private board.

The pages are those of the emulated site.
"""

from __future__ import annotations

from datetime import timedelta

from aoc.site import pages
from aoc.site.pages import LATE
from aoc.site.recent_copies import FRESH
from aoc.site.stars import Member, day_times, time_between
from tests.emulator import Account, Clock, Site, unlock_time
from tests.support.aoc import Aoc
from tests.support.program import Project

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


def test_the_page_of_an_event_with_or_without_ranks_is_read() -> None:
    assert pages.star_times(RANKED) == {
        25: (LATE, None),
        10: (13 * 3600 + 49 * 60 + 9, LATE),
        1: (187, 299),
    }
    assert pages.star_times(UNRANKED) == {12: (LATE, None), 1: (187, 299)}


def test_any_other_page_has_none_at_all() -> None:
    for html in ("", "<main><article><pre></pre></article></main>"):
        assert pages.star_times(html) is None


def test_the_page_is_asked_for_again_where_a_star_has_no_time_or_the_file_is_broken(
    aoc: Aoc, site: Site, account: Account, project: Project, clock: Clock
) -> None:
    site.expect("GET /2021")
    clock.set(unlock_time(2021, 1) - timedelta(seconds=1))
    assert aoc("status", "--times").code == 0
    assert not {"GET /2021", TIMES} & {*site.asked()}
    clock.set(unlock_time(2021, 25))
    account.solve(2021, 1)
    assert "00:10:00" in aoc("status", "--times").out
    assert TIMES in site.asked()
    clock.advance(2 * FRESH)
    for text in ("", "[]", "null", '{"asked": 1}', "[" * 100_000):
        assert "00:10:00" in aoc("status", "--times").out
        assert TIMES not in site.asked(), "every star has its time"
        path = project.account_files(account.id) / "2021_times.json"
        path.write_text(text)
        assert "00:10:00" in aoc("status", "--times").out
        assert TIMES in site.asked()
    del project.variables["AOC_SESSION"]
    path.unlink()
    assert aoc("status", "--times").code == 0
    assert site.asked() == []


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
    between = [(row["id"], row["between_seconds"]) for row in rows]
    assert between == [(1, 200), (2, 810), (3, None), (4, None)]
    assert rows[2]["part1_after_seconds"] == 300
