"""The scripts called `aoc`: where they are, and which program each of them starts."""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from aoc.program import DISTRIBUTION, NAME, own_tool

EXTENSION = ".exe" if os.name == "nt" else ""
SCRIPT = f"{NAME}{EXTENSION}"
"""The file name of the script that advent-of-code-data has as well."""
SURE_SCRIPT = f"{DISTRIBUTION}{EXTENSION}"
"""The file name of the script that only aoc-days has. It starts the same program."""
LARGEST = 1 << 20
"""More bytes than a script of an installer has; on Windows it has about 100 kB."""
ENTRY = re.compile(rb"^\s*from (?:(aoc\.__main__)|aocd\b)", re.MULTILINE)
"""The import in a script of our program (group 1) or of one of advent-of-code-data."""


class Owner(StrEnum):
    """Whose program a script starts."""

    OURS = "ours"
    AOCD = "advent-of-code-data's"
    OTHER = "another program's"
    NOBODY = "nobody's"
    """There is no script, or a link that leads nowhere."""


def owner_of(path: str) -> Owner:
    """Return which program a script starts. Raises `OSError` if it cannot be read."""
    try:
        if os.path.getsize(path) > LARGEST:
            return Owner.OTHER
        with open(path, "rb") as file:
            found = ENTRY.search(input_of(file.read()))
    except FileNotFoundError:
        return Owner.NOBODY
    if not found:
        return Owner.OTHER
    return Owner.OURS if found[1] else Owner.AOCD


def input_of(script: bytes) -> bytes:
    """Return the source of a script; on Windows it is in an archive at the end of a program."""
    if not script.startswith(b"MZ"):
        return script
    try:
        with ZipFile(BytesIO(script)) as archive:
            return archive.read("__main__.py")
    except (BadZipFile, KeyError):
        # Newer versions of uv have the archive elsewhere in the program; it is not compressed.
        return script


def scripts_folder() -> str | None:
    """Return the folder that the installer has put our scripts into; `None` if there is none."""
    try:
        files = distribution(DISTRIBUTION).files or []
    except PackageNotFoundError:
        files = []
    found = [os.path.normpath(file.locate()) for file in files if file.name == SURE_SCRIPT]
    found.append(os.path.join(sysconfig.get_path("scripts"), SURE_SCRIPT))
    return next((os.path.dirname(path) for path in found if os.path.exists(path)), None)


def exposed_folders(folder: str) -> list[str]:
    """Return the folders in which pipx or uv have made our scripts in `folder` reachable.

    Such a folder has a link to our `aoc-days`; on Windows, a copy of it.
    """
    ours = os.path.join(folder, SURE_SCRIPT)
    started = sys.argv[0].removesuffix(EXTENSION) + EXTENSION
    found = {
        os.path.dirname(os.path.abspath(path)): None
        for path in (started, shutil.which(SURE_SCRIPT))
        if path and os.path.basename(path) == SURE_SCRIPT and is_exposed(path, ours)
    }
    return [other for other in found if not is_same(other, folder)]


def is_exposed(path: str, ours: str) -> bool:
    """Return whether a script is a link to one of ours, or a copy made by pipx or uv."""
    if is_same(path, ours):
        return True
    if own_tool() is None or not os.path.isfile(path):
        return False
    with open(path, "rb") as one, open(ours, "rb") as other:
        return one.read(LARGEST) == other.read(LARGEST)


def is_same(path: str, other: str) -> bool:
    """Return whether two paths lead to the same file or folder."""
    return os.path.realpath(path) == os.path.realpath(other)


def first_on_path() -> str | None:
    """Return the path of the `aoc` that a shell starts, if there is one."""
    return shutil.which(NAME)


def installer() -> str:
    """Return who installed this program: `pipx`, `uv tool`, `pip`, `uv` or another installer."""
    try:
        recorded = (distribution(DISTRIBUTION).read_text("INSTALLER") or "").strip()
    except PackageNotFoundError:
        recorded = ""
    return own_tool() or recorded or "the installer"
