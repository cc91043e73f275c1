"""A puzzle in a notebook or a script: its input, a run with a table of results, and its shows.

Days run in worker processes, as `aoc run` runs them, so that a solver that crashes or never ends
leaves the notebook alone. Nothing is ever submitted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from time import monotonic
from typing import Any, TypedDict, Unpack

from aoc.commands.options import (
    FRAME_COUNTS,
    FRAME_RATES,
    REPEATS,
    SEEDS,
    check_results,
)
from aoc.commands.show import report
from aoc.errors import UsageError
from aoc.model.hints import ARGUMENT_HINTS
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import JobOptions, Solver, Task, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.days import require_day, require_module
from aoc.project.project import Project, find_project
from aoc.project.settings import SIZE_FORMS, TIMEOUT, Range, is_size, read_size
from aoc.project.solvers import OWN
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, result_pieces
from aoc.running.inputs import InputChoice, input_of
from aoc.running.plan import JobQueue, make_jobs
from aoc.session import NO_LIMITS, RunLimits, Session
from aoc.show.exports import html_of
from aoc.show.recording import TimedFrame, record
from aoc.site.cache import cached_title
from aoc.text import printable


class Limits(TypedDict, total=False):
    """The arguments of a run and of a show: the input, unless it is the personal one, and limits.

    It is one of the `examples`, or the `sample` made from a seed. `timeout` is in seconds and
    `memory` in bytes, or such as `"512M"`, for each part, 0 for no limit; `params` are values for
    keyword-only parameters.
    """

    examples: bool
    sample: int | None
    timeout: float | None
    memory: int | str | None
    params: Mapping[str, object] | None


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
        session = self._session(must_have_input=True)
        sources = session.inputs.of(self._puzzle)
        try:
            source = next(one for one in sources if one.kind != InputKind.EXAMPLES)
        finally:
            session.screen.clear()
        if source.problem:
            raise UsageError(source.problem)
        if source.text is not None:
            return source.text
        options = JobOptions(
            Timing.once(),
            task=Task.READ,
            memory=session.memory,
            keeps_bytecode=False,
            hints=ARGUMENT_HINTS,
        )
        jobs = self._jobs([source._replace(optional=False)], options)
        made = session.results_of(jobs)[0].outcome
        if made.text is None:
            why = made.error and made.error.message
            raise UsageError(
                f"there is no input, and none can be made up ({why}): log in with `aoc login`"
            )
        return made.text

    def run(
        self,
        part: int | None = None,
        *,
        text: str | None = None,
        variants: Iterable[str] = (),
        repeat: int | None = None,
        **limits: Unpack[Limits],
    ) -> RunTable:
        """Run the day on its examples and on the input, and return the results.

        It can run on a `text` instead, and with more arguments: see `Limits`. Raises `UsageError`
        for what `aoc run` would refuse.
        """
        chosen = (variants,) if isinstance(variants, str) else tuple(variants)
        check("repeat", repeat, REPEATS)
        session, options = self._prepared(part, limits, text)
        options = options._replace(variants=chosen, timing=Timing.steady(repeat))
        project, puzzle, inputs = self._project, self._puzzle, session.inputs
        sources: Iterable[Input] = inputs.of(puzzle)
        if text is not None:
            sources = [
                input_of(
                    InputKind.FILE, "text", text.encode(errors="replace"), "the text"
                )
            ]
        jobs = self._jobs(sources, options)
        start = monotonic()
        is_kept = text is None and not inputs.choice.examples and not options.params
        table = RunTable()
        session.run(jobs, [table.append], is_kept=is_kept)
        table.seconds = monotonic() - start
        summary = Summary(table)
        check_results(project, [puzzle], chosen, part, summary)
        session.screen.errors(session.problems)
        for note in (
            input_notes(inputs, [puzzle], summary.inputs, part) if text is None else ()
        ):
            session.screen.note(note)
        return table

    def show(
        self,
        part: int | None = None,
        *,
        fps: float = 6.0,
        frames: int = 600,
        **limits: Unpack[Limits],
    ) -> ShowPlayer:
        """Return the show of a part, or of both, as `show1` and `show2` beside the day draw them.

        It has `fps` frames in a second, and at most `frames`. The rest is as for `run`. Raises
        `UsageError` where the day has no such show.
        """
        check("fps", fps, FRAME_RATES, whole=False)
        check("frames", frames, FRAME_COUNTS)
        session, options = self._prepared(part, limits, must_have_input=True)
        recording = record(session, self._puzzle, options, frames, fps)
        report(session, self._puzzle, part, recording)
        return ShowPlayer(recording.frames, repr(self))

    def __repr__(self) -> str:
        """Return the puzzle with its title, as `2021/21 Dirac Dice`."""
        return f"{self._puzzle} {self.title or ''}".rstrip()

    def _jobs(self, sources: Iterable[Input], options: JobOptions) -> JobQueue:
        """Return the jobs of the project's own solver on some inputs."""
        pairs = [(self._puzzle, Solver(OWN))]
        return make_jobs(self._project, pairs, lambda _: sources, options)

    def _session(
        self,
        choice: InputChoice | None = None,
        limits: RunLimits = NO_LIMITS,
        *,
        must_have_input: bool = False,
    ) -> Session:
        """Return a session for one worker, by default for the input of the user."""
        screen = Screen(sys.stderr)
        return Session(
            self._project,
            screen,
            choice or InputChoice(user=self._user),
            limits._replace(workers=1),
            is_of_one_day=True,
            must_have_input=must_have_input,
        )

    def _prepared(
        self,
        part: int | None,
        limits: Limits,
        text: str | None = None,
        *,
        must_have_input: bool = False,
    ) -> tuple[Session, JobOptions]:
        """Return a session with these limits and inputs, and the options of its jobs.

        Raises `UsageError` for wrong arguments, and as `Inputs.check`.
        """
        seed = limits.get("sample")
        examples = limits.get("examples", False)
        timeout = limits.get("timeout")
        memory = limits.get("memory")
        params = limits.get("params") or {}
        check("part", part, Range(1, 2))
        check("sample", seed, SEEDS)
        check("timeout", timeout, TIMEOUT, whole=False)
        if memory is not None and not is_size(str(memory)):
            raise UsageError(f"memory is {memory!r}: {SIZE_FORMS}")
        given = {
            "text": text is not None,
            "examples": examples,
            "sample": seed is not None,
        }
        names = [name for name, is_given in given.items() if is_given]
        if len(names) > 1:
            raise UsageError(
                f"{' and '.join(names)} do not go together: choose one of them"
            )
        require_module(self._project, self._puzzle)
        session = self._session(
            InputChoice(examples=examples, seed=seed, user=self._user),
            RunLimits(
                timeout=timeout,
                memory=None if memory is None else read_size(str(memory)),
            ),
            must_have_input=must_have_input,
        )
        session.inputs.check()
        values = tuple((name, str(value)) for name, value in params.items())
        # A file that is saved again within a second is not taken for the one that was compiled.
        options = JobOptions(
            Timing.steady(),
            memory=session.memory,
            params=values,
            keeps_bytecode=False,
            hints=ARGUMENT_HINTS,
        )
        return session, options._replace(parts=(part,)) if part else options


