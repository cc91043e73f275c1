"""A puzzle in a notebook or a script: its input, a run with a table of results, and its shows.

Days run in worker processes, as `aoc run` runs them, so that a solver that crashes or never ends
leaves the notebook alone. Nothing is ever submitted.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from random import Random
from time import monotonic
from typing import Any

from aoc.commands.options import FRAME_COUNTS, FRAME_RATES, REPEATS, SEEDS, check_results
from aoc.days import require_day, require_module
from aoc.errors import UsageError
from aoc.inputs import Inputs, input_of
from aoc.model import DayTests, Example, Puzzle, Result, ShowOptions, load_day_tests, tests_path
from aoc.project import (
    OWN,
    SIZE_FORMS,
    TIMEOUT,
    YEARS,
    Project,
    Range,
    Solver,
    find_project,
    is_size,
    read_size,
    shown_path,
    title_of,
)
from aoc.render.messages import input_notes
from aoc.render.screen import Screen
from aoc.render.table import Summary, result_pieces
from aoc.running.plan import JobOptions, make_jobs, pair_up
from aoc.session import ResultList, Session
from aoc.site.cache import cached_title
from aoc.text import plain, printable
from aoc.worker.day_module import BrokenDayError, ProjectImports, import_day

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.show.recording import TimedFrame

NUMBERS = {
    "part": Range(1, 2),
    "sample": SEEDS,
    "repeat": REPEATS,
    "frames": FRAME_COUNTS,
    "every": REPEATS,
}


def is_text(value: object) -> bool:
    """Return whether a value is a text."""
    return isinstance(value, str)


FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **{name: (each.takes_whole, f"a whole number {each}") for name, each in NUMBERS.items()},
    "timeout": (TIMEOUT.takes, f"a number {TIMEOUT}"),
    "fps": (FRAME_RATES.takes, f"a number {FRAME_RATES}"),
    "memory": (lambda value: is_size(str(value)), SIZE_FORMS.removeprefix("write ")),
    "user": (is_text, "it in quotes"),
    "text": (is_text, "it in quotes"),
    "variants": (
        lambda value: isinstance(value, list | tuple | set) and all(map(is_text, value)),
        'the names of variants as in ["memo"]',
    ),
    "params": (lambda value: isinstance(value, Mapping), 'it as in {"target": 30}'),
}
"""By the name of each argument: a test of its value, and the words to write instead."""


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
    check(user=user)
    return NotebookPuzzle(find_project(project), Puzzle(year, day), user)


class NotebookPuzzle:
    """A puzzle of a project. Whatever is asked for is looked up anew, so it is never out of date.

    Every attribute raises `aoc.errors.AocError` with one sentence where something is missing.
    """

    def __init__(self, project: Project, puzzle: Puzzle, user: str | None = None) -> None:
        self._project = project
        self._puzzle = puzzle
        self._user = user
        self.year, self.day = puzzle

    @property
    def title(self) -> str | None:
        """The title, from the day's docstring or else from a cached page; `None` if unknown."""
        return title_of(self._project.root, self._puzzle) or cached_title(self._puzzle)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The published examples in the tests of the day. Raises the errors of their import."""
        return tuple(self._tests().examples)

    @property
    def input(self) -> str:
        """The text of the input, chosen as by `aoc run`: the personal one, or else the sample.

        A personal input that is not cached is fetched, once. Raises `SiteError` where that fails,
        and `UsageError` where there is neither.
        """
        inputs = Inputs(self._project, user=self._user)
        inputs.check()
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
        """The input as the day's `parse` returns it, as a value of this process.

        Raises the errors of `parse`. Unlike `run`, this has no limit of time or memory.
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
        chosen = [variants] if isinstance(variants, str) else variants
        check(repeat=repeat, variants=chosen)
        limits = (part, params, timeout, memory)
        session, options = self._prepared(*limits, text=text, examples=examples, sample=sample)
        options = options._replace(variants=tuple(chosen), repeat=repeat)
        project, puzzle, inputs = self._project, self._puzzle, session.inputs
        typed = None if text is None else text.encode(errors="replace")
        of_text = () if typed is None else (input_of("file", "text", typed, "the text"),)
        pairs = pair_up(project, [puzzle], [Solver(OWN)])
        jobs = make_jobs(project, pairs, lambda of: of_text or inputs.of(of), options)
        start = monotonic()
        is_kept = text is None and not examples and not params
        session.run(jobs, [table := RunTable()], 1, is_kept=is_kept)
        table.seconds = monotonic() - start
        summary = Summary(table)
        check_results(project.root, [puzzle], options.variants, part, summary)
        session.screen.errors(session.problems)
        for note in input_notes(inputs, [puzzle], summary.inputs, part) if text is None else ():
            session.screen.note(note)
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
        """Return the show of a part, or of both, as the day's `show1` and `show2` draw them.

        It has `fps` frames in a second, at most `frames`, and only `every` Nth. The rest is as for
        `run`. Raises `UsageError` where the day has no such show.
        """
        from aoc.commands.show import report, show_job
        from aoc.show.recording import record

        check(fps=fps, frames=frames, every=every)
        limits = (part, params, timeout, memory)
        session, options = self._prepared(*limits, examples=examples, sample=sample)
        session.inputs.problems = None
        showing = ShowOptions(frames, every, seconds=session.timeout)
        job = show_job(session, self._puzzle, options, showing)
        shown, cuts, results = record(job, session, fps)
        report(session, self._puzzle, part, {one.part for one in shown}, cuts, results)
        return ShowPlayer(shown, repr(self))

    def __repr__(self) -> str:
        """Return the puzzle with its title, as `2021/21 Dirac Dice`."""
        return f"{self._puzzle} {self.title or ''}".rstrip()

    def _tests(self) -> DayTests:
        """Return the definitions in the tests of the day. Raises the errors of their import."""
        with fresh_imports(self._project.root):
            return load_day_tests(self._project.root, *self._puzzle)

    def _prepared(
        self,
        part: int | None,
        params: Mapping[str, object] | None,
        timeout: float | None,
        memory: int | str | None,
        *,
        examples: bool,
        sample: int | None,
        text: str | None = None,
    ) -> tuple[Session, JobOptions]:
        """Return a session with these limits and inputs, and the options of its jobs.

        Raises `UsageError` for wrong arguments, and as `Inputs.check`.
        """
        check(part=part, sample=sample, timeout=timeout, memory=memory, params=params, text=text)
        given = {"text": text is not None, "examples": examples, "sample": sample is not None}
        names = [name for name, is_given in given.items() if is_given]
        if len(names) > 1:
            raise UsageError(f"{' and '.join(names)} do not go together: choose one of them")
        require_module(self._project, self._puzzle)
        session = Session(
            self._project,
            Screen(sys.stderr),
            timeout=timeout,
            memory=None if memory is None else read_size(str(memory)),
            workers=1,
            user=self._user,
            examples=examples,
            seed=sample,
        )
        session.inputs.check()
        values = tuple((str(name), str(value)) for name, value in (params or {}).items())
        # A file that is saved again within a second is not taken for the one that was compiled.
        options = JobOptions(memory=session.memory, params=values, keeps_bytecode=False)
        return session, options._replace(parts=(part,)) if part else options


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


