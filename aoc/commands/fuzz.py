"""Find inputs on which two solutions disagree."""

from __future__ import annotations

import ast
import os
import sys
from functools import partial
from math import inf

from aoc.commands import options
from aoc.errors import UsageError
from aoc.files import shown_path
from aoc.fuzzing.fuzzer import ANSWER, LATE, NOTHING, Finding, Fuzzer, reason_of
from aoc.log import keep_file
from aoc.model.inputs import Example, Input, InputKind, digest_of
from aoc.model.jobs import SCRIPT, DayLayout, Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.program import quoted
from aoc.project.day_selection import select_puzzles
from aoc.project.functions import SOURCES, form_of, read_source, syntax_tree
from aoc.project.project import OWN, find_project, find_solvers
from aoc.render.format import counted, one_line
from aoc.render.screen import Screen
from aoc.render.terminal import painted, print_line, write
from aoc.running.inputs import Inputs
from aoc.running.local_executor import LocalExecutor, Progress
from aoc.running.plan import make_jobs, pair_up
from aoc.scaffold.example_list import example_source
from aoc.session import Session
from aoc.site.accounts import NOBODY

RUNS = 1000
"""Inputs of each day, without an option."""
SECONDS = 10.0
"""Seconds for the inputs of a day, without an option."""
BOLD = "1"
RED = "31"
DIGITS = 8
"""Hex digits of the digest of an input in the name of its file."""
LONG_TEXT = 2000
"""Characters of a text from which on it is not shown, but in its file alone."""


@options.command
@options.days_argument
@options.option("-p", "--part", type=options.PART, help="Only this part, also of a FILE.")
@options.option(
    "--against",
    multiple=True,
    metavar="SOLVER|FILE",
    help="Compare with another solution: a file such as slow.py, a day or a script that prints its "
    "answers; or this solver of somebody else, or all of them.",
)
@options.option(
    "--runs",
    type=options.Whole(0),
    default=RUNS,
    show_default=True,
    help="After how many inputs of a day to stop; 0 for the examples and your own input alone.",
)
@options.option(
    "--seconds",
    type=options.SECONDS,
    default=SECONDS,
    show_default=True,
    help="After how many seconds of trying other inputs of a day to stop; 0 for no limit.",
)
@options.option(
    "--seed",
    type=options.SEED,
    default=0,
    show_default=True,
    help="Another seed makes other inputs; the same one makes the same.",
)
def fuzz(
    days: tuple[str, ...],
    year: int | None,
    part: int | None,
    against: tuple[str, ...],
    runs: int,
    seconds: float,
    seed: int,
) -> int:
    """Find inputs on which the parts of DAYS and their variants disagree.

    Nothing has to be written for it: inputs are made by changing the examples of the day and your
    own input, as far as they are on this computer. If the tests have functions small(rng) and
    sample(rng), these make inputs too. One on which two solutions disagree, or one fails, is made
    smaller, printed as an Example, and kept in .aoc/fuzz.

    Exits with 1 if two solutions disagree, or if one fails on an input that the puzzle allows, and
    with 2 if a part or a solution answers none. A timeout is only a doubt.
    """
    project = find_project()
    files = [name for name in against if name.endswith(SOURCES)]
    names = [name for name in against if name not in files]
    solvers = find_solvers(project, [OWN, *names])
    puzzles = select_puzzles(project, days, year, "fuzz")
    if files and len(puzzles) > 1:
        raise UsageError(f"{files[0]} is compared with one day: type it before --against")
    # What a day prints on so many inputs is no help.
    screen = FuzzScreen(sys.stderr, shows_output=False)
    session = Session(project, screen)
    # The fuzzer replaces the input of each job.
    no_inputs = [Input(InputKind.CHANGED)]
    # A process for each variant would take most of the time.
    wanted = JobOptions(
        Timing.once(),
        parts=(part,) if part else (1, 2),
        variants=("all",),
        memory=session.memory,
        runner="aoc.fuzzing.fuzz_run:FuzzRun",
        reports_parse=False,
    )
    exit_code = 0
    with session.executor() as executor:
        # The session was not told to open another one, such as that of a cluster.
        assert isinstance(executor, LocalExecutor)
        for puzzle in puzzles:
            pairs = pair_up(project, [puzzle], solvers)
            jobs = list(make_jobs(project, pairs, lambda _: no_inputs, wanted))
            for file in files:
                jobs.append(job_of_file(file, jobs[0], project.day_path(puzzle)))
            fuzzer = Fuzzer(
                jobs,
                executor,
                own=own_inputs(session.inputs, puzzle),
                runs=runs,
                seconds=seconds or inf,
                seed=seed,
                stage=screen.show,
                report=partial(report, jobs[0], screen),
            )
            try:
                fuzzer.fuzz()
            except UsageError as error:
                screen.problem(f"{puzzle}: {error}")
                exit_code = 2
            finally:
                # Also after Ctrl-C, as far as it came.
                screen.clear()
                sum_up(fuzzer)
            # A timeout is only a doubt.
            if any(each.end != LATE for each in fuzzer.findings.values()):
                exit_code = exit_code or 1
    return exit_code


