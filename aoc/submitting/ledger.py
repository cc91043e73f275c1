"""The ledger: the submissions of one account for one puzzle, in files of aocd's data folder.

`2021_21_post.json` is aocd's own record of all verdicts, so aocd and this program share it.
`2021_21_sent.json` has the intentions, and is a file of this program alone: an answer is added
just before it is sent, and removed once its verdict is recorded. An answer that is still there
later was lost on the way, unless it has a verdict. Nothing is sent while one of the files cannot be
understood.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from typing import Any, NamedTuple

from aoc.errors import SiteError
from aoc.files import delete_file, read_text, write_file
from aoc.model.puzzles import Puzzle
from aoc.site.cache import Cache
from aoc.submitting.replies import WRONG, Status, read_reply
from aoc.text import parse_json

FIELDS = ("part", "value", "when", "message")
"""The fields of a record, all of them text; an intention has no message."""
FOUND_RIGHT = (
    "That's the right answer!  (Its response was lost; the puzzle page shows it.)"
)
Record = dict[str, Any]


class Attempt(NamedTuple):
    """An attempt to submit an answer, and its status.

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


class Submission(NamedTuple):
    """An answer that was sent, and the reply of the site.

    `when` is in seconds since the epoch, `wait_seconds` is how long the site accepts no other
    answer.
    """

    part: int
    answer: str
    when: float
    status: Status
    wait_seconds: int


class Ledger:
    """The submissions of an account for a puzzle, as they are in the files when it is made.

    Whoever writes must hold the lock of the ledger (`aoc.submitting.submitter`) from before it is
    made. Raises `SiteError` if a file cannot be read, understood or written.
    """

    def __init__(self, user: str, puzzle: Puzzle) -> None:
        self.cache = Cache()
        self.user = user
        self.puzzle = puzzle
        self.post_path = self.cache.submissions_path(user, puzzle)
        self.sent_path = f"{self.post_path.removesuffix('post.json')}sent.json"
        self.verdicts = read_records(self.post_path, FIELDS)
        self.intentions = read_records(self.sent_path, FIELDS[:3])

    def submissions(self) -> list[Submission]:
        """Return all submissions that have a reply, oldest first."""
        found = []
        for one in self.verdicts:
            part, when = "ab".index(one["part"]) + 1, read_time(one["when"])
            found.append(
                Submission(part, one["value"], when, *read_reply(one["message"]))
            )
        return found

    def accepted_answers(self) -> tuple[str | None, str | None]:
        """Return the answers to part 1 and part 2 that are known to be right."""
        return self.cache.answers(self.user, self.puzzle)

    def fault(self, part: int, answer: str) -> tuple[Status, str] | None:
        """Return why an answer is certainly wrong by earlier verdicts of the site, if it is.

        `Status.TRIED` comes with the verdict, `Status.OUT_OF_BOUNDS` with the earlier answer.
        """
        for one in reversed(self.submissions()):
            if one.status in WRONG and (one.part, one.answer) == (part, answer):
                return Status.TRIED, str(one.status)
        low = max(self.wrong_numbers(part, Status.TOO_LOW), default=-inf)
        high = min(self.wrong_numbers(part, Status.TOO_HIGH), default=inf)
        number = read_number(answer)
        if number is None and (low > -inf or high < inf):
            return Status.OUT_OF_BOUNDS, "it is not a number, and the site expects one"
        if number is not None and number <= low:
            return Status.OUT_OF_BOUNDS, f"{low} was too low already"
        if number is not None and number >= high:
            return Status.OUT_OF_BOUNDS, f"{high} was too high already"
        return None

    def wrong_numbers(self, part: int, *statuses: Status) -> list[int]:
        """Return the numbers that were answered to a part with one of these verdicts."""
        found = [
            one
            for one in self.submissions()
            if one.part == part and one.status in statuses
        ]
        return [
            number for one in found if (number := read_number(one.answer)) is not None
        ]

    def wait_left(self, now: float) -> float:
        """Return the seconds until the site accepts another answer, by the recorded submissions.

        One from the future has a wrong time, as after the clock was set back, so it does not count:
        the site itself says how long to wait.
        """
        # A written time is rounded, perhaps to a moment from now.
        known = (one for one in self.submissions() if one.when < now + 1)
        ends = [min(one.when, now) + one.wait_seconds for one in known]
        return max([now, *ends]) - now

    def lost_answers(self, part: int) -> set[str]:
        """Return the answers that may have been sent, but have no recorded verdict.

        A program that was killed between the two files has left an answer in both.
        """
        judged = {
            (one.part, one.answer) for one in self.submissions() if one.status.judged
        }
        sent = {
            one["value"] for one in self.intentions if one["part"] == "ab"[part - 1]
        }
        return {answer for answer in sent if (part, answer) not in judged}

    def record_intention(self, part: int, answer: str, now: float) -> None:
        """Record that an answer is sent now; `now` is in seconds since the epoch."""
        self.intentions.append(record_of(part, answer, now))
        write_records(self.sent_path, self.intentions)

    def remove_intention(self) -> None:
        """Remove the intention that was recorded last: the site has not judged the answer.

        The same answer may have been sent before, and its verdict lost: that doubt stays.
        """
        del self.intentions[-1:]
        write_records(self.sent_path, self.intentions)

    def record_verdict(
        self, part: int, answer: str, now: float, message: str
    ) -> Status:
        """Record the site's text about an answer, and the answer itself if it is right.

        Returns the status by the text. The answer is that of the last `record_intention`, or one
        that was sent before. It stays in doubt if the text is not known.
        """
        status, _ = read_reply(message)
        if status in (Status.TOO_SOON, Status.WRONG_PART):
            self.remove_intention()
        if status is Status.RIGHT:
            write_file(self.cache.answer_path(self.user, self.puzzle, part), answer)
        self.verdicts.append(record_of(part, answer, now) | {"message": message})
        write_records(self.post_path, self.verdicts)
        if status.judged:
            # In a part that is solved, no other answer is in doubt any more.
            self.intentions = [
                one
                for one in self.intentions
                if one["part"] != "ab"[part - 1]
                or (status in WRONG and one["value"] != answer)
            ]
            write_records(self.sent_path, self.intentions)
        return status

    def resolve_lost_answers(self, now: float) -> None:
        """Record which lost answers were right, for the parts that are solved by now.

        The puzzle page must have been fetched before, so that its answers are cached.
        """
        for part, right in enumerate(self.accepted_answers(), 1):
            if right in self.lost_answers(part):
                self.record_verdict(part, right, now, FOUND_RIGHT)


