"""A project as it is sent to other machines: an archive of its files, and what is made of it there.

No input, no token, and nothing that git ignores is in it.
"""

from __future__ import annotations

import io
import os
import shutil
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from aoc.errors import UsageError
from aoc.files import read_bytes
from aoc.git import git_output
from aoc.tokens import config_folder, data_folder, holds_token, known_tokens

__all__ = ["differing_file", "file_digests", "pack_project", "project_files", "unpack_project"]

LARGEST = 100 << 20
"""Bytes that the files may have together."""
UNWANTED = {"__pycache__", "node_modules", "build", "dist"}
"""Folders that nobody solves with. Nor are those that begin with a dot, or are environments."""
TIME = (1980, 1, 1, 0, 0, 0)
"""The time of all files in an archive: what is the same makes the same archive."""


def project_files(root: str, inputs: str) -> list[str]:
    """Return the files of the project at `root` that solvers may need, relative to it, with `/`.

    They are what git knows or would add; without git, all that lies in no hidden folder. Left out
    are those in the folder of the `inputs` and in that of aocd, those with a session token, and
    links.
    """
    listed = git_output(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = files_below(root) if listed is None else set(listed.split("\0"))
    folders = (os.path.join(root, os.path.expanduser(inputs)), data_folder(), config_folder())
    excluded = (".aoc/", *(f"{relative(folder, root)}/" for folder in folders))
    known = known_tokens()
    return sorted(
        name
        for name in names
        if name and not name.startswith(excluded) and is_shippable(os.path.join(root, name), known)
    )


def relative(folder: str, root: str) -> str:
    """Return the path of a folder relative to another one, with `/`."""
    try:
        path = os.path.relpath(os.path.realpath(folder), os.path.realpath(root))
    except ValueError:  # on Windows, it is on another drive
        return os.pardir
    return path.replace(os.sep, "/")


def files_below(root: str) -> Iterator[str]:
    """Yield the files below a folder, as paths relative to it."""
    for folder, folders, names in os.walk(root):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".")
            and name not in UNWANTED
            and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))
        ]
        start = os.path.relpath(folder, root)
        for name in names:
            if not name.startswith("."):
                yield os.path.normpath(os.path.join(start, name)).replace(os.sep, "/")


def is_shippable(path: str, known: Iterable[str]) -> bool:
    """Return whether a path is that of a file, and no session token is in it."""
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    data = read_bytes(path)
    return b"\0" in data or not holds_token(data.decode("utf-8", "replace"), [*known])


def pack_project(root: str, names: Iterable[str]) -> bytes:
    """Return an archive of files of the project at `root`. Raises `UsageError` if it is too large.

    The same files make the same archive.
    """
    sizes = {name: os.path.getsize(os.path.join(root, name)) for name in names}
    if sum(sizes.values()) > LARGEST:
        largest = max(sizes, key=lambda name: sizes[name])
        raise UsageError(
            f"the project has {sum(sizes.values()) >> 20} MB, more than the {LARGEST >> 20} MB "
            f"that --ship sends, most of it in {largest}: let git ignore what no solver needs"
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sizes:
            archive.writestr(zipfile.ZipInfo(name, TIME), read_bytes(os.path.join(root, name)))
    return packed.getvalue()


def unpack_project(packed: bytes, folder: str) -> str:
    """Unpack an archive below a folder, unless it was there already, and return where it is.

    Several programs may do so at once, and be killed meanwhile.
    """
    root = os.path.join(folder, f"project-{sha256(packed).hexdigest()[:16]}")
    if os.path.isdir(root):
        return root
    unfinished = f"{root}.{os.getpid()}"
    shutil.rmtree(unfinished, ignore_errors=True)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(unfinished)
    try:
        os.rename(unfinished, root)
    except OSError:
        # Somebody else was faster.
        shutil.rmtree(unfinished, ignore_errors=True)
    return root


def file_digests(root: str, names: Iterable[str]) -> dict[str, str]:
    """Return digests of the Python files among those of the project at `root`, by their names."""
    return {
        name: sha256(read_bytes(os.path.join(root, name))).hexdigest()
        for name in names
        if name.endswith(".py")
    }


def differing_file(root: str, digests: Mapping[str, str]) -> str | None:
    """Return the name of a file of the project at `root` that has another digest, or is missing."""
    for name, digest in digests.items():
        try:
            data = read_bytes(os.path.join(root, name))
        except OSError:
            return name
        if sha256(data).hexdigest() != digest:
            return name
    return None
