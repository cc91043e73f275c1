"""A puzzle in a notebook or a script: its input, a run with a table of results, and its shows.

Days run in worker processes, as `aoc run` runs them, so that a solver that crashes or never ends
leaves the notebook alone. Nothing is ever submitted.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from io import StringIO
from random import Random
from time import monotonic
from typing import Any, overload

from aoc.commands.options import FRAME_COUNTS, FRAME_RATES, REPEATS, SEEDS, check_results
from aoc.days import require_day, require_module
from aoc.errors import UsageError
from aoc.inputs import input_of
from aoc.model import (
    DayTests,
    Example,
    Puzzle,
    Result,
    ShowOptions,
    Verdict,
    load_day_tests,
    tests_path,
)
from aoc.project import (
    OWN,
    SIZE_FORMS,
    TIMEOUT,
    YEARS,
    Project,
    Range,
    Solver,
    find_project,
    read_size,
    shown_path,
    title_of,
)
from aoc.render.format import MEANINGS, SIGNS
from aoc.render.input_notes import input_notes
from aoc.render.screen import Screen
from aoc.render.table import ResultRows, Row, Table
from aoc.render.terminal import without_colors
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.session import Session, Tally
from aoc.text import plain, printable
from aoc.worker.day_module import BrokenDayError, ProjectImports, import_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.show.timed_frames import TimedFrame

NUMBERS: Mapping[str, Range] = {
    "part": Range(1, 2),
    "sample": SEEDS,
    "repeat": REPEATS,
    "frames": FRAME_COUNTS,
    "every": REPEATS,
    "timeout": TIMEOUT,
    "fps": FRAME_RATES,
}
"""The arguments that are numbers."""
FRACTIONS = ("timeout", "fps")
"""Those that need not be whole numbers."""


def puzzle(
    year: int, day: int, *, user: str | None = None, project: str | None = None
) -> NotebookPuzzle:
    """Return a puzzle of the project that the current folder is in.

    `user` is the account whose input it has; a part of its name is enough. `project` is another
    folder to look for the project in. Raises `UsageError` if there is no such puzzle or project.
    """
    if not YEARS.takes_whole(year):
        raise UsageError(f"{year!r} is not a year {YEARS}: write puzzle(2021, 21)")
    require_day(year, day)
    check_texts(user=user)
    return NotebookPuzzle(find_project(project), Puzzle(year, day), user)


class NotebookPuzzle:
    """A puzzle of a project. Whatever is asked for is looked up anew, so it is never out of date.

    Every attribute raises `aoc.errors.AocError` with one sentence where something is missing.
    """

    def __init__(self, project: Project, puzzle: Puzzle, user: str | None = None) -> None:
        self._project = project
        self._puzzle = puzzle
        self._user = user

    @property
    def year(self) -> int:
        """The year of the puzzle."""
        return self._puzzle.year

    @property
    def day(self) -> int:
        """The day of the puzzle."""
        return self._puzzle.day

    @property
    def title(self) -> str | None:
        """The title, from the day's docstring or else from a cached page; `None` if unknown."""
        from aoc.site.cache import cached_title

        return title_of(self._project.root, self._puzzle) or cached_title(self._puzzle)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The published examples in the tests of the day. Raises what importing these raises."""
        return tuple(self._tests().examples)

    @property
    def input(self) -> str:
        """The text of the input, chosen as by `aoc run`: the personal one, or else the sample.

        A personal input that is not cached is fetched, once. Raises `SiteError` where that fails,
        and `UsageError` where there is neither.
        """
        inputs = self._session().inputs
        inputs.problems = None
        source = next(one for one in inputs.of(self._puzzle) if one.kind != "examples")
        if source.problem:
            raise UsageError(source.problem)
        if source.text is not None:
            return source.text
        sample = self._tests().sample
        if sample is None:
            path = shown_path(tests_path(self._project.root, *self._puzzle))
            raise UsageError(
                f"{path} has no sample(rng), which makes up an input: write one, or "
                "log in with `aoc login` for your own input"
            )
        with fresh_imports(self._project.root):
            return plain(sample(Random(source.seed)))

    @property
    def parsed(self) -> Any:
        """What the day's `parse` makes of the input, as a value of this process.

        Raises what `parse` raises. Unlike `run`, this has no limit of time or memory.
        """
        text = require_module(self._project, self._puzzle) and self.input
        with fresh_imports(self._project.root):
            try:
                return import_day(*self._puzzle).parse(text)
            except BrokenDayError as error:
                raise UsageError(
                    f"the module of {self._puzzle} {error}: see `aoc new --help`"
                ) from None

    def run(
        self,
        part: int | None = None,
        *,
        text: str | None = None,
        examples: bool = False,
        sample: int | None = None,
        variants: Iterable[str] = (),
        repeat: int | None = None,
        timeout: float | None = None,
        memory: int | str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> RunTable:
        """Run the day on its examples and on the input, and return the results.

        It can run on a `text` instead, on the `examples` alone, or on the sample made from a seed.
        `timeout` is in seconds and `memory` in bytes, or such as `"512M"`, for each part, 0 for no
        limit; `params` are values for keyword-only parameters. Raises `UsageError` for what
        `aoc run` would refuse.
        """
        check_numbers(part=part, sample=sample, repeat=repeat, timeout=timeout)
        check_texts(text=text)
        check_one(text=text is not None, examples=examples, sample=sample is not None)
        project, puzzle = self._project, require_module(self._project, self._puzzle)
        choice = {"examples": examples, "sample": sample}
        session = self._session(timeout, memory, **choice)
        options = self._options(session, part, params)
        options = options._replace(variants=names_of(variants), repeat=repeat)
        screen, inputs = session.screen, session.inputs
        typed = None if text is None else text.encode(errors="replace")
        of_text = () if typed is None else (input_of("file", "text", typed, "the text"),)
        pairs = pair_up(project, [puzzle], [Solver(OWN)])
        jobs = make_jobs(project, pairs, lambda of: of_text or inputs.of(of), options)
        found: list[Result] = []
        start = monotonic()
        is_kept = text is None and not examples and not params
        session.run(jobs, [table := RunTable(found)], 1, {} if is_kept else None)
        table.seconds = monotonic() - start
        tally = Tally(found)
        check_results(project.root, [puzzle], options.variants, part, tally)
        for problem in dict.fromkeys(map(str, session.problems)):
            screen.problem(problem)
        for note in input_notes(inputs, [puzzle], tally.inputs, part) if text is None else ():
            screen.note(note)
        return table

    def show(
        self,
        part: int | None = None,
        *,
        examples: bool = False,
        sample: int | None = None,
        fps: float = 6.0,
        frames: int = 600,
        every: int = 1,
        timeout: float | None = None,
        memory: int | str | None = None,
        params: Mapping[str, object] | None = None,
    ) -> ShowPlayer:
        """Return the show of a part, or of both: what the day's `show1` and `show2` draw.

        It has `fps` frames in a second, at most `frames`, and only `every` Nth. The rest is as for
        `run`. Raises `UsageError` where the day has no such show.
        """
        from aoc.commands.show import report, show_job
        from aoc.show.recording import record, timed_frames

        check_numbers(part=part, sample=sample, timeout=timeout)
        check_numbers(fps=fps, frames=frames, every=every)
        check_one(examples=examples, sample=sample is not None)
        puzzle = require_module(self._project, self._puzzle)
        session = self._session(timeout, memory, examples=examples, sample=sample)
        session.inputs.problems = None
        options = self._options(session, part, params)
        limits = ShowOptions(frames, every, seconds=session.timeout)
        job = show_job(session, puzzle, options, limits)
        recordings, results = record(job, session)
        report(session, puzzle, part, recordings, results)
        return ShowPlayer([*timed_frames(recordings, fps)], repr(self))

    def __repr__(self) -> str:
        """Return the puzzle with its title, as `2021/21 Dirac Dice`."""
        return f"{self._puzzle} {self.title or ''}".rstrip()

    def _tests(self) -> DayTests:
        """Return the definitions in the tests of the day. Raises what importing them raises."""
        with fresh_imports(self._project.root):
            return load_day_tests(self._project.root, *self._puzzle)

    def _session(
        self, timeout: float | None = None, memory: int | str | None = None, **choice: Any
    ) -> Session:
        """Return a session with these limits and inputs. Raises as `Inputs.check`."""
        session = Session(
            self._project,
            Screen(sys.stderr),
            timeout=timeout,
            memory=size_of(memory),
            workers=1,
            user=self._user,
            **choice,
        )
        session.inputs.check()
        return session

    def _options(
        self, session: Session, part: int | None, params: Mapping[str, object] | None
    ) -> JobOptions:
        """Return the options of a job."""
        # A file that is saved again within a second is not taken for the one that was compiled.
        parts, values = (part,) if part else (1, 2), values_of(params)
        return JobOptions(parts, memory=session.memory, params=values, keeps_bytecode=False)


@contextmanager
def fresh_imports(root: str) -> Iterator[None]:
    """Import from the project at `root` in a `with` block, each of its files anew.

    No compiled files are written: Python takes them for current also where a file was saved again
    within a second, with the same size.
    """
    importlib.invalidate_caches()
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        with ProjectImports(root):
            yield
    finally:
        sys.dont_write_bytecode = before


def check_numbers(**arguments: object) -> None:
    """Raise `UsageError` for an argument that is not in its range; `None` stands for none."""
    for name, value in arguments.items():
        numbers = NUMBERS[name]
        is_good = numbers.takes(value) if name in FRACTIONS else numbers.takes_whole(value)
        if value is not None and not is_good:
            whole = "" if name in FRACTIONS else "whole "
            raise UsageError(f"{name} is {value!r}: write a {whole}number {numbers}")


def check_texts(**arguments: object) -> None:
    """Raise `UsageError` for an argument that is no text; `None` stands for none."""
    for name, value in arguments.items():
        if not isinstance(value, str | None):
            raise UsageError(f"{name} is {value!r}: write it in quotes")


def check_one(**given: bool) -> None:
    """Raise `UsageError` where several arguments are given that choose the input."""
    names = [name for name in given if given[name]]
    if len(names) > 1:
        raise UsageError(f"{' and '.join(names)} do not go together: choose one of them")


def size_of(memory: int | str | None) -> int | None:
    """Return the bytes of a memory limit such as `"512M"`. Raises `UsageError` if it is none."""
    try:
        return None if memory is None else read_size(str(memory))
    except ValueError:
        raise UsageError(f"memory is {memory!r}, which is not a size: {SIZE_FORMS}") from None


def names_of(variants: object) -> tuple[str, ...]:
    """Return the names of variants; one alone may be written without a list."""
    names = tuple(variants) if isinstance(variants, list | tuple | set) else (variants,)
    for name in names:
        if not isinstance(name, str):
            raise UsageError(f'{name!r} is not the name of a variant: write it as in ["memo"]')
    return names


def values_of(params: object) -> tuple[tuple[str, str], ...]:
    """Return parameters with their values, as `--param` has them, from a `dict`."""
    if not isinstance(params, Mapping | None):
        raise UsageError(f'params is {params!r}: write it as in {{"target": 30}}')
    return tuple((str(name), str(value)) for name, value in (params or {}).items())


COLORS = {
    Verdict.PASS: "#1a9c4b",
    Verdict.FAIL: "#d6453d",
    Verdict.UNKNOWN: "#a05fd0",
    Verdict.ERROR: "#d6453d",
    Verdict.SKIPPED: "#888888",
}
"""Readable on light and on dark pages."""
LEFT = "text-align:left;padding:0.15em 0.6em;overflow-wrap:anywhere"
RIGHT = "text-align:right;padding:0.15em 0.6em;font-variant-numeric:tabular-nums;white-space:nowrap"
COLUMNS = {
    "input": LEFT,
    "part": LEFT,
    "": LEFT,
    "answer": LEFT,
    "time": RIGHT,
    "memory": RIGHT,
}
"""How each is aligned; a notebook would align all of them to the right."""
PRE = "text-align:left;margin:0.3em 0;max-height:24em;overflow:auto"


class RunTable(Sequence[Result]):
    """The results of a run, in their order; `seconds` is how long the whole run took.

    It is a table in a cell of a notebook, and in a terminal that of `aoc run`.
    """

    def __init__(self, results: list[Result], seconds: float = 0.0) -> None:
        self.results = results
        self.seconds = seconds

    def show(self, result: Result) -> None:
        """Take one more result of the run."""
        self.results.append(result)

    def end(self) -> None:
        """Do nothing: all results are there."""

    @overload
    def __getitem__(self, index: int) -> Result: ...

    @overload
    def __getitem__(self, index: slice) -> list[Result]: ...

    def __getitem__(self, index: int | slice) -> Result | list[Result]:
        """Return a result, or several."""
        return self.results[index]

    def __len__(self) -> int:
        """Return how many results there are."""
        return len(self.results)

    @property
    def bad(self) -> bool:
        """Whether an answer is wrong, or a solver has failed."""
        return any(result.bad for result in self.results)

    def answers(self) -> tuple[str | None, str | None]:
        """Return the answers of both parts on the last input that is no example."""
        found = {one.part: one.answer for one in self.results if one.whole and not one.variant}
        return found.get(1), found.get(2)

    def __repr__(self) -> str:
        """Return the table of `aoc run`, without colors, which a kernel asks for in general."""
        if not self.results:
            return "nothing ran"
        table = Table(out := StringIO(), wall=lambda: self.seconds)
        for result in self.results:
            table.show(result)
        table.end()
        return without_colors(out.getvalue()).rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the table as HTML, which takes its colors from the notebook.

        All that comes from a solver, an input or the site is escaped.
        """
        if not self.results:
            return "<p>nothing ran</p>"
        rows = ResultRows()
        heads = "".join(
            f'<th scope="col" style="{style}">{name}</th>' for name, style in COLUMNS.items()
        )
        body = "".join(row_html(row) for result in self.results for row in rows.of(result))
        summary = one_line(rows.summary.text(self.seconds))
        return (
            f'<div class="aoc-run"><table><thead><tr>{heads}</tr></thead>'
            f"<tbody>{body}</tbody></table><p>{summary}</p></div>"
        )


