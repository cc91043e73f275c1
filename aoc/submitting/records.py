"""The files of a ledger: lists of JSON objects that survive a crash, and their times."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from aoc.errors import SiteError
from aoc.files import name_aside, read_text, retry_while_in_use, unwritable, write_file
from aoc.json_text import parse_json

__all__ = [
    "BrokenRecordsError",
    "read_records",
    "read_time",
    "set_aside",
    "write_durably",
    "write_records",
    "write_time",
]

EASTERN = "America/New_York"
PARTS = ("a", "b")
SCALARS = (str, int, float, type(None))
Record = dict[str, Any]


class BrokenRecordsError(SiteError):
    """A file holds something that is not a list of submissions.

    `path` is that of the file; `whole` are the records in it that can be understood.
    """

    def __init__(self, path: str, whole: Sequence[Record] = ()) -> None:
        self.path = path
        self.whole = whole
        super().__init__(
            f"{path} is not the list of submissions that belongs there: fix it, or run this "
            "again, which sets it aside"
        )


def read_records(path: str, fields: tuple[str, ...]) -> list[Record]:
    """Read a list of records, which have these `fields`; a missing file is an empty list.

    Raises `BrokenRecordsError` if the content cannot be understood, and `SiteError` if the file
    cannot be read.
    """
    try:
        found = parse_json(read_text(path))
    except FileNotFoundError:
        return []
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise BrokenRecordsError(path) from None
        raise SiteError(
            f"{path} cannot be read ({error.strerror}), so nothing is submitted: fix this first"
        ) from None
    except ValueError:
        raise BrokenRecordsError(path) from None
    records = found if isinstance(found, list) else []
    whole = [record for record in records if is_record(record, fields)]
    if whole != found:
        raise BrokenRecordsError(path, whole)
    return whole


def is_record(value: object, fields: tuple[str, ...]) -> bool:
    """Return whether a value is an object whose `fields` are strings, and that is not nested."""
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(name), str) for name in fields)
        and value["part"] in PARTS
        and all(isinstance(inner, SCALARS) for inner in value.values())
    )


def set_aside(broken: BrokenRecordsError) -> str:
    """Move a broken file, keep in its place what can be understood, and return its new path.

    Raises `SiteError` if the files cannot be written.
    """
    from shutil import copyfile

    path = broken.path
    aside = name_aside(path)
    try:
        if broken.whole:
            # At no time is a record missing that can be understood.
            copyfile(path, aside)
            write_records(path, broken.whole)
        else:
            retry_while_in_use(lambda: os.rename(path, aside))
    except OSError as error:
        raise unwritable(aside, error) from None
    return aside


def write_records(path: str, records: Sequence[Record]) -> None:
    """Write a list of records. Raises `SiteError` if that fails."""
    write_durably(path, json.dumps(records, indent=2))


def write_durably(path: str, text: str) -> None:
    """Write a file so that it survives a crash of the program and of the system."""
    write_file(path, text)
    try:
        sync_folder(os.path.dirname(path))
    except OSError as error:
        raise unwritable(path, error) from None


def sync_folder(folder: str) -> None:
    """Write the names of new files in a folder to the disk.

    Windows cannot do that to a folder. It keeps the names in a journal of the file system, but a
    crash of the system may undo the last seconds.
    """
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_time(text: str) -> float:
    """Return a time that aocd wrote, in seconds since the epoch.

    A time without a zone is US Eastern. A text that is not a time is 0, which is long ago.
    """
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=ZoneInfo(EASTERN))
        return moment.timestamp()
    except (ValueError, OverflowError):
        return 0.0


def write_time(now: float) -> str:
    """Return a time in the format of aocd, in US Eastern; `now` is in seconds since the epoch."""
    return datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(EASTERN)).isoformat(sep=" ")
