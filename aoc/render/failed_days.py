"""The days that failed in a run of many: which and why, and what is missing for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from aoc.errors import LockedError
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Result, Verdict
from aoc.program import install_command
from aoc.project.packages import module_hint
from aoc.render.format import counted
from aoc.running.inputs import Inputs

SHORTEST_RANGE = 3
"""Days in a row that are named by the first and the last."""
SAME_MESSAGE = (ErrorKind.TIMEOUT, ErrorKind.MEMORY)
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
        if error is None:
            if result.verdict is Verdict.FAIL:
                self.by_reason["wrong answer"].add(puzzle)
        elif error.package:
            self.by_package[error.package].add(puzzle)
        elif error.module:
            self.by_module[error.module].add(puzzle)
        elif error.kind is ErrorKind.INPUT:
            self.by_reason["no input that can be used"].add(puzzle)
        elif error.kind in SAME_MESSAGE:
            self.by_reason[error.message].add(puzzle)
        else:
            # The message is about one day alone, and stands in its row.
            self.by_reason[f"failed ({error.kind})"].add(puzzle)

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
        naming_the_day = set()
        for puzzle, error in inputs.missing:
            by_error[str(error)].add(puzzle)
            if isinstance(error, LockedError):
                naming_the_day.add(str(error))
        for text, puzzles in by_error.items():
            if text in naming_the_day:
                yield text
            else:
                yield f"{days_text(puzzles)}: {lacks}: {text}"


def days_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the names of days, of several in a row the first and the last: `2021/01-07`."""
    ranges: list[list[Puzzle]] = []
    for puzzle in sorted(puzzles):
        day_before = (puzzle.year, puzzle.day - 1)
        if ranges and ranges[-1][-1] == day_before:
            ranges[-1].append(puzzle)
        else:
            ranges.append([puzzle])
    names: list[str] = []
    for days in ranges:
        if len(days) < SHORTEST_RANGE:
            names += [str(puzzle) for puzzle in days]
        else:
            names.append(f"{days[0]}-{days[-1].day:02d}")
    return ", ".join(names)
