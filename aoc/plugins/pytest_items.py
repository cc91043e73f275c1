"""The tests of a day for pytest: of `EXAMPLES`, and of your own inputs with known answers.

There is one for each input, part and variant: `example-1[part1]`. A day, or `EXAMPLES`, that cannot
be used is one failing test, so that the tests of other days go on.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import _pytest
import pytest

from aoc.errors import UsageError
from aoc.model.answers import WrongAnswerTypeError, is_same, is_unreadable, read_answer
from aoc.model.examples import Example, Guessed
from aoc.model.input_text import plain
from aoc.model.puzzles import Puzzle
from aoc.project.day_tests import day_tests_in, example_calls, guesses_in
from aoc.project.project import day_path, find_project
from aoc.site.cache import Cache
from aoc.worker.day_module import BrokenDayError, Day, PartFunction, import_day
from aoc.worker.failures import describe, remedy
from aoc.worker.params import taken_by, unused_param
from aoc.worker.tracebacks import keep_own_frames, own_traceback

Node = pytest.Item | pytest.Collector
ExcInfo = pytest.ExceptionInfo[BaseException]
OWN_INPUT = "my-input"
NOT_IN_LABELS = re.compile(r"[^\w,+=-]+")
"""Characters that the name of an example may have, and that of a test may not."""
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
    guesses: tuple[Guessed | None, Guessed | None] = (None, None)


class UnusableFileError(Exception):
    """A file of the day cannot be used: the message says it in a line, `text` in full."""

    def __init__(self, path: Path, message: str, text: str) -> None:
        super().__init__(message)
        self.path = path
        self.text = text


class DayModule(pytest.Module):
    """The test module of a day in a project: the tests made of the day, and its own.

    Without these items, a file that cannot be imported would end the whole session.
    """

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.root = self.path.parents[2]
        self.puzzle = Puzzle(int(self.path.parent.name[-4:]), int(self.path.stem[-2:]))

    def collect(self) -> list[Node]:
        """Return the tests; where a file cannot be used, with one that fails because of it."""
        own: list[Node] = []
        cause: BaseException | None = None
        try:
            own += super().collect()
        except self.CollectError as error:  # pytest has put these into words
            if error.__cause__ is None:
                raise
            cause = error.__cause__
        except (Exception, SystemExit) as error:
            cause = error
        # Not within `except`, where this would be the context of what the day raises.
        try:
            if cause:
                raise self.fault_of_tests(cause)
            return [*self.day_items(), *own]
        except UnusableFileError as fault:
            return [self.item(FaultItem, fault.path.stem, fault=fault), *own]

    def day_items(self) -> Iterator[Node]:
        """Yield the tests of the day. Raises `UnusableFileError` if it, or `EXAMPLES`, is wrong."""
        try:
            examples = day_tests_in(self.obj).examples
            inputs = [*known_examples(examples, self.path.read_bytes())]
        except TypeError as error:
            text = f"{self.shown(self.path)}: {error}"
            raise UnusableFileError(self.path, str(error), text) from None
        if self.config.getini("aoc_inputs"):
            inputs += personal_inputs(self.puzzle)
        if not inputs and not hasattr(self.obj, "EXAMPLES"):
            return
        with suppress(UsageError):  # wrong settings are no matter of the tests
            if self.puzzle in find_project(str(self.root)).own_layouts:
                return  # `aoc run` runs it
        day = self.import_day()
        labels: set[str] = set()
        for number, known in enumerate(inputs, 1):
            label = NOT_IN_LABELS.sub("-", known.label).strip("-") or "example"
            label = f"{label}-{number}" if label in labels else label
            labels.add(label)
            for part in (1, 2):
                for variant, call in (
                    day.parts[part].items() if known.expected[part - 1] else ()
                ):
                    name = f"part{part}_{variant}" if variant else f"part{part}"
                    about = {"puzzle": self.puzzle, "day": day, "known": known}
                    yield self.item(
                        PartItem, f"{label}[{name}]", part=name, call=call, **about
                    )

    def item(self, kind: type[DayItem], name: str, **about: Any) -> Node:
        """Make a test of the day."""
        # As a text, the id is read with the brackets as parameters, as `--lf` reads its notes.
        nodeid = f"{self.nodeid}::{name}"
        return kind.from_parent(self, name=name, nodeid=nodeid, **about)

    def shown(self, path: Path) -> str:
        """Return the path of a file in the project, for people."""
        return path.relative_to(self.root).as_posix()

    def import_day(self) -> Day:
        """Import the day. Raises `UnusableFileError`."""
        path = Path(day_path(str(self.root), self.puzzle))
        try:
            if not path.exists():
                raise BrokenDayError(
                    f"does not exist: create it with `aoc new {self.puzzle}`"
                )
            return import_day(*self.puzzle)
        except (Exception, SystemExit) as error:
            raise self.fault_of(error, path) from None

    def fault_of_tests(self, error: BaseException) -> UnusableFileError:
        """Return the fault of the test module. Raises that of the day, if the day has one, too."""
        if (
            type(error).__name__ == "ImportPathMismatchError"
        ):  # pytest's own, of no public name
            year = self.shown(self.path.parent)
            error = BrokenDayError(
                f"has the name of another module: put an empty __init__.py into tests and {year}"
            )
        else:
            self.import_day()
        return self.fault_of(error, self.path)

    def fault_of(self, error: BaseException, path: Path) -> UnusableFileError:
        """Return why a file cannot be imported."""
        name = self.shown(path)
        if isinstance(error, BrokenDayError):
            return UnusableFileError(path, str(error), f"{name} {error}")
        summary = describe(error) + remedy(error, str(self.root))
        keep_own_frames(error, NOT_THEIRS)
        shown = own_traceback(error)
        text = f"{name} cannot be imported:\n{shown}" if shown else f"{name}: {summary}"
        return UnusableFileError(path, summary, text)


class DayItem(pytest.Item):
    """A test that was made of a day, in a `line` of the test module."""

    line = 1

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the test module, a line counted from 0, and the name to show."""
        return self.path, self.line - 1, self.name

    def failure_at(self, excinfo: ExcInfo, path: Path, line: int, message: str) -> Any:
        """Return a failure without frames, whose summary names a place and has a message."""
        shown: Any = super().repr_failure(excinfo, "value")
        crash = shown.reprcrash
        crash.path, crash.lineno, crash.message = str(path), line, message
        return shown


