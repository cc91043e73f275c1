"""One run of a command or a notebook: its limits, its workers, its reporters, its log."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from math import inf
from typing import NamedTuple

from aoc.errors import AocError, SiteError
from aoc.log import log_results
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Outcome, Result
from aoc.project.project import Project
from aoc.project.settings import read_size
from aoc.render.screen import Screen
from aoc.running.inputs import InputChoice, Inputs
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import InputsOf, Pairs, make_jobs, pair_up
from aoc.running.verdicts import PATIENCE, Judge, Update
from aoc.site.cache import Cache

if sys.platform == "win32":
    from aoc.worker.windows_memory import machine_memory
else:
    from aoc.worker.posix_processes import machine_memory

TIMEOUT = 60.0
"""Seconds for a part, without an option or a setting."""
SENDING = 3
"""Jobs that a sending needs: the examples, the input, and part 2 alone. Two processors are enough
for them, since examples take little time."""
DEFAULT_CHOICE = InputChoice()


class RunLimits(NamedTuple):
    """The limits that were asked for: without one, the settings of the project hold.

    `timeout` is in seconds for each step of a job, and `memory` in bytes for each part; 0 stands
    for no limit. `workers` is how many processes run at once.
    """

    timeout: float | None = None
    memory: int | None = None
    workers: int | None = None


NO_LIMITS = RunLimits()


class Session:
    """Runs jobs in a project, and shows their results.

    `choice` says which inputs there are. Why one cannot be fetched is in `inputs.problems`, or is
    raised if an account `must_have_input`. Without a setting for the time, a run that
    `is_of_one_day` has no limit on a terminal, since somebody sees it and can end it. Notes,
    errors and the progress go to `screen`. Jobs run on this machine, unless `open_executor` opens
    something else for the session.
    """

    def __init__(
        self,
        project: Project,
        screen: Screen,
        choice: InputChoice = DEFAULT_CHOICE,
        limits: RunLimits = NO_LIMITS,
        *,
        is_of_one_day: bool = False,
        must_have_input: bool = False,
        open_executor: OpenExecutor | None = None,
    ) -> None:
        self.project = project
        self.screen = screen
        settings = project.settings
        timeout = limits.timeout
        if timeout is None:
            is_watched = is_of_one_day and screen.err.isatty()
            timeout = settings.get("timeout", 0 if is_watched else TIMEOUT)
        self.timeout = timeout or None
        memory = limits.memory
        if memory is None and "memory" in settings:
            memory = read_size(settings["memory"])
        self.memory = memory or None
        if memory is None:
            self.memory = half_of_memory()
        self.own_workers: int = limits.workers or settings.get("jobs", 0)
        self.workers = self.own_workers or os.cpu_count() or 1
        self.open_executor = open_executor
        self.inputs = Inputs(
            project,
            choice,
            raises=must_have_input,
            before_fetch=lambda puzzle: screen.show(f"fetching the input of {puzzle}"),
        )

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """Open the executor for a `with` block; after it no worker is left, whatever happened."""
        executor: Executor
        if self.open_executor:
            executor = self.open_executor(self)
        else:
            executor = LocalExecutor(self.workers, self.timeout, self.screen)
        with closing(executor):
            try:
                yield executor
            finally:
                executor.cancel()
                self.screen.clear()

    def run(
        self,
        jobs: Sequence[Job],
        reporters: Sequence[Callable[[Result], object]] = (),
        *,
        is_kept: bool = False,
        in_order: bool = False,
        executor: Executor | None = None,
    ) -> list[Result]:
        """Run jobs, call reporters with each result as it comes, and return all results.

        Those of checks are only returned. Results come `in_order`, or else some wait no longer for
        those before them; at Ctrl-C, those that wait come too. Where the run `is_kept`, a line with
        them is added to the log of the project. They run on the `executor`, if one is open already.
        Raises `AocError`.
        """
        results: list[Result] = []
        judge = Judge(ruled_out, inf if in_order else PATIENCE)

        def take(updates: Iterable[Update]) -> None:
            for result in judge.judged(updates):
                self.screen.clear()
                # What is shown is kept, wherever Ctrl-C comes.
                results.append(result)
                if not result.outcome.is_check:
                    for report in reporters:
                        report(result)

        self.screen.begin(len(jobs))
        opened = nullcontext(executor) if executor else self.executor()
        try:
            with opened as running:
                try:
                    take(updates_of(running, jobs, results))
                except KeyboardInterrupt:
                    take(running.rest())
                    raise
                except OSError:
                    # Where results cannot be written, nobody waits for what else was printed.
                    self.screen.quiet = True
                    raise
        finally:
            self.screen.clear()
            # Whatever has happened, the log has what ran, and no run fails because of it.
            if is_kept:
                try:
                    log_results(self.project.root, results)
                except AocError as error:
                    self.screen.note(f"this run is not in the log: {error}")
        return results

    def check_jobs(self, pairs: Pairs, options: JobOptions, checks_of: InputsOf) -> list[Job]:
        """Return the jobs that run puzzles on the inputs of checks, with the `options` of a run."""

        def inputs_of(puzzle: Puzzle) -> Iterator[Input]:
            example = self.inputs.first_example(puzzle)
            for check in checks_of(puzzle):
                yield check._replace(first_example=example)

        if self.workers > 1 and not self.own_workers:
            # What a sending needs runs at the same time.
            self.workers = max(self.workers, SENDING)
        # Nobody looks at their times, so no call is repeated.
        options = options._replace(variants=(), timing=Timing.once())
        return make_jobs(self.project, pairs, inputs_of, options)

    def run_checks(
        self,
        solvers: Sequence[Solver],
        options: JobOptions,
        puzzle: Puzzle,
        checks: Sequence[Input],
    ) -> list[Result]:
        """Run a puzzle on the inputs of checks, and return the results."""
        pairs = pair_up(self.project, [puzzle], solvers)
        return self.run(self.check_jobs(pairs, options, lambda _: checks))


OpenExecutor = Callable[[Session], Executor]
"""Returns the executor for a session."""


def half_of_memory() -> int | None:
    """Return half of the machine's memory in bytes, `None` where it is not known."""
    memory = machine_memory()
    if not memory:
        return None
    # The other half is for the system and for what people do meanwhile.
    return memory // 2


