"""Recordings: the frames of a day's shows, made in a worker, each with its time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from aoc.model.frames import Frame
from aoc.model.inputs import InputKind
from aoc.model.jobs import JobOptions, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.project import OWN_SOLVER, Project
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary
from aoc.running.inputs import InputChoice
from aoc.running.local_executor import LocalExecutor
from aoc.running.plan import make_jobs
from aoc.session import Session
from aoc.worker.reports import Report

HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""


class TimedFrame(NamedTuple):
    """A frame of a show, and for how many seconds it is shown."""

    frame: Frame
    seconds: float


class Recording(NamedTuple):
    """The shows of a day: the frames of each part, and a result for each show.

    `code` is the exit code if the site or the account was a problem.
    """

    frames: Mapping[int, Sequence[Frame]]
    results: Sequence[Result]
    code: int


def record(
    project: Project,
    screen: Screen,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    choice: InputChoice,
) -> Recording:
    """Make the shows of a day, and return their frames.

    The shows are of the input, and only if there is none of the first example that has the part.
    Raises `UsageError` where the day has no shows.
    """
    frames: defaultdict[int, list[Frame]] = defaultdict(list)

    def take(report: Report) -> None:
        [step] = report.steps
        if report.message:
            cut = f"part {step.part} of {puzzle} is cut off after {report.message}"
            screen.problem(cut)
            return
        frames[step.part or 0].append(Frame(*report.shown))

    session = Session(
        project,
        screen,
        choice,
        open_executor=lambda session: LocalExecutor(1, session.timeout, screen, take),
    )
    session.inputs.check()
    inputs = [*session.inputs.of(puzzle)]
    # The examples go last.
    inputs.sort(key=lambda each: each.kind is InputKind.EXAMPLES)
    options = JobOptions(
        Timing.once(),
        parts=parts,
        runner="aoc.show.show_run:ShowRun",
        memory=session.memory,
    )
    pairs = [(puzzle, OWN_SOLVER)]
    jobs = make_jobs(project, pairs, lambda _: inputs[:1], options)
    # The worker takes the first input that has the part.
    with_all_inputs = [job._replace(inputs=tuple(inputs)) for job in jobs]
    results = session.run(with_all_inputs)
    for result in results:
        # The output before an error is shown with it.
        if not result.bad:
            job = result.job._replace(options=options._replace(verbose=True))
            screen.output(job, result.outcome.printed)
    ran = Summary(results).inputs
    for note in input_notes(session.inputs, [puzzle], ran):
        screen.note(note)
    return Recording(frames, results, screen.errors(session.inputs.problems))


def timed_frames(
    shows: Mapping[int, Sequence[Frame]], fps: float
) -> Iterator[TimedFrame]:
    """Yield the frames of the shows of all parts; the last one of each show stays longer."""
    for part, frames in shows.items():
        for number, frame in enumerate(frames, 1):
            if len(shows) > 1:
                frame = frame._replace(caption=f"part {part}: {frame.caption}")
            seconds = 1 / fps
            if number == len(frames):
                seconds += HOLD
            yield TimedFrame(frame, seconds)
