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
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

from aoc.digest import digest_of
from aoc.files import read_bytes
from aoc.registry import OWN

__all__ = ["Code", "Origin", "code_digest", "commit_of", "digests_at", "machine_key", "subjects_of"]

Code = Mapping[str, str | None]
"""The files of days by their path in the project, each with the digest of its text; `None` for one
that was saved while it may have been running."""
IMPORT = re.compile(
    r"^[ \t]*(?:lazy[ \t]+)?"
    r"(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|.*)|import[ \t]+(.*))",
    re.MULTILINE,
)
MODULE = re.compile(r"(?:^|,)[ \t]*([^\W\d][\w.]*)")
"""A module in what comes after `import`."""
CPU_INFO = "/proc/cpuinfo"
BEGINNING = 4096
"""Bytes of it that are about the first core."""
NAMES = ("model name", "Model", "cpu model", "Hardware")
"""What Linux calls the model of a processor, by its kind."""


class Origin:
    """The commit that the project at `root` is at, and the code of its days.

    `started` is when the run began, in seconds since the epoch: what a file has become since then
    may not be what ran.
    """

    def __init__(self, root: str, started: float) -> None:
        self.root = root
        self.started = started
        self.commit = commit_of(root)
        self.known: dict[str, Mapping[str, str]] = {}

    def code(self, year: int, day: int, solver: str, kind: str | None) -> Code:
        """Return the files that an answer of a solver to a kind of input depends on.

        These are the module of the puzzle if the solver is the project's own, the tests if they
        made the input, and what both import from the project.
        """
        files: dict[str, str | None] = {}
        if solver == OWN:
            files |= self.files_of(f"days/year{year}/day{day:02d}.py")
        if kind == "sample":
            files |= self.files_of(f"tests/year{year}/test_day{day:02d}.py")
        return files

    def files_of(self, name: str) -> dict[str, str | None]:
        """Return a file of the project and what it imports."""
        if name not in self.known:
            self.known[name] = imported_files(self.root, name)
        return {
            each: digest if self.is_unchanged(each) else None
            for each, digest in self.known[name].items()
        }

    def is_unchanged(self, name: str) -> bool:
        """Return whether a file is as it was when the run began."""
        try:
            return os.stat(os.path.join(self.root, name)).st_mtime <= self.started
        except OSError:
            return False


def code_digest(code: Code) -> str | None:
    """Return one digest of all files; `None` without any, or if one is not known."""
    if not code or None in code.values():
        return None
    return digest_of(json.dumps(code, sort_keys=True))


def imported_files(root: str, start: str) -> dict[str, str]:
    """Return the digests of a file and of what it imports, by their paths in the project."""
    found: dict[str, str] = {}
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            text = text_of(read_bytes(os.path.join(root, name)))
        except OSError:
            continue
        found[name] = digest_of(text)
        waiting += possible_files(name, text)
    return found


def possible_files(name: str, text: str) -> Iterator[str]:
    """Yield where the packages of a file, and the modules that its text imports, may be."""
    folder = name.split("/")[:-1]
    found = [folder]
    for dots, source, names, plain in IMPORT.findall(text):
        # What is imported from a package may be a module of it.
        words = re.findall(r"\w+", names) or [""]
        for module in MODULE.findall(plain) or [f"{source}.{word}".strip(".") for word in words]:
            path = module.split(".")
            if dots:
                found.append(folder[: len(folder) + 1 - len(dots)] + path)
            elif path[0] != "aoc" and path[0] not in sys.stdlib_module_names:
                # A script finds what lies beside it.
                found += [path, folder + path]
    for base in {"/".join(path[:end]) for path in found for end in range(1, len(path) + 1)}:
        yield from (f"{base}.py", f"{base}/__init__.py")


def text_of(data: bytes) -> str:
    """Return the text of a file, with the line ends that git may have changed."""
    return data.decode(errors="replace").replace("\r\n", "\n")


def commit_of(root: str) -> str | None:
    """Return the commit that the repository of a folder is at; `None` if that cannot be read."""
    folder = git_folder(root)
    head = line_of(folder, "HEAD") if folder else ""
    if folder and head.startswith("ref: "):
        ref = head.removeprefix("ref: ")
        # Branches of a worktree are those of its repository.
        common = os.path.join(folder, line_of(folder, "commondir"))
        packed = (line.partition(" ") for line in line_of(common, "packed-refs").splitlines())
        head = line_of(common, ref) or next((oid for oid, _, name in packed if name == ref), "")
    return head if re.fullmatch("[0-9a-f]{40,64}", head) else None


def git_folder(folder: str) -> str | None:
    """Return the folder of the repository or worktree that a folder is in."""
    before = ""
    while folder != before:
        path = os.path.join(folder, ".git")
        if os.path.isdir(path):
            return path
        link = line_of(folder, ".git")
        if link.startswith("gitdir: "):
            return os.path.join(folder, link.removeprefix("gitdir: "))
        folder, before = os.path.dirname(folder), folder
    return None


def line_of(folder: str, name: str) -> str:
    """Return the text of a file of git, without blanks around it; empty if there is none."""
    try:
        return read_bytes(os.path.join(folder, name)).decode(errors="replace").strip()
    except OSError:
        return ""


def digests_at(root: str, files: Collection[tuple[str, str]]) -> dict[tuple[str, str], str | None]:
    """Return the digests of files at commits, given as pairs of a commit and a path.

    Paths are those in the project at `root`. The digest is `None` if the commit does not have the
    file. Commits that git does not know are left out, which are all if there is no git.
    """
    import subprocess
    from io import BytesIO

    from aoc.files import git_environment

    if not files:
        return {}
    commits = {commit for commit, _ in files}
    names = [*commits, *(f"{commit}:./{path}" for commit, path in files)]
    try:
        done = subprocess.run(
            ("git", "cat-file", "--batch"),
            cwd=root,
            env=git_environment(),
            input="".join(f"{name}\n" for name in names).encode("utf-8", "replace"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return {}
    objects = BytesIO(done.stdout)
    digests = {name: next_digest(objects) for name in names}
    return {
        (commit, path): digests[f"{commit}:./{path}"]
        for commit, path in files
        if digests[commit] is not None
    }


def next_digest(objects: BinaryIO) -> str | None:
    """Return the digest of the next object that git prints; `None` if it is missing."""
    head = objects.readline()
    if not head or head.endswith(b" missing\n"):
        return None
    text = text_of(objects.read(int(head.split()[-1])))
    objects.readline()
    return digest_of(text)


def subjects_of(root: str, commits: Collection[str]) -> dict[str, str]:
    """Return the first lines of the messages of commits, as far as git knows them."""
    if not commits or not git_folder(root):
        return {}
    from aoc.files import git_output

    # One commit that is not there any more would keep git from showing the others.
    log = git_output(root, "log", "--no-walk", "--ignore-missing", "--format=%H %s", *commits)
    return dict(line.partition(" ")[::2] for line in (log or "").splitlines())


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
        with open(CPU_INFO, "rb", buffering=0) as file:
            info = file.read(BEGINNING).decode(errors="replace")
    except OSError:
        info = ""
    model = model_in(info) or os.environ.get("PROCESSOR_IDENTIFIER")
    return model or os.uname().version.rpartition("/")[2]


def model_in(info: str) -> str | None:
    """Return the model that the beginning of `/proc/cpuinfo` names, if it does."""
    pairs = [line.partition(":") for line in info.split("\n")]
    found = {name.strip(): value.strip() for name, _, value in reversed(pairs)}
    return next((found[name] for name in NAMES if found.get(name)), None)
