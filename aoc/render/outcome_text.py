"""The outcome of submitting an answer, as a sentence for people."""

from __future__ import annotations

import time

from aoc.clock import now
from aoc.submitting.outcome import Outcome, Status

__all__ = ["outcome_text", "wait_text"]


def outcome_text(outcome: Outcome) -> str:
    """Return one line about what happened to an answer, and what to do next."""
    about = f"{outcome.puzzle} part {outcome.part}"
    answer, status, seconds = outcome.answer, outcome.status, outcome.wait_seconds or 0
    if not status.sent:
        subject = f"{about} is not sent" if answer is None else f"{about}: {answer} is not sent"
        wait = f", the site takes the next answer {wait_text(seconds)}; --wait sits that out"
        return f"{subject}: {outcome.message}{wait if seconds else ''}."
    subject = f"{about}: {answer}"
    following = f" The site takes the next answer {wait_text(seconds)}." if seconds else ""
    if status is Status.RIGHT:
        return f"{subject} is right!"
    if status is Status.TOO_SOON:
        return f"{subject} was not looked at.{following} --wait sits that out."
    if status is Status.WRONG_PART:
        return f"{subject} was not looked at: the site says that part is not open."
    if status is Status.LOST:
        return f"{subject} was sent, but {outcome.message}."
    if status is Status.UNKNOWN:
        return (
            f"{subject} was sent, and the site said something new: {outcome.message!r}. "
            f"Look at the puzzle page whether it was right.{following}"
        )
    verdict = str(status) if status in (Status.TOO_HIGH, Status.TOO_LOW) else "wrong"
    elses = ""
    if "someone else" in outcome.message:
        elses = " It is right for someone else: `aoc whoami` says which account this is."
    return f"{subject} is {verdict}.{elses}{following}"


def wait_text(seconds: int) -> str:
    """Return how long a wait is, and when it ends in local time."""
    minutes, rest = divmod(seconds, 60)
    units = [f"{minutes} min"] * (minutes > 0) + [f"{rest} s"] * (rest > 0)
    until = time.strftime("%H:%M:%S", time.localtime(now() + seconds))
    return f"in {' '.join(units)}, at {until}"
