"""The update of tests after part 1 is solved: answers of part 2 that are certain are added."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from aoc.files import overwrite
from aoc.model import Example, Puzzle, tests_path
from aoc.project import shown_path
from aoc.scaffold.examples_parser import (
    ExampleCall,
    ExamplesList,
    UnclearSourceError,
    parse_examples_list,
)
from aoc.scaffold.examples_writer import value_source
from aoc.scaffold.part2_update import Update, add_part2, read_source
from aoc.site.pages import find_examples, is_certain
from aoc.text import plain


class CertainUpdate(NamedTuple):
    """What was added to the tests at `path`, as seen from here, in words; maybe nothing.

    `is_complete` means that the puzzle page has nothing else to add.
    """

    path: str
    added: tuple[str, ...]
    is_complete: bool


def add_certain_answers(root: str, puzzle: Puzzle, html: str) -> CertainUpdate | None:
    """Add the answers of part 2 on a puzzle page to the examples in the tests of a day.

    An answer is added if the page has one value for the text of its example and leaves no doubt
    about it, and the tests have one example with that text, without an answer of part 2. Returns
    `None` if there are no tests, or nothing to add to them. Raises `UsageError` if the tests
    cannot be read or written.
    """
    path = tests_path(root, *puzzle)
    shown = shown_path(path)
    found = [example for example in find_examples(html) if example.part2 is not None]
    if not found or not os.path.exists(path):
        return None
    source = read_source(path)
    try:
        old = parse_examples_list(source)
        missing = [example for example in found if not has_answers(old, example, found)]
        if not missing:
            return None
        certain = [e for e in missing if has_one_place(old, e, found) and is_certain(html, e)]
        made = add_part2(source, certain, certain) if certain else Update(source)
    except UnclearSourceError:
        return CertainUpdate(shown, (), is_complete=False)
    if made.source != source:
        overwrite(path, made.source)
    added = [f"part2={value_source(e.part2)} to {label_of(old, e)}" for e in certain]
    added += [f"the line `{made.imported}`"] if made.imported else []
    return CertainUpdate(shown, tuple(added), len(certain) == len(missing))


def has_answers(old: ExamplesList, example: Example, found: Sequence[Example]) -> bool:
    """Return whether the tests have answers of part 2 for all examples with this text."""
    answered = [call for _, call in calls_with(old, example) if call.has_part2]
    return len(answered) >= count_text(found, example)


def has_one_place(old: ExamplesList, example: Example, found: Sequence[Example]) -> bool:
    """Return whether only one example of the page and one of the tests have this text."""
    return len(calls_with(old, example)) == count_text(found, example) == 1


def count_text(found: Sequence[Example], example: Example) -> int:
    """Return how many examples of the page have the same text."""
    return sum(plain(other.text) == plain(example.text) for other in found)


def calls_with(old: ExamplesList, example: Example) -> list[tuple[int, ExampleCall]]:
    """Return the examples of the tests that have the text of one, with their numbers from 1."""
    text = plain(example.text)
    return [(number, call) for number, call in enumerate(old.calls, 1) if call.text == text]


def label_of(old: ExamplesList, example: Example) -> str:
    """Return what a run calls the example of the tests that has the text of one."""
    [(number, call)] = calls_with(old, example)
    return example._replace(name=call.name).label(number)
