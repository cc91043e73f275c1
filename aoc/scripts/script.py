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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, TextIO

from aoc.model import PRINTED, Job
from aoc.scripts.aocd_stand_in import StandIn
from aoc.scripts.printed import read_printed
from aoc.scripts.stand_ins import ServedInput

KEPT = 100_000
"""How many of the last texts that a script prints are read."""


class Script:
    """A script of a project, as a solver: it is run once for each input.

    `parts` are those that it can have; the only one has an answer that is printed without a label.
    `note` says how the answers of the last run were read. `forget` makes Python import the modules
    of the project anew.
    """

    def __init__(
        self,
        file: str,
        root: str,
        parts: tuple[int, ...],
        served: ServedInput,
        aocd: StandIn,
        forget: Callable[[], None],
    ) -> None:
        self.file = file
        self.folder = os.path.dirname(file)
        self.folders = import_folders(self.folder, root)
        self.parts = parts
        self.served = served
        self.aocd = aocd
        self.forget = forget
        self.note = ""
        with open(file, "rb") as source:
            text = source.read()
        self.tree = ast.parse(text, file)
        self.code = compile(text, file, "exec", dont_inherit=True)

    def __call__(self, year: int, day: int, data: str) -> tuple[object, object]:
        """Run the script on an input, and return its answers.

        Raises its errors; an end by `sys.exit()` is none.
        """
        path = self.served.serve(data)
        self.aocd.serve(data)
        self.forget()
        sys.argv = [self.file, *([path] if wants_argument(self.tree) else [])]
        main = ModuleType("__main__")
        vars(main).update(__file__=self.file, __builtins__=__builtins__)
        sys.path[:] = [*self.folders, *(one for one in sys.path if one not in self.folders)]
        os.chdir(self.folder)
        if has_relative_imports(self.tree):
            main.__package__ = package_of(self.folder)[0]
            import_module(main.__package__)
        sys.modules["__main__"] = main
        with (
            own_names(self.folders),
            printed_texts(sys.stdout) as texts,
            printed_texts(sys.stderr) as logged,
        ):
            try:
                exec(self.code, vars(main))
            except SystemExit as end:
                if end.code not in (None, 0):
                    raise
        return self.answers("".join(texts) or "".join(logged))

    def answers(self, printed: str) -> tuple[object, object]:
        """Return the answers that the script has submitted or, for other parts, printed."""
        found = read_printed(printed)
        by_part: dict[int, object] = {1: found.part1, 2: found.part2}
        self.note = PRINTED if any(by_part.values()) else "" if printed else "printed nothing"
        if found.alone is not None and len(self.parts) == 1:
            by_part, self.note = {self.parts[0]: found.alone}, PRINTED
        elif found.alone is not None:
            self.note = f"printed {found.alone}, without saying for which part"
        if self.aocd.answers:
            by_part, self.note = by_part | self.aocd.answers, ""
        return by_part.get(1), by_part.get(2)


def load(job: Job, aocd: StandIn, folder: str, forget: Callable[[], None]) -> Any:
    """Return the solver of a job in a layout of its own, or the module with its functions.

    From now on, the input is served where a script looks for it: as files in `folder`.
    """
    source = job.source
    assert source
    first = job.inputs[0]
    served = ServedInput(job.root, job.day, first.example, folder)
    served.install()
    text = first.text or ""
    file = os.path.join(job.root, source.file)
    aocd.puzzle = job.puzzle
    if source.run:
        parts = (source.part,) if source.part else (1,) if job.puzzle.is_last else (1, 2)
        return Script(file, job.root, parts, served, aocd, forget)
    served.serve(text)
    aocd.serve(text)
    sys.path[:0] = import_folders(os.path.dirname(file), job.root)
    if source.solver:
        module, _, name = source.solver.partition(":")
        with own_names(sys.path[:3]):
            solve = getattr(import_module(module), name)

        def call(year: int, day: int, data: str) -> Any:
            served.serve(data)
            aocd.serve(data)
            return solve(year, day, data)

        return call
    package, _ = package_of(os.path.dirname(file))
    stem = os.path.splitext(os.path.basename(file))[0]
    return import_module(".".join(filter(None, [package, stem.removeprefix("__init__")])))


def package_of(folder: str) -> tuple[str, str]:
    """Return the name of the package that a folder is, and the folder that it is imported from."""
    names: list[str] = []
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
        names.insert(0, name)
    return ".".join(names), folder


def import_folders(folder: str, root: str) -> list[str]:
    """Return the folders that a script in a folder imports from, in their order."""
    folders = [folder, package_of(folder)[1], root, os.path.join(root, "src")]
    return list(dict.fromkeys(one for one in folders if os.path.isdir(one)))


@contextmanager
def own_names(folders: Sequence[str]) -> Iterator[None]:
    """Let the modules in folders be imported in a `with` block, whatever has their names already.

    Those are modules of Python that the worker has imported, for the first folder, as for a plain
    script; and `aoc`, which many helpers are called.
    """
    names = {name for folder in folders[:1] for name in modules_in(folder)}
    names |= {"aoc"} & {name for folder in folders for name in modules_in(folder)}
    taken = {name: sys.modules[name] for name in sys.modules if name.partition(".")[0] in names}
    for name in taken:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] in names]:
            del sys.modules[name]
        sys.modules.update(taken)


def modules_in(folder: str) -> Iterator[str]:
    """Yield the names of the modules and packages in a folder."""
    for name in os.listdir(folder):
        if name.endswith(".py") or os.path.exists(os.path.join(folder, name, "__init__.py")):
            yield name.removesuffix(".py")


def has_relative_imports(tree: ast.Module) -> bool:
    """Return whether a module imports from its own package."""
    return any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))


def wants_argument(tree: ast.Module) -> bool:
    """Return whether a script needs an argument.

    It reads one, and does not count them, or ends if there is none.
    """
    wants = False
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp) and "len(sys.argv)" in ast.unparse(node.test):
            inner = node.body if isinstance(node, ast.If) else []
            return any("exit(" in ast.unparse(one) for one in inner)
        wants |= isinstance(node, ast.Subscript) and ast.unparse(node).endswith("argv[1]")
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("add_argument"):
            is_given = any(one.arg in ("nargs", "default") for one in node.keywords)
            wants |= not is_given and not ast.unparse(node.args[0]).strip("'\"").startswith("-")
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
