"""Sentences after a run: missing inputs, days that failed, what became of a submission."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import ceil
from textwrap import shorten
from typing import TextIO

from aoc.errors import LockedError
from aoc.files import shown_path
from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle, local_time, now, site_now
from aoc.model.results import ErrorKind, Result, Verdict
from aoc.project.day_tests import tests_path
from aoc.project.environments import module_hint
from aoc.project.project import Project
from aoc.project.settings import is_elsewhere
from aoc.render.screen import Screen
from aoc.render.terminal import print_message
from aoc.running.inputs import Inputs
from aoc.site.accounts import few_of
from aoc.submitting.ledger import Attempt
from aoc.submitting.replies import AnswerStatus

HOUR = 60 * 60
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
    sampled = []
    on_examples = []
    for puzzle in puzzles:
        if puzzle in inputs.without_input and puzzle in ran:
            if InputKind.SAMPLE in ran[puzzle]:
                sampled.append(puzzle)
            # If every result is an error of the whole day, that error is enough.
            elif InputKind.EXAMPLE in ran[puzzle]:
                on_examples.append(puzzle)
    clauses = []
    if sampled:
        clauses.append(f"{names_of(sampled)} ran on a sample (sample 0)")
    if on_examples:
        clauses.append(f"only the examples of {names_of(on_examples)} were run")
    if clauses:
        why = f"no session token and no cached input, so {', and '.join(clauses)}"
        first = min(sampled + on_examples)
        notes.append(f"{why}: {own_input_remedy(inputs.project, first)}")
    # Why an input could not be fetched was said as an error.
    told = {puzzle for puzzle, _ in inputs.missing}
    untold = [puzzle for puzzle in puzzles if puzzle not in ran and puzzle not in told]
    if untold:
        notes.append(nothing_text(inputs, untold, part))
    return notes


def names_of(puzzles: Iterable[Puzzle]) -> str:
    """Return the names of puzzles for a message."""
    return few_of(str(puzzle) for puzzle in puzzles)


def nothing_text(
    inputs: Inputs,
    puzzles: Sequence[Puzzle],
    part: int | None = None,
) -> str:
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
    login = "for your own input, log in with `aoc login`"
    # The settings may come from a computer of another system.
    if is_elsewhere(project.inputs):
        wrong = f"in place of {project.inputs}, which is not on this computer"
        return f"{login}, or write another folder as [tool.aoc] inputs, {wrong}"
    return f"{login}, or save it as {shown_path(project.input_path(puzzle))}"


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


def wait_text(seconds: float) -> str:
    """Return how long a wait is, and when it ends by the site's clock, in local time."""
    moment = round(site_now() + seconds)
    if seconds < HOUR:
        clock = time.strftime("at %H:%M:%S", time.localtime(moment))
    else:
        clock = f"on {local_time(moment)}"
    return f"in {duration_text(ceil(seconds))}, {clock}"


