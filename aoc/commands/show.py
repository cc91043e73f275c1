"""Play how a day is solved, as moving pictures."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import click

from aoc.commands import options
from aoc.errors import UsageError
from aoc.files import overwrite
from aoc.model.jobs import JobOptions, Timing
from aoc.project.day_selection import select_one_puzzle
from aoc.project.project import OWN_SOLVER, find_project
from aoc.render.format import bytes_text, counted
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import print_line
from aoc.running.inputs import InputChoice
from aoc.running.local_executor import LocalExecutor
from aoc.running.plan import make_jobs
from aoc.session import RunLimits, Session
from aoc.show.frames import Frame
from aoc.show.player import play
from aoc.worker.reports import Report

FPS = 6
"""Frames per second, without an option: a flash is two changes, and three a second are safe."""
HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""


@options.command
@options.day_argument
@options.shared_options("part", "sample", "seed")
@options.option(
    "--fps",
    type=click.FloatRange(0.1, 30),
    default=FPS,
    metavar="N",
    show_default=True,
    help="Frames per second; more than 6 can flash.",
)
@options.option("--out", metavar="FILE.gif", help="Write a GIF in place of playing.")
@options.with_inputs_and_limits
def show(
    day: str | None,
    year: int | None,
    part: int | None,
    fps: float,
    out: str | None,
    choice: InputChoice,
    limits: RunLimits,
) -> int:
    """Play how DAY is solved, as show1 and show2 draw it in a file such as day21_show.py.

    Keys: space pauses; the arrows step; q quits.
    """
    if out and not out.lower().endswith(".gif"):
        raise UsageError(f"--out {out}: the file of a show ends in .gif")
    if out and not find_spec("PIL"):
        raise UsageError(
            f'--out {out} needs Pillow: install it with `pip install "aoc-days[pictures]"`'
        )
    project = find_project()
    puzzle = select_one_puzzle(project, day, year, "show", with_module=True)
    screen = Screen(sys.stderr)
    frames: dict[int | None, list[Frame]] = {}

    def take(report: Report) -> None:
        [step] = report.steps
        if report.message:
            name = f"part {step.part} of {puzzle}"
            screen.problem(f"{name} is cut off after {report.message}")
            return
        frame = Frame(*report.shown)._replace(seconds=1 / fps)
        if not part:
            frame = frame._replace(caption=f"part {step.part}: {frame.caption}")
        frames.setdefault(step.part, []).append(frame)

    session = Session(
        project,
        screen,
        choice,
        limits,
        open_executor=lambda session: LocalExecutor(1, session.timeout, screen, take),
    )
    session.inputs.check()
    # The examples are shown only if there is nothing else, which comes after them.
    inputs = list(session.inputs.of(puzzle))[-1:]
    wanted = JobOptions(
        Timing.once(),
        parts=(part,) if part else (1, 2),
        runner="aoc.show.show_run:ShowRun",
        memory=session.memory,
    )
    pairs = [(puzzle, OWN_SOLVER)]
    jobs = make_jobs(project, pairs, lambda _: inputs, wanted)
    results = session.run(jobs)
    show: list[Frame] = []
    for *before, last in frames.values():
        show += [*before, last._replace(seconds=last.seconds + HOLD)]
    has_error = any(result.bad for result in results)
    # A show that an error has cut off can be looked at, but is no file to keep.
    if show and out and not has_error:
        from aoc.show.gif import gif_of

        data = gif_of(show)
        overwrite(out, data)
        print_line(f"{out}: {counted(len(show), 'frame')}, {bytes_text(len(data))}")
    elif show and not out:
        play(show, sys.stdout)
    table = Table(sys.stderr, quiet=True, verbose=True)
    for result in results:
        table.show(result)
        if not result.bad:
            screen.output(result.job, result.outcome.printed)
    for note in input_notes(session.inputs, [puzzle], table.summary.inputs):
        screen.note(note)
    code = screen.errors(session.inputs.problems)
    return code or int(has_error or not results)
