"""One puzzle of a project, as a notebook or a script has it: nothing here is ever submitted.

Days run in worker processes, as `aoc run` runs them, so that a solver that crashes or never ends
leaves the notebook alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import partial
from time import monotonic
from typing import Any

from aoc.commands.days_argument import require_module
from aoc.commands.live_run import Collected, Tally, memory_limit, run_and_show, time_limit
from aoc.commands.options import check_one_of, check_parts, check_variants
from aoc.errors import SiteError, UsageError
from aoc.inputs import Inputs, input_of
from aoc.model import Example, Input, Puzzle, ShowOptions
from aoc.notebook.arguments import (
    check_arguments,
    check_day,
    names_of,
    size_of,
    values_of,
)
from aoc.notebook.run_table import RunTable
from aoc.project import OWN, Project, Solver, find_project, title_of
from aoc.render.input_notes import input_notes
from aoc.render.screen import Screen
from aoc.running.plan import JobOptions, make_jobs, pair_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.notebook.notebook_player import ShowPlayer


def puzzle(
    year: int, day: int, *, user: str | None = None, project: str | None = None
) -> NotebookPuzzle:
    """Return a puzzle of the project that the current folder is in.

    `user` is the account whose input it has; a part of its name is enough. `project` is another
    folder to look for the project in. Raises `UsageError` if there is no such puzzle or project.
    """
    check_day(year, day)
    check_arguments(user=user)
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
    def year(self) -> int:
        """The year of the puzzle."""
        return self._puzzle.year

    @property
    def day(self) -> int:
        """The day of the puzzle."""
        return self._puzzle.day

    @property
    def title(self) -> str | None:
        """The title, from the day's docstring or else from a cached page; `None` if unknown."""
        from aoc.site.cache import cached_title

        return title_of(self._project.root, self._puzzle) or cached_title(self._puzzle)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The published examples in the tests of the day. Raises what importing these raises."""
        from aoc.notebook.day_code import day_tests

        return tuple(day_tests(self._project.root, self._puzzle).examples)

    @property
    def input(self) -> str:
        """The text of the input, chosen as by `aoc run`: the personal one, or else the sample.

        A personal input that is not cached is fetched, once. Raises `SiteError` where that fails.
        """
        from aoc.notebook.day_code import made_up_input

        source = self._input_source()
        if source.problem:
            raise UsageError(source.problem)
        if source.text is None:
            return made_up_input(self._project.root, self._puzzle, source.seed)
        return source.text

    @property
    def parsed(self) -> Any:
        """What the day's `parse` makes of the input, as a value of this process.

        Raises what `parse` raises. Unlike `run`, this has no limit of time or memory.
        """
        from aoc.notebook.day_code import parsed_value

        require_module(self._project, self._puzzle)
        return parsed_value(self._project.root, self._puzzle, self.input)

    def run(
        self,
        part: int | None = None,
        *,
        text: str | None = None,
        examples: bool = False,
        sample: int | None = None,
        variants: Iterable[str] = (),
        repeat: int | None = None,
        timeout: float | None = None,
        memory: int | str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> RunTable:
        """Run the day on its examples and on the input, and return the results.

        It can run on a `text` instead, on the `examples` alone, or on the sample made from a seed.
        `timeout` is in seconds and `memory` in bytes, or such as `"512M"`, for each part, 0 for no
        limit; `params` are values for keyword-only parameters. Raises `UsageError` for what
        `aoc run` would refuse.
        """
        check_arguments(part=part, text=text, sample=sample, repeat=repeat, timeout=timeout)
        check_one_of({"text": text is not None, "examples": examples, "sample": sample is not None})
        project, puzzle = self._project, require_module(self._project, self._puzzle)
        screen = Screen(sys.stderr)
        problems: list[SiteError] = []
        inputs = self._inputs(screen, problems, examples, sample)
        inputs_of = inputs.of if text is None else partial(inputs_of_text, text)
        options = self._options(part, memory, params)
        options = options._replace(variants=names_of(variants), repeat=repeat)
        start = monotonic()
        run_and_show(
            project,
            make_jobs(project, pair_up(project, [puzzle], [Solver(OWN)]), inputs_of, options),
            [collected := Collected()],
            screen,
            size=1,
            workers=1,
            timeout=time_limit(project, timeout),
            keeps_history=text is None and not examples,
            has_params=bool(params),
        )
        table = RunTable(collected.results, monotonic() - start)
        tally = Tally(table)
        check_variants(project.root, [puzzle], options.variants, part, tally)
        check_parts([puzzle], part, tally)
        for problem in dict.fromkeys(map(str, problems)):
            screen.problem(problem)
        for note in input_notes(inputs, [puzzle], tally.inputs, part) if text is None else ():
            screen.note(note)
        return table

    def show(
        self,
        part: int | None = None,
        *,
        examples: bool = False,
        sample: int | None = None,
        fps: float = 6.0,
        frames: int = 600,
        every: int = 1,
        timeout: float | None = None,
        memory: int | str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> ShowPlayer:
        """Return the show of a part, or of both: what the day's `show1` and `show2` draw.

        It has `fps` frames in a second, at most `frames`, and only `every` Nth. The rest is as for
        `run`. Raises `UsageError` where the day has no such show.
        """
        from aoc.commands.show import report, show_job
        from aoc.notebook.notebook_player import ShowPlayer
        from aoc.show.recording import record, timed_frames

        check_arguments(part=part, sample=sample, timeout=timeout)
        check_arguments(fps=fps, frames=frames, every=every)
        check_one_of({"examples": examples, "sample": sample is not None})
        project, puzzle = self._project, require_module(self._project, self._puzzle)
        screen = Screen(sys.stderr)
        inputs = self._inputs(screen, None, examples, sample)
        limit = time_limit(project, timeout)
        options = self._options(part, memory, params)
        job = show_job(project, puzzle, inputs, options, ShowOptions(frames, every, seconds=limit))
        recordings, results = record(job, screen, limit)
        report(screen, inputs, puzzle, part, recordings, results)
        return ShowPlayer([*timed_frames(recordings, fps)], repr(self))

    def __repr__(self) -> str:
        """Return the puzzle with its title, as `2021/21 Dirac Dice`."""
        return f"{self._puzzle} {self.title or ''}".rstrip()

    def _options(
        self, part: int | None, memory: int | str | None, params: Mapping[str, object] | None
    ) -> JobOptions:
        """Return the options of a job. What was compiled is not kept: see `aoc.model.Job`."""
        return JobOptions(
            (part,) if part else (1, 2),
            memory=memory_limit(self._project, size_of(memory)),
            params=values_of(params),
            keeps_bytecode=False,
        )

    def _inputs(
        self,
        screen: Screen,
        problems: list[SiteError] | None = None,
        examples: bool = False,
        sample: int | None = None,
    ) -> Inputs:
        """Return what finds the inputs. Raises as `Inputs.check`."""
        inputs = Inputs(
            self._project,
            examples=examples,
            sample=sample,
            user=self._user,
            problems=problems,
            before_fetch=screen.show_fetching,
        )
        inputs.check()
        return inputs

    def _input_source(self) -> Input:
        """Return the input. Raises `SiteError` if it cannot be fetched."""
        inputs = self._inputs(Screen(sys.stderr))
        return next(source for source in inputs.of(self._puzzle) if source.kind != "examples")


def inputs_of_text(text: str, puzzle: Puzzle) -> Iterable[Input]:
    """Return the source of a text that was typed, of any puzzle."""
    return (input_of("file", "text", text.encode(errors="replace"), "the text"),)
