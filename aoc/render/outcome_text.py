"""The outcome of submitting an answer, as a sentence for people."""

from __future__ import annotations

import time
from textwrap import shorten

from aoc.model import local_time, now
from aoc.submitting.ledger import Attempt, Status

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def outcome_text(outcome: Attempt) -> str:
    """Return one line that says what happened to an answer, and what to do next."""
    about = f"{outcome.puzzle} part {outcome.part}"
    answer, status, seconds = outcome.answer, outcome.status, outcome.wait_seconds or 0
    if not status.sent:
        subject = f"{about} was not sent" if answer is None else f"{about}: {answer} was not sent"
        if seconds:
            wait = f"the site accepts the next answer {wait_text(seconds)}"
            return f"{subject}: {wait}; use --wait to wait"
        return f"{subject}: {outcome.message}"
    subject = f"{about}: {answer}"
    following = f"The site accepts the next answer {wait_text(seconds)}" if seconds else ""
    if status is Status.RIGHT:
        return f"{subject} is right!"
    if status is Status.TOO_SOON and outcome.tries > 1:
        times = f"was sent {outcome.tries} times, and each time the site said that it was too soon"
        return sentences(f"{subject} {times}", following, "Try again later")
    if status is Status.TOO_SOON:
        return sentences(f"{subject} was not checked", following, "Use --wait to wait")
    if status is Status.WRONG_PART:
        return f"{subject} was not checked: the site says that this part is not open"
    if status is Status.LOST:
        return f"{subject} was sent, but {outcome.message}"
    if status is Status.UNKNOWN:
        text = shorten(outcome.message, 200, placeholder="...")
        unknown = f"the site sent a text that aoc does not know: {text!r}"
        page = "The puzzle page shows whether it was right"
        return sentences(f"{subject} was sent, but {unknown}", page, following)
    verdict = str(status) if status in (Status.TOO_HIGH, Status.TOO_LOW) else "wrong"
    elses = ""
    if "someone else" in outcome.message:
        elses = "It is right for someone else: `aoc login --list` shows which account this is"
    return sentences(f"{subject} is {verdict}", elses, following)


def sentences(*texts: str) -> str:
    """Return sentences as one text; a single one has no full stop. Empty texts are left out."""
    found = [text for text in texts if text]
    return found[0] if len(found) == 1 else f"{'. '.join(found)}."


def wait_text(seconds: int) -> str:
    """Return how long a wait is, and when it ends in local time."""
    end = now() + seconds
    if seconds >= HOUR:
        return f"in {duration_text(seconds)}, on {local_time(end)}"
    return f"in {duration_text(seconds)}, at {time.strftime('%H:%M:%S', time.localtime(end))}"


def duration_text(seconds: int) -> str:
    """Return a duration: below an hour in minutes and seconds, else in days, hours and minutes."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    units = [(days, "day" if days == 1 else "days"), (hours, "h"), (minutes, "min")]
    if seconds < HOUR:
        units.append((rest, "s"))
    return " ".join(f"{number} {unit}" for number, unit in units if number) or "0 s"
