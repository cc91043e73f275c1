"""`aoc watch`: run a day whenever it is saved."""

from __future__ import annotations

import os
import sys
from contextlib import closing

import click

from aoc.commands.days_argument import YEAR, day_argument, select_one_puzzle
from aoc.commands.live_run import memory_limit, time_limit
from aoc.commands.options import (
    SampleCommand,
    check_inputs,
    debug_option,
    example_option,
    input_option,
    memory_option,
    params_option,
    part_option,
    sample_option,
    timeout_option,
    user_option,
    variants_option,
    verbose_option,
)
from aoc.commands.watch_keys import ENDING, QUIT, WatchKeys
from aoc.commands.watch_runs import WatchChoices, WatchRuns, WatchScreen
from aoc.errors import SiteError
from aoc.inputs import Inputs
from aoc.model import Puzzle, tests_path
from aoc.project import Project, day_path, find_project
from aoc.running.local_executor import LocalExecutor
from aoc.running.plan import JobOptions
from aoc.watching.session import RunEndedError, WatchSession, open_keyboard


@click.command(cls=SampleCommand)
@day_argument
@click.option("--year", type=YEAR, help="The year of DAY.")
@part_option
@variants_option
@input_option
@example_option
@sample_option
@user_option
@timeout_option
@memory_option
@params_option
@verbose_option
@debug_option
def watch(
    day: str | None,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    file: str | None,
    examples: bool,
    sample: int | None,
    user: str | None,
    timeout: float | None,
    memory: int | None,
    params: tuple[tuple[str, str], ...],
    verbose: bool,
    debug: bool,
) -> int:
    """Run DAY whenever a Python file of the project, or its input, is saved.

    It runs on the examples first and, once they all pass, on your input. The results are not kept
    in the history.

    Keys: Enter runs it again; e: examples only; 1, 2: one part; v: variants; s: submit; p:
    debugger; o: open the puzzle; h: show the keys; q: quit.
    """
    check_inputs(click.get_current_context().params)
    project = find_project()
    puzzle = select_one_puzzle(project, day, year, "watch")
    screen = WatchScreen(sys.stderr)
    problems: list[SiteError] = []
    inputs = Inputs(
        project,
        file=file,
        sample=sample,
        user=user,
        problems=problems,
        before_fetch=screen.show_fetching,
    )
    if not examples:
        inputs.check()  # so that an error of the command line ends the program
    options = JobOptions(
        memory=memory_limit(project, memory), verbose=verbose, params=params, keeps_bytecode=False
    )
    executor = LocalExecutor(1, time_limit(project, timeout), screen)
    runs = WatchRuns(project, puzzle, inputs, options, executor, screen)
    choices = WatchChoices(examples, part, variants)
    with closing(executor), open_keyboard() as keyboard:
        files = watched_files(project, puzzle, file)
        session = WatchSession(project.root, files, keyboard, ENDING)
        screen.check = session.check
        keys = WatchKeys(runs, choices, keyboard)
        while True:
            session.is_stale = False
            try:
                runs.run(keys.choices)
                keys.show_hint()
            except RunEndedError:
                pass
            while key := session.next_key():
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
