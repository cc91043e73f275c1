"""Sentences after a run: missing inputs, days that failed, what became of a submission."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from textwrap import shorten

from aoc.files import shown_path
from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle
from aoc.project.day_tests import tests_path
from aoc.project.project import Project
from aoc.render.countdown import wait_text
from aoc.running.inputs import Inputs
from aoc.site.accounts import few_of
from aoc.submitting.ledger import Attempt
from aoc.submitting.replies import AnswerStatus

WAITS = "`aoc submit --wait` waits"
"""The next step where the site accepts an answer later."""
LONGEST_REPLY = 200
"""Characters of an unknown reply of the site that are shown."""


def input_notes(
    inputs: Inputs,
    puzzles: Sequence[Puzzle],
    ran: Mapping[Puzzle, Collection[str | None]],
    part: int | None = None,
) -> list[str]:
    """Return the sentences about the missing inputs of a run, after the run.

    `puzzles` are all that were to be run, `ran` those that were, with the kinds of their inputs;
    `part` is the only part that was, if there was only one. They do not say why an input could not
    be fetched.
    """
    notes = []
    substituted = []
    ways = []
    for puzzle in puzzles:
        if puzzle not in inputs.without_input or puzzle not in ran:
            continue
        # If every result is an error of the whole day, that error is enough.
        if InputKind.SAMPLE in ran[puzzle]:
            ways.append("on a sample")
        elif InputKind.EXAMPLE in ran[puzzle]:
            ways.append("on the examples alone")
        else:
            continue
        substituted.append(puzzle)
    if substituted:
        how = ", or ".join(sorted(set(ways)))
        notes.append(
            f"no session token and no cached input, so {names_of(substituted)} ran {how}: "
            f"{own_input_remedy(inputs.project, min(substituted))}"
        )
    # Why an input could not be fetched was said as an error.
    told = {puzzle for puzzle, _ in inputs.missing}
    untold = [puzzle for puzzle in puzzles if puzzle not in ran and puzzle not in told]
    if untold:
        notes.append(nothing_text(inputs, untold, part))
    return notes


def names_of(puzzles: Iterable[Puzzle]) -> str:
    """Return the names of puzzles for a message."""
    return few_of(str(puzzle) for puzzle in puzzles)


def nothing_text(inputs: Inputs, puzzles: Sequence[Puzzle], part: int | None = None) -> str:
    """Return that puzzles have no input, and the next step for the first of them."""
    puzzle = puzzles[0]
    path = tests_path(inputs.project.root, *puzzle)
    adds = f"`aoc new {puzzle}` adds"
    if os.path.exists(path):
        adds = f"`aoc new {puzzle} --update` adds"
    remedy = f"{adds} those of the puzzle page to {shown_path(path)}"
    lacks = "no example"
    if not inputs.choice.examples:
        lacks = "no input"
        own_input = own_input_remedy(inputs.project, puzzle)
        remedy = f"{own_input}; for the examples, {remedy}"
    of_part = f"part {part} of " if part else ""
    return f"there is {lacks} for {of_part}{names_of(puzzles)}: {remedy}"


def own_input_remedy(project: Project, puzzle: Puzzle) -> str:
    """Return how to get the input of a puzzle, with an account or without."""
    path = shown_path(project.input_path(puzzle))
    return f"for your own input, log in with `aoc login`, or save it as {path}"


def outcome_text(outcome: Attempt) -> str:
    """Return one line with the status of an answer, and the next step."""
    status = outcome.status
    subject = f"{outcome.puzzle} part {outcome.part}"
    if outcome.answer:
        subject += f": {outcome.answer}"
    next_steps = []
    if outcome.wait_seconds:
        when = wait_text(outcome.wait_seconds)
        next_steps.append(f"the site accepts the next answer {when}")
    if not status.is_sent:
        why = outcome.message
        if status is AnswerStatus.WAIT:
            why = "; ".join([*next_steps, WAITS])
        return f"{subject} was not sent: {why}"
    if status is AnswerStatus.TOO_SOON:
        has_waited = outcome.tries > 1
        next_steps.append("try again later" if has_waited else WAITS)
    text = f"{subject} {verdict_text(outcome)}"
    if next_steps:
        text = f"{text}. {' '.join(map(sentence, next_steps))}"
    return f"{text}{sent_text(outcome)}"


def lost_text(outcome: Attempt) -> str:
    """Return what became of an answer whose verdict was lost."""
    subject = f"{outcome.puzzle} part {outcome.part}: {outcome.answer}"
    return f"{subject} {outcome.message}{sent_text(outcome)}"


def sent_text(outcome: Attempt) -> str:
    """Return when an answer was sent: a wait may have been before it, or another command."""
    return time.strftime(" (sent at %H:%M:%S)", time.localtime(outcome.sent_at))


def verdict_text(outcome: Attempt) -> str:
    """Return what became of an answer that was sent, as the end of a sentence."""
    reply = shorten(outcome.message, LONGEST_REPLY, placeholder="...")
    texts = {
        AnswerStatus.RIGHT: "is right!",
        AnswerStatus.TOO_HIGH: "is too high",
        AnswerStatus.TOO_LOW: "is too low",
        AnswerStatus.SOMEONE_ELSES: "is wrong. It is right for someone else: `aoc login --list` "
        "shows which account this is",
        AnswerStatus.TOO_SOON: "was not checked",
        AnswerStatus.WRONG_PART: "was not checked: the site says that this part is not open",
        AnswerStatus.LOST: f"was sent, but {outcome.message}",
        AnswerStatus.UNKNOWN: "was sent, but the site sent a text that aoc does not know: "
        f"{reply!r}. The puzzle page shows whether it was right",
    }
    return texts.get(outcome.status, "is wrong")


def sentence(clause: str) -> str:
    """Return a clause as a sentence, with a capital letter and a full stop."""
    return f"{clause[0].upper()}{clause[1:]}."


def part2_text(puzzle: Puzzle) -> str:
    """Return the next step after part 1."""
    url = f"{puzzle.url}#part2"
    # The last day has no second puzzle.
    if puzzle.is_last:
        return f"The last star of {puzzle.year} comes with all the others: see {url}"
    return f"Part 2 is open: {url}"


def days_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the names of days, with each year once, as in `2020/01, 07; 2021/02`."""
    days_by_year: dict[int, list[str]] = {}
    for year, day in sorted(puzzles):
        days_by_year.setdefault(year, []).append(f"{day:02d}")
    years = [f"{year}/{', '.join(days)}" for year, days in days_by_year.items()]
    return "; ".join(years)
