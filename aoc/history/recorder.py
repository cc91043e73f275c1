"""The recorder of a run: which of its results are added to the log, and when."""

from __future__ import annotations

import time

from aoc.errors import AocError
from aoc.model.results import Result, Verdict
from aoc.program import python_version
from aoc.project.project import Project
from aoc.render.screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.history.log import RunLog

SHORT_RUN = 2.0
"""Seconds after which results are written as they come: a run that is killed loses no more."""


class Recorder:
    """Adds the results of a run on whole inputs to the log of its project, while it can.

    The results of a short run are written when it ends, after everything else.
    """

    def __init__(self, project: Project, screen: Screen) -> None:
        self.project = project
        self.screen = screen
        self.can_write = True
        self.started = time.time()
        self.log: RunLog | None = None
        self.unwritten: list[Result] = []
        self.parsing: Result | None = None
        """The parsing of the last input, until a part of it is solved."""

    def add(self, result: Result) -> None:
        """Add a result; parts that are not solved are left out."""
        if not self.can_write or not result.outcome.is_whole:
            return
        if result.outcome.is_of_parse:
            self.parsing = result
        elif result.part is not None and result.verdict is not Verdict.SKIPPED:
            # A day of which no part is solved is not in the log, nor is its parsing.
            if self.parsing is not None:
                self.unwritten.append(self.parsing)
                self.parsing = None
            self.unwritten.append(result)
        if time.time() - self.started > SHORT_RUN:
            self.end()

    def prepare(self) -> None:
        """Import what writes the log, while workers run and nobody waits for this process."""
        # The log needs it for digests, and it loads OpenSSL.
        import hashlib  # noqa: F401

        import aoc.history.log  # noqa: F401

    def end(self) -> None:
        """Write the results that are not written yet; a run does not fail because of it."""
        if not self.unwritten:
            return
        # What cannot be written once is not tried again.
        results = self.unwritten
        self.unwritten = []
        try:
            if self.log is None:
                from aoc.history.log import RunLog

                self.log = RunLog(self.project.root, python_version(), self.started)
            self.log.add_results(results)
        except AocError as error:
            self.can_write = False
            self.screen.note(f"this run is not in the history: {error}")
