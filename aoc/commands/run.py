"""Check, run and time days."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import click

from aoc.commands import options
from aoc.errors import SiteError, UsageError
from aoc.model.jobs import Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.program import DISTRIBUTION
from aoc.project.day_selection import (
    MissingDaysError,
    select_puzzles,
    without_days,
)
from aoc.project.project import (
    OWN,
    Project,
    find_project,
    find_solvers,
    project_or_folder,
)
from aoc.render.screen import Screen
from aoc.render.table import ResultTable, Summary, Table, print_json
from aoc.running.inputs import InputChoice
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import Pairs, make_jobs, pair_up
from aoc.session import (
    DEFAULT_CHOICE,
    NO_LIMITS,
    OpenExecutor,
    RunLimits,
    Session,
    check_results,
)
from aoc.site.accounts import Account

FEW = 4
"""Inputs of a puzzle, times solvers, up to which each result has a line."""


EVERY_DAY = (
    "part",
    "examples",
    "file",
    "sample",
    "user",
    "submit",
    "wait",
    "params",
    "verbose",
    "quiet",
)
"""The options that the help shows first, by their parameters."""


class RunCommand(options.Command):
    """The command `run`, whose help shows what is used every day before all else."""

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options under two headings."""
        every_day: dict[str, tuple[str, str]] = dict.fromkeys(EVERY_DAY, ("", ""))
        more = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            # A hidden option has none.
            if record is None or not isinstance(param, click.Option):
                continue
            if param.name in every_day:
                every_day[param.name] = record
            else:
                more.append(record)
        with formatter.section("Every day"):
            formatter.write_dl(list(every_day.values()))
        with formatter.section("More"):
            formatter.write_dl(more)


@click.command(cls=RunCommand)
@options.days_argument
# People type it in place of `all`.
@options.flag("--all", "all_days", excludes=["DAYS"], hidden=True)
@options.option(
    "-x",
    "--exclude",
    "excluded",
    multiple=True,
    metavar="DAYS",
    help="Leave these days out; 21 is day 21 of each year.",
)
@options.shared_options("part", "variants")
@options.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME",
    excludes=["--variant"],
    help="Run this solver, or all.",
)
@options.shared_options(
    "file", "examples", "sample", "seed", "user", "timeout", "memory", "workers"
)
@options.option(
    "--cluster",
    metavar="ADDRESS",
    excludes=["--pdb", "--profile", "--jobs"],
    help="Send the project, without inputs, to the workers of the Dask scheduler there, such as "
    "tcp://host:8786, and run on them; needs aoc-days[cluster].",
)
@options.shared_options("params")
@options.flag(
    "--pdb",
    "debugs",
    excludes=["--json", "--profile", "--timeout", "--memory", "--jobs"],
    help="Open a debugger where a solver fails.",
)
@options.flag(
    "--profile",
    "profiles",
    excludes=["--json"],
    help="Then show which functions take the time; needs aoc-days[profile].",
)
@options.option(
    "--submit/--no-submit",
    default=None,
    excludes=[
        "--input",
        "--example",
        "--sample",
        "--seed",
        "--param",
        "--pdb",
        "--profile",
    ],
    help="Submit the answers if the examples pass.",
)
@options.flag(
    "--wait",
    needs=["--submit"],
    help="Wait until the site accepts the next answer, then submit.",
)
@options.flag("--force", needs=["--submit"], help="Submit even if an example fails.")
@options.shared_options("as_json")
@options.flag(
    *("-v", "--verbose"),
    help="Show all prints and logs, and each result where there are many.",
)
@options.flag(
    *("-q", "--quiet"),
    excludes=["--verbose"],
    help="Show only wrong answers and errors.",
)
@options.with_inputs_and_limits
def run(
    days: tuple[str, ...],
    all_days: bool,
    excluded: tuple[str, ...],
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    solvers: tuple[str, ...],
    cluster: str | None,
    params: tuple[tuple[str, str], ...],
    debugs: bool,
    profiles: bool,
    submit: bool | None,
    wait: bool,
    force: bool,
    as_json: bool,
    verbose: bool,
    quiet: bool,
    choice: InputChoice,
    limits: RunLimits,
) -> int:
    """Check DAYS against their examples, run them on your input, and time each part.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.

    The signs: ✔ right, ✘ wrong, ? the right answer is not known, ! the solver failed, - not solved
    yet.
    """
    request = RunRequest(
        days=("all",) if all_days else days,
        excluded=excluded,
        year=year,
        parts=(part,) if part else (1, 2),
        variants=variants,
        solvers=solvers,
        cluster=cluster,
        params=params,
        debugs=debugs,
        profiles=profiles,
        submit=submit,
        wait=wait,
        force=force,
        as_json=as_json,
        verbose=verbose,
        quiet=quiet,
        choice=choice,
        limits=limits,
    )
    return workflow(request)


