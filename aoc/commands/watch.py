"""Run a day whenever it is saved."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any

import click

from aoc.commands import options
from aoc.commands.open import open_page
from aoc.errors import AocError, SiteError, UsageError
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job, JobOptions, Timing
from aoc.model.puzzles import Puzzle, now
from aoc.model.results import Result
from aoc.program import as_typed
from aoc.project.day_tests import tests_path
from aoc.project.days import require_module, select_one_puzzle
from aoc.project.project import find_project
from aoc.project.solvers import find_solvers
from aoc.render.format import part_name, seconds_text, short_text, sign
from aoc.render.keyboard import Keyboard, open_keyboard
from aoc.render.messages import count_down, input_notes
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import painted, print_line, print_message, write
from aoc.running.inputs import InputChoice
from aoc.running.local_executor import Executor, Step
from aoc.running.plan import make_jobs
from aoc.session import RunLimits, Session
from aoc.site.accounts import NOBODY
from aoc.submitting.replies import Hints
from aoc.watching import RunEndedError, Watcher
from aoc.worker.interpreter import start_command

QUIT = "q\x04"
"""The letter, and Ctrl-D."""
AGAIN = "\r\ne12v"
"""The keys after which the day is run again."""
ENDING = f"{AGAIN}{QUIT}p"
"""The keys that end a run; the others wait for its end."""
HINTS = Hints(
    wait="type w to wait",
    force="type o to open its page, where you can send it anyway",
    lost="type s again, which looks at the puzzle page, and does not send the answer again",
    letters="type o to open its page, and send them there",
)
"""The hints about an answer, with keys in place of options."""
KEYS = {
    "run the day with `aoc run --pdb`": "type p for one",
    "sent nothing: `aoc submit` sends it": "sent nothing: type s to submit",
}
"""The keys in place of the commands in sentences that come from a worker."""
NOTICEABLE = 1.3
"""How many times as long a part has to take, or to have taken, for its time to have changed."""
LEAST = 5e-6
"""Seconds: a smaller difference is no reason to look."""
DIM = "2"


@options.command
@options.days_argument("runnable", several=False)
@options.shared_options("part", "variants")
@options.shared_options(
    "file", "examples", "sample", "seed", "user", "timeout", "memory"
)
@options.shared_options("params", "verbose")
@options.with_inputs_and_limits
def watch(
    day: str | None,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    params: tuple[tuple[str, str], ...],
    verbose: bool,
    choice: InputChoice,
    limits: RunLimits,
) -> int:
    """Run DAY whenever a Python file of the project, or its input, is saved.

    It runs on the examples first and, once they all pass, on your input. The results are not kept
    in the history.

    Keys: Enter runs it again; e: examples only; 1, 2: one part; v: variants; s: submit; w: wait,
    then submit; u: update tests; p: debugger; o: open the puzzle; h: show the keys; q: quit.
    """
    project = find_project()
    puzzle = select_one_puzzle(project, day, year, "watch", runs=True)
    screen = WatchScreen(sys.stderr)
    session = Session(
        project, screen, choice, limits._replace(workers=1), is_of_one_day=True
    )
    session.inputs.check()  # so that an error of the command line ends the program
    # The input is the file that was asked for, or the one that the project may have.
    name = os.path.abspath(choice.file or project.input_path(puzzle))
    files = [*project.day_files(puzzle), tests_path(project.root, *puzzle), name]
    wanted = JobOptions(
        Timing.steady(),
        variants=variants,
        memory=session.memory,
        params=params,
        verbose=verbose,
        keeps_bytecode=False,
    )
    with session.executor() as executor, open_keyboard() as keyboard:
        watched = WatchedDay(
            session, executor, screen, keyboard, puzzle, wanted, part, variants
        )
        saves = Watcher(project.root, files, keyboard, ENDING)
        screen.check = saves.check
        screen.show_reply = watched.show_reply
        while True:
            saves.is_stale = False
            with suppress(RunEndedError):
                watched.run()
            while key := saves.next_key():
                if key in QUIT:
                    return 0
                with suppress(RunEndedError):
                    watched.press(key)
                if key in AGAIN:
                    break


class WatchScreen(Screen):
    """The screen of a run that may be given up: `check` is called often, and raises if it is.

    `show_reply` is called where a long run has removed the reply of the site from the terminal.
    """

    check: Callable[[], None]
    show_reply: Callable[[], None]
    has_reply = True

    def progress(self, done: int, step: Step) -> None:
        """Show how far the run is, unless it is given up."""
        self.check()
        super().progress(done, step)
        if self.drawn and not self.has_reply:
            self.has_reply = True
            self.clear()
            self.show_reply()


@dataclass
class WatchedDay:
    """A day that is run again and again with one executor, and the choices of its next run.

    `options` are those of all runs, with the variants that were named. `results` are those of the
    last run if it came to its end, and of no other. `before` has the last result of each part on
    each input. `reply` are the lines about the last submission, until the day is saved: `replied`
    is when it had been saved before.
    """

    session: Session
    executor: Executor
    screen: WatchScreen
    keyboard: Keyboard
    puzzle: Puzzle
    options: JobOptions
    part: int | None
    variants: tuple[str, ...]
    results: Sequence[Result] = ()
    before: dict[tuple[str | None, int, str | None], Result] = field(
        default_factory=dict
    )
    reply: Sequence[str] = ()
    replied: Sequence[float] = ()

    def run(self) -> None:
        """Run the day, and show the results. Raises `RunEndedError` where the run is given up."""
        self.results = ()
        results: list[Result] = []
        start = monotonic()
        project = self.session.project
        verbose = self.options.verbose
        table = Table(sys.stdout, verbose=verbose, wall=lambda: monotonic() - start)
        try:
            jobs = self.make_jobs()
            for several in (jobs[:1], jobs[1:]):
                self.screen.begin(partial(len, several))
                has_failed = table.summary.bad
                for result in self.session.judged(
                    self.executor.run(() if has_failed else several)
                ):
                    self.screen.clear()
                    if not results:
                        click.clear()
                        self.screen.has_reply = False
                    results.append(result)
                    table.show(with_keys(result))
            table.end()
            if jobs[1:] and has_failed:
                print_line(painted("your input is run once all examples pass", DIM))
            self.show_changes(results)
            self.results = results
            counted = table.summary
            options.check_results(
                project, [self.puzzle], self.variants, self.part, counted
            )
            self.screen.errors(self.session.problems)
            if not counted.bad:
                ran = (self.session.inputs, [self.puzzle], counted.inputs, self.part)
                for text in input_notes(*ran):
                    self.screen.note(self.with_update_key(text))
        except (UsageError, SiteError) as error:
            self.screen.problem(str(error))
        except KeyboardInterrupt:
            self.executor.cancel()  # which shows where the jobs are
            raise
        finally:
            self.executor.end_jobs()
            self.screen.clear()
        self.show_end()

    def make_jobs(self) -> list[Job]:
        """Return the job on the examples, and those on the input."""
        project, inputs = self.session.project, self.session.inputs
        puzzle = require_module(project, self.puzzle)
        inputs.forget_file()
        found = [] if inputs.choice.examples else inputs.of(puzzle)
        sources = [
            Input(InputKind.EXAMPLES),
            *(one for one in found if one.kind != InputKind.EXAMPLES),
        ]
        parts = (self.part,) if self.part else (1, 2)
        wanted = self.options._replace(parts=parts, variants=self.variants)
        pairs = [(puzzle, solver) for solver in find_solvers()]
        return [*make_jobs(project, pairs, lambda _: sources, wanted)]

    def show_changes(self, results: Sequence[Result]) -> None:
        """Show the changes of the parts since they ran before."""
        found = {(one.input, one.part, one.variant): one for one in results if one.part}
        again = [key for key in found if key in self.before]
        pieces = [
            piece
            for key in again
            for piece in change_line(self.before[key], found[key])
        ]
        if pieces:
            write(sys.stdout, "since the last run:\n", *pieces)
        elif again:
            print_line(painted("the same answers as in the last run", DIM))
        self.before |= found

    def show_reply(self) -> None:
        """Show the reply to the last submission, unless the day was saved since."""
        if self.reply and self.replied == self.saved():
            print_line(painted(self.reply[0], DIM))
            for line in self.reply[1:]:
                print_message(line)

    def show_end(self) -> None:
        """Show the reply to the last submission, and which day is watched, if there are keys."""
        self.show_reply()
        words = [f"watching {self.puzzle}"]
        words += ["examples only"] * self.session.inputs.choice.examples
        words += [f"part {self.part}"] if self.part else []
        words += [f"variants: {', '.join(self.variants)}"] if self.variants else []
        if self.keyboard.has_keys:
            print_line(painted(f"{', '.join(words)}; h shows the keys", DIM))

    def press(self, key: str) -> None:
        """Carry out a key."""
        inputs = self.session.inputs
        try:
            match key:
                case "s" | "w":
                    self.submit(waits=key == "w")
                case "u":
                    from aoc.commands.new import update_tests

                    update_tests(self.session.project, self.puzzle, inputs.choice.user)
                case "p":
                    self.debug()
                case "o":
                    with (
                        self.keyboard.lent()
                    ):  # the browser may be one for the terminal
                        open_page(self.puzzle)
                case "h" | "?":
                    keys = str(watch.help).partition("Keys: ")[2].strip(" .\n")
                    print_line(
                        "\n".join(
                            f"  {one}" for one in " ".join(keys.split()).split("; ")
                        )
                    )
                case "e":
                    only_examples = not inputs.choice.examples
                    inputs.choice = inputs.choice._replace(examples=only_examples)
                case "v":
                    self.variants = (
                        () if self.variants else self.options.variants or ("all",)
                    )
                case "1" | "2":
                    self.part = None if self.part == int(key) else int(key)
        except AocError as error:
            print_message(str(error))

    def saved(self) -> Sequence[float]:
        """Return when the files of the day were saved, in seconds since the epoch."""
        moments = list[float]()
        for path in self.session.project.day_files(self.puzzle):
            with suppress(OSError):  # an editor may be replacing it
                moments.append(os.path.getmtime(path))
        return moments

    def submit(self, *, waits: bool) -> None:
        """Submit the answers of the last run, as `aoc run --submit` does.

        With `waits`, that is once the site accepts an answer; a save or a key can end the wait.
        """
        from aoc.commands.submit import submit_results

        if self.options.params:
            raise UsageError("answers with --param are not submitted: leave it out")
        if not any(
            one.outcome.is_whole and one.answer is not None for one in self.results
        ):
            raise UsageError(
                "no answer to submit: the last run has none on your own input"
            )
        accounts = [
            one for one in self.session.inputs.accounts() if one.token is not None
        ]
        if not accounts:
            NOBODY.require_token()
        puzzle, project = self.puzzle, self.session.project
        session = Session(project, Screen(sys.stderr), is_of_one_day=True)
        again = partial(session.rerun, find_solvers(), self.options)
        said = [time.strftime("submitted at %H:%M:%S:", time.localtime(now()))]

        def show(text: str) -> None:
            text = self.with_update_key(text)
            said.append(text)
            self.reply, self.replied = said, self.saved()
            print_message(text)

        way: Any = {"wait": self.wait if waits else None, "hints": HINTS, "show": show}
        try:
            code = submit_results(
                self.results, accounts, self.part, again, project.root, **way
            )
        except AocError as error:
            show(str(error))
            return
        if code is None:
            raise UsageError(
                f"nothing to submit: no open part of {puzzle} has an answer of yours"
            )

    def with_update_key(self, text: str) -> str:
        """Return a sentence with a key in place of the command that updates the tests."""
        command = as_typed(f"`aoc new {self.puzzle} --update`")
        return as_typed(text).replace(f"{command} adds", "type u to add")

    def wait(self, puzzle: Puzzle, seconds: float) -> None:
        """Wait until the site accepts an answer. Raises `RunEndedError` where that is given up."""
        why = f"the site accepts the next answer to {puzzle}"
        count_down(seconds, sys.stderr, why, self.screen.check)

    def debug(self) -> None:
        """Run the day in a debugger, which has the terminal until it ends."""
        inputs = self.session.inputs
        words = ["run", str(self.puzzle), "--pdb"]
        asked: dict[str, object] = {"part": self.part}
        if inputs.choice.examples:
            words.append("--example")
        else:
            asked |= {
                "input": inputs.choice.file,
                "seed": inputs.choice.seed,
                "user": inputs.choice.user,
            }
        words += [
            f"--{name}={value}" for name, value in asked.items() if value is not None
        ]
        words += [f"--variant={name}" for name in self.variants]
        words += [f"--param={name}={value}" for name, value in self.options.params]
        with self.keyboard.lent():
            subprocess.call(start_command(sys.executable, "aoc.__main__", *words))
        self.show_end()


def with_keys(result: Result) -> Result:
    """Return a result whose sentences name keys in place of commands."""
    printed = result.outcome.printed
    error = result.error
    for command, key in KEYS.items():
        printed = printed._replace(text=printed.text.replace(command, key))
        if error:
            error = error._replace(message=error.message.replace(command, key))
    return result._replace(
        outcome=result.outcome._replace(printed=printed, error=error)
    )


def change_line(old: Result, new: Result) -> list[str]:
    """Return the pieces of the line about a part that has changed, or took another time.

    There are none if it has not. Only the times on whole inputs count.
    """
    pieces = []
    answer, before = short_text(new), short_text(old)
    if (answer, new.verdict) != (before, old.verdict):
        was = f" {before}" if answer != before else ""
        pieces += [sign(new.verdict), f" {answer}, was ", sign(old.verdict), was]
    seconds, earlier = new.seconds or 0.0, old.seconds or 0.0
    less, more = sorted((seconds, earlier))
    is_alike = new.outcome.is_whole and new.outcome.first_call == old.outcome.first_call
    if is_alike and 0 < less < more / NOTICEABLE and more - less > LEAST:
        comma = " · " if pieces else ""
        pieces.append(f"{comma}{seconds_text(seconds)}, was {seconds_text(earlier)}")
    part = part_name(new.part, new.variant)
    return [f"  {new.input}, {part}: ", *pieces, "\n"] if pieces else []
