"""A script as a solver: it runs as `__main__` in its own folder, with the arguments that it wants.

If it prints nothing, its functions are called. Relative imports work as under `python -m`.
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
from aoc.model.results import ErrorKind
from aoc.project.functions import InputFunction, is_blank, uncalled_solvers
from aoc.worker.failures import SolverError, is_stub
from aoc.worker.scripts.arguments import possible_arguments
from aoc.worker.scripts.imports import imports_from
from aoc.worker.scripts.notebook_source import read_module
from aoc.worker.scripts.printed import read_printed
from aoc.worker.scripts.runs import PrintedText, PrintingSolver, ScriptRun
from aoc.worker.scripts.served_input import INPUT, ServedInput

INPUT_WORD = "{input}"
PART_WORD = "{part}"
"""The words in arguments that stand for the path of the input, and for the part."""
MOST_TEXTS = 100_000
"""How many of the last texts that a script prints are read."""


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
        self.is_unwritten = is_blank(self.tree)
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

    def call(self, text: str) -> list[ScriptRun]:
        """Run the script on an input, and return its runs; `read` reads their answers.

        If it prints nothing, but has functions that solve the parts, these are called.
        """
        runs: list[ScriptRun] = []
        for part in self.parts:
            runs.append(self.run_with_arguments(part, text))
            if runs[-1].error:
                return runs
        if any(run.printed or run.answers for run in runs):
            return runs
        functions = uncalled_solvers(self.tree, self.layout.part)
        if not functions:
            return runs
        if not text:
            raise self.no_input()
        self.has_read_input = True
        # Imported only now: few scripts need it.
        from pathlib import Path

        path = self.served.copy(self.served.ending)
        lines = text.splitlines()
        forms = {"text": text, "lines": lines, "path": path, "Path": Path(path)}
        return [self.call_functions(functions, forms)]

    def run_with_arguments(self, part: int, data: str) -> ScriptRun:
        """Run the script for a part, or 0, with the arguments with which it reads its input."""
        first_run: ScriptRun | None = None
        commands = self.commands
        if not data:
            # The script may have an input of its own.
            commands = sorted(commands, key=lambda words: INPUT_WORD in words)
        for command in commands:
            path = self.served.serve(data)
            self.forget()
            sys.argv = [self.start.file]
            for word in command:
                filled = word.replace(INPUT_WORD, path).replace(PART_WORD, str(part))
                sys.argv.append(filled)
            run = self.run(part)
            was_read = self.served.was_read
            self.has_read_input = was_read or not data
            lacks_file = isinstance(run.error, FileNotFoundError)
            asks_in_vain = not data and (was_read or lacks_file)
            if asks_in_vain:
                run = ScriptRun(part, (), error=self.no_input())
            # Without a known input, it has to end with that of its own.
            is_right = was_read if data else run.error is None
            # As `int(sys.argv[1])` says it of a path.
            is_refused = run.error is not None and path in str(run.error)
            if is_right and not is_refused:
                # The next run has them, too.
                self.commands = [command]
                return run
            if first_run is None or asks_in_vain:
                first_run = run
        assert first_run
        return first_run

    def no_input(self) -> SolverError:
        """Return the error of a script that asks for the input, which nobody knows."""
        year, day = self.job.puzzle
        return SolverError(
            ErrorKind.INPUT,
            f"no input is known: log in with `aoc login`, or save it as inputs/{year}/{day:02}.txt",
        )

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

    def call_functions(
        self, solvers: Mapping[int, Sequence[InputFunction]], forms: Mapping[str, object]
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
