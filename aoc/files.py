"""Writing files so that a reader sees the old or the new text, never a part of it.

The new text goes into a temporary file in the same folder, which then replaces the file. Modes
such as 0600 have no effect on Windows: there a file has the permissions of its folder, and the
folder of a user's settings is closed to other users.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aoc.errors import SiteError, UsageError

__all__ = [
    "check_writable",
    "discard",
    "line_end_of",
    "locked",
    "overwrite",
    "read_bytes",
    "read_text",
    "unwritable",
    "write_file",
]

LARGEST = 64 << 20
"""More bytes than any file has that the program reads as a whole."""
BINARY = getattr(os, "O_BINARY", 0)
TRIAL_DATA = bytes(1 << 16)
"""Larger than an input or a page."""
LOCK_PATIENCE = 30
"""Seconds to wait for another program that writes the same files."""
IN_USE_PATIENCE = 3.0
"""Seconds to wait on Windows for another program that has a file open."""
IN_USE_PAUSE = 0.02
IN_USE = (5, 32)
"""Windows' error codes for a file that another program has open: ERROR_ACCESS_DENIED and
ERROR_SHARING_VIOLATION."""


def line_end_of(text: str) -> str:
    """Return the line end that a text has, and that lines added to it get too."""
    return "\r\n" if "\r\n" in text else "\n"


def read_bytes(path: str, limit: int = LARGEST) -> bytes:
    """Return the content of a regular file.

    Raises `OSError` if it cannot be read, and at once if it is something else, such as a FIFO or
    a device, from which nothing may ever come, or if it has more than `limit` bytes.
    """
    # Without waiting for a writer, where the system has FIFOs.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | BINARY)
    with open(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", path)
        if about.st_size > limit:
            raise OSError(errno.EFBIG, f"larger than {limit >> 20} MB", path)
        return file.read()


def read_text(path: str) -> str:
    r"""Return the text of a regular file, with its line ends made `\n`.

    Raises `OSError` as `read_bytes` does, and `UnicodeDecodeError` for what is not UTF-8.
    """
    return read_bytes(path).decode().replace("\r\n", "\n").replace("\r", "\n")


def write_file(path: str, text: str, *, private: bool = False) -> None:
    """Write a text file, in place of the one at `path` if there is one.

    Only the owner can read a `private` file (mode 0600). Raises `SiteError` if the file cannot be
    written, and then leaves the old one as it is.
    """
    try:
        os.makedirs(os.path.dirname(os.path.realpath(path)), exist_ok=True)
        replace_file(path, text.encode(), 0o600 if private else 0o666)
    except OSError as error:
        raise unwritable(path, error) from None


def overwrite(path: str, data: bytes) -> None:
    """Write new content to an existing file of the user, which keeps its mode.

    Raises `UsageError` if it cannot be written, and then leaves the old content as it is.
    """
    try:
        replace_file(path, data, 0o666, keep_mode=True)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror}): fix this, then try again"
        ) from None


def replace_file(path: str, data: bytes, mode: int, *, keep_mode: bool = False) -> None:
    """Write a temporary file and let it replace the one at `path`. Raises `OSError`.

    If `path` is a link, the file that it leads to is replaced.
    """
    target = os.path.realpath(path)
    temporary = f"{target}.{os.getpid()}.tmp"
    discard(temporary)
    try:
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # On Windows a mode says only "read-only", and a read-only file cannot be replaced.
        if keep_mode and os.name == "posix":
            os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
        retry_while_in_use(lambda: os.replace(temporary, target))
    except BaseException:
        discard(temporary)
        raise


def retry_while_in_use(change: Callable[[], None]) -> None:
    """Call `change`, which moves or deletes a file, again while another program has it open.

    That happens on Windows alone, where such a call then fails. Raises the `OSError` of the last
    call.
    """
    deadline = time.monotonic() + IN_USE_PATIENCE
    while True:
        try:
            return change()
        except PermissionError as error:
            if getattr(error, "winerror", None) not in IN_USE or time.monotonic() > deadline:
                raise
        time.sleep(IN_USE_PAUSE)


def check_writable(path: str) -> None:
    """Raise `SiteError` if a file cannot be written, before the site is asked for its content."""
    temporary = f"{os.path.realpath(path)}.{os.getpid()}.tmp"
    try:
        os.makedirs(os.path.dirname(temporary), exist_ok=True)
        with open(temporary, "wb") as file:
            file.write(TRIAL_DATA)
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        discard(temporary)


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep other programs that call this from changing a file until the `with` block ends.

    Raises `SiteError` if another program does not end its block in time.
    """
    from filelock import FileLock, Timeout

    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        lock = FileLock(f"{path}.lock", mode=0o600)
        lock.acquire(timeout=LOCK_PATIENCE)
    except Timeout:
        raise SiteError(
            f"another program has been writing {path} for {LOCK_PATIENCE} s: try again later"
        ) from None
    except (OSError, NotImplementedError) as error:
        raise unwritable(path, error) from None
    try:
        yield
    finally:
        lock.release()


def discard(path: str, *, strict: bool = False) -> None:
    """Delete a file if it exists; if it cannot be deleted, raise `SiteError` only if `strict`."""
    try:
        retry_while_in_use(lambda: os.unlink(path))
    except FileNotFoundError:
        return
    except OSError as error:
        if strict:
            raise unwritable(path, error) from None


def unwritable(path: str, error: Exception) -> SiteError:
    """Return the error for a file that cannot be written."""
    why = getattr(error, "strerror", None) or error
    return SiteError(f"{path} cannot be written ({why}): fix this, then try again")
