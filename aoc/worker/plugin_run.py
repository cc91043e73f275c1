"""Running a plugin or a script, which answers both parts of a puzzle in one call."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from aoc.model.answers import WrongAnswerTypeError, read_plugin_answer
from aoc.model.inputs import Input, LockedInputError
from aoc.model.results import ErrorKind, Outcome
from aoc.worker.reports import Answered

if TYPE_CHECKING:
    from aoc.worker.job_run import JobRun


class PluginRun:
    """The run of a plugin on one input, of which some `parts` are owed.

    Each call is made in a new folder with the input in it.
    """

    def __init__(
        self, run: JobRun, job_input: Input, text: str, parts: Sequence[int]
    ) -> None:
        self.run = run
        self.job = run.job
        self.solver = run.solver
        self.input = job_input
        self.text = text
        self.parts = parts
        self.folder = run.new_folder()
        self.calls = 0
        """How often the plugin was called."""

    def reports(self, outcome: Outcome) -> Iterator[Answered]:
        """Call the plugin, and yield its answers: the first one has the time of the call."""
        calls = self.run.calls
        timing = calls.timing_for(self.input)
        if self.job.layout and self.job.layout.run:
            # A script may write files, or ask for its modules to be as it left them.
            timing = None
        call = calls.first(self.solve, self.prepare(), self.prepare, timing)
        # The plugin may have deleted the folder of the project.
        with suppress(OSError):
            os.chdir(self.job.root)
        error = call.measured.error
        if isinstance(error, LockedInputError):
            # The script's own input is encrypted, so it is not solved here, and no failure either.
            for part in self.parts:
                yield Answered(outcome._replace(part=part, reason=str(error)))
            return
        if error:
            if len(self.parts) == 1:
                # Else it is an error of both parts, in one row.
                outcome = outcome._replace(part=self.parts[0])
            failed = self.run.failed(error, ErrorKind.EXCEPTION, outcome)
            yield calls.answered(failed, call, self.answers_in)
            return
        is_timed = False
        for part in self.parts:
            of_part = self.outcome_of(part, call.measured.value, outcome)
            if is_timed or of_part.is_unsolved:
                # The time is shown once, beside the first answer.
                yield Answered(of_part)
                continue
            is_timed = True
            of_part = of_part._replace(of_both=len(self.parts) > 1)
            yield calls.answered(of_part, call, self.answers_in)

    def outcome_of(
        self, part: int, answers: tuple[object, object], outcome: Outcome
    ) -> Outcome:
        """Return the outcome of a part, whose answer is among those of both parts."""
        outcome = outcome._replace(
            part=part,
            reason=getattr(self.solver, "note", None),
            expected=self.input.expected[part - 1],
            guess=self.input.guesses[part - 1],
        )
        return self.run.with_answer(outcome, answers, partial(self.answer_in, part))

    def prepare(self) -> str:
        """Enter a new folder with the input in it, and return the input."""
        # A new folder each time: nothing that an earlier call has written is found.
        self.calls += 1
        folder = os.path.join(self.folder, str(self.calls))
        os.mkdir(folder)
        os.chdir(folder)
        with open("input.txt", "w", encoding="utf-8") as file:
            file.write(self.text)
        return self.text

    def solve(self, text: str) -> tuple[object, object]:
        """Call the plugin. Raises `WrongAnswerTypeError` if it does not return two answers."""
        puzzle = self.job.puzzle
        value: Any = self.solver(year=puzzle.year, day=puzzle.day, data=text)
        try:
            first, second = value
        except (TypeError, ValueError):
            name = type(value).__name__
            raise WrongAnswerTypeError(
                f"{self.job.entry} returned {name}, not two answers"
            ) from None
        return first, second

    def answer_in(
        self, part: int, answers: tuple[object, object]
    ) -> tuple[str | None, str | None]:
        """Return the answer of a part, and the drawing that it was read from."""
        return read_plugin_answer(answers[part - 1], self.job.entry)

    def answers_in(self, answers: tuple[object, object]) -> object:
        """Return both answers with their drawings."""
        return self.answer_in(1, answers), self.answer_in(2, answers)
