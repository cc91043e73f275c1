"""The pytest plugin: `EXAMPLES` in the tests of a day become test items.

There is one item for each example, part and variant. If the cache of advent-of-code-data holds
an input with accepted answers, there are items for these too. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from aoc.answers import read_answer
from aoc.examples import day_tests_in
from aoc.input_check import RefusedTextError, plain
from aoc.puzzle import Puzzle
from aoc.results import Verdict
from aoc.site.cache import Cache
from aoc.worker.day_module import Day, Part, load_day, use_days_of
from aoc.worker.verdict import judge

__all__ = ["pytest_collect_file", "pytest_pycollect_makeitem"]


class WrongAnswerError(Exception):
    """An answer differs from the known answer."""


class PartItem(pytest.Item):
    """One part, or a variant of it, on one input."""

    def __init__(
        self,
        *,
        day: Day,
        function: Part,
        text: str,
        expected: str,
        params: Mapping[str, Any],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.day = day
        self.function = function
        self.text = text
        self.expected = expected
        self.params = params

    def runtest(self) -> None:
        """Parse the input, run the part, and compare."""
        parsed = self.day.parse(self.text)
        value = self.day.call(self.function, self.params, parsed)
        answer, drawing = read_answer(value, self.function.__name__)
        if answer is None:
            pytest.skip(f"{self.function.__name__} is not solved yet")
        if judge(answer, self.expected, drawing) is not Verdict.PASS:
            raise WrongAnswerError(f"{self.name}: got {answer}, expected {self.expected}")

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None
    ) -> str | Any:
        """Show a wrong answer in one line, and anything else with its traceback."""
        if isinstance(excinfo.value, WrongAnswerError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the path of the item and its headline in the report."""
        # pytest replaces dots in a headline that ends like the item's id: hence the blank.
        return self.path, None, f"{self.path.stem}: {self.name} "


def pytest_collect_file(file_path: Path) -> None:
    """Make the tests of a day import the `days` of their own project."""
    if puzzle_of(file_path):
        use_days_of(str(file_path.parents[2]))


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> list[pytest.Item] | None:
    """Make test items of `EXAMPLES` in `tests/yearYYYY/test_dayDD.py`."""
    if name != "EXAMPLES" or not isinstance(collector, pytest.Module):
        return None
    puzzle = puzzle_of(collector.path)
    return list(items(collector, puzzle)) if puzzle else None


def puzzle_of(path: Path) -> Puzzle | None:
    """Return the puzzle that a file has the tests of; `None` for any other file."""
    year = re.fullmatch(r"year(\d{4})", path.parent.name)
    day = re.fullmatch(r"test_day(\d\d)\.py", path.name)
    return Puzzle(int(year[1]), int(day[1])) if year and day else None


def items(collector: pytest.Module, puzzle: Puzzle) -> Iterator[pytest.Item]:
    """Make the test items of a puzzle."""
    root = str(collector.path.parents[2])
    day = load_day(root, *puzzle)
    for number, example in enumerate(day_tests_in(collector.obj).examples, 1):
        expected = (example.expected(1), example.expected(2))
        name = example.label(number).replace(" ", "-")
        yield from parts(collector, day, name, plain(example.text), expected, example.params)
    for user, text, expected in personal(puzzle):
        yield from parts(collector, day, user, text, expected, {})


def parts(
    collector: pytest.Module,
    day: Day,
    label: str,
    text: str,
    expected: tuple[str | None, str | None],
    params: Mapping[str, Any],
) -> Iterator[pytest.Item]:
    """Make the test items of one input: one for each part and variant with a known answer."""
    for part, answer in enumerate(expected, 1):
        if answer is None:
            continue
        for variant, function in day.parts[part].items():
            name = f"part{part}_{variant}" if variant else f"part{part}"
            yield PartItem.from_parent(
                collector,
                name=f"{label}[{name}]",
                day=day,
                function=function,
                text=text,
                expected=answer,
                params=params,
            )


def personal(puzzle: Puzzle) -> Iterator[tuple[str, str, tuple[str | None, str | None]]]:
    """Find the cached inputs of a puzzle that have an accepted answer: user, text and answers."""
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
            yield user, text, expected
