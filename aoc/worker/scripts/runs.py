"""The runs of a script or a program, and the answers in them: what it submitted, or printed."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from aoc.model.jobs import DayLayout, Job
from aoc.model.results import PRINTED, ErrorKind
from aoc.project.command_line import fill
from aoc.worker.failures import SolverError, is_stub
from aoc.worker.scripts.printed import PrintedAnswers, headings_in, read_printed
from aoc.worker.scripts.served_input import INPUT, NOTHING, OTHER, ServedInput
from aoc.worker.solvers import Answers

PrintedText = tuple[str, str]
"""What was read last before a text was printed, and the text."""


class ScriptRun(NamedTuple):
    """One run of a script or a program: what it printed, and its error if it has failed.

    `printed` has texts, each with what was read last before it: a source of `ServedInput`.
    `answers` are those that it submitted, or that its functions returned, by part. `part` is the
    only one that it was run for, or 0.
    """

    part: int
    printed: Sequence[PrintedText]
    answers: Mapping[int, object] = {}
    error: BaseException | None = None

    def text_after(self, *sources: str) -> str:
        """Return what was printed while one of these was the last that was read.

        Of all else, headings are left, since the answer may follow.
        """
        printed = ""
        for is_wanted, texts in groupby(self.printed, lambda text: text[0] in sources):
            joined = "".join(text for _, text in texts)
            printed += joined if is_wanted else headings_in(joined)
        return printed


class PrintingSolver:
    """A solver of which each call returns its runs: their answers are then read."""

    # A script may write files, or ask for its modules to be as it left them.
    is_repeatable = False
    is_process = False
    note: str | None = None
    """How the answers of the last input were read."""
    has_read_input = True
    """Whether the last run has read its input."""
    doubtful: Collection[int] = ()
    """The parts whose answer of the last run counts only where it is known to be right."""
    is_unwritten = False
    """Whether nothing stands in its file so far."""
    has_labels = False
    """Whether the last run has printed labels, such as `Part 1: None`."""
    printed_nothing = (
        "printed nothing: let it print its answers, or say in its layout in [tool.aoc] what it "
        'needs, such as args = "{part}", or what solves the day, as solver'
    )
    """The message about runs without any output."""

    def __init__(self, job: Job, layout: DayLayout, served: ServedInput) -> None:
        self.job = job
        self.root = job.root
        self.layout = layout
        self.served = served
        self.part = 1 if job.puzzle.is_last else layout.part
        """The only part that it is for, or 0."""

    def filled(self, command: str, input_path: str, part: int) -> list[str]:
        """Return the words of a command line, for a part, or 0, and an input in a file."""
        year, day = self.job.puzzle
        file = os.path.join(self.root, self.layout.file)
        return fill(command, year, day, part, input_path, file)

    def read(self, runs: Sequence[ScriptRun]) -> Answers:
        """Return the answers; an error stands in place of one that it kept away.

        If there is no answer, the error is raised. Raises `SolverError` if nothing was printed.
        """
        self.note = None
        self.doubtful = ()
        self.has_labels = False
        answers: dict[int, object] = {}
        for run in runs:
            returned = {part: answer for part, answer in run.answers.items() if answer is not None}
            printed = self.printed_answers(run, needs_labels=bool(returned))
            if printed.keys() - returned.keys():
                self.note = self.note or PRINTED
            answers.update(printed | returned)
        error = runs[-1].error
        if error and not answers:
            raise error
        has_printed = any(run.printed for run in runs)
        if not has_printed and not any(run.answers for run in runs):
            if self.is_unwritten:
                return Answers({})
            raise SolverError(ErrorKind.ANSWER, self.printed_nothing)
        if has_printed and not answers and not self.has_labels:
            self.note = "printed no clear answer: let it print `Part 1: ANSWER`"
        return Answers(
            {part: answers.get(part, error) for part in (1, 2)},
            self.note,
            is_unread=not self.has_read_input,
            doubtful=self.doubtful,
        )

    def printed_answers(self, run: ScriptRun, *, needs_labels: bool) -> dict[int, object]:
        """Return the answers that a run has printed about its input, by part."""
        read = self.read_about_input(run)
        self.has_labels |= read.has_labels
        is_unwritten = run.error is not None and is_stub(run.error, self.root)
        if is_unwritten and not run.part and len(read.unlabelled) == 1:
            # Part 2 is not written yet.
            return {1: read.unlabelled[0]}
        # Before an error, a number without a label may be anything.
        if read.labelled or needs_labels or run.error:
            return self.labelled_answers(read)
        if not run.part:
            return self.answers_of_both(run, read.unlabelled)
        return {run.part: read.last} if read.last else {}

    def labelled_answers(self, read: PrintedAnswers) -> dict[int, object]:
        """Return the answers with labels, and one without that may be the other part's."""
        answers: dict[int, object] = dict(read.labelled)
        if answers.keys() == {2} and len(read.unlabelled) == 1:
            answers[1] = read.unlabelled[0]
            self.doubtful = (1,)
        return answers

    def read_about_input(self, run: ScriptRun) -> PrintedAnswers:
        """Return the answers in what a run has printed about its input."""
        # What is printed before the input is read, or after an example, is of that.
        likely = [(INPUT,), (INPUT, OTHER)]
        if not self.served.was_read:
            # It may stand in the source.
            likely.append((NOTHING, OTHER))
        for sources in likely:
            read = read_printed(run.text_after(*sources))
            if read.labelled or read.last:
                return read
        return PrintedAnswers()

    def answers_of_both(self, run: ScriptRun, answers: Sequence[str]) -> dict[int, object]:
        """Return the answers to both parts among those without a label."""
        if len(answers) == 1:
            self.doubtful = (1, 2)
            shown = "a drawing" if "\n" in answers[0] else answers[0]
            self.note = f"printed {shown}, without saying for which part"
            return {1: answers[0], 2: answers[0]}
        before = read_printed(run.text_after(NOTHING)).unlabelled
        if len(before) == 1 and len(answers) == 3:
            # Both parts were tried on an example first.
            answers = answers[::2]
        return dict(enumerate(answers[-2:], 1))
