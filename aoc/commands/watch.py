"""Every day: Run a day whenever it is saved."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

from aoc.commands import options
from aoc.commands.open import open_page
from aoc.commands.watch_runs import WatchChoices, WatchRuns, WatchScreen
from aoc.days import select_one_puzzle
from aoc.errors import AocError, SiteError, UsageError
from aoc.model import Puzzle, tests_path
from aoc.project import Project, day_path, find_project, find_solvers
from aoc.render.screen import Screen
from aoc.render.terminal import painted, print_line, print_message
from aoc.running.plan import JobOptions
from aoc.session import Session
from aoc.site.accounts import NO_TOKEN
from aoc.watching.events import Keyboard, RunEndedError, WatchSession, open_keyboard
from aoc.worker import start_command

ENTER = "\r\n"
QUIT = "q\x04"
"""The letter, and Ctrl-D."""
ENDING = f"{ENTER}{QUIT}e12vp"
"""The keys that end a run; the others wait for its end."""


@options.command
@options.days_argument("runnable", several=False)
@options.shared_options("part", "variants")
@options.session_options("file", "examples", "sample", "seed", "user", "timeout", "memory")
@options.shared_options("params", "verbose")
def watch(
    day: str | None,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    open_session: options.OpenSession,
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
    wanted = JobOptions(memory=session.memory, verbose=verbose, params=params, keeps_bytecode=False)
    choices = WatchChoices(inputs.examples, part, variants)
    with session.executor() as executor, open_keyboard() as keyboard:
        runs = WatchRuns(session, executor, screen, puzzle, wanted)
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


class WatchKeys:
    """Carries out the keys; `choices` are those for the next run."""

    def __init__(self, runs: WatchRuns, choices: WatchChoices, keyboard: Keyboard) -> None:
        self.runs = runs
        self.choices = choices
        self.keyboard = keyboard
        self.has_hinted = False
        self.variants = choices.variants or ("all",)

    def press(self, key: str) -> bool:
        """Carry out a key, and return whether to run the day now."""
        choices = self.choices
        try:
            match key:
                case "s":
                    return self.submit()
                case "p":
                    self.debug()
                    return False
                case "o":
                    with self.keyboard.lent():  # the browser may be one for the terminal
                        open_page(self.runs.puzzle)
                case "h" | "?":
                    keys = str(watch.help).partition("Keys: ")[2].strip(" .\n")
                    print_line("\n".join(f"  {one}" for one in " ".join(keys.split()).split("; ")))
                case "e":
                    self.choices = choices._replace(examples=not choices.examples)
                case "v":
                    names = () if choices.variants else self.variants
                    self.choices = choices._replace(variants=names)
                case "1" | "2":
                    part = None if choices.part == int(key) else int(key)
                    self.choices = choices._replace(part=part)
        except AocError as error:
            print_message(str(error))
            return False
        return key in ENDING

    def submit(self) -> bool:
        """Submit the answers of the last run, as `aoc run --submit` does."""
        runs = self.runs
        if runs.options.params:
            raise UsageError("answers with --param are not submitted: leave it out")
        if not any(one.whole and one.answer is not None for one in runs.results):
            raise UsageError("no answer to submit: the last run has none on your own input")
        from aoc.commands.submit import submit_results

        accounts = [account for account in runs.inputs.accounts() if account.token is not None]
        if not accounts:
            raise SiteError(NO_TOKEN)
        session = Session(runs.project, Screen(sys.stderr))
        again = partial(session.rerun, find_solvers(), runs.options)
        part, root = self.choices.part, runs.project.root
        code = submit_results(runs.results, accounts, part, again, root)
        if code is None:
            print_message(f"nothing to submit: {runs.puzzle} is solved, or its input is not yours")
        return code is not None

    def debug(self) -> None:
        """Run the day in a debugger, which has the terminal until it ends."""
        inputs, choices = self.runs.inputs, self.choices
        words = ["run", str(self.runs.puzzle), "--pdb"]
        if choices.examples:
            words.append("--example")
        elif inputs.file is not None:
            words.append(f"--input={inputs.file}")
        elif inputs.sample is not None:
            words.append(f"--seed={inputs.sample}")
        elif inputs.user is not None:
            words.append(f"--user={inputs.user}")
        words += [f"--part={choices.part}"] if choices.part else []
        words += [f"--variant={name}" for name in choices.variants]
        words += [f"--param={name}={value}" for name, value in self.runs.options.params]
        with self.keyboard.lent():
            subprocess.call(start_command(sys.executable, "aoc.__main__", *words))
        self.show_hint()

    def show_hint(self) -> None:
        """Show which day is watched, with which choices, if there are keys to change them.

        Once it was shown, it is shown again only below a table of results.
        """
        is_wanted = self.runs.results or not self.has_hinted
        if is_wanted and self.keyboard.has_keys:
            self.has_hinted = True
            chosen = ", ".join([f"watching {self.runs.puzzle}", *self.choices.words])
            print_line(painted(f"{chosen}; h shows the keys", "2"))
