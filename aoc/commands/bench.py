"""Measure days, and compare times."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from math import isfinite

from aoc.bench_rounds import (
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
from aoc.project.project import OWN, OWN_SOLVER, Project, find_project
from aoc.render.format import bars, padded, seconds_text
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, Table
from aoc.render.terminal import painted, write
from aoc.running.inputs import InputChoice
from aoc.running.plan import make_jobs
from aoc.session import RunLimits, Session, check_results

PROCESSES = 10
"""How many processes measure each contender at least; many comparisons need more."""
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
    metavar="REV",
    help="Compare with another commit of the project.",
)
@options.flag(
    "--fail-slower",
    needs=["--against", "--variant"],
    help="Exit with 1 if a part is slower or, without --against, a variant than its part.",
)
@options.shared_options("file", "sample", "seed", "user")
@options.with_inputs_and_limits
def bench(
    days: tuple[str, ...],
    year: int | None,
    part: int | None,
    variants: tuple[str, ...],
    against: tuple[str, ...],
    fail_slower: bool,
    choice: InputChoice,
    limits: RunLimits,
) -> int:
    """Measure what DAYS take, so that times can be compared.

    Ten processes, one after the other, call each part again and again. Shown are the fastest time,
    the median of the processes, and a bar for each of them: low bars mean that nothing disturbed
    it.

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
    # Processes that run at the same time disturb each other.
    limits = limits._replace(workers=1)
    session = Session(project, screen, choice, limits, is_of_one_day=len(puzzles) == 1)
    options.check_one_day("--input", puzzles, asked=choice.file is not None)
    parts = (part,) if part else (1, 2)
    with ExitStack() as folders:
        entrants = [Contender(project.root)]
        # Each once, in the order in which they were typed.
        for name in dict.fromkeys(against):
            entrants.append(find_entrant(project, name, folders))
        inputs, failures = find_whole_inputs(session, puzzles)
        cases = []
        for puzzle, puzzle_input in inputs.items():
            contenders = contenders_of(project, puzzle, parts, variants, entrants)
            title = project.title_of(puzzle)
            case = BenchmarkCase(puzzle, title, puzzle_input, contenders, parts)
            cases.append(case)
        comparing = sum(case.most_comparisons for case in cases)
        processes = max(PROCESSES, processes_for(comparing))
        screen.begin(lambda: processes * sum(len(case.contenders) for case in cases))
        timings = []
        for case in cases:
            rounds = Rounds(case, processes)
            rounds.run(session)
            timings += rounds.timings()
            failures += rounds.failures.values()
    comparisons = compared(timings)
    show_bench(failures, timings, comparisons)
    # The failure of a day is shown, and says enough.
    ran: dict[Puzzle, set[InputKind]] = {result.puzzle: set() for result in failures}
    for puzzle, puzzle_input in inputs.items():
        ran[puzzle] = {puzzle_input.kind}
    notes = input_notes(session.inputs, puzzles, ran)
    notes += bench_notes(cases, timings, comparisons, entrants)
    if not (timings or notes or failures):
        notes.append("nothing was measured: no part is solved yet")
    for note in notes:
        screen.problem(note)
    code = screen.errors(session.problems)
    is_slower = fail_slower and has_slower(comparisons, is_of_commits=bool(against))
    if failures or is_slower:
        return 1
    if not timings and not session.problems:
        # Nothing could be measured, and the notes say why.
        return 1
    return code


def find_entrant(project: Project, name: str, folders: ExitStack) -> Contender:
    """Return another commit of the project, in a folder that is removed with `folders`.

    Raises `UsageError` for a name that git does not know, and `AocError` where git fails.
    """
    commit = find_commit(project.root, name)
    if commit is None:
        raise UsageError(
            f"--against {name} is no commit that git knows in this project: `git log` lists them"
        )
    return Contender(folders.enter_context(checkout(project.root, commit)), name)


def contenders_of(
    project: Project,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    variants: Sequence[str],
    entrants: Sequence[Contender],
) -> tuple[Contender, ...]:
    """Return the project's day and its variants, and those of each commit that has the puzzle."""
    contenders = []
    for entrant in entrants:
        # Another commit may have the day elsewhere, or not at all.
        tree = Project(entrant.root, project.settings)
        if not tree.has_day(puzzle):
            continue
        for layout in tree.layouts_of(puzzle, parts, OWN_SOLVER):
            contender = entrant._replace(layout=layout)
            contenders.append(contender)
            for variant in variants_in(tree.day_path(puzzle), parts):
                if "all" in variants or variant in variants:
                    contenders.append(contender._replace(variant=variant))
    return tuple(contenders)


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


