"""How far fuzzing is, on one line of a terminal."""

from __future__ import annotations

from typing import TextIO

from aoc.render.screen import Screen
from aoc.running.local_executor import Progress


class FuzzScreen(Screen):
    """The watcher of fuzzing. What solvers print is not shown: there would be no end of it."""

    def __init__(self, err: TextIO) -> None:
        super().__init__(err, shows_output=False)
        self.doing = ""

    def stage(self, text: str) -> None:
        """Note what is being done now."""
        self.doing = text

    def progress(self, progress: Progress) -> None:
        """Show what is being done, and what takes long."""
        if self.live:
            slow = f"; {progress.doing}, {progress.seconds:.0f} s" if progress.seconds >= 1 else ""
            self.draw(f"{self.doing}{slow}")
