# The types of `aoc.puzzle` for projects: a type checker that reads the module itself reads nearly
# all of `aoc`. `.ci/run` compares both, by mypy's stubtest.
from collections.abc import Iterable, Mapping

from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.project import Project

def puzzle(
    year: int, day: int, *, user: str | None = None, project: str | None = None
) -> NotebookPuzzle: ...

class NotebookPuzzle:
    year: int
    day: int
    def __init__(
        self, project: Project, puzzle: Puzzle, user: str | None = None
    ) -> None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def input(self) -> str: ...
    def run(
        self,
        part: int | None = None,
        *,
        text: str | None = None,
        variants: Iterable[str] = (),
        repeat: int | None = None,
        examples: bool = False,
        sample: int | None = None,
        timeout: float | None = None,
        memory: int | str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> RunTable: ...

class RunTable(list[Result]):
    seconds: float
    def _repr_html_(self) -> str: ...
    def answers(self) -> tuple[str | None, str | None]: ...
