"""Play how a day is solved, as moving pictures."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from aoc.commands import options
from aoc.errors import UsageError
from aoc.model.jobs import JobOptions, Timing
from aoc.project.day_selection import require_module, select_one_puzzle
from aoc.project.project import find_project
from aoc.project.settings import FRAME_COUNTS, FRAME_RATES
from aoc.render.screen import Screen
from aoc.render.terminal import is_terminal
from aoc.running.inputs import InputChoice
from aoc.session import RunLimits, Session
from aoc.show.exports import check_files, write_files
from aoc.show.player import play
from aoc.show.recording import TimedFrame, record, show_problems

FPS = 6
"""Frames per second, without an option: a flash is two changes, and three a second are safe."""


@options.command
@options.days_argument("runnable", several=False)
@options.shared_options("part")
@options.shared_options("file", "examples", "sample", "seed", "user")
@options.option(
    "--timeout",
    type=options.SECONDS,
    help="How long a show may take; 0 for no limit.  [default: 60]",
)
@options.shared_options("memory")
@options.shared_options("params")
@options.option(
    "--fps",
    type=click.FloatRange(*FRAME_RATES),
    default=FPS,
    metavar="N",
    show_default=True,
    help="Frames per second; more than 6 can flash.",
)
@options.option(
    "--frames",
    type=options.Whole(*FRAME_COUNTS),
    default=600,
    show_default=True,
    help="Show at most so many frames of each part.",
)
@options.option(
    *("--out", "outs"),
    multiple=True,
    metavar="FILE",
    help="Write an .svg, .html or .gif file in place of playing; several are fine.",
)
@options.option(
    "--still",
    type=options.Whole(0),
    is_flag=False,
    flag_value=0,
    metavar="[N]",
    needs=["--out"],
    help="Write only frame N, by default the last.",
)
@options.flag(
    "--force", needs=["--out"], help="Replace files that aoc has not written, too."
)
@options.with_inputs_and_limits
def show(
    day: str | None,
    year: int | None,
    part: int | None,
    params: tuple[tuple[str, str], ...],
    fps: float,
    frames: int,
    outs: tuple[str, ...],
    still: int | None,
    force: bool,
    choice: InputChoice,
    limits: RunLimits,
) -> int:
    """Play how DAY is solved, as show1 and show2 draw it in a file such as day21_show.py.

    Keys: space pauses; the arrows, or comma and dot, step; q quits.
    """
    check_files(outs, force=force)
    project = find_project()
    puzzle = select_one_puzzle(project, day, year, "show", runs=True)
    require_module(project, puzzle)
    screen = Screen(sys.stderr)
    session = Session(project, screen, choice, limits)
    session.inputs.check()
    job_options = JobOptions(
        Timing.once(),
        parts=(part,) if part else (1, 2),
        memory=session.memory,
        params=params,
    )
    recording = record(session, puzzle, job_options, frames, fps)
    if recording.frames and not outs:
        play(recording.frames, sys.stdout)
    # A show that an error has cut off can be looked at, but is no file to keep.
    elif recording.frames and not any(result.bad for result in recording.results):
        shown = recording.frames
        if still is not None:
            shown = [still_of(shown, still)]
        write_files(outs, shown, f"{puzzle} {project.title_of(puzzle) or ''}")
    # A terminal or a file shows flashes, but no pipe does.
    if fps > FPS and (outs or is_terminal(sys.stdout)):
        screen.note(
            f"{fps:g} frames a second can flash: --fps {FPS} is safe for everybody"
        )
    code = show_problems(session, puzzle, part, recording)
    return screen.errors(session.problems) or code


def still_of(frames: Sequence[TimedFrame], number: int) -> TimedFrame:
    """Return the frame with a number from 1 on; 0 stands for the last. Raises `UsageError`."""
    if number > len(frames):
        raise UsageError(f"--still {number}: the show has only {len(frames)} frames")
    return frames[number - 1]
