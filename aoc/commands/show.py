"""Tuning: Play how a day is solved, as moving pictures."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from aoc.commands.options import (
    FRAME_COUNTS,
    FRAME_RATES,
    REPEAT,
    Whole,
    command,
    days_argument,
    option,
    shared_options,
)
from aoc.days import require_module, select_one_puzzle
from aoc.model import Job, Puzzle, Result, ShowOptions
from aoc.project import find_project, find_solvers
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, Table
from aoc.render.terminal import is_terminal
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.show.recording import Cuts

FPS = 6
"""Frames per second, without an option: a flash is two changes, and three a second are safe."""
FRAMES = 600
"""Frames of a show, without an option."""


@command
@days_argument("runnable", several=False)
@shared_options("part")
@shared_options("file", "examples", "sample", "seed", "user", "timeout", "memory")
@shared_options("params")
@option(
    "--fps",
    type=click.FloatRange(*FRAME_RATES),
    default=FPS,
    metavar="N",
    show_default=True,
    help="Frames per second; more than 6 can flash.",
)
@option(
    "--frames",
    type=Whole(*FRAME_COUNTS),
    default=FRAMES,
    show_default=True,
    help="Show at most so many frames of each part.",
)
@option("--every", type=REPEAT, default=1, help="Show only every Nth frame, and the last.")
@option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    help="Write an .svg, .html or .gif file in place of playing; several are fine.",
)
@option(
    "--still",
    type=Whole(0),
    is_flag=False,
    flag_value=0,
    metavar="[N]",
    help="Write only frame N, by default the last, as .svg.",
)
@shared_options("force")
def show(
    day: str | None,
    year: int | None,
    part: int | None,
    params: tuple[tuple[str, str], ...],
    fps: float,
    frames: int,
    every: int,
    outs: tuple[str, ...],
    still: int | None,
    force: bool,
    **choice: Any,
) -> int:
    """Play how DAY is solved, as its functions show1 and show2 draw it.

    Keys: space pauses; the arrows, or comma and dot, step; q quits.
    """
    if outs or still is not None or force:
        from aoc.show.exports import check_files

        check_files(outs, is_still=still is not None, force=force)
    project = find_project()
    puzzle = require_module(project, select_one_puzzle(project, day, year, "show"))
    screen = Screen(sys.stderr)
    session = Session(project, screen, **choice)
    session.inputs.check()
    options = JobOptions((part,) if part else (1, 2), memory=session.memory, params=params)
    limits = ShowOptions(frames, every, seconds=session.timeout)
    job = show_job(session, puzzle, options, limits)
    from aoc.show.recording import record

    shown, cuts, results = record(job, session, fps)
    if shown and not outs:
        from aoc.show.player import play

        play(shown, sys.stdout)
    # A show that an error has cut off can be looked at, but is no file to keep.
    elif shown and not any(result.bad for result in results):
        from aoc.show.exports import write_files

        write_files(outs, shown, f"{puzzle} {job.title or ''}".rstrip(), still)
    if fps > FPS and (outs or is_terminal(sys.stdout)):
        screen.note(f"{fps:g} frames a second can flash: --fps {FPS} is safe for everybody")
    return report(session, puzzle, part, {one.part for one in shown}, cuts, results)


def show_job(session: Session, puzzle: Puzzle, options: JobOptions, limits: ShowOptions) -> Job:
    """Return the job that makes the frames: on the input, and only if there is none on an example.

    With `--example`, it is the first example that has the part.
    """
    sources = sorted(session.inputs.of(puzzle), key=lambda source: source.kind == "examples")
    pairs = pair_up(session.project, [puzzle], find_solvers())
    [job] = make_jobs(session.project, pairs, lambda _: sources[:1], options)
    return job._replace(inputs=tuple(sources), showing=limits)


def report(
    session: Session,
    puzzle: Puzzle,
    part: int | None,
    with_frames: set[int],
    cuts: Cuts,
    results: Sequence[Result],
) -> int:
    """Show the errors and the cuts; return the exit code. Some parts are `with_frames`."""
    table = Table(sys.stderr, quiet=True)
    for result in results:
        if result.bad:
            table.show(result)
        elif result.part not in with_frames:
            session.screen.problem(
                f"show{result.part} of {puzzle} yielded no frame on {result.input}: write "
                "`yield frame` in it"
            )
    for cut_part, cut in cuts:
        session.screen.problem(f"part {cut_part} of {puzzle} is cut off after {cut}")
    for text in input_notes(session.inputs, [puzzle], Summary(results).inputs, part):
        session.screen.note(text)
    is_good = results and all(one.part in with_frames and not one.bad for one in results)
    return 0 if is_good else 1
