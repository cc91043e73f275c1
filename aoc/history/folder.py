"""The folder `.aoc` of a project: what programs here remember about it.

Besides the log of runs there are the signs of verdicts that were explained already, and the
profiles of `aoc run --profile` as HTML files.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Collection
from contextlib import nullcontext, suppress
from itertools import chain, count

from aoc.files import locked, read_text, unwritable, write_file
from aoc.model import Verdict

__all__ = ["FOLDER", "ProfileFiles", "append_text", "new_signs", "write_kept"]

FOLDER = ".aoc"
GITIGNORE = "# Created by aoc: the results of your own runs do not belong in a repository.\n*\n"
NOT_IN_NAMES = re.compile(r"[^\w.-]+", re.ASCII)


def make_folder(folder: str) -> None:
    """Make the folder, with a `.gitignore` that keeps it out of git. Raises `OSError`."""
    os.makedirs(folder, exist_ok=True)
    # One that exists stays: it may be a link to anything.
    with (
        suppress(FileExistsError),
        open(os.path.join(folder, ".gitignore"), "x", encoding="utf-8") as file,
    ):
        file.write(GITIGNORE)


def write_kept(root: str, path: str, text: str) -> None:
    """Write a file in the folder of the project at `root`; `path` is relative to the project.

    Raises `SiteError` if it cannot be written.
    """
    folder = os.path.join(root, FOLDER)
    try:
        make_folder(folder)
    except OSError as error:
        raise unwritable(folder, error) from None
    write_file(os.path.join(root, path), text)


def append_text(path: str, text: str) -> None:
    """Append to a file in one write, which no other program's text divides.

    The file is made if it does not exist. Raises `OSError`, also if not
    all of the text could be written, and `SiteError` if another program keeps it locked.
    """
    if not os.path.lexists(path):
        make_folder(os.path.dirname(path))
    data = text.encode("utf-8", "replace")
    # On Windows, to find the end of a file and to write there are two steps.
    with locked(path) if os.name == "nt" else nullcontext(), open(path, "ab", buffering=0) as file:
        if file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


def new_signs(root: str, verdicts: Collection[Verdict]) -> list[Verdict]:
    """Return the verdicts with signs that no run in the project at `root` has shown before.

    From now on they count as shown. If this cannot be stored, none are returned.
    """
    path = os.path.join(root, FOLDER, "signs")
    try:
        known = read_text(path)
    except FileNotFoundError:
        known = ""
    except (OSError, UnicodeDecodeError):
        return []
    found = [verdict for verdict in Verdict if verdict in verdicts and verdict not in known]
    if found:
        try:
            append_text(path, "".join(f"{verdict}\n" for verdict in found))
        except OSError:
            return []
    return found


class ProfileFiles:
    """Writes the profiles of one run for the project at `root`, each into a file of its own.

    Those of an earlier run with the same names are replaced.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.names: set[str] = set()

    def add(self, title: str, page: str) -> str:
        """Write a page into a file whose name begins with `title`.

        Returns its path, relative to the project. Raises `SiteError` if it cannot be written.
        """
        title = NOT_IN_NAMES.sub("-", title)
        names = chain([title], (f"{title}-{number}" for number in count(2)))
        name = next(filter(lambda name: name not in self.names, names))
        self.names.add(name)
        path = os.path.join(FOLDER, "profile", f"{name}.html")
        write_kept(self.root, path, page)
        return path
