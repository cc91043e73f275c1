"""A run of jobs as the history of its project keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING

from aoc.errors import AocError
from aoc.interrupts import held_back
from aoc.project import Project
from aoc.project_python import python_version
from aoc.render.screen import Screen
from aoc.results import Result

if TYPE_CHECKING:
    from aoc.history.recorder import Recorder

__all__ = ["RunHistory"]

MANY = 500
"""Results that are written together at the latest."""
PERIOD = 2.0
"""Seconds after which results are written: a run that is killed loses no more than that."""


class RunHistory:
    """Adds the results of a run to the history of its project, if it `keeps` one.

    `versions` are those of the solvers that are plugins, by name. All that needs no result is done
    in `prepare`, while the first jobs are running.
    """

    def __init__(
        self,
        project: Project,
        screen: Screen,
        *,
        keeps: bool,
        versions: Mapping[str, str | None],
    ) -> None:
        self.project = project
        self.screen = screen
        self.versions = versions
        self.keeps = keeps
        self.recorder: Recorder | None = None
        self.unwritten: list[Result] = []
        self.since = monotonic()

    def prepare(self) -> None:
        """Get all ready that the history needs, and what finds the digests of inputs."""
        from aoc.digest import digest_of

        digest_of("")
        if self.keeps:
            from aoc.history.recorder import Recorder

            self.recorder = Recorder(self.project.root, python_version(), self.versions)

    @property
    def can_resume(self) -> bool:
        """Whether another run can go on from here: the history knows what has run."""
        commit = self.recorder and self.recorder.commit
        return bool(commit and commit.changed is False)

    def show(self, result: Result) -> None:
        """Take a result; those that the history keeps are written now and then."""
        if result.whole:
            self.unwritten.append(result)
        if len(self.unwritten) >= MANY:
            self.end()

    def now_and_then(self) -> None:
        """Write what has waited for long."""
        if self.unwritten and monotonic() - self.since > PERIOD:
            self.end()

    def end(self) -> None:
        """Write what is not written yet; a run does not fail because of it."""
        results, self.unwritten = self.unwritten, []
        self.since = monotonic()
        if self.recorder is None:
            return
        try:
            with held_back():
                self.recorder.append(results, self.screen.problem)
        except AocError as error:
            self.recorder = None
            self.screen.note(f"this run is not in the history: {error}")
