"""Published examples: an input, and the answers that the puzzle prints for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import (
    Any,
    Literal,
    Self,
)

from aoc.model.values import Value


class Example(Value):
    """One published example: an input, and the answers that the puzzle prints for it.

    `text` is the input as the site would serve it. `part1` and `part2` are the answers, `None`
    if the puzzle prints none. `name` is shown on screen in place of a number. `params` are
    values for keyword-only parameters of the functions of the day.
    """

    text: str
    part1: int | str | None = None
    part2: int | str | None = None
    name: str | None = None
    params: Mapping[str, Any] = {}

    def __new__(cls, *items: Any, **named: Any) -> Self:  # noqa: D102
        text = items[0] if items else named.get("text")
        if text is ...:
            raise TypeError(
                "Example(...) has no text: write the input of the example in quotes"
            )
        # A template may leave `part2=...`: `check_examples` then says in which line.
        items = tuple("..." if item is ... else item for item in items)
        named |= {name: "..." for name in ("part1", "part2") if named.get(name) is ...}
        return super().__new__(cls, *items, **named)

    def label(self, number: int) -> str:
        """Return the name of the example on screen; `number` counts from 1."""
        return self.name or f"example {number}"

    def expected(self, part: int) -> str | None:
        """Return the printed answer of a part as it would be submitted."""
        answer = self.part1 if part == 1 else self.part2
        if answer is None:
            return None
        from aoc.model.answers import answer_text

        # `check_examples` says of what is no answer that it is none.
        text = answer_text(answer, f"part{part}")
        return str(answer) if text is None else text.strip("\n")

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts that the example is for: those with an answer, or both if none has."""
        answered = tuple(part for part in (1, 2) if self.expected(part) is not None)
        return answered or (1, 2)


Guessed = Literal["answer", "input"]
"""What of an example is a guess: its answer alone, or its input, and so perhaps its answer too."""