def check(name: str, value: Any, numbers: Range, *, whole: bool = True) -> None:
    """Raise `UsageError` for an argument that is not one of these numbers; `None` is none."""
    takes = numbers.takes_whole if whole else numbers.takes
    if value is not None and not takes(value):
        raise UsageError(
            f"{name} takes a {'whole ' * whole}number {numbers}, not {value!r}"
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
        found = {
            one.part: one.answer
            for one in self
            if one.outcome.is_whole and not one.variant
        }
        return found.get(1), found.get(2)

    def _pieces(self) -> list[str]:
        """Return the table of `aoc run`, in pieces that may have a color."""
        return result_pieces(self, self.seconds) if self else ["nothing ran"]

    def __repr__(self) -> str:
        """Return the table without colors, which a kernel asks for in general."""
        return printable("".join(self._pieces())).rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the table as HTML: all that comes from a solver or the site is escaped."""
        texts = (
            f'<span style="{STYLES.get(code, "")}">{text}</span>' if code else text
            for piece in self._pieces()
            for text, code in [(escape(printable(piece)), getattr(piece, "code", None))]
        )
        return f'<pre class="aoc-run">{"".join(texts)}</pre>'


FRAME_STYLE = "width:100%;height:40rem;border:0;resize:vertical;overflow:auto"
"""A frame of this height has the buttons of most shows in it; a larger show is scrolled."""


class ShowPlayer:
    """The frames of a show, and its title. It may have no frame, where the day has failed."""

    def __init__(self, frames: Sequence[TimedFrame], title: str) -> None:
        self.frames = tuple(frames)
        self.title = title

    def html(self) -> str:
        """Return a page of its own that plays the show."""
        return html_of(self.frames, self.title)

    def __repr__(self) -> str:
        """Return a line such as `a show of 2021/21 Dirac Dice: 87 frames, 10.2 s`."""
        seconds = sum(one.seconds for one in self.frames)
        return f"a show of {self.title}: {len(self.frames)} frames, {seconds:.1f} s"

    def _repr_html_(self) -> str:
        """Return the player for Jupyter, in a frame that can neither reach the notebook nor a site.

        The page in it is one that a day has drawn.
        """
        if not self.frames:
            return f"<p>{escape(repr(self))}</p>"
        return (
            f'<iframe sandbox="allow-scripts" title="{escape(self.title)}" '
            f'style="{FRAME_STYLE}" srcdoc="{escape(self.html())}"></iframe>'
        )
