"""Find inputs on which the ways to an answer disagree."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from glob import glob
from typing import Any

from aoc.commands import options
from aoc.errors import UsageError
from aoc.files import read_bytes, shown_path
from aoc.fuzzing.fuzzer import KEPT, Finding, Fuzzer, Subject, Way
from aoc.history.log import FOLDER, keep_file
from aoc.model.examples import Example
from aoc.model.input_text import digest_of, plain
from aoc.model.inputs import Input
from aoc.model.jobs import JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind
from aoc.program import as_typed, quoted
from aoc.project.day_tests import tests_path
from aoc.project.days import select_puzzles
from aoc.project.project import find_project
from aoc.project.solvers import OWN, find_solvers
from aoc.render.format import counted, one_line, part_name
from aoc.render.screen import Screen
from aoc.render.terminal import painted, print_line, write, write_json
from aoc.running.local_executor import LocalExecutor, Step
from aoc.running.plan import make_jobs, pair_up
from aoc.scaffold.example_list import example_source
from aoc.session import RunLimits, Session
from aoc.site.accounts import few_of
from aoc.text import decode_text

RUNS = 50
"""Inputs of each day, without an option."""
TIMEOUT = 5.0
"""Seconds for a part, without an option."""
BOLD, RED = "1", "31"
DIGITS = 8
"""Hex digits of the digest of an input in the name of its file."""
LONG_TEXT = 2000
"""Characters of a text from which on it is not shown, but in its file alone."""


@options.command
@options.days_argument("runnable")
@options.option(
    "--runs",
    type=options.Whole(0),
    default=RUNS,
    show_default=True,
    help="How many inputs of each day to try; 0 for those that were kept, and no others.",
)
@options.option(
    "--seed",
    type=options.SEED,
    default=0,
    show_default=True,
    help="Another seed makes other inputs; the same one makes the same.",
)
@options.option(
    "--against",
    multiple=True,
    type=options.Word("solver"),
    metavar="SOLVER",
    help="Compare with this solver of somebody else, or all of them.",
)
@options.option(
    "--timeout",
    type=options.SECONDS,
    default=TIMEOUT,
    show_default=True,
    help="How long a part may take; 0 for no limit.",
)
@options.shared_options("workers")
@options.shared_options("as_json")
def fuzz(
    days: tuple[str, ...],
    year: int | None,
    runs: int,
    seed: int,
    against: tuple[str, ...],
    timeout: float,
    workers: int | None,
    as_json: bool,
) -> int:
    """Find inputs on which the parts of DAYS and their variants disagree.

    Inputs are made up by the functions small(rng) and sample(rng) in the tests. One that makes two
    ways disagree, or makes one fail, is made smaller, printed as an Example, and kept in .aoc/fuzz.

    Exits with 1 if there is such an input.
    """
    project = find_project()
    root = project.root
    plugins = [solver for solver in find_solvers(against) if solver.entry]
    if against and not plugins:
        raise UsageError(
            "--against needs a solver of somebody else: install one, or leave it out"
        )
    puzzles = select_puzzles(project, days, year, "fuzz")
    screen = FuzzScreen(sys.stderr, shows_output=False)
    session = Session(
        project, screen, limits=RunLimits(timeout=timeout, workers=workers)
    )
    wanted = JobOptions(
        Timing.once(),
        variants=("all",),
        memory=session.memory,
        shares_process=True,
    )
    subjects = []
    for puzzle in puzzles:
        project.layouts_of(
            puzzle, (1, 2)
        )  # which raises an error if two files are this day
        pairs = pair_up(project, [puzzle], [Solver(OWN), *plugins])
        jobs = list(make_jobs(project, pairs, lambda _: [Input(KEPT)], wanted))
        subjects.append(Subject(puzzle, jobs, kept_inputs(root, puzzle)))
    found: list[Puzzle] = []

    def report(finding: Finding) -> None:
        """Keep the text of a finding that showed again, and show it."""
        path = command = None
        if finding.repeats:
            name = f"{finding.puzzle}-{digest_of(finding.text)[:DIGITS]}.txt".replace(
                "/", "-"
            )
            path = keep_file(root, "fuzz", name, f"{finding.text}\n")
            path = os.path.relpath(os.path.join(root, path))
            command = command_for(finding, path, session.timeout)
        found.append(finding.puzzle)
        screen.clear()
        if as_json:
            write_json(sys.stdout, finding_object(finding, path, command))
        else:
            write(sys.stdout, *finding_pieces(finding, path, command))

    with session.executor() as executor:
        assert isinstance(executor, LocalExecutor)
        fuzzer = Fuzzer(
            subjects, executor, session.timeout, seed, runs, screen.show, report
        )
        fuzzer.survey()
        if not any(one.kinds or one.problem or one.kept for one in subjects):
            names = few_of(shown_path(tests_path(root, *puzzle)) for puzzle in puzzles)
            raise UsageError(
                "no function returns made-up inputs: write one, such as "
                f"def small(rng): return str(rng.randint(1, 99)), into {names}"
            )
        try:
            fuzzer.run()
        finally:
            for subject in subjects:
                if subject.problem:
                    screen.problem(f"{subject.puzzle}: {subject.problem}")
                elif not as_json:
                    screen.clear()
                    print_line(summary_line(subject, found.count(subject.puzzle)))
    return int(bool(found) or any(subject.problem for subject in subjects))


class FuzzScreen(Screen):
    """The screen of fuzzing: it shows the stages of that, not the progress of each few jobs."""

    def progress(self, done: int, step: Step) -> None:
        """Show nothing: the stage is shown."""


def kept_inputs(root: str, puzzle: Puzzle) -> list[Input]:
    """Return the inputs that fuzzing has found, labelled by the path of their file in the project.

    `root` is the folder of the project.
    """
    found = []
    pattern = os.path.join(FOLDER, "fuzz", f"{puzzle.year}-{puzzle.day:02d}-*.txt")
    for path in sorted(glob(pattern, root_dir=root)):
        text = decode_text(read_bytes(os.path.join(root, path)), "replace")
        found.append(Input(KEPT, path, plain(text)))
    return found


def finding_object(
    finding: Finding, path: str | None, command: str | None
) -> dict[str, Any]:
    """Return a finding in the form that it has in JSON.

    Its manner is `answer`, `nothing`, or the kind of the error.
    """
    return {
        **finding.puzzle._asdict(),
        "title": finding.title,
        "part": finding.way.part or None,
        "manner": finding.manner.partition(" ")[0],
        "ways": [
            {
                "solver": way.solver,
                "variant": way.variant,
                "answer": answer,
                "error": error and error.to_json(),
            }
            for way in finding.ways
            for _, answer, error in [finding.outcomes[way]]
        ],
        "input": finding.source.label,
        "text": f"{finding.text}\n",
        "repeats": finding.repeats,
        "kept": finding.source.kind == KEPT,
        "note": finding.note,
        "file": path,
        "command": command,
    }


def command_for(finding: Finding, path: str, timeout: float | None) -> str:
    """Return the command that shows a finding again."""
    part = finding.way.part
    words = [f"aoc run {finding.puzzle} --input {quoted(path)}"]
    words += [f"--part {part}"] if part else []
    if any(one.solver != OWN for one in finding.ways):
        words += [f"--solver {one.solver}" for one in finding.ways]
    elif any(one.variant for one in finding.ways):
        words.append("--variant all")
    words += (
        [f"--timeout {timeout:g}"]
        if finding.manner == ErrorKind.TIMEOUT and timeout
        else []
    )
    return " ".join(words)


def finding_pieces(
    finding: Finding, path: str | None, command: str | None
) -> Iterator[str]:
    """Yield the text about a finding, with its file and the command that repeats it."""
    names = [way_name(way) for way in finding.ways]
    size, width = len(finding.text), max(map(len, names))
    yield painted(f"{finding.puzzle} {finding.title or ''}".rstrip(), BOLD)
    yield f": {' and '.join(names)} {'disagree' if names[1:] else 'fails'} on "
    yield f"{finding.source.label}\n"
    for way in finding.ways:
        _, answer, error = finding.outcomes[way]
        text = one_line(f"{error.kind}: {error.message}" if error else answer or "None")
        yield f"  {way_name(way):<{width}}  "
        yield from (painted(text, RED) if error else text, "\n")
    if finding.note:
        yield f"  {finding.note}\n"
    source = example_source(Example(f"{finding.text}\n"))
    yield (
        f"\n    {source},\n"
        if size < LONG_TEXT
        else f"  the input has {size} characters\n"
    )
    if command:
        yield f"\n  kept in {path}\n  to see it again: {as_typed(f'`{command}`')}\n"
    yield "\n"


def way_name(way: Way) -> str:
    """Return the name of a way: its part, and its solver if that is somebody else's."""
    name = part_name(way.part, way.variant)
    return name if way.solver == OWN else f"{name} by {way.solver}"


def summary_line(subject: Subject, findings: int) -> str:
    """Return the line that sums up a day: how many inputs, ways and findings."""
    ways = len(subject.solved)
    counts = (
        counted(subject.inputs, "input"),
        counted(ways, "way"),
        counted(findings, "finding"),
    )
    rest = "; no more inputs were tried after a timeout" if subject.is_slow else ""
    if not findings and ways == len({way.part for way in subject.solved}):
        rest = " (only variants and --against show wrong answers)"
    return f"{subject.puzzle}: {', '.join(counts)}{rest}"
