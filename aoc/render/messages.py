"""Sentences about a missing input, and about submitting: the outcome, the wait, part 2."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import ceil
from textwrap import shorten
from typing import TYPE_CHECKING, TextIO

from aoc.files import shown_path
from aoc.model.hints import OPTION_HINTS, Hints
from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle, local_time, now
from aoc.project.day_tests import tests_path
from aoc.project.project import Project
from aoc.project.settings import is_elsewhere
from aoc.render.format import counted
from aoc.render.screen import Screen
from aoc.render.terminal import print_message
from aoc.running.inputs import Inputs
from aoc.site.accounts import few_of
from aoc.submitting.ledger import Attempt
from aoc.submitting.replies import AnswerStatus
from aoc.text import printable

if TYPE_CHECKING:
    from aoc.project.survey import Survey

HOUR = 60 * 60


def input_notes(
    inputs: Inputs,
    puzzles: Sequence[Puzzle],
    ran: Mapping[Puzzle, Collection[str | None]],
    part: int | None = None,
    hints: Hints = OPTION_HINTS,
) -> list[str]:
    """Return the sentences about the missing inputs of a run, after the run.

    `puzzles` are all that were to be run, `ran` those that were, with the kinds of their inputs;
    `part` is the only part that was, if there was only one. They do not say why an input could not
    be fetched.
    """
    locked = [inputs.locked[puzzle] for puzzle in puzzles if puzzle in inputs.locked]
    puzzles = [puzzle for puzzle in puzzles if puzzle not in inputs.locked]
    without = [
        puzzle for puzzle in puzzles if puzzle in inputs.without_input and puzzle in ran
    ]
    sampled = [puzzle for puzzle in without if InputKind.SAMPLE in ran[puzzle]]
    # If every result is an error of the whole day, that error is enough.
    bare = [
        p
        for p in without
        if InputKind.SAMPLE not in ran[p] and InputKind.EXAMPLE in ran[p]
    ]
    ran_on = []
    if sampled:
        ran_on.append(f"{few_of(map(str, sampled))} ran on a made-up input (sample 0)")
    if bare:
        ran_on.append(f"only the examples of {few_of(map(str, bare))} were run")
    notes = []
    for lock in dict.fromkeys(lock for _, lock in locked):
        names = [name for name, other in locked if other == lock]
        notes.append(
            f"{few_of(names)} {lock if len(names) == 1 else lock.replace('is', 'are', 1)}"
        )
    if ran_on:
        why = f"no session token and no cached input, so {', and '.join(ran_on)}"
        notes.append(f"{why}: {own_input_remedy(inputs.project, min(sampled + bare))}")
    missing = {puzzle for puzzle, _ in inputs.missing}
    if nothing := [p for p in puzzles if p not in ran and p not in missing]:
        notes.append(nothing_text(inputs, nothing, part, hints))
    return notes


def nothing_text(
    inputs: Inputs,
    puzzles: Sequence[Puzzle],
    part: int | None = None,
    hints: Hints = OPTION_HINTS,
) -> str:
    """Return that puzzles have no input, and the next step for the first of them."""
    puzzle = puzzles[0]
    path = tests_path(inputs.project.root, *puzzle)
    adds = f"`aoc new {puzzle}` adds"
    if os.path.exists(path):
        adds = hints.update.format(puzzle=puzzle)
    remedy = f"{adds} those of the puzzle page to {shown_path(path)}"
    lacks = "no example"
    if not inputs.choice.examples:
        lacks = "no input"
        own_input = own_input_remedy(inputs.project, puzzle)
        remedy = f"{own_input}; for the examples, {remedy}"
    of_part = f"part {part} of " if part else ""
    return f"there is {lacks} for {of_part}{few_of(map(str, puzzles))}: {remedy}"


def unclear_lines(found: Survey) -> Iterator[str]:
    """Yield the lines about the files of a repository that are not understood."""
    for why in dict.fromkeys(found.unclear.values()):
        same = [path for path, other in found.unclear.items() if other == why]
        shown = printable(few_of(same), kept="")
        yield f"{counted(len(same), 'file')} not understood: {shown} ({why})"


def own_input_remedy(project: Project, puzzle: Puzzle) -> str:
    """Return how to get the input of a puzzle, with an account or without."""
    login = "for your own input, log in with `aoc login`"
    if is_elsewhere(project.inputs):
        wrong = f"in place of {project.inputs}, which is not on this computer"
        return f"{login}, or write another folder as [tool.aoc] inputs, {wrong}"
    return f"{login}, or save it as {shown_path(project.input_path(puzzle))}"


def outcome_text(outcome: Attempt, hints: Hints = OPTION_HINTS) -> str:
    """Return one line with the status of an answer, and the next step by the `hints`."""
    answer, status, seconds = outcome.answer, outcome.status, outcome.wait_seconds
    subject = f"{outcome.puzzle} part {outcome.part}" + (
        f": {answer}" if answer else ""
    )
    following = (
        f"the site accepts the next answer {wait_text(now() + seconds)}"
        if seconds
        else ""
    )
    if not status.is_sent:
        why = (
            f"{following}; {hints.wait}"
            if status is AnswerStatus.WAIT
            else outcome.message
        )
        return f"{subject} was not sent: {why}"
    said = shorten(outcome.message, 200, placeholder="...")
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
        f"{said!r}. The puzzle page shows whether it was right",
    }
    found = [f"{subject} {texts.get(status, 'is wrong')}"]
    if following:
        found.append(f"T{following[1:]}")
    if status is AnswerStatus.TOO_SOON:
        has_waited = outcome.tries > 1
        step = "try again later" if has_waited else hints.wait
        found.append(step[0].upper() + step[1:])
    return found[0] if len(found) == 1 else f"{'. '.join(found)}."


def wait_text(end: float) -> str:
    """Return how long a wait is, and when it ends in local time; `end` is since the epoch."""
    seconds, moment = ceil(end - now()), round(end)
    clock = time.strftime("at %H:%M:%S", time.localtime(moment))
    return f"in {duration_text(seconds)}, {clock if seconds < HOUR else f'on {local_time(moment)}'}"


def duration_text(seconds: int) -> str:
    """Return a duration in its two largest units."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = {"d": days, "h": hours, "min": minutes, "s": seconds}
    return (
        " ".join([f"{number} {unit}" for unit, number in units.items() if number][:2])
        or "0 s"
    )


def count_down(
    seconds: float, err: TextIO, why: str, check: Callable[[], object] = bool
) -> None:
    """Wait for some seconds; show `why`, the start of a sentence, and the time left on `err`.

    `check` is called each second; the wait ends with the error that it raises.
    """
    end, screen = now() + seconds, Screen(err)
    if not screen.live:
        print_message(f"{why} {wait_text(end)}", err)
    try:
        while (left := end - now()) > 0:
            check()
            screen.show(f"{why} {wait_text(end)}")
            time.sleep(left % 1 or 1)
    finally:
        screen.clear()


def part2_text(puzzle: Puzzle, page: str) -> str:
    """Return the next step by the HTML of the puzzle page."""
    from aoc.site.examples import find_examples

    url = f"{puzzle.url}#part2"
    if puzzle.is_last:
        return f"The last star of {puzzle.year} comes with all the others: see {url}"
    lines = [f"Part 2 is open: {url}"]
    for number, example in enumerate(find_examples(page), 1):
        if (answer := example.expected(2)) is not None:
            doubt = " (a guess)" if 2 in example.guesses else ""
            lines.append(f"  {example.label(number)}, part 2: {answer}{doubt}")
    return "\n".join(lines)