class RunRequest(NamedTuple):
    """What was asked for on the command line."""

    days: tuple[str, ...]
    excluded: tuple[str, ...] = ()
    year: int | None = None
    parts: tuple[int, ...] = (1, 2)
    variants: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()
    cluster: str | None = None
    params: tuple[tuple[str, str], ...] = ()
    debugs: bool = False
    profiles: bool = False
    submit: bool | None = None
    """Without `--submit` or `--no-submit`, the settings of the project decide."""
    wait: bool = False
    force: bool = False
    as_json: bool = False
    verbose: bool = False
    quiet: bool = False
    choice: InputChoice = DEFAULT_CHOICE
    limits: RunLimits = NO_LIMITS

    @property
    def only_part(self) -> int | None:
        """The part, where one alone is to be run."""
        return self.parts[0] if len(self.parts) == 1 else None


def workflow(request: RunRequest) -> int:
    """Run days: these are the stages of a run. Returns the exit code."""
    selection = select(request)
    session = open_session(request, selection)
    plan = plan_run(request, selection, session)
    shown = execute(plan)
    code = show_end(plan, shown)
    # What one day got wrong is no reason to keep back the answers of others.
    submit_code = submit_answers(plan, shown)
    return code or submit_code


class Selection(NamedTuple):
    """The puzzles to solve, and by which solvers; `missing` are errors about other days."""

    project: Project
    puzzles: Sequence[Puzzle]
    solvers: Sequence[Solver]
    missing: Sequence[UsageError]

    @property
    def has_many_days(self) -> bool:
        """Whether more than one day runs, so that each has a line or two."""
        return len(self.puzzles) > 1


def select(request: RunRequest) -> Selection:
    """Find the project, the puzzles that DAYS means, and the solvers. Raises `UsageError`."""
    if request.submit:
        from aoc.site.client import go_by_site_time

        go_by_site_time()
    # Plugins also run outside of a project.
    runs_plugins = bool(set(request.solvers) - {OWN})
    project = project_or_folder() if runs_plugins else find_project()
    solvers = find_solvers(project, request.solvers)
    only_own = all(solver.is_own for solver in solvers)
    missing: Sequence[UsageError] = ()
    try:
        puzzles = select_puzzles(
            project,
            request.days,
            request.year,
            "run",
            with_module=only_own,
        )
    except MissingDaysError as error:
        if not error.others:
            raise
        puzzles = error.others
        missing = error.errors
    if request.excluded:
        puzzles = without_days(project, puzzles, request.excluded)
    options.check_one_day("--input", puzzles, asked=request.choice.file is not None)
    options.check_one_day("--param", puzzles, asked=bool(request.params))
    return Selection(project, puzzles, solvers, missing)


def open_session(request: RunRequest, selection: Selection) -> Session:
    """Return the session of the run: its limits, its inputs, and where its jobs run."""
    shows_output = not selection.has_many_days
    screen = Screen(sys.stderr, quiet=request.quiet, shows_output=shows_output)
    open_executor: OpenExecutor | None = None
    if request.debugs:
        # Each job has the terminal.
        screen.live = False
        open_executor = open_debugger
    elif request.cluster is not None:
        open_executor = partial(open_cluster, address=request.cluster)
    # On a cluster, Ctrl-C cannot show where a part is, so that a part has to end by itself.
    is_of_one_day = not selection.has_many_days and request.cluster is None
    return Session(
        selection.project,
        screen,
        request.choice,
        request.limits,
        is_of_one_day=is_of_one_day,
        open_executor=open_executor,
    )


class RunPlan(NamedTuple):
    """The plan of a run: its jobs, and for which accounts its answers may be submitted.

    `has_matrix` says that a puzzle has so many results that they are shown as a matrix.
    """

    request: RunRequest
    selection: Selection
    session: Session
    pairs: Pairs
    options: JobOptions
    accounts: Sequence[Account]
    has_matrix: bool

    def make_jobs(self) -> list[Job]:
        """Return the jobs of the run whose results are shown."""
        session = self.session
        return make_jobs(session.project, self.pairs, session.inputs.of, self.options)


