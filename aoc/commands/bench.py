"""Measure days, and compare times."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from statistics import median

from aoc.bench_rounds import (
    FASTER,
    PROCESSES,
    SAME,
    SLOWER,
    UNCLEAR,
    BenchmarkCase,
    BenchTiming,
    Comparison,
    Contender,
    Rounds,
    checkout,
    compare_all,
    ratio_of,
)
from aoc.commands import options
from aoc.errors import UsageError
from aoc.git import git_output
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import READS, JobOptions, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.project.day_selection import select_puzzles
from aoc.project.functions import variants_in
from aoc.project.project import OWN_SOLVER, Project, find_project
from aoc.render.format import bars, padded, seconds_text
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Table
from aoc.render.terminal import painted, write
from aoc.running.inputs import InputChoice
from aoc.running.plan import make_jobs
from aoc.session import RunLimits, Session

HIGHEST_BAR = 1.3
"""How many times the minimum a time is that has the highest bar, or a higher one."""
NAME_WIDTH = 26
"""Columns for the name of a part, or of parse."""
UNCLEAR_NOTE = (
    "unclear: measure again when nothing else runs, and compare less at once: one day, -p and one "
    "--variant; a first call can only be compared with another one"
)
COLORS = {FASTER: "32", SLOWER: "31", SAME: "0", UNCLEAR: "33"}


@options.command
@options.days_argument
@options.shared_options("part", "variants")
@options.option(
    "--against", multiple=True, metavar="REV", help="Compare with another commit of the project."
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
    options.check_one_day("--input", puzzles, asked=choice.file is not None)
    # Now, since a bench takes minutes.
    options.check_variants(project, puzzles, variants, part)
    # Every process prints again what the one before has printed.
    screen = Screen(sys.stderr, shows_output=False)
    # Processes that run at the same time disturb each other.
    limits = limits._replace(workers=1)
    session = Session(project, screen, choice, limits, is_of_one_day=len(puzzles) == 1)
    parts = (part,) if part else (1, 2)
    with ExitStack() as folders:
        entrants = [Contender(project.root)]
        # Each once, in the order in which they were typed.
        for name in dict.fromkeys(against):
            entrants.append(find_entrant(project, name, folders))
        inputs, failures = find_whole_inputs(session, puzzles)
        cases = []
        for puzzle, puzzle_input in inputs.items():
            contenders = find_contenders(session, puzzle, parts, variants, entrants)
            title = project.title_of(puzzle)
            cases.append(BenchmarkCase(puzzle, title, puzzle_input, contenders, parts))
        screen.begin(PROCESSES * sum(len(case.contenders) for case in cases))
        timings = []
        for case in cases:
            rounds = Rounds(case)
            rounds.run(session)
            timings += rounds.timings()
            failures += rounds.failures.values()
    comparisons = compare_all(timings)
    table = Table(sys.stdout, quiet=True)
    for result in failures:
        table.show(result)
    ran = table.summary.inputs
    for case in cases:
        show_timings(case, timings, comparisons)
        ran[case.puzzle].add(case.input.kind)
    notes = input_notes(session.inputs, puzzles, ran)
    if any(comparison.speed == UNCLEAR for comparison in comparisons):
        notes.append(UNCLEAR_NOTE)
    if not (timings or notes or failures):
        notes.append("nothing was measured: no part is solved yet")
    for note in notes:
        screen.problem(note)
    # Beside another commit, that a variant is slower than its part is no reason.
    watched = [each for each in comparisons if each.is_of_commits == bool(against)]
    is_slower = fail_slower and any(each.speed == SLOWER for each in watched)
    code = screen.errors(session.inputs.problems)
    return code or int(is_slower or bool(failures) or not timings)


def find_entrant(project: Project, name: str, folders: ExitStack) -> Contender:
    """Return another commit of the project, in a folder that is removed with `folders`.

    Raises `UsageError` for a name that git does not know, and `AocError` where git fails.
    """
    # A name that begins with a dash is no option of git.
    words = ("--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    commit = git_output(project.root, "rev-parse", *words)
    if commit is None:
        raise UsageError(
            f"--against {name} is no commit that git knows in this project: `git log` lists them"
        )
    return Contender(folders.enter_context(checkout(project.root, commit)), name)


def find_contenders(
    session: Session,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    variants: Sequence[str],
    entrants: Sequence[Contender],
) -> list[Contender]:
    """Return the day and its variants, in the project and in each commit that has them.

    Says which commits lack the day.
    """
    contenders = []
    for entrant in entrants:
        # Another commit may have the day elsewhere.
        project = Project(entrant.root, session.project.settings)
        if not project.has_day(puzzle):
            session.screen.problem(f"{puzzle} is not in {entrant.commit}: not compared")
            continue
        for layout in project.layouts_of(puzzle, parts, OWN_SOLVER):
            contender = entrant._replace(layout=layout)
            contenders.append(contender)
            for variant in variants_in(project.day_path(puzzle), parts):
                if "all" in variants or variant in variants:
                    contenders.append(contender._replace(variant=variant))
    return contenders


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
    pairs = [(puzzle, OWN_SOLVER) for puzzle in inputs]
    wanted = JobOptions(Timing.once(), runner=READS, memory=session.memory)
    jobs = make_jobs(session.project, pairs, lambda puzzle: [inputs[puzzle]], wanted)
    read: dict[Puzzle, Input] = {}
    failures = []
    for result in session.run(jobs):
        if result.bad:
            failures.append(result)
        else:
            text = result.outcome.text
            read[result.puzzle] = inputs[result.puzzle]._replace(text=text)
    return read, failures


def show_timings(
    case: BenchmarkCase, timings: Sequence[BenchTiming], comparisons: Sequence[Comparison]
) -> None:
    """Print the title of a puzzle, and a line for each of its timings among all, if there are."""
    its_timings = [timing for timing in timings if timing.case is case]
    if not its_timings:
        return
    pieces = [
        painted(f"{case.puzzle} {case.title or ''}".rstrip(), "1"),
        f" on {case.input.label}\n",
        painted(f"  {'':<{NAME_WIDTH}} {'fastest':>8}  {'median':>8}  processes\n", "2"),
    ]
    # What is compared stands together.
    its_timings.sort(key=lambda timing: timing.part or 0)
    for timing in its_timings:
        pieces += timing_pieces(timing, comparisons)
    write(sys.stdout, *pieces)


def timing_pieces(timing: BenchTiming, comparisons: Iterable[Comparison]) -> list[str]:
    """Return the line of a timing, with its comparison, in pieces that may have a color."""
    name = timing.name
    if timing.contender.commit is not None:
        name += f" of {timing.contender.commit}"
    least = min(timing.minima)
    fastest = seconds_text(least)
    middle = seconds_text(median(timing.minima))
    # Low bars are times to rely on, and a high one is a process that something disturbed.
    heights = [(ratio_of(time, least) - 1) / (HIGHEST_BAR - 1) for time in timing.minima]
    columns = f"{fastest:>8}  {middle:>8}  {bars(heights)}"
    pieces = [f"  {padded(name, NAME_WIDTH)} {columns}"]
    for comparison in comparisons:
        # Beside the project's own part stands none: all others are compared with it.
        beside = comparison.other if comparison.is_of_commits else comparison.subject
        if beside is timing:
            text = comparison_text(comparison)
            pieces += ["  ", painted(text, COLORS[comparison.speed])]
    if timing.is_first_call:
        pieces.append(painted("  first call", "33"))
    pieces.append("\n")
    return pieces


def comparison_text(comparison: Comparison) -> str:
    """Return the verdict with the interval; its subject is named unless that begins the line.

    A faster subject has the inverse ratio.
    """
    speed = comparison.speed
    ratio = comparison.ratio
    low = comparison.low
    high = comparison.high
    if speed in (SAME, UNCLEAR):
        return f"{speed} ({ratio_text(low)} to {ratio_text(high)} times as long)"
    if speed == FASTER:
        ratio = 1 / ratio
        low, high = 1 / high, 1 / low
    subject = "now " if comparison.is_of_commits else ""
    interval = f"{ratio_text(low)} to {ratio_text(high)}"
    return f"{subject}{ratio_text(ratio)} times {speed} ({interval})"


def ratio_text(ratio: float) -> str:
    """Return a ratio with the digits that matter."""
    if ratio < 2:
        return f"{ratio:.3f}"
    if ratio < 100:
        return f"{ratio:.3g}"
    return f"{ratio:.0f}"
