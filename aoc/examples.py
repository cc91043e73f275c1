"""Published examples, and reading `EXAMPLES` and `sample` out of a day's tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["Example"]


class Example:
    """One published example: an input, and the answers that the puzzle prints for it.

    `text` is the input as the site would serve it. `part1` and `part2` are the answers,
    `None` where the puzzle states none. `name` tells examples apart on screen (by default
    they are numbered), and `params` fills keyword-only parameters of the day's functions.
    """

    __slots__ = ("name", "params", "part1", "part2", "text")

    def __init__(
        self,
        text: str,
        part1: int | str | None = None,
        part2: int | str | None = None,
        name: str | None = None,
        params: Mapping[str, Any] = {},
    ) -> None:
        self.text = text
        self.part1 = part1
        self.part2 = part2
        self.name = name
        self.params = dict(params)
