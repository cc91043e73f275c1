"""The profiles that `aoc run --profile` shows after a run, of the parts that have an answer."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from aoc.errors import UsageError
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job
from aoc.model.results import Result
from aoc.program import install_hint
from aoc.project.project import OWN
from aoc.render.format import part_name
from aoc.render.screen import Screen
from aoc.render.terminal import painted, write
from aoc.session import RunLimits, Session


def check_profiler() -> None:
    """Raise `UsageError` if this Python has no pyinstrument."""
    from importlib.util import find_spec

    if find_spec("pyinstrument") is None:
        hint = install_hint("pyinstrument")
        raise UsageError(f"--profile needs pyinstrument in the Python that runs your days{hint}")


def profile_parts(
    session: Session, jobs: Iterable[Job], results: Sequence[Result], *, with_parse: bool
) -> None:
    """Profile the parts that have answers, in jobs of their own, and show the profiles.

    `results` are those of the `jobs`. `parse` has a profile if it is asked for `with_parse`. A run
    does not fail because of a profile.
    """
    screen = session.screen
    # Where only examples ran, these are profiled.
    on_examples = session.inputs.choice.examples
    answered = set()
    for result in results:
        if result.answer is not None and (on_examples or result.outcome.is_whole):
            answered.add((result.puzzle, result.solver, result.part))
    profiled_jobs = []
    for job in jobs:
        whose = (job.puzzle, job.solver.name)
        parts = tuple(part for part in job.parts if (*whose, part) in answered)
        is_on_examples = job.inputs[0].kind is InputKind.EXAMPLES
        if parts and is_on_examples == on_examples:
            options = job.options._replace(parts=parts, reports_parse=with_parse, profiles=True)
            profiled_jobs.append(job._replace(options=options))
    if not profiled_jobs:
        screen.note("there is nothing to profile: no part has an answer to a whole input")
        return
    # What the parts print was shown in the run.
    silent = Screen(screen.err, quiet=screen.quiet, shows_output=False)
    # A part that ended in time has to do so under the profiler, too, which takes longer.
    limits = RunLimits(timeout=0, workers=session.workers)
    profiling = Session(session.project, silent, limits=limits)

    def show(result: Result) -> None:
        """Show the profile in a result, or say why there is none."""
        name = name_of(result)
        if result.error:
            screen.problem(f"{name} could not be profiled: {result.error.message}")
        elif result.outcome.profile:
            screen.clear()
            text = result.outcome.profile
            write(sys.stdout, "\n", painted(name, "1"), f", {text}\n")

    profiling.run(profiled_jobs, [show])


def name_of(result: Result) -> str:
    """Return what was profiled, for people: `2021/21 part 2 on sample 0`."""
    part = f"both parts by {result.solver}"
    if result.solver == OWN:
        part = part_name(result.part, result.variant)
    return f"{result.puzzle} {part} on {result.input}"
