"""The tests of a day for pytest: of `EXAMPLES`, and of your own inputs with known answers.

There is one for each input, part and variant: `example-1[part1]`. A day, or `EXAMPLES`, that cannot
be used is an error of collection, as a module of tests that cannot be imported.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import _pytest
import pluggy
import pytest

from aoc.model.answers import is_same, is_unreadable, read_answer
from aoc.model.inputs import Example, plain
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind
from aoc.project.day_tests import WrongExampleError, day_tests_in
from aoc.project.project import find_project
from aoc.site.cache import Cache
from aoc.worker.day_module import Day, PartFunction, import_day, taken_by, unused_param
from aoc.worker.failures import describe, explain, is_stub, keep_own_frames

OWN_INPUT = "my-input"
NOT_IN_LABELS = re.compile(r"[^\w,+=-]+")
"""Characters that the name of an example may have, and that of a test may not."""
NOT_THEIRS = tuple(
    os.path.join(os.path.dirname(str(module.__file__)), "") for module in (_pytest, pluggy)
)
"""The starts of the file names of frames that are of pytest as it runs a test."""


class DayModule(pytest.Module):
    """The test module of a day in a project: the tests made of the day, and its own."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Yield the tests. Raises `CollectError` if the day, or `EXAMPLES`, cannot be used."""
        # This imports the test module, and with it most likely the day.
        own_tests = list(super().collect())
        yield from self.day_items()
        yield from own_tests

    def day_items(self) -> Iterator[pytest.Item]:
        """Yield the tests of the day."""
        root = self.path.parents[2]
        puzzle = Puzzle(int(self.path.parent.name[-4:]), int(self.path.stem[-2:]))
        try:
            examples = list(day_tests_in(self.obj).examples)
        except WrongExampleError as error:
            raise self.CollectError(str(error)) from None
        if self.config.getini("aoc_inputs"):
            examples += personal_inputs(puzzle)
        # Without any, these are tests of another kind. A day that lies elsewhere may be a script,
        # and `aoc run` runs it.
        if not examples or puzzle in find_project(str(root)).own_layouts:
            return
        day = self.import_day(puzzle, str(root))
        labels: set[str] = set()
        for number, example in enumerate(examples, 1):
            label = NOT_IN_LABELS.sub("-", example.label(number)).strip("-")
            if label in labels:
                label = f"{label}-{number}"
            labels.add(label)
            for part in (1, 2):
                # An example may be for one part.
                if example.expected(part) is None:
                    continue
                for variant, function in day.parts[part].items():
                    name = f"part{part}_{variant}" if variant else f"part{part}"
                    name = f"{label}[{name}]"
                    yield PartItem.from_parent(
                        self,
                        name=name,
                        # As a text, it is read as `--lf` reads it: the brackets have parameters.
                        nodeid=f"{self.nodeid}::{name}",
                        day=day,
                        part=part,
                        function=function,
                        example=example,
                    )

    def import_day(self, puzzle: Puzzle, root: str) -> Day:
        """Import the day."""
        try:
            return import_day(*puzzle, with_variants=True)
        except (Exception, SystemExit) as error:
            failure = explain(error, ErrorKind.EXCEPTION, root)
            text = f"the day, {puzzle}: {failure.message}\n{failure.traceback or ''}"
            raise self.CollectError(text.strip()) from None


class PartItem(pytest.Item):
    """One part of a day, or a variant of it, on one input with a known answer."""

    def __init__(
        self,
        *,
        day: Day,
        part: int,
        function: PartFunction,
        example: Example,
        **arguments_of_pytest: Any,
    ) -> None:
        super().__init__(**arguments_of_pytest)
        self.day = day
        self.part = part
        self.function = function
        self.example = example
        self.expected = example.expected(part) or ""

    def runtest(self) -> None:
        """Check the part; skip the test if it fails and the expected answer is a guess."""
        try:
            self.check()
        except (Exception, pytest.fail.Exception) as error:
            if self.part not in self.example.guessed:
                raise
            self.skip(f"the tests guess {self.expected}: {describe(error)}")

    def check(self) -> None:
        """Parse the input, run the part, and check its answer; skip the test if there is none."""
        name = f"part{self.part}"
        value = None
        try:
            parsed = self.day.parse(plain(self.example.text))
            params = taken_by(self.function, self.example.params)
            value = self.function(parsed, **params)
        except NotImplementedError as error:
            if not is_stub(error, str(self.path.parents[2])):
                raise
        answer, drawing = read_answer(value, name)
        if answer is None:
            self.skip(f"{name} is not solved")
        if is_unreadable(drawing or answer, self.expected):
            self.skip(f"the letters of {name} cannot be read")
        if is_same(drawing or answer, self.expected):
            return
        text = f"got {answer}, expected {self.expected}"
        if "\n" in text:
            text = f"got:\n{drawing or answer}\n\nexpected:\n{self.expected}"
        unused = unused_param(self.day, "the day", self.example.params)
        if unused:
            text += f" ({unused})"
        pytest.fail(text, pytrace=False)

    def skip(self, reason: str) -> NoReturn:
        """Skip the test, with its own module as the place, not this one."""
        raise pytest.skip.Exception(reason, _use_item_location=True)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show an error of the day by its own frames, or as one line if it has none."""
        error = excinfo.value
        keep_own_frames(error, NOT_THEIRS)
        if not error.__traceback__:
            return super().repr_failure(excinfo, "value")
        own_excinfo = pytest.ExceptionInfo.from_exception(error)
        return super().repr_failure(own_excinfo, self.config.getoption("tbstyle"))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the test module, a line counted from 0, and the name to show."""
        return self.path, 0, self.name


def personal_inputs(puzzle: Puzzle) -> Iterator[Example]:
    """Yield the cached inputs of a puzzle that have an accepted answer, as examples.

    Their names may be public, as in the log of a CI: with several accounts, one has the name of the
    account, and never its number.
    """
    cache = Cache()
    users = cache.users()
    for user in users:
        part1, part2 = cache.answers(user, puzzle)
        text = cache.usable_input(user, puzzle)
        if text is None or not (part1 or part2):
            continue
        name = OWN_INPUT
        if len(users) > 1:
            # The id of a user is as in `github.alice.12345`.
            name += f"-{user.partition('.')[2].rpartition('.')[0]}"
        yield Example(text, part1, part2, name)
