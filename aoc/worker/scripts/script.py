"""A script as a solver: it runs as `__main__` in its own folder, and its answers are read.

They are those that it submits through aocd, or else those that it prints. Its imports are those of
a plain script: its own folder comes first, then the folder of its package, that of the repository,
and `src`. Relative imports work as under `python -m`.
"""

from __future__ import annotations

import ast
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import NamedTuple, TextIO

from aoc.model.jobs import DayLayout, Job
from aoc.model.results import PRINTED, ErrorKind
from aoc.project.command_line import fill
from aoc.project.functions import InputFunction, uncalled_solvers
from aoc.worker.failures import SolverError, is_stub
from aoc.worker.scripts.arguments import possible_arguments
from aoc.worker.scripts.imports import imports_from
from aoc.worker.scripts.notebook_source import read_module
from aoc.worker.scripts.printed import read_printed
from aoc.worker.scripts.served_input import (
    EXAMPLE,
    INPUT,
    NOTHING,
    OTHER,
    ServedInput,
)

INPUT_WORD = "{input}"
PART_WORD = "{part}"
"""The words in arguments that stand for the path of the input, and for the part."""
PrintedText = tuple[str, str]
"""What was read last before a text was printed, and the text."""
MOST_TEXTS = 100_000
"""How many of the last texts that a script prints are read."""


class ScriptRun(NamedTuple):
    """One run of a script or a program: what it printed, and its error if it has failed.

    `printed` has texts, each with what was read last before it: a source of `ServedInput`.
    `answers` are those that it submitted, or that its functions returned, by part. `part` is the
    """

    part: int
    printed: Sequence[PrintedText]
    answers: Mapping[int, object] = {}
    error: BaseException | None = None

    def text_after(self, *sources: str) -> str:
        """Return what was printed while one of these was the last that was read."""
        return "".join(text for source, text in self.printed if source in sources)


class PrintingSolver:
    """A solver of which each call returns its runs: their answers are then read.

    `note` says how the answers of the last input were read.
    """

    note: str | None = None
    has_read_input = True
    """Whether the last run has read its input."""
    has_single_answer = False
    """Whether the last run has printed one answer, without saying for which part."""
    printed_nothing = (
        "printed nothing: let it print its answers, or name what solves the day in [tool.aoc] "
        "layouts, as part1 and part2, or as solver"
    )
    """The message about runs without any output."""

    def __init__(self, job: Job, layout: DayLayout, served: ServedInput) -> None:
        self.job = job
        self.root = job.root
        self.layout = layout
        self.served = served
        self.part = 1 if job.puzzle.is_last else layout.part
        """The only part that it is for, or 0."""

    def filled(self, command: str, input_path: str, part: int) -> list[str]:
        """Return the words of a command line, for a part, or 0, and an input in a file."""
        year, day = self.job.puzzle
        file = os.path.join(self.root, self.layout.file)
        return fill(command, year, day, part, input_path, file)

    def read_runs(self, runs: Sequence[ScriptRun]) -> tuple[object, object]:
        """Return the answers of both parts; an error stands in place of one that it kept away.

        If there is no answer, the error is raised. Raises `SolverError` if nothing was printed.
        """
        self.note = None
        self.has_single_answer = False
        answers: dict[int, object] = {}
        for run in runs:
            returned = {
                part: answer
                for part, answer in run.answers.items()
                if answer is not None
            }
            printed = self.printed_answers(run, needs_labels=bool(returned))
            if printed.keys() - returned.keys():
                self.note = self.note or PRINTED
            answers.update(printed | returned)
        error = runs[-1].error
        if error and not answers:
            raise error
        if not any(run.printed or run.answers for run in runs):
            raise SolverError(ErrorKind.ANSWER, self.printed_nothing)
        return answers.get(1, error), answers.get(2, error)

    def printed_answers(
        self, run: ScriptRun, *, needs_labels: bool
    ) -> dict[int, object]:
        """Return the answers that a run has printed about its input, by part."""
        # What is printed before the input is read, or after an example, is of that.
        likely = [(INPUT,), (INPUT, OTHER)]
        if not self.served.was_read:
            # It may stand in the source.
            likely.append((NOTHING, EXAMPLE))
        for sources in likely:
            read = read_printed(run.text_after(*sources))
            if read.labelled or read.last:
                break
        if run.part and run.part in read.labelled:
            return {run.part: read.labelled[run.part]}
        answers = read.unlabelled
        if run.error and is_stub(run.error, self.root) and len(answers) == 1:
            # Part 2 is not written yet.
            return {} if run.part else {1: answers[0]}
        # Before an error, a number without a label may be anything.
        if read.labelled or run.error or needs_labels or not read.last:
            return dict(read.labelled)
        if run.part:
            return {run.part: read.last}
        if len(answers) == 1:
            self.has_single_answer = True
            shown = "a drawing" if "\n" in answers[0] else answers[0]
            self.note = f"printed {shown}, without saying for which part"
            return {1: answers[0], 2: answers[0]}
        before = read_printed(run.text_after(NOTHING)).unlabelled
        if len(before) == 1 and len(answers) == 3:
            # Both parts were tried on an example first.
            answers = answers[::2]
        return dict(enumerate(answers[-2:], 1))


class Start(NamedTuple):
    """How a script starts: its file, the folder that it runs in, and that of its first imports.

    It is a module of a `package`. Its `arguments` are known, or found out.
    """

    file: str
    folder: str
    import_folder: str
    package: str
    arguments: Sequence[str] | None = None


