"""`aoc show`: play how a day is solved, in the terminal or as a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from aoc.commands.days_argument import YEAR, day_argument, require_module, select_one_puzzle
from aoc.commands.live_run import Tally, memory_limit, time_limit
from aoc.commands.options import (
    FRAME_COUNTS,
    FRAME_RATES,
    REPEAT,
    SampleCommand,
    check_inputs,
    debug_option,
    example_option,
    force_option,
    input_option,
    memory_option,
    params_option,
    part_option,
    sample_option,
    timeout_option,
    user_option,
)
from aoc.errors import UsageError
from aoc.inputs import Inputs
from aoc.model import Input, Job, Puzzle, Result, Showing
from aoc.project import Project, find_project, find_solvers
from aoc.render.input_notes import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import is_terminal
from aoc.running.plan import JobOptions, make_jobs, pair_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.animation.scenes import Scene
    from aoc.commands.show_frames import MadeShow

FRAMES = 600
"""Frames of a show, without an option."""
FPS = 10
"""Frames per second, without an option."""
STILL = "--still"
FIRST = 0
"""The number that stands for the first frame with something to see."""
HOLD = 1.5
"""Seconds for which the last frame of a show is shown in addition."""


class ShowCommand(SampleCommand):
    """A command whose `--still` may stand alone, or have a number, as `--sample` may."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        found: list[str] = []
        for word in args:
            is_number = word.isdecimal() and found[-1:] == [STILL]
            if found[-1:] == [STILL]:
                found[-1] = f"{STILL}={word if is_number else FIRST}"
            if not is_number:
                found.append(word)
        if found[-1:] == [STILL]:
            found[-1] = f"{STILL}={FIRST}"
        return super().parse_args(ctx, found)


@click.command(cls=ShowCommand)
@day_argument
@click.option("--year", type=YEAR, help="The year of DAY.")
@part_option
@input_option
@example_option
@sample_option
@user_option
@params_option
@click.option(
    "--fps",
    type=click.FloatRange(*FRAME_RATES),
    default=FPS,
    metavar="N",
    show_default=True,
    help="Frames per second.",
)
@click.option(
    "--frames",
    type=click.IntRange(*FRAME_COUNTS),
    default=FRAMES,
    metavar="N",
    show_default=True,
    help="Show at most so many frames of each part.",
)
@click.option(
    "--every",
    type=REPEAT,
    default=1,
    metavar="N",
    help="Show only every Nth frame, and the last.",
)
@click.option(
    "--out",
    "outs",
    multiple=True,
    metavar="FILE",
    help="Write a .gif, .svg, .mp4, .cast or .html file in place of playing; several are fine.",
)
@click.option(
    "--still",
    type=click.IntRange(0),
    metavar="[N]",
    help="Write only frame N, by default the first with something to see, as .svg, .png or .gif.",
)
@force_option
@timeout_option
@memory_option
@debug_option
def show(
    day: str | None,
    year: int | None,
    part: int | None,
    file: str | None,
    examples: bool,
    sample: int | None,
    user: str | None,
    params: tuple[tuple[str, str], ...],
    fps: float,
    frames: int,
    every: int,
    outs: tuple[str, ...],
    still: int | None,
    force: bool,
    timeout: float | None,
    memory: int | None,
    debug: bool,
) -> int:
    """Play how DAY is solved, as its functions show1 and show2 draw it.

    Keys: space pauses; the arrows, or comma and dot, step; q quits.
    """
    check_inputs(click.get_current_context().params)
    if outs or still is not None:
        from aoc.commands.show_files import check_files

        check_files(outs, still, force=force)
    elif force:
        raise UsageError("--force is for a file: add --out FILE, or leave out --force")
    project = find_project()
    puzzle = require_module(project, select_one_puzzle(project, day, year, "show"))
    screen = Screen(sys.stderr)
    inputs = Inputs(
        project,
        file=file,
        examples=examples,
        sample=sample,
        user=user,
        before_fetch=screen.show_fetching,
    )
    inputs.check()
    limit = time_limit(project, timeout)
    options = JobOptions(
        (part,) if part else (1, 2), memory=memory_limit(project, memory), params=params
    )
    job = show_job(project, puzzle, inputs, options, Showing(frames, every, seconds=limit))
    from aoc.commands.show_frames import make_shows

    made, results = make_shows(project, job, screen, limit)
    scenes, slower = scenes_in(made, fps)
    # What an error has cut off can be looked at, but is no file to keep.
    if outs and scenes and not any(result.bad for result in results):
        from aoc.commands.show_files import write_files

        write_files(outs, scenes, f"{puzzle} {job.title or ''}".rstrip(), still)
    elif scenes and not outs:
        from aoc.commands.show_player import play, print_scenes

        if is_terminal(sys.stdout):
            play(scenes, sys.stdout)
        else:
            print_scenes(scenes)
    if slower and (outs or is_terminal(sys.stdout)):
        frames_text = f"{slower} frames are" if slower > 1 else "one frame is"
        screen.note(f"{frames_text} shown longer than --fps says, to limit flashes")
    return report(screen, inputs, puzzle, part, made, results)


def show_job(
    project: Project, puzzle: Puzzle, inputs: Inputs, options: JobOptions, showing: Showing
) -> Job:
    """Return the job that makes the frames: on the input, and only if there is none on an example.

    With `--example`, it is the first example that has the part.
    """
    found = list(inputs.of(puzzle))
    sources: Sequence[Input] = sorted(found, key=lambda source: source.kind == "examples")
    pairs = pair_up(project, [puzzle], find_solvers())
    [job] = make_jobs(project, pairs, lambda _: sources[:1], options)
    return job._replace(inputs=tuple(sources), showing=showing)


def scenes_in(made: Sequence[MadeShow], fps: float) -> tuple[list[Scene], int]:
    """Return the scenes of all shows, and how many of them are shown longer to limit flashes."""
    from aoc.animation.flashing import slowed
    from aoc.animation.scenes import scenes_of

    found: list[Scene] = []
    several = sum(bool(one.frames) for one in made) > 1
    for one in made:
        scenes = scenes_of(one.frames, 1 / fps, one.part, f"part {one.part}" if several else "")
        if scenes:
            scenes[-1] = scenes[-1]._replace(seconds=scenes[-1].seconds + HOLD)
        found += scenes
    calm = slowed(found)
    pairs = zip(found, calm, strict=True)
    return calm, sum(before.seconds != after.seconds for before, after in pairs)


def report(
    screen: Screen,
    inputs: Inputs,
    puzzle: Puzzle,
    part: int | None,
    made: Sequence[MadeShow],
    results: Sequence[Result],
) -> int:
    """Show what went wrong, and what was left out; return the exit code."""
    table = Table(sys.stderr, quiet=True)
    frames = {one.part: len(one.frames) for one in made}
    for result in results:
        if result.bad:
            table.show(result)
        elif not frames.get(result.part or 0):
            screen.problem(
                f"show{result.part} of {puzzle} yielded no frame on {result.input}: write "
                "`yield frame` in it"
            )
    for one in made:
        for cut in one.cut:
            screen.problem(f"part {one.part} of {puzzle} is cut off after {cut}")
    for text in input_notes(inputs, [puzzle], Tally(results).inputs, part):
        screen.note(text)
    is_good = results and all(frames.get(one.part or 0) and not one.bad for one in results)
    return 0 if is_good else 1
