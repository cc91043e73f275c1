"""`aoc bench`: honest times, and which differences between them are no chance."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import click

from aoc.benches import SLOWER, Comparison, Rounds, Timing, compared, pairs_of
from aoc.commands.bench_contests import find_contests, find_rivals
from aoc.commands.bench_history import BenchHistory
from aoc.commands.days_argument import YEAR, select_runnable_puzzles
from aoc.commands.live_run import Tally, memory_limit, time_limit
from aoc.commands.options import (
    PART,
    SECONDS,
    SampleCommand,
    check_inputs,
    check_one_day,
    check_one_of,
    check_variants,
    debug_option,
    input_option,
    memory_option,
    sample_option,
    user_option,
)
from aoc.commands.workers import open_workers
from aoc.errors import SiteError, UsageError
from aoc.inputs import Inputs
from aoc.model import Puzzle, Result
from aoc.project import find_project
from aoc.render.bench_json import bench_lines, github_json
from aoc.render.bench_notes import bench_notes
from aoc.render.bench_table import bench_table
from aoc.render.format import failure_text
from aoc.render.input_notes import input_notes, left_out_text
from aoc.render.json_lines import JsonLines, write_json
from aoc.render.message import print_message
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import print_line, write
from aoc.running.verdicts import judge

PROCESSES, FEWER = 10, 5
"""How many processes measure each side, and how many with `--quick`."""


@click.command(cls=SampleCommand)
@click.argument("days", nargs=-1)
@click.option("--year", type=YEAR, help="The year of DAYS.")
@click.option("--part", type=PART, metavar="N", help="Measure only this part, and parse.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Compare this variant, such as memo for part1_memo, with its part; or all.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="SOLVER|REV",
    help="Compare with another solver, or with another commit of the project.",
)
@click.option(
    "--baseline",
    metavar="last|REV",
    help="Compare with the last bench in the history, or that of a commit: only more than 5 % "
    "counts.",
)
@click.option(
    "--quick",
    is_flag=True,
    help=f"Use {FEWER} processes, not {PROCESSES}: too few for more than one comparison.",
)
@click.option("--fail-on", type=click.Choice([SLOWER]), help="Exit with 1 if a part is slower.")
@input_option
@sample_option
@user_option
@click.option(
    "--timeout",
    type=SECONDS,
    metavar="SECONDS",
    help="How long measuring a part may take in a process; 0 for no limit.  [default: 60]",
)
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per time.")
@click.option("--github", is_flag=True, help="Print the JSON that github-action-benchmark reads.")
@debug_option
def bench(
    days: tuple[str, ...],
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    against: tuple[str, ...],
    baseline: str | None,
    quick: bool,
    fail_on: str | None,
    file: str | None,
    sample: int | None,
    user: str | None,
    timeout: float | None,
    memory: int | None,
    as_json: bool,
    github: bool,
    debug: bool,
) -> int:
    """Measure what DAYS take, so that times can be compared.

    Ten processes, one after the other, call each part again and again. Shown are the fastest time,
    the median of the processes, and a bar for each of them: low bars mean that nothing disturbed
    it. What is compared is measured in turn. A difference counts if it is larger than 1 % and no
    chance (p < 0.01 for all comparisons together).

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.
    """
    check_options(click.get_current_context().params)
    project = find_project()
    puzzles = select_runnable_puzzles(project, days, year)
    check_one_day("--input", puzzles, asked=file is not None)
    check_variants(project.root, puzzles, variants, part, Tally())
    # Every process prints again what the one before has printed.
    screen = Screen(sys.stderr, shows_output=False)
    problems: list[SiteError] = []
    inputs = Inputs(
        project,
        file=file,
        sample=sample,
        user=user,
        problems=problems,
        before_fetch=screen.show_fetching,
    )
    limits = time_limit(project, timeout), memory_limit(project, memory)
    with ExitStack() as folders:
        rivals = find_rivals(project, against, folders)
        history = BenchHistory(project, baseline, screen.problem)
        parts = (part,) if part else (1, 2)
        contests, failures = find_contests(
            project, puzzles, inputs, screen, limits, parts, variants, rivals
        )
        rounds = Rounds(contests, FEWER if quick else PROCESSES)
        if rounds.count:
            screen.begin(rounds.count)
            with open_workers(project, 1, limits[0], screen) as executor:
                for number, job, outcome in executor.run(rounds.jobs()):
                    if outcome:
                        rounds.take(number, judge(job, outcome))
    failures += rounds.failures.values()
    timings = rounds.timings()
    comparisons = compared([*pairs_of(timings), *history.pairs(timings)])
    history.append(timings)
    show_failures(failures, as_json=as_json, github=github)
    show_times(timings, comparisons, as_json=as_json, github=github)
    seen = {contest.puzzle for contest in contests} | {Puzzle(r.year, r.day) for r in failures}
    ran = {contest.puzzle: {contest.source.kind} for contest in contests}
    for text in (
        *input_notes(inputs, [puzzle for puzzle in puzzles if puzzle in seen], ran),
        *bench_notes(rounds, timings, comparisons, rivals),
        *dict.fromkeys(map(str, problems)),
    ):
        screen.problem(text)
    without = [puzzle for puzzle in puzzles if puzzle not in seen]
    if without and not problems:
        screen.problem(left_out_text(project, without, login=True))
    slower = fail_on == SLOWER and any(is_setback(each) for each in comparisons)
    code = problems[0].exit_code if problems else 0
    return int(bool(failures) or slower or not (timings or problems)) or code


def check_options(options: Mapping[str, Any]) -> None:
    """Raise `UsageError` where options contradict each other, or would do nothing.

    `options` are the parameters of the command, by name.
    """
    check_inputs(options)
    check_one_of({"--json": options["as_json"], "--github": options["github"]})
    if not options["fail_on"]:
        return
    if not options["against"] and options["baseline"] is None:
        raise UsageError("--fail-on needs something to compare with: add --against or --baseline")
    if options["quick"]:
        raise UsageError(
            f"{FEWER} processes are too few for --fail-on: leave out --quick, or --fail-on"
        )


def is_setback(comparison: Comparison) -> bool:
    """Return whether the project has become slower, or is slower than another solver.

    That a variant is slower than its part is none.
    """
    is_of_others = comparison.since is not None or not comparison.other.side.is_own
    return comparison.speed == SLOWER and is_of_others


def show_failures(failures: Sequence[Result], *, as_json: bool, github: bool) -> None:
    """Show what failed, in the form that was asked for."""
    if github:
        for result in failures:
            print_message(failure_text(result) or "")
        return
    view = JsonLines(sys.stdout) if as_json else Table(sys.stdout, quiet=True)
    for result in failures:
        view.show(result)


def show_times(
    timings: Sequence[Timing], comparisons: Sequence[Comparison], *, as_json: bool, github: bool
) -> None:
    """Show times and comparisons, in the form that was asked for."""
    if github:
        print_line(github_json(timings))
    elif as_json:
        for row in bench_lines(timings, comparisons):
            write_json(sys.stdout, row)
    else:
        write(sys.stdout, *bench_table(timings, comparisons))
