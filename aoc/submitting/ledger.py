"""What was submitted for one puzzle by one account, as its files in aocd's folder have it.

`2021_21_post.json` is aocd's own record of every verdict, so that aocd and this program share
one memory. `2021_21_sent.json` is ours: answers that were to be sent, written before they are and
taken away once their verdict is recorded. One that is still there was lost on the way, unless it
says that it stays, as it does until the very moment of its leaving.
"""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from aoc.errors import SiteError
from aoc.files import unwritable, write_file
from aoc.puzzle import Puzzle
from aoc.site.cache import Cache
from aoc.submitting.replies import Reply, Said, read_reply

__all__ = ["Entry", "Ledger"]

EASTERN = "America/New_York"
LETTERS = {1: "a", 2: "b"}


class Entry(NamedTuple):
    """One answer that was sent: when, in seconds since the epoch, and what the site said."""

    part: int
    answer: str
    when: float
    message: str
    reply: Reply


class Ledger:
    """The submissions of an account for a puzzle; files are read anew with every look.

    Whoever writes holds the lock of `lock_path`. Every method raises `SiteError` for files that
    cannot be read, written or made sense of: without its memory nothing may be sent.
    """

    def __init__(self, cache: Cache, user: str, puzzle: Puzzle) -> None:
        self.cache = cache
        self.user = user
        self.puzzle = puzzle
        start = os.path.join(cache.data, user, f"{puzzle.year}_{puzzle.day:02d}")
        self.start = start
        self.post_path = f"{start}_post.json"
        self.sent_path = f"{start}_sent.json"
        self.leaving_path = f"{start}_sent.json.leaving"
        self.lock_path = f"{start}_submit.lock"

    def accepted(self) -> tuple[str | None, str | None]:
        """Give the answers that are known to be right, of part 1 and part 2."""
        first, second = self.cache.answers(self.user, self.puzzle)
        right = {e.part: e.answer for e in self.entries() if e.reply.said is Said.RIGHT}
        return first or right.get(1), second or right.get(2)

    def entries(self) -> list[Entry]:
        """Give the verdicts of the past, oldest first."""
        return [
            Entry(
                2 if record["part"] == "b" else 1,
                str(record["value"]),
                read_time(record["when"]),
                record["message"],
                read_reply(record["message"]),
            )
            for record in read_records(self.post_path, ("part", "value", "when", "message"))
        ]

    def tried(self, part: int, answer: str) -> Entry | None:
        """Find the last verdict on an answer, if the site has given one on the answer itself."""
        verdicts = [
            entry
            for entry in self.entries()
            if (entry.part, entry.answer) == (part, answer)
            and entry.reply.said not in (Said.TOO_SOON, Said.WRONG_PART)
        ]
        return verdicts[-1] if verdicts else None

    def bounds(self, part: int) -> tuple[int | None, int | None]:
        """Give the greatest answer that was too low, and the least that was too high."""
        low = self._numbers(part, Said.TOO_LOW)
        high = self._numbers(part, Said.TOO_HIGH)
        return max(low, default=None), min(high, default=None)

    def _numbers(self, part: int, said: Said) -> list[int]:
        found = (e.answer for e in self.entries() if e.part == part and e.reply.said is said)
        return [number for answer in found if (number := read_number(answer)) is not None]

    def wait_left(self, now: float) -> float:
        """Give the seconds until the site takes another answer, as far as is known.

        A verdict from the future, by a clock that was wrong, says nothing.
        """
        waits = ((e.when + e.reply.wait - now, e.reply.wait) for e in self.entries())
        return max((left for left, wait in waits if 0 < left <= wait), default=0.0)

    def lost(self, part: int) -> list[str]:
        """Give the answers that may have been sent, and whose verdict is not known."""
        known = {(e.answer, e.when) for e in self.entries() if e.part == part}
        found = (
            record["value"]
            for record in self._sent()
            if record["part"] == LETTERS[part]
            and may_have_left(record)
            # A program that was killed between the two files has recorded it in both.
            and not any(
                answer == record["value"] and when >= read_time(record["when"])
                for answer, when in known
            )
        )
        return list(dict.fromkeys(found))

    def intend(self, part: int, answer: str, now: float) -> None:
        """Note durably that an answer is to be sent, `now` in seconds since the epoch."""
        record = {"part": LETTERS[part], "value": answer, "when": write_time(now)}
        others = [other for other in self._sent() if may_have_left(other)]
        write_durably(self.leaving_path, json.dumps([*others, record], indent=2))
        staying = record | {"stays": boot()}
        write_durably(self.sent_path, json.dumps([*others, staying], indent=2))

    def leave(self) -> None:
        """Note that the answer of `intend` is sent now: in one step, so that it takes no time."""
        try:
            os.replace(self.leaving_path, self.sent_path)
        except OSError as error:
            raise unwritable(self.sent_path, error) from None

    def forget(self, part: int, answer: str) -> None:
        """Note that an answer has certainly not been sent, or that its verdict is recorded."""
        self._write_sent(self._others(part, answer))

    def record(self, part: int, answer: str, now: float, message: str) -> Reply:
        """Note a verdict of the site, and the answer itself if it is right."""
        reply = read_reply(message)
        entry = {
            "part": LETTERS[part],
            "value": answer,
            "when": write_time(now),
            "message": message,
        }
        records = read_records(self.post_path, ("part", "value", "when", "message"))
        write_durably(self.post_path, json.dumps([*records, entry], indent=2))
        if reply.said is Said.RIGHT:
            write_durably(f"{self.start}{LETTERS[part]}_answer.txt", answer)
        self.forget(part, answer)
        return reply

    def settle(self, now: float) -> None:
        """Clear up what was lost of parts that are solved by now, as the puzzle page showed."""
        for part, right in zip((1, 2), self.accepted(), strict=True):
            for answer in self.lost(part) if right else ():
                if answer == right:
                    self.record(part, answer, now, FOUND_RIGHT)
                else:
                    self.forget(part, answer)

    def _sent(self) -> list[dict[str, Any]]:
        return read_records(self.sent_path, ("part", "value", "when"))

    def _others(self, part: int, answer: str) -> list[dict[str, Any]]:
        about = (LETTERS[part], answer)
        return [record for record in self._sent() if (record["part"], record["value"]) != about]

    def _write_sent(self, records: list[dict[str, Any]]) -> None:
        if records:
            write_durably(self.sent_path, json.dumps(records, indent=2))
            return
        for path in (self.leaving_path, self.sent_path):
            try:
                os.unlink(path)
            except FileNotFoundError:
                pass
            except OSError as error:
                raise unwritable(path, error) from None