def duration_text(seconds: int) -> str:
    """Return a duration in its two largest units."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    units = {"d": days, "h": hours, "min": minutes, "s": seconds}
    pieces = [f"{number} {unit}" for unit, number in units.items() if number]
    return " ".join(pieces[:2]) or "0 s"


STEP = 0.05
"""Seconds between two looks at what may end a wait."""


def nothing() -> None:
    """Do nothing: nothing ends a wait before its time."""


def count_down(
    seconds: float, err: TextIO, why: str, check: Callable[[], object] = nothing
) -> None:
    """Wait for some seconds; show `why`, the start of a sentence, and the time left on `err`.

    `check` is called again and again; an error of it ends the wait.
    """
    end = now() + seconds
    latest_end = time.monotonic() + seconds
    screen = Screen(err)
    # Where lines cannot be written over, one line has to do.
    if not screen.live:
        print_message(f"{why} {wait_text(seconds)}", err)
    try:
        while True:
            # This computer may sleep meanwhile, or its clock be set back.
            left = min(end - now(), latest_end - time.monotonic())
            if left <= 0:
                return
            screen.show(f"{why} {wait_text(left)}")
            # At the next full second, another time is shown.
            next_second = time.monotonic() + (left % 1 or 1)
            while (left := next_second - time.monotonic()) > 0:
                check()
                time.sleep(min(left, STEP))
    finally:
        screen.clear()


def part2_text(puzzle: Puzzle) -> str:
    """Return the next step after part 1."""
    url = f"{puzzle.url}#part2"
    # The last day has no second puzzle.
    if puzzle.is_last:
        return f"The last star of {puzzle.year} comes with all the others: see {url}"
    return f"Part 2 is open: {url}"


SHORTEST_RANGE = 3
"""Days in a row that are named by the first and the last."""


SAME_MESSAGE = (ErrorKind.TIMEOUT, ErrorKind.MEMORY)
"""The kinds of errors whose message may be the same for several days."""


class FailedDays:
    """The days of a run that failed, by the reason why."""

    def __init__(self) -> None:
        self.by_reason: dict[str, set[Puzzle]] = defaultdict(set)
        self.by_module: dict[str, set[Puzzle]] = defaultdict(set)

    def add(self, result: Result) -> None:
        """Add the day of a result, if that is bad."""
        puzzle = result.puzzle
        error = result.error
        if error is None:
            if result.verdict is Verdict.FAIL:
                self.by_reason["wrong answer"].add(puzzle)
        elif error.module:
            self.by_module[error.module].add(puzzle)
        elif error.kind is ErrorKind.INPUT:
            self.by_reason["no input that can be used"].add(puzzle)
        elif result.outcome.is_unread:
            self.by_reason["did not read the input"].add(puzzle)
        elif error.kind in SAME_MESSAGE:
            self.by_reason[error.message].add(puzzle)
        else:
            # The message is about one day alone, and stands in its row.
            self.by_reason[f"failed ({error.kind})"].add(puzzle)

    def lines(self, inputs: Inputs) -> Iterator[str]:
        """Yield the sentences about the days that failed, and those that have no input."""
        for reason, puzzles in by_first_day(self.by_reason):
            yield f"{days_text(puzzles)}: {reason}"
        for module, puzzles in by_first_day(self.by_module):
            hint = module_hint(module, inputs.project.root)
            yield f"{days_text(puzzles)}: no module named {module}{hint}"
        # Where there are several accounts, another one may have an input of the day.
        lacks = "an input is missing" if inputs.choice.user == "all" else "no input"
        by_error: dict[str, set[Puzzle]] = defaultdict(set)
        naming_the_day = set()
        for puzzle, error in inputs.missing:
            by_error[str(error)].add(puzzle)
            if isinstance(error, LockedError):
                naming_the_day.add(str(error))
        for text, puzzles in by_error.items():
            if text in naming_the_day:
                yield text
            else:
                yield f"{days_text(puzzles)}: {lacks}: {text}"


def by_first_day(
    groups: Mapping[str, set[Puzzle]],
) -> list[tuple[str, set[Puzzle]]]:
    """Return groups of days in the order of their first days, whichever came first."""
    return sorted(groups.items(), key=lambda group: min(group[1]))


def days_text(puzzles: Iterable[Puzzle]) -> str:
    """Return the names of days, with each year once, as in `2020/01-07; 2021/02, 05`."""
    days_by_year: dict[int, list[int]] = {}
    for year, day in sorted(puzzles):
        days_by_year.setdefault(year, []).append(day)
    years = []
    for year, days in days_by_year.items():
        years.append(f"{year}/{', '.join(ranges_of(days))}")
    return "; ".join(years)


def ranges_of(days: Iterable[int]) -> Iterator[str]:
    """Yield days of a year in order, of several in a row the first and the last: `01-07`."""
    ranges: list[list[int]] = []
    for day in days:
        if ranges and ranges[-1][-1] == day - 1:
            ranges[-1].append(day)
        else:
            ranges.append([day])
    for row in ranges:
        if len(row) < SHORTEST_RANGE:
            yield from (f"{day:02d}" for day in row)
        else:
            yield f"{row[0]:02d}-{row[-1]:02d}"
