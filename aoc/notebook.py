"""A puzzle in a notebook or a script: its input, and a run with a table of results.

Days run in worker processes, as `aoc run` runs them, so that a solver that crashes or never ends
leaves the notebook alone. Nothing is ever submitted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from time import monotonic

from aoc.errors import UsageError
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import JobOptions, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.day_selection import require_day, require_module
from aoc.project.project import OWN_SOLVER, Project, find_project
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, result_pieces
from aoc.running.inputs import InputChoice, input_of
from aoc.running.plan import make_jobs
from aoc.session import RunLimits, Session
from aoc.text import printable


def puzzle(
    year: int, day: int, *, user: str | None = None, project: str | None = None
) -> NotebookPuzzle:
    """Return a puzzle of the project that the current folder is in.

    `user` is the account whose input it has; a part of its name is enough. `project` is another
    folder to look for the project in. Raises `UsageError` if there is no such puzzle or project.
    """
    require_day(year, day)
    return NotebookPuzzle(find_project(project), Puzzle(year, day), user)


class NotebookPuzzle:
    """A puzzle of a project. Whatever is asked for is looked up anew, so it is never out of date.

    Every attribute raises `aoc.errors.AocError` with one sentence where something is missing.
    """

    def __init__(self, project: Project, puzzle: Puzzle, user: str | None = None) -> None:
        self._project = project
        self._puzzle = puzzle
        self._user = user

    @property
    def input(self) -> str:
        """The text of the personal input, which is fetched, once, if it is not cached.

        Raises `SiteError` where that fails, and `UsageError` where there is no account.
        """
        session = self._session(InputChoice(user=self._user), must_have_input=True)
        inputs = list(session.inputs.of(self._puzzle))
        # It may say that the input is being fetched.
        session.screen.clear()
        for puzzle_input in inputs:
            if puzzle_input.problem:
                raise UsageError(puzzle_input.problem)
            if puzzle_input.text is not None:
                return puzzle_input.text
        raise UsageError("there is no input: log in with `aoc login`")

    def run(
        self,
        part: int | None = None,
        *,
        text: str | None = None,
        examples: bool = False,
        timeout: float | None = None,
    ) -> RunTable:
        """Run the day on its examples and on the input, and return the results.

        In place of the personal input, it can run on a `text`, or on the `examples` alone.
        `timeout` is in seconds for each part, 0 for no limit. Raises `UsageError` for what
        `aoc run` would refuse.
        """
        if part not in (None, 1, 2):
            raise UsageError(f"part is 1 or 2, not {part!r}")
        if text is not None and examples:
            raise UsageError("text and examples do not go together: leave out one")
        require_module(self._project, self._puzzle)
        choice = InputChoice(examples=examples, user=self._user)
        session = self._session(choice, timeout)
        options = JobOptions(
            Timing.steady(),
            parts=(part,) if part else (1, 2),
            memory=session.memory,
            # A file that is saved again within a second is not taken for the one that was
            # compiled.
            keeps_bytecode=False,
        )
        inputs: Iterable[Input] = session.inputs.of(self._puzzle)
        if text is not None:
            data = text.encode(errors="replace")
            inputs = [input_of(InputKind.FILE, "text", data, "the text")]
        # The log is of inputs that stay the same.
        is_kept = text is None and not examples
        pairs = [(self._puzzle, OWN_SOLVER)]
        jobs = make_jobs(self._project, pairs, lambda _: inputs, options)
        table = RunTable()
        start = monotonic()
        session.run(jobs, [table.append], is_kept=is_kept)
        table.seconds = monotonic() - start
        session.screen.errors(session.inputs.problems)
        if text is None:
            # They are about the inputs that were looked for.
            ran = Summary(table).inputs
            for note in input_notes(session.inputs, [self._puzzle], ran, part):
                session.screen.note(note)
        return table

    def __repr__(self) -> str:
        """Return the puzzle with its title, as `2021/21 Dirac Dice`."""
        title = self._project.title_of(self._puzzle)
        return f"{self._puzzle} {title or ''}".rstrip()

    def _session(
        self, choice: InputChoice, timeout: float | None = None, *, must_have_input: bool = False
    ) -> Session:
        """Return a session for one worker. Raises `UsageError` for a wrong choice."""
        session = Session(
            self._project,
            Screen(sys.stderr),
            choice,
            RunLimits(timeout, workers=1),
            is_of_one_day=True,
            must_have_input=must_have_input,
        )
        session.inputs.check()
        return session


class RunTable(list[Result]):
    """The results of a run, in their order; `seconds` is how long the whole run took.

    In a cell of a notebook and in a terminal, it is shown as the table of `aoc run`.
    """

    seconds = 0.0

    def answers(self) -> tuple[str | None, str | None]:
        """Return the answers of both parts on the last input that is no example."""
        answers = {}
        for result in self:
            if result.outcome.is_whole:
                answers[result.part] = result.answer
        return answers.get(1), answers.get(2)

    def __repr__(self) -> str:
        """Return the table of `aoc run`, without colors."""
        pieces = result_pieces(self, self.seconds) if self else ["nothing ran"]
        return printable("".join(pieces)).rstrip("\n")
