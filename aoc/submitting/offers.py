"""The answers in the results of a run that can be submitted, and the reasons not to do so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aoc.answers import is_drawing, lacking
from aoc.project_inputs import LABEL, is_project_input
from aoc.puzzles import Puzzle
from aoc.results import Result
from aoc.submitting.outcome import Status

__all__ = ["Offer", "Offers", "read_offers"]


class Offer(NamedTuple):
    """An answer that can be submitted.

    `problem` is a reason not to submit it, or the reason why there is no answer. `doubt` is the
    status of an answer that is not submitted for that reason.
    """

    answer: str | None
    problem: str = ""
    doubt: Status = Status.EXAMPLES


Offers = Mapping[int, Offer]
"""The offers for a puzzle by part."""


def read_offers(results: Sequence[Result], user: str, problem: str = "") -> Offers:
    """Return the answers to a puzzle for an account by part.

    `results` are all of that puzzle. `problem` is a reason against every answer. Results of
    variants are ignored, because a variant is another way to the same answer. The answers to a file
    of the project are doubtful: the file may be the input of another account.
    """
    plain = [result for result in results if result.variant is None]
    file = next((result.input for result in plain if is_project_input(result.input)), None)
    offers = {part: read_offer(plain, part, file or user, problem) for part in (1, 2)}
    if file is None:
        return offers
    day = Puzzle(plain[0].year, plain[0].day)
    doubt = (
        f"{file.removeprefix(LABEL)} may be the input of another account: fetch yours with "
        f"`aoc fetch {day}`"
    )
    return {
        part: Offer(offer.answer, doubt, Status.OTHER_INPUT) if offer.answer else offer
        for part, offer in offers.items()
    }


def read_offer(results: Sequence[Result], part: int, user: str, problem: str) -> Offer:
    """Return the answer to one part."""
    about = [result for result in results if result.part in (part, None)]
    own = [result for result in about if result.input in (user, None)]
    answers = list(dict.fromkeys(r.answer for r in own if r.answer is not None))
    if any(result.error for result in own):
        return Offer(None, f"part {part} fails")
    if not answers:
        return Offer(None)
    if len(answers) > 1:
        return Offer(None, f"the solvers disagree: {', '.join(answers)}")
    if is_drawing(answers[0]):
        return Offer(None, "its letters cannot be read: send them with `aoc submit --answer`")
    needed = lacking(answers[0])
    if needed:  # a solver can change what its worker reports
        return Offer(None, f"part {part} has to return {needed}")
    answer = answers[0].strip()
    if any(result.bad for result in about if not result.whole):
        return Offer(answer, f"an example of part {part} fails")
    return Offer(answer, problem)
