"""Measure days, and compare times."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from math import isfinite
from typing import Any

import click

from aoc.bench_rounds import (
    BOTH,
    BenchmarkCase,
    BenchTiming,
    Comparison,
    Contender,
    Rounds,
    compared,
    processes_for,
)
from aoc.commands import options
from aoc.differences import FASTER, SAME, SLOWER, UNCLEAR
from aoc.errors import UsageError
from aoc.git import checkout, find_commit
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import JobOptions, Solver, Task, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.day_selection import select_puzzles
from aoc.project.functions import variants_in
from aoc.project.project import OWN, Project, find_project, other_solvers
from aoc.render.format import bars, padded, seconds_text
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, Table, print_json
from aoc.render.terminal import painted, write, write_json
from aoc.running.inputs import InputChoice
from aoc.running.plan import make_jobs
from aoc.running.verdicts import Judge
from aoc.session import RunLimits, Session, check_results

PROCESSES = 10
"""How many processes measure each contender at least; many comparisons need more."""
FEWER = 6
"""How many do with `--quick`."""
HIGHEST_BAR = 1.3
"""How many times the minimum a time is that has the highest bar, or a higher one."""
NAME_WIDTH = 26
"""Columns for the name of a part, or of parse."""
BOLD = "1"
DIM = "2"
YELLOW = "33"
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
    # Now, since a bench takes minutes.
    check_results(project, puzzles, variants, part, Summary())
    # Every process prints again what the one before has printed.
    screen = Screen(sys.stderr, shows_output=False)
    is_of_one_day = len(puzzles) == 1
    # Processes that run at the same time disturb each other.
    limits = limits._replace(workers=1)
    session = Session(project, screen, choice, limits, is_of_one_day=is_of_one_day)
    options.check_one_day("--input", puzzles, asked=choice.file is not None)
    parts = (part,) if part else (1, 2)
    with ExitStack() as folders:
        baselines = find_baselines(project, against, folders)
        inputs, failures = find_whole_inputs(session, puzzles)
        cases = make_cases(session, inputs, parts, variants, baselines)
        rounds = run_rounds(session, cases, FEWER if quick else PROCESSES)
    failures += rounds.failures
    timings = rounds.timings()
    comparisons = compared(timings)
    if as_json:
        print_bench(failures, timings, comparisons)
    else:
        show_bench(failures, timings, comparisons)
    ran: dict[Puzzle, set[InputKind]] = {}
    for result in failures:
        # Its failure is shown, and says enough.
        ran[result.puzzle] = set()
    for puzzle, puzzle_input in inputs.items():
        ran[puzzle] = {puzzle_input.kind}
    notes = input_notes(session.inputs, puzzles, ran)
    notes += bench_notes(cases, timings, baselines)
    if not (timings or notes or failures):
        notes.append("nothing was measured: no part is solved yet")
    for note in notes:
        screen.problem(note)
    code = screen.errors(session.problems)
    if failures or is_worse(comparisons, against, fail_on):
        return 1
    if not timings and not session.problems:
        # Nothing could be measured, and the notes say why.
        return 1
    return code


def find_whole_inputs(
    session: Session, puzzles: Sequence[Puzzle]
) -> tuple[dict[Puzzle, Input], list[Result]]:
    """Return the first input of each puzzle that is no example, and the failures to get one.

    A worker makes up a sample, so that it has a text, which is the same for every contender.
    """
    inputs: dict[Puzzle, Input] = {}
    for puzzle in puzzles:
        for puzzle_input in session.inputs.of(puzzle):
            if puzzle_input.kind is not InputKind.EXAMPLES:
                inputs[puzzle] = puzzle_input
                # The next one, of another account, may have to be fetched.
                break
    pairs = [
        (puzzle, Solver(OWN))
        for puzzle, puzzle_input in inputs.items()
        if puzzle_input.text is None
    ]
    wanted = JobOptions(Timing.once(), task=Task.READ, memory=session.memory)
    jobs = make_jobs(session.project, pairs, lambda puzzle: [inputs[puzzle]], wanted)
    failures = []
    for result in session.results_of(jobs):
        text = result.outcome.text
        inputs[result.puzzle] = inputs[result.puzzle]._replace(text=text)
        if result.bad:
            failures.append(result)
    with_text = {
        puzzle: puzzle_input
        for puzzle, puzzle_input in inputs.items()
        if puzzle_input.text is not None
    }
    return with_text, failures


def find_baselines(
    project: Project, names: Sequence[str], folders: ExitStack
) -> list[Contender]:
    """Return the baselines of the project's own days: solvers, or other commits.

    A name that is both is the solver. A commit is checked out into a folder, which is removed with
    `folders`. Raises `UsageError` for a name that is neither, and `AocError` where git fails.
    """
    solvers = other_solvers(project)
    baselines = []
    # Each once, in the order in which they were typed.
    for name in dict.fromkeys(names):
        if name in solvers:
            baselines.append(Contender(project.root, solvers[name], name))
            continue
        commit = find_commit(project.root, name)
        if commit is None:
            choice = ", ".join(solvers) or "none"
            raise UsageError(
                f"--against {name} is neither a commit that git knows in this project nor another "
                f"solver (there are: {choice})"
            )
        root = folders.enter_context(checkout(project.root, commit))
        baselines.append(Contender(root, name=name, commit=commit))
    return baselines


def make_cases(
    session: Session,
    inputs: Mapping[Puzzle, Input],
    parts: tuple[int, ...],
    variants: Sequence[str],
    baselines: Sequence[Contender],
) -> list[BenchmarkCase]:
    """Return a case for each puzzle that has an input."""
    project = session.project
    cases = []
    for puzzle, puzzle_input in inputs.items():
        contenders = contenders_of(project, puzzle, parts, variants, baselines)
        case = BenchmarkCase(
            puzzle,
            project.title_of(puzzle),
            puzzle_input,
            tuple(contenders),
            parts,
            session.memory,
        )
        cases.append(case)
    return cases


def contenders_of(
    project: Project,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    variants: Sequence[str],
    baselines: Sequence[Contender],
) -> list[Contender]:
    """Return the project's day and its variants, and each baseline that solves the puzzle.

    Another commit runs the same variants as the project, as far as it has them.
    """
    own = Contender(project.root)
    entrants = [own]
    if any(not baseline.solver.is_own for baseline in baselines):
        # It answers both parts in one call, so the days are called once, too, beside it.
        entrants.append(own._replace(is_first_call=True))
    entrants += baselines
    contenders = []
    for entrant in entrants:
        # Another commit may have the day elsewhere, or not at all.
        tree = Project(entrant.root, project.settings)
        if entrant.solver.is_own and not tree.has_day(puzzle):
            continue
        for layout in tree.layouts_of(puzzle, parts, entrant.solver):
            contender = entrant._replace(layout=layout)
            contenders.append(contender)
            if not variants or contender.answers_both:
                continue
            for variant in variants_in(tree.day_path(puzzle), parts):
                if "all" in variants or variant in variants:
                    contenders.append(contender._replace(variant=variant))
    return contenders


def run_rounds(
    session: Session, cases: Sequence[BenchmarkCase], processes: int
) -> Rounds:
    """Run all rounds, of so many `processes` at least, and return them with their results."""
    needed = processes_for(sum(case.most_comparisons for case in cases))
    rounds = Rounds(cases, max(needed, processes))
    session.screen.begin(lambda: rounds.count)
    judge = Judge()
    # One process at a time, and each result is taken before the next job is made.
    with session.executor() as executor:
        for number, job, outcome, *_ in executor.run(rounds.jobs()):
            if outcome:
                rounds.take(number, judge.result(number, job, outcome))
    return rounds


def print_bench(
    failures: Iterable[Result],
    timings: Iterable[BenchTiming],
    comparisons: Iterable[Comparison],
) -> None:
    """Print an object of JSON for each failure, then for each timing and each comparison."""
    for result in failures:
        print_json(result)
    for timing in timings:
        write_json(sys.stdout, timing_row(timing))
    for comparison in comparisons:
        write_json(sys.stdout, comparison_row(comparison))


def show_bench(
    failures: Iterable[Result],
    timings: Iterable[BenchTiming],
    comparisons: Sequence[Comparison],
) -> None:
    """Print a row for each failure, and below the title of each puzzle a line for each timing."""
    table = Table(sys.stdout, quiet=True)
    for result in failures:
        table.show(result)
    timings_by_case: dict[BenchmarkCase, list[BenchTiming]] = {}
    for timing in timings:
        timings_by_case.setdefault(timing.case, []).append(timing)
    pieces: list[str] = []
    for case, its_timings in timings_by_case.items():
        if pieces:
            pieces.append("\n")
        pieces.append(painted(f"{case.puzzle} {case.title or ''}".rstrip(), BOLD))
        pieces.append(f" on {case.input.label}\n")
        heading = f"  {'':<{NAME_WIDTH}} {'fastest':>8}  {'median':>8}  processes\n"
        pieces.append(painted(heading, DIM))
        # What is compared stands together.
        its_timings.sort(key=lambda timing: (timing.what == BOTH, timing.part or 0))
        for timing in its_timings:
            comparison = comparison_beside(timing, comparisons)
            pieces += timing_pieces(timing, comparison)
    write(sys.stdout, *pieces)


def comparison_beside(
    timing: BenchTiming, comparisons: Iterable[Comparison]
) -> Comparison | None:
    """Return the comparison that stands beside a timing, if there is one.

    Beside the project's own part stands none: variants, solvers and other commits are compared
    with it.
    """
    for comparison in comparisons:
        beside = comparison.other
        if comparison.other.contender.is_own:
            beside = comparison.subject
        if beside is timing:
            return comparison
    return None


def timing_pieces(timing: BenchTiming, comparison: Comparison | None) -> list[str]:
    """Return the line of a timing, with its comparison, in pieces that may have a color."""
    contender = timing.contender
    name = timing.name
    if contender.is_first_call:
        name += ", called once"
    elif not contender.is_own:
        name += f" of {contender.name}"
    fastest = seconds_text(timing.minimum)
    median = seconds_text(timing.median)
    bars_text = process_bars(timing.minima)
    pieces = [f"  {padded(name, NAME_WIDTH)} {fastest:>8}  {median:>8}  {bars_text}"]
    if comparison:
        pieces.append("  ")
        text = comparison_text(comparison)
        pieces.append(painted(text, COLORS[comparison.speed]))
    if timing.is_first_call and not contender.is_first_call:
        pieces.append(painted("  first call", YELLOW))
    if timing.is_busy:
        pieces.append(painted("  the machine was busy", YELLOW))
    pieces.append("\n")
    return pieces


def process_bars(minima: Sequence[float]) -> str:
    """Return a bar for each process, in their order: the lowest at the minimum, the highest at 1.3.

    So ten low bars are times to rely on, and a high one is a process that something disturbed.
    """
    least = min(minima)
    if not least:
        # The clock has not ticked, so nothing can be said about the others.
        return bars(0.0 for _ in minima)
    return bars((seconds / least - 1) / (HIGHEST_BAR - 1) for seconds in minima)


def comparison_text(comparison: Comparison) -> str:
    """Return the verdict with the interval; its subject is named unless that begins the line.

    A faster subject has the inverse ratio.
    """
    speed = comparison.speed
    ratio = comparison.difference.ratio
    low = comparison.difference.low
    high = comparison.difference.high
    if speed in (SAME, UNCLEAR):
        if not isfinite(high):
            # Too few processes have no interval.
            return speed
        return f"{speed} ({ratio_text(low)} to {ratio_text(high)} times as long)"
    if speed == FASTER:
        ratio = 1 / ratio
        low, high = 1 / high, 1 / low
    other = comparison.other.contender
    subject = f"{OWN} "
    if other.is_own:
        subject = ""
    elif other.commit:
        subject = "now "
    interval = f"{ratio_text(low)} to {ratio_text(high)}"
    return f"{subject}{ratio_text(ratio)} times {speed} ({interval})"


def ratio_text(ratio: float) -> str:
    """Return a ratio with the digits that matter."""
    if ratio < 2:
        return f"{ratio:.3f}"
    if ratio < 100:
        return f"{ratio:.3g}"
    return f"{ratio:.0f}"


def timing_row(timing: BenchTiming) -> dict[str, Any]:
    """Return the object of JSON for a timing."""
    return call_fields(timing) | {
        "input": timing.case.input.label,
        "digest": timing.case.input.digest,
        "seconds": timing.minimum,
        "median": timing.median,
        "minima": list(timing.minima),
        "first_call": timing.is_first_call,
        "busy": timing.is_busy,
    }


def comparison_row(comparison: Comparison) -> dict[str, Any]:
    """Return the object of JSON for a comparison."""
    difference = comparison.difference
    interval = None
    if isfinite(difference.high):
        interval = [difference.low, difference.high]
    other = comparison.other.contender
    return call_fields(comparison.subject) | {
        "against": {
            "solver": other.solver.name,
            "variant": other.variant,
            "commit": other.commit,
        },
        "seconds": comparison.subject.minimum,
        "against_seconds": comparison.other.minimum,
        "ratio": difference.ratio,
        "interval": interval,
        "p": difference.p,
        "verdict": comparison.speed,
    }


def call_fields(timing: BenchTiming) -> dict[str, Any]:
    """Return the fields that name a timed call; the part is `None` for parse."""
    return {
        "year": timing.case.puzzle.year,
        "day": timing.case.puzzle.day,
        "title": timing.case.title,
        "solver": timing.contender.solver.name,
        "what": timing.what,
        "part": timing.part,
        "variant": timing.contender.variant,
        "commit": timing.contender.commit,
    }


def bench_notes(
    cases: Sequence[BenchmarkCase],
    timings: Iterable[BenchTiming],
    baselines: Iterable[Contender],
) -> list[str]:
    """Return the sentences about a bench that was compared with `baselines`."""
    notes = []
    for baseline in baselines:
        missing = []
        for case in cases:
            names = [contender.name for contender in case.contenders]
            if baseline.name not in names:
                missing.append(str(case.puzzle))
        if missing:
            days = ", ".join(missing)
            notes.append(f"{days} is not in {baseline.name}, so it is not compared")
    if any(timing.is_busy for timing in timings):
        notes.append("the machine was busy: measure again when nothing else runs")
    return notes


def is_worse(
    comparisons: Iterable[Comparison], against: Sequence[str], fail_on: str | None
) -> bool:
    """Return whether a comparison has one of the speeds because of which the bench is to fail."""
    if fail_on is None:
        return False
    for comparison in comparisons:
        # Beside another commit or solver, that a variant is slower than its part is no reason.
        if against and comparison.other.contender.is_own:
            continue
        if comparison.speed in (SLOWER, fail_on):
            return True
    return False
