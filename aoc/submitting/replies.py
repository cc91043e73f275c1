"""What the site's sentences about an answer mean: the verdict, and how long to wait.

The sentences are matched as the site writes them, and as aocd keeps them in its record.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

__all__ = ["LONGEST_MESSAGE", "SHORTEST_WAIT", "Reply", "SiteVerdict", "brief", "read_reply"]

LONGEST_MESSAGE = 10_000
"""More characters than any text of the site about an answer has."""
BRIEF = 200
MINUTE = 60
SHORTEST_WAIT = 5
"""Seconds to wait at least if the site says to wait; it has been seen to say `0s`."""
LONGEST_WAIT = 24 * 60 * 60
"""Seconds; no text of the site has ever said to wait longer."""


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
    def judged(self) -> bool:
        """Whether the site has looked at the answer itself."""
        return self not in (SiteVerdict.TOO_SOON, SiteVerdict.WRONG_PART)

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
ASKED = re.compile(r"please wait (\d+|[a-z]+) minutes? before trying again", re.ASCII)
LEFT = re.compile(r"you have (?:(\d+)h )?(?:(\d+)m )?(?:(\d+)s )?left to wait", re.ASCII)


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


def brief(message: str) -> str:
    """Return the site's text in one line, without the end if it is long."""
    text = " ".join(message.split())
    return text if len(text) <= BRIEF else f"{text[:BRIEF]}..."


def read_wait(text: str, verdict: SiteVerdict) -> int:
    """Return the seconds to wait: a minute if the text says to wait but not how long."""
    left = LEFT.search(text)
    asked = ASKED.search(text)
    if left and any(left.groups()):
        hours, minutes, seconds = (read_count(group or "0") for group in left.groups())
        stated = (hours * MINUTE + minutes) * MINUTE + seconds
    elif asked and asked[1].isdecimal():
        stated = read_count(asked[1]) * MINUTE
    elif asked and asked[1] in NUMBERS:
        stated = (NUMBERS.index(asked[1]) + 1) * MINUTE
    else:
        return MINUTE if verdict.wrong or verdict is SiteVerdict.TOO_SOON else 0
    return min(max(stated, SHORTEST_WAIT), LONGEST_WAIT)


def read_count(digits: str) -> int:
    """Return a number of hours, minutes or seconds, but none of more than a day."""
    return min(int(digits), LONGEST_WAIT) if len(digits) < 10 else LONGEST_WAIT
