"""What has run at a commit already, by the history: a run that was cut off need not do it again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from aoc.history.database import reading
from aoc.history.folder import has_history
from aoc.history.repair import with_repair
from aoc.puzzles import Puzzle
from aoc.registry import Solver

__all__ = ["FinishedPart", "FinishedParts", "finished_parts"]

ROWS = """
SELECT input, kind, digest, part, variant, verdict, answer, seconds, parse_seconds
FROM results JOIN runs ON runs.id = run
WHERE year = ? AND day = ? AND solver = ? AND version IS ?
    AND "commit" = ? AND changed = 0 AND python = ifnull(?, python)
ORDER BY results.id
"""


class FinishedPart(NamedTuple):
    """A part that ran, by fields of its `aoc.results.Result`; `answer` is the digest of it."""

    part: int
    variant: str | None
    verdict: str
    answer: str | None
    seconds: float | None
    parse_seconds: float | None


FinishedParts = Mapping[str, Sequence[FinishedPart]]
"""The parts that ran on each input: by the digest of its text, or by the label of a sample."""


def finished_parts(
    root: str,
    puzzle: Puzzle,
    solver: Solver,
    commit: str,
    python: str | None,
    notify: Callable[[str], None],
) -> FinishedParts:
    """Return what a solver has run of a puzzle, at a commit without changes, with this Python.

    `python` is its version, or `None` for any. The plugin must have the version that it had then.
    `notify` gets a sentence if the history was damaged. Raises `AocError` if it cannot be read.
    """
    if not has_history(root):
        return {}
    about = (*puzzle, solver.name, solver.version, commit, python)
    return with_repair(root, partial(read_finished, root, about), notify)


def read_finished(root: str, about: tuple[object, ...]) -> FinishedParts:
    """Read the rows; where a part ran again, the last one counts."""
    found: dict[str, dict[tuple[int, str | None], FinishedPart]] = defaultdict(dict)
    with reading(root) as connection:
        for label, kind, digest, *fields in connection.execute(ROWS, about):
            key = label if kind == "sample" else digest
            if key is not None:
                part = FinishedPart(*fields)
                found[key][part.part, part.variant] = part
    return {key: [*parts.values()] for key, parts in found.items()}
