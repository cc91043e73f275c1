"""The log of runs: a line of JSON for each run and each bench, added when it has shown its results.

A line is added in one write and never changed. A run that takes long adds several: they have the
same `run`. Readers skip a line that a killed program or a full disk has torn. The log is in the
folder `.aoc` of a project, like other files that programs here keep.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from errno import ENOSPC
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

from aoc.files import check_regular, locked, read_bytes, write_file, writing
from aoc.model.inputs import InputKind, digest_of
from aoc.model.jobs import DayLayout
from aoc.model.puzzles import Puzzle, now
from aoc.model.results import Place, Result
from aoc.project.project import OWN, Project

FOLDER = ".aoc"
"""The folder of a project for files that programs here keep about it."""
GITIGNORE = (
    "# Created by aoc: the results of your own runs do not belong in a repository.\n*\n"
)
IMPORT = re.compile(
    r"^[ \t]*(?:lazy[ \t]+)?(?:from[ \t]+(\.*)([\w.]*)[ \t]+)?import[ \t]+(\([^)]*\)|.*)",
    re.MULTILINE,
)
TEXTS = ("answer", "expected", "drawing", "reason", "time_of")
"""The texts of an outcome that the log keeps; each stands there only if it is not empty."""
MODEL = re.compile(r"^(?:model name|Model)\s*:[ \t]*(\S.*)", re.MULTILINE)
"""The model of a processor in `/proc/cpuinfo`, or of a Raspberry Pi."""


class SourceFile(NamedTuple):
    """A file of code: its text, and the digest of it.

    The digest is `None` for a file that was saved since the run, so that perhaps another text ran.
    """

    text: str
    digest: str | None


class CodeFiles:
    """The files of a project that answers depend on; each is read once.

    `started` is when the run began, in seconds since the epoch.
    """

    def __init__(self, project: Project, started: float) -> None:
        self.project = project
        self.started = started
        self.source = cache(self.read)
        self.of = cache(self.find)

    def read(self, name: str) -> SourceFile | None:
        """Return a file with a path in the project; `None` if there is none."""
        path = os.path.join(self.project.root, name)
        try:
            text = source_text(read_bytes(path))
            saved = os.stat(path).st_mtime
        except OSError:
            return None
        return SourceFile(text, digest_of(text) if saved <= self.started else None)

    def find(self, puzzle: Puzzle, solver: str, kind: str) -> dict[str, str | None]:
        """Return the files that an answer of a solver to a kind of input depends on.

        These are the files of the puzzle if the solver is the project's own, the tests if they have
        the input, and the modules that both import from the project. Returned are their digests by
        their paths in the project.
        """
        waiting = []
        # Where Python looks for modules, as lists of names.
        folders: list[list[str]] = [[]]
        layouts = self.project.own_layouts.get(puzzle, ())
        if solver == OWN and not layouts:
            waiting.append(f"days/year{puzzle.year}/day{puzzle.day:02d}.py")
        if kind in (InputKind.SAMPLE, InputKind.EXAMPLE):
            waiting.append(f"tests/year{puzzle.year}/test_day{puzzle.day:02d}.py")
        if solver == OWN:
            for layout in layouts:
                waiting.append(layout.file)
                folders += import_folders(layout)
                adapter = layout.solver.partition(":")[0]
                waiting += possible_files("", f"import {adapter}", folders)
        digests: dict[str, str | None] = {}
        while waiting:
            name = waiting.pop()
            # The framework is no code of the project, even where it lies in its folder.
            is_own = bool(layouts) or not name.startswith(("aoc/", "aoc."))
            source = self.source(name)
            # An import may be of something that is no file of the project.
            if source and is_own and name not in digests:
                digests[name] = source.digest
                waiting += possible_files(name, source.text, folders)
        return digests

    def layout_digest(self, puzzle: Puzzle) -> str | None:
        """Return the digest of how a puzzle runs; `None` if it does not lie in a layout."""
        layouts = self.project.own_layouts.get(puzzle)
        return digest_of(repr(layouts)) if layouts else None


def import_folders(layout: DayLayout) -> list[list[str]]:
    """Return the folders in which the modules of a day may be, each as a list of names.

    They are those of its settings, its own one and all above it, and `src`.
    """
    folders = [["src"]]
    for folder in layout.path:
        folders.append(folder.split("/"))
    names = layout.file.split("/")
    for end in range(1, len(names)):
        folders.append(names[:end])
    return folders


def possible_files(name: str, text: str, folders: Sequence[list[str]]) -> Iterator[str]:
    """Yield where the packages of a file may be, and the modules that its text imports.

    `folders` are those in which Python looks for modules.
    """
    folder = name.split("/")[:-1]
    modules = [folder]
    for dots, package, names in IMPORT.findall(text):
        bases = folders
        if dots:
            bases = [folder[: len(folder) + 1 - len(dots)]]
        # What is imported from a package may be a module of it.
        for word in re.findall(r"[\w.]+", names) or [""]:
            module = f"{package}.{word}".replace(".", " ").split()
            for base in bases:
                modules.append(base + module)
    paths: set[str] = set()
    for module in modules:
        paths.update(accumulate(module, "{}/{}".format))
    for path in paths:
        yield f"{path}.py"
        yield f"{path}/__init__.py"


def source_text(data: bytes) -> str:
    """Return the text of a file, with the line ends that git may have changed."""
    return data.decode(errors="replace").replace("\r\n", "\n")


def commit_of(root: str) -> str | None:
    """Return the commit that the repository of a folder is at; `None` if that cannot be read.

    git itself would take longer to start than a run may wait.
    """
    while not os.path.exists(os.path.join(root, ".git")):
        above = os.path.dirname(root)
        if above == root:
            return None
        root = above
    # In a worktree, `.git` is a file that says where the folder is.
    link = git_text(root, ".git").removeprefix("gitdir: ")
    folder = os.path.join(root, link or ".git")
    head = git_text(folder, "HEAD")
    if head.startswith("ref: "):
        ref = head.removeprefix("ref: ")
        # The branches of a worktree are in the folder of its repository.
        common = os.path.join(folder, git_text(folder, "commondir"))
        head = git_text(common, ref) or packed_ref(common, ref)
    return head if re.fullmatch("[0-9a-f]{40,64}", head) else None


def packed_ref(folder: str, ref: str) -> str:
    """Return the commit of a branch that git has packed with others; empty if it has not."""
    line = re.compile(f"^(.*) {re.escape(ref)}$", re.MULTILINE)
    match = line.search(git_text(folder, "packed-refs"))
    return match[1] if match else ""


def git_text(folder: str, name: str) -> str:
    """Return the text of a file of git, without blanks around it; empty if there is none."""
    try:
        return read_bytes(os.path.join(folder, name)).decode(errors="replace").strip()
    except (OSError, ValueError):  # a broken link may have a zero in its path
        return ""


def machine_key(python: str) -> str:
    """Return the processor's model, the system, and the minor version of a Python, for people.

    Times can be compared that were taken on machines with the same key. Where Linux does not name
    the model, it is the system's text about the processor; the module `platform` finds less.
    """
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            info = file.read(4096).decode(errors="replace")  # the first cores
    except OSError:
        info = ""
    model = MODEL.search(info)
    if model:
        processor = model[1]
    elif "PROCESSOR_IDENTIFIER" in os.environ:  # as on Windows
        processor = os.environ["PROCESSOR_IDENTIFIER"]
    else:
        # On macOS, the name of the kernel says which chip it is for.
        processor = os.uname().version.rpartition("/")[2]
    minor_version = ".".join(python.split(".")[:2])
    return f"{processor}, {sys.platform}, Python {minor_version}"


def log_path(root: str) -> str:
    """Return the path of the log of the project at `root`."""
    return os.path.join(root, FOLDER, "runs.jsonl")


class LineKey(NamedTuple):
    """What the results in a line of the log have in common, so that they depend on the same files.

    `kind` is of their inputs, and empty for errors before any input.
    """

    place: Place
    puzzle: Puzzle
    solver: str
    kind: str


class RunLog:
    """Adds a run or a bench to the log of a project.

    `python` is the version of the Python that the days run on, and `started` is when the run began,
    in seconds since the epoch. The results of another machine are a run of their own.
    """

    def __init__(self, project: Project, python: str, started: float) -> None:
        self.root = project.root
        self.commit = commit_of(self.root)
        self.run = f"{time.time_ns():x}-{os.getpid()}"
        self.here = Place(python, machine_key(python))
        self.code = CodeFiles(project, started)

    def add_results(self, results: Iterable[Result]) -> None:
        """Add results of parts, of parsing their inputs, and errors. Raises `AocError`."""
        lines: defaultdict[LineKey, list[dict[str, Any]]] = defaultdict(list)
        for result in results:
            outcome = result.outcome
            puzzle = result.puzzle
            kind = outcome.input_kind or ""
            fields: dict[str, Any] = {
                "year": puzzle.year,
                "day": puzzle.day,
                "part": result.part,
                "solver": result.solver,
                "variant": result.variant,
                "input": result.input,
                "digest": result.digest,
                "verdict": result.verdict,
                "seconds": result.seconds,
                "first_call": outcome.first_call,
                "calls": outcome.calls,
                "kind": kind,
                "memory": outcome.peak_memory_bytes,
            }
            for name in TEXTS:
                text = getattr(outcome, name)
                if text:
                    fields[name] = text
            place = outcome.ran_on or self.here
            lines[LineKey(place, puzzle, result.solver, kind)].append(fields)
        runs = []
        for key, fields_of_line in lines.items():
            run = {
                "layout": self.code.layout_digest(key.puzzle),
                "files": self.code.of(key.puzzle, key.solver, key.kind),
                "results": fields_of_line,
            }
            runs.append(key.place._asdict() | run)
        self.write(runs)

    def add_benches(self, benches: Collection[dict[str, Any]]) -> None:
        """Add the times of a bench, as `aoc bench --json` prints them, with the input's `kind`.

        Times of a commit that was checked out come before times of the project. Raises `AocError`.
        """
        if not benches:
            return
        times = []
        times_here = []
        files: dict[str, str | None] = {}
        for bench in benches:
            if bench["commit"]:
                # What was checked out is the commit, without changes.
                times.append(bench | {"changed": False})
                continue
            times_here.append(bench | {"commit": self.commit})
            puzzle = Puzzle(bench["year"], bench["day"])
            files |= self.code.of(puzzle, bench["solver"], bench["kind"])
        run = {"source": "bench", "files": files, "results": times + times_here}
        self.write([self.here._asdict() | run])

    def write(self, runs: Iterable[dict[str, Any]]) -> None:
        """Add a line for each run to the log. Raises `AocError`."""
        run_fields = {"run": self.run, "at": utc_now(), "commit": self.commit}
        append_lines(self.root, [run_fields | run for run in runs])


def utc_now() -> str:
    """Return the time in UTC (ISO 8601), in whole seconds."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now()))


