"""The tests of a day for pytest: of `EXAMPLES`, and of your own inputs with known answers.

There is one for each input, part and variant: `example-1[part1]`. A day, or `EXAMPLES`, that cannot
be used is one failing test, so that the tests of other days go on.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import _pytest
import pytest

from aoc.answers import WrongAnswerTypeError, is_same, read_answer
from aoc.examples import Example, day_tests_in
from aoc.model import Puzzle
from aoc.registry import day_path
from aoc.site.cache import Cache
from aoc.text import plain
from aoc.worker.day_module import BrokenDayError, Day, Part, import_day
from aoc.worker.failures import describe, keep_own_frames

__all__ = ["DayModule", "personal_inputs"]

Node = pytest.Item | pytest.Collector
OWN_INPUT = "my-input"
NOT_IN_LABELS = re.compile(r"[^\w,+=-]+")
"""What may stand in the name of an example, but would get in the way in that of a test."""
NOT_THEIRS = (os.path.join(os.path.dirname(_pytest.__file__), ""),)
"""The start of the file names of frames that are of pytest as it imports a file."""


class KnownInput(NamedTuple):
    """An input, the known answers of both parts, and the line of the test module to show for it."""

    label: str
    text: str
    expected: tuple[str | None, str | None]
    line: int
    params: Mapping[str, Any] = {}


class DayModule(pytest.Module):
    """The test module of a puzzle in the project at `root`: the tests made of the day, and its own.

    Without those, a day that cannot be imported would end the whole session.
    """

    def __init__(self, *, root: str, puzzle: Puzzle, **fields: Any) -> None:
        super().__init__(**fields)
        self.root = root
        self.puzzle = puzzle

    def collect(self) -> list[Node]:
        """Return the tests of the day and those of the module."""
        own = [*super().collect()]
        return [*self.day_items(), *own]

    def day_items(self) -> list[Node]:
        """Return the tests of the day, or the one that fails since it or `EXAMPLES` is wrong."""
        try:
            examples = day_tests_in(self.obj).examples
            inputs = [*known_examples(examples, self.path.read_bytes())]
        except TypeError as error:
            return [self.item("EXAMPLES", 1, partial(pytest.fail, str(error), False))]
        if self.config.getini("aoc_inputs"):
            inputs += personal_inputs(self.puzzle)
        if not inputs and not hasattr(self.obj, "EXAMPLES"):
            return []
        try:
            day = self.import_day()
        except (Exception, SystemExit, pytest.fail.Exception) as error:
            return [self.item(f"day{self.puzzle.day:02d}", 1, partial(fail_with, error))]
        items = []
        labels: set[str] = set()
        for number, known in enumerate(inputs, 1):
            label = NOT_IN_LABELS.sub("-", known.label).strip("-") or "example"
            label = f"{label}-{number}" if label in labels else label
            labels.add(label)
            for part in (1, 2):
                for variant, call in day.parts[part].items() if known.expected[part - 1] else ():
                    name = f"part{part}_{variant}" if variant else f"part{part}"
                    check = partial(check_part, day, name, call, known)
                    items.append(self.item(f"{label}[{name}]", known.line, check))
        return items

    def item(self, name: str, line: int, check: Callable[[], object]) -> Node:
        """Make a test of the day, which stands in a line of the module."""
        # As a text, the id is read with the brackets as parameters, as `--lf` reads its notes.
        nodeid = f"{self.nodeid}::{name}"
        made: Node = DayItem.from_parent(self, name=name, nodeid=nodeid, line=line, check=check)
        return made

    def import_day(self) -> Day:
        """Import the day. Raises what it raises, or fails where it is none."""
        path = Path(day_path(self.root, self.puzzle))
        name = path.relative_to(self.root).as_posix()
        if not path.exists():
            text = f"{name} does not exist: create it with `aoc new {self.puzzle}`"
            pytest.fail(text, pytrace=False)
        try:
            return import_day(*self.puzzle)
        except BrokenDayError as error:
            pytest.fail(f"{name} {error}", pytrace=False)


class DayItem(pytest.Item):
    """A test that was made of a day, in a line of the test module: it passes if `check` does."""

    def __init__(self, *, line: int, check: Callable[[], object], **fields: Any) -> None:
        super().__init__(**fields)
        self.line = line
        self.check = check

    def runtest(self) -> None:
        """Run the test."""
        self.check()

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the test stands, with a line from 0, and its name."""
        return self.path, self.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show a wrong answer at the line of its input, and what the day raised by its own frames.

        Where it has none, as with `parse = int`, the line of the input is shown for it, too.
        """
        error = excinfo.value
        style = self.config.getoption("tbstyle")
        message = str(error) if isinstance(error, pytest.fail.Exception) else describe(error)
        is_at_input = isinstance(error, pytest.fail.Exception)
        if not is_at_input and not self.config.getoption("fulltrace"):
            frame = excinfo.tb
            while frame.tb_next and frame.tb_frame.f_code is not DayItem.runtest.__code__:
                frame = frame.tb_next
            BaseException.with_traceback(error, frame.tb_next)
            keep_own_frames(error, NOT_THEIRS)
            if error.__traceback__:
                parts = (type(error), error, error.__traceback__)
                excinfo = pytest.ExceptionInfo.from_exc_info(parts)
            else:
                is_at_input = True
                style = "value"
        shown: Any = super().repr_failure(excinfo, style)
        if is_at_input:
            shown.reprcrash.path, shown.reprcrash.lineno = str(self.path), self.line
        if is_at_input or isinstance(error, SyntaxError):
            shown.reprcrash.message = message
        return shown


def fail_with(error: BaseException) -> None:
    """Raise what importing a day has raised."""
    raise error


def check_part(day: Day, name: str, function: Part, known: KnownInput) -> None:
    """Parse an input, run a part, and check its answer; skip the test if it has none.

    A debugger finds here the parsed input and the value that the part returned.
    """
    parsed = day.parse(known.text)
    value = day.call(function, known.params, parsed)
    try:
        answer, drawing = read_answer(value, name)
    except WrongAnswerTypeError as error:
        pytest.fail(str(error), pytrace=False)
    if answer is None:
        why = f"{name} returned None (not solved yet?)"
        raise pytest.skip.Exception(why, _use_item_location=True)
    expected = known.expected[int(name[4]) - 1] or ""
    if not is_same(drawing or answer, expected):
        pytest.fail(mismatch(answer, expected, drawing), pytrace=False)


def mismatch(answer: str, expected: str, drawing: str | None) -> str:
    """Return how an answer differs from the known one; the first line can stand alone."""
    if "\n" in answer + expected:
        got = drawing or answer
        return f"got another drawing than expected\n\ngot:\n{got}\n\nexpected:\n{expected}"
    if drawing is not None:
        return f"got {answer}, expected {expected}\n\nread from:\n{drawing}"
    return f"got {answer}, expected {expected}"


def known_examples(examples: Sequence[Example], source: bytes) -> Iterator[KnownInput]:
    """Find the inputs that examples have; `source` is that of the test module."""
    lines = example_lines(source, len(examples))
    for number, (example, line) in enumerate(zip(examples, lines, strict=True), 1):
        expected = (example.expected(1), example.expected(2))
        label = str(example.label(number))
        yield KnownInput(label, plain(example.text), expected, line, example.params)


def example_lines(source: bytes, count: int) -> list[int]:
    """Return the line of each example in a test module; that of `EXAMPLES` if it is not a list.

    It is line 1 if the module has `EXAMPLES` from elsewhere.
    """
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if any(isinstance(name, ast.Name) and name.id == "EXAMPLES" for name in targets):
                shown = statement.value.elts if isinstance(statement.value, ast.List) else []
                lines = [one.lineno for one in shown]
                return lines if len(lines) == count else [statement.lineno] * count
    return [1] * count


def personal_inputs(puzzle: Puzzle) -> Iterator[KnownInput]:
    """Find the cached inputs of a puzzle that have an accepted answer.

    Their labels may be public, as in the log of a CI: with several accounts, a label has the name
    of the account, and never its number.
    """
    cache = Cache()
    users = cache.users()
    for user in users:
        expected = cache.answers(user, puzzle)
        text = cache.usable_input(user, puzzle)
        if expected != (None, None) and text is not None:
            name = user.partition(".")[2].rpartition(".")[0]
            label = OWN_INPUT if len(users) == 1 else f"{OWN_INPUT}-{name}"
            yield KnownInput(label, text, expected, 1)
