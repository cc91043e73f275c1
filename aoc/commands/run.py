"""Every day: Check, run and time days."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from aoc.commands import options
from aoc.errors import SiteError, UsageError
from aoc.model.jobs import Job, JobOptions, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.program import DISTRIBUTION
from aoc.project.days import select_puzzles
from aoc.project.project import find_project, project_or_folder
from aoc.project.solvers import OWN, find_solvers
from aoc.render.screen import Screen
from aoc.render.table import ResultTable, Table, print_json
from aoc.running.local_executor import Executor, LocalExecutor
from aoc.running.plan import make_jobs, pair_up
from aoc.session import Session
from aoc.site.accounts import Account

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
@options.option(
    "--repeat",
    type=options.REPEAT,
    help="Time each part this often, and show the best time.",
)
@options.flag(
    "--profile",
    "profiles",
    help="Then show which functions take the time, also as HTML; needs aoc-days[profile].",
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
def run(
    days: tuple[str, ...],
    all_days: bool,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    solvers: tuple[str, ...],
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
    **choice: Any,
) -> int:
    """Check DAYS against their examples, run them on your input, and time each part.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.

    The signs: ✔ right, ✘ wrong, ? the right answer is not known, ! the solver failed, - not solved
    yet.
    """
    # Plugins also run outside of a project.
    project = project_or_folder() if set(solvers) - {OWN} else find_project()
    chosen = find_solvers(solvers)
    only_own = not any(solver.entry for solver in chosen)
    words = ("all",) if all_days else days
    puzzles = select_puzzles(
        project, words, year, "run", with_module=only_own, runs=only_own
    )
    fold = len(puzzles) > 1
    screen = Screen(sys.stderr, quiet=quiet, fold=fold)
    # On a cluster, Ctrl-C cannot show where a part is.
    is_of_one_day = not fold and cluster is None
    session = Session(project, screen, is_of_one_day=is_of_one_day, **choice)
    inputs = session.inputs
    options.check_one_day("--input", puzzles, asked=inputs.file is not None)
    options.check_one_day("--param", puzzles, asked=bool(params))
    if profiles:
        from aoc.commands.profiles import check_profiler, profile_parts

        check_profiler()
    # Answers with other parameters, or to look into a day, are not submitted.
    looks = params or debugs or profiles or not inputs.are_personal
    asks = (
        bool(project.settings.get("submit")) and not looks if submit is None else submit
    )
    accounts = (
        [one for one in inputs.accounts() if one.token is not None] if asks else []
    )
    if submit and not accounts:
        raise SiteError("--submit needs a session token: log in with `aoc login`")
    most = inputs.check()
    if debugs:
        from aoc.running.launcher import DebugLauncher

        # Each job has the terminal, and nothing is limited.
        screen.live = False
        session.open_executor = lambda: LocalExecutor(
            1, None, screen, launcher=DebugLauncher()
        )
    elif cluster is not None:
        session.open_executor = partial(open_cluster, session, cluster)
    is_matrix = most * len(chosen) > FEW
    timing = Timing.steady(repeat)
    if fold:
        timing = Timing.quick(repeat)
    if is_matrix:
        timing = Timing.brief(repeat)
    memory = session.memory
    if debugs:
        # Somebody types in between: nothing is limited, and no time means anything.
        timing = Timing.once()
        memory = None
    parts = (part,) if part else (1, 2)
    wanted = JobOptions(
        timing,
        parts=parts,
        variants=variants,
        memory=memory,
        params=params,
        verbose=verbose,
        debugs=debugs,
    )
    pairs = pair_up(project, puzzles, chosen)
    planned = partial(make_jobs, project, pairs, inputs.of, wanted, inputs.count)

    table: ResultTable = Table(sys.stdout, quiet=quiet, fold=fold, verbose=verbose)
    if is_matrix and not verbose:
        from aoc.render.matrix_table import MatrixTable

        table = MatrixTable(sys.stdout, has_solvers=len(chosen) > 1, quiet=quiet)
    summary, found = table.summary, list[Result]()
    reporters: list[Callable[[Result], None]] = [
        summary.show if as_json else table.show
    ]
    if as_json and not profiles:  # which are shown with the results, at the end
        reporters.append(print_json)
    # Results are kept only where somebody needs all of them: there may be many.
    if accounts or profiles:
        reporters.append(found.append)
    failed_days = None
    if fold:
        from aoc.render.failed_days import FailedDays

        failed_days = FailedDays()
        reporters.append(failed_days.add)
    has_days = project.own_layouts or os.path.isdir(os.path.join(project.root, "days"))
    is_kept = bool(has_days) and not (inputs.examples or debugs or params)
    jobs = planned()
    is_needed: Callable[[Job], bool] = bool
    if accounts and may_send(session, accounts, puzzles, parts, is_asked=bool(submit)):
        from aoc.commands.submit import import_client

        import_client()
        if not fold:
            session.make_room()
        if not force:
            # What a sending needs runs at the same time.
            from aoc.submitting.precheck import is_still_needed

            jobs += session.published_checks(pairs, wanted)
            jobs += session.lone_checks(pairs, wanted)
            is_needed = partial(is_still_needed, found)
    session.run(
        jobs, reporters, is_kept=is_kept, take_check=found.append, is_needed=is_needed
    )
    if not as_json:
        table.end()
    if profiles:
        profile_parts(
            session, planned(), found, with_parse=part is None, as_json=as_json
        )
    options.check_results(project, puzzles, variants, part, summary)
    lacking = len(summary.inputs) < len(set(puzzles))
    # A variant of one day says nothing about the inputs of the others.
    if (
        inputs.without_input
        or inputs.locked
        or (lacking and not (variants and summary.inputs))
    ):
        from aoc.render.messages import input_notes

        for text in input_notes(inputs, puzzles, summary.inputs, part):
            screen.note(text)
    if failed_days:
        for text in failed_days.lines(inputs):
            screen.problem(text)
        unfetched = session.problems[0].exit_code if session.problems else 0
    else:
        unfetched = screen.errors(session.problems)
    code = int(summary.bad) or unfetched
    if accounts:
        from aoc.commands.submit import count_down_wait, submit_results

        waits = count_down_wait if wait else None
        ways: Any = {"wait": waits, "force": force, "asked": submit is not None}
        again = partial(session.rerun, chosen, wanted)
        submitted = submit_results(found, accounts, part, again, project.root, **ways)
        return code or submitted or 0
    return code


def may_send(
    session: Session,
    accounts: Sequence[Account],
    puzzles: Sequence[Puzzle],
    parts: Sequence[int],
    *,
    is_asked: bool,
) -> bool:
    """Return whether a run may end with a submission: that is allowed, and a part is still open."""
    from aoc.commands.submit import consent_of
    from aoc.submitting.precheck import owed_parts

    if not is_asked and consent_of(session.project.root) is not True:
        return False
    if any(account.id is None for account in accounts):
        # Which parts a new account has solved is not known before its first request.
        return True
    return any(any(owed_parts(session.inputs, parts, puzzle)) for puzzle in puzzles)


def open_cluster(session: Session, address: str) -> Executor:
    """Return the executor of the Dask cluster whose scheduler is at an address.

    Raises `AocError`.
    """
    try:
        from aoc.dask_cluster import DaskExecutor, Host, pack_project
    except ModuleNotFoundError:
        raise UsageError(
            "--cluster needs Dask, here and on the workers: install "
            f"`{DISTRIBUTION}[cluster]` in place of `{DISTRIBUTION}`"
        ) from None
    packed = pack_project(session.project.root, session.project.inputs)
    host = Host(packed, session.timeout, halves_memory=not session.has_own_memory)
    return DaskExecutor(address, host, session.screen)
