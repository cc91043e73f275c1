"""What fuzzing does and has found, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TextIO

from aoc.fuzzing.fuzzer import ANSWER, NOTHING, Finding, Subject, Way, WayOutcome
from aoc.model import Kind
from aoc.program import as_typed
from aoc.project import OWN
from aoc.render.format import counted
from aoc.render.screen import Screen
from aoc.render.terminal import painted
from aoc.running.local_executor import Progress
from aoc.text import printable

BOLD, RED = "1", "31"
LONGEST = 200
"""Characters of an answer or a message that are shown."""
LONG_TEXT = 2000
"""Characters of a text from which on it is not shown, but in its file alone."""


def finding_lines(
    finding: Finding, example: str, path: str | None, command: str | None
) -> Iterator[str]:
    """Yield the lines about a finding.

    `example` is its text as the source of an `Example`, `path` the file that it is kept in, and
    `command` is what repeats it.
    """
    yield painted(f"{finding.puzzle} {finding.title or ''}".rstrip(), BOLD)
    yield f": {headline(finding)}\n"
    width = max(len(way_text(way)) for way in finding.ways)
    for way in finding.ways:
        outcome = finding.outcomes[way]
        yield f"  {way_text(way):<{width}}  "
        shown = outcome_text(outcome)
        yield painted(shown, RED) if outcome.error else shown
        yield f"\n{drawing_below(outcome)}"
    for sentence in remarks(finding):
        yield f"  {sentence}\n"
    if len(finding.text) > LONG_TEXT:
        see = ": see its file" if path else ""
        yield f"  the input has {len(finding.text)} characters{see}\n"
    else:
        yield "\n"
        for way in finding.ways:
            yield f"    # {way_text(way)}: {outcome_text(finding.outcomes[way])}\n"
        yield example
    if path:
        yield f"\n  kept in {path}\n"
    if command:
        yield f"  to see it again: {as_typed(f'`{command}`')}\n"
    yield "\n"


def headline(finding: Finding) -> str:
    """Return what was found, and on which input."""
    way, other, manner = finding.disagreement
    if not way.part:
        what = "parse refuses an input" if "ValueError" in manner else "parse fails"
    elif other is None:
        what = f"{way_text(way)} fails"
    else:
        what = f"{way_text(other)} and {way_text(way)} disagree"
    count = len(finding.text)
    smaller = f", made smaller: {finding.length} to {count} characters"
    return f"{what} on {finding.label}{smaller if count < finding.length else ''}"


def remarks(finding: Finding) -> Iterator[str]:
    """Yield sentences about how sure a finding is."""
    if finding.note == "interrupted":
        yield "interrupted before it was shown again and made as small as it can be"
    elif finding.note:
        yield finding.note
    elif not finding.repeats:
        yield "it did not show again alone, in a fresh process: something is kept between calls,"
        yield "or it depends on chance, or on the clock"
    if finding.is_kept:
        yield "the input was kept by an earlier fuzz"


def way_text(way: Way) -> str:
    """Return the name of a way."""
    if not way.part:
        return "parse"
    solver = "" if way.solver == OWN else f" by {way.solver}"
    variant = f" {way.variant}" if way.variant else ""
    return f"part {way.part}{variant}{solver}"


def outcome_text(outcome: WayOutcome) -> str:
    """Return what came of a way, in one line."""
    if outcome.error:
        text = f"{outcome.error.kind}: {outcome.error.message}"
    elif outcome.manner == NOTHING:
        text = "None"
    else:
        text = outcome.answer or ""
        if "\n" in text:
            return "(drawn)"
    text = printable(text, kept="")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def drawing_below(outcome: WayOutcome) -> str:
    """Return the lines of a drawing, if the answer is one."""
    answer = outcome.answer or ""
    return "".join(f"      {line}\n" for line in answer.split("\n")) if "\n" in answer else ""


def summary_line(subject: Subject, findings: int) -> str:
    """Return the line that sums up a day: how many inputs and ways, and what they showed."""
    ways = len(subject.solved)
    counts = f"{subject.puzzle}: {counted(subject.inputs, 'input')}"
    if not subject.inputs:
        return f"{counts}, none was tried"
    counts = f"{counts}, {counted(ways, 'way')}"
    if findings:
        found = counted(findings, "disagreement" if ways > 1 else "failure")
        rest = "; no more inputs were tried after a timeout" if subject.is_slow else ""
        return f"{counts}, {found}{rest}"
    if ways_of_a_part(subject) > 1:
        return f"{counts}, no disagreement"
    return f"{counts}, no failure (only variants and --against show wrong answers)"


def ways_of_a_part(subject: Subject) -> int:
    """Return how many ways there are to the part that has most of them."""
    parts = [way.part for way in subject.solved]
    return max(map(parts.count, parts), default=0)


def finding_object(finding: Finding, path: str | None, command: str | None) -> dict[str, Any]:
    """Return a finding in the form that it has in JSON."""
    way, _, manner = finding.disagreement
    return {
        "year": finding.puzzle.year,
        "day": finding.puzzle.day,
        "title": finding.title,
        "part": way.part or None,
        "manner": manner_text(manner),
        "ways": [way_object(one, finding.outcomes[one]) for one in finding.ways],
        "input": finding.label,
        "text": f"{finding.text}\n",
        "repeats": finding.repeats,
        "kept": finding.is_kept,
        "note": finding.note,
        "file": path,
        "command": command,
    }


def way_object(way: Way, outcome: WayOutcome) -> dict[str, Any]:
    """Return what came of a way in the form that it has in JSON."""
    error = outcome.error and outcome.error._asdict()
    return {
        "solver": way.solver,
        "variant": way.variant,
        "answer": outcome.answer,
        "error": error,
    }


def manner_text(manner: str) -> str:
    """Return how ways disagree: `answer`, `nothing`, or the kind of the error."""
    word = manner.partition(" ")[0]
    assert word in (ANSWER, NOTHING, *Kind)
    return word


class FuzzScreen(Screen):
    """The watcher of fuzzing. What solvers print is not shown: there would be no end of it."""

    def __init__(self, err: TextIO) -> None:
        super().__init__(err, shows_output=False)
        self.doing = ""

    def stage(self, text: str) -> None:
        """Note what is being done now."""
        self.doing = text

    def progress(self, progress: Progress) -> None:
        """Show what is being done, and what takes long."""
        if self.live:
            slow = f"; {progress.doing}, {progress.seconds:.0f} s" if progress.seconds >= 1 else ""
            self.draw(f"{self.doing}{slow}")