def row_html(row: Row) -> str:
    """Return a row, and the texts below it."""
    if row.is_heading:
        name = f"<strong>{one_line(row.label)}</strong>{one_line(row.text)}"
        return f'<tr><th colspan="{len(COLUMNS)}" style="{LEFT}">{name}</th></tr>'
    sign = ""
    if row.verdict:
        meaning = MEANINGS[row.verdict]
        sign = (
            f'<span role="img" style="color:{COLORS[row.verdict]}" title="{meaning}" '
            f'aria-label="{meaning}">{SIGNS[row.verdict]}</span>'
        )
    texts = [*map(one_line, (row.label, row.part)), sign]
    texts += map(one_line, (row.text, row.time, row.size))
    cells = (
        f'<td style="{style}">{text}</td>'
        for text, style in zip(texts, COLUMNS.values(), strict=True)
    )
    return f"<tr>{''.join(cells)}</tr>" + "".join(
        f'<tr><td></td><td colspan="{len(COLUMNS) - 1}" style="{LEFT}">'
        f"<details{'' if kind == 'printed' else ' open'}><summary>{kind}</summary>"
        f'<pre style="{PRE}">{escape(printable(without_colors(text.rstrip(chr(10)))))}</pre>'
        "</details></td></tr>"
        for kind, text in row.below
    )


