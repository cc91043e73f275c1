"""Files that are whole or not there: written beside their place and then put into it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from aoc.errors import SiteError, UsageError

__all__ = ["check_writable", "discard", "locked", "overwrite", "write_file"]

ROOM = bytes(1 << 16)
"""More than an input or a page takes."""
PATIENCE = 30
"""Seconds to wait for another program that writes the same files."""


def write_file(path: str, text: str, *, private: bool = False) -> None:
    """Put a text in the place of a file; a `private` one is for its owner alone (0600).

    Raises `SiteError` where that cannot be done; then the file is as it was before.
    """
    try:
        os.makedirs(os.path.dirname(os.path.realpath(path)), exist_ok=True)
        put(path, text.encode(), 0o600 if private else 0o666)
    except OSError as error:
        raise unwritable(path, error) from None


def overwrite(path: str, data: bytes) -> None:
    """Put something else into a file of the user's own, which keeps its mode.

    Raises `UsageError` where that cannot be done; then the file is as it was before.
    """
    try:
        put(path, data, 0o666, keep_mode=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def put(path: str, data: bytes, mode: int, *, keep_mode: bool = False) -> None:
    """Write a new file beside the place of a file, and then put it there. Raises `OSError`."""
    target = os.path.realpath(path)
    temporary = f"{target}.{os.getpid()}.tmp"
    discard(temporary)
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if keep_mode:
            os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
        os.replace(temporary, target)
    except BaseException:
        discard(temporary)
        raise


def check_writable(path: str) -> None:
    """Raise `SiteError` if a file could not be written, before anything is asked for it."""
    temporary = f"{os.path.realpath(path)}.{os.getpid()}.tmp"
    try:
        os.makedirs(os.path.dirname(temporary), exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(ROOM)
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        discard(temporary)


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Be the only program that changes a file, for as long as the block lasts.

    Raises `SiteError` where another one does not come to an end.
    """
    from filelock import FileLock, Timeout

    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lock = FileLock(f"{path}.lock", mode=0o600)
        lock.acquire(timeout=PATIENCE)
    except Timeout:
        raise SiteError(
            f"another program has been writing {path} for {PATIENCE} s: try again later"
        ) from None
    except (OSError, NotImplementedError) as error:
        raise unwritable(path, error) from None
    try:
        yield
    finally:
        lock.release()


def discard(path: str, *, strict: bool = False) -> None:
    """Delete a file if it is there; raises `SiteError` if it cannot be, if that is `strict`."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        if strict:
            raise unwritable(path, error) from None


def unwritable(path: str, error: Exception) -> SiteError:
    """Say that a file cannot be written."""
    why = getattr(error, "strerror", None) or error
    return SiteError(f"{path} cannot be written ({why}): make room or mend that, then try again")
