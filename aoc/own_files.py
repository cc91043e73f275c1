"""The files that are made to be looked at: a mark says that this program has written them.

Such a file is written again and again under the name that a user types. A name that is mistyped, as
that of a day, must not cost what is there.
"""

from __future__ import annotations

from aoc.errors import UsageError
from aoc.files import read_bytes

__all__ = ["MARK", "check_own"]

MARK = "Written by aoc-days"
"""What every such file has near its start or its end, in whatever form its format has for that."""
NEAR = 2000
"""Bytes; a GIF has its colours before the mark."""


def check_own(path: str, shown: str, *, force: bool) -> None:
    """Raise `UsageError` if a file is there that must not be replaced.

    That is one without the mark, unless it is empty or with `force`, and anything that is not a
    regular file.
    """
    try:
        data = read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise UsageError(
            f"{shown} cannot be replaced ({error.strerror}): choose another name"
        ) from None
    if data and not force and MARK.encode() not in data[:NEAR] + data[-NEAR:]:
        raise UsageError(
            f"{shown} is a file that aoc has not written: choose another name, or replace it with "
            "--force"
        )