def plan_run(request: RunRequest, selection: Selection, session: Session) -> RunPlan:
    """Plan the jobs of a run. Raises `UsageError` or `SiteError` before anything runs."""
    if request.profiles:
        from aoc.commands.profiles import check_profiler

        check_profiler()
    accounts = submitting_accounts(request, session)
    session.inputs.check()
    most_inputs = session.inputs.most_per_puzzle()
    has_matrix = most_inputs * len(selection.solvers) > FEW
    timing = Timing.steady()
    memory = session.memory
    # An answer does not wait until its time is measured well.
    if selection.has_many_days or request.submit:
        timing = Timing.quick()
    if has_matrix:
        timing = Timing.brief()
    if request.debugs:
        # Somebody types in between: nothing is limited, and no time means anything.
        timing = Timing.once()
        memory = None
    job_options = JobOptions(
        timing,
        parts=request.parts,
        variants=request.variants,
        memory=memory,
        params=request.params,
        verbose=request.verbose,
        debugs=request.debugs,
    )
    return RunPlan(
        request=request,
        selection=selection,
        session=session,
        pairs=pair_up(selection.project, selection.puzzles, selection.solvers),
        options=job_options,
        accounts=accounts,
        has_matrix=has_matrix,
    )


def submitting_accounts(request: RunRequest, session: Session) -> Sequence[Account]:
    """Return the accounts for which answers may be submitted; none if that was not asked for.

    Raises `SiteError` for `--submit` without a session token.
    """
    submits = request.submit
    if submits is None:
        # Answers with other parameters, or to look into a day, are not submitted by a setting.
        only_looks = bool(request.params) or request.debugs or request.profiles
        is_personal = request.choice.is_personal and not only_looks
        submits = is_personal and bool(session.project.settings.get("submit"))
    if not submits:
        return ()
    accounts = [
        account for account in session.inputs.accounts() if account.token is not None
    ]
    if request.submit and not accounts:
        raise SiteError("no session token: log in with `aoc login`")
    return accounts


class ShownRun(NamedTuple):
    """What was shown of a run.

    `results` are all results where somebody needs them later, and else those of checks alone:
    there may be many.
    """

    table: ResultTable
    results: Sequence[Result]


def execute(plan: RunPlan) -> ShownRun:
    """Run the jobs, and show each result as it comes."""
    request = plan.request
    table = make_table(plan)
    results: list[Result] = []
    reporters: list[Callable[[Result], object]] = [table.show]
    if request.as_json:
        # The table is not shown, but its summary counts.
        reporters = [table.summary.add, print_json]
    if plan.accounts or request.profiles:
        reporters.append(results.append)
    jobs = plan.make_jobs()
    if may_send(plan):
        from aoc.commands.submit import import_client

        # The request that follows the run shall not wait for the import.
        import_client()
        show_waits(plan)
        if not request.force:
            # What a sending needs runs at the same time.
            from aoc.submitting.precheck import early_checks

            checks_of = partial(early_checks, plan.session.inputs, request.parts)
            jobs += plan.session.check_jobs(plan.pairs, plan.options, checks_of)
    try:
        results += plan.session.run(
            jobs,
            reporters,
            is_kept=is_kept(plan),
            in_order=table.in_order and not request.as_json,
        )
    finally:
        # Also at Ctrl-C: some rows wait for others.
        if not request.as_json:
            table.end()
    return ShownRun(table, results)


def make_table(plan: RunPlan) -> ResultTable:
    """Return the table that shows the results."""
    request = plan.request
    if plan.has_matrix and not request.verbose:
        from aoc.render.matrix_table import MatrixTable

        return MatrixTable(sys.stdout, quiet=request.quiet)
    return Table(
        sys.stdout,
        quiet=request.quiet,
        fold=plan.selection.has_many_days and not request.verbose,
        verbose=request.verbose,
    )


def is_kept(plan: RunPlan) -> bool:
    """Return whether the log gets the results: not those of a look into a day."""
    request = plan.request
    if request.choice.examples or request.debugs or request.params:
        return False
    # A plugin may run in a folder that is no project, where nothing is to be written.
    project = plan.selection.project
    days_folder = os.path.join(project.root, "days")
    return bool(project.own_layouts) or os.path.isdir(days_folder)


