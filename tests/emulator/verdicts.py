"""The verdicts of the emulated site: what it says to an answer, in its own words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from html import escape
from math import ceil

from .accounts import Account, Attempts
from .puzzles import Event, Puzzle, Sheet

WRONG_LEVEL = "You don't seem to be solving the right level.  Did you already complete it?"
TOO_RECENTLY = (
    "You gave an answer too recently; you have to wait after submitting an answer before trying "
    "again."
)
CONGRATULATIONS = (
    "Congratulations!  You've finished every puzzle in Advent of Code {}!  I hope you had as much "
    "fun solving them as I had making them for you."
)
WAITS = ((7, 10), (4, 5))
"""From how many misses on how many minutes have to be waited; below that it is one."""


def judge(
    account: Account,
    event: Event,
    puzzle: Puzzle,
    level: int,
    answer: str,
    *,
    others: Iterable[Sheet],
    now: datetime,
) -> str:
    """Judge an answer: change stars, misses and waits of the account; return the verdict as HTML.

    `level` is part 1 or 2; `others` is what the other accounts have for this puzzle.
    """
    year, day = puzzle.year, puzzle.day
    back = f'<a href="/{year}/day/{day}">[Return to Day {day}]</a>'
    if level != account.solved(year, day) + 1:
        return f"<p>{WRONG_LEVEL} {back}</p>"
    if level == 2 and puzzle.answer2 is None:
        if stars_missing(account, event):
            return f"<p>{WRONG_LEVEL} {back}</p>"
        account.award(year, day, level, now)
        return f"<p>{CONGRATULATIONS.format(year)}</p>"
    attempts = account.attempts.setdefault((year, day), Attempts())
    if attempts.wait_until and now < attempts.wait_until:
        left = (attempts.wait_until - now).total_seconds()
        return f"<p>{too_recently(left)} {back}</p>"
    right = account.sheet(puzzle).answer(level)
    if answer == right:
        account.award(year, day, level, now)
        return right_answer(puzzle, level)
    attempts.misses += 1
    minutes = next((wait for misses, wait in WAITS if attempts.misses >= misses), 1)
    attempts.wait_until = now + timedelta(minutes=minutes)
    clue = ""
    if any(answer == sheet.answer(level) for sheet in others):
        clue = (
            "; curiously, it's the right answer for someone else; you might be logged in to the "
            "wrong account or just unlucky.  In any case, you need to be using your puzzle input"
        )
    elif right is not None and answer.isdecimal() and right.isdecimal():
        size = "high" if int(answer) > int(right) else "low"
        clue = f"; your answer is too {size}"
    return f"<p>{wrong_answer(year, clue, answer, attempts.misses, minutes)} {back}</p>"


def stars_missing(account: Account, event: Event) -> int:
    """Return how many stars are missing before the last one of an event is given."""
    return 2 * len(event.puzzles) - 1 - account.count_stars(event.year)


def right_answer(puzzle: Puzzle, level: int) -> str:
    """Say that an answer is right."""
    year, day = puzzle.year, puzzle.day
    praise = (
        'That\'s the right answer!  You are <span class="day-success">one gold star</span> '
        "closer to finding the sleigh keys."
    )
    if level == 1:
        return f'<p>{praise} <a href="/{year}/day/{day}#part2">[Continue to Part Two]</a></p>'
    calendar = f'<a href="/{year}">[Return to Your Advent Calendar]</a>'
    return f"<p>{praise}</p><p>You have completed Day {day}! You can {calendar}.</p>"


def wrong_answer(year: int, clue: str, answer: str, misses: int, minutes: int) -> str:
    """Say that an answer is wrong, and how long to wait."""
    wait = "Please wait one minute before trying again."
    if minutes > 1:
        wait = (
            f"Because you have guessed incorrectly {misses} times on this puzzle, "
            f"please wait {minutes} minutes before trying again."
        )
    if year < 2021:  # Older years repeat the guess.
        guess = f'<span style="white-space:nowrap;"><code>{escape(answer)}</code>.)</span>'
        wait += f" (You guessed {guess}"
    return (
        f"That's not the right answer{clue}.  If you're stuck, make sure you're using the full "
        f'input data; there are also some general tips on the <a href="/{year}/about">about '
        'page</a>, or you can ask for hints on the <a href="https://www.reddit.com/r/adventofcode/"'
        f' target="_blank">subreddit</a>.  {wait}'
    )


def too_recently(seconds: float) -> str:
    """Say how long is left to wait."""
    minutes, rest = divmod(ceil(seconds), 60)
    left = f"{minutes}m {rest}s" if minutes else f"{rest}s"
    return f"{TOO_RECENTLY}  You have {left} left to wait."
