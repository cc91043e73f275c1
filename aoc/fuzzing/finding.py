"""What fuzzing found: a disagreement, and the smallest texts on which it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aoc.fuzzing.trials import Case
from aoc.fuzzing.ways import Disagreement, Outcome, Way
from aoc.puzzles import Puzzle

__all__ = ["Finding"]


class Finding(NamedTuple):
    """A disagreement of ways, and what they made of the text that shows it.

    `label` is the input on which it was found, of `length` characters. `texts` are the smallest
    ones: the ways disagree on the last, and several only if it shows after the others, in the same
    process; none if they are not known. `repeats` says whether it showed again in a fresh process,
    and `is_kept` whether it was found earlier, and its input kept. `note` is why the text was not
    made smaller; `is_refused` if that is because `valid` in the tests does not allow it.
    `needs_others` says that it shows only if all other ways run as well.
    """

    puzzle: Puzzle
    title: str | None
    label: str
    disagreement: Disagreement
    outcomes: Mapping[Way, Outcome]
    texts: Case
    length: int
    repeats: bool = True
    is_kept: bool = False
    note: str | None = None
    is_refused: bool = False
    needs_others: bool = False

    @property
    def ways(self) -> list[Way]:
        """The ways that disagree: the other one first, if there is one."""
        way, other, _ = self.disagreement
        return [way] if other is None else [other, way]

    @property
    def is_worth_keeping(self) -> bool:
        """Whether the texts are known, and may show it again."""
        return bool(self.texts) and self.repeats and not self.is_refused