def updates_of(
    executor: Executor, jobs: Sequence[Job], results: Sequence[Result]
) -> Iterator[Update]:
    """Run jobs, and yield their updates, until nothing is left but part 2 alone, and in vain.

    That is so for puzzles that have failed by the `results` so far: hardly anything is sent then.
    """
    left = set(range(len(jobs)))
    lone = {n for n in left if jobs[n].inputs[0].kind is InputKind.ALONE}
    for update in executor.run(jobs):
        if update.is_done:
            left.remove(update.number)
        yield update
        if left and left <= lone:
            failed = {result.puzzle for result in results if result.bad}
            if all(jobs[number].puzzle in failed for number in left):
                executor.end_jobs()
                return


def ruled_out(job: Job, outcome: Outcome) -> str | None:
    """Return why an answer to a personal input is wrong, if the site has said so.

    It has if the answer was submitted before, or is ruled out by an earlier "too high" or
    "too low". With other parameters it is another puzzle.
    """
    user = outcome.input
    part = outcome.part
    answer = outcome.answer
    if job.options.params or outcome.input_kind is not InputKind.PERSONAL:
        return None
    if not (user and part and answer):
        return None
    if not os.path.exists(Cache().submissions_path(user, job.puzzle)):
        return None
    # The ledger needs modules that a run from the cache otherwise does without.
    from aoc.submitting.ledger import Ledger

    try:
        fault = Ledger(user, job.puzzle).fault(part, answer)
    except SiteError:
        # A command that submits shows this error.
        return None
    return fault.reason if fault else None
