"""Sentences about a missing input, and about submitting: the outcome, the wait, part 2."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection, Mapping, Sequence
from math import ceil
from textwrap import shorten
from typing import TextIO

from aoc.inputs import Inputs
from aoc.model import Puzzle, local_time, now, tests_path
from aoc.program import message_line
from aoc.project import Project, shown_path
from aoc.render.format import puzzles_text
from aoc.render.screen import Screen
from aoc.render.terminal import width_of, write
from aoc.submitting.ledger import Attempt
from aoc.submitting.replies import Status


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
    nothing = [p for p in puzzles if p not in ran and p not in inputs.missing]
    without = [puzzle for puzzle in puzzles if puzzle in inputs.without_input and puzzle in ran]
    sampled = [puzzle for puzzle in without if "sample" in ran[puzzle]]
    # If every result is an error of the whole day, that error is enough.
    bare = [p for p in without if "sample" not in ran[p] and "example" in ran[p]]
    ran_on = []
    if sampled:
        made_up = "a made-up input" if len(sampled) == 1 else "made-up inputs"
        ran_on.append(f"{puzzles_text(sampled)} ran on {made_up} (sample 0)")
    if bare:
        ran_on.append(f"only the examples of {puzzles_text(bare)} were run")
    notes = [nothing_text(inputs, nothing, part)] if nothing else []
    if ran_on:
        remedy = own_input_remedy(inputs, min(sampled + bare))
        why = "no session token and no cached input"
        notes.insert(0, f"{why}, so {', and '.join(ran_on)}: for your own input, {remedy}")
    return notes


def own_input_remedy(inputs: Inputs, puzzle: Puzzle) -> str:
    """Return how to get the input of a puzzle, with an account or without."""
    path = inputs.project.input_path(puzzle)
    return f"log in with `aoc login`, or save it as {shown_path(path)}"


def nothing_text(inputs: Inputs, puzzles: list[Puzzle], part: int | None) -> str:
    """Return that puzzles had no input, and the next step for the first of them."""
    puzzle = puzzles[0]
    path = tests_path(inputs.project.root, *puzzle)
    tests = shown_path(path)
    about = f"part {part} of {puzzles_text(puzzles)}" if part else puzzles_text(puzzles)
    if os.path.exists(path):
        remedy = f"`aoc new {puzzle} --update` adds those of the puzzle page to {tests}"
    else:
        remedy = f"`aoc new {puzzle}` creates {tests} with those of the puzzle page"
    if inputs.examples:
        return f"there are no examples of {about}: {remedy}"
    return (
        f"there is no input, no sample(rng) and no example for {about}: for your own input, "
        f"{own_input_remedy(inputs, puzzle)}; for the examples, {remedy}"
    )


def left_out_text(project: Project, puzzles: Sequence[Puzzle], *, login: bool) -> str:
    """Return the sentence that names the days without an input, and says how to get one."""
    file = shown_path(project.input_path(puzzles[0]))
    fetch = ", or fetch it after `aoc login`" if login else ""
    return (
        "left out, because there is neither an input nor sample(rng) in the tests: "
        f"{', '.join(map(str, puzzles))}; save your input as {file}{fetch}"
    )


MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def outcome_text(outcome: Attempt) -> str:
    """Return one line with the status of an answer, and the next step."""
    about = f"{outcome.puzzle} part {outcome.part}"
    answer, status, seconds = outcome.answer, outcome.status, outcome.wait_seconds or 0
    if not status.sent:
        subject = f"{about} was not sent" if answer is None else f"{about}: {answer} was not sent"
        if seconds:
            wait = f"the site accepts the next answer {wait_text(seconds)}"
            return f"{subject}: {wait}; use --wait to wait"
        return f"{subject}: {outcome.message}"
    subject = f"{about}: {answer}"
    following = f"The site accepts the next answer {wait_text(seconds)}" if seconds else ""
    if status is Status.RIGHT:
        return f"{subject} is right!"
    if status is Status.TOO_SOON and outcome.tries > 1:
        times = f"was sent {outcome.tries} times, and each time the site said that it was too soon"
        return sentences(f"{subject} {times}", following, "Try again later")
    if status is Status.TOO_SOON:
        return sentences(f"{subject} was not checked", following, "Use --wait to wait")
    if status is Status.WRONG_PART:
        return f"{subject} was not checked: the site says that this part is not open"
    if status is Status.LOST:
        return f"{subject} was sent, but {outcome.message}"
    if status is Status.UNKNOWN:
        text = shorten(outcome.message, 200, placeholder="...")
        unknown = f"the site sent a text that aoc does not know: {text!r}"
        page = "The puzzle page shows whether it was right"
        return sentences(f"{subject} was sent, but {unknown}", page, following)
    verdict = str(status) if status in (Status.TOO_HIGH, Status.TOO_LOW) else "wrong"
    elses = ""
    if "someone else" in outcome.message:
        elses = "It is right for someone else: `aoc login --list` shows which account this is"
    return sentences(f"{subject} is {verdict}", elses, following)


def sentences(*texts: str) -> str:
    """Return sentences as one text; a single one has no full stop. Empty texts are left out."""
    found = [text for text in texts if text]
    return found[0] if len(found) == 1 else f"{'. '.join(found)}."


def wait_text(seconds: int) -> str:
    """Return how long a wait is, and when it ends in local time."""
    end = now() + seconds
    if seconds >= HOUR:
        return f"in {duration_text(seconds)}, on {local_time(end)}"
    return f"in {duration_text(seconds)}, at {time.strftime('%H:%M:%S', time.localtime(end))}"


def duration_text(seconds: int) -> str:
    """Return a duration: below an hour in minutes and seconds, else in days, hours and minutes."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    units = [(days, "day" if days == 1 else "days"), (hours, "h"), (minutes, "min")]
    if seconds < HOUR:
        units.append((rest, "s"))
    return " ".join(f"{number} {unit}" for number, unit in units if number) or "0 s"