def read_records(path: str, fields: tuple[str, ...]) -> list[Record]:
    """Return the records of a file, whose `fields` are texts; none if there is no file.

    Raises `SiteError` if the file cannot be read or understood.
    """
    try:
        found = parse_json(read_text(path))
        texts = [one[name] for one in found for name in fields]
        is_known = all(one["part"] in ("a", "b") for one in found)
        if (
            isinstance(found, list)
            and is_known
            and all(isinstance(text, str) for text in texts)
        ):
            return found
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, LookupError):
        pass
    raise SiteError(
        f"{path} is not the list of submissions that belongs there, so nothing is submitted: "
        "look into it for what was sent, then fix it or delete it"
    )


def write_records(path: str, records: list[Record]) -> None:
    """Write a list of records to the disk, or delete the file of none. Raises `SiteError`."""
    if not records:
        delete_file(path)
        return
    write_file(path, json.dumps(records, indent=2))
    # The name of a new file has to survive a crash of the system as well. Not every system can
    # write the names in a folder; Windows keeps them in a journal.
    with suppress(OSError):
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def read_time(text: str) -> float:
    """Return a time that aocd wrote, in seconds since the epoch; 0 for any other text."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except (
        ValueError,
        OverflowError,
        OSError,
    ):  # no such time, for Python or for the system
        return 0.0


def record_of(part: int, answer: str, now: float) -> Record:
    """Return the record of an answer that is sent `now`, in seconds since the epoch."""
    when = datetime.fromtimestamp(now, UTC).isoformat(sep=" ")
    return {"part": "ab"[part - 1], "value": answer, "when": when}


def read_number(answer: str) -> int | None:
    """Return an answer as a number, or `None` if it is not one; `007`, `+7` and `7.0` are 7."""
    try:
        return int(answer.removesuffix(".0"))
    except ValueError:
        return None


def attempts_of(user: str, puzzle: Puzzle) -> tuple[int, int]:
    """Return how many answers to part 1 and part 2 the site has called right or wrong.

    An answer that came too soon does not count, nor one that was typed into the site's own form.
    """
    try:
        found = Ledger(user, puzzle).submissions()
    except SiteError:
        return 0, 0
    parts = [submission.part for submission in found if submission.status.judged]
    return parts.count(1), parts.count(2)
