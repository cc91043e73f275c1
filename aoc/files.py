"""Reading and writing regular files; a reader sees the old or the new text, never a part of it.

The new text goes into a temporary file in the same folder, which then replaces the file. A link
to a file stays a link: the file that it leads to is replaced or deleted. What is not a regular
file, such as a FIFO or a device, is neither read nor replaced. Modes such as 0600 have no effect
on Windows: there a file has the permissions of its folder, and the folder of a user's settings is
closed to other users.
"""

from __future__ import annotations

import errno
import os
import stat
import time

from aoc.errors import SiteError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

__all__ = [
    "MARK",
    "check_own",
    "check_regular",
    "check_writable",
    "delete_file",
    "discard",
    "line_end_of",
    "locked",
    "overwrite",
    "read_any",
    "read_bytes",
    "read_text",
    "read_within",
    "replace_file",
    "unwritable",
    "write_file",
]

LARGEST = 64 << 20
"""More bytes than any file has that the program reads as a whole."""
PIECE = 1 << 16
"""Bytes that are read at once, where the size of a file is not known."""
BINARY = getattr(os, "O_BINARY", 0)
TRIAL_DATA = bytes(1 << 16)
"""Larger than an input or a page."""
LOCK_PATIENCE = 70
"""Seconds to wait for another program that writes the same files; a response may take 60."""
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

    Raises `OSError` if it cannot be read, has more than `limit` bytes, or is something else, such
    as a FIFO or a device, from which nothing may ever come.
    """
    # Not even opened: that alone may wait, or make a device do something.
    check_regular(os.stat(path), path)
    # In case it is another file by now, without waiting for a writer where the system has FIFOs.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | BINARY)
    with open(descriptor, "rb") as file:
        check_regular(os.fstat(descriptor), path)
        return read_within(file, path, limit)


def read_any(path: str, limit: int = LARGEST) -> bytes:
    """Return what comes out of a file of any kind that the user has named, such as `<(command)`.

    Raises `OSError` if it cannot be read, or if more than `limit` bytes come.
    """
    with open(path, "rb") as file:
        return read_within(file, path, limit)


def read_within(file: IO[bytes], path: str, limit: int = LARGEST) -> bytes:
    """Return the rest of an open file, whose name is `path`.

    Raises `OSError` if it cannot be read, or has more than `limit` bytes.
    """
    expected = os.fstat(file.fileno()).st_size
    pieces: list[bytes] = []
    total = 0
    while max(total, expected) <= limit:
        # Some files of Linux have no data yet, and then this is `None`.
        piece = file.read(max(0, expected - total) + PIECE)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
        total += len(piece)
    raise OSError(errno.EFBIG, f"larger than {limit >> 20} MB", path)


def check_regular(about: os.stat_result, path: str) -> None:
    """Raise `OSError` if the file that `about` is about is not a regular one."""
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", path)


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
    target, old = resolve(path)
    temporary = temporary_path(target)
    try:
        with open_new(temporary, mode) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # On Windows a mode says only "read-only", and a read-only file cannot be replaced.
        if os.name == "posix" and old is not None:
            keep_owner(temporary, old)
            if keep_mode:
                os.chmod(temporary, stat.S_IMODE(old.st_mode))
        retry_while_in_use(lambda: os.replace(temporary, target))
    except BaseException:
        discard(temporary)
        raise


def resolve(path: str) -> tuple[str, os.stat_result | None]:
    """Return the path of the file that a path leads to, and what is there now, if anything.

    Raises `OSError` if it is not a regular file, which must not be replaced or deleted.
    """
    target = os.path.realpath(path)
    try:
        old = os.lstat(target)
    except FileNotFoundError:
        return target, None
    check_regular(old, path)
    return target, old


def temporary_path(target: str) -> str:
    """Return the path of this program's temporary file beside a file."""
    return f"{target}.{os.getpid()}.tmp"


def open_new(temporary: str, mode: int) -> IO[bytes]:
    """Open a new temporary file, in place of one that a dead program has left."""
    discard(temporary)
    return open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode))


def keep_owner(temporary: str, old: os.stat_result) -> None:
    """Give a file to the owner of the one that it will replace, if root writes it for somebody."""
    try:
        if os.geteuid() == 0 and (old.st_uid, old.st_gid) != (0, 0):
            os.chown(temporary, old.st_uid, old.st_gid)
    except OSError:  # as in a container that does not know the owner
        return


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
    temporary = None
    try:
        os.makedirs(os.path.dirname(os.path.realpath(path)), exist_ok=True)
        temporary = temporary_path(resolve(path)[0])
        with open_new(temporary, 0o600) as file:
            file.write(TRIAL_DATA)
    except OSError as error:
        raise unwritable(path, error) from None
    finally:
        if temporary is not None:
            discard(temporary)


def locked(path: str) -> Lock:
    """Keep other programs that call this from changing a file until the `with` block ends.

    Raises `SiteError` if another program does not end its block in time.
    """
    return Lock(path)


class Lock:
    """The lock of a file: another file beside it."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        """Wait for the lock, and take it."""
        from contextlib import suppress

        from filelock import FileLock, Timeout

        lock_path = f"{self.path}.lock"
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            # On Windows it is deleted by another program that ends its block, at any moment.
            with suppress(FileNotFoundError):
                # Opening it for the lock would empty what a link leads to.
                check_regular(os.lstat(lock_path), lock_path)
            self.lock = FileLock(lock_path, mode=0o600)
            self.lock.acquire(timeout=LOCK_PATIENCE)
        except Timeout:
            raise SiteError(
                f"another program has been writing {self.path} for {LOCK_PATIENCE} s: "
                "try again later"
            ) from None
        except (OSError, NotImplementedError) as error:
            wrong = lock_path if os.path.lexists(lock_path) else self.path
            raise unwritable(wrong, error) from None

    def __exit__(self, *exception: object) -> None:
        """Let other programs go on."""
        self.lock.release()


def delete_file(path: str) -> None:
    """Delete a file if it exists; of a link, what it leads to, and the link stays.

    So what was in the file is gone, and the next one is written where the link leads. Raises
    `SiteError` if the file cannot be deleted, or is not a regular file.
    """
    try:
        target, old = resolve(path)
        if old is not None:
            retry_while_in_use(lambda: os.unlink(target))
    except OSError as error:
        raise unwritable(path, error) from None


def discard(path: str) -> None:
    """Delete a file, or a link itself, if it exists and can be deleted."""
    try:
        retry_while_in_use(lambda: os.unlink(path))
    except OSError:
        return


def unwritable(path: str, error: Exception) -> SiteError:
    """Return the error for a file that cannot be written."""
    why = getattr(error, "strerror", None) or error
    return SiteError(f"{path} cannot be written ({why}): fix this, then try again")


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
