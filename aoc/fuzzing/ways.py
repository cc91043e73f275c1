"""Ways to an answer: parts, their variants and other solvers; and on which inputs they disagree."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from aoc.answers import is_same
from aoc.model import Failure, Kind, Puzzle, Result, Verdict
from aoc.project import OWN

__all__ = [
    "ANSWER",
    "NOTHING",
    "Disagreement",
    "Finding",
    "Outcome",
    "Outcomes",
    "Way",
    "disagreements",
    "manner_of",
    "outcomes_of",
]

ANSWER, NOTHING = "answer", "nothing"
"""The manners of outcomes that are no failure: an answer, and `None`."""
LAST_FRAME = re.compile(r'^  File "[^"]+", line (\d+)', re.MULTILINE)
NO_ANSWER = "exception ValueError"
"""How the manner begins in which a part says that an input has no answer."""
DEEP = "RecursionError"
"""An exception that is raised wherever there is no room left."""


class Way(NamedTuple):
    """One way to an answer; `parse`, which all parts and variants need, is part 0."""

    solver: str
    part: int
    variant: str | None = None


class Outcome(NamedTuple):
    """What came of a way on one input.

    `manner` is `answer`, `nothing`, or how it failed: the kind of the error and, of an exception,
    its type and the line that raised it. `answer` is what was drawn, if the part drew it.
    """

    manner: str
    answer: str | None = None
    error: Failure | None = None


Outcomes = Mapping[Way, Outcome]
"""What came of each way on one input."""


class Disagreement(NamedTuple):
    """A way that differs from an `other` one, or that fails where there is no other.

    The `manner` is that of the way.
    """

    way: Way
    other: Way | None
    manner: str


class Finding(NamedTuple):
    """A disagreement of ways, and what they made of the text that shows it.

    `label` is the input on which it was found, of `length` characters; `text` the smallest one by
    now. `repeats` says whether it showed again, alone in a fresh process, and `is_kept` whether it
    was found earlier, and its input kept. `note` is why the text was not made smaller.
    """

    puzzle: Puzzle
    title: str | None
    label: str
    disagreement: Disagreement
    outcomes: Outcomes
    text: str
    length: int
    is_kept: bool = False
    repeats: bool = True
    note: str | None = None

    @property
    def ways(self) -> list[Way]:
        """The ways that disagree: the other one first, if there is one."""
        way, other, _ = self.disagreement
        return [way] if other is None else [other, way]


def outcomes_of(results: Iterable[Result], label: str) -> Outcomes:
    """Return what came of each way on the input with a label; nothing if it cannot be one.

    A plugin answers both parts in one call; if this fails, it is part 1 that does.
    """
    found: dict[Way, Outcome] = {}
    for result in results:
        error = result.error
        if result.input != label or result.is_of_parse or (error and error.kind is Kind.INPUT):
            continue
        manner = NOTHING if result.verdict is Verdict.SKIPPED else ANSWER
        way = Way(result.solver, result.part or int(result.solver != OWN), result.variant)
        answer = result.drawing or result.answer
        found[way] = Outcome(failure_manner(error) if error else manner, answer, error)
    return found


def failure_manner(failure: Failure) -> str:
    """Return how a way has failed: two failures of the same manner have the same cause."""
    if failure.kind not in (Kind.EXCEPTION, Kind.PARSE):
        return str(failure.kind)
    # Only a `ValueError` of parse is without its name.
    name = re.match(r"(\w+)(?::|$)", failure.message)
    kind = name[1] if name and failure.traceback else "ValueError"
    lines = LAST_FRAME.findall(failure.traceback or "")
    place = f" in line {lines[-1]}" if lines and kind != DEEP else ""
    return f"{failure.kind} {kind}{place}"


def disagreements(outcomes: Outcomes, solved: Container[Way]) -> list[Disagreement]:
    """Return how ways disagree on an input, part by part; those not in `solved` do not count.

    Every way is compared with the first one of the largest group with the same answer. Where there
    is none, a `ValueError` is right: it says that the input has no answer.
    """
    refused = outcomes.get(Way(OWN, 0))
    if refused:
        return [Disagreement(Way(OWN, 0), None, refused.manner)]
    found = []
    for part in (1, 2):
        ways = [way for way in outcomes if way in solved and way.part == part]
        answered = [way for way in ways if outcomes[way].manner == ANSWER]
        equal = {
            way: sum(manner_of(outcomes, one, way) is None for one in answered) for way in answered
        }
        other = max(answered, key=equal.__getitem__, default=None)
        for way in ways:
            manner = manner_of(outcomes, way, other)
            if manner and (other or not manner.startswith(NO_ANSWER)):
                found.append(Disagreement(way, other, manner))
    return found


def manner_of(outcomes: Outcomes, way: Way, other: Way | None) -> str | None:
    """Return the manner in which a way disagrees with another, or fails without one.

    `None` if it does not, or if the other way has no answer.
    """
    outcome, base = outcomes.get(way), outcomes.get(other) if other else None
    if outcome is None or (other and (base is None or base.manner != ANSWER)):
        return None
    if base is None:
        return outcome.manner if outcome.error else None
    is_equal = outcome.manner == ANSWER and is_same(outcome.answer or "", base.answer or "")
    return None if is_equal else outcome.manner
