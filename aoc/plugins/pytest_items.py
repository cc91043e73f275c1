"""The tests of a day for pytest: of `EXAMPLES`, and of your own inputs with known answers.

There is one for each input, part and variant: `example-1[part1]`. A day, or `EXAMPLES`, that cannot
be used is one failing test, so that the tests of other days go on.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import _pytest
import pytest

from aoc.answers import WrongAnswerTypeError, is_same, read_answer
from aoc.model import Example, Puzzle, day_tests_in
from aoc.project import day_path
from aoc.render.terminal import guarded
from aoc.site.cache import Cache
from aoc.text import plain, printable
from aoc.worker.day_module import BrokenDayError, Day, Part, import_day
from aoc.worker.failures import describe, keep_own_frames, own_traceback

__all__ = ["DayModule", "personal_inputs"]

Node = pytest.Item | pytest.Collector
OWN_INPUT = "my-input"
NOT_IN_LABELS = re.compile(r"[^\w,+=-]+")
"""What may stand in the name of an example, but would get in the way in that of a test."""
NOT_THEIRS = (
    os.path.join(os.path.dirname(_pytest.__file__), ""),
    ast.parse.__code__.co_filename,  # which is not `ast.__file__` where Python is in a zip file
)
"""The starts of the file names of frames that are of pytest as it imports a file."""


class KnownInput(NamedTuple):
    """An input, the known answers of both parts, and the line of the test module to show for it."""

    label: str
    text: str
    expected: tuple[str | None, str | None]
    line: int
    params: Mapping[str, Any] = {}


class Fault(NamedTuple):
    """What is wrong with a file: `summary` says it in a line, `text` in full."""

    path: Path
    summary: str
    text: str


class DayModule(pytest.Module):
    """The test module of a puzzle in the project at `root`: the tests made of the day, and its own.

    Without these items, a file that cannot be imported would end the whole session.
    """

    def __init__(self, *, root: str, puzzle: Puzzle, **fields: Any) -> None:
        super().__init__(**fields)
        self.root = root
        self.puzzle = puzzle

    def collect(self) -> list[Node]:
        """Return the tests, or the one that fails since a file cannot be imported."""
        cause: BaseException
        try:
            own = [*super().collect()]
            return [*self.day_items(), *own]
        except pytest.exit.Exception:
            raise
        except (Exception, SystemExit) as error:
            cause = error
            if isinstance(error, self.CollectError):  # pytest has put these into words
                if not isinstance(error.__cause__, ImportError | SyntaxError):
                    raise
                cause = error.__cause__
        # Not within `except`, where this would be the context of what the day raises.
        fault = self.fault_of_tests(cause)
        return [self.item(FaultItem, fault.path.stem, 1, fault=fault)]

    def day_items(self) -> list[Node]:
        """Return the tests of the day, or the one that fails since it or `EXAMPLES` is wrong."""
        name = self.path.relative_to(self.root).as_posix()
        try:
            examples = day_tests_in(self.obj).examples
            inputs = [*known_examples(examples, self.path.read_bytes())]
        except TypeError as error:
            fault = Fault(self.path, str(error), f"{name}: {error}")
            return [self.item(FaultItem, "EXAMPLES", 1, fault=fault)]
        wanted = self.config.getoption("aoc_inputs")
        if self.config.getini("aoc_inputs") if wanted is None else wanted:
            inputs += personal_inputs(self.puzzle)
        if not inputs and not hasattr(self.obj, "EXAMPLES"):
            return []
        day = self.import_day()
        if isinstance(day, Fault):
            return [self.item(FaultItem, day.path.stem, 1, fault=day)]
        items = []
        labels: set[str] = set()
        for number, known in enumerate(inputs, 1):
            label = NOT_IN_LABELS.sub("-", known.label).strip("-") or "example"
            label = f"{label}-{number}" if label in labels else label
            labels.add(label)
            for part in (1, 2):
                for variant, call in day.parts[part].items() if known.expected[part - 1] else ():
                    name = f"part{part}_{variant}" if variant else f"part{part}"
                    about = {"day": day, "part": name, "call": call, "known": known}
                    items.append(self.item(PartItem, f"{label}[{name}]", known.line, **about))
        return items

    def item(self, kind: type[DayItem], name: str, line: int, **about: Any) -> Node:
        """Make a test of the day, which stands in a line of the module."""
        # As a text, the id is read with the brackets as parameters, as `--lf` reads its notes.
        nodeid = f"{self.nodeid}::{name}"
        made: Node = kind.from_parent(self, name=name, nodeid=nodeid, line=line, **about)
        return made

    def import_day(self) -> Day | Fault:
        """Import the day, or say why that cannot be done."""
        path = Path(day_path(self.root, self.puzzle))
        if not path.exists():
            said = f"does not exist: create it with `aoc new {self.puzzle}`"
            return Fault(path, said, f"{path.relative_to(self.root).as_posix()} {said}")
        try:
            return import_day(*self.puzzle)
        except (Exception, SystemExit) as error:
            return fault_of(error, path, self.root)

    def fault_of_tests(self, error: BaseException) -> Fault:
        """Return why the module cannot be imported: for its day, if that cannot either."""
        if type(error).__name__ == "ImportPathMismatchError":  # pytest's own, of no public name
            year = self.path.relative_to(self.root).parent.as_posix()
            said = f"has the name of another module: put an empty __init__.py into tests and {year}"
            return Fault(self.path, said, f"{year}/{self.path.name} {said}")
        day = self.import_day()
        return day if isinstance(day, Fault) else fault_of(error, self.path, self.root)


class DayItem(pytest.Item):
    """A test that was made of a day. No text of a report of it commands the terminal."""

    def __init__(self, *, line: int, **fields: Any) -> None:
        super().__init__(**fields)
        self.line = line

    def add_report_section(self, when: str, key: str, content: str) -> None:
        """Add what the day has printed, which keeps its colors."""
        super().add_report_section(when, key, guarded(content))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the test module, a line counted from 0, and the name to show."""
        return self.path, self.line - 1, self.name