def show_bench(
    failures: Iterable[Result],
    timings: Iterable[BenchTiming],
    comparisons: Sequence[Comparison],
) -> None:
    """Print a row for each failure, and below the title of each puzzle a line for each timing."""
    table = Table(sys.stdout, quiet=True)
    for result in failures:
        table.show(result)
    timings_by_puzzle: dict[Puzzle, list[BenchTiming]] = {}
    for timing in timings:
        timings_by_puzzle.setdefault(timing.case.puzzle, []).append(timing)
    pieces: list[str] = []
    for its_timings in timings_by_puzzle.values():
        case = its_timings[0].case
        if pieces:
            pieces.append("\n")
        pieces.append(painted(f"{case.puzzle} {case.title or ''}".rstrip(), BOLD))
        pieces.append(f" on {case.input.label}\n")
        heading = f"  {'':<{NAME_WIDTH}} {'fastest':>8}  {'median':>8}  processes\n"
        pieces.append(painted(heading, DIM))
        # What is compared stands together.
        its_timings.sort(key=lambda timing: timing.part or 0)
        for timing in its_timings:
            comparison = comparison_beside(timing, comparisons)
            pieces += timing_pieces(timing, comparison)
    write(sys.stdout, *pieces)


def comparison_beside(
    timing: BenchTiming, comparisons: Iterable[Comparison]
) -> Comparison | None:
    """Return the comparison that stands beside a timing, if there is one.

    Beside the project's own part stands none: variants and other commits are compared with it.
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
    if not contender.is_own:
        name += f" of {contender.name}"
    fastest = seconds_text(timing.minimum)
    median = seconds_text(timing.median)
    bars_text = process_bars(timing.minima)
    pieces = [f"  {padded(name, NAME_WIDTH)} {fastest:>8}  {median:>8}  {bars_text}"]
    if comparison:
        pieces.append("  ")
        text = comparison_text(comparison)
        pieces.append(painted(text, COLORS[comparison.speed]))
    if timing.is_first_call:
        pieces.append(painted("  first call", YELLOW))
    if timing.is_busy:
        pieces.append(painted("  the machine was busy", YELLOW))
    pieces.append("\n")
    return pieces


def bench_notes(
    cases: Sequence[BenchmarkCase],
    timings: Iterable[BenchTiming],
    comparisons: Sequence[Comparison],
    entrants: Sequence[Contender],
) -> list[str]:
    """Return the sentences about a bench: what was not compared, and what would decide the rest."""
    notes = []
    for entrant in entrants:
        missing = []
        for case in cases:
            names = [contender.name for contender in case.contenders]
            if entrant.name not in names:
                missing.append(str(case.puzzle))
        if missing:
            days = ", ".join(missing)
            notes.append(f"{days} is not in {entrant.name}, so it is not compared")
    is_busy = any(timing.is_busy for timing in timings)
    if is_busy:
        notes.append("the machine was busy: measure again when nothing else runs")
    unclear = [each for each in comparisons if each.speed == UNCLEAR]
    if any(each.has_one_first_call for each in unclear):
        notes.append(
            "unclear beside a first call: let both sides take less than a second, print nothing, "
            "and change no variable of a module"
        )
    elif unclear and len(comparisons) > 1:
        notes.append(
            "unclear: fewer comparisons decide more, so name one day, -p and one --variant"
        )
    elif unclear and not is_busy:
        notes.append(
            "unclear: the processes differ too much, so measure again when nothing else runs"
        )
    return notes


def has_slower(comparisons: Iterable[Comparison], *, is_of_commits: bool) -> bool:
    """Return whether something is slower than its other side."""
    for comparison in comparisons:
        # Beside another commit, that a variant is slower than its part is no reason.
        is_of_variants = comparison.other.contender.is_own
        if comparison.speed == SLOWER and is_of_variants is not is_of_commits:
            return True
    return False


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
        if comparison.has_one_first_call or not isfinite(high):
            # Times that cannot be compared, and too few processes, have no interval.
            return speed
        return f"{speed} ({ratio_text(low)} to {ratio_text(high)} times as long)"
    if speed == FASTER:
        ratio = 1 / ratio
        low, high = 1 / high, 1 / low
    subject = "" if comparison.other.contender.is_own else "now "
    interval = f"{ratio_text(low)} to {ratio_text(high)}"
    return f"{subject}{ratio_text(ratio)} times {speed} ({interval})"


def ratio_text(ratio: float) -> str:
    """Return a ratio with the digits that matter."""
    if ratio < 2:
        return f"{ratio:.3f}"
    if ratio < 100:
        return f"{ratio:.3g}"
    return f"{ratio:.0f}"
