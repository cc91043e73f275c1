"""The tests of a day for pytest: of `EXAMPLES`, and of your own inputs with known answers.

There is one for each input, part and variant: `example-1[part1]`. A day, or `EXAMPLES`, that cannot
be used is an error of collection, as a module of tests that cannot be imported.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, NoReturn

import _pytest
import pytest

from aoc.errors import UsageError
from aoc.model.answers import WrongAnswerTypeError, is_same, is_unreadable, read_answer
from aoc.model.inputs import Example, plain
from aoc.model.puzzles import Puzzle
from aoc.project.day_tests import day_tests_in, example_calls
from aoc.project.project import day_path, find_project
from aoc.site.cache import Cache
from aoc.worker.day_module import (
    BrokenDayError,
    Day,
    import_day,
    taken_by,
    unused_param,
)
from aoc.worker.failures import (
    describe,
    is_stub,
    keep_own_frames,
    own_traceback,
    remedy,
)

Node = pytest.Item | pytest.Collector
ExcInfo = pytest.ExceptionInfo[BaseException]
OWN_INPUT = "my-input"
NOT_IN_LABELS = re.compile(r"[^\w,+=-]+")
"""Characters that the name of an example may have, and that of a test may not."""
NOT_THEIRS = (
    os.path.join(os.path.dirname(_pytest.__file__), ""),
    # It is not `ast.__file__` where Python is in a zip file.
    ast.parse.__code__.co_filename,
)
"""The starts of the file names of frames that are of pytest as it imports a file."""


class KnownInput(NamedTuple):
    """An input, the known answers of both parts, and the line of the test module to show for it."""

    label: str
    text: str
    expected: tuple[str | None, str | None]
    line: int
    params: Mapping[str, Any] = {}
    guessed: Collection[int] = ()


class PartCase(NamedTuple):
    """A part of a day, or a variant of it, on an input with a known answer."""

    puzzle: Puzzle
    day: Day
    part: int
    variant: str | None
    known: KnownInput

    @property
    def name(self) -> str:
        """The name of the function of the part."""
        return f"part{self.part}_{self.variant}" if self.variant else f"part{self.part}"

    @property
    def expected(self) -> str:
        """The known answer."""
        return self.known.expected[self.part - 1] or ""


class DayModule(pytest.Module):
    """The test module of a day in a project: the tests made of the day, and its own."""

    def __init__(self, **arguments_of_pytest: Any) -> None:
        super().__init__(**arguments_of_pytest)
        self.root = self.path.parents[2]
        self.puzzle = Puzzle(int(self.path.parent.name[-4:]), int(self.path.stem[-2:]))

    def collect(self) -> list[Node]:
        """Return the tests. Raises `CollectError` if the day, or `EXAMPLES`, cannot be used."""
        # This imports the test module, and with it most likely the day.
        own_tests = list(super().collect())
        return self.day_items() + own_tests

    def day_items(self) -> list[Node]:
        """Return the tests of the day."""
        inputs = self.known_inputs()
        if not inputs and not hasattr(self.obj, "EXAMPLES"):
            # These are tests of another kind, which may need no day.
            return []
        if self.has_own_layout():
            # The day lies elsewhere, or is a script, and `aoc run` runs it.
            return []
        day = self.import_day()
        items: list[Node] = []
        for known, label in zip(inputs, labels_of(inputs), strict=True):
            for part in (1, 2):
                # An example may be for one part.
                if not known.expected[part - 1]:
                    continue
                for variant in day.parts[part]:
                    case = PartCase(self.puzzle, day, part, variant, known)
                    name = f"{label}[{case.name}]"
                    item = PartItem.from_parent(
                        self, name=name, nodeid=self.nodeid_of(name), case=case
                    )
                    items.append(item)
        return items

    def known_inputs(self) -> list[KnownInput]:
        """Return the examples, and your own inputs unless a setting leaves them out."""
        try:
            examples = day_tests_in(self.obj).examples
            inputs = example_inputs(examples, self.path.read_bytes())
        except TypeError as error:
            raise self.CollectError(f"{self.shown(self.path)}: {error}") from None
        if self.config.getini("aoc_inputs"):
            inputs += personal_inputs(self.puzzle)
        return inputs

    def has_own_layout(self) -> bool:
        """Return whether the settings say where the day lies."""
        try:
            return self.puzzle in find_project(str(self.root)).own_layouts
        except UsageError:
            # Wrong settings are no matter of the tests.
            return False

    def nodeid_of(self, name: str) -> str:
        """Return the id of a test of the day.

        As a text, the id is read with the brackets as parameters, as `--lf` reads its notes.
        """
        return f"{self.nodeid}::{name}"

    def shown(self, path: Path) -> str:
        """Return the path of a file in the project, for people."""
        return path.relative_to(self.root).as_posix()

    def import_day(self) -> Day:
        """Import the day."""
        path = Path(day_path(str(self.root), self.puzzle))
        try:
            if not path.exists():
                raise BrokenDayError(
                    f"does not exist: create it with `aoc new {self.puzzle}`"
                )
            return import_day(*self.puzzle, with_variants=True)
        except BrokenDayError as error:
            text = str(error)
        except (Exception, SystemExit) as error:
            summary = describe(error) + remedy(error, str(self.root))
            keep_own_frames(error, NOT_THEIRS)
            text = f"cannot be imported: {summary}\n{own_traceback(error) or ''}"
        # Not within `except`, where the error would be told twice.
        raise self.CollectError(f"{self.shown(path)} {text}")


class PartItem(pytest.Item):
    """One part of a day, or a variant of it, on one input."""

    def __init__(self, *, case: PartCase, **arguments_of_pytest: Any) -> None:
        super().__init__(**arguments_of_pytest)
        self.case = case
        self.line = case.known.line

    def runtest(self) -> None:
        """Check the part; skip the test if it fails and the expected answer is a guess."""
        if self.case.part not in self.case.known.guessed:
            self.check()
            return
        try:
            self.check()
        except pytest.fail.Exception as failure:
            skip_item(f"the tests guess {self.case.expected}: {failure}")
        except Exception as error:
            skip_item(f"the tests guess {self.case.expected}: {describe(error)}")

    def check(self) -> None:
        """Parse the input, run the part, and check its answer; skip the test if there is none.

        A debugger finds here the parsed input and the value that the part returned.
        """
        case = self.case
        function = case.day.parts[case.part][case.variant]
        value = None
        try:
            parsed = case.day.parse(case.known.text)
            value = function(parsed, **taken_by(function, case.known.params))
        except NotImplementedError as error:
            if not is_stub(error, str(self.path.parents[2])):
                raise
        answer, drawing = read_answer(value, case.name)
        if answer is None:
            skip_item(f"{case.name} is not solved")
        if is_unreadable(drawing or answer, case.expected):
            skip_item(f"the letters of {case.name} cannot be read")
        if not is_same(drawing or answer, case.expected):
            text = mismatch(answer, case.expected, drawing, self.note())
            pytest.fail(text, pytrace=False)

    def note(self) -> str:
        """Return what may be wrong with an example, in parentheses, if that is known."""
        case = self.case
        note = ""
        unused = unused_param(case.day, str(case.puzzle), case.known.params)
        if unused:
            note += f" ({unused})"
        return note

    def repr_failure(self, excinfo: ExcInfo, style: Any = None) -> Any:
        """Show a wrong answer at the line of its input, and an error of the day by its own frames.

        An error without such frames, as with `parse = int`, is shown at the line of the input.
        """
        error = excinfo.value
        # The frames of an answer that can be none would be those of `aoc`.
        if isinstance(error, pytest.fail.Exception | WrongAnswerTypeError):
            return self.failure_at_input(excinfo, str(error))
        if self.config.getoption("fulltrace"):
            # Somebody wants to see the frames of pytest and `aoc`, too.
            return super().repr_failure(excinfo, self.config.getoption("tbstyle"))
        BaseException.with_traceback(error, traceback_below(excinfo.tb))
        # While all frames are there: it may depend on how many there are.
        summary = describe(error) + remedy(error, str(self.path.parents[2]))
        keep_own_frames(error, NOT_THEIRS)
        if not error.__traceback__:
            return self.failure_at_input(excinfo, summary)
        if isinstance(error, RecursionError):
            # pytest shows the frames and the message of Python, which has no next step.
            error.add_note(summary)
        own_excinfo = pytest.ExceptionInfo.from_exception(error)
        return super().repr_failure(own_excinfo, self.config.getoption("tbstyle"))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the test module, a line counted from 0, and the name to show."""
        return self.path, self.line - 1, self.name

    def failure_at_input(self, excinfo: ExcInfo, message: str) -> Any:
        """Return a failure without frames, whose summary names the line of the input."""
        # This style of pytest has no frames.
        shown: Any = super().repr_failure(excinfo, "value")
        crash = shown.reprcrash
        crash.path, crash.lineno, crash.message = str(self.path), self.line, message
        return shown


