"""Guesses: answers in the tests of a day that its puzzle page does not name for certain.

Whoever writes a guess into the tests marks it on its own line, with the answers that it is one of:

    part1=42,  # guess of [7, 13, 42], for 1 of 2 inputs: check it

It is a guess until somebody edits this line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from aoc.model.examples import Guessed
from aoc.project.day_tests import GUESS

MARK = re.compile(r",\s*# guess of (\[.*\])(, for 1 of \d+ inputs)?: check it\s*")
"""What follows an answer that is a guess, to the end of the line."""
LONGEST = 88
"""Characters of an argument and its mark, so that the line has 100 at most."""


class Guess(NamedTuple):
    """The answers that the page may mean, the last of which is taken, and the number of inputs.

    The first of the inputs is taken. With one of each, nothing is a guess.
    """

    answers: Sequence[int | str]
    inputs: int = 1

    @property
    def kind(self) -> Guessed | None:
        """What is a guess, if anything is."""
        if self.inputs > 1:
            return "input"
        return "answer" if len(self.answers) > 1 else None

    def mark(self, argument: str) -> str:
        """Return the comment behind an argument of `Example` and its comma.

        Of too many answers, the last ones are in it, which are the likely ones.
        """
        end = (
            f"], for 1 of {self.inputs} inputs: check it"
            if self.inputs > 1
            else "]: check it"
        )
        answers = [repr(answer) for answer in self.answers]
        room = LONGEST - len(argument) - len(GUESS) - len(end)
        while len(answers) > 2 and len(", ".join(answers)) > room:
            answers = ["...", *answers[2:]]
        return f"  {GUESS.decode()}{', '.join(answers)}{end}"


def doubt_about(guesses: Sequence[Guess]) -> str:
    """Return what is a guess, as the end of a sentence; empty if nothing is."""
    has_answers = any(len(guess.answers) > 1 for guess in guesses)
    has_inputs = any(guess.inputs > 1 for guess in guesses)
    if has_answers and has_inputs:
        return "its input and its answer are guesses: check them"
    if has_answers or has_inputs:
        return f"its {'input' if has_inputs else 'answer'} is a guess: check it"
    return ""


def guesses_in(
    source: bytes, count: int
) -> dict[int, tuple[Guessed | None, Guessed | None]]:
    """Return what is marked as a guess for parts 1 and 2 of examples, by their numbers from 1.

    `source` is that of the test module of a day, which has `count` examples.
    """
    if GUESS not in source:
        return {}
    lines = source.splitlines()
    found = {}
    for number, call in enumerate(example_calls(source, count), 1):
        arguments = {argument.arg: argument.value for argument in call.keywords}
        first, second = (
            marked(arguments.get(part), lines) for part in ("part1", "part2")
        )
        found[number] = first, second
    return found


def marked(node: ast.expr | None, lines: Sequence[bytes]) -> Guessed | None:
    """Return what is a guess by the mark behind an answer, unless the answer was edited."""
    if node is None or node.end_lineno is None:
        return None
    line = lines[node.end_lineno - 1][node.end_col_offset :].decode(errors="replace")
    mark = MARK.fullmatch(line)
    if mark is None:
        return None
    with suppress(ValueError, SyntaxError, LookupError):
        if ast.literal_eval(node) == ast.literal_eval(mark[1])[-1]:
            return "input" if mark[2] else "answer"
    return None


def example_calls(source: bytes, count: int) -> list[ast.Call]:
    """Return the calls that make the examples of a test module, in their order.

    There are none if they are not `count`, as where a function makes some of the examples.
    """
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    calls = [
        call for call in calls if ast.unparse(call.func) in ("Example", "aoc.Example")
    ]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return calls if len(calls) == count else []
