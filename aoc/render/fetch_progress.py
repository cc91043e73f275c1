"""The progress of fetching: a bar with the time left on a terminal, else a line for each puzzle."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from aoc.render.console import is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["FetchProgress"]


class FetchProgress:
    """Shows how many of `total` requests are made, inside a `with` block."""

    def __init__(self, out: TextIO, total: int, *, quiet: bool = False) -> None:
        self.out = out
        self.quiet = quiet
        self.live = total > 0 and is_terminal(out) and not quiet
        self.progress: Progress | None = None
        self.total = total

    def __enter__(self) -> Self:
        if self.live:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

            columns = ("{task.description}", BarColumn(), MofNCompleteColumn())
            console = Console(file=self.out)
            self.progress = Progress(*columns, TimeRemainingColumn(), console=console)
            self.task = self.progress.add_task("", total=self.total)
            self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.progress:
            self.progress.stop()

    def show_request(self, name: str) -> None:
        """Show what is fetched next."""
        if self.progress:
            self.progress.update(self.task, description=name)

    def count_request(self) -> None:
        """Count a request that has succeeded."""
        if self.progress:
            self.progress.advance(self.task)

    def show_fetched(self, text: str) -> None:
        """Show what was fetched of a puzzle."""
        if self.progress:
            self.progress.console.print(text, highlight=False, markup=False)
        elif not self.quiet:
            self.out.write(f"{text}\n")
            self.out.flush()
