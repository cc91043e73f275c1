"""A puzzle in a notebook or a script: its input, and a run with a table of results.

Days run in worker processes, as `aoc run` runs them, so that a solver that crashes or never ends
leaves the notebook alone. Nothing is ever submitted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from html import escape
from time import monotonic
from typing import Any, NamedTuple

from aoc.errors import UsageError
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import ARGUMENT_HINTS, JobOptions, Solver, Task, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.day_selection import require_day, require_module
from aoc.project.project import OWN, Project, find_project
from aoc.project.settings import (
    REPEATS,
    SEEDS,
    SIZE_FORMS,
    TIMEOUT,
    Range,
    is_size,
    read_size,
)
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, result_pieces
from aoc.render.terminal import Painted
from aoc.running.inputs import InputChoice, input_of
from aoc.running.plan import JobQueue, make_jobs
from aoc.session import RunLimits, Session, check_results
from aoc.site.cache import cached_title
from aoc.text import printable


class Arguments(NamedTuple):
    """The arguments about the input and the limits: see `NotebookPuzzle.run`."""

    examples: bool = False
    sample: int | None = None
    timeout: float | None = None
    memory: int | str | None = None
    params: Mapping[str, object] | None = None


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
        self.year, self.day = puzzle

    @property
    def title(self) -> str | None:
        """The title, from the day's docstring or else from a cached page; `None` if unknown."""
        return self._project.title_of(self._puzzle) or cached_title(self._puzzle)

    @property
    def input(self) -> str:
        """The text of the input, chosen as by `aoc run`: the personal one, or else the sample.

        A personal input that is not cached is fetched, once. Raises `SiteError` where that fails,
        and `UsageError` where there is neither.
        """
        session = self._session(Arguments(), must_have_input=True)
        inputs = session.inputs.of(self._puzzle)
        try:
            # Without an account, this is the sample.
            whole_input = next(one for one in inputs if one.kind != InputKind.EXAMPLES)
        finally:
            # It may say that the input is being fetched.
            session.screen.clear()
        if whole_input.problem:
            raise UsageError(whole_input.problem)
        if whole_input.text is not None:
            return whole_input.text
        options = JobOptions(
            Timing.once(),
            task=Task.READ,
            memory=session.memory,
            keeps_bytecode=False,
            hints=ARGUMENT_HINTS,
        )
        # If it cannot be made, the result has the reason.
        jobs = self._jobs([whole_input._replace(optional=False)], options)
        [result] = session.results_of(jobs)
        if result.outcome.text is None:
            why = result.error.message if result.error else None
            raise UsageError(
                f"there is no input, and no sample ({why}): log in with `aoc login`"
            )
        return result.outcome.text

    def run(
        self,
        part: int | None = None,
        *,
        text: str | None = None,
        variants: Iterable[str] = (),
        repeat: int | None = None,
        examples: bool = False,
        sample: int | None = None,
        timeout: float | None = None,
        memory: int | str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> RunTable:
        """Run the day on its examples and on the input, and return the results.

        In place of the personal input, it can run on a `text`, on the `sample` made from a seed, or
        on the `examples` alone. `timeout` is in seconds and `memory` in bytes, or such as `"512M"`,
        for each part, 0 for no limit; `params` are values for keyword-only parameters. Raises
        `UsageError` for what `aoc run` would refuse.
        """
        arguments = Arguments(examples, sample, timeout, memory, params)
        check("repeat", repeat, REPEATS)
        check_one_input(text, arguments)
        # A text is a sequence of letters, too, and none of them a variant.
        names = (variants,) if isinstance(variants, str) else tuple(variants)
        session = self._session(arguments)
        options = self._options(session, part, arguments.params)
        options = options._replace(variants=names, timing=Timing.steady(repeat))
        inputs: Iterable[Input] = session.inputs.of(self._puzzle)
        is_kept = not session.inputs.choice.examples and not options.params
        if text is not None:
            data = text.encode(errors="replace")
            inputs = [input_of(InputKind.FILE, "text", data, "the text")]
            # The history is of inputs that stay the same.
            is_kept = False
        table = RunTable()
        start = monotonic()
        session.run(self._jobs(inputs, options), [table.append], is_kept=is_kept)
        table.seconds = monotonic() - start
        summary = Summary(table)
        check_results(self._project, [self._puzzle], names, part, summary)
        session.screen.errors(session.problems)
        if text is None:
            # They are about the inputs that were looked for.
            notes = input_notes(session.inputs, [self._puzzle], summary.inputs, part)
            for note in notes:
                session.screen.note(note)
        return table

    def __repr__(self) -> str:
        """Return the puzzle with its title, as `2021/21 Dirac Dice`."""
        return f"{self._puzzle} {self.title or ''}".rstrip()

    def _jobs(self, inputs: Iterable[Input], options: JobOptions) -> JobQueue:
        """Return the jobs of the project's own solver on some inputs."""
        pairs = [(self._puzzle, Solver(OWN))]
        return make_jobs(self._project, pairs, lambda _: inputs, options)

    def _session(
        self, arguments: Arguments, *, must_have_input: bool = False
    ) -> Session:
        """Return a session for one worker. Raises `UsageError` for a wrong argument."""
        check("sample", arguments.sample, SEEDS)
        check("timeout", arguments.timeout, TIMEOUT, whole=False)
        memory = None
        if arguments.memory is not None:
            text = str(arguments.memory)
            if not is_size(text):
                raise UsageError(f"memory is {arguments.memory!r}: {SIZE_FORMS}")
            memory = read_size(text)
        choice = InputChoice(
            examples=arguments.examples, seed=arguments.sample, user=self._user
        )
        session = Session(
            self._project,
            Screen(sys.stderr),
            choice,
            RunLimits(arguments.timeout, memory, workers=1),
            is_of_one_day=True,
            must_have_input=must_have_input,
        )
        session.inputs.check()
        return session

    def _options(
        self, session: Session, part: int | None, params: Mapping[str, object] | None
    ) -> JobOptions:
        """Return the options of the jobs that run the day.

        Raises `UsageError` for a wrong part, and where the day is not in `days/`.
        """
        check("part", part, Range(1, 2))
        require_module(self._project, self._puzzle)
        values = []
        for name, value in (params or {}).items():
            # As they would be typed.
            values.append((name, str(value)))
        return JobOptions(
            Timing.steady(),
            parts=(part,) if part else (1, 2),
            memory=session.memory,
            params=tuple(values),
            # A file that is saved again within a second is not taken for the one that was
            # compiled.
            keeps_bytecode=False,
            hints=ARGUMENT_HINTS,
        )


def check(name: str, value: Any, numbers: Range, *, whole: bool = True) -> None:
    """Raise `UsageError` for an argument that is not one of these numbers; `None` is none."""
    if value is None:
        return
    if whole and not numbers.takes_whole(value):
        raise UsageError(f"{name} takes a whole number {numbers}, not {value!r}")
    if not numbers.takes(value):
        raise UsageError(f"{name} takes a number {numbers}, not {value!r}")


def check_one_input(text: str | None, arguments: Arguments) -> None:
    """Raise `UsageError` where more than one input is asked for."""
    names = []
    if text is not None:
        names.append("text")
    if arguments.examples:
        names.append("examples")
    if arguments.sample is not None:
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
