"""Where a time comes from: the machine, the commit of the project, and the code of the day.

The commit is read from the files of git, and the code is known by digests of the files of a day, so
that no run waits for a process of git. Which files these are is read from their imports: a module
whose name is made up at run time is missed, and so are files that a day reads.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping

from aoc.files import read_bytes
from aoc.registry import OWN
from aoc.text import digest_of

__all__ = ["code_digest", "code_files", "commit_of", "machine_key", "text_of"]

IMPORT = re.compile(
    r"^[ \t]*(?:lazy[ \t]+)?(?:from[ \t]+(\.*)([\w.]*)[ \t]+)?import[ \t]+(\([^)]*\)|.*)",
    re.MULTILINE,
)
MODEL = re.compile(r"^(?:model name|Model)\s*:[ \t]*(\S.*)", re.MULTILINE)
"""The model of a processor in `/proc/cpuinfo`, and that of a Raspberry Pi."""
BEGINNING = 4096
"""Bytes of it that are about the first cores."""


def code_files(
    root: str, started: float, year: int, day: int, solver: str, kind: str | None
) -> dict[str, str | None]:
    """Return the files of a project that an answer of a solver to a kind of input depends on.

    These are the module of the puzzle if the solver is the project's own, the tests if they made
    the input, and what both import from the project. Returned are the digests of their texts by
    their paths in the project at `root`; `None` for a file that was saved since the run `started`,
    in seconds since the epoch, which may not be what ran.
    """
    waiting = [f"days/year{year}/day{day:02d}.py"] if solver == OWN else []
    waiting += [f"tests/year{year}/test_day{day:02d}.py"] if kind == "sample" else []
    found: dict[str, str | None] = {}
    while waiting:
        name = waiting.pop()
        if name not in found:
            path = os.path.join(root, name)
            try:
                text = text_of(read_bytes(path))
                found[name] = digest_of(text) if os.stat(path).st_mtime <= started else None
            except OSError:
                continue
            waiting += possible_files(name, text)
    return found


def possible_files(name: str, text: str) -> Iterator[str]:
    """Yield where the packages of a file, and the modules that its text imports, may be."""
    folder = name.split("/")[:-1]
    found = [folder]
    for dots, source, names in IMPORT.findall(text):
        # What is imported from a package may be a module of it.
        for word in re.findall(r"[\w.]+", names) or [""]:
            path = f"{source}.{word}".replace(".", " ").split()
            if dots:
                found.append(folder[: len(folder) + 1 - len(dots)] + path)
            elif path and path[0] != "aoc" and path[0] not in sys.stdlib_module_names:
                # A script finds what lies beside it.
                found += [path, folder + path]
    for base in {"/".join(path[:end]) for path in found for end in range(1, len(path) + 1)}:
        yield from (f"{base}.py", f"{base}/__init__.py")


def text_of(data: bytes) -> str:
    """Return the text of a file, with the line ends that git may have changed."""
    return data.decode(errors="replace").replace("\r\n", "\n")


def code_digest(files: Mapping[str, str | None]) -> str | None:
    """Return one digest of all files; `None` without any, or if one is not known."""
    if not files or None in files.values():
        return None
    return digest_of(json.dumps(files, sort_keys=True))


def commit_of(root: str) -> str | None:
    """Return the commit that the repository of a folder is at; `None` if that cannot be read."""
    folder = git_folder(root)
    head = line_of(folder, "HEAD")
    if head.startswith("ref: "):
        ref = head.removeprefix("ref: ")
        # Branches of a worktree are those of its repository.
        common = os.path.join(folder, line_of(folder, "commondir"))
        packed = re.search(f"^(.*) {re.escape(ref)}$", line_of(common, "packed-refs"), re.MULTILINE)
        head = line_of(common, ref) or (packed[1] if packed else "")
    return head if re.fullmatch("[0-9a-f]{40,64}", head) else None


def git_folder(folder: str) -> str:
    """Return the folder of git of the repository or worktree that a folder is in, if there is one.

    Else it is where that of the uppermost folder would be.
    """
    while True:
        path = os.path.join(folder, ".git")
        parent = os.path.dirname(folder)
        if os.path.exists(path) or parent == folder:
            # In a worktree, it is a file that says where the folder is.
            return os.path.join(folder, line_of(folder, ".git").removeprefix("gitdir: ") or ".git")
        folder = parent


def line_of(folder: str, name: str) -> str:
    """Return the text of a file of git, without blanks around it; empty if there is none."""
    try:
        return read_bytes(os.path.join(folder, name)).decode(errors="replace").strip()
    except (OSError, ValueError):
        return ""


def machine_key(python: str) -> str:
    """Return the processor's model, the system, and the minor version of a Python, for people.

    Times can be compared that were taken on machines with the same key.
    """
    minor = ".".join(python.split(".")[:2])
    return f"{processor()}, {sys.platform}, Python {minor}"


def processor() -> str:
    """Return the model of the processor, or else what the system says of it.

    The module `platform` finds less, and macOS would have to be asked in a process: the name of its
    kernel says which chip it is for.
    """
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            info = file.read(BEGINNING).decode(errors="replace")
    except OSError:
        info = ""
    if found := MODEL.search(info):
        return found[1]
    return os.environ.get("PROCESSOR_IDENTIFIER") or os.uname().version.rpartition("/")[2]
