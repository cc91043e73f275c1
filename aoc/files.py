"""Files: read, written whole or not at all, and locked.

A new text goes into a temporary file in the same folder, which then replaces the old file, so that
a reader sees the old or the new text, never a part of it. A link to a file stays a link: the file
that it leads to is replaced or deleted. Modes such as 0600 have no effect on Windows: there a file
has the permissions of its folder, and the folder of a user's settings is closed to other users.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from aoc.errors import AocError, SiteError, UsageError
from aoc.text import decode_text, parse_json

LOCK_PATIENCE = 70
"""Seconds to wait for another program that writes the same files, and may wait for the site."""


IN_USE_PATIENCE = 3.0
"""Seconds to wait on Windows for another program that has a file open."""


IN_USE_PAUSE = 0.02


def read_bytes(path: str) -> bytes:
    """Return the content of a file. Raises `OSError` if it cannot be read, or is a pipe."""
    check_regular(path)
    with open(path, "rb") as file:
        return file.read()


def read_text(path: str, errors: str = "strict") -> str:
    r"""Return the text of a file, with its line ends made `\n`.

    Raises `OSError` if it cannot be read, and `UnicodeDecodeError` if it is not text, unless
    `errors` says otherwise, as in `bytes.decode`.
    """
    text = decode_text(read_bytes(path), errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def remove_folder(path: str) -> None:
    """Remove a folder with all that is in it, if it is there and as far as that can be."""
    if not os.path.isdir(path):
        return
    try:
        for name in os.listdir(path):
            os.unlink(os.path.join(path, name))
        os.rmdir(path)
    except OSError:
        # Most have no other folder in them, and this takes several ms to import.
        import shutil

        shutil.rmtree(path, ignore_errors=True)


def read_object(path: str) -> dict[str, Any]:
    """Return the JSON object in a file; an empty one if there is none, or it is broken."""
    try:
        value = parse_json(read_text(path))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def read_own(path: str) -> str:
    """Read a text of the user, with its line ends. Raises `UsageError` if it cannot be read."""
    try:
        return read_bytes(path).decode()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text", "save it as UTF-8, then try again") from None


def read_any(path: str) -> bytes:
    """Return the content of a file that the user has named, which may be a pipe; `-` is stdin.

    Raises `OSError` if it cannot be read.
    """
    is_stdin = path == "-"
    # Others may still read from stdin, so it stays open.
    with open(0 if is_stdin else path, "rb", closefd=not is_stdin) as file:
        return file.read()


def line_end_of(text: str) -> str:
    """Return the line end that a text has, and that lines added to it get too."""
    return "\r\n" if "\r\n" in text else "\n"


@contextmanager
def writing(path: str, wrong: type[AocError] = SiteError) -> Iterator[None]:
    """Raise `wrong`, with a sentence about a file to write, for an `OSError` in the block."""
    try:
        yield
    except OSError as error:
        what = f"{path} cannot be written ({error.strerror})"
        raise wrong(what, "fix this, then try again") from None


def write_file(path: str, text: str, *, private: bool = False) -> None:
    """Write a text file, in place of an old one.

    Only the owner can read a `private` file (mode 0600). Raises `SiteError` if the file cannot be
    written, and then leaves the old one as it is.
    """
    check_writable(path)
    with writing(path):
        replace_file(path, text.encode(), private=private)


def check_writable(path: str) -> None:
    """Create the folder of a file that is to be written, before the site is asked for its text.

    Raises `SiteError` if it cannot be created, or nothing can be written there.
    """
    folder = os.path.dirname(os.path.realpath(path))
    with writing(path):
        os.makedirs(folder, exist_ok=True)
        # Whether the disk is full shows only when the file is written.
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def overwrite(path: str, data: bytes) -> None:
    """Write a file of the user, which keeps its mode if it exists.

    Raises `UsageError` if it cannot be written, and then leaves the old content as it is.
    """
    with writing(path, UsageError):
        replace_file(path, data)


def replace_file(path: str, data: bytes, *, private: bool = False) -> None:
    """Write a temporary file and let it replace the one at `path`. Raises `OSError`.

    It has the mode of the file that it replaces, or 0600 if `private`. A device, such as
    `/dev/null`, is not replaced.
    """
    mode = 0o600 if private else 0o666
    target = os.path.realpath(path)
    check_regular(target)
    # In the same folder, since a file cannot replace one on another disk.
    temporary = f"{target}.{os.getpid()}.tmp"

    def open_with_mode(name: str, flags: int) -> int:
        # It has this mode from the start: nobody else can open a private file in between.
        return os.open(name, flags, mode)

    try:
        with open(temporary, "wb", opener=open_with_mode) as file:
            file.write(data)
            file.flush()
            # Without this, a crash of the system could leave an empty file in place of the old one.
            os.fsync(file.fileno())
        # On Windows a mode says only "read-only", and a read-only file cannot be replaced.
        if os.name == "posix" and not private and os.path.exists(target):
            os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        replace_free(temporary, target)
    except BaseException:
        # Also after Ctrl-C.
        discard(temporary)
        raise


def check_regular(path: str) -> None:
    """Raise `OSError` if a device or a pipe is there; for a folder the system does so itself."""
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        raise OSError(errno.EINVAL, "not a regular file", path)


def replace_free(temporary: str, target: str) -> None:
    """Let a file replace another, which other programs often have open on Windows for a moment."""
    deadline = time.monotonic() + IN_USE_PATIENCE
    while True:
        try:
            return os.replace(temporary, target)
        except PermissionError:
            if os.name != "nt" or time.monotonic() > deadline:
                raise
        time.sleep(IN_USE_PAUSE)


def delete_file(path: str) -> None:
    """Delete a file if it exists; of a link, the file that it leads to, and the link stays.

    So the content of the file is gone, and the next one is written where the link leads. Raises
    `SiteError` if the file cannot be deleted.
    """
    target = os.path.realpath(path)
    with writing(path), suppress(FileNotFoundError):
        check_regular(target)
        os.unlink(target)


def discard(path: str) -> None:
    """Delete a file, or a link itself, if it exists and can be deleted."""
    with suppress(OSError):
        os.unlink(path)


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep other programs that call this from changing a file until the `with` block ends.

    Raises `SiteError` if another program does not end its block in time, or if the lock, a file
    beside the other, cannot be made.
    """
    from filelock import FileLock, Timeout

    with writing(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        try:
            lock = FileLock(f"{path}.lock", mode=0o600).acquire(LOCK_PATIENCE)
        except Timeout:
            raise SiteError(
                f"another program has been writing {path} for {LOCK_PATIENCE} s", "try again later"
            ) from None
    with lock:
        yield


def names_in(folder: str) -> list[str]:
    """Return the names of the entries of a folder; none if there is no folder."""
    return os.listdir(folder) if os.path.isdir(folder) else []


def shown_path(path: str) -> str:
    """Return a path as people see it from the current folder."""
    try:
        return os.path.relpath(path)
    except (ValueError, OSError):
        # On another drive of Windows, or in a deleted folder.
        return path
