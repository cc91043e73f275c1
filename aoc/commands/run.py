"""Every day: Check, run and time days."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache, partial

from aoc.commands import options
from aoc.days import select_puzzles
from aoc.errors import SiteError, UsageError
from aoc.inputs import Inputs
from aoc.model import Job
from aoc.program import DISTRIBUTION
from aoc.project import OWN, NoProjectError, Project, find_project, find_solvers
from aoc.render.screen import Screen
from aoc.render.table import JsonLines, Summary, Table
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.session import Reporter, ResultList, Session
from aoc.site.accounts import Account
from aoc.site.cache import cached_title

FEW = 4
"""Inputs of a puzzle, times solvers, up to which each result has a line."""


@options.command
@options.days_argument("runnable")
@options.flag("--all", "all_days", excludes=["DAYS"], help="Run all days of the year.")
@options.shared_options("part", "variants")
@options.option(
    "--solver",
    "solvers",
    multiple=True,
    type=options.Word("solver"),
    excludes=["--variant"],
    help="Run this solver, or all.",
)
@options.session_options(
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
@options.option(
    "--repeat", type=options.REPEAT, help="Time each part this often, and show the best time."
)
@options.flag(
    "--profile",
    "profiles",
    help="Then show which functions take the time, also as HTML; needs aoc-days[profile].",
)
@options.option(
    "--submit/--no-submit",
    default=None,
    excludes=["--input", "--example", "--sample", "--seed", "--param", "--pdb", "--profile"],
    help="Submit the answers if the examples pass.",
)
@options.flag(
    "--wait", needs=["--submit"], help="Wait until the site accepts the next answer, then submit."
)
@options.flag("--force", needs=["--submit"], help="Submit even if an example fails.")
@options.shared_options("as_json")
@options.flag(
    *("-v", "--verbose"), help="Also show what solvers log, and each result where there are many."
)
@options.flag(
    *("-q", "--quiet"), excludes=["--verbose"], help="Show only wrong answers and errors."
)
def run(
    days: tuple[str, ...],
    all_days: bool,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    solvers: tuple[str, ...],
    open_session: options.OpenSession,
    cluster: str | None,
    params: tuple[tuple[str, str], ...],
    debugs: bool,
    repeat: int | None,
    profiles: bool,
    submit: bool | None,
    wait: bool,
    force: bool,
    as_json: bool,
    verbose: bool,
    quiet: bool,
) -> int:
    """Check DAYS against their examples, run them on your input, and time each part.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.

    The signs: ✔ right, ✘ wrong, ? the right answer is not known, ! the solver failed, - not solved
    yet.
    """
    try:
        project, in_project = find_project(), True
    except NoProjectError:
        # Plugins also run outside of a project.
        if not set(solvers) - {OWN}:
            raise
        project, in_project = Project(os.getcwd(), {}), False
    chosen = find_solvers(solvers)
    has_plugins = any(solver.entry for solver in chosen)
    words = ("all",) if all_days else days
    puzzles = select_puzzles(project, words, year, with_module=not has_plugins)
    screen = Screen(sys.stderr, quiet=quiet)
    session = open_session(project, screen)
    inputs = session.inputs
    options.check_one_day("--input", puzzles, asked=inputs.file is not None)
    options.check_one_day("--param", puzzles, asked=bool(params))
    # Answers with other parameters, or to look into a day, are not submitted.
    looks = params or debugs or profiles
    by_setting = bool(project.settings.get("submit")) and inputs.are_personal and not looks
    if profiles:
        from aoc.commands.profiles import check_profiler, profile_parts

        check_profiler()
    accounts = accounts_to_submit(inputs, submit, by_setting)
    most = inputs.check()
    if debugs:
        session.open_executor = partial(debug_executor, screen)
    elif cluster is not None:
        session.open_executor = partial(open_cluster, session, cluster)
    is_matrix = most * len(chosen) > FEW
    effort = "brief" if is_matrix else "steady" if len(puzzles) == 1 else "quick"
    memory, repeat = (None, 1) if debugs else (session.memory, repeat)
    parts = (part,) if part else (1, 2)
    wanted = JobOptions(parts, variants, repeat, effort, memory, verbose, params, debugs=debugs)
    pairs = pair_up(project, puzzles, chosen)

    title = cache(cached_title)

    def planned() -> Iterator[Job]:
        """Make the jobs one by one; a puzzle without a module has the title of its cached page."""
        for job in make_jobs(project, pairs, inputs.of, wanted):
            yield job if job.title or not job.entry else job._replace(title=title(job.puzzle))

    summary, found = Summary(), ResultList()
    # Results are kept only where somebody needs all of them: there may be many.
    reporters: list[Reporter] = [summary, found] if accounts or profiles else [summary]
    if as_json:
        # With profiles, they are shown at the end.
        reporters += [] if profiles else [JsonLines(sys.stdout)]
    elif is_matrix and not verbose:
        from aoc.render.matrix_table import MatrixTable

        reporters.append(MatrixTable(sys.stdout, has_solvers=len(chosen) > 1, quiet=quiet))
    else:
        reporters.append(Table(sys.stdout, quiet=quiet, fold=len(puzzles) > 1))
    is_kept = in_project and not (inputs.examples or debugs or params)
    session.run(planned(), reporters, len(pairs) * most, is_kept=is_kept)
    if profiles:
        profile_parts(session, planned(), found, as_json=as_json)
    options.check_results(project.root, puzzles, variants, part, summary)
    lacking = len(summary.inputs) < len(set(puzzles))
    # A variant of one day says nothing about the inputs of the others.
    if inputs.without_input or (lacking and not (variants and summary.inputs)):
        from aoc.render.messages import input_notes

        for text in input_notes(inputs, puzzles, summary.inputs, part):
            screen.note(text)
    unfetched = screen.errors(session.problems)
    missing = [*dict.fromkeys(map(str, inputs.missing))]
    if len(missing) > 1:
        text = f"there was no input, so only the examples of {', '.join(missing)} were run"
        screen.problem(text)
    code = int(summary.bad) or unfetched
    if accounts:
        from aoc.commands.submit import submit_results

        ways = {"wait": wait, "force": force, "asked": submit is not None}
        again = partial(session.rerun, chosen, wanted)
        submitted = submit_results(found, accounts, part, again, project.root, **ways)
        return code or submitted or 0
    return code


def debug_executor(screen: Screen) -> Executor:
    """Return the executor for debugging: each job has the terminal, and nothing is limited."""
    from aoc.running.launcher import DebugLauncher

    return LocalExecutor(1, None, screen, launcher=DebugLauncher())


def open_cluster(session: Session, address: str) -> Executor:
    """Return the executor of the Dask cluster whose scheduler is at an address.

    Raises `AocError`.
    """
    from importlib.util import find_spec

    if find_spec("distributed") is None:
        raise UsageError(
            "--cluster needs Dask, here and on the workers: install "
            f"`{DISTRIBUTION}[cluster]` in place of `{DISTRIBUTION}`"
        )
    from aoc.dask_cluster import DaskExecutor, Host, pack_project

    packed = pack_project(session.project.root, session.project.inputs)
    host = Host(packed, session.timeout, halves_memory=not session.has_own_memory)
    return DaskExecutor(address, host, session.screen)


def accounts_to_submit(inputs: Inputs, asked: bool | None, setting: bool) -> list[Account]:
    """Return the accounts whose answers are to be submitted: none if that was not asked for.

    Raises `SiteError` where it was, and no account has a session token.
    """
    if not (setting if asked is None else asked):
        return []
    accounts = [account for account in inputs.accounts() if account.token is not None]
    if asked and not accounts:
        raise SiteError("--submit needs a session token: log in with `aoc login`")
    return accounts
