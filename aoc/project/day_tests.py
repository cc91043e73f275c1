"""The tests of a day: its examples, guesses among them, and functions that make up inputs.

A guess is an answer that the puzzle page does not name for certain. Its line is marked, with the
answers that it is one of:

    part1=42,  # guess of [7, 13, 42], for 1 of 2 inputs: check it

It is a guess until somebody edits this line.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from aoc.model.answers import is_answer
from aoc.model.inputs import Example, Guessed

if TYPE_CHECKING:
    import ast
    from random import Random

GUESS = "# guess of ["
"""The start of the mark behind an answer that is a guess."""
MARK = r",\s*# guess of (\[.*\])(, for 1 of \d+ inputs)?: check it\s*"
"""The text behind such an answer, to the end of the line."""
LONGEST_ARGUMENT = 88
"""Characters of an argument and its mark, so that the line has 100 at most."""


class DayTests(NamedTuple):
    """The definitions in the test module of a day: `EXAMPLES` and functions, if it has them.

    With a random number generator, `sample` makes an input of full size, and `small` a little one,
    perhaps an odd one. `valid` says whether the puzzle allows an input, where `parse` cannot.
    `guesses` says for parts 1 and 2 of an example, by its number from 1, what is a guess.
    """

    examples: Sequence[Example] = ()
    sample: Callable[[Random], str] | None = None
    small: Callable[[Random], str] | None = None
    valid: Callable[[str], bool] | None = None
    guesses: Mapping[int, tuple[Guessed | None, Guessed | None]] = {}


class WrongExampleError(TypeError):
    """An example of a day cannot be one; the message begins with its line, and says why."""


class Guess(NamedTuple):
    """The answers that the page may mean, and the number of inputs that it may mean.

    The last of the answers is taken, and the first of the inputs. With one of each, nothing is a
    guess.
    """

    answers: Sequence[int | str]
    inputs: int = 1

    @property
    def kind(self) -> Guessed | None:
        """The thing that is a guess, if there is one."""
        if self.inputs > 1:
            return "input"
        if len(self.answers) > 1:
            return "answer"
        return None

    def mark(self, argument: str) -> str:
        """Return the comment behind an argument of `Example` and its comma."""
        end = "]: check it"
        if self.inputs > 1:
            end = f"], for 1 of {self.inputs} inputs: check it"
        room = LONGEST_ARGUMENT - len(argument) - len(GUESS) - len(end)
        answers = [repr(answer) for answer in self.answers]
        # The last answers are the likely ones, so the first are left out.
        while len(answers) > 2 and len(", ".join(answers)) > room:
            answers[:2] = ["..."]
        return f"  {GUESS}{', '.join(answers)}{end}"


def tests_path(root: str, year: int, day: int) -> str:
    """Return the path of the test module of a day, in the project at `root`."""
    return os.path.join(root, tests_name(year, day))


def tests_name(year: int, day: int) -> str:
    """Return the path of the test module of a day relative to its project, to show to people."""
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def load_day_tests(root: str, year: int, day: int) -> DayTests:
    """Import the test module of a day of the project at `root`, where `tests` is the project's.

    If there is none, the result is empty. Raises the errors of the import, and `TypeError` if
    `EXAMPLES` holds something else than examples, or a wrong one.
    """
    path = tests_path(root, year, day)
    # Not `exists`: a broken link is an error of its day.
    if not os.path.lexists(path):
        return DayTests()
    module = importlib.import_module(f"tests.year{year}.test_day{day:02d}")
    tests = day_tests_in(module)
    with open(path, "rb") as file:
        source = file.read()
    return tests._replace(guesses=guesses_in(source, len(tests.examples)))


def day_tests_in(module: ModuleType) -> DayTests:
    """Return the definitions in an imported test module of a day, without the guesses.

    Raises `TypeError` if `EXAMPLES` holds something else than examples, or a wrong one.
    """
    examples = getattr(module, "EXAMPLES", ())
    # As in `EXAMPLES = Example(...)`, without brackets.
    if not isinstance(examples, list | tuple):
        kind = type(examples).__name__
        raise TypeError(
            f"EXAMPLES is of type {kind}, not a list: write EXAMPLES = [Example(...)]"
        )
    if not all(isinstance(example, Example) for example in examples):
        raise TypeError("EXAMPLES holds something that is not an aoc.Example")
    check_examples(module, examples)
    return DayTests(
        tuple(examples),
        sample=getattr(module, "sample", None),
        small=getattr(module, "small", None),
        valid=getattr(module, "valid", None),
    )


def check_examples(module: ModuleType, examples: Sequence[Example]) -> None:
    """Raise `WrongExampleError` for the first example whose text or answer cannot be one."""
    for number, example in enumerate(examples, 1):
        fault = fault_of(example, number)
        if fault is None:
            continue
        with open(str(module.__file__), "rb") as file:
            calls = example_calls(file.read(), len(examples))
        place = f"example {number}"
        if calls:
            place = f"line {calls[number - 1].lineno}"
        raise WrongExampleError(f"{place}: {fault}")


def fault_of(example: Example, number: int) -> str | None:
    """Return why an example cannot be one, if so; `number` counts from 1."""
    for name, value in (("part1", example.part1), ("part2", example.part2)):
        if value is None or is_answer(value):
            continue
        # `Example` keeps `...`, which a template may leave, as a text.
        shown = value if value == "..." else repr(value)[:60]
        return f"{name}={shown} is no answer: write it, or leave {name} out"
    if not isinstance(example.text, str):
        kind = type(example.text).__name__
        return f"the text of example {number} is {kind}, not str: write it in quotes"
    return None


def doubt_about(guesses: Sequence[Guess]) -> str:
    """Return what is a guess, as the end of a sentence; empty if nothing is."""
    has_answers = any(len(guess.answers) > 1 for guess in guesses)
    has_inputs = any(guess.inputs > 1 for guess in guesses)
    if has_answers and has_inputs:
        return "its input and its answer are guesses: check them"
    if has_inputs:
        return "its input is a guess: check it"
    if has_answers:
        return "its answer is a guess: check it"
    return ""


def guesses_in(
    source: bytes, count: int
) -> dict[int, tuple[Guessed | None, Guessed | None]]:
    """Return what is a guess for parts 1 and 2 of examples, by their numbers from 1.

    `source` is the test module of a day, which has `count` examples.
    """
    # Few tests have guesses, and to import a parser takes longer than to look.
    if GUESS.encode() not in source:
        return {}
    lines = source.splitlines()
    guesses = {}
    for number, call in enumerate(example_calls(source, count), 1):
        arguments = {argument.arg: argument.value for argument in call.keywords}
        guesses[number] = (
            marked_guess(arguments.get("part1"), lines),
            marked_guess(arguments.get("part2"), lines),
        )
    return guesses


def marked_guess(node: ast.expr | None, lines: Sequence[bytes]) -> Guessed | None:
    """Return what is a guess by the mark behind an answer, unless the answer was edited."""
    from ast import literal_eval

    if node is None or node.end_lineno is None:
        return None
    line = lines[node.end_lineno - 1][node.end_col_offset :].decode(errors="replace")
    mark = re.fullmatch(MARK, line)
    if mark is None:
        return None
    try:
        answers = literal_eval(mark[1])
        is_edited = literal_eval(node) != answers[-1]
    except (ValueError, SyntaxError, LookupError):
        # The answer is an expression now, or somebody has edited the mark.
        return None
    if is_edited:
        return None
    return "input" if mark[2] else "answer"


def example_calls(source: bytes, count: int) -> list[ast.Call]:
    """Return the calls that make the examples of a test module, in their order.

    There are none if they are not `count`, as where a function makes some of the examples.
    """
    import ast

    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = ("Example", "aoc.Example", "aoc_days.Example")
    calls = [call for call in calls if ast.unparse(call.func) in names]
    # `walk` goes level by level.
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return calls if len(calls) == count else []
