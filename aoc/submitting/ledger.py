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
from typing import Any, NamedTuple

from aoc.errors import SiteError
from aoc.files import delete_file, read_text, write_file
from aoc.model.answers import is_same
from aoc.model.puzzles import Puzzle
from aoc.site.cache import Cache
from aoc.submitting.replies import AnswerStatus, Objection, read_reply
from aoc.text import parse_json

INTENTION_FIELDS = ("part", "value", "when")
VERDICT_FIELDS = (*INTENTION_FIELDS, "message")
"""The fields of a record, all of them text; an intention has no message."""


PART_LETTERS = "ab"
"""aocd's names of the parts."""


FOUND_RIGHT = "That's the right answer!  (Its response was lost; the puzzle page shows it.)"
NOT_SHOWN = "the puzzle page does not show it as right, so it is wrong or never arrived"
Record = dict[str, Any]


class Attempt(NamedTuple):
    """An attempt to submit an answer, and its status.

    `message` is the site's text with single blanks between words, or the reason why nothing was
    sent. `wait_seconds` is how long the site accepts no other answer, `None` if that is not known.
    `tries` is how often the answer was sent, because the site said that it was too soon, and
    `sent_at` when that was the last time, by the site's clock, in seconds since the epoch.
    """

    puzzle: Puzzle
    part: int
    answer: str | None
    status: AnswerStatus
    message: str
    wait_seconds: int | None = None
    tries: int = 0
    sent_at: float | None = None


class Submission(NamedTuple):
    """An answer that was sent, and the reply of the site.

    `when` is in seconds since the epoch, `wait_seconds` is how long the site accepts no other
    answer.
    """

    part: int
    answer: str
    when: float
    status: AnswerStatus
    wait_seconds: int


class Ledger:
    """The submissions of an account for a puzzle, as they are in the files when it is made.

    A caller that writes must hold the lock of the ledger (`aoc.submitting.submitter`) from before
    it is made. Raises `SiteError` if a file cannot be read, understood or written.
    """

    def __init__(self, user: str, puzzle: Puzzle) -> None:
        self.cache = Cache()
        self.user = user
        self.puzzle = puzzle
        self.post_path = self.cache.submissions_path(user, puzzle)
        self.sent_path = f"{self.post_path.removesuffix('post.json')}sent.json"
        self.verdicts = read_records(self.post_path, VERDICT_FIELDS)
        self.intentions = read_records(self.sent_path, INTENTION_FIELDS)

    def submissions(self) -> list[Submission]:
        """Return all submissions that have a reply, oldest first."""
        submissions = []
        for record in self.verdicts:
            part = PART_LETTERS.index(record["part"]) + 1
            reply = read_reply(record["message"])
            submission = Submission(
                part, record["value"], read_time(record["when"]), reply.status, reply.wait_seconds
            )
            submissions.append(submission)
        return submissions

    def accepted_answers(self) -> tuple[str | None, str | None]:
        """Return the answers to part 1 and part 2 that are known to be right."""
        return self.cache.answers(self.user, self.puzzle)

    def fault(self, part: int, answer: str) -> Objection | None:
        """Return why an answer is certainly wrong by earlier verdicts of the site, if it is.

        The reason is the verdict where the answer was `TRIED`, else a sentence.
        """
        # If it was sent twice, by force, the last verdict counts.
        for submission in reversed(self.wrong_answers(part)):
            if submission.answer == answer:
                return Objection(AnswerStatus.TRIED, str(submission.status))
        number = read_number(answer)
        for submission in self.wrong_answers(part):
            bound = read_number(submission.answer)
            is_low = submission.status is AnswerStatus.TOO_LOW
            is_high = submission.status is AnswerStatus.TOO_HIGH
            if bound is None or not (is_low or is_high):
                continue
            if number is None:
                # The site calls nothing but numbers too low or too high.
                reason = "it is not a number, and the site expects one"
            elif (is_low and number <= bound) or (is_high and number >= bound):
                reason = f"{bound} was {submission.status} already"
            else:
                continue
            return Objection(AnswerStatus.OUT_OF_BOUNDS, reason)
        return None

    def wrong_answers(self, part: int) -> list[Submission]:
        """Return the submissions to a part that the site has called wrong, oldest first."""
        return [
            submission
            for submission in self.submissions()
            if submission.part == part and submission.status.is_wrong
        ]

    def wait_left(self, now: float) -> float:
        """Return the seconds until the site accepts another answer, by the recorded submissions."""
        end = now
        for submission in self.submissions():
            # One from the future has a wrong time, as after the clock was set back, so it does not
            # count: the site itself says how long to wait. A written time is rounded, perhaps to a
            # moment from now.
            if submission.when < now + 1:
                end = max(end, min(submission.when, now) + submission.wait_seconds)
        return end - now

    def lost_answers(self, part: int) -> dict[str, float]:
        """Return the answers that may have been sent, but have no recorded verdict.

        Each has the moment of its sending, in seconds since the epoch.
        """
        sent = {}
        for record in self.intentions:
            if record["part"] == PART_LETTERS[part - 1]:
                sent[record["value"]] = read_time(record["when"])
        # A program that was killed between the two files has left an answer in both.
        for submission in self.submissions():
            if submission.part == part and submission.status.is_judged:
                sent.pop(submission.answer, None)
        return sent

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

    def record_verdict(self, part: int, answer: str, now: float, message: str) -> AnswerStatus:
        """Record the site's text about an answer, and the answer itself if it is right.

        Returns the status by the text. The answer was recorded by the last `record_intention`, or
        was sent before. It stays in doubt if the text is not known.
        """
        status = read_reply(message).status
        if status in (AnswerStatus.TOO_SOON, AnswerStatus.WRONG_PART):
            # The site has not looked at the answer.
            self.remove_intention()
        if status is AnswerStatus.RIGHT:
            # This comes first: if the program is killed now, the part is solved all the same.
            write_file(self.cache.answer_path(self.user, self.puzzle, part), answer)
        self.verdicts.append(record_of(part, answer, now) | {"message": message})
        write_records(self.post_path, self.verdicts)
        if status.is_judged:
            # Only now, since an answer without a verdict and an intention could be sent again.
            self.settle(part, answer, status)
        return status

    def settle(self, part: int, answer: str, status: AnswerStatus) -> None:
        """Remove the intentions that are in no doubt any more, by the verdict on an answer."""
        in_doubt = []
        for intention in self.intentions:
            of_part = intention["part"] == PART_LETTERS[part - 1]
            # In a part that is solved, no other answer can be right.
            is_known = status is AnswerStatus.RIGHT or intention["value"] == answer
            if not (of_part and is_known):
                in_doubt.append(intention)
        self.intentions = in_doubt
        write_records(self.sent_path, self.intentions)

    def resolve_lost_answers(self, now: float) -> list[Attempt]:
        """Return what is known now of the lost answers, and record which of them were right.

        The puzzle page must have been fetched before, so that its answers are cached.
        """
        attempts = []
        for part, right in enumerate(self.accepted_answers(), 1):
            lost = self.lost_answers(part)
            for answer, sent_at in lost.items():
                status = AnswerStatus.UNCLEAR
                message = f"was sent without a verdict: {NOT_SHOWN}"
                if right == answer:
                    status = AnswerStatus.RIGHT
                    message = "was right: the puzzle page shows it"
                elif right is not None:
                    status = AnswerStatus.WRONG
                    message = f"was wrong: the puzzle page shows {right}"
                attempt = Attempt(self.puzzle, part, answer, status, message, sent_at=sent_at)
                attempts.append(attempt)
            if right in lost:
                self.record_verdict(part, right, now, FOUND_RIGHT)
            elif right is not None and lost:
                self.settle(part, right, AnswerStatus.RIGHT)
        return attempts


