"""Run a day whenever it is saved."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from typing import TextIO

import click

from aoc.commands import options
from aoc.commands.open import open_page
from aoc.errors import AocError, SiteError, UsageError
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import JobOptions, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.day_selection import require_module, select_one_puzzle
from aoc.project.day_tests import tests_path
from aoc.project.project import Project, find_project, find_solvers
from aoc.render.keyboard import QUIT
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import open_keyboard, painted, print_line, print_message
from aoc.running.inputs import LATE_PAUSE, InputChoice
from aoc.running.local_executor import Executor, Progress
from aoc.running.plan import make_jobs
from aoc.session import RunLimits, Session
from aoc.site.accounts import NOBODY
from aoc.submitting.replies import AnswerStatus
from aoc.watching import RunEndedError, Watcher

KEYS = """\
  Enter: run it again
  e: examples only
  1, 2: one part
  v: variants
  s: submit
  u: update tests
  o: open the puzzle
  h: show the keys
  q: quit"""
AGAIN = "\r\ne12v"
"""The keys after which the day is run again."""
ENDING = f"{AGAIN}{QUIT}"
"""The keys that end a run; the others wait for its end."""
GIVEN_UP = "s is given up, since a file was saved or another key was typed: type s again"
DIM = "2"


@options.command
@options.day_argument
@options.shared_options("part", "file", "examples", "sample", "user", "verbose")
def watch(
    day: str | None,
    year: int | None,
    part: int | None,
    file: str | None,
    examples: bool,
    sample: bool,
    user: str | None,
    verbose: bool,
) -> int:
    """Run DAY whenever a Python file of the project, or its input, is saved.

    It runs on the examples first and, unless one fails, on your input. `aoc status` does
    not show the results.

    Keys: Enter runs it again; s: submit; h: show all keys; q: quit.
    """
    project = find_project()
    puzzle = select_one_puzzle(project, day, year, "watch", with_module=True)
    choice = InputChoice(file, examples, 0 if sample else None, user)
    return watch_day(project, puzzle, choice, part, verbose=verbose)


def watch_day(
    project: Project,
    puzzle: Puzzle,
    choice: InputChoice,
    part: int | None = None,
    *,
    verbose: bool = False,
) -> int:
    """Run a day whenever it is saved, until a key ends this, and return the exit code.

    Without a `part`, both run. Raises `UsageError` for a wrong choice of inputs.
    """
    # The project need not have the input yet.
    input_path = os.path.abspath(choice.file or project.input_path(puzzle))
    files = [*project.day_files(puzzle), tests_path(project.root, *puzzle), input_path]
    with open_keyboard() as keyboard:
        watcher = Watcher(project.root, files, keyboard, ENDING)
        screen = WatchScreen(sys.stderr, watcher)
        # Two workers: what hangs keeps no other answer from the screen.
        session = Session(project, screen, choice, RunLimits(workers=2), is_of_one_day=True)
        # An error of the command line ends the program, one of a run does not.
        session.inputs.check()
        job_options = JobOptions(
            Timing.steady(),
            memory=session.memory,
            verbose=verbose,
            # A file that is saved again within a second would be taken for the compiled one.
            keeps_bytecode=False,
        )
        with session.executor() as executor:
            watched = WatchedDay(session, screen, executor, puzzle, job_options, part)
            while True:
                with suppress(RunEndedError):
                    watched.run()
                if not watched.take_keys():
                    return 0


class WatchScreen(Screen):
    """The screen of a run that ends when a file is saved or a key is typed."""

    def __init__(self, err: TextIO, watcher: Watcher) -> None:
        super().__init__(err)
        self.watcher = watcher

    def show(self, line: str) -> None:
        """Write a line over the one with the progress, with the key that waits before it."""
        if "s" in self.watcher.keys:
            line = f"s waits for the end of the run; {line}"
        super().show(line)

    def progress(self, done: int, progress: Progress) -> None:
        """Show how far the run is. Raises `RunEndedError` if it is to end now."""
        # Nothing else is called again and again while a part takes long.
        self.watcher.check()
        super().progress(done, progress)


class WatchedDay:
    """A day that is run again and again with one executor, and the choices of its next run.

    `options` are those of all runs. `results` are those of the last run if it came to its end, and
    of no other; of the parts in `guesses_shown`, it was said that no guess came out. What is typed
    to send them is forgotten when another run begins. `reply` has the sentences about the last
    submission: a run that follows clears the terminal, and shows them once more.
    """

    def __init__(
        self,
        session: Session,
        screen: WatchScreen,
        executor: Executor,
        puzzle: Puzzle,
        job_options: JobOptions,
        part: int | None,
    ) -> None:
        self.session = session
        self.project = session.project
        self.screen = screen
        self.watcher = screen.watcher
        self.executor = executor
        self.puzzle = puzzle
        self.options = job_options
        self.variants: tuple[str, ...] = ()
        self.part = part
        self.results: list[Result] = []
        self.guesses_shown: set[int] = set()
        self.reply: list[str] = []
        self.has_run = False

    def run(self) -> None:
        """Run the day, and show the results. Raises `RunEndedError` where the run is given up."""
        self.forget_sending()
        # It is of all that was saved so far.
        self.watcher.is_stale = False
        self.results = []
        if self.guesses_shown:
            # Of the answers of this run, it has to be said again.
            self.reply = []
            self.guesses_shown.clear()
        try:
            self.show_run()
        except RunEndedError:
            self.executor.end_jobs()
            self.forget_sending()
            raise
        except (UsageError, SiteError) as error:
            # It may be gone after the next save.
            self.executor.end_jobs()
            self.screen.problem(str(error))
        finally:
            self.has_run = True
        self.show_end()

    def show_run(self) -> None:
        """Run on the examples and, unless one fails, on the input; show what comes of it."""
        start = monotonic()
        inputs = self.session.inputs
        puzzle = require_module(self.project, self.puzzle)
        # The file of the input may have been saved, too.
        inputs.begin_again()
        on_input = [each for each in inputs.of(puzzle) if each.kind is not InputKind.EXAMPLES]
        table = Table(sys.stdout, verbose=self.options.verbose)
        summary = table.summary
        results = self.run_on([Input(InputKind.EXAMPLES)], table)
        examples_fail = bool(summary.failed_days)
        if not examples_fail:
            results += self.run_on(on_input, table)
        table.end(monotonic() - start)
        self.results = results
        if on_input and examples_fail:
            print_line(painted("your input is run once all examples pass", DIM))
        self.screen.errors(inputs.problems)
        if not summary.failed_days:
            for note in input_notes(inputs, [puzzle], summary.inputs, self.part):
                self.screen.note(note)

    def run_on(self, inputs: Sequence[Input], table: Table) -> list[Result]:
        """Run on inputs, show the results in a table, and return them."""
        parts = (self.part,) if self.part else (1, 2)
        job_options = self.options._replace(parts=parts, variants=self.variants)
        pairs = [(self.puzzle, solver) for solver in find_solvers(self.project)]
        jobs = make_jobs(self.project, pairs, lambda _: inputs, job_options)

        def show(result: Result) -> None:
            # Until now, the results of the last run could be read. Before the first one, `aoc new`
            # may have said which files it made.
            if self.has_run and not table.summary.inputs:
                click.clear()
                for sentence in self.reply:
                    print_message(sentence)
                self.reply = []
            table.show(result)

        return self.session.run(jobs, [show], executor=self.executor)

    def show_end(self) -> None:
        """Show which day is watched, if there are keys."""
        if not self.watcher.keyboard.has_keys:
            return
        words = [f"watching {self.puzzle}"]
        if self.session.inputs.choice.examples:
            words.append("examples only")
        if self.part:
            words.append(f"part {self.part}")
        if self.variants:
            words.append(f"variants: {', '.join(self.variants)}")
        print_line(painted(f"{', '.join(words)}; h shows the keys", DIM))

    def take_keys(self) -> bool:
        """Carry out keys until the day is to be run again; return `False` if it is not to be."""
        # An input that the site has refused is asked for again.
        patience = LATE_PAUSE if self.session.inputs.missing else inf
        while True:
            key = self.watcher.next_key(patience)
            if not key:
                return True
            if key in QUIT:
                return False
            # Only a wait before a submission is given up like a run.
            with suppress(RunEndedError):
                self.press(key)
            if key in AGAIN:
                return True

    def press(self, key: str) -> None:
        """Carry out a key."""
        inputs = self.session.inputs
        try:
            match key:
                case "s":
                    self.submit()
                case "u":
                    from aoc.scaffold.example_list import update_from_page

                    update_from_page(self.project, self.puzzle, inputs.choice.user)
                case "o":
                    open_page(self.puzzle)
                case "h" | "?":
                    print_line(KEYS)
                case "e":
                    inputs.switch_examples()
                case "v":
                    self.variants = () if self.variants else ("all",)
                case "1" | "2":
                    part = int(key)
                    self.part = None if self.part == part else part
        except AocError as error:
            print_message(str(error))

    def submit(self) -> None:
        """Submit the answers of the last run, as `aoc run --submit --wait` does.

        A save, or a key that ends a run, ends the wait until the site accepts an answer.
        """
        # Few saves are followed by a submission, and its modules take long to import.
        from aoc.commands.submit import count_down_wait, submit_results

        accounts = self.session.inputs.accounts()
        accounts = [account for account in accounts if account.token is not None]
        if not accounts:
            NOBODY.require_token()
        # No save ends it: after part 1, the tests are written before part 2 is checked.
        checks = Session(self.project, Screen(sys.stderr), is_of_one_day=True)
        self.reply = []
        try:
            attempts = submit_results(
                self.results,
                accounts,
                self.part,
                partial(checks.run_checks, find_solvers(self.project), self.options),
                self.project.root,
                wait=partial(count_down_wait, check=self.watcher.check),
                guesses_shown=self.guesses_shown,
                show=self.say,
            )
        except RunEndedError:
            self.say(GIVEN_UP)
            raise
        except AocError as error:
            self.say(str(error))
            return
        for attempt in attempts:
            if attempt.status is AnswerStatus.ONLY_GUESSES:
                self.guesses_shown.add(attempt.part)
                self.say("s again sends it anyway")
        if not self.reply:
            raise UsageError(
                f"nothing to submit: no open part of {self.puzzle} has an answer of yours"
            )

    def say(self, sentence: str) -> None:
        """Show a sentence about a submission, now and above the results of the run that follows."""
        # An `s` that was typed before this can be read is no answer to it.
        self.watcher.forget("s")
        self.reply.append(sentence)
        print_message(sentence)

    def forget_sending(self) -> None:
        """Forget an `s` that was typed so far: it was meant for other answers than the next."""
        if self.watcher.forget("s"):
            self.say(GIVEN_UP)
