"""The leaderboards of the emulated site: one's own times, and private boards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from html import escape

from .accounts import Account
from .clock import unlock_time
from .pages import frame
from .puzzles import Event

PLACE = (1234, 0)
"""The rank and score that everybody has for every star."""


def own_times(account: Account, event: Event) -> str:
    """Return the page of an account's times, with ranks and scores before 2025."""
    year = event.year
    title = f"Personal Leaderboard Statistics - Advent of Code {year}"
    if not account.count_stars(year):
        return frame(title, account, year, "<p>You haven't collected any stars... yet.</p>")
    ranked = year < 2025
    lines = ["      " + heads("-Part 1-", "-Part 2-")]
    if ranked:
        lines = ["      " + heads("--------Part 1--------", "--------Part 2--------")]
        lines.append("Day   " + heads(*["    Time   Rank  Score"] * 2))
    for day in sorted(event.puzzles, reverse=True):
        if account.solved(year, day):
            cells = (own_star(account, year, day, part, ranked=ranked) for part in (1, 2))
            lines.append(f"{day:3}   " + "   ".join(cells))
    rows = "\n".join(lines)
    table = f"<article><p>This is how fast you were.</p>\n<pre>{rows}\n</pre></article>"
    return frame(title, account, year, table)


def heads(first: str, second: str) -> str:
    """Return what stands over the columns of both parts."""
    return (
        f'<span class="leaderboard-daydesc-first">{first}</span>   '
        f'<span class="leaderboard-daydesc-both">{second}</span>'
    )


def own_star(account: Account, year: int, day: int, part: int, *, ranked: bool) -> str:
    """Return the cells of one star: the time since the unlock, its rank and score."""
    star = account.stars.get((year, day, part))
    taken = star and clock_time(star.time - unlock_time(year, day))
    time, rank, score = (taken, *PLACE) if taken else "---"
    return escape(f"{time:>8}") + (f"{rank:>7}{score:>7}" if ranked else "")


def clock_time(taken: timedelta) -> str:
    """Return hours, minutes and seconds, or that it was more than a day."""
    if taken > timedelta(hours=24):
        return ">24h"
    minutes, seconds = divmod(int(taken.total_seconds()), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"


def private_board(event: Event, owner: Account, members: Sequence[Account]) -> dict[str, object]:
    """Return the JSON of a private board.

    The first of N members to get a star has N points for it, the next one less, and so on.
    """
    scores = {member.number: 0 for member in members}
    for day in event.puzzles:
        for part in (1, 2):
            stars = {member.number: member.stars.get((event.year, day, part)) for member in members}
            got = sorted((star.time, star.index, who) for who, star in stars.items() if star)
            for place, (*_, who) in enumerate(got):
                scores[who] += len(members) - place
    return {
        "event": str(event.year),
        "owner_id": owner.number,
        "members": {
            str(member.number): board_member(member, event, scores[member.number])
            for member in members
        },
    }


def board_member(account: Account, event: Event, score: int) -> dict[str, object]:
    """Return one member of a private board."""
    days: dict[str, dict[str, dict[str, int]]] = {}
    times = [0]
    for (year, day, part), star in sorted(account.stars.items()):
        if year == event.year:
            times.append(int(star.time.timestamp()))
            got = {"get_star_ts": times[-1], "star_index": star.index}
            days.setdefault(str(day), {})[str(part)] = got
    return {
        "id": account.number,
        "name": account.name,
        "stars": len(times) - 1,
        "local_score": score,
        "last_star_ts": max(times),
        "completion_day_level": days,
    }
