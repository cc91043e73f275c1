"""The run of a report: every day once, on a made-up input, or else on your own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from aoc.commands.live_run import Collected, memory_limit, run_and_show, time_limit
from aoc.errors import SiteError
from aoc.inputs import Inputs
from aoc.model import Input, Kind, Puzzle, Result, Verdict
from aoc.project import OWN, Project, Solver
from aoc.render.screen import Screen
from aoc.running.plan import JobOptions, make_jobs, pair_up


class TimedDays(NamedTuple):
    """What a run came to: its results, and the days without an input.

    `samples` are the labels of made-up inputs, `problems` why an input could not be fetched.
    """

    results: list[Result]
    without_input: list[Puzzle]
    samples: Collection[str]
    problems: list[SiteError]

    def on_own_input(self) -> list[Puzzle]:
        """Return the days that ran on the user's own input."""
        found = (
            Puzzle(result.year, result.day)
            for result in self.results
            if result.input is not None and result.input not in self.samples
        )
        return list(dict.fromkeys(found))


def time_days(
    project: Project, puzzles: Sequence[Puzzle], screen: Screen, seed: int, repeat: int
) -> TimedDays:
    """Run days one after the other, each in the limits of the project's settings.

    A day whose tests have no `sample`, or cannot be imported, runs on the input of the default
    account, from the cache or else from the site.
    """
    sample = Input("sample", f"sample {seed}", seed=seed, optional=True)
    options = JobOptions(repeat=repeat, memory=memory_limit(project))
    problems: list[SiteError] = []
    inputs = Inputs(project, problems=problems, before_fetch=screen.show_fetching)

    def run(sources: dict[Puzzle, tuple[Input, ...]]) -> list[Result]:
        """Run the days that have these sources."""
        pairs = pair_up(project, sources, [Solver(OWN)])
        run_and_show(
            project,
            make_jobs(project, pairs, sources.__getitem__, options),
            [view := Collected()],
            screen,
            size=len(pairs),
            workers=1,
            timeout=time_limit(project),
            keeps_history=False,
        )
        return view.results

    results = run(dict.fromkeys(puzzles, (sample,)))
    timed = {
        (result.year, result.day)
        for result in results
        if not (result.error and result.error.kind is Kind.TESTS)
    }
    own = {puzzle: own_input(inputs, puzzle) for puzzle in puzzles if puzzle not in timed}
    results += run({puzzle: sources for puzzle, sources in own.items() if sources})
    seen = {(result.year, result.day) for result in results}
    missing = [puzzle for puzzle in puzzles if puzzle not in seen]
    return TimedDays(results, missing, {sample.label}, problems)


def own_input(inputs: Inputs, puzzle: Puzzle) -> tuple[Input, ...]:
    """Return the source of the user's own input of a puzzle, if there is one."""
    sources = inputs.of(puzzle)
    return tuple(source for source in sources if source.text is not None or source.problem)[:1]


def failure_text(result: Result) -> str | None:
    """Return a sentence that says what has failed, and how to see more; `None` if nothing has."""
    if not result.bad:
        return None
    puzzle = Puzzle(result.year, result.day)
    part = f" part {result.part}" if result.part else ""
    place = f" on {result.input}" if result.input else ""
    if result.verdict is Verdict.FAIL:
        known = result.reason or f"expected {result.expected}"
        what = f"is wrong{place}: {result.answer}, {known}"
    else:
        message = result.error.message if result.error else ""
        what = f"failed{place}: {' '.join(message.split())}"
    sample = " --sample" if result.input_kind == "sample" else ""
    return f"{puzzle}{part} {what}; `aoc run {puzzle}{sample}` shows more"
