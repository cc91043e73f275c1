"""Ways to an answer: parts, their variants and other solvers; and on which inputs they disagree."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.answers import is_same
from aoc.model import Failure, Kind, Puzzle, Result, Verdict
from aoc.registry import OWN

__all__ = [
    "ANSWER",
    "NOTHING",
    "Disagreement",
    "Finding",
    "Outcome",
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
    outcomes: Mapping[Way, Outcome]
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


def outcomes_of(results: Iterable[Result]) -> dict[Way, Outcome]:
    """Return what came of each way on one input, from its results."""
    found: dict[Way, Outcome] = {}
    for result in results:
        if result.is_of_parse:
            continue
        outcome = outcome_of(result)
        if result.part is not None:
            found[Way(result.solver, result.part, result.variant)] = outcome
        elif result.solver == OWN:
            found[Way(OWN, 0)] = outcome
        else:  # One call answers both parts.
            found |= {Way(result.solver, part): outcome for part in (1, 2)}
    return found


def outcome_of(result: Result) -> Outcome:
    """Return what a result says."""
    if result.error:
        return Outcome(failure_manner(result.error), None, result.error)
    manner = NOTHING if result.verdict is Verdict.SKIPPED else ANSWER
    return Outcome(manner, result.drawing or result.answer)


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


def disagreements(outcomes: Mapping[Way, Outcome], solved: Container[Way]) -> list[Disagreement]:
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
        other = most_usual(outcomes, answered) if answered else None
        for way in ways:
            manner = manner_of(outcomes, way, other)
            if manner and (other or not manner.startswith(NO_ANSWER)):
                found.append(Disagreement(way, other, manner))
    return found


def most_usual(outcomes: Mapping[Way, Outcome], answered: Sequence[Way]) -> Way:
    """Return the first way of the largest group with the same answer."""
    return max(
        answered,
        key=lambda way: sum(is_equal(outcomes[way], outcomes[one]) for one in answered),
    )


def is_equal(one: Outcome, other: Outcome) -> bool:
    """Return whether two answers are the same."""
    return is_same(one.answer or "", other.answer or "")


def manner_of(outcomes: Mapping[Way, Outcome], way: Way, other: Way | None) -> str | None:
    """Return the manner in which a way disagrees with another, or fails without one.

    `None` if it does not, or if the other way has no answer.
    """
    outcome = outcomes.get(way)
    if outcome is None:
        return None
    if other is None:
        return outcome.manner if outcome.error else None
    base = outcomes.get(other)
    if base is None or base.manner != ANSWER:
        return None
    return None if outcome.manner == ANSWER and is_equal(outcome, base) else outcome.manner
