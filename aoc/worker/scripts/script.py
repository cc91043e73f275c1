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
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, TextIO

from aoc.model.jobs import DayLayout, Job, Task
from aoc.model.results import PRINTED, ErrorKind
from aoc.project.command_line import fill, names_part
from aoc.project.functions import InputFunction, uncalled_solvers
from aoc.worker.aocd_stand_in import StandIn
from aoc.worker.day_module import (
    BrokenDayError,
    Day,
    import_of_job,
    take_modules,
)
from aoc.worker.failures import SolverError, is_stub
from aoc.worker.scripts.arguments import wanted_arguments
from aoc.worker.scripts.notebook_source import read_module
from aoc.worker.scripts.printed import read_printed
from aoc.worker.scripts.served_input import ServedInput

MOST_TEXTS = 100_000
"""How many of the last texts that a script prints are read."""
ALREADY_IMPORTED = {"codecs", "io", "os"}
"""Modules that Python itself imports before any script, whatever files have their names."""


class ScriptRun(NamedTuple):
    """One run of a script or a program: what it printed, and its error if it has failed.

    `answers` are those that it submitted, or that its functions returned, by part. `part` is the
    only one that it was run for, or 0. `stub` is the error in place of `error` that says that what
    has no answer is not written yet.
    """

    part: int
    printed: str
    answers: Mapping[int, object] = {}
    error: BaseException | None = None
    stub: BaseException | None = None


