"""The progress of `aoc fetch`: a bar on a terminal, or else lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO, cast

from aoc.model import Puzzle
from aoc.render.puzzle_list import and_list, puzzles_text
from aoc.render.terminal import Unguarded, is_terminal, write
from aoc.text import printable

if TYPE_CHECKING:
    from rich.progress import Progress


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
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )

            name = TextColumn("{task.description}", markup=False)
            columns = (name, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            console = Console(file=cast(TextIO, Unguarded(self.out)))
            self.progress = Progress(*columns, console=console)
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
            self.progress.update(self.task, description=printable(name, kept=""))

    def count_request(self) -> None:
        """Count a request that has succeeded."""
        if self.progress:
            self.progress.advance(self.task)

    def show_fetched(self, text: str) -> None:
        """Show what was fetched of a puzzle."""
        if self.progress:
            self.progress.console.print(printable(text), highlight=False, markup=False)
        elif not self.quiet:
            write(self.out, text, "\n")


def complete_text(puzzles: Iterable[Puzzle], users: Sequence[str], unsolved: bool) -> str:
    """Return the line for a fetch that had nothing to do: which puzzles are complete, and for whom.

    `users` are the ids of the accounts. If some of the puzzles are `unsolved`, their pages may
    have changed since they were fetched.
    """
    unlocked = list(puzzles)
    are = "is" if len(set(unlocked)) == 1 else "are"
    whose = f" for {and_list(list(users))}" if len(users) > 1 else ""
    again = "; `aoc fetch --update` fetches the pages of unsolved puzzles again" if unsolved else ""
    return f"Nothing to fetch: {puzzles_text(unlocked)} {are} complete{whose}{again}."