def may_send(plan: RunPlan) -> bool:
    """Return whether the run may end with a submission: that is allowed, and a part is open."""
    if not plan.accounts:
        return False
    from aoc.commands.submit import consent_of
    from aoc.submitting.precheck import open_parts

    project = plan.selection.project
    if not plan.request.submit and consent_of(project.root) is not True:
        return False
    if any(account.id is None for account in plan.accounts):
        # Which parts a new account has solved is not known before its first request.
        return True
    for puzzle in plan.selection.puzzles:
        if any(open_parts(plan.session.inputs, plan.request.parts, puzzle)):
            return True
    return False


def show_waits(plan: RunPlan) -> None:
    """Say which answers the site does not accept yet: nobody has to run a day to learn it."""
    from aoc.commands.submit import known_waits
    from aoc.render.countdown import wait_text

    for puzzle, seconds in known_waits(plan.accounts, plan.selection.puzzles):
        when = wait_text(seconds)
        text = f"the site accepts the next answer to {puzzle} {when}"
        if not plan.request.wait:
            text += "; --wait waits for it"
        plan.session.screen.note(text)


def show_end(plan: RunPlan, shown: ShownRun) -> int:
    """Show what follows the results, and return the exit code of the run so far."""
    request = plan.request
    session = plan.session
    screen = session.screen
    summary = shown.table.summary
    puzzles = plan.selection.puzzles
    if request.profiles:
        from aoc.commands.profiles import profile_parts

        profile_parts(
            session,
            plan.make_jobs(),
            shown.results,
            with_parse=request.only_part is None,
        )
    check_results(
        session.project, puzzles, request.variants, request.only_part, summary
    )
    show_input_notes(plan, summary)
    unfetched = screen.errors(session.problems)
    failed_days = summary.failed_days | {puzzle for puzzle, _ in session.inputs.missing}
    if failed_days and plan.selection.has_many_days:
        from aoc.render.messages import days_text

        screen.problem(f"these days failed: {days_text(failed_days)}")
    missing = screen.errors(plan.selection.missing)
    return int(bool(summary.failed_days)) or unfetched or missing


def show_input_notes(plan: RunPlan, summary: Summary) -> None:
    """Say which inputs are missing."""
    inputs = plan.session.inputs
    puzzles = plan.selection.puzzles
    lacks_days = len(summary.inputs) < len(set(puzzles))
    if plan.request.variants and summary.inputs:
        # A variant of one day says nothing about the inputs of the others.
        lacks_days = False
    # The sentences are imported only where there is one to show.
    if not (inputs.without_input or lacks_days):
        return
    from aoc.render.messages import input_notes

    part = plan.request.only_part
    for text in input_notes(inputs, puzzles, summary.inputs, part):
        plan.session.screen.note(text)


def submit_answers(plan: RunPlan, shown: ShownRun) -> int:
    """Submit the answers, if that was asked for, and return the exit code."""
    if not plan.accounts:
        return 0
    from aoc.commands.submit import count_down_wait, submit_results

    request = plan.request
    # Of many days, or without an input, it is no news that a part has no answer.
    says_why = bool(request.submit) and not plan.selection.has_many_days
    if plan.session.problems:
        says_why = False
    attempts = submit_results(
        shown.results,
        plan.accounts,
        request.only_part,
        partial(plan.session.run_checks, plan.selection.solvers, plan.options),
        plan.session.project.root,
        wait=count_down_wait if request.wait else None,
        force=request.force,
        asked=request.submit is not None,
        says_why=says_why,
    )
    return max((attempt.status.exit_code for attempt in attempts), default=0)


def open_debugger(session: Session) -> Executor:
    """Return an executor whose only worker has the terminal, for `--pdb`."""
    from aoc.running.debug_launcher import DebugLauncher

    return LocalExecutor(1, None, session.screen, launcher=DebugLauncher())


def open_cluster(session: Session, address: str) -> Executor:
    """Return the executor of the Dask cluster whose scheduler is at an address.

    Raises `AocError`.
    """
    try:
        from aoc.dask_cluster import DaskExecutor
    except ModuleNotFoundError:
        raise UsageError(
            "--cluster needs Dask, here and on the workers: install "
            f"`{DISTRIBUTION}[cluster]` in place of `{DISTRIBUTION}`"
        ) from None
    return DaskExecutor(address, session)