class PrintingSolver:
    """A solver of which each call returns its runs: their answers are then read.

    `note` says how the answers of the last input were read.
    """

    note: str | None = None
    has_read_input = True
    """Whether the last run has read its input."""
    printed_nothing = (
        "printed nothing: let it print its answers, or name what solves the day in [tool.aoc] "
        "layouts, as part1 and part2, or as solver"
    )
    """The message about runs without any output."""

    def __init__(self, job: Job, layout: DayLayout, served: ServedInput) -> None:
        self.puzzle = job.puzzle
        self.root = job.root
        self.layout = layout
        self.served = served
        self.part = 1 if job.puzzle.is_last else layout.part
        """The only part that it is for, or 0."""

    def filled(self, command: str, input_path: str, part: int) -> list[str]:
        """Return the words of a command line, for a part, or 0, and an input in a file."""
        year, day = self.puzzle
        file = os.path.join(self.root, self.layout.file)
        return fill(command, year, day, part, input_path, file)

    def read_runs(self, runs: Sequence[ScriptRun]) -> tuple[object, object]:
        """Return the answers of both parts; an error stands in place of that of part 2.

        If part 1 had no answer before the error, this is raised. Raises `SolverError` if nothing
        was printed. In place of a part that is not written yet, there is the error that says so.
        """
        self.note = None
        answers: dict[int, object] = {}
        unclear = None
        for run in runs:
            # Before an error, a number without a label may be anything.
            failed = run.error or run.stub
            read = read_printed(run.printed, needs_labels=failed is not None)
            printed: dict[int, object] = {1: read.part1, 2: read.part2}
            if run.part:
                printed = {run.part: printed[run.part] or read.alone}
            elif run.stub:
                # A single one, as where part 2 is not written yet.
                printed[1] = read.part1 or read_printed(run.printed).alone
            else:
                unclear = read.alone
            answers.update(run.answers)
            for part, text in printed.items():
                if answers.get(part) is not None:
                    continue
                answers[part] = text or run.stub
                if text:
                    self.note = PRINTED
        last = runs[-1]
        if last.error:
            if last.part == 1 or answers.get(1) is None:
                raise last.error
            return answers[1], last.error
        if not any(run.printed or run.answers or run.stub for run in runs):
            raise SolverError(ErrorKind.ANSWER, self.printed_nothing)
        if unclear and not any(answers.values()):
            shown = "a drawing" if "\n" in unclear else unclear
            self.note = f"printed {shown}, without saying for which part"
        return answers.get(1), answers.get(2)


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
    ) -> None:
        super().__init__(job, layout, served)
        self.file = os.path.abspath(os.path.join(job.root, self.find_file()))
        self.import_folder = os.path.dirname(self.file)
        """The folder whose modules it imports first."""
        self.folder = self.import_folder
        """The folder that it runs in."""
        self.parts = [self.part]
        """The part of each run, or 0."""
        self.forget = forget
        self.tree = read_module(self.file)
        self.wanted = " ".join(wanted_arguments(ast.unparse(self.tree)))
        """The arguments that the source reads, unless the settings have others."""
        # Without the `from __future__` imports of this module.
        self.code = compile(self.tree, self.file, "exec", dont_inherit=True)
        self.main = ModuleType("__main__")
        self.package = ""
        """The package that it is a module of, where that counts."""
        if has_relative_imports(self.tree):
            self.package = package_of(self.import_folder).name
        if self.parts == [0] and names_part(self.wanted) and not self.command:
            self.parts = list(job.parts)

    @property
    def command(self) -> str:
        """The arguments or the command line in the settings, if any."""
        return self.layout.args

    def find_file(self) -> str:
        """Return the path of the file that runs, as seen from the project."""
        return self.layout.file

    def arguments(self, input_path: str, part: int) -> list[str]:
        """Return the arguments of the script, for a part and an input in a file."""
        return self.filled(self.layout.args or self.wanted, input_path, part)

    def __call__(self, year: int, day: int, data: str) -> list[ScriptRun]:
        """Run the script on an input, and return its runs; `read_runs` reads their answers.

        If it prints nothing, but has functions that solve the parts, these are called.
        """
        runs: list[ScriptRun] = []
        for part in self.parts:
            path = self.served.serve(data)
            self.forget()
            sys.argv = [self.file, *self.arguments(path, part)]
            run = self.run(part)
            runs.append(run)
            self.has_read_input = self.served.was_read or not data
            if run.error:
                return runs
        if any(run.printed or run.answers or run.stub for run in runs):
            return runs
        functions = uncalled_solvers(self.tree, self.layout.part)
        self.has_read_input = True
        if not functions:
            return runs
        # Imported only now: few scripts need it.
        from pathlib import Path

        lines = data.splitlines()
        forms = {"text": data, "lines": lines, "path": path, "Path": Path(path)}
        return [self.call(functions, forms)]

    def run(self, part: int) -> ScriptRun:
        """Run the script once, for a part, or 0; its arguments are in `sys.argv`.

        To end by `sys.exit()` is no error.
        """
        failure: BaseException | None = None
        self.main = ModuleType("__main__")
        vars(self.main).update(__file__=self.file, __builtins__=__builtins__)
        os.chdir(self.folder)
        with (
            imports_from(self.import_folder, self.root, self.layout.path),
            printed_texts(sys.stdout) as printed_by_script,
            printed_texts(sys.stderr) as logged_by_script,
        ):
            try:
                if self.package:
                    self.main.__package__ = self.package
                    import_module(self.package)
                sys.modules["__main__"] = self.main
                exec(self.code, vars(self.main))
            except BaseException as error:
                if not isinstance(error, SystemExit) or error.code not in (None, 0):
                    failure = error
            join_threads()
        # Some scripts log their answers, which goes to stderr.
        printed = "".join(printed_by_script) or "".join(logged_by_script)
        run = ScriptRun(part, printed, self.served.aocd.answers, failure)
        if failure and is_stub(failure, self.root):
            return run._replace(error=None, stub=failure)
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
        with printed_texts(sys.stdout) as printed:
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
        return ScriptRun(self.layout.part, "".join(printed), answers, failure)


