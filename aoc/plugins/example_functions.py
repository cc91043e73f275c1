"""The test functions of a day for pytest: of its `EXAMPLES`, and of inputs with known answers.

They are functions like those in the test module itself, parametrized with the parts of the day:
`example-1[part1]`. So marks, fixtures and other plugins take them for what they are.
"""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from aoc.examples import Example, day_tests_in
from aoc.input_check import RefusedTextError, plain
from aoc.plugins.part_check import PartCheck, make_function
from aoc.puzzle import Puzzle
from aoc.registry import day_path
from aoc.site.cache import Cache
from aoc.worker.day_module import BrokenDayError, Day, import_day

__all__ = ["collect_examples"]

TESTS = re.compile(r"tests/year(\d{4})/test_day(\d\d)\.py")


class KnownInput(NamedTuple):
    """An input, the known answers of both parts, and the line of the test module to show for it."""

    label: str
    text: str
    expected: tuple[str | None, str | None]
    line: int
    params: Mapping[str, Any] = {}


def collect_examples(
    module: pytest.Module, root: str, examples: object
) -> list[pytest.Item | pytest.Collector] | None:
    """Make the test functions of a day of the project at `root`, if a module has its examples.

    `examples` is what the module calls `EXAMPLES`. Raises `CollectError` where only some of these
    are examples, and where the day cannot be imported.
    """
    tests = TESTS.fullmatch(module.path.relative_to(root).as_posix())
    if not tests or not isinstance(examples, list | tuple):
        return None
    if examples and not any(isinstance(example, Example) for example in examples):
        return None
    puzzle = Puzzle(*map(int, tests.groups()))
    try:
        found = day_tests_in(module.obj).examples
    except TypeError as error:
        raise module.CollectError(f"{tests[0]}: {error}") from None
    day = import_day_of(root, puzzle)
    source = module.path.read_bytes()
    inputs = [*known_examples(found, source), *personal_inputs(puzzle)]
    return [made for known in inputs for made in functions_of(known, module, day)]


def import_day_of(root: str, puzzle: Puzzle) -> Day:
    """Import the module of a puzzle; raise `CollectError` if that cannot be done."""
    path = Path(day_path(root, puzzle))
    name = path.relative_to(root).as_posix()
    if not path.exists():
        raise pytest.Collector.CollectError(
            f"{name} does not exist: write it, or make it with `aoc new {puzzle}`"
        )
    try:
        return import_day(*puzzle)
    except BrokenDayError as error:
        raise pytest.Collector.CollectError(f"{name} {error}") from None
    except (Exception, SystemExit) as error:
        raise pytest.Collector.CollectError(
            f"{name} cannot be imported:\n{own_traceback(error, root)}"
        ) from None


def own_traceback(error: BaseException, root: str) -> str:
    """Format a traceback from the first frame of the project at `root` on."""
    frames = error.__traceback__
    while frames and Path(root) not in Path(frames.tb_frame.f_code.co_filename).parents:
        frames = frames.tb_next
    return "".join(traceback.format_exception(type(error), error, frames)).rstrip()


def known_examples(examples: Sequence[Example], source: bytes) -> Iterator[KnownInput]:
    """Find the inputs that examples have; labels are unique."""
    labels: set[str] = set()
    lines = example_lines(source, len(examples))
    for number, (example, line) in enumerate(zip(examples, lines, strict=True), 1):
        label = example.label(number).replace(" ", "-")
        if label in labels:
            label += f"-{number}"
        labels.add(label)
        expected = (example.expected(1), example.expected(2))
        yield KnownInput(label, plain(example.text), expected, line, example.params)


def example_lines(source: bytes, count: int) -> list[int]:
    """Return the line of each example in a test module; that of `EXAMPLES` if it is no plain list.

    It is line 1 if the module has `EXAMPLES` from elsewhere.
    """
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if not any(isinstance(name, ast.Name) and name.id == "EXAMPLES" for name in targets):
                continue
            shown = statement.value.elts if isinstance(statement.value, ast.List) else []
            if len(shown) == count and not any(isinstance(one, ast.Starred) for one in shown):
                return [one.lineno for one in shown]
            return [statement.lineno] * count
    return [1] * count


def personal_inputs(puzzle: Puzzle) -> Iterator[KnownInput]:
    """Find the cached inputs of a puzzle that have an accepted answer."""
    cache = Cache()
    for user in cache.users():
        expected = cache.answers(user, puzzle)
        if expected == (None, None):
            continue
        try:
            text = cache.read_input(user, puzzle)
        except (OSError, RefusedTextError):
            continue
        if text is not None:
            yield KnownInput(user, text, expected, 1)


def functions_of(
    known: KnownInput, module: pytest.Module, day: Day
) -> list[pytest.Item | pytest.Collector]:
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
        if isinstance(item, pytest.Function) and "." in known.label:
            # Where pytest shows progress, it takes the dots of a headline for those of classes
            # if the name of the test ends like it: hence the blank.
            path, line, headline = item.location
            item.location = (path, line, f"{headline} ")
    return list(made or [])
