"""One run of a command or a notebook: its limits, its workers, its reporters, its log."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from aoc.errors import AocError, SiteError, UsageError
from aoc.log import RunLog
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

if TYPE_CHECKING:
    from aoc.render.table import Summary

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

    `choice` says which inputs there are, and why one cannot be fetched comes to `problems`, or is
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
        self.limits = limits
        self.open_executor = open_executor or open_local_executor
        is_watched = is_of_one_day and screen.err.isatty()
        self.timeout = timeout_of(project, limits, is_watched=is_watched)
        self.memory = memory_of(project, limits)
        self.workers = workers_of(project, limits)
        self.inputs = Inputs(
            project,
            choice,
            raises=must_have_input,
            before_fetch=lambda puzzle: screen.show(f"fetching the input of {puzzle}"),
        )

    @property
    def problems(self) -> list[SiteError]:
        """Why inputs could not be fetched."""
        return self.inputs.problems

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """Open the executor for a `with` block; after it no worker is left, whatever happened."""
        with closing(self.open_executor(self)) as executor:
            try:
                yield executor
            finally:
                executor.cancel()
                self.screen.clear()

    def run(
        self,
        jobs: Sequence[Job],
        reporters: Sequence[Callable[[Result], object]],
        *,
        is_kept: bool = False,
        in_order: bool = False,
    ) -> list[Result]:
        """Run jobs, and call all reporters with each result as it comes, as in `take_results`.

        Where the run `is_kept`, a line with the results is added to the log of the project. No
        reporter is called with the results of checks: these are returned. Raises `AocError`.
        """
        log = RunLog(self.project.root)
        takers = list(reporters)
        if is_kept:
            # What is shown is kept, wherever Ctrl-C comes.
            takers.insert(0, log.take)
        checks: list[Result] = []
        failed: set[Puzzle] = set()

        def take_result(result: Result) -> None:
            self.screen.clear()
            if result.bad:
                failed.add(result.puzzle)
            if result.outcome.is_check:
                checks.append(result)
                return
            for take in takers:
                take(result)

        self.screen.begin(len(jobs))
        try:
            with self.executor() as executor:
                try:
                    updates = updates_of(executor, jobs, failed)
                    self.take_results(executor, updates, take_result, in_order=in_order)
                except OSError:
                    # Where results cannot be written, nobody waits for what else was printed.
                    self.screen.quiet = True
                    raise
        finally:
            # Whatever has happened, the log has what ran, and no run fails because of it.
            try:
                log.write()
            except AocError as error:
                self.screen.note(f"this run is not in the log: {error}")
        return checks

    def take_results(
        self,
        executor: Executor,
        updates: Iterable[Update],
        take: Callable[[Result], object],
        *,
        in_order: bool = False,
    ) -> None:
        """Call `take` with each result of the updates; at Ctrl-C, also with those that wait.

        They come `in_order`, or else some wait no longer for those before them.
        """
        judge = Judge(ruled_out, inf if in_order else PATIENCE)
        try:
            for result in judge.judged(updates):
                take(result)
        except KeyboardInterrupt:
            for result in judge.judged(executor.rest()):
                take(result)
            raise

    def results_of(self, jobs: Sequence[Job]) -> list[Result]:
        """Run jobs, without showing or keeping their results, and return these."""
        results: list[Result] = []
        self.run(jobs, [results.append])
        return results

    def check_jobs(
        self, pairs: Pairs, options: JobOptions, checks_of: InputsOf
    ) -> list[Job]:
        """Return the jobs that run puzzles on the inputs of checks, with the `options` of a run."""

        def inputs_of(puzzle: Puzzle) -> Iterator[Input]:
            example = self.inputs.first_example(puzzle)
            for check in checks_of(puzzle):
                yield check._replace(first_example=example)

        has_own_workers = self.limits.workers or self.project.settings.get("jobs")
        if self.workers > 1 and not has_own_workers:
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
        return self.run(self.check_jobs(pairs, options, lambda _: checks), ())


OpenExecutor = Callable[[Session], Executor]
"""Returns the executor for a session."""


def timeout_of(
    project: Project, limits: RunLimits, *, is_watched: bool
) -> float | None:
    """Return the seconds that a step may take; `None` for no limit."""
    if limits.timeout is not None:
        return limits.timeout or None
    default = 0 if is_watched else TIMEOUT
    seconds: float = project.settings.get("timeout", default)
    return seconds or None


def memory_of(project: Project, limits: RunLimits) -> int | None:
    """Return the bytes that a part may take; `None` for no limit."""
    memory = limits.memory
    if memory is None and "memory" in project.settings:
        memory = read_size(project.settings["memory"])
    if memory is None:
        return half_of_memory()
    return memory or None


def half_of_memory() -> int | None:
    """Return half of the machine's memory in bytes, `None` where it is not known."""
    memory = machine_memory()
    if not memory:
        return None
    # The other half is for the system and for what people do meanwhile.
    return memory // 2


def workers_of(project: Project, limits: RunLimits) -> int:
    """Return how many jobs run at once."""
    return limits.workers or project.settings.get("jobs") or os.cpu_count() or 1


def open_local_executor(session: Session) -> Executor:
    """Return the executor of this machine."""
    return LocalExecutor(session.workers, session.timeout, session.screen)


def updates_of(
    executor: Executor, jobs: Sequence[Job], failed: Collection[Puzzle]
) -> Iterator[Update]:
    """Run jobs, and yield their updates, until nothing is left but part 2 alone, and in vain.

    That is so for puzzles that have `failed` meanwhile: hardly anything is sent then. Of the jobs
    of a run, those that call part 2 alone come last.
    """
    others = 0
    lone_jobs: dict[int, Job] = {}
    for number, job in enumerate(jobs):
        if job.inputs[0].kind is InputKind.ALONE:
            lone_jobs[number] = job
        else:
            others += 1
    for update in executor.run(jobs):
        if update.is_done and lone_jobs.pop(update.number, None) is None:
            others -= 1
        yield update
        is_in_vain = all(job.puzzle in failed for job in lone_jobs.values())
        if lone_jobs and not others and is_in_vain:
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


def check_results(
    project: Project,
    puzzles: Sequence[Puzzle],
    names: Collection[str],
    part: int | None,
    summary: Summary,
) -> None:
    """Raise `UsageError` where the days lack the only part, or a variant, that was to be run.

    `names` are variants, or `all`.
    """
    # Without this, the table would be empty, and nothing would say why.
    if part == 2 and not summary.inputs and all(puzzle.is_last for puzzle in puzzles):
        raise UsageError(
            f"{puzzles[0]} has no part 2: the last day of an event has one part"
        )
    # A day that cannot be imported has an error already, and may have the variant.
    if summary.is_unloaded or not set(names) - {"all"}:
        return
    from aoc.project.functions import variants_in

    parts = (part,) if part else (1, 2)
    variants = set(summary.variants)
    for puzzle in puzzles:
        variants.update(variants_in(project.day_path(puzzle), parts))
    for name in names:
        if name == "all" or name in variants:
            continue
        if not variants:
            raise UsageError(f"{puzzles[0]} has no variants: leave out --variant")
        choice = ", ".join(sorted(variants))
        raise UsageError(f"there is no variant {name!r} here: choose from {choice}")
