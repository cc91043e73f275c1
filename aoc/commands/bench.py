"""Tuning: Measure days, and compare times."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import click

from aoc import benches
from aoc.commands import options
from aoc.days import select_puzzles
from aoc.errors import AocError, UsageError
from aoc.history.log import RunLog
from aoc.model import Input, Job, Puzzle, Result
from aoc.program import python_version
from aoc.project import OWN, Project, find_project, has_module, installed_plugins, title_of
from aoc.render.bench_table import bench_lines, bench_notes, bench_table
from aoc.render.messages import input_notes, left_out_text
from aoc.render.screen import Screen
from aoc.render.table import JsonLines, Summary, Table
from aoc.render.terminal import write, write_json
from aoc.running.local_executor import Executor
from aoc.running.verdicts import judge
from aoc.session import Session

PROCESSES, FEWER = 10, 6
"""How many processes measure each candidate, and how many with `--quick`, which are enough for the
three comparisons of a day."""


@options.command
@options.days_argument("runnable")
@options.option("--part", type=options.PART, help="Measure only this part, and parse.")
@options.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Compare this variant, such as memo for part1_memo, with its part; or all.",
)
@options.option(
    "--against",
    multiple=True,
    metavar="SOLVER|REV",
    help="Compare with another solver, or with another commit of the project.",
)
@options.flag(
    "--quick",
    help=f"Use {FEWER} processes, not {PROCESSES}: enough for the comparisons of one day.",
)
@options.option(
    "--fail-on",
    type=click.Choice([benches.SLOWER, benches.UNCLEAR]),
    needs=["--against"],
    help="Exit with 1 if a part is slower; with unclear, also if this cannot be decided.",
)
@options.shared_options("file", "sample", "seed", "user", "timeout", "memory")
@options.shared_options("as_json")
def bench(
    days: tuple[str, ...],
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    against: tuple[str, ...],
    quick: bool,
    fail_on: str | None,
    as_json: bool,
    **choice: Any,
) -> int:
    """Measure what DAYS take, so that times can be compared.

    Ten processes, one after the other, call each part again and again; while the machine is busy,
    up to thirty do. Shown are the fastest time, the median of the processes, and a bar for each of
    them: low bars mean that nothing disturbed it. What is compared is measured in turn. A
    difference counts if it exceeds 1 % and is statistically significant (p < 0.01 for all
    comparisons together). Times are the same if they are certainly less than 5 % apart; else it is
    unclear.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.
    """
    project = find_project()
    puzzles = select_puzzles(project, days, year)
    options.check_results(project.root, puzzles, variants, None, Summary())
    # Every process prints again what the one before has printed.
    screen = Screen(sys.stderr, shows_output=False)
    session = Session(project, screen, **choice)
    session.workers = 1
    inputs, problems = session.inputs, session.problems
    options.check_one_day("--input", puzzles, asked=inputs.file is not None)
    # Made before anything is measured, so that the commit is that of the code that is measured.
    log = RunLog(project.root, python_version(), time.time())
    with ExitStack() as folders:
        baselines = find_baselines(project, against, folders)
        with session.executor() as executor:
            screen.begin(len(puzzles))
            found, failures = find_inputs(session, puzzles, executor)
            parts = (part,) if part else (1, 2)
            cases = []
            for puzzle, source in found.items():
                candidates = tuple(candidates_of(project, puzzle, parts, variants, baselines))
                about = (puzzle, title_of(project.root, puzzle), source, candidates)
                cases.append(benches.BenchmarkCase(*about, parts, session.memory))
            rounds = benches.Rounds(cases, FEWER if quick else PROCESSES)
            screen.begin(rounds.count)
            for number, result in results_of(executor, rounds.jobs()):
                rounds.take(number, result)
                screen.jobs = rounds.count
    failures += rounds.failures.values()
    timings = rounds.timings()
    comparisons = benches.compared(timings)
    # First calls that another commit does not have were made to compare them.
    kept = [one for one in timings if one.candidate.commit or not one.candidate.is_first_call]
    try:
        rows = zip(bench_lines(kept, ()), kept, strict=True)
        log.add_benches([row | {"kind": timing.case.input.kind} for row, timing in rows])
    except AocError as error:
        screen.problem(f"this bench is not in the history: {error}")
    view = JsonLines(sys.stdout) if as_json else Table(sys.stdout, quiet=True)
    for result in failures:
        view.show(result)
    if as_json:
        for row in bench_lines(timings, comparisons):
            write_json(sys.stdout, row)
    else:
        write(sys.stdout, *bench_table(timings, comparisons))
    seen = {*found, *(Puzzle(result.year, result.day) for result in failures)}
    ran = {puzzle: {source.kind} for puzzle, source in found.items()}
    notes = input_notes(inputs, [puzzle for puzzle in puzzles if puzzle in seen], ran)
    for text in (*notes, *bench_notes(rounds, timings, comparisons, baselines)):
        screen.problem(text)
    code = screen.errors(problems)
    without = [puzzle for puzzle in puzzles if puzzle not in seen]
    if without and not problems:
        screen.problem(left_out_text(project, without, login=True))
    bad = (benches.SLOWER, fail_on) if fail_on else ()
    # That a variant is slower than its part is no reason to fail.
    with_others = [each for each in comparisons if not each.other.candidate.is_own]
    is_worse = any(each.speed in bad for each in with_others)
    return int(bool(failures) or is_worse or not (timings or problems)) or code


def results_of(executor: Executor, jobs: Iterable[Job]) -> Iterator[tuple[int, Result]]:
    """Run jobs, and yield each result with the number of its job."""
    for number, job, outcome in executor.run(jobs):
        if outcome:
            yield number, judge(job, outcome)


def find_inputs(
    session: Session, puzzles: Sequence[Puzzle], executor: Executor
) -> tuple[dict[Puzzle, Input], list[Result]]:
    """Return the input of each puzzle that has one, and the failures where none could be made up.

    It is the first one that is no example. Workers make up samples and report their texts, so that
    all candidates get the same one.
    """
    root = session.project.root
    found: dict[Puzzle, Input] = {}
    jobs, failures = [], []
    for puzzle in puzzles:
        source = next((one for one in session.inputs.of(puzzle) if one.kind != "examples"), None)
        if source and source.text is None:
            job = Job(root, *puzzle, title_of(root, puzzle), OWN, (source,), parts=())
            jobs.append(job._replace(memory=session.memory, tells_text=True))
        elif source:
            found[puzzle] = source
    for _, result in results_of(executor, jobs):
        if result.bad:
            failures.append(result)
        elif result.text is not None:
            source = Input(result.input_kind or "", result.input or "", result.text)
            found[Puzzle(result.year, result.day)] = source
    return {puzzle: found[puzzle] for puzzle in puzzles if puzzle in found}, failures


def find_baselines(
    project: Project, names: Sequence[str], folders: ExitStack
) -> list[benches.Candidate]:
    """Return the baselines of the project's own days: solvers, or other commits.

    A name that is both is the solver. A commit is checked out into a folder, which is removed with
    `folders`. Raises `UsageError` for a name that is neither, and `AocError` where git fails.
    """
    solvers = {plugin.name: plugin for plugin in installed_plugins() if plugin.name != OWN}
    baselines = []
    for name in dict.fromkeys(names):
        if name in solvers:
            baselines.append(benches.Candidate(project.root, solvers[name], name))
        elif name == OWN:
            raise UsageError(
                f"--against {OWN}: {OWN} is what is measured; name another solver, or a commit"
            )
        elif commit := benches.find_commit(project.root, name):
            root = folders.enter_context(benches.worktree(project.root, commit))
            baselines.append(benches.Candidate(root, name=name, commit=commit))
        else:
            choice = f"choose from {', '.join(solvers)}" if solvers else "no other is installed"
            raise UsageError(
                f"--against {name}: there is no such solver ({choice}), and git knows no such "
                "commit in this project"
            )
    return baselines


def candidates_of(
    project: Project,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    variants: Sequence[str],
    baselines: Sequence[benches.Candidate],
) -> Iterator[benches.Candidate]:
    """Yield the project's day and its variants, and each baseline that solves the puzzle.

    Another commit runs the same variants as the project, as far as it has them.
    """
    own = benches.Candidate(project.root)
    has_plugin = any(baseline.solver.entry for baseline in baselines)
    for candidate in (own, *[own._replace(is_first_call=True)] * has_plugin, *baselines):
        if candidate.solver.entry or candidate.is_first_call:
            yield candidate
        elif has_module(candidate.root, puzzle):
            yield candidate
            for variant in options.variants_of(candidate.root, puzzle, parts) if variants else ():
                if "all" in variants or variant in variants:
                    yield candidate._replace(variant=variant)
