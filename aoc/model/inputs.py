"""Inputs of a job: their kind, and their text or how it is made."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple, Self

from aoc.model.examples import Guessed


class InputKind(StrEnum):
    """What an input is."""

    EXAMPLES = "examples"
    """All examples in the tests of the day; the worker makes an `EXAMPLE` of each."""
    EXAMPLE = "example"
    PERSONAL = "personal"
    FILE = "file"
    STDIN = "stdin"
    SAMPLE = "sample"
    """Made by `sample` of the tests: of full size."""
    SMALL = "small"
    """Made by `small` of the tests: a little one, perhaps an odd one."""
    CANDIDATE = "candidate"
    """A text that fuzzing has changed or kept: it may be no input of the puzzle any more."""
    ALONE = "alone"
    """The personal input, on which part 2 is called without part 1: a check before sending."""
    PUBLISHED = "published"
    """An example of the puzzle page: a check before sending."""

    @property
    def is_whole(self) -> bool:
        """Whether inputs of this kind are of full size."""
        return self in WHOLE

    @property
    def is_made_up(self) -> bool:
        """Whether the tests of the day make such inputs, from a seed."""
        return self in (InputKind.SAMPLE, InputKind.SMALL)

    @property
    def is_check(self) -> bool:
        """Whether such inputs only check an answer before it is sent, and are not shown."""
        return self in (InputKind.ALONE, InputKind.PUBLISHED)


WHOLE = (InputKind.PERSONAL, InputKind.SAMPLE, InputKind.FILE, InputKind.STDIN)


class Input(NamedTuple):
    """An input of a job: its text, or the seed that it is made from.

    `label` is its name on screen. `expected` has the answers to parts 1 and 2 that are known.
    No solver may see an input with a `problem`. An `optional` one is left out where the tests
    cannot make it. `first_example` is the text of the first published example, for a script
    whose file of it is missing. An example itself is for some `parts`, with its `params`, and
    `guesses` has what is a guess for parts 1 and 2.
    """

    kind: InputKind
    label: str = ""
    text: str | None = None
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False
    problem: str = ""
    first_example: str | None = None
    parts: tuple[int, ...] = (1, 2)
    params: tuple[tuple[str, Any], ...] = ()
    guesses: tuple[Guessed | None, Guessed | None] = (None, None)

    @property
    def is_to_make(self) -> bool:
        """Whether the tests of the day have still to make the text."""
        return self.kind.is_made_up and self.text is None and not self.problem

    @property
    def needs_tests(self) -> bool:
        """Whether the input, or whether it is one, depends on the tests of the day."""
        if self.problem:
            return False
        # A script may have an empty text; the tests make a text that is not there, and say of a
        # candidate whether it is one.
        return self.text is None or self.kind is InputKind.CANDIDATE

    @property
    def digest(self) -> str | None:
        """The digest of the text, where it is known."""
        if self.text is None or self.kind is InputKind.CANDIDATE:
            # Fuzzing makes thousands of candidates, and nobody looks one up.
            return None
        from aoc.model.input_text import digest_of

        return digest_of(self.text)

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> Self:
        """Return the input that came as JSON by name. Raises `KeyError` or `TypeError`."""
        typed = {
            "kind": InputKind(fields["kind"]),
            "expected": tuple(fields["expected"]),
            "parts": tuple(fields["parts"]),
            "params": tuple((name, value) for name, value in fields["params"]),
            "guesses": tuple(fields["guesses"]),
        }
        return cls(**(fields | typed))
