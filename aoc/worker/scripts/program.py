"""A program of the settings as a solver: a command line, for a day or for any puzzle.

A program in Python runs in the worker, as a script does, so that it finds its input where a script
does. Any other is a process of its own, with the input as its standard input; its answers are those
that it prints.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

from aoc.model.inputs import RefusedTextError, decode
from aoc.model.jobs import DayLayout, Job
from aoc.model.results import ErrorKind
from aoc.project.command_line import is_python
from aoc.worker.day_module import BrokenDayError
from aoc.worker.failures import SolverError, signal_name
from aoc.worker.scripts.input_names import status_of
from aoc.worker.scripts.runs import PrintingSolver, ScriptRun
from aoc.worker.scripts.script import INPUT_WORD, Script, Start
from aoc.worker.scripts.served_input import INPUT, ServedInput

PIECE = 65_536
"""Bytes of the output that are read at once."""
READ_BYTES = 1 << 20
"""Bytes at the end of the output in which answers are looked for."""
OUTPUT_SECONDS = 1
"""How long to wait for more output once a program has ended."""


def load_program(
    job: Job, layout: DayLayout, served: ServedInput, forget: Callable[[], None]
) -> Script | Program:
    """Return the program of a job as a solver; `forget` is as for a `Script`.

    Raises `BrokenDayError` if it is a file or a module in Python that is not there.
    """
    program = Program(job, layout, served)
    words = program.filled(layout.run, INPUT_WORD, layout.part)
    if not words[0].endswith(".py"):
        python, *words = words
        # Other options of Python are for a process of its own.
        is_option = words and words[0].startswith("-") and words[0] != "-m"
        if not is_python(python) or is_option:
            return program
    start = start_of(words, job.root, layout)
    if start is None:
        name = words[1] if words[0] == "-m" else words[0]
        raise BrokenDayError(
            f"is run by {layout.run!r}, but {name} is not there: correct [tool.aoc]"
        )
    return Script(job, layout, served, forget, start)


def start_of(words: Sequence[str], root: str, layout: DayLayout) -> Start | None:
    """Return how a program in Python starts, by the words after `python`; `None` if it is missing.

    It runs in the folder of the project.
    """
    if words[0] != "-m":
        path = os.path.join(root, words[0])
        if not os.path.isfile(path):
            return None
        return Start(path, root, os.path.dirname(path), "", words[1:])
    name = words[1]
    # Where imports look, too.
    for folder in (*layout.path, "", "src"):
        path = os.path.join(root, folder, *name.split("."))
        package = os.path.join(path, "__main__.py")
        if os.path.exists(package):
            return Start(package, root, root, name, words[2:])
        if os.path.exists(f"{path}.py"):
            parent = name.rpartition(".")[0]
            return Start(f"{path}.py", root, root, parent, words[2:])
    return None


class Program(PrintingSolver):
    """A program in any language: a process of its own in the folder of the project."""

    is_process = True
    printed_nothing = "printed nothing to standard output: let the program print its answers there"

    def __init__(self, job: Job, layout: DayLayout, served: ServedInput) -> None:
        super().__init__(job, layout, served)
        self.output = b""
        """The end of what it has printed so far."""

    def call(self, text: str) -> list[ScriptRun]:
        """Run the program on an input, and return the run; `read` reads its answers.

        It has failed if it does not end with exit code 0. Raises `SolverError` if it cannot be
        started.
        """
        if self.layout.input and text:
            self.check_own_input(text)
        input_path = self.served.serve(text)
        words = self.filled(self.layout.run, input_path, self.layout.part)
        os.chdir(self.root)
        program = sys.executable if is_python(words[0]) else shutil.which(words[0])
        if program is None:
            raise SolverError(ErrorKind.EXCEPTION, self.no_program(words[0]))
        try:
            # Its standard input is that of the worker: the served input.
            process = subprocess.Popen([program, *words[1:]], stdout=subprocess.PIPE)
        except OSError as error:
            raise SolverError(
                ErrorKind.EXCEPTION,
                f"{words[0]} cannot be started ({error.strerror}): correct [tool.aoc]",
            ) from None
        assert process.stdout
        self.output = b""
        pipe = process.stdout.fileno()
        reader = threading.Thread(target=self.copy_output, args=(pipe,), daemon=True)
        reader.start()
        code = process.wait()
        # A build server that the program has started may hold the pipe open for ever.
        before = None
        while reader.is_alive() and self.output is not before:
            before = self.output
            reader.join(OUTPUT_SECONDS)
        is_known = self.served.was_read or self.layout.input
        self.has_read_input = bool(is_known) or not text
        printed = self.output.decode(errors="replace").replace("\r\n", "\n")
        texts = [(INPUT, printed)] if printed else []
        return [ScriptRun(self.part, texts, error=error_of_exit(code))]

    def check_own_input(self, data: str) -> None:
        """Raise `SolverError` unless the file that the program reads has this input."""
        path = os.path.join(self.root, self.layout.input)
        try:
            # Not by `open`, which would serve the input.
            with self.served.open(path, "rb") as file:
                own = decode(file.read())
        except (OSError, RefusedTextError):
            own = ""
        if own != data:
            raise SolverError(
                ErrorKind.INPUT,
                f"{self.layout.input}, which the program reads, has not this input: save it there",
            )

    def copy_output(self, pipe: int) -> None:
        """Print what comes through a pipe, and keep the end of it."""
        while piece := os.read(pipe, PIECE):
            # At once, so that people see it while the program runs.
            os.write(1, piece)
            self.output = (self.output + piece)[-READ_BYTES:]

    def no_program(self, word: str) -> str:
        """Return the message about the first word of a command that is no program."""
        # Not by `os.path`, for which each file that may be an input is there.
        if status_of(word):
            return (
                f"{word} is no program: make it one with `chmod +x {word}`, or write the program "
                "that runs it before it in [tool.aoc]"
            )
        return f"there is no program {word}: install it, or correct [tool.aoc]"


def error_of_exit(code: int) -> SolverError | None:
    """Return the error of a program that has ended with an exit code; `None` if it has none."""
    if code < 0:
        return SolverError(ErrorKind.CRASH, f"was killed by {signal_name(-code)}")
    if code > 0:
        return SolverError(ErrorKind.EXIT, f"ended with exit code {code}")
    return None