class PartItem(DayItem):
    """One part of a day, or a variant of it, on one input."""

    def __init__(
        self,
        *,
        puzzle: Puzzle,
        day: Day,
        part: str,
        call: PartFunction,
        known: KnownInput,
        **rest: Any,
    ) -> None:
        super().__init__(**rest)
        self.puzzle = puzzle
        self.day = day
        self.part = part
        self.function = call
        self.known = known
        self.line = known.line

    def runtest(self) -> None:
        """Parse the input, run the part, and check its answer; skip the test if there is none.

        A debugger finds here the parsed input and the value that the part returned.
        """
        parsed = self.day.parse(self.known.text)
        value = self.function(parsed, **taken_by(self.function, self.known.params))
        try:
            answer, drawing = read_answer(value, self.part)
        except WrongAnswerTypeError as error:
            pytest.fail(str(error), pytrace=False)
        if answer is None:
            why = f"{self.part} returned None (not solved yet?)"
            raise pytest.skip.Exception(why, _use_item_location=True)
        number = int(self.part[4])
        expected = self.known.expected[number - 1] or ""
        if is_unreadable(drawing or answer, expected):
            why = f"the letters of {self.part} cannot be read"
            raise pytest.skip.Exception(why, _use_item_location=True)
        if not is_same(drawing or answer, expected):
            pytest.fail(
                mismatch(answer, expected, drawing, self.note(number)), pytrace=False
            )

    def note(self, part: int) -> str:
        """Return what may be wrong with an example, in parentheses, if that is known."""
        notes = [unused_param(self.day, str(self.puzzle), self.known.params)]
        if guess := self.known.guesses[part - 1]:
            notes.append(f"its {guess} is a guess: check it")
        return "".join(f" ({note})" for note in notes if note)

    def repr_failure(self, excinfo: ExcInfo, style: Any = None) -> Any:
        """Show a wrong answer at the line of its input, and an error of the day by its own frames.

        An error without such frames, as with `parse = int`, is shown at the line of the input.
        """
        error = excinfo.value
        if isinstance(error, pytest.fail.Exception):
            return self.failure_at(excinfo, self.path, self.line, str(error))
        if not self.config.getoption("fulltrace"):
            frame = excinfo.tb
            while (
                frame.tb_next and frame.tb_frame.f_code is not PartItem.runtest.__code__
            ):
                frame = frame.tb_next
            BaseException.with_traceback(error, frame.tb_next)
            summary = describe(error) + remedy(error, str(self.path.parents[2]))
            keep_own_frames(error, NOT_THEIRS)
            if not error.__traceback__:
                return self.failure_at(excinfo, self.path, self.line, summary)
            if isinstance(error, RecursionError):
                error.add_note(summary)
            excinfo = pytest.ExceptionInfo.from_exception(error)
        return super().repr_failure(excinfo, self.config.getoption("tbstyle"))


class FaultItem(DayItem):
    """The one failing test of a day if its module or its tests cannot be used."""

    def __init__(self, *, fault: UnusableFileError, **rest: Any) -> None:
        super().__init__(**rest)
        self.fault = fault

    def runtest(self) -> None:
        """Fail with the fault."""
        pytest.fail(self.fault.text, pytrace=False)

    def repr_failure(self, excinfo: ExcInfo, style: Any = None) -> Any:
        """Show the fault at its file."""
        return self.failure_at(excinfo, self.fault.path, 1, str(self.fault))


def mismatch(answer: str, expected: str, drawing: str | None, note: str) -> str:
    """Return how an answer differs from the known one, with a note; its first line is enough."""
    if "\n" in answer + expected:
        got = drawing or answer
        return (
            f"got another drawing than expected\n\ngot:\n{got}\n\nexpected:\n{expected}"
        )
    origin = f"\n\nread from:\n{drawing}" if drawing else ""
    return f"got {answer}, expected {expected}{note}{origin}"


def known_examples(examples: Sequence[Example], source: bytes) -> Iterator[KnownInput]:
    """Find the inputs that examples have; `source` is that of the test module."""
    guesses = guesses_in(source, len(examples))
    lines = example_lines(source, len(examples))
    for number, (example, line) in enumerate(zip(examples, lines, strict=True), 1):
        expected = (example.expected(1), example.expected(2))
        label = str(example.label(number))
        known = KnownInput(label, plain(example.text), expected, line, example.params)
        yield known._replace(guesses=guesses.get(number, (None, None)))


def example_lines(source: bytes, count: int) -> list[int]:
    """Return the line of each example in a test module; line 1 if it makes others, too."""
    calls = example_calls(source, count)
    return [call.lineno for call in calls] or [1] * count


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
