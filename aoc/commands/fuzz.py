"""Find inputs on which the ways to an answer disagree."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Sequence
from functools import partial
from glob import glob
from math import inf

from aoc.commands import options
from aoc.errors import UsageError
from aoc.files import read_bytes, shown_path
from aoc.fuzzing.fuzzer import (
    ANSWER,
    NOTHING,
    Finding,
    Fuzzer,
    Way,
    answer_of,
    reason_of,
)
from aoc.log import FOLDER, keep_file
from aoc.model.inputs import Example, Input, InputKind, digest_of, plain
from aoc.model.jobs import (
    SCRIPT,
    SETTING_HINTS,
    DayLayout,
    Job,
    JobOptions,
    Solver,
    Timing,
)
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
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
from aoc.render.format import counted, one_line
from aoc.render.screen import Screen
from aoc.render.terminal import painted, print_line, write
from aoc.running.inputs import Inputs
from aoc.running.local_executor import LocalExecutor, Step
from aoc.running.plan import make_jobs, pair_up
from aoc.scaffold.example_list import example_source
from aoc.session import Session
from aoc.site.accounts import NOBODY
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
    *("-p", "--part"), type=options.PART, help="Only this part, also of a FILE."
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
    "--runs",
    type=options.Whole(0),
    default=RUNS,
    show_default=True,
    help="After how many inputs of a day to stop; 0 for those that are known or were kept.",
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
    sample(rng), these make inputs too. One that makes two ways disagree, or makes one fail, is made
    smaller, printed as an Example, and kept in .aoc/fuzz.

    Exits with 1 if there is such an input, and with 2 if a part or a solution answers none.
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
    session = Session(project, screen)
    # A process for each variant would take most of the time.
    hints = SETTING_HINTS._replace(more_time="`aoc run --timeout {:g}`")
    wanted = JobOptions(
        Timing.once(),
        parts=(part,) if part else (1, 2),
        variants=("all",),
        memory=session.memory,
        shares_process=True,
        reports_parse=False,
        hints=hints,
    )
    has_problem = False
    has_fault = False
    with session.executor() as executor:
        # The session was not told to open another one, such as that of a cluster.
        assert isinstance(executor, LocalExecutor)
        for puzzle in puzzles:
            fuzzer = Fuzzer(
                jobs_of_solvers(project, puzzle, others, files, wanted),
                executor,
                runs=runs,
                seconds=seconds or inf,
                seed=seed,
                stage=screen.show,
                report=partial(report, project.root, screen, files),
            )
            fuzzer.kept += kept_inputs(project.root, puzzle)
            fuzzer.survey()
            fuzzer.known += known_inputs(session.inputs, fuzzer)
            if not (fuzzer.known or fuzzer.kinds or fuzzer.kept or fuzzer.problem):
                tests = shown_path(tests_path(project.root, *puzzle))
                fuzzer.problem = (
                    f"no input is there to begin with: write an Example into {tests}, or "
                    f"`aoc fetch {puzzle}`"
                )
            try:
                if not fuzzer.problem:
                    fuzzer.fuzz()
            finally:
                # Also after Ctrl-C, as far as it came.
                sum_up(fuzzer, screen)
            has_problem = has_problem or fuzzer.problem is not None
            has_fault = has_fault or any(each.is_fault for each in fuzzer.findings)
    if has_problem:
        return 2
    return int(has_fault)


class FuzzScreen(Screen):
    """The screen of fuzzing: it shows the stages of that, not the progress of each few jobs."""

    def progress(self, done: int, step: Step) -> None:
        """Show nothing: the stage is shown."""


def report(root: str, screen: Screen, files: Sequence[str], finding: Finding) -> None:
    """Keep the text of a finding that showed again, and show it; a day may be against `files`."""
    screen.clear()
    ways = finding.ways
    verb = "disagree" if len(ways) > 1 else "fails"
    names = " and ".join(way.name for way in ways)
    found_on = finding.found_on.label
    doubt = "" if finding.is_allowed else ", the puzzle may not allow this"
    pieces = [
        painted(f"{finding.job.puzzle} {finding.job.title or ''}".rstrip(), BOLD),
        f": {names} {verb} on {found_on}{doubt}\n",
    ]
    width = max(len(way.name) for way in ways)
    for way in ways:
        pieces += outcome_pieces(f"  {way.name:<{width}}", finding.outcomes[way])
    if finding.note:
        pieces.append(f"  {finding.note}\n")
    text = f"{finding.text}\n"
    if len(text) < LONG_TEXT:
        pieces.append(f"\n    {example_source(Example(text))},\n")
    else:
        pieces.append(f"  the input has {len(text)} characters\n")
    if finding.repeats:
        path = keep(root, finding)
        command = command_for(finding, path, files)
        pieces.append(f"\n  kept in {path}\n  to see it again: `{command}`\n")
    pieces.append("\n")
    write(sys.stdout, *pieces)


def outcome_pieces(heading: str, result: Result) -> list[str]:
    """Return the text about the outcome of a way; a drawing stands in lines of its own."""
    if result.error:
        return [f"{heading}  ", painted(reason_of(result), RED), "\n"]
    answer = answer_of(result) or "None"
    if "\n" not in answer:
        return [f"{heading}  {one_line(answer)}\n"]
    drawing = [f"    {line}\n" for line in answer.split("\n")]
    return [f"{heading.rstrip()}\n", *drawing]


def keep(root: str, finding: Finding) -> str:
    """Write the text of a finding into a file, and return its path from the current folder."""
    digest = digest_of(finding.text)[:DIGITS]
    name = f"{kept_prefix(finding.job.puzzle)}{digest}.txt"
    if not finding.is_fault:
        # The next `aoc fuzz` does not try it: it would fail again, and perhaps rightly.
        name = f"perhaps-{name}"
    path = keep_file(root, "fuzz", name, f"{finding.text}\n")
    return os.path.relpath(os.path.join(root, path))


def command_for(finding: Finding, path: str, files: Sequence[str]) -> str:
    """Return the command that shows a finding again; it may be by one of some `files`."""
    solvers = [way.solver for way in finding.ways]
    if not {*solvers}.isdisjoint(files):
        # `aoc run` knows no other file.
        words = [f"aoc fuzz {finding.job.puzzle} --runs 0"]
        words += [f"--against {quoted(file)}" for file in files]
        return " ".join(words)
    words = [f"aoc run {finding.job.puzzle} --input {quoted(path)}"]
    part = finding.ways[0].part
    if part is not None:
        words.append(f"--part {part}")
    if any(solver != OWN for solver in solvers):
        words += [f"--solver {solver}" for solver in solvers]
    elif any(way.variant for way in finding.ways):
        words.append("--variant all")
    return " ".join(words)


def sum_up(fuzzer: Fuzzer, screen: Screen) -> None:
    """Show what has come of a day: the counts of its inputs, and why it has a problem."""
    screen.clear()
    # A part that always returned `None` is not written yet.
    ways = [way for way, ends in fuzzer.ways.items() if set(ends) != {NOTHING}]
    if ways:
        inputs = counted(fuzzer.tried, "input")
        findings = counted(len(fuzzer.findings), "finding")
        print_line(f"{fuzzer.puzzle}: {inputs}, {findings}")
    for way in ways:
        width = max(len(each.name) for each in ways)
        print_line(f"  {way.name:<{width}}  {way_counts(fuzzer, way)}")
    if fuzzer.problem:
        screen.problem(f"{fuzzer.puzzle}: {fuzzer.problem}")
        return
    parts = {way.part for way in ways}
    if len(ways) == len(parts) and not fuzzer.findings:
        # Only crashes can be found where each part is solved in one way.
        print_line("  wrong answers need a second way: a variant, or --against FILE")


def way_counts(fuzzer: Fuzzer, way: Way) -> str:
    """Return how many inputs a way has answered, and how it ended on the others."""
    ends = fuzzer.ways[way]
    text = f"answered {ends[ANSWER]} of {fuzzer.tried}"
    failures = []
    for end, count in ends.most_common():
        if end != ANSWER:
            failures.append(counted(count, end))
    if failures:
        return f"{text}: {', '.join(failures)}"
    return text


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
    pairs = pair_up(project, [puzzle], [OWN_SOLVER, *others])
    # The fuzzer replaces the input of each job.
    jobs = list(
        make_jobs(project, pairs, lambda _: [Input(InputKind.CANDIDATE)], wanted)
    )
    for file in files:
        jobs.append(job_of_file(file, jobs[0], project.day_path(puzzle)))
    return jobs


def known_inputs(inputs: Inputs, fuzzer: Fuzzer) -> list[Input]:
    """Return the inputs of a day besides those of its tests, without any request to the site.

    They are somebody's own one, and the examples of the cached page if the tests have none.
    """
    puzzle = fuzzer.puzzle
    account = [*inputs.accounts(), NOBODY][0]
    known = []
    own = inputs.cached_input(puzzle, account) or inputs.own_file(puzzle)
    if own and own.text and not own.problem:
        known.append(Input(InputKind.PERSONAL, "your own input", own.text))
    if fuzzer.known:
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


def job_of_file(file: str, job: Job, day: str) -> Job:
    """Return the job of a file that is compared with a day, which has a `job` and a module `day`.

    The file is a module with functions `part1` and `part2`, or else a script. Without a `parse`,
    the functions get the text if that is what they take by the name of their parameter, and else
    what the `parse` of the day returns. Raises `UsageError` if it cannot be read, or has none of
    the parts.
    """
    path = os.path.abspath(file)
    options = job.options
    part = options.parts[0] if len(options.parts) == 1 else 0
    script = job._replace(
        solver=Solver(file), layout=DayLayout(path, part=part, run=SCRIPT)
    )
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
    solved = [number for number in (1, 2) if f"part{number}" in functions]
    if not solved:
        return script
    first = functions[f"part{solved[0]}"]
    if not (first.args.posonlyargs or first.args.args or first.args.vararg):
        # Its parts take no input, so it reads that itself.
        return script
    parts = tuple(number for number in options.parts if number in solved)
    if not parts:
        raise UsageError(
            f"{file} has no function part{part}: write it, or leave out -p"
        )
    day_layout = job.layout
    takes_text = "parse" in functions or form_of(first) == "text"
    if takes_text or (day_layout and day_layout.entry):
        layout = DayLayout(path)
    else:
        names = day_layout.path if day_layout else ()
        layout = DayLayout(path, parser=day, path=names)
    options = options._replace(parts=parts)
    return job._replace(solver=Solver(file), layout=layout, options=options)


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
