"""A run of jobs as the history of its project keeps it."""

from __future__ import annotations

import time
from collections.abc import Mapping

from aoc.errors import AocError
from aoc.files import held_back
from aoc.model import Result, Verdict
from aoc.project import Project
from aoc.project_python import python_version
from aoc.render.screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.history.log import RunLog

__all__ = ["RunHistory"]

SHORT = 2.0
"""Seconds after which results are written as they come: a run that is killed loses no more."""


class RunHistory:
    """Adds the results of a run on whole inputs to the log of its project, if it `keeps` them.

    `versions` are those of the solvers that are plugins, by name. The results of a short run are
    written when it ends, after everything else.
    """

    def __init__(
        self, project: Project, screen: Screen, *, keeps: bool, versions: Mapping[str, str | None]
    ) -> None:
        self.project = project
        self.screen = screen
        self.keeps = keeps
        self.versions = versions
        self.started = time.time()
        self.log: RunLog | None = None
        self.unwritten: list[tuple[Result, float | None]] = []
        self.parsed: Result | None = None
        """The last result of parsing an input."""

    def show(self, result: Result) -> None:
        """Take a result; parts that are not solved are left out."""
        if not self.keeps or not result.whole:
            return
        if result.is_of_parse:
            self.parsed = result
        elif result.part is not None and result.verdict is not Verdict.SKIPPED:
            parsed = self.parsed
            is_same = parsed is not None and input_of(parsed) == input_of(result)
            self.unwritten.append((result, parsed.seconds if parsed and is_same else None))
        if time.time() - self.started > SHORT:
            self.end()

    def end(self) -> None:
        """Write what is not written yet; a run does not fail because of it."""
        if not self.unwritten:
            return
        try:
            with held_back():
                results, self.unwritten = self.unwritten, []
                if self.log is None:
                    from aoc.history.log import RunLog

                    python = python_version()
                    self.log = RunLog(self.project.root, python, self.started)
                self.log.add_results(results, self.versions)
        except AocError as error:
            self.keeps = False
            self.screen.note(f"this run is not in the history: {error}")


def input_of(result: Result) -> tuple[object, ...]:
    """Return what the results of a solver on one input have in common."""
    return result.year, result.day, result.solver, result.input
