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
from collections.abc import Callable

from aoc.model.jobs import DayLayout, Job
from aoc.model.results import ErrorKind
from aoc.project.command_line import is_python, split_words
from aoc.worker.calls import children_peak
from aoc.worker.day_module import BrokenDayError
from aoc.worker.failures import SolverError, signal_name
from aoc.worker.scripts.script import PrintingSolver, Script, ScriptRun
from aoc.worker.scripts.served_input import ServedInput

PIECE = 65_536
"""Bytes of the output that are read at once."""
READ_BYTES = 1 << 20
"""Bytes at the end of the output in which answers are looked for."""
OUTPUT_SECONDS = 1
"""How long to wait for more output once a program has ended."""


def load_program(
    job: Job, layout: DayLayout, served: ServedInput, forget: Callable[[], None]
) -> Script | Program:
    """Return the program of a job as a solver; `forget` is as for a `Script`."""
    words = [word.replace("{file}", layout.file) for word in split_words(layout.run)]
    if not is_python(words[0]):
        return Program(job, layout, served)
    # Other options of Python are for a process of its own.
    is_file = len(words) > 1 and words[1].endswith(".py")
    if words[0].endswith(".py") or is_file or words[1:2] == ["-m"]:
        return PythonProgram(job, layout, served, forget)
    return Program(job, layout, served)


class PythonProgram(Script):
    """A program in Python, a file or a module, which runs in the folder of the project."""

    def __init__(
        self,
        job: Job,
        layout: DayLayout,
        served: ServedInput,
        forget: Callable[[], None],
    ) -> None:
        try:
            super().__init__(job, layout, served, forget)
        except FileNotFoundError:
            raise BrokenDayError(
                f"is run by {layout.run!r}, but {self.find_file()} is not there: correct [tool.aoc]"
            ) from None
        self.folder = job.root
        # The path of the input does not matter here.
        words = self.words("")
        if words[0] == "-m":
            # As `python -m` does it.
            self.import_folder = job.root
            is_package = os.path.basename(self.file) == "__main__.py"
            self.package = words[1]
            if not is_package:
                self.package = words[1].rpartition(".")[0]

    def words(self, input_path: str) -> list[str]:
        """Return the words behind the one for Python: a file, or `-m` and a module, and so on."""
        words = self.filled(self.layout.run, input_path, self.layout.part)
        return words if words[0].endswith(".py") else words[1:]

    def find_file(self) -> str:
        """Return the path of the file that runs, as seen from the project."""
        words = self.words("")
        if words[0] != "-m":
            return words[0]
        # Where imports look, too.
        for folder in (*self.layout.path, "", "src"):
            path = os.path.join(folder, *words[1].split("."))
            if os.path.isdir(os.path.join(self.root, path)):
                return os.path.join(path, "__main__.py")
            if os.path.exists(os.path.join(self.root, f"{path}.py")):
                return f"{path}.py"
        return f"{words[1]}.py"

    @property
    def command(self) -> str:
        """The arguments or the command line in the settings, if any."""
        return self.layout.run

    def arguments(self, input_path: str, part: int) -> list[str]:
        """Return the arguments of the program, for an input in a file."""
        words = self.words(input_path)
        return words[2:] if words[0] == "-m" else words[1:]


class Program(PrintingSolver):
    """A program in any language, which runs as a process of its own in the folder of the project.

    `peak_memory` is the most bytes that the process held; `None` if that is not known.
    """

    peak_memory: int | None = None
    is_process = True
    """Whether a time is that of a whole process."""
    printed_nothing = (
        "printed nothing to standard output: let the program print its answers there"
    )

    def __init__(self, job: Job, layout: DayLayout, served: ServedInput) -> None:
        super().__init__(job, layout, served)
        self.output = b""
        """The end of what it has printed so far."""

    def __call__(self, year: int, day: int, data: str) -> list[ScriptRun]:
        """Run the program on an input, and return the run; `read_runs` reads its answers.

        It has failed if it does not end with exit code 0. Raises `SolverError` if it cannot be
        started.
        """
        input_path = self.served.serve(data)
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
        # A server that the program has started may hold the pipe open for ever.
        before = None
        while reader.is_alive() and self.output is not before:
            before = self.output
            reader.join(OUTPUT_SECONDS)
        self.has_read_input = self.served.was_read or not data
        self.peak_memory = children_peak()
        printed = self.output.decode(errors="replace").replace("\r\n", "\n")
        return [ScriptRun(self.part, printed, error=error_of_exit(code))]

    def copy_output(self, pipe: int) -> None:
        """Print what comes through a pipe, and keep the end of it."""
        while True:
            piece = os.read(pipe, PIECE)
            if not piece:
                return
            # At once, so that people see it while the program runs.
            os.write(1, piece)
            self.output = (self.output + piece)[-READ_BYTES:]

    def no_program(self, word: str) -> str:
        """Return the message about the first word of a command that is no program."""
        # Not by `os.path`, for which each file that may be an input is there.
        if self.served.status(word):
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
