"""Check, run and time days."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.commands import options
from aoc.errors import AocError, SiteError, UsageError
from aoc.model.jobs import Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.program import DISTRIBUTION
from aoc.project.day_selection import MissingDaysError, select_puzzles, without_days
from aoc.project.project import OWN, Project, find_project, find_solvers, project_or_folder
from aoc.render.screen import Screen
from aoc.render.table import ResultTable, Summary, Table, print_json
from aoc.running.inputs import InputChoice
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import make_jobs, pair_up
from aoc.session import DEFAULT_CHOICE, NO_LIMITS, OpenExecutor, RunLimits, Session
from aoc.site.accounts import Account

if TYPE_CHECKING:
    from aoc.submitting.ledger import Attempt

FEW = 4
"""Inputs of a puzzle, times solvers, up to which each result has a line."""


@options.command
# What is used every day is shown first.
@options.shared_options("part", "examples", "file", "sample", "user")
@options.option(
    "--submit/--no-submit",
    default=None,
    excludes=["--input", "--example", "--sample", "--seed", "--param", "--pdb", "--profile"],
    help="Submit the answers if the examples pass.",
)
@options.flag(
    "--wait", needs=["--submit"], help="Wait until the site accepts the next answer, then submit."
)
@options.shared_options("params", "verbose")
@options.flag("-q", "--quiet", excludes=["--verbose"], help="Show only wrong answers and errors.")
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
@options.shared_options("variants")
@options.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME",
    excludes=["--variant"],
    help="Run this solver, or all.",
)
@options.flag("--force", needs=["--submit"], help="Submit even if an example fails.")
@options.shared_options("seed", "timeout", "memory", "workers", "as_json")
@options.flag(
    "--profile",
    "profiles",
    excludes=["--json"],
    help="Then show which functions take the time; needs aoc-days[profile].",
)
@options.flag(
    "--pdb",
    "debugs",
    excludes=["--json", "--profile"],
    help="Open a debugger where a solver fails.",
)
@options.option(
    "--cluster",
    metavar="ADDRESS",
    excludes=["--pdb", "--profile"],
    help="Send the project, without inputs, to the workers of the Dask scheduler there, such as "
    "tcp://host:8786, and run on them; needs aoc-days[cluster].",
)
@options.with_inputs_and_limits
def run(**typed: Any) -> int:
    """Check DAYS against their examples, run them on your input, and time each part.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed, 2 for a wrong
    command line, 3 if the site or your account is the problem, 130 after Ctrl-C.

    The signs: ✔ right, ✘ wrong, ? the right answer is not known, ! the solver failed, - not solved
    yet.
    """
    return workflow(RunRequest(**typed))


class RunRequest(NamedTuple):
    """What was asked for: the parameters of the command line."""

    days: tuple[str, ...]
    all_days: bool = False
    excluded: tuple[str, ...] = ()
    year: int | None = None
    part: int | None = None
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


def workflow(request: RunRequest) -> int:
    """Run days, and return the exit code: the stages of a run, each with the last one's result."""
    project, solvers = find_project_and_solvers(request)
    puzzles, missing = select(request, project, solvers)
    session = open_session(request, project, puzzles)
    plan = plan_run(request, session, solvers, puzzles)
    table = make_table(plan)
    # The session judges each outcome, once, and at the end keeps the results in the log.
    results = execute(plan, table)
    failures = [*show_end(plan, table.summary, results), *missing]
    session.screen.errors(missing)
    # What one day got wrong is no reason to keep back the answers of others.
    attempts = submit_answers(plan, results)
    if table.summary.failed_days:
        return 1
    if failures:
        return failures[0].exit_code
    return max((attempt.status.exit_code for attempt in attempts), default=0)


def find_project_and_solvers(request: RunRequest) -> tuple[Project, Sequence[Solver]]:
    """Return the project, and the solvers that were asked for. Raises `UsageError`."""
    if request.submit:
        from aoc.site.client import go_by_site_time

        go_by_site_time()
    if set(request.solvers) - {OWN}:
        # Plugins also run outside of a project.
        project = project_or_folder()
    else:
        project = find_project()
    return project, find_solvers(project, request.solvers)


