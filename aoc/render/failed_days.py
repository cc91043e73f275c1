"""What is said after a run of many days: which failed and why, and what is missing for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Result, Verdict
from aoc.program import install_command
from aoc.project.packages import module_hint
from aoc.render.format import counted
from aoc.running.inputs import Inputs

FEWEST = 3
"""Days in a row that are named by the first and the last."""
OF_ALL = (ErrorKind.TIMEOUT, ErrorKind.MEMORY)
"""The kinds of errors whose message is that of other days as well."""


class FailedDays:
    """The days of a run that failed, by the reason why."""

    def __init__(self) -> None:
        self.by_reason: dict[str, set[Puzzle]] = defaultdict(set)
        self.by_module: dict[str, set[Puzzle]] = defaultdict(set)
        self.by_package: dict[str, set[Puzzle]] = defaultdict(set)

    def add(self, result: Result) -> None:
        """Add the day of a result, if that is bad."""
        puzzle = result.puzzle
        error = result.error
        if error and error.package:
            self.by_package[error.package].add(puzzle)
        elif error and error.module:
            self.by_module[error.module].add(puzzle)
        elif error:
            reason = error.message if error.kind in OF_ALL else f"failed ({error.kind})"
            if error.kind is ErrorKind.INPUT:
                reason = "no input that can be used"
            self.by_reason[reason].add(puzzle)
        elif result.verdict is Verdict.FAIL:
            self.by_reason["wrong answer"].add(puzzle)

    def lines(self, inputs: Inputs) -> Iterator[str]:
        """Yield the sentences about the days that failed, and those that have no input."""
        for reason, puzzles in self.by_reason.items():
            yield f"{days_text(puzzles)}: {reason}"
        for module, puzzles in self.by_module.items():
            hint = module_hint(module, inputs.project.root)
            yield f"{days_text(puzzles)}: no module named {module}{hint}"
        for package, puzzles in self.by_package.items():
            need = "needs" if len(puzzles) == 1 else "need"
            days = counted(len(puzzles), "day")
            yield f"{days} {need} {package}: {install_command(package)}"
        # Where there are several accounts, another one may have an input of the day.
        lacks = "an input is missing" if inputs.choice.user == "all" else "no input"
        by_error: dict[str, set[Puzzle]] = defaultdict(set)
        for puzzle, error in inputs.missing:
            by_error[str(error)].add(puzzle)
        for text, puzzles in by_error.items():
            is_named = text.startswith(f"{min(puzzles)} ")  # as that one is locked
            yield text if is_named else f"{days_text(puzzles)}: {lacks}: {text}"


def days_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the names of days, of several in a row the first and the last: `2021/01-07`."""
    rows: list[list[Puzzle]] = []
    for puzzle in sorted(puzzles):
        follows = rows and rows[-1][-1] == (puzzle.year, puzzle.day - 1)
        if not follows:
            rows.append([])
        rows[-1].append(puzzle)
    names: list[str] = []
    for row in rows:
        if len(row) < FEWEST:
            names += map(str, row)
        else:
            names.append(f"{row[0]}-{row[-1].day:02d}")
    return ", ".join(names)
