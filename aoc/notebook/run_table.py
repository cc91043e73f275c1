"""The results of a run in a notebook: a table in a cell, and in a terminal that of `aoc run`."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import overload

from aoc.model import Result
from aoc.render.table import Table
from aoc.render.terminal import without_colors


class RunTable(Sequence[Result]):
    """The results of a run, in the order of a run; `seconds` is how long the whole run took."""

    def __init__(self, results: Sequence[Result], seconds: float) -> None:
        self.results = tuple(results)
        self.seconds = seconds

    @overload
    def __getitem__(self, index: int) -> Result: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Result, ...]: ...

    def __getitem__(self, index: int | slice) -> Result | tuple[Result, ...]:
        """Return a result, or several."""
        return self.results[index]

    def __len__(self) -> int:
        """Return how many results there are."""
        return len(self.results)

    @property
    def bad(self) -> bool:
        """Whether an answer is wrong, or a solver has failed."""
        return any(result.bad for result in self.results)

    def answers(self) -> tuple[str | None, str | None]:
        """Return the answers of both parts on the last input that is no example."""
        found = {one.part: one.answer for one in self.results if one.whole and not one.variant}
        return found.get(1), found.get(2)

    def __repr__(self) -> str:
        """Return what `aoc run` prints, without colors, which a kernel asks for in general."""
        if not self.results:
            return "nothing ran"
        out = StringIO()
        table = Table(out, wall=lambda: self.seconds)
        for result in self.results:
            table.show(result)
        table.end()
        return without_colors(out.getvalue()).rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the table as HTML, for Jupyter."""
        from aoc.notebook.run_html import run_html

        return run_html(self.results, self.seconds)
