"""Published examples: an input, and the answers that the puzzle prints for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

Guessed = Literal["answer", "input"]
"""What of an example is a guess: its answer alone, or its input, and so perhaps its answer too."""


class Example:
    """One published example: an input, and the answers that the puzzle prints for it.

    `text` is the input as the site would serve it. `part1` and `part2` are the answers, `None`
    if the puzzle prints none. `name` is shown on screen in place of a number. `params` are
    values for keyword-only parameters of the functions of the day. Raises `TypeError` for a wrong
    call. An example is not changed once it is made.
    """

    # A plain class: a tuple would equal a bare one, and `dataclasses` takes long to import.
    __slots__ = ("name", "params", "part1", "part2", "text")

    def __init__(
        self,
        text: str,
        part1: int | str | None = None,
        part2: int | str | None = None,
        name: str | None = None,
        params: Mapping[str, Any] = {},
    ) -> None:
        if is_unwritten(text):
            raise TypeError(
                "Example(...) has no text: write the input of the example in quotes"
            )
        self.text = text
        # A template may leave `part2=...`: `check_examples` then says in which line.
        self.part1 = "..." if is_unwritten(part1) else part1
        self.part2 = "..." if is_unwritten(part2) else part2
        self.name = name
        self.params = params

    def __repr__(self) -> str:
        fields = ", ".join(
            f"{name}={value!r}" for name, value in self._fields().items()
        )
        return f"Example({fields})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Example) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.text, self.part1, self.part2, self.name))

    def _fields(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "part1": self.part1,
            "part2": self.part2,
            "name": self.name,
            "params": self.params,
        }

    def label(self, number: int) -> str:
        """Return the name of the example on screen; `number` counts from 1."""
        return self.name or f"example {number}"

    def expected(self, part: int) -> str | None:
        """Return the printed answer of a part as it would be submitted."""
        answer = self.part1 if part == 1 else self.part2
        if answer is None:
            return None
        from aoc.model.answers import answer_text

        text = answer_text(answer, f"part{part}")
        if text is None:
            # It is no answer: `check_examples` says so.
            return str(answer)
        return text.strip("\n")

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts that the example is for: those with an answer, or both if none has."""
        answered = tuple(part for part in (1, 2) if self.expected(part) is not None)
        return answered or (1, 2)


def is_unwritten(value: object) -> bool:
    """Return whether a value of an example is `...`, as a template may have it."""
    return value is ...