def append_lines(root: str, lines: Iterable[dict[str, Any]]) -> None:
    """Append lines to the log of the project at `root`, in one write. Raises `AocError`."""
    text = ""
    for fields in lines:
        # The line end before ends what another program may have left torn.
        text += f"\n{json.dumps(fields, ensure_ascii=False)}\n"
    if text:
        append_text(log_path(root), text)


def keep_file(root: str, folder: str, name: str, text: str) -> str:
    """Write a file in a folder of `.aoc`, and return its path in the project at `root`.

    Raises `SiteError` if it cannot be written.
    """
    # Where the folder cannot be made, the file cannot be written either, which says why.
    with suppress(OSError):
        make_folder(os.path.join(root, FOLDER))
    path = os.path.join(FOLDER, folder, name)
    write_file(os.path.join(root, path), text)
    return path


def append_text(path: str, text: str) -> None:
    """Append to a file in `.aoc` in one write, which no other program's text divides.

    Raises `SiteError`, also if not all of the text could be written.
    """
    data = text.encode("utf-8", "replace")
    with writing(path):
        check_regular(path)
        make_folder(os.path.dirname(path))
        # On Windows, to find the end of a file and to write there are two steps.
        lock = locked(path) if os.name == "nt" else nullcontext()
        with lock, open(path, "ab", buffering=0) as file:
            if file.write(data) != len(data):
                raise OSError(ENOSPC, "the disk is full")


def make_folder(folder: str) -> None:
    """Make the folder, with a `.gitignore` that keeps it out of git. Raises `OSError`."""
    os.makedirs(folder, exist_ok=True)
    # One that exists stays: it may be a link to anything.
    path = os.path.join(folder, ".gitignore")
    with suppress(FileExistsError), open(path, "x", encoding="utf-8") as file:
        file.write(GITIGNORE)
