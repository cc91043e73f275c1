"""Find inputs on which the ways to an answer disagree."""

from __future__ import annotations

import os
import sys
from glob import glob
from typing import Any

from aoc.commands import options
from aoc.errors import UsageError
from aoc.files import read_bytes, shown_path
from aoc.fuzzing.fuzzer import Finding, Fuzzer, Subject, Way
from aoc.history.log import FOLDER, keep_file
from aoc.model.inputs import Example, Input, InputKind, digest_of, plain
from aoc.model.jobs import JobOptions, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind
from aoc.program import as_typed, quoted
from aoc.project.day_selection import select_puzzles
from aoc.project.day_tests import tests_path
from aoc.project.project import OWN, OWN_SOLVER, find_project, find_solvers
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
BOLD = "1"
RED = "31"
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
    others = [solver for solver in find_solvers(project, against) if not solver.is_own]
    if against and not others:
        raise UsageError(
            "--against needs another solver: install one, or name a program in [tool.aoc.solvers]"
        )
    puzzles = select_puzzles(project, days, year, "fuzz")
    # What a day prints on so many inputs is no help.
    screen = FuzzScreen(sys.stderr, shows_output=False)
    session = Session(
        project, screen, limits=RunLimits(timeout=timeout, workers=workers)
    )
    # A process for each variant would take most of the time.
    wanted = JobOptions(
        Timing.once(),
        variants=("all",),
        memory=session.memory,
        shares_process=True,
    )
    subjects = []
    for puzzle in puzzles:
        # It raises an error if two files are this day.
        project.layouts_of(puzzle, (1, 2))
        pairs = pair_up(project, [puzzle], [OWN_SOLVER, *others])
        # The fuzzer replaces the input of each job.
        jobs = make_jobs(project, pairs, lambda _: [Input(InputKind.CANDIDATE)], wanted)
        kept = kept_inputs(project.root, puzzle)
        subjects.append(Subject(puzzle, list(jobs), kept))
    reporter = FindingReporter(
        project.root, screen, timeout=session.timeout, as_json=as_json
    )
    with session.executor() as executor:
        # The session was not told to open another one, such as that of a cluster.
        assert isinstance(executor, LocalExecutor)
        fuzzer = Fuzzer(
            subjects,
            executor,
            timeout=session.timeout,
            seed=seed,
            runs=runs,
            stage=screen.show,
            report=reporter.report,
        )
        fuzzer.survey()
        # A day with a problem says so at the end.
        if not any(one.kinds or one.problem or one.kept for one in subjects):
            names = few_of(
                shown_path(tests_path(project.root, *day)) for day in puzzles
            )
            raise UsageError(
                "no function returns made-up inputs: write one, such as "
                f"def small(rng): return str(rng.randint(1, 99)), into {names}"
            )
        try:
            fuzzer.run()
        finally:
            # Also after Ctrl-C, as far as it came.
            for subject in subjects:
                reporter.sum_up(subject)
    has_problem = any(subject.problem for subject in subjects)
    return int(has_problem or bool(reporter.found))


class FuzzScreen(Screen):
    """The screen of fuzzing: it shows the stages of that, not the progress of each few jobs."""

    def progress(self, done: int, step: Step) -> None:
        """Show nothing: the stage is shown."""


class FindingReporter:
    """Keeps and shows the findings of fuzzing in the project at `root`.

    `timeout` is how many seconds a part may take, `None` for no limit.
    """

    def __init__(
        self, root: str, screen: Screen, *, timeout: float | None, as_json: bool
    ) -> None:
        self.root = root
        self.screen = screen
        self.timeout = timeout
        self.as_json = as_json
        self.found: list[Puzzle] = []
        """The puzzle of each finding."""

    def report(self, finding: Finding) -> None:
        """Keep the text of a finding that showed again, and show it."""
        self.found.append(finding.puzzle)
        path = None
        command = None
        # Another would only show that it does not repeat.
        if finding.repeats:
            path = self.keep(finding)
            command = command_for(finding, path, self.timeout)
        self.screen.clear()
        if self.as_json:
            write_json(sys.stdout, finding_object(finding, path, command))
        else:
            write(sys.stdout, *finding_pieces(finding, path, command))

    def keep(self, finding: Finding) -> str:
        """Write the text of a finding into a file, and return its path from the current folder."""
        digest = digest_of(finding.text)[:DIGITS]
        name = f"{kept_prefix(finding.puzzle)}{digest}.txt"
        path = keep_file(self.root, "fuzz", name, f"{finding.text}\n")
        return os.path.relpath(os.path.join(self.root, path))

    def sum_up(self, subject: Subject) -> None:
        """Show what has come of a day: why it could not be fuzzed, or its counts."""
        if subject.problem:
            self.screen.problem(f"{subject.puzzle}: {subject.problem}")
        elif not self.as_json:
            self.screen.clear()
            print_line(summary_line(subject, self.found.count(subject.puzzle)))


