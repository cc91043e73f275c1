"""The ways to an answer, their outcomes on one input, and how these disagree.

A way is a part, a variant of it, or another solver.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from aoc.model.answers import is_same
from aoc.model.results import ErrorKind, Failure, Result
from aoc.project.project import OWN

LAST_FRAME = re.compile(r'^  File "[^"]+", line (\d+)', re.MULTILINE)


class Way(NamedTuple):
    """One way to an answer: a part or a variant of a solver.

    `part` is `None` for `parse`, which all parts and variants need.
    """

    solver: str
    part: int | None
    variant: str | None = None


class Manner(NamedTuple):
    """The manner of an outcome: two failures of the same manner have the same cause.

    `kind` is `answer`, `nothing`, or the kind of the error; of an exception, there are its type
    and the line of the solver that raised it.
    """

    kind: str
    exception: str = ""
    line: str = ""

    @property
    def is_of_limit(self) -> bool:
        """Whether the way needs more time or memory, or a deeper stack, than it may take."""
        limits = (ErrorKind.TIMEOUT, ErrorKind.MEMORY, ErrorKind.CRASH)
        return self.kind in limits or self.exception == "RecursionError"


ANSWER = Manner("answer")
NOTHING = Manner("nothing")
"""The manners of outcomes that are no failure: an answer, and `None`."""


class WayOutcome(NamedTuple):
    """The outcome of a way on one input; `answer` is the drawing, if the part drew it."""

    manner: Manner
    answer: str | None = None
    error: Failure | None = None


Outcomes = Mapping[Way, WayOutcome]
"""The outcome of each way on one input."""


class Disagreement(NamedTuple):
    """A `way` that differs from an `other` one, or that fails where there is no other."""

    way: Way
    other: Way | None
    manner: Manner


def outcomes_of(results: Iterable[Result], label: str) -> Outcomes:
    """Return the outcome of each way on the input with a label; none if it cannot be an input."""
    outcomes: dict[Way, WayOutcome] = {}
    for result in results:
        error = result.error
        if result.input != label or result.outcome.is_of_parse:
            continue
        if error and error.kind is ErrorKind.INPUT:
            continue
        part = result.part
        if part is None and result.solver != OWN:
            # A plugin answers both parts in one call; if this fails, it is part 1 that does.
            part = 1
        answer = result.outcome.drawing or result.answer
        if error:
            manner = failure_manner(error)
        elif answer is None:
            manner = NOTHING
        else:
            manner = ANSWER
        way = Way(result.solver, part, result.variant)
        outcomes[way] = WayOutcome(manner, answer, error)
    return outcomes


def failure_manner(failure: Failure) -> Manner:
    """Return how a way has failed."""
    if failure.kind not in (ErrorKind.EXCEPTION, ErrorKind.PARSE):
        return Manner(failure.kind)
    exception = "ValueError"
    name = re.match(r"(\w+)(?::|$)", failure.message)
    # Only a `ValueError` of parse has a message without the name, and no traceback.
    if name and failure.traceback:
        exception = name[1]
    lines = LAST_FRAME.findall(failure.traceback or "")
    if not lines or exception == "RecursionError":
        # A `RecursionError` is raised wherever there is no room left.
        return Manner(failure.kind, exception)
    return Manner(failure.kind, exception, lines[-1])


def disagreements(outcomes: Outcomes, solved: Container[Way]) -> list[Disagreement]:
    """Return how ways disagree on an input, part by part; those not in `solved` do not count."""
    parse = Way(OWN, None)
    if parse in outcomes:
        # No part was reached.
        return [Disagreement(parse, None, outcomes[parse].manner)]
    disagreeing = []
    for part in (1, 2):
        ways = [way for way in outcomes if way in solved and way.part == part]
        other = most_agreed(outcomes, ways)
        for way in ways:
            manner = manner_of(outcomes, way, other)
            if manner is None:
                continue
            is_value_error = manner.exception == "ValueError"
            if other is None and is_value_error and manner.kind == ErrorKind.EXCEPTION:
                # Where no way has an answer, this is right: it says that the input has none.
                continue
            disagreeing.append(Disagreement(way, other, manner))
    return disagreeing


def most_agreed(outcomes: Outcomes, ways: Iterable[Way]) -> Way | None:
    """Return the first way of the largest group with the same answer; `None` without an answer."""
    answered = [way for way in ways if outcomes[way].answer is not None]
    best = None
    most = 0
    for way in answered:
        agreeing = [one for one in answered if manner_of(outcomes, one, way) is None]
        if len(agreeing) > most:
            best = way
            most = len(agreeing)
    return best


def manner_of(outcomes: Outcomes, way: Way, other: Way | None) -> Manner | None:
    """Return the manner in which a way disagrees with another, or fails without one.

    `None` if it does not, or if the other way has no answer.
    """
    outcome = outcomes.get(way)
    if outcome is None:
        return None
    if other is None:
        return outcome.manner if outcome.error else None
    expected = outcomes.get(other)
    if expected is None or expected.answer is None:
        return None
    if outcome.answer is not None and is_same(outcome.answer, expected.answer):
        return None
    return outcome.manner
