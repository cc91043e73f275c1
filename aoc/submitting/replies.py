"""What becomes of an answer: its `Status`, by the site's reply or without one, and the `Outcome`.

The sentences of the site are matched as it writes them, and as aocd keeps them in its record.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from aoc.model import Puzzle

__all__ = ["SHORTEST_WAIT", "WRONG", "Outcome", "Status", "brief", "read_reply"]

BRIEF = 200
MINUTE = 60
SHORTEST_WAIT = 5
"""Seconds to wait at least if the site says to wait; it has been seen to say `0s`."""


class Status(StrEnum):
    """What happened to an answer: the verdict of the site, or the reason why there is none.

    The values up to `UNKNOWN` are replies of the site, and those up to `LOST` are about answers
    that were sent.
    """

    RIGHT = "right"
    WRONG = "wrong"
    TOO_HIGH = "too high"
    TOO_LOW = "too low"
    SOMEONE_ELSES = "someone else's"
    TOO_SOON = "too soon"
    WRONG_PART = "wrong part"
    UNKNOWN = "unknown"
    LOST = "lost"
    SOLVED = "solved"
    SOLVED_OTHERWISE = "solved otherwise"
    NO_PUZZLE = "no puzzle"
    CLOSED = "closed"
    NO_ANSWER = "no answer"
    TRIED = "tried"
    OUT_OF_BOUNDS = "out of bounds"
    EXAMPLES = "examples"
    NO_EXAMPLES = "no examples"
    DISAGREES = "disagrees"
    OTHER_INPUT = "other input"
    UNLIKELY = "unlikely"
    PART_1_AGAIN = "part 1 again"
    UNCLEAR = "unclear"
    WAIT = "wait"

    @property
    def judged(self) -> bool:
        """Whether the site has said that the answer is right or that it is wrong."""
        return self is Status.RIGHT or self in WRONG

    @property
    def sent(self) -> bool:
        """Whether the answer was sent."""
        return self in SENT

    @property
    def exit_code(self) -> int:
        """0 if the part is solved, 1 if the answer is not good, 3 if the site accepts none now."""
        if self in (Status.RIGHT, Status.SOLVED, Status.NO_PUZZLE):
            return 0
        return 1 if self in WRONG or self in WORTHLESS else 3


SENT = tuple(Status)[: tuple(Status).index(Status.LOST) + 1]
WRONG = (Status.WRONG, Status.TOO_HIGH, Status.TOO_LOW, Status.SOMEONE_ELSES)
WORTHLESS = (
    *(Status.SOLVED_OTHERWISE, Status.NO_ANSWER, Status.TRIED, Status.OUT_OF_BOUNDS),
    *(Status.EXAMPLES, Status.DISAGREES, Status.OTHER_INPUT, Status.UNLIKELY),
)
SENTENCES = {
    "that's the right answer": Status.RIGHT,
    "you've finished every puzzle": Status.RIGHT,
    "that's not the right answer; your answer is too high": Status.TOO_HIGH,
    "that's not the right answer; your answer is too low": Status.TOO_LOW,
    "it's the right answer for someone else": Status.SOMEONE_ELSES,
    "that's not the right answer": Status.WRONG,
    "you gave an answer too recently": Status.TOO_SOON,
    "you don't seem to be solving the right level": Status.WRONG_PART,
}
"""The sentences of the site; the first one that is in a text counts."""
TIME = re.compile(r"\b(\d{1,6}|one) ?([hms])(?:inutes?)?\b", re.ASCII)
"""A time, as in `one minute`, `5 minutes` and `1h 2m 34s`."""
UNITS = {"h": 60 * MINUTE, "m": MINUTE, "s": 1}


class Outcome(NamedTuple):
    """What happened to an answer.

    `message` is the site's text with single blanks between words, or the reason why nothing was
    sent. `wait_seconds` is how long the site accepts no other answer, `None` if that is not known.
    `tries` is how often the answer was sent, because the site said that it was too soon.
    """

    puzzle: Puzzle
    part: int
    answer: str | None
    status: Status
    message: str
    wait_seconds: int | None = None
    tries: int = 0


def read_reply(message: str) -> tuple[Status, int]:
    """Return what the site's text about an answer says, and the seconds to wait for the next one.

    A text that this program does not know is `Status.UNKNOWN`.
    """
    text = " ".join(message.replace("\u2019", "'").lower().split())
    text = text.partition("(you guessed")[0]
    known = (status for sentence, status in SENTENCES.items() if sentence in text)
    status = next(known, Status.UNKNOWN)
    if status is Status.RIGHT:
        return status, 0
    times = TIME.findall(text)
    if not times:
        return status, MINUTE if status in WRONG or status is Status.TOO_SOON else 0
    seconds = sum((1 if number == "one" else int(number)) * UNITS[unit] for number, unit in times)
    return status, max(seconds, SHORTEST_WAIT)


def brief(message: str) -> str:
    """Return the site's text in one line, without the end if it is long."""
    text = " ".join(message.split())
    return text if len(text) <= BRIEF else f"{text[:BRIEF]}..."
