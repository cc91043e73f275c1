"""The ledger: what one account has submitted for one puzzle, in files of aocd's data folder.

`2021_21_post.json` is aocd's own record of all verdicts, so aocd and this program share it.
`2021_21_sent.json` is a file of this program alone. It has the answers whose verdict is not
recorded: an answer is added before it is sent, and removed once its verdict is recorded. An
answer that is still there later was lost on the way. Until the moment of sending, the answer is
marked with "stays", which means that it has not been sent.

A file that cannot be understood is set aside under another name (`aoc.submitting.records`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from aoc.errors import SiteError
from aoc.files import delete_file, retry_while_in_use, unwritable
from aoc.puzzles import Puzzle
from aoc.site.cache import Cache
from aoc.submitting.records import (
    BrokenRecordsError,
    Record,
    read_records,
    read_time,
    set_aside,
    write_durably,
    write_records,
    write_time,
)
from aoc.submitting.replies import LONGEST_MESSAGE, Reply, SiteVerdict, read_reply

__all__ = ["Ledger", "Submission", "boot_id"]

LETTERS = {1: "a", 2: "b"}
VERDICT_FIELDS = ("part", "value", "when", "message")
SENT_FIELDS = ("part", "value", "when")
NUMBER = re.compile(r"([-+]?_*[0-9][0-9_]*)(?:\.0*)?", re.ASCII)
FOUND_RIGHT = "That's the right answer!  (Its response was lost; the puzzle page shows it.)"


class Submission(NamedTuple):
    """An answer that was sent, and the reply of the site to it.

    `when` is in seconds since the epoch, `message` is the site's text.
    """

    part: int
    answer: str
    when: float
    message: str
    reply: Reply


class Ledger:
    """The submissions of an account for a puzzle. Every method reads the files again.

    Whoever writes must hold the lock of `lock_path`. Every method raises `SiteError` if a file
    cannot be read or written, and `BrokenRecordsError` if it cannot be understood, because
    nothing may be sent then.
    """

    def __init__(self, cache: Cache, user: str, puzzle: Puzzle) -> None:
        self.cache = cache
        self.user = user
        self.puzzle = puzzle
        start = os.path.join(cache.user_folder(user), f"{puzzle.year}_{puzzle.day:02d}")
        self.post_path = cache.submissions_path(user, puzzle)
        self.sent_path = f"{start}_sent.json"
        self.leaving_path = f"{start}_sent.json.leaving"
        self.lock_path = f"{start}_submit.lock"

    def set_aside_broken(self) -> None:
        """Raise `SiteError` if a file cannot be understood, and set it aside, so only once."""
        moved = []
        for path, fields in ((self.post_path, VERDICT_FIELDS), (self.sent_path, SENT_FIELDS)):
            try:
                read_records(path, fields)
            except BrokenRecordsError as error:
                moved.append(f"{path} could not be understood and is now {set_aside(error)}")
        if moved:
            raise SiteError(
                f"{', and '.join(moved)}, so nothing is submitted this time: look there for what "
                "was sent, then run this again"
            )

    def accepted_answers(self) -> tuple[str | None, str | None]:
        """Return the answers to part 1 and part 2 that are known to be right."""
        first, second = self.cache.answers(self.user, self.puzzle)
        right = {
            submission.part: submission.answer
            for submission in self.submissions()
            if submission.reply.verdict is SiteVerdict.RIGHT
        }
        return first or right.get(1), second or right.get(2)

    def submissions(self) -> list[Submission]:
        """Return all submissions that have a reply, oldest first."""
        return [
            Submission(
                2 if record["part"] == "b" else 1,
                str(record["value"]),
                read_time(record["when"]),
                record["message"],
                read_reply(record["message"]),
            )
            for record in read_records(self.post_path, VERDICT_FIELDS)
        ]

    def last_judged(self, part: int, answer: str) -> Submission | None:
        """Return the last submission of an answer that the site has judged."""
        judged = [
            submission
            for submission in self.submissions()
            if (submission.part, submission.answer) == (part, answer)
            and submission.reply.verdict.judged
        ]
        return judged[-1] if judged else None

    def wrong_number(self, part: int, answer: str) -> Submission | None:
        """Return the last submission that was wrong, and the same number as an answer."""
        number = read_number(answer)
        wrong = [
            submission
            for submission in self.submissions()
            if submission.part == part
            and submission.answer != answer
            and submission.reply.verdict.wrong
            and read_number(submission.answer) == number is not None
        ]
        return wrong[-1] if wrong else None

    def bounds(self, part: int) -> tuple[int | None, int | None]:
        """Return the greatest answer that was too low, and the least that was too high."""
        low = self._numbers(part, SiteVerdict.TOO_LOW)
        high = self._numbers(part, SiteVerdict.TOO_HIGH)
        return max(low, default=None), min(high, default=None)

    def _numbers(self, part: int, verdict: SiteVerdict) -> list[int]:
        answers = (
            submission.answer
            for submission in self.submissions()
            if submission.part == part and submission.reply.verdict is verdict
        )
        return [number for answer in answers if (number := read_number(answer)) is not None]

    def wait_left(self, now: float) -> float:
        """Return the seconds until the site accepts another answer, by the recorded submissions.

        A submission from the future has a wrong time, as after the clock was set back. It may have
        been sent just now, so it gets the time `now`, in the record too, and its wait ends.
        """
        submissions = self.submissions()
        if any(submission.when > now for submission in submissions):
            records = read_records(self.post_path, VERDICT_FIELDS)
            for record in records:
                if read_time(record["when"]) > now:
                    record["when"] = write_time(now)
            write_records(self.post_path, records)
        ends = (min(one.when, now) + one.reply.wait_seconds for one in submissions)
        return max(0.0, max(ends, default=now) - now)

    def lost_answers(self, part: int) -> list[str]:
        """Return the answers that may have been sent, but have no recorded verdict."""
        judged = {
            (submission.answer, submission.when)
            for submission in self.submissions()
            if submission.part == part and submission.reply.verdict.judged
        }
        lost = (
            record["value"]
            for record in self._sent_records()
            if record["part"] == LETTERS[part]
            and may_have_been_sent(record)
            # A program that was killed after one file and before the other left it in both.
            and not any(
                answer == record["value"] and when >= read_time(record["when"])
                for answer, when in judged
            )
        )
        return list(dict.fromkeys(lost))

    def record_plan(self, part: int, answer: str, now: float) -> None:
        """Record that an answer is about to be sent; `now` is in seconds since the epoch."""
        record = {"part": LETTERS[part], "value": answer, "when": write_time(now)}
        others = [other for other in self._sent_records() if may_have_been_sent(other)]
        write_records(self.leaving_path, [*others, record])
        write_records(self.sent_path, [*others, record | {"stays": boot_id()}])

    def record_sending(self) -> None:
        """Record that the answer of `record_plan` is sent now, in one quick step."""
        try:
            retry_while_in_use(lambda: os.replace(self.leaving_path, self.sent_path))
        except OSError as error:
            raise unwritable(self.sent_path, error) from None

    def remove_plan(self, part: int, answer: str) -> None:
        """Remove what the last `record_plan` has added: the site has not judged the answer.

        The same answer may have been sent before, and its verdict lost: that doubt stays.
        """
        records = self._sent_records()
        if [(r["part"], r["value"]) for r in records[-1:]] == [(LETTERS[part], answer)]:
            self._write_sent(records[:-1])

    def remove_sent(self, part: int, answer: str) -> None:
        """Remove an answer from the sent ones, however often it was sent: it is judged."""
        removed = (LETTERS[part], answer)
        self._write_sent([r for r in self._sent_records() if (r["part"], r["value"]) != removed])

    def _write_sent(self, records: Sequence[Record]) -> None:
        if records:
            write_records(self.sent_path, records)
            return
        for path in (self.leaving_path, self.sent_path):
            delete_file(path)

    def record_verdict(self, part: int, answer: str, now: float, message: str) -> Reply:
        """Record the site's text about an answer, and the answer itself if it is right.

        The answer is that of the last `record_plan`, or one that was sent before.
        """
        message = message[:LONGEST_MESSAGE]
        reply = read_reply(message)
        record = {
            "part": LETTERS[part],
            "value": answer,
            "when": write_time(now),
            "message": message,
        }
        records = read_records(self.post_path, VERDICT_FIELDS)
        if not reply.verdict.judged:
            self.remove_plan(part, answer)
        write_records(self.post_path, [*records, record])
        if reply.verdict is SiteVerdict.RIGHT:
            write_durably(self.cache.answer_path(self.user, self.puzzle, part), answer)
        if reply.verdict.judged:
            self.remove_sent(part, answer)
        return reply

    def resolve_lost_answers(self, now: float) -> None:
        """Record which lost answers were right, for the parts that are solved by now.

        The puzzle page must have been fetched before, so that its answers are cached.
        """
        for part, right in zip((1, 2), self.accepted_answers(), strict=True):
            for answer in self.lost_answers(part) if right else ():
                if answer == right:
                    self.record_verdict(part, answer, now, FOUND_RIGHT)
                else:
                    self.remove_sent(part, answer)

    def _sent_records(self) -> list[Record]:
        return read_records(self.sent_path, SENT_FIELDS)


def may_have_been_sent(record: Record) -> bool:
    """Return whether the answer of a record of `sent.json` may have been sent.

    It was not sent if it is marked with "stays", and the system has not been started again since:
    after a crash of the system, the file may be in the state from before the sending.
    """
    return not record.get("stays") or record["stays"] != boot_id()


def boot_id() -> str:
    """Return an id that the system has from one start to the next, on Linux.

    Elsewhere it is empty, so every answer of `record_plan` counts as sent. That is the safe side:
    if the program is killed just before sending, the answer is sent again only with `--force`.
    """
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def read_number(answer: str) -> int | None:
    """Return an answer as a number, or `None` if it is not one; `007`, `+7` and `7.0` are 7."""
    found = NUMBER.fullmatch(answer.strip())
    return int(found[1].replace("_", "")) if found else None
