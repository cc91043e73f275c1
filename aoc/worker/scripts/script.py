"""A script as a solver: it runs as `__main__` in its own folder, and its answers are read.

They are those that it submits through aocd, or else those that it prints. Its imports are those of
a plain script: its own folder comes first, then the folder of its package, that of the repository,
and `src`. Relative imports work as under `python -m`.
"""

from __future__ import annotations

import ast
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, TextIO

from aoc.files import read_bytes
from aoc.model.jobs import DayLayout, Job, Task
from aoc.model.results import PRINTED
from aoc.project.functions import part_names
from aoc.worker.day_module import BrokenDayError, import_of_job
from aoc.worker.project_imports import take_modules
from aoc.worker.scripts.aocd_stand_in import StandIn
from aoc.worker.scripts.printed import read_printed
from aoc.worker.scripts.served_input import ServedInput

KEPT = 100_000
"""How many of the last texts that a script prints are read."""


class Script:
    """The script of a job, as a solver: it is run once for each input.

    `note` says how the answers of the last run were read. `forget` makes Python import the modules
    of the project anew.
    """

    note = ""

    def __init__(
        self,
        job: Job,
        layout: DayLayout,
        served: ServedInput,
        forget: Callable[[], None],
    ) -> None:
        self.root, self.file = (
            job.root,
            os.path.abspath(os.path.join(job.root, layout.file)),
        )
        self.part = 1 if job.puzzle.is_last else layout.part
        self.served = served
        self.forget = forget
        text = read_bytes(self.file)
        self.tree = ast.parse(text, self.file)
        self.code = compile(text, self.file, "exec", dont_inherit=True)

    def __call__(self, year: int, day: int, data: str) -> tuple[object, object]:
        """Run the script on an input, and return its answers.

        If it prints nothing, but has functions that solve the parts, these are called. Raises its
        errors; an end by `sys.exit()` is none.
        """
        path = self.served.serve(data)
        self.forget()
        sys.argv = [self.file, *([path] if wants_argument(self.tree) else [])]
        main = ModuleType("__main__")
        vars(main).update(__file__=self.file, __builtins__=__builtins__)
        folder = os.path.dirname(self.file)
        os.chdir(folder)
        with (
            imports_from(folder, self.root),
            printed_texts(sys.stdout) as texts,
            printed_texts(sys.stderr) as logged,
        ):
            nodes = ast.walk(self.tree)
            if any(isinstance(node, ast.ImportFrom) and node.level for node in nodes):
                main.__package__, _ = package_of(folder)
                import_module(main.__package__)
            sys.modules["__main__"] = main
            try:
                exec(self.code, vars(main))
            except SystemExit as end:
                if end.code not in (None, 0):
                    raise
            join_threads()
        printed = "".join(texts) or "".join(logged)
        names = None if printed or self.served.aocd.answers else part_names(self.tree)
        if names is None:
            return self.answers(printed)
        part1, part2 = map(vars(main).get, names)
        parse = vars(main).get("parse", str)
        return part1 and part1(parse(data)), part2 and part2(parse(data))

    def answers(self, printed: str) -> tuple[object, object]:
        """Return the answers that the script has submitted or, for other parts, printed."""
        found = read_printed(printed)
        by_part: dict[int, object] = {1: found.part1, 2: found.part2}
        self.note = (
            PRINTED if any(by_part.values()) else "" if printed else "printed nothing"
        )
        if found.alone is not None and self.part:
            by_part, self.note = {self.part: found.alone}, PRINTED
        elif found.alone is not None:
            shown = "a drawing" if "\n" in found.alone else found.alone
            self.note = f"printed {shown}, without saying for which part"
        if submitted := self.served.aocd.answers:
            by_part, self.note = by_part | submitted, ""
        return by_part.get(1), by_part.get(2)


def join_threads() -> None:
    """Wait for the threads of a script that are no daemons, as Python does when it ends."""
    if "threading" in sys.modules:
        import threading

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
        return Script(job, layout, served, forget)
    first_text = job.inputs[0].text if job.inputs else None
    served.serve(first_text or "")
    own, file = os.path.split(os.path.join(job.root, layout.file))
    with imports_from(own, job.root):
        if is_show or not layout.solver:
            package, stem = (
                package_of(own)[0],
                os.path.splitext(file)[0].removeprefix("__init__"),
            )
            return import_of_job(job, ".".join(filter(None, [package, stem])))
        module, _, name = layout.solver.partition(":")
        try:
            solve = getattr(import_module(module), name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module}.".startswith(f"{error.name}."):
                raise
            raise BrokenDayError(
                f"is no function of the project: write it into {error.name.replace('.', '/')}.py "
                "beside pyproject.toml, or correct [tool.aoc] layouts"
            ) from None

    def call(year: int, day: int, data: str) -> Any:
        served.serve(data)
        return solve(year, day, data)

    return call


def package_of(folder: str) -> tuple[str, str]:
    """Return the name of the package that a folder is, and the folder that it is imported from."""
    names: list[str] = []
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
        names.insert(0, name)
    return ".".join(names), folder


@contextmanager
def imports_from(folder: str, root: str) -> Iterator[None]:
    """Import as a script in a folder of a repository does, also afterwards.

    In the `with` block, its modules come before those that the worker has imported already: some of
    Python's own, and `aoc`, which many helpers are called.
    """
    own = (folder, package_of(folder)[1], root, os.path.join(root, "src"))
    folders = list(dict.fromkeys(filter(os.path.isdir, own)))
    sys.path[:] = [*folders, *(one for one in sys.path if one not in folders)]
    names = {
        name.partition(".")[0] for folder in folders for name in os.listdir(folder)
    }
    taken = take_modules(
        [name for name in sys.modules if name.partition(".")[0] in names]
    )
    try:
        yield
    finally:
        sys.modules.update(taken)


def wants_argument(tree: ast.Module) -> bool:
    """Return whether a script needs an argument.

    It reads one, and does not count them, or ends if there is none.
    """
    wants = False
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp) and "len(sys.argv)" in ast.unparse(
            node.test
        ):
            inner = node.body if isinstance(node, ast.If) else []
            return any("exit(" in ast.unparse(one) for one in inner)
        wants |= isinstance(node, ast.Subscript) and ast.unparse(node).endswith(
            "argv[1]"
        )
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            "add_argument"
        ):
            is_given = any(one.arg in ("nargs", "default") for one in node.keywords)
            wants |= not is_given and not ast.unparse(node.args[0]).strip(
                "'\""
            ).startswith("-")
    return wants


@contextmanager
def printed_texts(stream: TextIO) -> Iterator[deque[str]]:
    """Collect the last texts that are written to a stream in a `with` block, and show them."""
    texts: deque[str] = deque(maxlen=KEPT)
    write = stream.write

    def write_and_keep(text: str) -> int:
        count = write(text)
        texts.append(text)  # not if the stream has refused it
        return count

    stream.write = write_and_keep  # type: ignore[method-assign]
    try:
        yield texts
    finally:
        stream.write = write  # type: ignore[method-assign]
