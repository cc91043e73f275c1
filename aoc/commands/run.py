"""`aoc run`: check days against their examples, run them on an input, time each part."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence

import click

from aoc.commands.live_run import SIZE, memory_limit, run_and_show, time_limit
from aoc.commands.solver_option import choose_solvers
from aoc.errors import SiteError, UsageError
from aoc.inputs import Choice, Inputs
from aoc.puzzle import Puzzle
from aoc.render.console import wants_color
from aoc.render.json_lines import JsonLines
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.running.plan import JobOptions, labels_of, make_jobs
from aoc.site.accounts import Account


class RunCommand(click.Command):
    """A command whose `--sample` may have a seed after `=`, and otherwise takes no argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        return super().parse_args(ctx, ["--sample=0" if arg == "--sample" else arg for arg in args])


@click.command(cls=RunCommand)
@click.argument("days", nargs=-1)
@click.option("--all", "all_days", is_flag=True, help="All days of the year.")
@click.option("--year", type=click.IntRange(2015, 2999), help="The year of DAYS.")
@click.option("--part", type=click.IntRange(1, 2), help="Only this part.")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Run this variant, or all."
)
@click.option("--solver", "solvers", multiple=True, metavar="NAME", help="Run this solver, or all.")
@click.option("--input", "file", metavar="FILE", help="Run on this file, or - for stdin.")
@click.option("--example", "examples", is_flag=True, help="Run on the published examples alone.")
@click.option(
    "--sample",
    type=click.IntRange(0),
    metavar="[=SEED]",
    help="Run on a made-up input of full size.",
)
@click.option("--user", metavar="NAME", help="Whose input; a part of the name is enough.")
@click.option("--all-users", is_flag=True, help="Everybody's inputs.")
@click.option(
    "--timeout", type=click.FloatRange(0), metavar="SECONDS", help="For a part; 60, 0: none."
)
@click.option("--memory", type=SIZE, metavar="SIZE", help="What a part may take, such as 512M.")
@click.option("-j", "--jobs", type=click.IntRange(1), help="Workers; as many as processors.")
@click.option("--repeat", type=click.IntRange(1), help="Time this often, show the best.")
@click.option("--submit/--no-submit", default=None, help="Hand in what passes its examples.")
@click.option("--wait", is_flag=True, help="Sit out a wait of the site, then submit.")
@click.option("--force", is_flag=True, help="Submit though an example fails.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per part.")
@click.option("-v", "--verbose", is_flag=True, help="Show what solvers log.")
@click.option("-q", "--quiet", is_flag=True, help="Show only what needs attention.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def run(
    days: tuple[str, ...],
    all_days: bool,
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    solvers: tuple[str, ...],
    file: str | None,
    examples: bool,
    sample: int | None,
    user: str | None,
    all_users: bool,
    timeout: float | None,
    memory: int | None,
    jobs: int | None,
    repeat: int | None,
    submit: bool | None,
    wait: bool,
    force: bool,
    as_json: bool,
    verbose: bool,
    quiet: bool,
    debug: bool,
) -> int:
    """Check DAYS against their examples, run them on your input, and time each part.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.
    """
    if (file is not None) + examples + (sample is not None) + (user is not None) + all_users > 1:
        raise click.UsageError("choose one of --input, --example, --sample, --user and --all-users")
    if all_days and days:
        raise click.UsageError("--all means all days: leave DAYS out")
    personal = file is None and not examples and sample is None
    if submit and not personal:
        raise click.UsageError("--submit goes with your own input, not with another one")
    chosen = choose_solvers(solvers, variants)
    project = chosen.project
    settings = project.settings
    puzzles = chosen.select_puzzles(("all",) if all_days else days, year)
    if file is not None and len(puzzles) > 1:
        raise click.UsageError("--input goes with one day")
    screen = Screen(sys.stdout, sys.stderr, quiet=quiet, all_output=verbose)
    problems: list[SiteError] = []
    choice = Choice(file, examples, sample, user, all_users)
    inputs = Inputs(choice, screen.note, problems=problems, before_fetch=screen.show_fetching)
    accounts = accounts_to_submit(inputs, submit, settings.get("submit", False) and personal)
    memory = memory_limit(project, memory)
    options = JobOptions((part,) if part else (1, 2), variants, repeat, memory, verbose)
    planned = make_jobs(project, puzzles, chosen.solvers, inputs.sources, options)
    planned = chosen.add_titles(planned)
    labels = labels_of(planned)
    view = (
        JsonLines(sys.stdout)
        if as_json
        else Table(
            sys.stdout, labels, color=wants_color(sys.stdout), quiet=quiet, fold=len(puzzles) > 1
        )
    )
    workers = min(jobs or settings.get("jobs") or os.cpu_count() or 1, len(planned))
    results = run_and_show(
        project,
        planned,
        view,
        screen,
        workers=workers,
        timeout=time_limit(project, timeout),
        keeps_history=chosen.in_project,
    )
    if not results and variants:
        raise UsageError(f"no part that was run has a variant {' or '.join(variants)}")
    if not results and part == 2 and all(puzzle.is_last for puzzle in puzzles):
        raise UsageError(f"{puzzles[0]} has no part 2: the last day of an event has one part")
    if not results:
        screen.note("Nothing to run on: no examples, no sample, no input.")
    bad = any(result.bad for result in results)
    unfetched = print_problems(screen, problems, inputs.missing)
    code = int(bad) or unfetched
    if accounts:
        from aoc.commands.submit_results import SubmitOptions, submit_results
        from aoc.render.message import print_message

        submitting = SubmitOptions(wait, force, print_message)
        submit_code = submit_results(results, accounts, labels, screen.notes, part, submitting)
        return code or submit_code
    return code


def print_problems(
    screen: Screen, problems: Sequence[SiteError], missing: Collection[Puzzle]
) -> int:
    """Print why inputs are missing, and which days ran without; return the exit code for that."""
    for text in dict.fromkeys(map(str, problems)):
        screen.problem(text)
    if len(set(missing)) > 1:
        puzzles = ", ".join(map(str, dict.fromkeys(missing)))
        screen.problem(f"without an input, only the examples were run of {puzzles}")
    return problems[0].exit_code if problems else 0


def accounts_to_submit(inputs: Inputs, asked: bool | None, setting: bool) -> list[Account]:
    """Return the accounts whose answers are to be submitted: none if that was not asked for.

    Raises `SiteError` where it was, and no account has a session token.
    """
    if not (setting if asked is None else asked):
        return []
    accounts = [account for account in inputs.accounts() if account.token is not None]
    if asked and not accounts:
        raise SiteError("--submit needs a session token: `aoc login`")
    return accounts