FOUND_RIGHT = "That's the right answer!  (Its response was lost; the puzzle page shows it.)"


def may_have_left(record: dict[str, Any]) -> bool:
    """Say whether an answer may have been sent: not if it was to stay, and that is certain.

    After the machine itself broke down, an answer that left may be noted as one that was to stay.
    """
    return not record.get("stays") or record["stays"] != boot()


def boot() -> str:
    """Name what the machine has been doing since it was started, where it has a name for that."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""


def read_number(answer: str) -> int | None:
    """Read an answer as a number, if it is one."""
    try:
        return int(answer)
    except ValueError:
        return None


def read_time(text: str) -> float:
    """Read a time as aocd writes it: US Eastern if it has no zone, long ago if it is none."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return 0.0
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(EASTERN))
    return moment.timestamp()


def write_time(now: float) -> str:
    """Write a time as aocd does, in US Eastern."""
    return datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(EASTERN)).isoformat(sep=" ")


def read_records(path: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Read a JSON list of objects that have strings under some names; a missing file is empty."""
    try:
        with open(path, encoding="utf-8") as file:
            records = json.load(file)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise SiteError(
            f"{path} cannot be read ({error.strerror}), so nothing is submitted: mend that first"
        ) from None
    except ValueError:
        records = None
    if isinstance(records, list) and all(
        isinstance(record, dict) and all(isinstance(record.get(name), str) for name in names)
        for record in records
    ):
        return records
    raise SiteError(
        f"{path} is not the list of submissions that belongs there, so nothing is submitted: "
        "mend it, or delete it if all in it may be forgotten"
    )


def write_durably(path: str, text: str) -> None:
    """Put a text in the place of a file so that it outlives a crash, of the machine as well."""
    write_file(path, text)
    try:
        sync_folder(os.path.dirname(path))
    except OSError as error:
        raise unwritable(path, error) from None


def sync_folder(folder: str) -> None:
    """Make sure that the names of new files in a folder outlive a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
