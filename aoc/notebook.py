"""A puzzle in a notebook or a script: its input, and a run with a table of results.

Days run in worker processes, as `aoc run` runs them, so that a solver that crashes or never ends
leaves the notebook alone. Nothing is ever submitted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from html import escape
from time import monotonic

from aoc.errors import UsageError
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import ARGUMENT_HINTS, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.day_selection import require_day, require_module
from aoc.project.project import OWN, Project, find_project
from aoc.project.settings import SEEDS, TIMEOUT, Range
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, result_pieces
from aoc.render.terminal import Painted
from aoc.running.inputs import InputChoice, input_of
from aoc.running.plan import make_jobs
from aoc.session import RunLimits, Session
from aoc.site.cache import cached_title
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

    def __init__(
        self, project: Project, puzzle: Puzzle, user: str | None = None
    ) -> None:
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
        sample: int | None = None,
        timeout: float | None = None,
        params: Mapping[str, object] | None = None,
    ) -> RunTable:
        """Run the day on its examples and on the input, and return the results.

        In place of the personal input, it can run on a `text`, on the `sample` made from a seed, or
        on the `examples` alone. `timeout` is in seconds for each part, 0 for no limit; `params` are
        values for keyword-only parameters. Raises `UsageError` for what `aoc run` would refuse.
        """
        check("part", part, Range(1, 2))
        check("sample", sample, SEEDS)
        check("timeout", timeout, TIMEOUT)
        check_one_input(text, sample, examples=examples)
        require_module(self._project, self._puzzle)
        choice = InputChoice(examples=examples, seed=sample, user=self._user)
        session = self._session(choice, timeout)
        values = []
        for name, value in (params or {}).items():
            # As they would be typed.
            values.append((name, str(value)))
        options = JobOptions(
            Timing.steady(),
            parts=(part,) if part else (1, 2),
            memory=session.memory,
            params=tuple(values),
            # A file that is saved again within a second is not taken for the one that was
            # compiled.
            keeps_bytecode=False,
            hints=ARGUMENT_HINTS,
        )
        inputs: Iterable[Input] = session.inputs.of(self._puzzle)
        if text is not None:
            data = text.encode(errors="replace")
            inputs = [input_of(InputKind.FILE, "text", data, "the text")]
        # The log is of inputs that stay the same.
        is_kept = text is None and not examples and not params
        pairs = [(self._puzzle, Solver(OWN))]
        jobs = make_jobs(self._project, pairs, lambda _: inputs, options)
        table = RunTable()
        start = monotonic()
        session.run(jobs, [table.append], is_kept=is_kept)
        table.seconds = monotonic() - start
        session.screen.errors(session.problems)
        if text is None:
            # They are about the inputs that were looked for.
            ran = Summary(table).inputs
            for note in input_notes(session.inputs, [self._puzzle], ran, part):
                session.screen.note(note)
        return table

    def __repr__(self) -> str:
        """Return the puzzle with its title, as `2021/21 Dirac Dice`."""
        title = self._project.title_of(self._puzzle) or cached_title(self._puzzle)
        return f"{self._puzzle} {title or ''}".rstrip()

    def _session(
        self,
        choice: InputChoice,
        timeout: float | None = None,
        *,
        must_have_input: bool = False,
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


def check(name: str, value: object, numbers: Range) -> None:
    """Raise `UsageError` for an argument that is not one of these numbers; `None` is none."""
    if value is not None and not numbers.takes(value):
        raise UsageError(f"{name} takes a number {numbers}, not {value!r}")


def check_one_input(text: str | None, sample: int | None, *, examples: bool) -> None:
    """Raise `UsageError` where more than one input is asked for."""
    names = []
    if text is not None:
        names.append("text")
    if examples:
        names.append("examples")
    if sample is not None:
        names.append("sample")
    if len(names) > 1:
        raise UsageError(
            f"{' and '.join(names)} do not go together: choose one of them"
        )


STYLES = {
    "1": "font-weight:bold",
    "2": "color:#888888",
    "31": "color:#d6453d",
    "32": "color:#1a9c4b",
    "35": "color:#a05fd0",
}
"""How a page shows the colors of a table, readable on light and on dark pages."""


class RunTable(list[Result]):
    """The results of a run, in their order; `seconds` is how long the whole run took.

    In a cell of a notebook and in a terminal, it is the table of `aoc run`.
    """

    seconds = 0.0

    def answers(self) -> tuple[str | None, str | None]:
        """Return the answers of both parts on the last input that is no example."""
        part1 = None
        part2 = None
        for result in self:
            # Another way to an answer is no other answer.
            if not result.outcome.is_whole or result.variant:
                continue
            if result.part == 1:
                part1 = result.answer
            if result.part == 2:
                part2 = result.answer
        return part1, part2

    def _pieces(self) -> list[str]:
        """Return the table of `aoc run`, in pieces that may have a color."""
        return result_pieces(self, self.seconds) if self else ["nothing ran"]

    def __repr__(self) -> str:
        """Return the table without colors, which a kernel asks for in general."""
        return printable("".join(self._pieces())).rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the table as HTML: all that comes from a solver or the site is escaped."""
        pieces = ""
        for piece in self._pieces():
            text = escape(printable(piece))
            if isinstance(piece, Painted):
                text = f'<span style="{STYLES.get(piece.code, "")}">{text}</span>'
            pieces += text
        return f'<pre class="aoc-run">{pieces}</pre>'
