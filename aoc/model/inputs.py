"""Inputs of a job: their text, or how they are made."""

from __future__ import annotations

from typing import (
    Any,
)

from aoc.model.examples import Guessed
from aoc.model.values import Value

WHOLE = ("personal", "sample", "file", "stdin")
"""The kinds of inputs of full size."""


ALONE, PUBLISHED = CHECKS = ("alone", "published")
"""The kinds of inputs that are run only to check an answer before it is sent: the personal one, for
part 2 without part 1, and an example of the puzzle page. Their results are not shown."""


class Input(Value):
    """An input of a job: its text, or its kind and seed if it has to be made.

    `kind` is `personal`, `file` or `stdin`, with the answers that are known; `examples`; `sample`
    or `small`, made up from `seed`, with a `text` once it is made; one of the `CHECKS`; or
    `candidate`, a text that may be no input at all. No solver may see an input with a `problem`. An
    `optional` one is left out where the tests cannot make it. `example` is the text of the first
    published example, for a script whose file of it is missing. An `example` itself is for some
    `parts`, with its `params`, and `guesses` has what is a guess for parts 1 and 2.
    """

    kind: str
    label: str = ""
    text: str | None = None
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False
    problem: str = ""
    example: str | None = None
    parts: tuple[int, ...] = (1, 2)
    params: tuple[tuple[str, Any], ...] = ()
    guesses: tuple[Guessed | None, Guessed | None] = (None, None)

    @property
    def needs_tests(self) -> bool:
        """Whether the input, or whether it is one, depends on the tests of the day."""
        return not self.problem and (self.text is None or self.kind == "candidate")

    @property
    def digest(self) -> str | None:
        """The digest of the text, where it is known."""
        if self.text is None or self.kind == "candidate":
            return None
        from aoc.model.input_text import digest_of

        return digest_of(self.text)