def read_records(path: str, fields: tuple[str, ...]) -> list[Record]:
    """Return the records of a file, whose `fields` are texts; none if there is no file.

    Raises `SiteError` if the file cannot be read or understood.
    """
    try:
        records = parse_json(read_text(path))
    except FileNotFoundError:
        return []
    except (OSError, ValueError):
        records = None
    if isinstance(records, list) and all(is_record(one, fields) for one in records):
        return records
    # What was sent may be in it, so it is neither left out nor overwritten.
    raise SiteError(
        f"{path} is not the list of submissions that belongs there, so nothing is submitted",
        "look into it for what was sent, then fix it or delete it",
    )


def is_record(value: object, fields: tuple[str, ...]) -> bool:
    """Return whether a JSON value is a record with these fields."""
    if not isinstance(value, dict) or value.get("part") not in ("a", "b"):
        return False
    return all(isinstance(value.get(name), str) for name in fields)


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
    except (ValueError, OverflowError, OSError):
        # Python or the system knows no such time.
        return 0.0


def record_of(part: int, answer: str, now: float) -> Record:
    """Return the record of an answer that is sent `now`, in seconds since the epoch."""
    when = datetime.fromtimestamp(now, UTC).isoformat(sep=" ")
    return {"part": PART_LETTERS[part - 1], "value": answer, "when": when}


def is_alike(answer: str, other: str) -> bool:
    """Return whether two answers are the same, whatever zeros and signs stand before a number."""
    if is_same(answer, other):
        return True
    number = read_number(answer)
    return number is not None and number == read_number(other)


def read_number(answer: str) -> int | None:
    """Return an answer as a number, or `None` if it is not one; `007`, `+7` and `7.0` are 7."""
    try:
        return int(answer.removesuffix(".0"))
    except ValueError:
        return None
