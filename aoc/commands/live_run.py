"""A run of jobs for a command: its limits, its results shown as they come, its history."""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from types import MappingProxyType
from typing import Protocol

from aoc.errors import AocError, SiteError
from aoc.model import Input, Job, Outcome, Puzzle, Result, Verdict
from aoc.program import python_version
from aoc.project import Project, Solver, read_size
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import is_terminal
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import JobOptions, Pairs, half_of_memory, make_jobs, pair_up
from aoc.running.verdicts import in_order
from aoc.site.cache import Cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.history.log import RunLog

TIMEOUT = 60.0
"""Seconds for a part, without an option or a setting."""
LONG = 100
"""Jobs of a run that is worth to be resumed."""
SHORT = 2.0
"""Seconds after which results are written as they come: a run that is killed loses no more."""


class RunHistory:
    """Adds the results of a run on whole inputs to the log of its project, if it `keeps` them.

    `versions` are those of the solvers that are plugins, by name. The results of a short run are
    written when it ends, after everything else.
    """

    def __init__(
        self, project: Project, screen: Screen, *, keeps: bool, versions: Mapping[str, str | None]
    ) -> None:
        self.project = project
        self.screen = screen
        self.keeps = keeps
        self.versions = versions
        self.started = time.time()
        self.log: RunLog | None = None
        self.unwritten: list[tuple[Result, float | None]] = []
        self.parsed: Result | None = None
        """The last result of parsing an input."""

    def show(self, result: Result) -> None:
        """Take a result; parts that are not solved are left out."""
        if not self.keeps or not result.whole:
            return
        if result.is_of_parse:
            self.parsed = result
        elif result.part is not None and result.verdict is not Verdict.SKIPPED:
            parsed = self.parsed
            is_same = parsed is not None and input_of(parsed) == input_of(result)
            self.unwritten.append((result, parsed.seconds if parsed and is_same else None))
        if time.time() - self.started > SHORT:
            self.end()

    def end(self) -> None:
        """Write what is not written yet; a run does not fail because of it."""
        if not self.unwritten:
            return
        try:
            results, self.unwritten = self.unwritten, []
            if self.log is None:
                from aoc.history.log import RunLog

                self.log = RunLog(self.project.root, python_version(), self.started)
            self.log.add_results(results, self.versions)
        except AocError as error:
            self.keeps = False
            self.screen.note(f"this run is not in the history: {error}")


def input_of(result: Result) -> tuple[object, ...]:
    """Return what the results of a solver on one input have in common."""
    return result.year, result.day, result.solver, result.input


class View(Protocol):
    """What shows results."""

    def show(self, result: Result) -> None:
        """Show one more result."""

    def end(self) -> None:
        """Show what comes after the last result, such as a summary."""


class Tally:
    """The view that counts results.

    `bad` says whether one makes the run fail. `inputs` has the kinds of inputs that each puzzle ran
    on, `None` where it did not get as far as an input. `is_unloaded` says whether a solver ended
    before its first part, and `variants` which ones ran.
    """

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self.bad = False
        self.inputs: dict[Puzzle, set[str | None]] = defaultdict(set)
        self.is_unloaded = False
        self.variants: dict[str, None] = {}
        for result in results:
            self.show(result)

    def show(self, result: Result) -> None:
        """Count a result."""
        kind = result.input_kind if result.whole else result.input and "example"
        self.inputs[Puzzle(result.year, result.day)].add(kind)
        self.bad |= result.bad
        self.is_unloaded |= result.part is None and result.error is not None
        if result.variant:
            self.variants[result.variant] = None

    def end(self) -> None:
        """Do nothing: everything is counted."""


class Collected:
    """The view that keeps all results, where they are few."""

    def __init__(self) -> None:
        self.results: list[Result] = []

    def show(self, result: Result) -> None:
        """Keep a result."""
        self.results.append(result)

    def end(self) -> None:
        """Do nothing: everything is there."""


def time_limit(project: Project, option: float | None = None) -> float | None:
    """Return the seconds that a part may take, `None` for no limit: the option or the setting."""
    seconds = project.settings.get("timeout", TIMEOUT) if option is None else option
    return seconds or None


def memory_limit(project: Project, option: int | None = None) -> int | None:
    """Return the bytes that a part may take, `None` for no limit.

    It is the option, else the setting, else half of the machine's memory.
    """
    option = own_memory_limit(project, option)
    return half_of_memory() if option is None else option or None


def own_memory_limit(project: Project, option: int | None) -> int | None:
    """Return the bytes that the option or the setting allows a part, 0 for no limit.

    `None` means that there is neither.
    """
    setting = project.settings.get("memory")
    return read_size(setting) if option is None and setting is not None else option


def debug_executor(project: Project, screen: Screen) -> Executor:
    """Return the executor for debugging: each job has the terminal, and nothing is limited."""
    from aoc.running.launcher import DebugLauncher

    return LocalExecutor(1, None, screen, launcher=DebugLauncher())


