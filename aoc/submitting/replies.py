"""The replies of the site to an answer, and the status that an answer gets by them or without one.

The sentences of the site are matched as it writes them, and as aocd keeps them in its record.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

SHORTEST_WAIT = 5
"""Seconds to wait at least if the site says to wait; it has been seen to say `0s`."""


class Status(StrEnum):
    """The status of an answer: the verdict of the site, or the reason why there is none.

    The values up to `UNKNOWN` are replies of the site, and those up to `LOST` are about answers
    that were sent. The exit code is 0 if the part is solved, 1 if the answer is not good, and 3 if
    the site accepts none now.
    """

    RIGHT = "right", 0
    WRONG = "wrong", 1
    TOO_HIGH = "too high", 1
    TOO_LOW = "too low", 1
    SOMEONE_ELSES = "someone else's", 1
    TOO_SOON = "too soon", 3
    WRONG_PART = "wrong part", 3
    UNKNOWN = "unknown", 3
    LOST = "lost", 3
    SOLVED = "solved", 0
    SOLVED_OTHERWISE = "solved otherwise", 1
    NO_PUZZLE = "no puzzle", 0
    CLOSED = "closed", 3
    NO_ANSWER = "no answer", 1
    TRIED = "tried", 1
    OUT_OF_BOUNDS = "out of bounds", 1
    EXAMPLES = "examples", 1
    NO_EXAMPLES = "no examples", 3
    DISAGREES = "disagrees", 1
    OTHER_INPUT = "other input", 1
    UNLIKELY = "unlikely", 1
    EXAMPLE_AGAIN = "example again", 1
    PART_1_AGAIN = "part 1 again", 3
    UNCLEAR = "unclear", 3
    WAIT = "wait", 3

    exit_code: int

    def __new__(cls, text: str, exit_code: int) -> Status:
        """Make a status with its exit code."""
        status = str.__new__(cls, text)
        status._value_, status.exit_code = text, exit_code
        return status

    @property
    def judged(self) -> bool:
        """Whether the site has said that the answer is right or that it is wrong."""
        return self is Status.RIGHT or self in WRONG

    @property
    def sent(self) -> bool:
        """Whether the answer was sent."""
        return [*Status].index(self) <= [*Status].index(Status.LOST)


class Hints(NamedTuple):
    """The ends of sentences about an answer: what can be typed where they are shown.

    `wait` is about a wait for the next answer, `force` about an answer that is doubtful, `lost`
    about one whose verdict did not arrive, and `letters` about a drawing that cannot be read.
    """

    wait: str
    force: str
    lost: str
    letters: str


OF_OPTIONS = Hints(
    wait="use --wait to wait",
    force="--force sends it anyway",
    lost="run this again, which looks at the puzzle page, and does not send the answer again "
    "without --force",
    letters="send them with `aoc submit {puzzle} --answer LETTERS`",
)
OF_SETTING = OF_OPTIONS._replace(
    wait="use --submit --wait to wait", force="--submit --force sends it anyway"
)
"""The hints for `aoc run` without `--submit`, which submits because of a setting."""
WRONG = (Status.WRONG, Status.TOO_HIGH, Status.TOO_LOW, Status.SOMEONE_ELSES)
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
UNITS = {"h": 3600, "m": 60, "s": 1}


def read_reply(message: str) -> tuple[Status, int]:
    """Return the status by the site's text about an answer, and the seconds to wait for another.

    A text that this program does not know is `Status.UNKNOWN`.
    """
    text = " ".join(message.replace("\u2019", "'").lower().split()).partition(
        "(you guessed"
    )[0]
    status = next(
        (one for sentence, one in SENTENCES.items() if sentence in text), Status.UNKNOWN
    )
    if status is Status.RIGHT:
        return status, 0
    times = TIME.findall(text)
    if not times:
        return status, 60 if status in WRONG or status is Status.TOO_SOON else 0
    seconds = sum(
        (1 if number == "one" else int(number)) * UNITS[unit] for number, unit in times
    )
    return status, max(seconds, SHORTEST_WAIT)
