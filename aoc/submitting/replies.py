"""The site's sentences about an answer, read as a `Reply`: what it means, and how long to wait.

The wording is the site's own, as aocd keeps it in its record of submissions.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

__all__ = ["Reply", "Said", "read_reply"]

MINUTE = 60


class Said(StrEnum):
    """What the site makes of an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_HIGH = "too high"
    TOO_LOW = "too low"
    SOMEONE_ELSES = "someone else's"
    TOO_SOON = "too soon"
    WRONG_PART = "wrong part"
    UNKNOWN = "unknown"

    @property
    def wrong(self) -> bool:
        """Whether the answer is certain to be wrong."""
        return self in (Said.WRONG, Said.TOO_HIGH, Said.TOO_LOW, Said.SOMEONE_ELSES)


class Reply(NamedTuple):
    """A verdict: what it means, and for how many seconds no further answer is taken."""

    said: Said
    wait: int = 0


SENTENCES = {
    "that's the right answer": Said.RIGHT,
    "you've finished every puzzle": Said.RIGHT,
    "that's not the right answer": Said.WRONG,
    "you gave an answer too recently": Said.TOO_SOON,
    "you don't seem to be solving the right level": Said.WRONG_PART,
}
CLUES = {
    "your answer is too high": Said.TOO_HIGH,
    "your answer is too low": Said.TOO_LOW,
    "it's the right answer for someone else": Said.SOMEONE_ELSES,
}
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ASKED = re.compile(r"please wait (\d+|[a-z]+) minutes? before trying again")
LEFT = re.compile(r"you have (?:(\d+)h )?(?:(\d+)m )?(?:(\d+)s )?left to wait")


def read_reply(message: str) -> Reply:
    """Read the text of a verdict, with any white space between its words.

    What the site is not known to say is `Said.UNKNOWN`.
    """
    text = " ".join(message.replace("\u2019", "'").lower().split())
    # The first sentence counts: a verdict may end by repeating what was guessed.
    places = {text.find(words): said for words, said in SENTENCES.items() if words in text}
    said = places[min(places)] if places else Said.UNKNOWN
    if said is Said.WRONG:
        said = next((clue for words, clue in CLUES.items() if words in text), said)
    return Reply(said, 0 if said is Said.RIGHT else read_wait(text, said))


def read_wait(text: str, said: Said) -> int:
    """Find the seconds to wait; a minute where the site names no time that can be read."""
    left = LEFT.search(text)
    if left and any(left.groups()):
        hours, minutes, seconds = (int(group or 0) for group in left.groups())
        return (hours * MINUTE + minutes) * MINUTE + seconds
    asked = ASKED.search(text)
    if asked and asked[1].isdecimal():
        return int(asked[1]) * MINUTE
    if asked and asked[1] in NUMBERS:
        return (NUMBERS.index(asked[1]) + 1) * MINUTE
    return MINUTE if said.wrong or said is Said.TOO_SOON else 0