def has_relative_imports(tree: ast.Module) -> bool:
    """Return whether a script imports modules of its own package by a dot."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return any(node.level for node in imports)


def join_threads() -> None:
    """Wait for the threads of a script that are no daemons, as Python does when it ends."""
    for thread in threading.enumerate():
        if not (thread.daemon or thread is threading.current_thread()):
            thread.join()


def load(job: Job, aocd: StandIn, folder: str, forget: Callable[[], None]) -> Any:
    """Return the solver of a job in a layout of its own: a function, or a `Day` or its shows.

    From now on, the input is served where a script looks for it: as files in `folder`.
    """
    layout = job.layout
    assert layout
    is_show = job.options.task is Task.SHOW
    served = ServedInput(job, aocd, folder)
    if layout.run and not is_show:
        if not layout.is_program:
            return Script(job, layout, served, forget)
        # Imported only here: most scripts are no commands.
        from aoc.worker.scripts.program import load_program

        return load_program(job, layout, served, forget)
    # The module of a day may read its input when it is imported.
    first_text = job.inputs[0].text if job.inputs else None
    served.serve(first_text or "")
    path = os.path.join(job.root, layout.file)
    with imports_from(os.path.dirname(path), job.root, layout.path):
        if is_show or not layout.solver:
            day = import_of_job(job, module_name(path))
            return with_parser(day, job, layout) if layout.parser else day
        solve = import_function(layout.solver)

    def call(year: int, day: int, data: str) -> Any:
        served.serve(data)
        return solve(year, day, data)

    return call


def with_parser(day: Day, job: Job, layout: DayLayout) -> Day:
    """Return a day whose parts take what the `parse` in another file returns."""
    path = os.path.join(job.root, layout.parser)
    with imports_from(os.path.dirname(path), job.root, layout.path):
        parser = import_module(module_name(path))
    return day._replace(parse=getattr(parser, "parse", str))


def import_function(name: str) -> Callable[..., Any]:
    """Return the function of the project with a name such as `module:function`.

    Raises `BrokenDayError` if there is no such module, and the errors of its import.
    """
    module, _, function = name.partition(":")
    try:
        imported: Callable[..., Any] = getattr(import_module(module), function)
    except ModuleNotFoundError as error:
        # The module itself may be there, and import another one that is not.
        is_missing = error.name and f"{module}.".startswith(f"{error.name}.")
        if not is_missing:
            raise
        path = f"{str(error.name).replace('.', '/')}.py"
        raise BrokenDayError(
            f"is no function of the project: write it into {path} beside pyproject.toml, or "
            "correct [tool.aoc] layouts"
        ) from None
    return imported


def module_name(path: str) -> str:
    """Return the name that the module in a file is imported by, with the packages that it is in."""
    folder, file = os.path.split(path)
    package = package_of(folder).name
    stem = os.path.splitext(file)[0]
    if stem == "__init__":
        return package
    return f"{package}.{stem}" if package else stem


class Package(NamedTuple):
    """The name of a package, empty if it is none, and the folder that it is imported from."""

    name: str
    parent: str


def package_of(folder: str) -> Package:
    """Return the package that a folder is."""
    names: list[str] = []
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
        names.insert(0, name)
    return Package(".".join(names), folder)


@contextmanager
def imports_from(folder: str, root: str, first: Sequence[str]) -> Iterator[None]:
    """Import as a script in a folder of a repository does, also afterwards.

    The folders that are `first`, as seen from `root`, come before all others. In the `with` block,
    its modules come before those that the worker has imported already: some of Python's own, and
    `aoc`, which many helpers are called.
    """
    candidates = [os.path.join(root, name) for name in first]
    candidates += [folder, package_of(folder).parent, root, os.path.join(root, "src")]
    # A folder may be several of them, and counts once.
    folders = [path for path in dict.fromkeys(candidates) if os.path.isdir(path)]
    others = [path for path in sys.path if path not in folders]
    sys.path[:] = folders + others
    file_names: set[str] = set()
    for path in folders:
        file_names.update(os.listdir(path))
    own_names = {name.partition(".")[0] for name in file_names} - ALREADY_IMPORTED
    hidden = take_modules(
        [name for name in sys.modules if name.partition(".")[0] in own_names]
    )
    try:
        yield
    finally:
        sys.modules.update(hidden)


@contextmanager
def printed_texts(stream: TextIO) -> Iterator[deque[str]]:
    """Collect the last texts that are written to a stream in a `with` block, and show them."""
    texts: deque[str] = deque(maxlen=MOST_TEXTS)
    write = stream.write

    def write_and_keep(text: str) -> int:
        count = write(text)
        # Not if the stream has refused it.
        texts.append(text)
        return count

    stream.write = write_and_keep  # type: ignore[method-assign]
    try:
        yield texts
    finally:
        stream.write = write  # type: ignore[method-assign]