def ruled_out(job: Job, outcome: Outcome) -> str | None:
    """Return why an answer to a personal input is wrong, if the site has said so.

    It has if the answer was submitted before, or lies outside of what "too high" and "too low" have
    left. Nothing is returned where the right answer is known.
    """
    user, part = outcome.input, outcome.part
    if outcome.input_kind != "personal" or user is None or outcome.answer is None or part is None:
        return None
    cache = Cache()
    if not os.path.exists(cache.submissions_path(user, job.puzzle)):
        return None
    if cache.answers(user, job.puzzle)[part - 1] is not None:
        return None
    # The ledger needs modules that a run from the cache otherwise does without.
    from aoc.submitting.ledger import Ledger

    try:
        fault = Ledger(cache, user, job.puzzle).fault(part, outcome.answer)
    except SiteError:
        return None  # a command that submits shows this error
    return fault[1] if fault else None


def run_and_show(
    project: Project,
    jobs: Iterable[Job],
    views: Sequence[View],
    screen: Screen,
    *,
    size: int,
    workers: int,
    timeout: float | None,
    keeps_history: bool = True,
    versions: Mapping[str, str | None] = MappingProxyType({}),
    has_params: bool = False,
    open_executor: Callable[[], Executor] | None = None,
) -> None:
    """Run jobs, show their results to all views as they come, and add them to the history.

    `size` is how many jobs there are at most, `versions` are those of plugins, by name. With
    `has_params`, the answers are not those to the puzzles. Jobs run in `workers` processes on this
    machine, unless another executor is to be opened. Raises `AocError`.
    """
    screen.begin(size)
    keeps_history = keeps_history and not has_params
    history = RunHistory(project, screen, keeps=keeps_history, versions=versions)
    takers = (*views, history)
    interrupt: KeyboardInterrupt | None = None
    executor = open_executor() if open_executor else LocalExecutor(workers, timeout, screen)
    try:
        try:
            # The answer must be one to the puzzle as it is, without parameters.
            for result in in_order(executor.run(jobs), None if has_params else ruled_out):
                screen.clear()
                for taker in takers:
                    taker.show(result)
        except OSError:
            # Where results cannot be written, nobody waits for what else was printed.
            screen.quiet = True
            raise
        except KeyboardInterrupt as error:
            interrupt = error
            raise
        finally:
            executor.cancel()
            screen.clear()
        for view in views:
            view.end()
    finally:
        # Whatever has happened, the history has what ran, and then no process is left.
        with closing(executor):
            history.end()
            if interrupt and size > LONG and history.keeps:
                interrupt.args = ("the same command with --resume goes on from here",)


def rerun(
    project: Project,
    solvers: Sequence[Solver],
    options: JobOptions,
    screen: Screen,
    timeout: float | None,
    open_executor: Callable[[], Executor] | None,
    puzzle: Puzzle,
    part: int,
    inputs: Sequence[Input],
) -> list[Result]:
    """Run one part of a puzzle on these inputs, without showing it, and return the results.

    With all but the last three arguments, it is an `aoc.submitting.precheck.Rerun`.
    """
    pairs = pair_up(project, [puzzle], solvers)
    options = options._replace(parts=(part,), variants=(), repeat=1)
    run_and_show(
        project,
        make_jobs(project, pairs, lambda _: inputs, options),
        [collected := Collected()],
        screen,
        size=len(pairs) * len(inputs),
        workers=1,
        timeout=timeout,
        keeps_history=False,
        open_executor=open_executor,
    )
    return collected.results


def tips_of(project: Project) -> Callable[[Collection[Verdict]], Collection[Verdict]]:
    """Return what finds the signs to explain: only on a terminal, and unless tips are off."""
    if not is_terminal(sys.stdout) or not project.settings.get("tips", True):
        return lambda verdicts: ()
    from aoc.history.log import new_signs

    return partial(new_signs, project.root)


class RunViews:
    """The views of a run of `pairs`. With `sums_up`, results of a puzzle and solver share a row.

    `shown` are all of them, and `takers` those that also take results of an earlier run, with the
    digests of the answers. Results are collected only where somebody `collects` them.
    """

    def __init__(
        self,
        project: Project,
        pairs: Pairs,
        *,
        sums_up: bool,
        as_json: bool,
        quiet: bool,
        profiles: bool,
        collects: bool,
    ) -> None:
        self.tally, self.collected = Tally(), Collected()
        self.shown: list[View] = [self.tally]
        self.takers: list[Callable[[Result, str | None], None]] = [
            lambda result, _: self.tally.show(result)
        ]
        if collects or profiles:
            self.shown.append(self.collected)
        tips = tips_of(project)
        if as_json:
            from aoc.render.json_lines import JsonLines

            # With profiles, they are shown at the end.
            self.shown += [] if profiles else [JsonLines(sys.stdout)]
        elif sums_up:
            from aoc.render.matrix_table import MatrixTable

            matrix = MatrixTable(sys.stdout, pairs, quiet=quiet, tips=tips)
            self.shown.append(matrix)
            self.takers.append(matrix.take)
        else:
            fold = len({puzzle for puzzle, _ in pairs}) > 1
            self.shown.append(Table(sys.stdout, quiet=quiet, fold=fold, tips=tips))