def select(
    request: RunRequest, project: Project, solvers: Sequence[Solver]
) -> tuple[Sequence[Puzzle], Sequence[AocError]]:
    """Return the puzzles that DAYS means, and the errors about days that are not there.

    Raises `UsageError` where none is.
    """
    only_own = all(solver.is_own for solver in solvers)
    days = ("all",) if request.all_days else request.days
    missing: Sequence[AocError] = ()
    try:
        puzzles = select_puzzles(project, days, request.year, "run", with_module=only_own)
    except MissingDaysError as error:
        if not error.others:
            raise
        puzzles = error.others
        missing = error.errors
    if request.excluded:
        puzzles = without_days(project, puzzles, request.excluded)
    options.check_one_day("--input", puzzles, asked=request.choice.file is not None)
    options.check_one_day("--param", puzzles, asked=bool(request.params))
    return puzzles, missing


def open_session(request: RunRequest, project: Project, puzzles: Sequence[Puzzle]) -> Session:
    """Return the session of the run: its limits, its inputs, and where its jobs run."""
    is_of_one_day = len(puzzles) == 1
    screen = Screen(sys.stderr, quiet=request.quiet, shows_output=is_of_one_day)
    open_executor: OpenExecutor | None = None
    if request.debugs:
        # Each job has the terminal.
        screen.live = False
        open_executor = open_debugger
    elif request.cluster is not None:
        open_executor = partial(open_cluster, address=request.cluster)
        # There, Ctrl-C cannot show where a part is, so that a part has to end by itself.
        is_of_one_day = False
    return Session(
        project,
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
    session: Session
    solvers: Sequence[Solver]
    puzzles: Sequence[Puzzle]
    options: JobOptions
    jobs: Sequence[Job]
    accounts: Sequence[Account]
    has_matrix: bool


def plan_run(
    request: RunRequest, session: Session, solvers: Sequence[Solver], puzzles: Sequence[Puzzle]
) -> RunPlan:
    """Plan the jobs of a run, and read or fetch their inputs.

    Raises `UsageError` or `SiteError` before anything runs.
    """
    if request.profiles:
        from aoc.commands.profiles import check_profiler

        check_profiler()
    accounts = submitting_accounts(request, session)
    session.inputs.check()
    has_matrix = session.inputs.most_per_puzzle() * len(solvers) > FEW
    timing = Timing.steady()
    memory = session.memory
    # An answer does not wait until its time is measured well.
    if len(puzzles) > 1 or accounts:
        timing = Timing.quick()
    if has_matrix:
        timing = Timing.brief()
    if request.debugs:
        # Somebody types in between: nothing is limited, and no time means anything.
        timing = Timing.once()
        memory = None
    job_options = JobOptions(
        timing,
        parts=(request.part,) if request.part else (1, 2),
        variants=request.variants,
        memory=memory,
        params=request.params,
        verbose=request.verbose,
        debugs=request.debugs,
    )
    pairs = pair_up(session.project, puzzles, solvers)
    jobs = make_jobs(session.project, pairs, session.inputs.of, job_options)
    return RunPlan(request, session, solvers, puzzles, job_options, jobs, accounts, has_matrix)


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
    accounts = [account for account in session.inputs.accounts() if account.token is not None]
    if request.submit and not accounts:
        raise SiteError("no session token: log in with `aoc login`")
    return accounts


def make_table(plan: RunPlan) -> ResultTable:
    """Return the table that shows the results."""
    request = plan.request
    if plan.has_matrix and not request.verbose:
        from aoc.render.matrix_table import MatrixTable

        return MatrixTable(sys.stdout, quiet=request.quiet)
    return Table(
        sys.stdout,
        quiet=request.quiet,
        fold=len(plan.puzzles) > 1 and not request.verbose,
        verbose=request.verbose,
    )


def execute(plan: RunPlan, table: ResultTable) -> Sequence[Result]:
    """Run the jobs, show each result as it comes, and return all, also those of checks."""
    request = plan.request
    reporters: list[Callable[[Result], object]] = [table.show]
    if request.as_json:
        # The table is not shown, but its summary counts.
        reporters = [table.summary.add, print_json]
    only_looks = request.choice.examples or request.debugs or bool(request.params)
    jobs = [*plan.jobs, *early_jobs(plan)]
    try:
        return plan.session.run(
            jobs, reporters, is_kept=not only_looks, in_order=table.in_order and not request.as_json
        )
    finally:
        # Also at Ctrl-C: some rows wait for others.
        if not request.as_json:
            table.end()


def early_jobs(plan: RunPlan) -> Sequence[Job]:
    """Return the jobs that only check what is to be sent: they run at the same time.

    What a request needs is imported meanwhile, and a wait that is known is said: nobody has to run
    a day to learn it.
    """
    if not may_send(plan):
        return ()
    from aoc.commands.submit import import_client, known_waits
    from aoc.render.countdown import wait_text
    from aoc.submitting.precheck import early_checks

    # The request that follows the run shall not wait for the import.
    import_client()
    session = plan.session
    for puzzle, seconds in known_waits(plan.accounts, plan.puzzles):
        text = f"the site accepts the next answer to {puzzle} {wait_text(seconds)}"
        if not plan.request.wait:
            text += "; --wait waits for it"
        session.screen.note(text)
    if plan.request.force:
        return ()
    checks_of = partial(early_checks, session.inputs, plan.options.parts)
    pairs = pair_up(session.project, plan.puzzles, plan.solvers)
    return session.check_jobs(pairs, plan.options, checks_of)


def may_send(plan: RunPlan) -> bool:
    """Return whether the run may end with a submission: that is allowed, and a part is open."""
    if not plan.accounts:
        return False
    from aoc.commands.submit import consent_of
    from aoc.submitting.precheck import open_parts

    root = plan.session.project.root
    if not plan.request.submit and consent_of(root) is not True:
        return False
    if any(account.id is None for account in plan.accounts):
        # Which parts a new account has solved is not known before its first request.
        return True
    inputs = plan.session.inputs
    parts = plan.options.parts
    return any(any(open_parts(inputs, parts, puzzle)) for puzzle in plan.puzzles)


def show_end(plan: RunPlan, summary: Summary, results: Sequence[Result]) -> Sequence[AocError]:
    """Show what follows the results, and return the errors about the inputs."""
    request = plan.request
    session = plan.session
    puzzles = plan.puzzles
    if request.profiles:
        from aoc.commands.profiles import profile_parts

        profile_parts(session, plan.jobs, results, with_parse=request.part is None)
    options.check_variants(
        session.project, puzzles, request.variants, request.part, is_unloaded=summary.is_unloaded
    )
    inputs = session.inputs
    # A variant of one day says nothing about the inputs of the others.
    days = 1 if request.variants else len(set(puzzles))
    # The sentences are imported only where there is one to show.
    if inputs.without_input or len(summary.inputs) < days:
        from aoc.render.messages import input_notes

        for note in input_notes(inputs, puzzles, summary.inputs, request.part):
            session.screen.note(note)
    session.screen.errors(inputs.problems)
    failed_days = summary.failed_days | {puzzle for puzzle, _ in inputs.missing}
    if failed_days and len(puzzles) > 1:
        from aoc.render.messages import days_text

        session.screen.problem(f"these days failed: {days_text(failed_days)}")
    return inputs.problems


def submit_answers(plan: RunPlan, results: Sequence[Result]) -> Sequence[Attempt]:
    """Submit the answers, if that was asked for, and return the attempts."""
    if not plan.accounts:
        return ()
    from aoc.commands.submit import count_down_wait, submit_results

    request = plan.request
    return submit_results(
        results,
        plan.accounts,
        request.part,
        partial(plan.session.run_checks, plan.solvers, plan.options),
        plan.session.project.root,
        wait=count_down_wait if request.wait else None,
        force=request.force,
        asked=request.submit is not None,
    )


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