def check(**arguments: Any) -> None:
    """Raise `UsageError` for an argument that is not of its kind; `None` stands for none."""
    for name, value in arguments.items():
        takes, form = FORMS[name]
        if value is not None and not takes(value):
            raise UsageError(f"{name} is {value!r}: write {form}")


STYLES = {
    "1": "font-weight:bold",
    "2": "color:#888888",
    "31": "color:#d6453d",
    "32": "color:#1a9c4b",
    "35": "color:#a05fd0",
}
"""How a page shows the colors of a table, readable on light and on dark pages."""


class RunTable(ResultList):
    """The results of a run, in their order; `seconds` is how long the whole run took.

    In a cell of a notebook and in a terminal, it is the table of `aoc run`.
    """

    def __init__(self, results: Iterable[Result] = (), seconds: float = 0.0) -> None:
        super().__init__(results)
        self.seconds = seconds

    @property
    def bad(self) -> bool:
        """Whether an answer is wrong, or a solver has failed."""
        return any(result.bad for result in self)

    def answers(self) -> tuple[str | None, str | None]:
        """Return the answers of both parts on the last input that is no example."""
        found = {one.part: one.answer for one in self if one.whole and not one.variant}
        return found.get(1), found.get(2)

    def _pieces(self) -> list[str]:
        """Return the table of `aoc run`, in pieces that may have a color."""
        return result_pieces(self, self.seconds) if self else ["nothing ran"]

    def __repr__(self) -> str:
        """Return the table without colors, which a kernel asks for in general."""
        return printable("".join(self._pieces())).rstrip("\n")

    def _repr_html_(self) -> str:
        """Return the table as HTML: all that comes from a solver or the site is escaped."""
        texts = (
            f'<span style="{STYLES.get(code, "")}">{text}</span>' if code else text
            for piece in self._pieces()
            for text, code in [(escape(printable(piece)), getattr(piece, "code", None))]
        )
        return f'<pre class="aoc-run">{"".join(texts)}</pre>'


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
