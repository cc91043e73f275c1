"""Every day: Run a day whenever it is saved."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, TextIO

from aoc.commands import options
from aoc.commands.open import open_page
from aoc.days import select_one_puzzle
from aoc.errors import AocError, SiteError, UsageError
from aoc.model import Input, Job, Puzzle, Result, Verdict, tests_path
from aoc.program import as_typed
from aoc.project import Project, day_path, find_project, find_solvers, has_module, shown_path
from aoc.render.format import one_line, part_name, seconds_text, short_text, sign
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, Table
from aoc.render.terminal import clear_screen, is_terminal, painted, print_line, print_message, write
from aoc.running.local_executor import Executor, Progress
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.running.verdicts import in_order
from aoc.session import Session, ruled_out
from aoc.site.accounts import NO_TOKEN
from aoc.watching.events import Keyboard, RunEndedError, WatchSession, open_keyboard
from aoc.worker import start_command

ENTER = "\r\n"
QUIT = "q\x04"
"""The letter, and Ctrl-D."""
ENDING = f"{ENTER}{QUIT}e12vp"
"""The keys that end a run; the others wait for its end."""
UnitKey = tuple[str | None, int | None, str | None]
"""The facts that tell the results of a day apart: the input, the part, the variant."""
NOTICEABLE = 1.3
"""How many times as long a part has to take, or to have taken, for its time to have changed."""
LEAST = 5e-6
"""Seconds: a smaller difference is no reason to look."""


@options.command
@options.days_argument("runnable", several=False)
@options.shared_options("part", "variants")
@options.shared_options("file", "examples", "sample", "seed", "user", "timeout", "memory")
@options.shared_options("params", "verbose")
def watch(
    day: str | None,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    params: tuple[tuple[str, str], ...],
    verbose: bool,
    **choice: Any,
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
    session = Session(project, screen, **choice)
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


class WatchChoices(NamedTuple):
    """The choices by keys while watching: whether only examples run, which part, variants."""

    examples: bool = False
    part: int | None = None
    variants: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """The choices in words."""
        part = [f"part {self.part}"] if self.part else []
        names = [f"variants: {', '.join(self.variants)}"] if self.variants else []
        return [*(["examples only"] if self.examples else []), *part, *names]


class WatchScreen(Screen):
    """The screen of a run that may be given up: `check` is called often, and raises if it is.

    On a terminal, `old` results are dimmed as soon as they are known not to be the last word.
    """

    def __init__(self, err: TextIO) -> None:
        super().__init__(err)
        self.check: Callable[[], None] = lambda: None
        self.old = ""

    def progress(self, progress: Progress) -> None:
        """Show how far the run is, unless it is given up."""
        self.check()
        super().progress(progress)

    def show(self, line: str) -> None:
        """Write the line with the progress, below results of the run before."""
        if self.live:
            self.dim_old()
        super().show(line)

    def dim_old(self) -> None:
        """Show the results of the run before once more, dimmed."""
        if self.old and is_terminal(sys.stdout):
            clear_screen(sys.stdout)
            write(sys.stdout, painted(self.old, "2"))
        self.old = ""


class WatchTable(Table):
    """A table that knows the text of the results that it has shown."""

    shown = ""

    def flush(self) -> None:
        """Write the lines added since the last time."""
        self.shown += "".join(self.pieces)
        super().flush()


class WatchRuns:
    """Runs the day of a puzzle again and again with one executor, and shows the results.

    `options` are those of all runs, but for the choices. `results` are those of the last run if it
    came to its end, and of no other.
    """

    def __init__(
        self,
        session: Session,
        executor: Executor,
        screen: WatchScreen,
        puzzle: Puzzle,
        options: JobOptions,
    ) -> None:
        self.session = session
        self.project, self.inputs = session.project, session.inputs
        self.executor = executor
        self.screen = screen
        self.puzzle = puzzle
        self.options = options
        self.jobs: list[Job] = []
        self.results: list[Result] = []
        self.noted: set[str] = set()
        """The notes that were shown: each is shown once."""
        self.before: dict[UnitKey, Result] = {}
        """The last result of each part on each input."""

    def run(self, choices: WatchChoices) -> None:
        """Run the day. Raises `RunEndedError` where the run is given up."""
        self.results = []
        if not has_module(self.project.root, self.puzzle):
            name = shown_path(day_path(self.project.root, self.puzzle))
            todo = f"save it, or create it with `aoc new {self.puzzle}`"
            self.show_line(as_typed(f"{name} does not exist: {todo}"))
            return
        try:
            self.jobs = self.make_jobs(choices)
            self.screen.begin(len(self.jobs))
            if not self.run_jobs():
                return
            summary = Summary(self.results)
            about = self.project.root, [self.puzzle], choices.variants
            options.check_results(*about, choices.part, summary)
            self.show_notes(summary, choices.part)
        except (UsageError, SiteError) as error:
            self.screen.problem(str(error))
        finally:
            self.executor.end_jobs()
            self.screen.clear()

    def make_jobs(self, choices: WatchChoices) -> list[Job]:
        """Return the job on the examples, and those on the input."""
        self.inputs.forget_file()
        self.inputs.examples = choices.examples
        found = [] if choices.examples else [*self.inputs.of(self.puzzle)]
        sources = [Input("examples"), *(one for one in found if one.kind != "examples")]
        parts = (choices.part,) if choices.part else (1, 2)
        options = self.options._replace(parts=parts, variants=choices.variants)
        pairs = pair_up(self.project, [self.puzzle], find_solvers())
        return [*make_jobs(self.project, pairs, lambda _: sources, options)]

    def run_jobs(self) -> bool:
        """Run the examples and, unless these fail, the input, and show all results.

        Returns false where a file is half typed, so that nothing was run.
        """
        start = monotonic()
        table: WatchTable | None = None
        results: list[Result] = []
        for jobs in (self.jobs[:1], self.jobs[1:]):
            if any(result.bad for result in results):
                break
            for result in in_order(self.executor.run(jobs), ruled_out):
                self.screen.clear()
                half_typed = syntax_text(result)
                if half_typed:
                    self.screen.dim_old()
                    self.show_line(half_typed)
                    return False
                if table is None:
                    self.screen.old = ""
                    if is_terminal(sys.stdout):
                        clear_screen(sys.stdout)
                    table = WatchTable(sys.stdout, wall=lambda: monotonic() - start)
                if result.error:
                    message = result.error.message.replace("run the day with --pdb", "press p")
                    result = result._replace(error=result.error._replace(message=message))
                results.append(result)
                table.show(result)
        if table:
            table.end()
            self.screen.old = table.shown
        self.show_changes(results)
        self.results = results
        return True

    def show_changes(self, results: Sequence[Result]) -> None:
        """Show the changes since earlier runs, and why the input was not run."""
        has_input = any(one.label for job in self.jobs for one in job.inputs)
        if has_input and any(result.bad and not result.whole for result in results):
            print_line(painted("your input is run once all examples pass", "2"))
        lines = change_lines(self.before, results)
        if lines:
            write(sys.stdout, "since the last run:\n", *(piece for line in lines for piece in line))
        elif self.before and results and not any(one.part is None and one.error for one in results):
            print_line(painted("the same answers as in the last run", "2"))
        self.before |= {key_of(result): result for result in results}

    def show_notes(self, summary: Summary, part: int | None) -> None:
        """Show why the input could not be fetched, and which input was run in its place."""
        texts = [str(problem) for problem in self.inputs.problems or ()]
        if not summary.bad:
            texts += input_notes(self.inputs, [self.puzzle], summary.inputs, part)
        for text in texts:
            if text not in self.noted or not self.results:
                self.screen.note(text)
        self.noted.update(texts)

    def show_line(self, text: str) -> None:
        """Show why nothing can be run."""
        print_line(sign(Verdict.ERROR), f" {text}")


def key_of(result: Result) -> UnitKey:
    """Return the facts that tell a result from the others of its day."""
    return result.input, result.part, result.variant


def change_lines(
    before: Mapping[UnitKey, Result], results: Collection[Result]
) -> list[tuple[str, ...]]:
    """Return a line for each result that has changed, or took another time.

    `before` has the results of earlier runs. Only the times on whole inputs count.
    """
    lines: list[tuple[str, ...]] = []
    for result in results:
        old = before.get(key_of(result))
        if old is None or result.part is None:
            continue
        found = [*answer_change(old, result)]
        if result.whole and is_noticeable(old, result):
            comma = " · " if found else ""
            new, was = (seconds_text(one.seconds or 0.0) for one in (result, old))
            found.append(f"{comma}{new}, was {was}")
        if found:
            part = part_name(result.part, result.variant)
            has_name = not result.whole and not re.fullmatch(r"example \d+", result.input or "")
            label = f"'{result.input}'" if has_name else result.input
            lines.append((f"  {label}, {part}: ", *found, "\n"))
    return lines


def answer_change(before: Result, after: Result) -> Iterator[str]:
    """Yield the answer or the verdict, and the one before, if it has changed."""
    new, old = short_text(after), short_text(before)
    if (new, after.verdict) == (old, before.verdict):
        return
    yield from (sign(after.verdict), f" {new}, was ", sign(before.verdict))
    if new != old:
        yield f" {old}"


def is_noticeable(before: Result, after: Result) -> bool:
    """Return whether a part took a noticeably different time than before."""
    if not before.seconds or not after.seconds:
        return False
    less, more = sorted((before.seconds, after.seconds))
    return more > less * NOTICEABLE and more - less > LEAST


IMPORT_ERROR = re.compile(
    r".* cannot be imported: (?:Syntax|Indentation|Tab)Error: (.*) \((.*), line (\d+)\)", re.DOTALL
)
"""The message of `aoc.worker.failures` about a file that is not Python."""


def syntax_text(result: Result) -> str | None:
    """Return where a file is not Python, and why; `None` for any other result.

    It is one line, such as `day21.py, line 12: '(' was never closed`.
    """
    if result.error is None or result.part is not None:
        return None
    match = IMPORT_ERROR.fullmatch(result.error.message)
    return one_line(f"{match[2]}, line {match[3]}: {match[1]}") if match else None
