"""The replies of the site to an answer, and the status that an answer gets by them or without one.

The sentences of the site are matched as it writes them, and as aocd keeps them in its record.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

SHORTEST_WAIT = 5
"""Seconds to wait at least if the site says to wait; it has been seen to say `0s`."""


USUAL_WAIT = 60
"""Seconds to wait after a wrong answer where the site does not say how long."""


class AnswerStatus(StrEnum):
    """The status of an answer: the verdict of the site, or the reason why there is none."""

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
    ONLY_GUESSES = "only guesses"
    DISAGREES = "disagrees"
    OTHER_INPUT = "other input"
    UNLIKELY = "unlikely"
    EXAMPLE_AGAIN = "example again"
    PART_1_AGAIN = "part 1 again"
    UNCLEAR = "unclear"
    WAIT = "wait"

    @property
    def is_wrong(self) -> bool:
        """Whether the site has said that the answer is wrong."""
        return self in WRONG_VERDICTS

    @property
    def is_judged(self) -> bool:
        """Whether the site has said that the answer is right or that it is wrong."""
        return self is AnswerStatus.RIGHT or self.is_wrong

    @property
    def is_sent(self) -> bool:
        """Whether the answer was sent."""
        return self.is_judged or self in SENT_IN_VAIN

    @property
    def exit_code(self) -> int:
        """0 if the part is solved, 3 if the site accepts no answer now, else 1."""
        if self in PART_SOLVED:
            return 0
        return 3 if self in NOT_NOW else 1


WRONG_VERDICTS = {
    AnswerStatus.WRONG,
    AnswerStatus.TOO_HIGH,
    AnswerStatus.TOO_LOW,
    AnswerStatus.SOMEONE_ELSES,
}
SENT_IN_VAIN = {
    AnswerStatus.TOO_SOON,
    AnswerStatus.WRONG_PART,
    AnswerStatus.UNKNOWN,
    AnswerStatus.LOST,
}
"""The statuses of an answer that was sent, but not called right or wrong."""


PART_SOLVED = {AnswerStatus.RIGHT, AnswerStatus.SOLVED, AnswerStatus.NO_PUZZLE}
NOT_NOW = SENT_IN_VAIN | {
    AnswerStatus.CLOSED,
    AnswerStatus.NO_EXAMPLES,
    AnswerStatus.PART_1_AGAIN,
    AnswerStatus.UNCLEAR,
    AnswerStatus.WAIT,
}
"""The statuses of an answer that may be good, but cannot be sent or judged now."""


class Objection(NamedTuple):
    """The status of an answer that must not be sent, and the reason for people."""

    status: AnswerStatus
    reason: str


SENTENCES = {
    "that's the right answer": AnswerStatus.RIGHT,
    "you've finished every puzzle": AnswerStatus.RIGHT,
    "that's not the right answer; your answer is too high": AnswerStatus.TOO_HIGH,
    "that's not the right answer; your answer is too low": AnswerStatus.TOO_LOW,
    # It follows "that's not the right answer", so it stands before that.
    "it's the right answer for someone else": AnswerStatus.SOMEONE_ELSES,
    "that's not the right answer": AnswerStatus.WRONG,
    "you gave an answer too recently": AnswerStatus.TOO_SOON,
    "you don't seem to be solving the right level": AnswerStatus.WRONG_PART,
}
"""The sentences of the site; the first one that is in a text counts."""


WAIT_TIME = re.compile(r"\b(\d{1,6}|one) ?([hms])(?:inutes?)?\b", re.ASCII)
"""A time, as in `one minute`, `5 minutes` and `1h 2m 34s`."""


UNIT_SECONDS = {"h": 3600, "m": 60, "s": 1}


class Reply(NamedTuple):
    """The status by a text of the site, and for how many seconds it accepts no other answer."""

    status: AnswerStatus
    wait_seconds: int


def read_reply(message: str) -> Reply:
    """Return the reply in the site's text about an answer; one that is not known is `UNKNOWN`."""
    # The site has written its apostrophes in both ways.
    text = " ".join(message.replace("\u2019", "'").lower().split())
    # The answer stands behind, and may be any sentence.
    text = text.partition("(you guessed")[0]
    status = status_in(text)
    if status is AnswerStatus.RIGHT:
        return Reply(status, 0)
    times = WAIT_TIME.findall(text)
    if times:
        seconds = 0
        for number, unit in times:
            count = 1 if number == "one" else int(number)
            seconds += count * UNIT_SECONDS[unit]
        return Reply(status, max(seconds, SHORTEST_WAIT))
    if status.is_wrong or status is AnswerStatus.TOO_SOON:
        return Reply(status, USUAL_WAIT)
    return Reply(status, 0)


def status_in(text: str) -> AnswerStatus:
    """Return the status by the first known sentence in a text of the site."""
    for sentence, status in SENTENCES.items():
        if sentence in text:
            return status
    return AnswerStatus.UNKNOWN