class PartItem(DayItem):
    """One part of a day, or a variant of it, on one input."""

    def __init__(
        self, *, day: Day, part: str, call: Part, known: KnownInput, **fields: Any
    ) -> None:
        super().__init__(**fields)
        self.day = day
        self.part = part
        self.function = call
        self.known = known

    def runtest(self) -> None:
        """Parse the input, run the part, and check its answer.

        A debugger finds here the parsed input and the value that the part returned.
        """
        parsed = self.day.parse(self.known.text)
        value = self.day.call(self.function, self.known.params, parsed)
        self.check(value)

    def check(self, value: object) -> None:
        """Fail with one line if an answer is wrong; skip the test if it is none."""
        __tracebackhide__ = True
        try:
            answer, drawing = read_answer(value, self.part)
        except WrongAnswerTypeError as error:
            pytest.fail(str(error), pytrace=False)
        if answer is None:
            why = f"{self.part} returned None (not solved yet?)"
            raise pytest.skip.Exception(why, _use_item_location=True)
        expected = self.known.expected[int(self.part[4]) - 1] or ""
        if not is_same(drawing or answer, expected):
            pytest.fail(mismatch(answer, expected, drawing), pytrace=False)

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
            while frame.tb_next and frame.tb_frame.f_code is not PartItem.runtest.__code__:
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
            place_summary(shown, self.path, self.line, message)
        elif isinstance(error, SyntaxError):
            shown.reprcrash.message = message
        return printable_in(shown)


class FaultItem(DayItem):
    """The one failing test of a day if its module or its tests cannot be used."""

    def __init__(self, *, fault: Fault, **fields: Any) -> None:
        super().__init__(**fields)
        self.fault = fault

    def runtest(self) -> None:
        """Fail with what is wrong."""
        pytest.fail(self.fault.text, pytrace=False)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what is wrong, and where."""
        shown: Any = super().repr_failure(excinfo, style)
        place_summary(shown, self.fault.path, 1, self.fault.summary)
        return printable_in(shown)


def place_summary(shown: Any, path: Path, line: int, message: str) -> None:
    """Change the place and the message that the summary of a report of pytest's has."""
    crash = shown.reprcrash
    crash.path, crash.lineno, crash.message = str(path), line, message


def printable_in(shown: Any) -> Any:
    """Return a part of a report with printable text; pytest's own objects are changed."""
    if isinstance(shown, str):
        return printable(shown)
    if type(shown) in (tuple, list):
        return type(shown)(map(printable_in, shown))
    if type(shown).__module__.startswith("_pytest."):
        for name, value in vars(shown).items():
            setattr(shown, name, printable_in(value))
    return shown


def mismatch(answer: str, expected: str, drawing: str | None) -> str:
    """Return how an answer differs from the known one; the first line can stand alone."""
    if "\n" in answer + expected:
        got = drawing or answer
        return f"got another drawing than expected\n\ngot:\n{got}\n\nexpected:\n{expected}"
    if drawing is not None:
        return f"got {answer}, expected {expected}\n\nread from:\n{drawing}"
    return f"got {answer}, expected {expected}"


def fault_of(error: BaseException, path: Path, root: str) -> Fault:
    """Return why a file of the project at `root` cannot be imported."""
    name = path.relative_to(root).as_posix()
    if isinstance(error, BrokenDayError):
        return Fault(path, str(error), f"{name} {error}")
    keep_own_frames(error, NOT_THEIRS)
    summary = describe(error)
    shown = own_traceback(error)
    return Fault(
        path, summary, f"{name} cannot be imported:\n{shown}" if shown else f"{name}: {summary}"
    )


def known_examples(examples: Sequence[Example], source: bytes) -> Iterator[KnownInput]:
    """Find the inputs that examples have; `source` is that of the test module.

    Raises `TypeError` for an example whose input is not a text.
    """
    lines = example_lines(source, len(examples))
    for number, (example, line) in enumerate(zip(examples, lines, strict=True), 1):
        if not isinstance(example.text, str):
            kind = type(example.text).__name__
            raise TypeError(f"the text of example {number} is {kind}, not str")
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