def traceback_below(traceback: TracebackType) -> TracebackType | None:
    """Return what is below `PartItem.check` in a traceback: the frames of the day's functions."""
    while traceback.tb_next:
        if traceback.tb_frame.f_code is PartItem.check.__code__:
            break
        traceback = traceback.tb_next
    return traceback.tb_next


def skip_item(reason: str) -> NoReturn:
    """Skip the test that runs, with its own line as the place, not that of this function."""
    raise pytest.skip.Exception(reason, _use_item_location=True)


def mismatch(answer: str, expected: str, drawing: str | None, note: str) -> str:
    """Return how an answer differs from the known one, with a note; its first line is enough."""
    if "\n" in answer + expected:
        return (
            "got another drawing than expected\n\n"
            f"got:\n{drawing or answer}\n\nexpected:\n{expected}"
        )
    text = f"got {answer}, expected {expected}{note}"
    if drawing:
        text += f"\n\nread from:\n{drawing}"
    return text


def labels_of(inputs: Sequence[KnownInput]) -> list[str]:
    """Return the labels of inputs as ids of tests have them: each once, without odd characters."""
    labels: list[str] = []
    for number, known in enumerate(inputs, 1):
        label = NOT_IN_LABELS.sub("-", known.label).strip("-") or "example"
        if label in labels:
            label = f"{label}-{number}"
        labels.append(label)
    return labels