def one_line(text: str) -> str:
    """Return a text of one line as HTML, with nothing in it that is a tag or a command."""
    return escape(printable(text, kept=""))


FRAME_STYLE = "width:100%;height:40rem;border:0;resize:vertical;overflow:auto"
"""A frame of this height has the buttons of most shows in it; a larger show is scrolled."""


class ShowPlayer:
    """The frames of a show, and its title. It may have no frame, where the day has failed."""

    def __init__(self, frames: Sequence[TimedFrame], title: str) -> None:
        self.frames = tuple(frames)
        self.title = title

    def __len__(self) -> int:
        """Return how many frames there are."""
        return len(self.frames)

    def html(self) -> str:
        """Return a page of its own that plays the show."""
        from aoc.show.exports import html_of

        return html_of(self.frames, self.title)

    def __repr__(self) -> str:
        """Return a line such as `a show of 2021/21 Dirac Dice: 87 frames, 10.2 s`."""
        seconds = sum(one.seconds for one in self.frames)
        return f"a show of {self.title}: {len(self)} frames, {seconds:.1f} s"

    def _repr_html_(self) -> str:
        """Return the player for Jupyter, in a frame that can neither reach the notebook nor a site.

        The page in it is one that a day has drawn.
        """
        if not self.frames:
            return f"<p>{escape(repr(self))}</p>"
        return (
            f'<iframe sandbox="allow-scripts" title="{escape(self.title)}" '
            f'style="{FRAME_STYLE}" srcdoc="{escape(self.html())}"></iframe>'
        )