class FuzzScreen(Screen):
    """The screen of fuzzing: it shows the stages of that, not the progress of each few jobs."""

    def progress(self, done: int, progress: Progress) -> None:
        """Show nothing: the stage is shown."""


def report(job: Job, screen: Screen, finding: Finding) -> None:
    """Keep the text of a finding of the own `job` that showed again, and show it."""
    screen.clear()
    ways = finding.ways
    verb = "disagree" if len(ways) > 1 else "fails"
    names = " and ".join(way.name for way in ways)
    found_on = finding.found_on.label
    doubt = "" if finding.is_allowed else ", the puzzle may not allow this"
    pieces = [
        painted(f"{job.puzzle} {job.title or ''}".rstrip(), BOLD),
        f": {names} {verb} on {found_on}{doubt}\n",
    ]
    width = max(len(way.name) for way in ways)
    for way in ways:
        result = finding.outcomes[way]
        drawing = result.outcome.drawing
        if drawing:
            rows = drawing.replace("\n", "\n    ")
            pieces.append(f"  {way.name}\n    {rows}\n")
            continue
        pieces.append(f"  {way.name:<{width}}  ")
        if result.error:
            pieces.append(painted(reason_of(result), RED))
        else:
            pieces.append(one_line(result.answer or "None"))
        pieces.append("\n")
    if finding.end == LATE:
        pieces.append("  it may only be slow\n")
    text = f"{finding.text}\n"
    if len(text) < LONG_TEXT:
        pieces.append(f"\n    {example_source(Example(text))},\n")
    puzzle = job.puzzle
    digest = digest_of(finding.text)[:DIGITS]
    name = f"{puzzle.year}-{puzzle.day:02d}-{digest}.txt"
    path = shown_path(os.path.join(job.root, keep_file(job.root, "fuzz", name, text)))
    pieces.append(f"\n  kept in {path}\n")
    others = [way.solver for way in ways if way.solver != OWN]
    # `aoc run` knows no file but those of the project.
    if not any(other.endswith(SOURCES) for other in others):
        command = f"aoc run {puzzle} --input {quoted(path)} --part {finding.way.part}"
        if others:
            command += f" --solver {OWN} --solver {' --solver '.join(others)}"
        else:
            command += " --variant all"
        pieces.append(f"  to see it again: `{command}`\n")
    pieces.append("\n")
    write(sys.stdout, *pieces)


def sum_up(fuzzer: Fuzzer) -> None:
    """Show what has come of a day: how many inputs each way has answered."""
    # A part that always returned `None` is not written yet.
    ways = [way for way, ends in fuzzer.ends.items() if set(ends) != {NOTHING}]
    if not ways:
        return
    inputs = counted(fuzzer.tried, "input")
    findings = counted(len(fuzzer.findings), "finding")
    print_line(f"{fuzzer.puzzle}: {inputs}, {findings}")
    width = max(len(way.name) for way in ways)
    for way in ways:
        ends = fuzzer.ends[way]
        line = f"  {way.name:<{width}}  answered {ends[ANSWER]} of {fuzzer.tried}"
        failures = [counted(times, end) for end, times in ends.items() if end != ANSWER]
        if failures:
            line += f": {', '.join(failures)}"
        print_line(line)
    parts = {way.part for way in ways}
    if len(ways) == len(parts) and not fuzzer.findings:
        # Only crashes can be found where each part is solved in one way.
        print_line("  wrong answers need a second way: a variant, or --against FILE")


def own_inputs(inputs: Inputs, puzzle: Puzzle) -> list[Input]:
    """Return somebody's own input of a day, if it is there, without any request to the site."""
    account = [*inputs.accounts(), NOBODY][0]
    own = inputs.cached_input(puzzle, account) or inputs.own_file(puzzle)
    if own is None or own.problem:
        return []
    return [Input(InputKind.PERSONAL, "your own input", own.text)]


def job_of_file(file: str, job: Job, day: str) -> Job:
    """Return the job of a file that is compared with a day, which has a `job` and a module `day`.

    The file is a module with functions `part1` and `part2`, or else a script. Without a `parse`,
    the functions get the text if that is what they take by the name of their parameter, and else
    what the `parse` of the day returns. Raises `UsageError` if it cannot be read.
    """
    path = os.path.abspath(file)
    options = job.options
    part = options.parts[0] if len(options.parts) == 1 else 0
    script = job._replace(solver=Solver(file), layout=DayLayout(path, part=part, run=SCRIPT))
    try:
        text = read_source(path)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    tree = syntax_tree(text)
    if tree is None:
        return script
    functions = {}
    for node in tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            # It prints its answers, or calls what does.
            return script
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node
    parts = tuple(number for number in options.parts if f"part{number}" in functions)
    if not parts:
        return script
    first = functions[f"part{parts[0]}"]
    takes_text = "parse" in functions or form_of(first, ast.unparse(first), {}) == "text"
    folders = job.layout.path if job.layout else ()
    layout = DayLayout(path, parser="" if takes_text else day, path=folders)
    options = options._replace(parts=parts)
    return job._replace(solver=Solver(file), layout=layout, options=options)