def kept_prefix(puzzle: Puzzle) -> str:
    """Return how the names of the files with the inputs of findings of a puzzle begin."""
    return f"{puzzle.year}-{puzzle.day:02d}-"


def kept_inputs(root: str, puzzle: Puzzle) -> list[Input]:
    """Return the inputs that fuzzing has found, labelled by the path of their file in the project.

    `root` is the folder of the project.
    """
    inputs = []
    pattern = os.path.join(FOLDER, "fuzz", f"{kept_prefix(puzzle)}*.txt")
    for path in sorted(glob(pattern, root_dir=root)):
        # Somebody may have edited the file since.
        text = decode_text(read_bytes(os.path.join(root, path)), "replace")
        inputs.append(Input(InputKind.CANDIDATE, path, plain(text)))
    return inputs


def finding_object(
    finding: Finding, path: str | None, command: str | None
) -> dict[str, Any]:
    """Return a finding in the form that it has in JSON."""
    ways = []
    for way in finding.ways:
        outcome = finding.outcomes[way]
        fields = {
            "solver": way.solver,
            "variant": way.variant,
            "answer": outcome.answer,
            "error": outcome.error.to_json() if outcome.error else None,
        }
        ways.append(fields)
    return {
        "year": finding.puzzle.year,
        "day": finding.puzzle.day,
        "title": finding.title,
        "part": finding.way.part,
        "manner": finding.manner.kind,
        "ways": ways,
        "input": finding.found_on.label,
        "text": f"{finding.text}\n",
        "repeats": finding.repeats,
        "kept": finding.found_on.kind is InputKind.CANDIDATE,
        "note": finding.note,
        "file": path,
        "command": command,
    }


def command_for(finding: Finding, path: str, timeout: float | None) -> str:
    """Return the command that shows a finding again."""
    words = [f"aoc run {finding.puzzle} --input {quoted(path)}"]
    if finding.way.part is not None:
        words.append(f"--part {finding.way.part}")
    if any(way.solver != OWN for way in finding.ways):
        for way in finding.ways:
            words.append(f"--solver {way.solver}")
    elif any(way.variant for way in finding.ways):
        words.append("--variant all")
    if finding.manner.kind == ErrorKind.TIMEOUT and timeout:
        # `aoc run` gives a day more time, or no limit.
        words.append(f"--timeout {timeout:g}")
    return " ".join(words)


def finding_pieces(
    finding: Finding, path: str | None, command: str | None
) -> list[str]:
    """Return the text about a finding, with its file and the command that repeats it."""
    names = [way_name(way) for way in finding.ways]
    width = max(len(name) for name in names)
    verb = "disagree" if finding.other else "fails"
    pieces = [
        painted(f"{finding.puzzle} {finding.title or ''}".rstrip(), BOLD),
        f": {' and '.join(names)} {verb} on {finding.found_on.label}\n",
    ]
    for way, name in zip(finding.ways, names, strict=True):
        outcome = finding.outcomes[way]
        error = outcome.error
        if error:
            text = painted(one_line(f"{error.kind}: {error.message}"), RED)
        else:
            text = one_line(outcome.answer or "None")
        pieces += [f"  {name:<{width}}  ", text, "\n"]
    if finding.note:
        pieces.append(f"  {finding.note}\n")
    size = len(finding.text)
    if size < LONG_TEXT:
        source = example_source(Example(f"{finding.text}\n"))
        pieces.append(f"\n    {source},\n")
    else:
        pieces.append(f"  the input has {size} characters\n")
    if command:
        again = as_typed(f"`{command}`")
        pieces.append(f"\n  kept in {path}\n  to see it again: {again}\n")
    pieces.append("\n")
    return pieces


def way_name(way: Way) -> str:
    """Return the name of a way: its part, and its solver if that is somebody else's."""
    name = part_name(way.part, way.variant)
    return name if way.solver == OWN else f"{name} by {way.solver}"


def summary_line(subject: Subject, findings: int) -> str:
    """Return the line that sums up a day: how many inputs, ways and findings."""
    inputs = counted(subject.tried, "input")
    ways = counted(len(subject.solved), "way")
    line = f"{subject.puzzle}: {inputs}, {ways}, {counted(findings, 'finding')}"
    solved_parts = {way.part for way in subject.solved}
    if not findings and len(subject.solved) == len(solved_parts):
        # Only crashes can be found where each part is solved in one way.
        return f"{line} (only variants and --against show wrong answers)"
    if subject.is_slow:
        return f"{line}; no more inputs were tried after a timeout"
    return line
