"""Find inputs on which the ways to an answer disagree."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Sequence
from glob import glob
from math import inf
from typing import Any

from aoc.commands import options
from aoc.errors import UsageError
from aoc.files import read_bytes, shown_path
from aoc.fuzzing.fuzzer import TIMEOUT, Finding, Fuzzer, Subject
from aoc.fuzzing.ways import Way
from aoc.log import FOLDER, keep_file
from aoc.model.inputs import Example, Input, InputKind, digest_of, plain
from aoc.model.jobs import (
    AGAIN,
    SCRIPT,
    DayLayout,
    Job,
    JobOptions,
    Solver,
    Timing,
)
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind
from aoc.program import quoted
from aoc.project.day_selection import select_puzzles
from aoc.project.day_tests import tests_path
from aoc.project.functions import form_of
from aoc.project.layout_survey import SOURCES, read_source
from aoc.project.project import (
    OWN,
    OWN_SOLVER,
    Project,
    find_project,
    find_solvers,
)
from aoc.render.format import counted, one_line, part_name
from aoc.render.screen import Screen
from aoc.render.terminal import painted, print_line, write, write_json
from aoc.running.inputs import Inputs
from aoc.running.local_executor import LocalExecutor, Step
from aoc.running.plan import make_jobs, pair_up
from aoc.scaffold.example_list import example_source
from aoc.session import RunLimits, Session
from aoc.site.accounts import NOBODY, few_of
from aoc.text import decode_text

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
@options.days_argument("runnable")
@options.option(
    "--runs",
    type=options.Whole(0),
    default=RUNS,
    show_default=True,
    help="After how many inputs of a day to stop; 0 for those that were kept, and no others.",
)
@options.option(
    "--seconds",
    type=options.SECONDS,
    default=SECONDS,
    show_default=True,
    help="After how many seconds of trying inputs of a day to stop; quick days take one or two.",
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
    metavar="SOLVER|FILE",
    help="Compare with another solution: a file such as slow.py, a day or a script that prints its "
    "answers; or this solver of somebody else, or all of them.",
)
@options.option(
    *("-p", "--part"), type=options.PART, help="Only this part, also of a FILE."
)
@options.option(
    "--timeout",
    type=options.SECONDS,
    help="How long a part may take; 0 for no limit.  [default: 5; on a changed text: 1]",
)
@options.shared_options("workers")
@options.shared_options("as_json")
def fuzz(
    days: tuple[str, ...],
    year: int | None,
    runs: int,
    seconds: float,
    seed: int,
    against: tuple[str, ...],
    part: int | None,
    timeout: float | None,
    workers: int | None,
    as_json: bool,
) -> int:
    """Find inputs on which the parts of DAYS and their variants disagree.

    Nothing has to be written for it: inputs are made by changing the examples of the day and your
    own input, as far as they are on this computer. If the tests have functions small(rng) and
    sample(rng), these make inputs too. One that makes two ways disagree, or makes one fail, is made
    smaller, printed as an Example, and kept in .aoc/fuzz.

    Exits with 1 if there is such an input.
    """
    project = find_project()
    files = [name for name in against if name.endswith(SOURCES)]
    others = solvers_against(project, [name for name in against if name not in files])
    puzzles = select_puzzles(project, days, year, "fuzz")
    if files and len(puzzles) > 1:
        raise UsageError(
            f"{files[0]} is compared with one day: type it before --against"
        )
    # What a day prints on so many inputs is no help.
    screen = FuzzScreen(sys.stderr, shows_output=False)
    session = Session(
        project, screen, limits=RunLimits(timeout=timeout, workers=workers)
    )
    # A process for each variant would take most of the time.
    wanted = JobOptions(
        Timing.once(),
        parts=(part,) if part else (1, 2),
        variants=("all",) if against else ("all", AGAIN),
        memory=session.memory,
        shares_process=True,
        reports_parse=False,
    )
    subjects = []
    for puzzle in puzzles:
        jobs = jobs_of_solvers(project, puzzle, others, files, wanted)
        subjects.append(Subject(puzzle, jobs, kept_inputs(project.root, puzzle)))
    reporter = FindingReporter(project.root, screen, files=files, as_json=as_json)
    with session.executor() as executor:
        # The session was not told to open another one, such as that of a cluster.
        assert isinstance(executor, LocalExecutor)
        fuzzer = Fuzzer(
            subjects,
            executor,
            timeout=timeout,
            seed=seed,
            runs=runs,
            seconds=seconds or inf,
            stage=screen.show,
            report=reporter.report,
        )
        fuzzer.survey()
        for subject in subjects:
            subject.sources += known_inputs(session.inputs, subject)
        check_inputs(project, subjects)
        try:
            fuzzer.run()
        finally:
            # Also after Ctrl-C, as far as it came.
            for subject in subjects:
                reporter.sum_up(subject, is_late=subject.seconds >= (seconds or inf))
    has_problem = any(subject.problem for subject in subjects)
    return int(has_problem or any(one.is_fault for one in reporter.found))


def solvers_against(project: Project, names: Sequence[str]) -> list[Solver]:
    """Return the solvers of others with these names. Raises `UsageError` if there is none."""
    if not names:
        return []
    others = [solver for solver in find_solvers(project, names) if not solver.is_own]
    if not others:
        raise UsageError(
            "--against needs another solver: install one, name a program in [tool.aoc.solvers], "
            "or type a file such as slow.py"
        )
    return others


def jobs_of_solvers(
    project: Project,
    puzzle: Puzzle,
    others: Sequence[Solver],
    files: Sequence[str],
    wanted: JobOptions,
) -> list[Job]:
    """Return a job for each solver of a puzzle: the own one, others, and files.

    Raises `UsageError` for a file that cannot be read, and if two files are this day.
    """
    layouts = project.layouts_of(puzzle, wanted.parts)
    pairs = pair_up(project, [puzzle], [OWN_SOLVER, *others])
    # The fuzzer replaces the input of each job.
    jobs = list(
        make_jobs(project, pairs, lambda _: [Input(InputKind.CANDIDATE)], wanted)
    )
    part = wanted.parts[0] if len(wanted.parts) == 1 else None
    for file in files:
        layout = layout_of_file(file, project.day_path(puzzle), layouts[0], part)
        jobs.append(jobs[0]._replace(solver=Solver(file), layout=layout))
    return jobs


def check_inputs(project: Project, subjects: Sequence[Subject]) -> None:
    """Raise `UsageError` if no day has an input to begin with."""
    # A day with a problem says so at the end.
    if any(subject.has_inputs for subject in subjects):
        return
    puzzles = [subject.puzzle for subject in subjects]
    names = few_of(shown_path(tests_path(project.root, *day)) for day in puzzles)
    raise UsageError(
        f"no input is there to begin with: write an Example into {names}, or "
        f"`aoc fetch {puzzles[0]}`"
    )


def known_inputs(inputs: Inputs, subject: Subject) -> list[Input]:
    """Return the inputs of a day besides those of its tests, without any request to the site.

    They are somebody's own one, and the examples of the cached page if the tests have none.
    """
    puzzle = subject.puzzle
    account = [*inputs.accounts(), NOBODY][0]
    known = []
    own = inputs.cached_input(puzzle, account) or inputs.own_file(puzzle)
    if own and own.text and not own.problem:
        known.append(Input(InputKind.PERSONAL, "your own input", own.text))
    if subject.sources:
        return known
    user = inputs.known_accounts.with_id(account).id or ""
    cache = inputs.cache
    page = cache.read_page(user, puzzle) or cache.read_page("", puzzle)
    # Imported only here, as it takes long.
    from aoc.site.examples import find_examples

    for number, example in enumerate(find_examples(page or ""), 1):
        label = f"example {number} of its page"
        known.append(Input(InputKind.EXAMPLE, label, plain(example.text)))
    return known


def layout_of_file(
    file: str, day: str, day_layout: DayLayout | None, part: int | None
) -> DayLayout:
    """Return how a file runs that is compared with a day, which has a module `day`.

    It is a module with functions `part1` and `part2`, or else a script. Without a `parse`, the
    functions get the text if that is what they take by the name of their parameter, and else what
    the `parse` of the day returns. Raises `UsageError` if it cannot be read.
    """
    path = os.path.abspath(file)
    script = DayLayout(path, part=part or 0, run=SCRIPT)
    try:
        text = read_source(path)
        if not file.endswith(".py"):
            return script
        tree = ast.parse(text)
    except (OSError, SyntaxError) as error:
        reason = error.strerror if isinstance(error, OSError) else error.msg
        raise UsageError(f"{file} cannot be read: {reason}") from None
    functions = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node
        elif not is_quiet(node):
            return script
    parts = [functions[name] for name in ("part1", "part2") if name in functions]
    if not parts:
        return script
    takes_text = "parse" in functions or form_of(parts[0]) == "text"
    if takes_text or (day_layout and day_layout.entry):
        return DayLayout(path)
    return DayLayout(path, parser=day, path=day_layout.path if day_layout else ())


def is_quiet(node: ast.stmt) -> bool:
    """Return whether a line of a module does nothing but define something, as in most of them."""
    if isinstance(node, ast.Expr):
        # A docstring.
        return isinstance(node.value, ast.Constant)
    # `if` is for `__name__`.
    return isinstance(
        node,
        ast.Import
        | ast.ImportFrom
        | ast.ClassDef
        | ast.Assign
        | ast.AnnAssign
        | ast.If,
    )


class FuzzScreen(Screen):
    """The screen of fuzzing: it shows the stages of that, not the progress of each few jobs."""

    def progress(self, done: int, step: Step) -> None:
        """Show nothing: the stage is shown."""


class FindingReporter:
    """Keeps and shows the findings of fuzzing in the project at `root`.

    `files` are those that days are compared with.
    """

    def __init__(
        self, root: str, screen: Screen, *, files: Sequence[str], as_json: bool
    ) -> None:
        self.root = root
        self.screen = screen
        self.files = files
        self.as_json = as_json
        self.found: list[Finding] = []

    def report(self, finding: Finding) -> None:
        """Keep the text of a finding that showed again, and show it."""
        self.found.append(finding)
        path = None
        command = None
        # Another would only show that it does not repeat.
        if finding.repeats:
            path = self.keep(finding)
            command = command_for(finding, path, self.files)
        self.screen.clear()
        if self.as_json:
            write_json(sys.stdout, finding_object(finding, path, command))
        else:
            write(sys.stdout, *finding_pieces(finding, path, command))

    def keep(self, finding: Finding) -> str:
        """Write the text of a finding into a file, and return its path from the current folder."""
        digest = digest_of(finding.text)[:DIGITS]
        name = f"{kept_prefix(finding.puzzle)}{digest}.txt"
        if finding.is_doubtful:
            # The next `aoc fuzz` does not try it: it would fail again, and perhaps rightly.
            name = f"perhaps-{name}"
        path = keep_file(self.root, "fuzz", name, f"{finding.text}\n")
        return os.path.relpath(os.path.join(self.root, path))

    def sum_up(self, subject: Subject, *, is_late: bool) -> None:
        """Show what has come of a day: why it could not be fuzzed, or its counts.

        `is_late` says whether its time was up.
        """
        if subject.problem:
            self.screen.problem(f"{subject.puzzle}: {subject.problem}")
        elif not self.as_json:
            self.screen.clear()
            found = [one for one in self.found if one.puzzle == subject.puzzle]
            line = summary_line(subject, found)
            print_line(f"{line}; its time was up" if is_late else line)


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
        "doubtful": finding.is_doubtful,
        "kept": finding.found_on.kind is InputKind.CANDIDATE,
        "note": finding.note,
        "file": path,
        "command": command,
    }


def command_for(finding: Finding, path: str, files: Sequence[str]) -> str:
    """Return the command that shows a finding again; it may be by one of some `files`."""
    solvers = [way.solver for way in finding.ways]
    variants = [way.variant for way in finding.ways if way.variant]
    if AGAIN in variants or not {*solvers}.isdisjoint(files):
        # `aoc run` does not call again, and knows no file.
        words = [f"aoc fuzz {finding.puzzle} --runs 0"]
        words += [f"--against {quoted(file)}" for file in files]
        return " ".join(words)
    words = [f"aoc run {finding.puzzle} --input {quoted(path)}"]
    if finding.way.part is not None:
        words.append(f"--part {finding.way.part}")
    if any(solver != OWN for solver in solvers):
        words += [f"--solver {solver}" for solver in solvers]
    elif variants:
        words.append("--variant all")
    if finding.manner.kind == ErrorKind.TIMEOUT:
        # `aoc run` gives a day more time, or no limit.
        words.append(f"--timeout {TIMEOUT:g}")
    return " ".join(words)


def finding_pieces(
    finding: Finding, path: str | None, command: str | None
) -> list[str]:
    """Return the text about a finding, with its file and the command that repeats it."""
    names = [way_name(way) for way in finding.ways]
    width = max(len(name) for name in names)
    verb = "disagree" if finding.other else "fails"
    doubt = ""
    if finding.is_doubtful and finding.repeats:
        doubt = ", perhaps no input of the puzzle"
    pieces = [
        painted(f"{finding.puzzle} {finding.title or ''}".rstrip(), BOLD),
        f": {' and '.join(names)} {verb} on {finding.found_on.label}{doubt}\n",
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
        pieces.append(f"\n  kept in {path}\n  to see it again: `{command}`\n")
    pieces.append("\n")
    return pieces


def way_name(way: Way) -> str:
    """Return the name of a way: its part, and its solver if that is somebody else's."""
    name = part_name(way.part, way.variant)
    return name if way.solver == OWN else f"{name} by {way.solver}"


def summary_line(subject: Subject, found: Sequence[Finding]) -> str:
    """Return the line that sums up a day: how many inputs, ways and findings."""
    inputs = counted(subject.tried, "input")
    # To call a part again is no other way.
    ways = [way for way in subject.solved if way.variant != AGAIN]
    findings = counted(len(found), "finding")
    line = f"{subject.puzzle}: {inputs}, {counted(len(ways), 'way')}, {findings}"
    solved_parts = {way.part for way in ways}
    if not found and len(ways) == len(solved_parts):
        # Only crashes can be found where each part is solved in one way.
        return f"{line} (only variants and --against show wrong answers)"
    return line
