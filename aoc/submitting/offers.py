"""What the results of a run offer to hand in, and what speaks against it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from aoc.results import Result
from aoc.submitting.outcome import Offer, Offers

__all__ = ["read_offers"]


def read_offers(
    results: Sequence[Result], user: str, labels: Collection[str], problem: str = ""
) -> Offers:
    """Give the answers that the results of one puzzle hold for an account, by part.

    `labels` are those of inputs that are no examples; `problem` is what speaks against every
    answer from the outset. Variants have no say: they are other ways to the same answer.
    """
    plain = [result for result in results if result.variant is None]
    return {part: read_offer(plain, part, user, labels, problem) for part in (1, 2)}


def read_offer(
    results: Sequence[Result], part: int, user: str, labels: Collection[str], problem: str
) -> Offer:
    """Give the answer to one part."""
    about = [result for result in results if result.part in (part, None)]
    own = [result for result in about if result.input in (user, None)]
    answers = list(dict.fromkeys(r.answer for r in own if r.answer is not None))
    if any(result.error for result in own):
        return Offer(None, f"part {part} fails")
    if not answers:
        return Offer(None)
    if len(answers) > 1:
        return Offer(None, f"the solvers disagree: {', '.join(answers)}")
    if "\n" in answers[0]:
        return Offer(None, "its letters cannot be read: give them with `aoc submit --answer`")
    if any(result.bad for result in about if result.input not in labels):
        return Offer(answers[0], f"an example of part {part} fails")
    return Offer(answers[0], problem)
