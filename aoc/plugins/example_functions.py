"""The tests of a day for pytest: of `EXAMPLES`, and of your own inputs with known answers.

They are functions like those in the test module itself, parametrized with the parts of the day:
`example-1[part1]`. So they work with marks, fixtures and other plugins. A day, or `EXAMPLES`, that
cannot be used is one failing test: the tests of other days go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from aoc.examples import Example, day_tests_in
from aoc.plugins.fault_item import Fault, fault_item
from aoc.plugins.item_reports import NOT_THEIRS
from aoc.plugins.known_inputs import KnownInput, known_examples, labelled, personal_inputs
from aoc.plugins.part_check import PartCheck, make_function
from aoc.plugins.pytest import MADE
from aoc.puzzles import Puzzle
from aoc.registry import day_path
from aoc.worker.day_module import BrokenDayError, Day, import_day
from aoc.worker.failures import describe
from aoc.worker.tracebacks import keep_own_frames, own_traceback

__all__ = ["Node", "day_fault", "fault_of", "make_tests"]

Node = pytest.Item | pytest.Collector


def make_tests(
    module: pytest.Module, root: str, puzzle: Puzzle, own: Sequence[Node], *, declared: bool
) -> list[Node]:
    """Make the tests of a day of the project at `root`; `module` is its imported test module.

    `own` are the tests that the module has itself. A `declared` project has settings for `aoc`; in
    any other project, `EXAMPLES` may be something else, which is then ignored.
    """
    found = vars(module.obj).get("EXAMPLES")
    if not declared and not has_examples(found):
        return []
    path = module.path.relative_to(root).as_posix()
    try:
        examples = list(known_examples(day_tests_in(module.obj).examples, module.path.read_bytes()))
    except Exception as error:  # `EXAMPLES` may be anything at all
        said = str(error) if isinstance(error, TypeError) else describe(error)
        fault = Fault("EXAMPLES", module.path, said, f"{path}: {said}")
        return [fault_item(module, fault)]
    wanted = module.config.getoption("aoc_inputs")
    if wanted is None:
        wanted = module.config.getini("aoc_inputs")
    inputs = [*examples, *(personal_inputs(puzzle) if wanted else ())]
    if not inputs and found is None:
        return []
    day = import_day_of(root, puzzle)
    if isinstance(day, Fault):
        return [fault_item(module, day)]
    names = [name for node in own for name in (node.name, node.name.partition("[")[0])]
    return [made for known in labelled(inputs, names) for made in functions_of(known, module, day)]


def has_examples(found: object) -> bool:
    """Return whether what a module calls `EXAMPLES` is meant for `aoc`."""
    if isinstance(found, Example):
        return True
    if not isinstance(found, list | tuple):
        return False
    return not found or any(isinstance(example, Example) for example in found)


def import_day_of(root: str, puzzle: Puzzle) -> Day | Fault:
    """Import the module of a puzzle, or say why that cannot be done."""
    path = Path(day_path(root, puzzle))
    if not path.exists():
        said = f"does not exist: create it with `aoc new {puzzle}`"
        name = path.relative_to(root).as_posix()
        return Fault(path.name, path, said, f"{name} {said}")
    try:
        return import_day(*puzzle)
    except (Exception, SystemExit) as error:
        return fault_of(error, path, root)


def day_fault(root: str, puzzle: Puzzle) -> Fault | None:
    """Return why a day cannot be imported; `None` if it can."""
    day = import_day_of(root, puzzle)
    return day if isinstance(day, Fault) else None


def fault_of(error: BaseException, path: Path, root: str) -> Fault:
    """Return why a file of the project at `root` cannot be imported."""
    name = path.relative_to(root).as_posix()
    if isinstance(error, BrokenDayError):
        return Fault(path.name, path, str(error), f"{name} {error}")
    keep_own_frames(error, NOT_THEIRS)
    summary = describe(error)
    shown = own_traceback(error)
    text = f"{name} cannot be imported:\n{shown}" if shown else f"{name}: {summary}"
    return Fault(path.name, path, summary, text, line_in(path, error))


def line_in(path: Path, error: BaseException) -> int:
    """Return the line of a file that an error, reduced to its own frames, comes from."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 1
    line = 1
    frame = error.__traceback__
    while frame:
        if frame.tb_frame.f_code.co_filename == str(path):
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


def functions_of(known: KnownInput, module: pytest.Module, day: Day) -> list[Node]:
    """Make the test functions of one input: one for each part and variant with a known answer."""
    checks = [
        PartCheck(day, function, name, f"{known.label}[{name}]", known.text, answer, known.params)
        for part, answer in enumerate(known.expected, 1)
        if answer is not None
        for variant, function in day.parts[part].items()
        for name in [f"part{part}_{variant}" if variant else f"part{part}"]
    ]
    if not checks:
        return []
    function = make_function(known.label, checks, module.obj, module.path, known.line)
    with pytest.MonkeyPatch.context() as patch:
        # pytest looks for the function in the module, and so will find none of the same name.
        patch.setitem(vars(module.obj), known.label, function)
        made = module.ihook.pytest_pycollect_makeitem(
            collector=module, name=known.label, obj=function
        )
    for item in made or []:
        item.stash[MADE] = True
        if isinstance(item, pytest.Function) and "." in known.label:
            # See `FaultItem.reportinfo`.
            path, line, headline = item.location
            item.location = (path, line, f"{headline} ")
    return list(made or [])
