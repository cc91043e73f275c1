"""Tuning: Find inputs on which the ways to an answer disagree."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from glob import glob
from typing import Any, TextIO

from aoc.commands import options
from aoc.days import select_puzzles
from aoc.errors import UsageError
from aoc.files import read_text
from aoc.fuzzing.fuzzer import KEPT, NOTHING, Finding, Fuzzer, Subject, Way, WayOutcome
from aoc.history.log import FOLDER, keep_file
from aoc.model import Example, Input, Job, Kind, Puzzle, tests_path
from aoc.program import as_typed
from aoc.project import OWN, Project, Solver, find_project, find_solvers, shown_path, title_of
from aoc.render.format import counted, one_line, part_name
from aoc.render.screen import Screen
from aoc.render.terminal import painted, print_line, write, write_json
from aoc.running.local_executor import LocalExecutor, Progress
from aoc.scaffold.example_list import example_source
from aoc.session import Session
from aoc.text import digest_of, plain

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
    help="How many inputs of each day to try; 0 for those that were kept, and no others.  "
    f"[default: {RUNS}, without --minutes]",
)
@options.option("--minutes", type=options.MINUTES, metavar="M", help="How long to try new inputs.")
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
    runs: int | None,
    minutes: float | None,
    seed: int,
    against: tuple[str, ...],
    timeout: float,
    workers: int | None,
    as_json: bool,
) -> int:
    """Find inputs on which the parts of DAYS and their variants disagree.

    Inputs are made up by small(rng) and sample(rng) in the tests. One that makes two ways
    disagree, or makes one fail, is made smaller, printed as an Example, and kept in .aoc/fuzz.

    Exits with 1 if there is such an input.
    """
    project = find_project()
    plugins = plugins_named(against)
    puzzles = select_puzzles(project, days, year)
    runs = RUNS if runs is None and minutes is None else runs
    screen = FuzzScreen(sys.stderr)
    session = Session(project, screen, timeout=timeout, workers=workers)
    subjects = [subject_of(session, puzzle, plugins) for puzzle in puzzles]
    report = FuzzReport(project.root, screen, session.timeout, as_json=as_json)
    with closing(LocalExecutor(session.workers, session.timeout, screen)) as executor:
        limits = (session.timeout, seed, runs, minutes and minutes * 60)
        fuzzer = Fuzzer(subjects, executor, *limits, screen.stage, report.show)
        fuzzer.survey()
        check_makers(project, subjects, screen.problem)
        try:
            fuzzer.run()
        finally:
            # Nothing may be written between the lines that follow.
            executor.cancel()
            screen.clear()
            report.end(subjects)
    return int(bool(report.found) or any(subject.problem for subject in subjects))


def plugins_named(names: Sequence[str]) -> list[Solver]:
    """Return the solvers of others with these names. Raises `UsageError`."""
    if OWN in names:
        raise UsageError(
            f"{OWN} is the project's own solver, which is fuzzed anyway: name somebody else's"
        )
    found = find_solvers(names)
    plugins = [solver for solver in found if solver.entry]
    if names and not plugins:
        raise UsageError("there is no solver to compare with: install one, or leave out --against")
    return plugins


def subject_of(session: Session, puzzle: Puzzle, plugins: Sequence[Solver]) -> Subject:
    """Return a day to fuzz."""
    root = session.project.root
    about = (root, *puzzle, title_of(root, puzzle))
    shared: dict[str, Any] = {"variants": ("all",), "repeat": 1, "shares_process": True}
    jobs = [
        Job(*about, solver.name, (), entry=solver.entry, memory=session.memory, **shared)
        for solver in (Solver(OWN), *plugins)
    ]
    return Subject(jobs, kept_inputs(root, puzzle))


def check_makers(
    project: Project, subjects: Sequence[Subject], show: Callable[[str], None]
) -> None:
    """Show which days have no inputs: none is made or kept. Raises `UsageError` if that is all."""
    lacking = [one for one in subjects if not (one.kinds or one.problem or one.kept)]
    if not lacking:
        return
    paths = [shown_path(tests_path(project.root, *subject.puzzle)) for subject in lacking]
    verb = "has" if len(paths) == 1 else "have"
    text = (
        f"{', '.join(paths)} {verb} neither small(rng) nor sample(rng), which make up the inputs: "
        "write one of them"
    )
    if len(lacking) == len(subjects):
        raise UsageError(text)
    show(text)


class FuzzScreen(Screen):
    """The watcher of fuzzing. The output of solvers is not shown: there would be no end of it."""

    def __init__(self, err: TextIO) -> None:
        super().__init__(err, shows_output=False)
        self.doing = ""

    def stage(self, text: str) -> None:
        """Note the stage of fuzzing."""
        self.doing = text

    def progress(self, progress: Progress) -> None:
        """Show the stage, and the job that takes long."""
        slow = f"; {progress.doing}, {progress.seconds:.0f} s" if progress.seconds >= 1 else ""
        self.show(f"{self.doing}{slow}")


class FuzzReport:
    """Shows findings, and keeps their texts in the project at `root`.

    `timeout` is how long a way may take, in seconds.
    """

    def __init__(
        self, root: str, screen: FuzzScreen, timeout: float | None, *, as_json: bool
    ) -> None:
        self.root = root
        self.screen = screen
        self.timeout = timeout
        self.as_json = as_json
        self.found: list[Puzzle] = []

    def show(self, finding: Finding) -> None:
        """Keep the text of a finding that showed again, and show it."""
        puzzle, text = finding.puzzle, finding.text
        self.found.append(puzzle)
        self.screen.clear()
        name = finding.label if finding.is_kept else None
        if finding.repeats and not name:
            name = f"{puzzle.year}-{puzzle.day:02d}-{digest_of(text)[:DIGITS]}.txt"
            name = keep_file(self.root, "fuzz", name, f"{text}\n")
        path = os.path.relpath(os.path.join(self.root, name)) if name else None
        command = self.command_for(finding, path) if path else None
        if self.as_json:
            write_json(sys.stdout, finding_object(finding, path, command))
        else:
            write(sys.stdout, *finding_lines(finding, path, command))

    def command_for(self, finding: Finding, path: str) -> str:
        """Return the command that shows a finding again."""
        way = finding.disagreement.way
        words = [f"aoc run {finding.puzzle} --input", f'"{path}"' if " " in path else path]
        if way.part:
            words.append(f"--part {way.part}")
        solvers = [one.solver for one in finding.ways if one.solver != OWN]
        if solvers:
            words += [f"--solver {name}" for name in (OWN, *solvers)]
        elif any(one.variant for one in finding.ways):
            words.append("--variant all")
        if finding.disagreement.manner == Kind.TIMEOUT and self.timeout:
            words.append(f"--timeout {self.timeout:g}")
        return " ".join(words)

    def end(self, subjects: Sequence[Subject]) -> None:
        """Show the outcome of each day."""
        for subject in subjects:
            if subject.problem:
                self.screen.problem(f"{subject.puzzle}: {subject.problem}")
            elif (subject.kinds or subject.kept) and not self.as_json:
                print_line(summary_line(subject, self.found.count(subject.puzzle)))


def kept_inputs(root: str, puzzle: Puzzle) -> list[Input]:
    """Return the inputs that fuzzing has found, labelled by the path of their file in the project.

    A file that cannot be read is left out.
    """
    found = []
    pattern = os.path.join(FOLDER, "fuzz", f"{puzzle.year}-{puzzle.day:02d}-*.txt")
    for path in sorted(glob(pattern, root_dir=root)):
        with suppress(OSError, UnicodeDecodeError):
            found.append(Input(KEPT, path, plain(read_text(os.path.join(root, path)))))
    return found


def finding_lines(finding: Finding, path: str | None, command: str | None) -> Iterator[str]:
    """Yield the lines about a finding, with its file and the command that repeats it."""
    texts = {way: way_text(way) for way in finding.ways}
    answers = {way: outcome_text(finding.outcomes[way]) for way in finding.ways}
    width = max(map(len, texts.values()))
    yield painted(f"{finding.puzzle} {finding.title or ''}".rstrip(), BOLD)
    yield f": {headline(finding)}\n"
    for way, text in texts.items():
        answer, error = finding.outcomes[way].answer or "", finding.outcomes[way].error
        yield f"  {text:<{width}}  "
        yield painted(answers[way], RED) if error else answers[way]
        drawn = "".join(f"      {line}\n" for line in answer.split("\n")) if "\n" in answer else ""
        yield f"\n{drawn}"
    for sentence in remarks(finding):
        yield f"  {sentence}\n"
    if len(finding.text) > LONG_TEXT:
        see = ": see its file" if path else ""
        yield f"  the input has {len(finding.text)} characters{see}\n"
    else:
        yield "\n"
        yield from (f"    # {text}: {answers[way]}\n" for way, text in texts.items())
        source = example_source(Example(f"{finding.text}\n"))
        yield f"    {source},\n"
    if path:
        yield f"\n  kept in {path}\n"
    if command:
        yield f"  to see it again: {as_typed(f'`{command}`')}\n"
    yield "\n"


def headline(finding: Finding) -> str:
    """Return the headline of a finding: the failure or disagreement, and the input."""
    way, other, manner = finding.disagreement
    if not way.part:
        found = "parse refuses an input" if "ValueError" in manner else "parse fails"
    elif other is None:
        found = f"{way_text(way)} fails"
    else:
        found = f"{way_text(other)} and {way_text(way)} disagree"
    count = len(finding.text)
    smaller = f", made smaller: {finding.length} to {count} characters"
    return f"{found} on {finding.label}{smaller if count < finding.length else ''}"


def remarks(finding: Finding) -> Iterator[str]:
    """Yield sentences about how sure a finding is."""
    if finding.note == "interrupted":
        yield "interrupted before it was shown again and made as small as it can be"
    elif finding.note:
        yield finding.note
    elif not finding.repeats:
        yield "it did not show again alone, in a fresh process: something is kept between calls,"
        yield "or it depends on chance, or on the clock"
    if finding.is_kept:
        yield "the input was kept by an earlier fuzz"


def way_text(way: Way) -> str:
    """Return the name of a way."""
    solver = "" if way.solver == OWN else f" by {way.solver}"
    return f"{part_name(way.part, way.variant)}{solver}"


def outcome_text(outcome: WayOutcome) -> str:
    """Return the answer or the error of a way, in one line."""
    if outcome.error:
        return one_line(f"{outcome.error.kind}: {outcome.error.message}")
    return "None" if outcome.manner == NOTHING else one_line(outcome.answer or "")


def summary_line(subject: Subject, findings: int) -> str:
    """Return the line that sums up a day: how many inputs, ways and disagreements."""
    ways, parts = len(subject.solved), [way.part for way in subject.solved]
    counts = f"{subject.puzzle}: {counted(subject.inputs, 'input')}"
    if not subject.inputs:
        return f"{counts}, none was tried"
    counts = f"{counts}, {counted(ways, 'way')}"
    if findings:
        found = counted(findings, "disagreement" if ways > 1 else "failure")
        rest = "; no more inputs were tried after a timeout" if subject.is_slow else ""
        return f"{counts}, {found}{rest}"
    if len(parts) > len({*parts}):  # there are two ways to one part
        return f"{counts}, no disagreement"
    return f"{counts}, no failure (only variants and --against show wrong answers)"


def finding_object(finding: Finding, path: str | None, command: str | None) -> dict[str, Any]:
    """Return a finding in the form that it has in JSON.

    Its manner is `answer`, `nothing`, or the kind of the error.
    """
    outcomes = [(way, finding.outcomes[way]) for way in finding.ways]
    return {
        "year": finding.puzzle.year,
        "day": finding.puzzle.day,
        "title": finding.title,
        "part": finding.disagreement.way.part or None,
        "manner": finding.disagreement.manner.partition(" ")[0],
        "ways": [
            {
                "solver": way.solver,
                "variant": way.variant,
                "answer": outcome.answer,
                "error": outcome.error and outcome.error._asdict(),
            }
            for way, outcome in outcomes
        ],
        "input": finding.label,
        "text": f"{finding.text}\n",
        "repeats": finding.repeats,
        "kept": finding.is_kept,
        "note": finding.note,
        "file": path,
        "command": command,
    }