def example_inputs(examples: Sequence[Example], source: bytes) -> list[KnownInput]:
    """Return the inputs that examples have; `source` is the source of the test module."""
    lines = example_lines(source, len(examples))
    inputs = []
    for number, example in enumerate(examples, 1):
        known = KnownInput(
            str(example.label(number)),
            plain(example.text),
            (example.expected(1), example.expected(2)),
            lines[number - 1],
            example.params,
            example.guessed,
        )
        inputs.append(known)
    return inputs


def example_lines(source: bytes, count: int) -> list[int]:
    """Return the line of each example in a test module; line 1 if it makes others, too."""
    calls = example_calls(source, count)
    if not calls:
        return [1] * count
    return [call.lineno for call in calls]


def personal_inputs(puzzle: Puzzle) -> list[KnownInput]:
    """Return the cached inputs of a puzzle that have an accepted answer.

    Their labels may be public, as in the log of a CI: with several accounts, a label has the name
    of the account, and never its number.
    """
    cache = Cache()
    users = cache.users()
    inputs = []
    for user in users:
        expected = cache.answers(user, puzzle)
        text = cache.usable_input(user, puzzle)
        if expected == (None, None) or text is None:
            continue
        label = OWN_INPUT
        if len(users) > 1:
            # The id of a user is as in `github.alice.12345`.
            name = user.partition(".")[2].rpartition(".")[0]
            label = f"{OWN_INPUT}-{name}"
        inputs.append(KnownInput(label, text, expected, 1))
    return inputs
