"""Making the frames of a day's shows in a worker, each on an input that is parsed afresh."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from aoc.model.inputs import Input
from aoc.model.jobs import Step
from aoc.model.results import ErrorKind, Outcome
from aoc.show.frames import frame_of
from aoc.worker.day_module import Day, PartFunction, RefusedError, day_of
from aoc.worker.job_run import JobRun
from aoc.worker.measuring import limited
from aoc.worker.reports import Report, ReportKind, answered
from aoc.worker.solvers import DaySolver, JobSolver, OneCall

SHOW_NAMES = ("show1", "show2")
MOST_FRAMES = 600
"""How many frames a show may have: it may go on for ever."""


class ShowRun(JobRun):
    """The job of a show: the functions are those in the module beside the day."""

    @property
    def name(self) -> str:
        """The path of the shows: for `day21.py`, this is `day21_show.py`."""
        # A day that is a package has its shows beside its folder.
        day = self.job.file.removesuffix(".py").removesuffix("/__init__")
        return f"{day}_show.py"

    def import_day(self, name: str) -> Day:
        """Import the shows of the day, which take what its `parse` returns, or the text."""
        spec = find_spec(f"{name}_show")
        if spec is None:
            # There are none, whatever the day has.
            return day_of(ModuleType(name), SHOW_NAMES)
        shows = day_of(import_module(spec.name), SHOW_NAMES)
        return shows._replace(parse=getattr(import_module(name), "parse", str))

    def solver_of(self, loaded: Day | OneCall) -> JobSolver:
        """Return the solver of the shows. Raises `RefusedError` if the day has none of them."""
        if not isinstance(loaded, Day):
            raise RefusedError(f"{self.job.file} is a script: shows are for functions")
        if not any(loaded.parts[part] for part in self.job.parts):
            show = f"show{self.job.parts[0]}"
            raise RefusedError(
                f"{self.job.puzzle} has no {show}: write `def {show}(parsed)` in {self.name}, "
                "which yields frames such as lists of lines"
            )
        return ShowSolver(self.work, loaded)


class ShowSolver(DaySolver):
    """The shows of a day, in place of its parts."""

    def answer(
        self,
        job_input: Input,
        step: Step,
        function: PartFunction,
        value: Any,
        parse: Callable[[], Any],
    ) -> Iterator[Report]:
        """Report the frames of a show, then its outcome, which has no answer."""
        outcome = Outcome(*step)
        try:
            # One limit for all frames together, not for each.
            with limited(self.job.options.memory):
                for report in frame_reports(function(value)):
                    yield report._replace(steps=[step])
        except BaseException as error:
            # As if before any input, since also a show that is not written yet has failed.
            failed = self.work.failed(error, ErrorKind.EXCEPTION)
            outcome = outcome._replace(error=failed.error)
        yield answered(outcome)


def frame_reports(values: Iterable[Any] | None) -> Iterator[Report]:
    """Yield the frames of a show, as many as it may have, and why there are no more.

    Raises `TypeError` for a value that is no frame, and if there is none.
    """
    number = 0
    for number, value in enumerate(values or (), 1):
        if number > MOST_FRAMES:
            cut = f"{MOST_FRAMES} frames: yield only some, such as every tenth"
            yield Report(ReportKind.SHOWN, message=cut)
            return
        yield Report(ReportKind.SHOWN, shown=frame_of(value))
    if not number:
        raise TypeError("no frame came: write `yield frame` in the show")
