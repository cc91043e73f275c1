"""Play how a day is solved, as moving pictures."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import click

from aoc.commands import options
from aoc.errors import UsageError
from aoc.files import overwrite
from aoc.project.day_selection import select_one_puzzle
from aoc.project.project import find_project
from aoc.render.format import bytes_text
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import print_line
from aoc.running.inputs import InputChoice
from aoc.session import RunLimits
from aoc.show.gif import gif_of
from aoc.show.player import play
from aoc.show.recording import record, timed_frames

FPS = 6
"""Frames per second, without an option: a flash is two changes, and three a second are safe."""


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

    Keys: space pauses; the arrows, or comma and dot, step; q quits.
    """
    if out:
        check_file(out)
    project = find_project()
    puzzle = select_one_puzzle(project, day, year, "show", with_module=True)
    screen = Screen(sys.stderr)
    parts = (part,) if part else (1, 2)
    recording = record(project, screen, puzzle, parts, choice)
    frames = [*timed_frames(recording.frames, fps)]
    has_error = any(result.bad for result in recording.results)
    if frames and not out:
        play(frames, sys.stdout)
    # A show that an error has cut off can be looked at, but is no file to keep.
    if frames and out and not has_error:
        data = gif_of(frames)
        overwrite(out, data)
        print_line(f"{out}: {len(frames)} frames, {bytes_text(len(data))}")
    table = Table(sys.stderr, quiet=True, verbose=True)
    for result in recording.results:
        table.show(result)
    return recording.code or int(has_error or not recording.results)


def check_file(path: str) -> None:
    """Raise `UsageError` for a file that cannot be written, before anything is run."""
    if not path.lower().endswith(".gif"):
        raise UsageError(f"--out {path}: the file of a show ends in .gif")
    if not find_spec("PIL"):
        raise UsageError(
            f'--out {path} needs Pillow: install it with `pip install "aoc-days[pictures]"`'
        )