class Script(PrintingSolver):
    """The script of a job, as a solver: it is run once for each input.

    One whose arguments choose the part is run once for each part. `forget` makes Python import the
    modules of the project anew.
    """

    def __init__(
        self,
        job: Job,
        layout: DayLayout,
        served: ServedInput,
        forget: Callable[[], None],
        start: Start,
    ) -> None:
        super().__init__(job, layout, served)
        self.start = start
        self.forget = forget
        self.tree = read_module(start.file)
        # Without the `from __future__` imports of this module.
        self.code = compile(self.tree, start.file, "exec", dont_inherit=True)
        self.main = ModuleType("__main__")
        self.commands = self.possible_commands()
        """The arguments that may be right, with placeholders."""
        self.parts = [self.part]
        """The part of each run, or 0."""
        if self.parts == [0] and PART_WORD in self.commands[0]:
            self.parts = list(job.parts)

    def possible_commands(self) -> Sequence[Sequence[str]]:
        """Return the arguments that may be right, in the order in which they are tried."""
        if self.start.arguments is not None:
            return [self.start.arguments]
        if self.layout.args:
            return [self.filled(self.layout.args, INPUT_WORD, self.layout.part)]
        return possible_arguments(ast.unparse(self.tree))

    def __call__(self, year: int, day: int, data: str) -> list[ScriptRun]:
        """Run the script on an input, and return its runs; `read_runs` reads their answers.

        If it prints nothing, but has functions that solve the parts, these are called.
        """
        runs: list[ScriptRun] = []
        for part in self.parts:
            runs.append(self.run_with_arguments(part, data))
            if runs[-1].error:
                return runs
        if any(run.printed or run.answers for run in runs):
            return runs
        functions = uncalled_solvers(self.tree, self.layout.part)
        if not functions:
            return runs
        self.has_read_input = True
        # Imported only now: few scripts need it.
        from pathlib import Path

        path = self.served.copy(self.served.ending)
        lines = data.splitlines()
        forms = {"text": data, "lines": lines, "path": path, "Path": Path(path)}
        return [self.call(functions, forms)]

    def run_with_arguments(self, part: int, data: str) -> ScriptRun:
        """Run the script for a part, or 0, with the arguments with which it reads its input."""
        first_run: ScriptRun | None = None
        for command in self.commands:
            path = self.served.serve(data)
            self.forget()
            sys.argv = [self.start.file]
            for word in command:
                filled = word.replace(INPUT_WORD, path).replace(PART_WORD, str(part))
                sys.argv.append(filled)
            run = self.run(part)
            self.has_read_input = self.served.was_read or not data
            if self.served.was_read or (not data and run.error is None):
                # The next run has them, too.
                self.commands = [command]
                return run
            first_run = first_run or run
        assert first_run
        return first_run

    def run(self, part: int) -> ScriptRun:
        """Run the script once, for a part, or 0; its arguments are in `sys.argv`.

        To end by `sys.exit()` is no error.
        """
        failure: BaseException | None = None
        self.main = ModuleType("__main__")
        self.main.__package__ = self.start.package
        vars(self.main).update(__file__=self.start.file, __builtins__=__builtins__)
        os.chdir(self.start.folder)
        with (
            imports_from(self.start.import_folder, self.root, self.layout.path),
            printed_texts(sys.stdout, self.served) as printed,
            printed_texts(sys.stderr, self.served) as logged,
        ):
            try:
                sys.modules["__main__"] = self.main
                exec(self.code, vars(self.main))
            except BaseException as error:
                if not isinstance(error, SystemExit) or error.code not in (None, 0):
                    failure = error
            join_threads()
        run = ScriptRun(part, printed, self.served.aocd.answers, failure)
        if not printed:
            # Some scripts log their answers.
            log = run._replace(printed=logged)
            if read_printed(log.text_after(INPUT)).labelled:
                return log
        return run

    def call(
        self,
        solvers: Mapping[int, Sequence[InputFunction]],
        forms: Mapping[str, object],
    ) -> ScriptRun:
        """Call functions of the script for each part, with the input in its forms.

        One that returns nothing may print its answer, or is not written yet.
        """
        answers: dict[int, object] = {}
        failure: BaseException | None = None
        self.served.note_input()
        with printed_texts(sys.stdout, self.served) as printed:
            for part, functions in sorted(solvers.items()):
                value: object = None
                try:
                    for function in functions:
                        value = forms.get(function.form, value)
                        value = getattr(self.main, function.name)(value)
                except BaseException as error:
                    value = error
                    if not is_stub(error, self.root):
                        failure = error
                        break
                if part == 0 and isinstance(value, tuple | list) and len(value) == 2:
                    answers.update(enumerate(value, start=1))
                else:
                    answers[part] = value
        return ScriptRun(self.layout.part, printed, answers, failure)


def start_of_script(file: str, root: str) -> Start:
    """Return how a script starts: relative imports work as under `python -m`."""
    folder = os.path.dirname(file)
    package = os.path.relpath(folder, root).replace(os.sep, ".").strip(".")
    return Start(file, folder, folder, package)


def join_threads() -> None:
    """Wait for the threads of a script that are no daemons, as Python does when it ends."""
    for thread in threading.enumerate():
        if not (thread.daemon or thread is threading.current_thread()):
            thread.join()


@contextmanager
def printed_texts(stream: TextIO, served: ServedInput) -> Iterator[deque[PrintedText]]:
    """Collect the last texts that are written to a stream in a `with` block, and show them."""
    texts: deque[PrintedText] = deque(maxlen=MOST_TEXTS)
    write = stream.write

    def write_and_keep(text: str) -> int:
        count = write(text)
        # Not if the stream has refused it.
        texts.append((served.last_read, text))
        return count

    stream.write = write_and_keep  # type: ignore[method-assign]
    try:
        yield texts
    finally:
        stream.write = write  # type: ignore[method-assign]
