"""The log of runs: a line of JSON for each run, with the results of its days on whole inputs.

`aoc status` and `aoc report` read the last results from it. A line is added in one write when a
run ends, and never changed. The log is in the folder `.aoc` of a project, like other files that
programs here keep about it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from aoc.errors import AocError
from aoc.files import read_bytes, write_file, writing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result, Time, Verdict
from aoc.project.project import OWN

FOLDER = ".aoc"
"""The folder of a project for files that programs here keep about it."""
GITIGNORE = "# Created by aoc: the results of your own runs do not belong in a repository.\n*\n"


class LoggedResult(NamedTuple):
    """A result in the log.

    `part` is 0 for parsing, and for an error that kept all parts from running. `kind` and `input`
    are of the input. Without a `time`, the part failed, or its time stands with that of the other
    part.
    """

    puzzle: Puzzle
    part: int
    kind: str
    input: str
    verdict: Verdict
    time: Time | None


def log_results(root: str, results: Iterable[Result]) -> None:
    """Add a line with the results of a run of the project at `root`, if there are any to keep.

    These are those of its own days on whole inputs. Raises `AocError`.
    """
    kept = []
    for result in results:
        outcome = result.outcome
        if result.solver == OWN and result.variant is None and outcome.is_whole:
            fields = {
                "year": result.puzzle.year,
                "day": result.puzzle.day,
                "part": outcome.part,
                "kind": outcome.input_kind,
                "input": outcome.input,
                "verdict": result.verdict,
                "seconds": outcome.seconds,
                "first_call": outcome.first_call,
            }
            kept.append(fields)
    if kept:
        text = json.dumps({"results": kept}, ensure_ascii=False)
        # The line end before ends a line that a full disk may have cut off.
        append_text(log_path(root), f"\n{text}\n")


def log_path(root: str) -> str:
    """Return the path of the log of the project at `root`."""
    return os.path.join(root, FOLDER, "runs.jsonl")


def read_log(root: str) -> list[LoggedResult]:
    """Return the results in the log of the project at `root`, oldest first.

    A line that is none of ours is left out. Raises `AocError` if the log cannot be read.
    """
    path = log_path(root)
    try:
        data = read_bytes(path)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise AocError(f"{path} cannot be read ({error.strerror}): fix this") from None
    results: list[LoggedResult] = []
    for line in data.splitlines():
        with suppress(Exception):
            results += [logged_result(fields) for fields in json.loads(line)["results"]]
    return results


def logged_result(fields: dict[str, Any]) -> LoggedResult:
    """Return the result with these fields. Raises an error of Python if they are of none."""
    time = None
    if fields["seconds"] is not None:
        time = Time(float(fields["seconds"]), fields["first_call"])
    return LoggedResult(
        Puzzle(fields["year"], fields["day"]),
        part=fields["part"] or 0,
        kind=fields["kind"],
        input=fields["input"],
        verdict=Verdict(fields["verdict"]),
        time=time,
    )


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

    Raises `SiteError` if it cannot be written.
    """
    data = text.encode("utf-8", "replace")
    with writing(path):
        make_folder(os.path.dirname(path))
        with open(path, "ab", buffering=0) as file:
            file.write(data)


def make_folder(folder: str) -> None:
    """Make the folder, with a `.gitignore` that keeps it out of git. Raises `OSError`."""
    os.makedirs(folder, exist_ok=True)
    # One that exists stays: it may be a link to anything.
    path = os.path.join(folder, ".gitignore")
    with suppress(FileExistsError), open(path, "x", encoding="utf-8") as file:
        file.write(GITIGNORE)
