"""The log of runs: a line of JSON for each run and each bench, added when it has shown its results.

A line is added in one write and never changed. A run that takes long adds several: they have the
same `run`. What a killed program or a full disk has torn is a line that readers skip.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cache, partial
from typing import Any

from aoc.clock import now
from aoc.errors import AocError
from aoc.files import locked
from aoc.history.origin import code_digest, code_files, commit_of, machine_key
from aoc.model import Place, Result
from aoc.text import digest_of

__all__ = ["FOLDER", "HistoryError", "RunLog", "append_text", "log_path", "make_folder"]

FOLDER = ".aoc"
"""The folder of a project for what programs here remember about it."""
FIELDS = ("year", "day", "part", "solver", "variant", "input", "digest", "verdict", "seconds")
"""The fields of a result that are in the log as they are."""
GITIGNORE = "# Created by aoc: the results of your own runs do not belong in a repository.\n*\n"


class HistoryError(AocError):
    """The history cannot be used; the message says why, and what to do."""


def log_path(root: str) -> str:
    """Return the path of the log of the project at `root`."""
    return os.path.join(root, FOLDER, "runs.jsonl")


class RunLog:
    """Adds a run or a bench to the log of the project at `root`.

    `python` is the version of the Python that the days run on, and `started` is when the run began,
    in seconds since the epoch. What ran on another machine is a run of its own.
    """

    def __init__(self, root: str, python: str, started: float) -> None:
        self.root = root
        self.commit = commit_of(root)
        self.run = f"{time.time_ns():x}-{os.getpid()}"
        self.here = Place(python, machine_key(python))
        self.code_files = partial(code_files, root, started)

    def add_results(
        self, kept: Iterable[tuple[Result, float | None]], versions: Mapping[str, str | None]
    ) -> None:
        """Add results of parts, each with the seconds of parsing its input.

        `versions` are those of the solvers, by name. Raises `HistoryError`.
        """
        find_code = cache(self.code_files)
        results: defaultdict[Place, list[dict[str, Any]]] = defaultdict(list)
        files: dict[str, str | None] = {}
        for result, parsing in kept:
            code = find_code(result.year, result.day, result.solver, result.input_kind)
            files |= code
            fields = {name: getattr(result, name) for name in FIELDS} | {
                "kind": result.input_kind,
                "answer": result.answer and digest_of(result.answer),
                "parse_seconds": parsing,
                "memory": result.peak_memory_bytes,
                "version": versions.get(result.solver),
                "code": code_digest(code),
            }
            results[result.ran_on or self.here].append(fields)
        self.write([self.line(place, files=files, results=each) for place, each in results.items()])

    def add_benches(self, benches: Iterable[dict[str, Any]]) -> None:
        """Add the times of a bench, as `aoc bench --json` prints them, with the input's `kind`.

        Those of a commit that was checked out are a run of their own, before that of the project.
        Raises `HistoryError`.
        """
        by_commit: defaultdict[str | None, list[dict[str, Any]]] = defaultdict(list)
        files: dict[str, str | None] = {}
        for bench in sorted(benches, key=lambda bench: bench["commit"] is None):
            by_commit[bench["commit"]].append(bench)
            if not bench["commit"]:
                about = (bench["year"], bench["day"], bench["solver"], bench["kind"])
                files |= self.code_files(*about)
        lines = []
        for commit, each in by_commit.items():
            run = {"run": f"{self.run}-{commit}", "commit": commit, "changed": False}
            lines.append(self.line(self.here, **run if commit else {"files": files}, benches=each))
        self.write(lines)

    def line(self, place: Place, **about: Any) -> str:
        """Return the line of a run at a place, with what it is `about`."""
        fields = {
            "run": self.run,
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now())),
            "commit": self.commit,
            **place._asdict(),
            **about,
        }
        return json.dumps(fields, ensure_ascii=False)

    def write(self, lines: Sequence[str]) -> None:
        """Add lines to the log. Raises `HistoryError`."""
        path = log_path(self.root)
        if not lines:
            return
        try:
            # The line end before ends what another program may have left torn.
            append_text(path, "".join(f"\n{line}\n" for line in lines))
        except OSError as error:
            why = error.strerror or error
            raise HistoryError(f"{path} cannot be written: {why}; fix this") from None


def append_text(path: str, text: str) -> None:
    """Append to a file in `.aoc` in one write, which no other program's text divides.

    Raises `OSError`, also if not all of the text could be written, and `SiteError` if another
    program keeps it locked.
    """
    if not os.path.lexists(path):
        make_folder(os.path.dirname(path))
    data = text.encode("utf-8", "replace")
    # On Windows, to find the end of a file and to write there are two steps.
    with locked(path) if os.name == "nt" else nullcontext(), open(path, "ab", buffering=0) as file:
        if file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


def make_folder(folder: str) -> None:
    """Make the folder, with a `.gitignore` that keeps it out of git. Raises `OSError`."""
    os.makedirs(folder, exist_ok=True)
    # One that exists stays: it may be a link to anything.
    with (
        suppress(FileExistsError),
        open(os.path.join(folder, ".gitignore"), "x", encoding="utf-8") as file,
    ):
        file.write(GITIGNORE)
