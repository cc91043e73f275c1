"""What the site's sentences about an answer mean: the verdict, and how long to wait.

The sentences are matched as the site writes them, and as aocd keeps them in its record.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

__all__ = ["Reply", "SiteVerdict", "read_reply"]

MINUTE = 60


class SiteVerdict(StrEnum):
    """What the site says about an answer."""

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
        return self in (
            SiteVerdict.WRONG,
            SiteVerdict.TOO_HIGH,
            SiteVerdict.TOO_LOW,
            SiteVerdict.SOMEONE_ELSES,
        )


class Reply(NamedTuple):
    """A reply of the site: its verdict, and the seconds until it accepts another answer."""

    verdict: SiteVerdict
    wait_seconds: int = 0


SENTENCES = {
    "that's the right answer": SiteVerdict.RIGHT,
    "you've finished every puzzle": SiteVerdict.RIGHT,
    "that's not the right answer": SiteVerdict.WRONG,
    "you gave an answer too recently": SiteVerdict.TOO_SOON,
    "you don't seem to be solving the right level": SiteVerdict.WRONG_PART,
}
CLUES = {
    "your answer is too high": SiteVerdict.TOO_HIGH,
    "your answer is too low": SiteVerdict.TOO_LOW,
    "it's the right answer for someone else": SiteVerdict.SOMEONE_ELSES,
}
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ASKED = re.compile(r"please wait (\d+|[a-z]+) minutes? before trying again")
LEFT = re.compile(r"you have (?:(\d+)h )?(?:(\d+)m )?(?:(\d+)s )?left to wait")


def read_reply(message: str) -> Reply:
    """Read the site's text about an answer, with any white space between its words.

    A text that this program does not know has the verdict `SiteVerdict.UNKNOWN`.
    """
    text = " ".join(message.replace("\u2019", "'").lower().split())
    # The first sentence counts, because the end of the text may repeat the answer.
    places = {text.find(words): verdict for words, verdict in SENTENCES.items() if words in text}
    verdict = places[min(places)] if places else SiteVerdict.UNKNOWN
    if verdict is SiteVerdict.WRONG:
        verdict = next((clue for words, clue in CLUES.items() if words in text), verdict)
    return Reply(verdict, 0 if verdict is SiteVerdict.RIGHT else read_wait(text, verdict))


def read_wait(text: str, verdict: SiteVerdict) -> int:
    """Return the seconds to wait: a minute if the text says to wait but not how long."""
    left = LEFT.search(text)
    if left and any(left.groups()):
        hours, minutes, seconds = (int(group or 0) for group in left.groups())
        return (hours * MINUTE + minutes) * MINUTE + seconds
    asked = ASKED.search(text)
    if asked and asked[1].isdecimal():
        return int(asked[1]) * MINUTE
    if asked and asked[1] in NUMBERS:
        return (NUMBERS.index(asked[1]) + 1) * MINUTE
    return MINUTE if verdict.wrong or verdict is SiteVerdict.TOO_SOON else 0
