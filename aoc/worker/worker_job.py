"""A job in its worker: what its run and its solver share, such as calls, folders and errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from aoc.model.jobs import Job
from aoc.model.results import ErrorKind, Outcome
from aoc.worker.aocd_stand_in import StandIn
from aoc.worker.calls import Calls
from aoc.worker.day_module import ProjectImports
from aoc.worker.failures import explain, is_stub, last_own_line
from aoc.worker.interpreter import RUN_FOLDER
from aoc.worker.measuring import measure
from aoc.worker.reports import Output


class WorkerJob:
    """A job in its worker.

    `debug` is called with an error of a solver, while its frames are still there.
    """

    def __init__(
        self, job: Job, output: Output, debug: Callable[[BaseException], None] | None = None
    ) -> None:
        self.job = job
        self.output = output
        self.aocd = StandIn(job)
        self.project = ProjectImports(job.root)
        self.calls = Calls(job.options, output, self.modules, debug)
        self.folder_count = 0
        """How many folders were made for calls."""

    def new_folder(self) -> str:
        """Return a new folder; who has started this process removes it, however that ends."""
        self.folder_count += 1
        folder = os.path.join(os.environ[RUN_FOLDER], str(os.getpid()), str(self.folder_count))
        os.makedirs(folder)
        return folder

    def modules(self) -> Sequence[ModuleType]:
        """Return the modules in which the solver may keep something: the project's, or its own."""
        if not self.job.entry:
            return self.project.imported()
        # Of a plugin, the first name of its entry point, `module:function`.
        package = self.job.entry.partition(":")[0].partition(".")[0].strip()
        names = [name for name in sys.modules if name.partition(".")[0] == package]
        return [sys.modules[name] for name in names]

    def with_answer(
        self, outcome: Outcome, read: Callable[[], tuple[str | None, str | None]]
    ) -> Outcome:
        """Return an outcome with the answer, and its drawing, that are read from a value."""
        # The value may be of a class of the day, whose methods may do anything.
        answer = measure(read)
        if answer.error:
            return self.failed(answer.error, ErrorKind.ANSWER, outcome)
        text, drawing = answer.value
        return outcome._replace(answer=text, drawing=drawing)

    def is_stub(self, error: BaseException | None) -> bool:
        """Return whether an error says that a part is not written yet."""
        return error is not None and is_stub(error, self.job.root)

    def failed(
        self, error: BaseException, kind: ErrorKind, outcome: Outcome | None = None, about: str = ""
    ) -> Outcome:
        """Return the outcome of a step that raised an error: by default one before any input.

        A part that is not written yet has no error.
        """
        job = self.job
        if outcome and outcome.part and self.is_stub(error):
            return outcome
        place = ""
        if job.layout:
            # Such a day may be spread over files: the message names the one that failed.
            line = last_own_line(error, job.root)
            if line:
                place = f" at {line}"
        failure = explain(
            error, kind, job.root, memory=job.options.memory, about=about, place=place
        )
        return (outcome or Outcome())._replace(error=failure)