def count_down(seconds: float, err: TextIO, why: str) -> None:
    """Wait for some seconds; show `why`, the start of a sentence, and the time left on `err`."""
    end, screen = now() + seconds, Screen(err)
    if not screen.live:
        write(err, message_line(f"{why} {wait_text(ceil(seconds))}\n"))
    while (left := end - now()) > 0:
        screen.show(countdown_text(why, ceil(left), end, (width_of(err) or 80) - 1))
        time.sleep(left % 1 or 1)
    screen.clear()


def countdown_text(why: str, seconds: int, end: float, width: int) -> str:
    """Return the line of a countdown: with the date of the end if it is long and there is room.

    `end` is in seconds since the epoch. A line of at most `width` columns can be written over.
    """
    if seconds < HOUR:
        minutes, rest = divmod(seconds, 60)
        return f"{why} in {minutes}:{rest:02d}"[:width]
    line = f"{why} in {duration_text(seconds)}"
    dated = f"{line}, on {local_time(end)}"
    return dated if len(dated) <= width else line[:width]


MAX_LINES = 12
"""The lines of an example that are shown."""
BUTTON = re.compile(r'name="level"\s+value="2"')


def part2_text(puzzle: Puzzle, page: str) -> str:
    """Return the next step by the HTML of the puzzle page."""
    url = f"{puzzle.url}#part2"
    if puzzle.is_last:
        if BUTTON.search(page):
            return f"The last star of {puzzle.year} is yours: click the link on {url}"
        return f"The last star of {puzzle.year} needs all the others: see {url}"
    return "\n".join([f"Part 2 is open: {url}", *example_lines(page)])


def example_lines(page: str) -> list[str]:
    """Return the lines that show the examples with an answer to part 2."""
    from aoc.site.pages import find_examples

    lines = []
    for number, example in enumerate(find_examples(page), 1):
        answer = example.expected(2)
        if answer is None:
            continue
        lines.append(f"  {example.label(number)}, part 2: {answer}")
        text = example.text.rstrip("\n").split("\n")
        lines += [f"    {line}" for line in text[:MAX_LINES]]
        if len(text) > MAX_LINES:
            lines.append(f"    ... ({len(text)} lines)")
    return lines or ["  no example of part 2 was found on the page: read it there"]
