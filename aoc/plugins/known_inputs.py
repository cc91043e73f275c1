"""The inputs with known answers of a day: its examples, and your own in aocd's cache."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from aoc.examples import Example
from aoc.input_check import RefusedTextError, plain
from aoc.puzzles import Puzzle
from aoc.site.cache import Cache

__all__ = ["KnownInput", "known_examples", "labelled", "personal_inputs"]

OWN_INPUT = "my-input"
NOT_IN_LABELS = re.compile(r"[^\w.,+=-]+")
"""What may stand in the name of an example, but would get in the way in that of a test."""


class KnownInput(NamedTuple):
    """An input, the known answers of both parts, and the line of the test module to show for it."""

    label: str
    text: str
    expected: tuple[str | None, str | None]
    line: int
    params: Mapping[str, Any] = {}


def labelled(inputs: Sequence[KnownInput], reserved: Sequence[str]) -> list[KnownInput]:
    """Return inputs with labels that fit into a command line, each unlike all others.

    No two differ in upper and lower case alone, and none is one of the `reserved` names.
    """
    taken = {name.casefold() for name in reserved}
    found = []
    for number, known in enumerate(inputs, 1):
        label = wanted = NOT_IN_LABELS.sub("-", known.label).strip("-") or f"example-{number}"
        while label.casefold() in taken:
            label = f"{wanted}-{number}"
            number += 1
        taken.add(label.casefold())
        found.append(known._replace(label=label))
    return found


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
            if not any(isinstance(name, ast.Name) and name.id == "EXAMPLES" for name in targets):
                continue
            shown = statement.value.elts if isinstance(statement.value, ast.List) else []
            if len(shown) == count and not any(isinstance(one, ast.Starred) for one in shown):
                return [one.lineno for one in shown]
            return [statement.lineno] * count
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
        if expected == (None, None):
            continue
        try:
            text = cache.read_input(user, puzzle)
        except (OSError, RefusedTextError):
            continue
        if text is not None:
            name = user.partition(".")[2].rpartition(".")[0]
            label = OWN_INPUT if len(users) == 1 else f"{OWN_INPUT}-{name}"
            yield KnownInput(label, text, expected, 1)
