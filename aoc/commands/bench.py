"""Measure days, and compare times."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from math import isfinite
from typing import Any

import click

from aoc.bench import statistics as benches
from aoc.bench.statistics import BOTH, BenchTiming, Candidate, Comparison
from aoc.commands import options
from aoc.errors import AocError, UsageError
from aoc.history.differences import FASTER, SAME, SLOWER, UNCLEAR
from aoc.history.log import RunLog
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import JobOptions, Solver, Task, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.program import python_version
from aoc.project.days import select_puzzles
from aoc.project.project import Project, find_project
from aoc.project.solvers import OWN, installed_plugins
from aoc.render.format import RUN_VERBOSE, bars, padded, seconds_text
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, Table, print_json
from aoc.render.terminal import painted, write, write_json
from aoc.running.inputs import InputChoice
from aoc.running.plan import make_jobs
from aoc.running.verdicts import Judge
from aoc.session import RunLimits, Session

PROCESSES, FEWER = 10, 6
"""How many processes measure each candidate at least, and how many with `--quick`; many comparisons
need more."""
HIGHEST = 1.3
"""How many times the minimum a time is that has the highest bar, or a higher one."""
NAME = 26
"""Columns for the name of a part, or of parse."""
BOLD, DIM, YELLOW = "1", "2", "33"
COLORS = {FASTER: "32", SLOWER: "31", SAME: "0", UNCLEAR: YELLOW}


@options.command
@options.days_argument("runnable")
@options.shared_options("part", "variants")
@options.option(
    "--against",
    multiple=True,
    metavar="SOLVER|REV",
    help="Compare with another solver, or with another commit of the project.",
)
@options.flag(
    "--quick",
    help=f"Use {FEWER} processes, not {PROCESSES}; more if the comparisons need them.",
)
@options.option(
    "--fail-on",
    type=click.Choice([SLOWER, UNCLEAR]),
    needs=["--against", "--variant"],
    help="Exit with 1 if a part is slower or, without --against, a variant than its part; with "
    "unclear, also if this cannot be decided.",
)
@options.shared_options("file", "sample", "seed", "user", "timeout", "memory")
@options.shared_options("as_json")
@options.with_inputs_and_limits
def bench(
    days: tuple[str, ...],
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    against: tuple[str, ...],
    quick: bool,
    fail_on: str | None,
    as_json: bool,
    choice: InputChoice,
    limits: RunLimits,
) -> int:
    """Measure what DAYS take, so that times can be compared.

    Ten processes, one after the other, call each part again and again; while the machine is busy,
    up to thirty do. Shown are the fastest time, the median of the processes, and a bar for each of
    them: low bars mean that nothing disturbed it.

    A variant is compared with its part. What is compared is measured in turn. A difference counts
    if it exceeds 1 % and is statistically significant (p < 0.01 for all comparisons together).
    Times are the same if they are certainly less than 5 % apart; else it is unclear.

    Exits with 0 if nothing failed, 1 if an answer is wrong or a solver failed.
    """
    project = find_project()
    puzzles = select_puzzles(project, days, year, "bench")
    options.check_results(project, puzzles, variants, part, Summary())
    # Every process prints again what the one before has printed.
    screen = Screen(sys.stderr, shows_output=False)
    is_of_one_day = len(puzzles) == 1
    session = Session(
        project, screen, choice, limits._replace(workers=1), is_of_one_day=is_of_one_day
    )
    options.check_one_day("--input", puzzles, asked=choice.file is not None)
    # Made before anything is measured, so that the commit is that of the code that is measured.
    log = RunLog(project.root, python_version(), time.time())
    parts = (part,) if part else (1, 2)
    with ExitStack() as folders:
        baselines = [*find_baselines(project, against, folders)]
        found, failures = find_whole_inputs(session, puzzles)
        cases = []
        for puzzle, source in found.items():
            candidates = tuple(
                candidates_of(project, puzzle, parts, variants, baselines)
            )
            about = (puzzle, project.title_of(puzzle), source, candidates)
            cases.append(benches.BenchmarkCase(*about, parts, session.memory))
        needed = benches.processes_for(sum(case.most_comparisons for case in cases))
        rounds = benches.Rounds(cases, max(needed, FEWER if quick else PROCESSES))
        screen.begin(lambda: rounds.count)
        with session.executor() as executor:
            judge = Judge()
            for number, job, outcome in executor.run(rounds.jobs()):
                if outcome:
                    rounds.take(number, judge.result(number, job, outcome))
    failures += rounds.failures.values()
    timings = rounds.timings()
    comparisons = benches.compared(timings)
    # First calls of the project's own days were made only to compare them.
    kept = [one for one in timings if not one.candidate.is_first_call]
    try:
        rows = zip(bench_rows(kept, ()), kept, strict=True)
        log.add_benches(
            [row | {"kind": timing.case.input.kind} for row, timing in rows]
        )
    except AocError as error:
        screen.problem(f"this bench is not in the history: {error}")
    show = (
        print_json
        if as_json
        else Table(sys.stdout, quiet=True, option=RUN_VERBOSE).show
    )
    for result in failures:
        show(result)
    if as_json:
        for row in bench_rows(timings, comparisons):
            write_json(sys.stdout, row)
    else:
        write(sys.stdout, *table_pieces(timings, comparisons))
    ran = {result.puzzle: set[str]() for result in failures}
    ran |= {puzzle: {source.kind} for puzzle, source in found.items()}
    notes = input_notes(session.inputs, puzzles, ran)
    for text in (*notes, *bench_notes(rounds, timings, baselines)):
        screen.problem(text)
    code = screen.errors(session.problems)
    bad = (SLOWER, fail_on) if fail_on else ()
    # Beside another commit or solver, that a variant is slower than its part is no reason to fail.
    judged = [
        one for one in comparisons if not (against and one.other.candidate.is_own)
    ]
    is_worse = any(one.speed in bad for one in judged)
    return int(bool(failures) or is_worse or not (timings or session.problems)) or code


def find_whole_inputs(
    session: Session, puzzles: Sequence[Puzzle]
) -> tuple[dict[Puzzle, Input], list[Result]]:
    """Return the first input of each puzzle that is no example, and the failures to get one.

    A worker makes up a sample, so that it has a text, which is the same for whoever gets it.
    """
    found: dict[Puzzle, Input] = {}
    for puzzle in puzzles:
        sources = (
            one for one in session.inputs.of(puzzle) if one.kind != InputKind.EXAMPLES
        )
        if first := next(sources, None):
            found[puzzle] = first
    pairs = [
        (puzzle, Solver(OWN)) for puzzle, source in found.items() if source.text is None
    ]
    wanted = JobOptions(Timing.once(), task=Task.READ, memory=session.memory)
    jobs = make_jobs(session.project, pairs, lambda puzzle: [found[puzzle]], wanted)
    results = session.results_of(jobs)
    for result in results:
        puzzle = result.puzzle
        found[puzzle] = found[puzzle]._replace(text=result.outcome.text)
    with_text = {
        puzzle: source for puzzle, source in found.items() if source.text is not None
    }
    return with_text, [result for result in results if result.bad]


def find_baselines(
    project: Project, names: Sequence[str], folders: ExitStack
) -> Iterator[Candidate]:
    """Yield the baselines of the project's own days: solvers, or other commits.

    A name that is both is the solver. A commit is checked out into a folder, which is removed with
    `folders`. Raises `UsageError` for a name that is neither, and `AocError` where git fails.
    """
    plugins = {
        plugin.name: plugin for plugin in installed_plugins() if plugin.name != OWN
    }
    for name in dict.fromkeys(names):
        if name in plugins:
            yield Candidate(project.root, plugins[name], name)
        elif commit := benches.find_commit(project.root, name):
            root = folders.enter_context(benches.worktree(project.root, commit))
            yield Candidate(root, name=name, commit=commit)
        else:
            known = ", ".join(plugins) or "none"
            raise UsageError(
                f"--against {name} is neither a commit that git knows in this project nor another "
                f"solver (installed: {known})"
            )


def candidates_of(
    project: Project,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    variants: Sequence[str],
    baselines: Sequence[Candidate],
) -> Iterator[Candidate]:
    """Yield the project's day and its variants, and each baseline that solves the puzzle.

    Another commit runs the same variants as the project, as far as it has them.
    """
    own = Candidate(project.root)
    has_plugin = any(baseline.solver.entry for baseline in baselines)
    for candidate in (
        own,
        *[own._replace(is_first_call=True)] * has_plugin,
        *baselines,
    ):
        there = project
        if candidate.root != project.root:
            there = Project(candidate.root, project.settings)
        if candidate.solver.entry:
            yield candidate
        elif there.has_day(puzzle):
            for layout in there.layouts_of(puzzle, parts):
                one = candidate._replace(layout=layout)
                yield one
                if not variants or one.answers_both:
                    continue
                for variant in options.variants_of(there, puzzle, parts):
                    if "all" in variants or variant in variants:
                        yield one._replace(variant=variant)


def table_pieces(
    timings: Sequence[BenchTiming], comparisons: Sequence[Comparison]
) -> Iterator[str]:
    """Yield a line for each timing, below the title of its puzzle, with its comparison beside it.

    Beside the project's own part stands none: it is the one that variants, solvers and other
    commits are compared with.
    """
    beside = {
        id(one.subject if one.other.candidate.is_own else one.other): one
        for one in comparisons
    }
    for number, (case, of_case) in enumerate(
        groupby(timings, key=lambda timing: timing.case)
    ):
        yield "\n" if number else ""
        yield painted(f"{case.puzzle} {case.title or ''}".rstrip(), BOLD)
        yield f" on {case.input.label}\n"
        yield painted(f"  {'':<{NAME}} {'fastest':>8}  {'median':>8}  processes\n", DIM)
        # What is compared stands together.
        for timing in sorted(
            of_case, key=lambda timing: (timing.what == BOTH, timing.part or 0)
        ):
            candidate, name = timing.candidate, timing.name
            if candidate.is_first_call:
                name += ", called once"
            elif not candidate.is_own:
                name += f" of {candidate.name}"
            times = (
                f"{seconds_text(timing.minimum):>8}  {seconds_text(timing.median):>8}"
            )
            yield f"  {padded(name, NAME)} {times}  {spread(timing.minima)}"
            comparison = beside.get(id(timing))
            if comparison:
                yield "  "
                yield painted(comparison_text(comparison), COLORS[comparison.speed])
            if timing.is_first_call and not candidate.is_first_call:
                yield painted("  first call", YELLOW)
            yield (
                painted("  the machine was busy\n", YELLOW) if timing.is_busy else "\n"
            )


def spread(minima: Sequence[float]) -> str:
    """Return a bar for each process, in their order: the lowest at the minimum, the highest at 1.3.

    So ten low bars are times to rely on, and a high one is a process that something disturbed.
    """
    least = min(minima)
    return bars(
        (seconds / least - 1) / (HIGHEST - 1) if least else 0.0 for seconds in minima
    )


def comparison_text(comparison: Comparison) -> str:
    """Return the verdict with the interval; its subject is named unless that begins the line.

    A faster subject has the inverse ratio.
    """
    other = comparison.other.candidate
    speed = comparison.speed
    difference = comparison.difference
    ratio, low, high = difference.ratio, difference.low, difference.high
    if speed == FASTER:
        ratio, low, high = 1 / ratio, 1 / high, 1 / low
    interval = f"{ratio_text(low)} to {ratio_text(high)}"
    if speed in (SAME, UNCLEAR):
        return f"{speed} ({interval} times as long)" if isfinite(high) else speed
    begin = "" if other.is_own else "now " if other.commit else f"{OWN} "
    return f"{begin}{ratio_text(ratio)} times {speed} ({interval})"


def ratio_text(ratio: float) -> str:
    """Return a ratio with the digits that matter."""
    return (
        f"{ratio:.3f}"
        if ratio < 2
        else f"{ratio:.3g}"
        if ratio < 100
        else f"{ratio:.0f}"
    )


def bench_rows(
    timings: Sequence[BenchTiming], comparisons: Sequence[Comparison]
) -> Iterator[dict[str, Any]]:
    """Yield an object of JSON for each timing, and after them one for each comparison."""
    for timing in timings:
        yield part_fields(timing) | {
            "input": timing.case.input.label,
            "digest": timing.case.input.digest,
            "seconds": timing.minimum,
            "median": timing.median,
            "minima": list(timing.minima),
            "first_call": timing.is_first_call,
            "busy": timing.is_busy,
        }
    for comparison in comparisons:
        subject, other, difference = comparison
        against, interval = part_fields(other), [difference.low, difference.high]
        yield part_fields(subject) | {
            "against": {
                name: against[name] for name in ("solver", "variant", "commit")
            },
            "seconds": subject.minimum,
            "against_seconds": other.minimum,
            "ratio": difference.ratio,
            "interval": interval if isfinite(difference.high) else None,
            "p": difference.p,
            "verdict": comparison.speed,
        }


def part_fields(timing: BenchTiming) -> dict[str, Any]:
    """Return the fields that name a timed part; the part is `None` for parse."""
    return {
        **timing.case.puzzle._asdict(),
        "title": timing.case.title,
        "solver": timing.candidate.solver.name,
        "what": timing.what,
        "part": timing.part,
        "variant": timing.candidate.variant,
        "commit": timing.candidate.commit,
    }


def bench_notes(
    rounds: benches.Rounds,
    timings: Sequence[BenchTiming],
    baselines: Sequence[Candidate],
) -> Iterator[str]:
    """Yield the sentences about a bench that was compared with `baselines`."""
    for baseline in baselines:
        without = [
            str(case.puzzle)
            for case in rounds.cases
            if baseline.name not in {candidate.name for candidate in case.candidates}
        ]
        if without:
            yield f"{', '.join(without)} is not in {baseline.name}, so it is not compared"
    if any(timing.is_busy for timing in timings):
        yield "the machine was busy: measure again when nothing else runs"
