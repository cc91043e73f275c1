"""Every day: Run a day whenever it is saved."""

from __future__ import annotations

import os
import sys

from aoc.commands.options import (
    OpenSession,
    command,
    day_argument,
    params_option,
    part_option,
    session_options,
    variants_option,
    verbose_option,
    year_option,
)
from aoc.commands.watch_keys import ENDING, QUIT, WatchKeys
from aoc.commands.watch_runs import WatchChoices, WatchRuns, WatchScreen
from aoc.days import select_one_puzzle
from aoc.model import Puzzle, tests_path
from aoc.project import Project, day_path, find_project
from aoc.running.plan import JobOptions
from aoc.watching.events import RunEndedError, WatchSession, open_keyboard


@command
@day_argument("runnable")
@year_option
@part_option
@variants_option
@session_options("file", "examples", "sample", "seed", "user", "timeout", "memory")
@params_option
@verbose_option
def watch(
    day: str | None,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    open_session: OpenSession,
    params: tuple[tuple[str, str], ...],
    verbose: bool,
) -> int:
    """Run DAY whenever a Python file of the project, or its input, is saved.

    It runs on the examples first and, once they all pass, on your input. The results are not kept
    in the history.

    Keys: Enter runs it again; e: examples only; 1, 2: one part; v: variants; s: submit; p:
    debugger; o: open the puzzle; h: show the keys; q: quit.
    """
    project = find_project()
    puzzle = select_one_puzzle(project, day, year, "watch")
    screen = WatchScreen(sys.stderr)
    session = open_session(project, screen)
    session.workers = 1
    inputs = session.inputs
    if not inputs.examples:
        inputs.check()  # so that an error of the command line ends the program
    options = JobOptions(
        memory=session.memory, verbose=verbose, params=params, keeps_bytecode=False
    )
    choices = WatchChoices(inputs.examples, part, variants)
    with session.executor() as executor, open_keyboard() as keyboard:
        runs = WatchRuns(session, executor, screen, puzzle, options)
        files = watched_files(project, puzzle, inputs.file)
        saves = WatchSession(project.root, files, keyboard, ENDING)
        screen.check = saves.check
        keys = WatchKeys(runs, choices, keyboard)
        while True:
            saves.is_stale = False
            try:
                runs.run(keys.choices)
                keys.show_hint()
            except RunEndedError:
                pass
            while key := saves.next_key():
                if key in QUIT:
                    return 0
                if keys.press(key):
                    break


def watched_files(project: Project, puzzle: Puzzle, file: str | None) -> list[str]:
    """Return the files whose saves count, also where they are links: the day, its tests, its input.

    The input is the `file` that was asked for, if any, or the one that the project may have.
    """
    name = file or project.input_path(puzzle)
    day, tests = day_path(project.root, puzzle), tests_path(project.root, *puzzle)
    return [day, tests, os.path.abspath(name)]
