"""The values of a run: puzzles and their time, examples, the job of a worker, the result of a part.

All times are in seconds since the epoch.
"""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from types import ModuleType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    dataclass_transform,
)

if TYPE_CHECKING:
    from random import Random

FIRST_YEAR = 2015
EASTERN = -5 * 3600
"""The time zone of the site in December, in seconds from UTC."""
PROGRAM_START = time.monotonic()


@dataclass_transform(frozen_default=True)
class Value(tuple[Any, ...]):
    """A tuple whose items have the names that are annotated in its class, and their defaults.

    It is like a `NamedTuple`, which takes ten to twenty times as long to define: 3 ms in all of a
    warm run. Raises `TypeError` for an item that is missing or unknown.
    """

    __slots__ = ()
    _fields: ClassVar[dict[str, Any]] = {}
    """The names, with their defaults; `...` stands for no default."""

    def __init_subclass__(cls, **_: bool) -> None:
        own = {name: vars(cls).get(name, ...) for name in cls.__annotations__}
        cls._fields = cls._fields | own
        for number, name in enumerate(cls._fields):
            setattr(cls, name, property(itemgetter(number)))

    def __new__(cls, *items: Any, **named: Any) -> Self:  # noqa: D102
        values = {**cls._fields, **dict(zip(cls._fields, items, strict=False)), **named}
        is_too_much = len(cls._fields) < max(len(values), len(items))
        if is_too_much or type(...) in map(type, values.values()):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}")
        return tuple.__new__(cls, values.values())

    def __bool__(self) -> Literal[True]:
        return True

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (*self,)

    def __repr__(self) -> str:
        items = (f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{type(self).__name__}({', '.join(items)})"

    def _asdict(self) -> dict[str, Any]:
        """Return the items by name."""
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **changes: Any) -> Self:
        """Return the same with other items."""
        return type(self)(**{**self._asdict(), **changes})


class Puzzle(NamedTuple):
    """One day of one event."""

    year: int
    day: int

    def __str__(self) -> str:
        return f"{self.year}/{self.day:02d}"

    @property
    def is_last(self) -> bool:
        """Whether this is the last day of its event, which has no part 2."""
        return self.day == days_in(self.year)

    @property
    def url(self) -> str:
        """The address of the puzzle page."""
        return f"https://adventofcode.com/{self.year}/day/{self.day}"


def days_in(year: int) -> int:
    """Return the number of puzzles of an event: 25, and from 2025 on 12."""
    return 25 if year < 2025 else 12


def now() -> float:
    """Return the time: the real one, or `AOC_NOW` plus the time since the program started."""
    start = os.environ.get("AOC_NOW")
    return float(start) + time.monotonic() - PROGRAM_START if start else time.time()


def seconds_since_start() -> float:
    """Return the seconds since the program started, or rather since this module was imported."""
    return time.monotonic() - PROGRAM_START


def unlock_time(puzzle: Puzzle) -> int:
    """Return when a puzzle unlocks: midnight US Eastern, in seconds since the epoch."""
    import calendar

    return calendar.timegm((puzzle.year, 12, puzzle.day, 0, 0, 0)) - EASTERN


def local_time(moment: float) -> str:
    """Format a time, in seconds since the epoch, for people in the time zone of this computer."""
    there = time.localtime(moment)
    return time.strftime(f"%a {there.tm_mday} %b %Y at %H:%M %Z", there)


def site_date() -> tuple[int, ...]:
    """Return the year, the month and the day on the site."""
    return time.gmtime(now() + EASTERN)[:3]


def current_year() -> int:
    """Return the year of the newest event that has started."""
    year, month, _ = site_date()
    return year if month == 12 else year - 1


def running_event() -> int | None:
    """Return the year of the event that is running: from 1 December until the end of the month."""
    year, month, _ = site_date()
    return year if month == 12 else None


def todays_puzzle() -> Puzzle | None:
    """Return the puzzle that unlocked last during the event; `None` outside the event."""
    year, month, day = site_date()
    return Puzzle(year, day) if month == 12 and day <= days_in(year) else None


def next_puzzle() -> Puzzle:
    """Return the puzzle that unlocks next, of this event or the next one."""
    year, month, day = site_date()
    if month < 12:
        return Puzzle(year, 1)
    return Puzzle(year, day + 1) if day < days_in(year) else Puzzle(year + 1, 1)


class Example(Value):
    """One published example: an input, and the answers that the puzzle prints for it.

    `text` is the input as the site would serve it. `part1` and `part2` are the answers, `None`
    if the puzzle prints none. `name` is shown on screen in place of a number. `params` are
    values for keyword-only parameters of the functions of the day.
    """

    text: str
    part1: int | str | None = None
    part2: int | str | None = None
    name: str | None = None
    params: Mapping[str, Any] = {}

    def __new__(cls, *items: Any, **named: Any) -> Self:  # noqa: D102
        text = items[0] if items else named.get("text")
        if text is ...:
            raise TypeError(
                "Example(...) has no text: write the input of the example in quotes"
            )
        # A template may leave `part2=...`: `check_examples` then says in which line.
        items = tuple("..." if item is ... else item for item in items)
        named |= {name: "..." for name in ("part1", "part2") if named.get(name) is ...}
        return super().__new__(cls, *items, **named)

    def label(self, number: int) -> str:
        """Return the name of the example on screen; `number` counts from 1."""
        return self.name or f"example {number}"

    def expected(self, part: int) -> str | None:
        """Return the printed answer of a part as it would be submitted."""
        answer = self.part1 if part == 1 else self.part2
        if answer is None:
            return None
        from aoc.answers import answer_text

        # `check_examples` says of what is no answer that it is none.
        text = answer_text(answer, f"part{part}")
        return str(answer) if text is None else text.strip("\n")

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts that the example is for: those with an answer, or both if none has."""
        answered = tuple(part for part in (1, 2) if self.expected(part) is not None)
        return answered or (1, 2)


Guessed = Literal["answer", "input"]
"""What of an example is a guess: its answer alone, or its input, and so perhaps its answer too."""
GUESS = b"# guess of ["
"""The start of the mark behind a guess in a test module, as `aoc.guesses` reads it."""


class DayTests(Value):
    """The definitions in the test module of a day: `EXAMPLES` and functions, if it has them.

    With a random number generator, `sample` makes an input of full size, and `small` a little one,
    perhaps an odd one. `valid` says whether the puzzle allows an input, where `parse` cannot.
    `guesses` has what is a guess for parts 1 and 2 of an example, by its number from 1.
    """

    examples: Sequence[Example] = ()
    sample: Callable[[Random], str] | None = None
    small: Callable[[Random], str] | None = None
    valid: Callable[[str], bool] | None = None
    guesses: Mapping[int, tuple[Guessed | None, Guessed | None]] = {}


def tests_path(root: str, year: int, day: int) -> str:
    """Return the path of the test module of a day, in the project at `root`."""
    return os.path.join(root, tests_name(year, day))


def tests_name(year: int, day: int) -> str:
    """Return the path of the test module of a day relative to its project, to show to people."""
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def load_day_tests(root: str, year: int, day: int) -> DayTests:
    """Import the test module of a day of the project at `root`, where `tests` is the project's.

    If there is none, the result is empty. Raises the errors of the import, and `TypeError` if
    `EXAMPLES` holds something else than examples.
    """
    path = tests_path(root, year, day)
    if not os.path.lexists(path):  # a broken link is an error of its day
        return DayTests()
    tests = day_tests_in(importlib.import_module(f"tests.year{year}.test_day{day:02d}"))
    with open(path, "rb") as file:
        source = file.read()
    # Few tests have guesses, and to import a parser takes longer than to look.
    if GUESS not in source:
        return tests
    from aoc.guesses import guesses_in

    return tests._replace(guesses=guesses_in(source, len(tests.examples)))


class WrongExampleError(TypeError):
    """An example of a day cannot be one; the message begins with its line, and says why."""


def day_tests_in(module: ModuleType) -> DayTests:
    """Return the definitions in an imported test module of a day.

    Raises `TypeError` if `EXAMPLES` holds something else than examples, or a wrong one.
    """
    examples = getattr(module, "EXAMPLES", ())
    if isinstance(examples, Example) or not isinstance(examples, list | tuple):
        kind = type(examples).__name__
        raise TypeError(
            f"EXAMPLES is of type {kind}, not a list: write EXAMPLES = [Example(...)]"
        )
    if not all(isinstance(example, Example) for example in examples):
        raise TypeError("EXAMPLES holds something that is not an aoc.Example")
    check_examples(module, examples)
    return DayTests(
        tuple(examples),
        sample=getattr(module, "sample", None),
        small=getattr(module, "small", None),
        valid=getattr(module, "valid", None),
    )


def check_examples(module: ModuleType, examples: Sequence[Example]) -> None:
    """Raise `WrongExampleError` for the first example whose text or answer cannot be one."""
    from aoc.answers import is_answer

    for number, example in enumerate(examples, 1):
        fault = ""
        if not isinstance(example.text, str):
            kind = type(example.text).__name__
            fault = (
                f"the text of example {number} is {kind}, not str: write it in quotes"
            )
        for part in (2, 1):  # the fault of part 1 counts, if both have one
            value = example.part1 if part == 1 else example.part2
            if value is not None and not is_answer(value):
                shown = value if value == "..." else repr(value)[:60]
                fault = f"part{part}={shown} is no answer: write it, or leave part{part} out"
        if fault:
            from aoc.guesses import example_calls

            with open(str(module.__file__), "rb") as file:
                calls = example_calls(file.read(), len(examples))
            place = f"line {calls[number - 1].lineno}" if calls else f"example {number}"
            raise WrongExampleError(f"{place}: {fault}")


PRINTED = "printed"
"""The reason of an answer that was read from the output of a script."""
WHOLE = ("personal", "sample", "file", "stdin")
"""The kinds of inputs of full size."""
ALONE, PUBLISHED = CHECKS = ("alone", "published")
"""The kinds of inputs that are run only to check an answer before it is sent: the personal one, for
part 2 without part 1, and an example of the puzzle page. Their results are not shown."""


class Verdict(StrEnum):
    """How an answer compares with the known answer."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    ERROR = "error"
    SKIPPED = "skipped"


class Kind(StrEnum):
    """The kind of error because of which a part has no answer."""

    PARSE = "parse"
    EXCEPTION = "exception"
    EXIT = "exit"
    CRASH = "crash"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    ANSWER = "answer"
    INPUT = "input"
    TESTS = "tests"
    FRAME = "frame"


class Failure(Value):
    """Why a part has no answer; `traceback` shows the frames of the solver, if there are any.

    If a `module` cannot be imported, `package` is what to install for it, where that is known.
    """

    kind: Kind
    message: str
    traceback: str | None = None
    module: str = ""
    package: str = ""

    def to_json(self) -> dict[str, str | None]:
        """Return the failure in the form that it has in JSON."""
        return {"kind": self.kind, "message": self.message, "traceback": self.traceback}


class Place(Value):
    """Where a part ran: the version of the Python, and the key of the machine in the history."""

    python: str
    machine: str


class FirstCall(float):
    """The seconds of a call that was made once, or a sum with such: a mark is shown beside them."""

    def __add__(self, other: float) -> FirstCall:
        return FirstCall(float(self) + other)

    __radd__ = __add__

    def __truediv__(self, other: float) -> FirstCall:
        return FirstCall(float(self) / other)


class Piece(Value):
    """A piece of the output of a solver: its text.

    Of one that is too long, `output` is the beginning and `output_end` the end; `output_lines` is
    how many lines it has.
    """

    output: str = ""
    output_lines: int | None = None
    output_end: str = ""

    @property
    def last(self) -> str:
        """The end, or all of it."""
        return self.output_end or self.output

    def with_last(self, text: str) -> Self:
        """Return the piece with a text in place of its `last` one."""
        if self.output_lines is None:
            return self._replace(output=text)
        lines = self.output_lines - self.last.count("\n") + text.count("\n")
        return self._replace(output_end=text, output_lines=lines)


class Outcome(Value, kw_only=True):
    """The outcome of one part on one input, or of parsing it, as a worker reports it.

    `input` is the name of the input, and `input_kind` is `example`, or a kind of
    `aoc.model.Input`. `part` is `None` for parsing, and where the run failed before it reached a
    part, because the module or the input could not be loaded. `variant` is `None` for the part
    itself. Without an `answer` or an `error`, a part is not solved yet.

    Times are in seconds; with `first_call` it is that of the first call, or the only one, and else
    the best of several. Memory is in bytes, beyond those that the process used before. Both
    are `None` if nothing ran, and memory also if it is too little to be measured. A solver plugin
    answers both parts in one call, as a script does: the time of that call and its memory stand in
    the first outcome that has an answer, which is `of_both`, and are `None` in the other. `drawing`
    is the text that `answer` was read from, if the part drew its answer in letters. `output` is the
    text printed and logged since the last outcome: that of parsing includes the output of the day's
    imports; see `Piece`. `digest` is the SHA-256 of a whole input's text. `reason` says how the
    answer was read, why there is none, or which of the example's `params` no part takes. `guess`
    says what of the example is one.

    Only where a job asks for it, there is the `text` of the input; the `calls` that were timed for
    a bench or with `repeat`, of which `seconds` are the fastest; and the `profile`. `ran_on` is the
    other machine that the part ran on.
    """

    variant: str | None = None
    input: str | None = None
    input_kind: str | None = None
    part: int | None = None
    answer: str | None = None
    expected: str | None = None
    seconds: float | None = None
    first_call: bool = False
    of_both: bool = False
    peak_memory_bytes: int | None = None
    error: Failure | None = None
    drawing: str | None = None
    output: str = ""
    output_lines: int | None = None
    output_end: str = ""
    digest: str | None = None
    reason: str | None = None
    text: str | None = None
    profile: dict[str, Any] | None = None
    calls: int | None = None
    ran_on: Place | None = None
    guess: Guessed | None = None

    @property
    def whole(self) -> bool:
        """Whether the input is of full size: a personal one, a sample or a file."""
        return self.input_kind in WHOLE

    @property
    def time(self) -> float | None:
        """The seconds to show; how long it took until an error is no time to compare."""
        is_marked = self.first_call and self.seconds is not None and not self.error
        return FirstCall(self.seconds or 0.0) if is_marked else self.seconds

    @property
    def is_of_parse(self) -> bool:
        """Whether this is about parsing an input that could be parsed: it has no answer."""
        return self.part is None and self.error is None

    @property
    def printed(self) -> Piece:
        """The output."""
        return Piece(self.output, self.output_lines, self.output_end)

    @property
    def is_check(self) -> bool:
        """Whether this ran only to check an answer before it is sent."""
        return self.input_kind in CHECKS

    @property
    def is_unsolved(self) -> bool:
        """Whether a part has returned `None`, or is not there."""
        return self.part is not None and self.answer is None and self.error is None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that say something, for JSON."""
        return {
            name: value
            for name, value in self._asdict().items()
            if value not in (None, "")
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Self:
        """Return the outcome that the fields of `to_dict` stand for, once they come from JSON."""
        kind, *why = fields.get("error") or [None]
        return cls(**fields | {"error": kind and Failure(Kind(kind), *why)})


class Result(Outcome, kw_only=True):
    """An outcome with its verdict, made once, by `aoc.running.verdicts`.

    `expected` is the answer that is known, and `reason` says, of one that is known to be wrong
    though the right one is not, why it is.
    """

    year: int
    day: int
    title: str | None
    solver: str
    verdict: Verdict

    @property
    def bad(self) -> bool:
        """Whether this result makes a run fail."""
        return self.verdict in (Verdict.FAIL, Verdict.ERROR)


UnitKey = tuple[int, int | None, str | None]
"""The key of a result in its job: the number of the input, the part (`None` for parse) and the
variant."""
BENCH = "bench"
"""The effort of jobs that are measured for a bench."""
STEADY = "steady"
"""The effort of jobs whose times are looked at one by one."""
TESTS = "the tests"
"""The label that stands in place of an input's while a worker reads the tests of a day."""


class Input(Value):
    """An input of a job: its text, or its kind and seed if it has to be made.

    `kind` is `personal`, `file` or `stdin`, with the answers that are known; `examples`; `sample`
    or `small`, made up from `seed`, with a `text` once it is made; one of the `CHECKS`; or
    `candidate`, a text that may be no input at all. No solver may see an input with a `problem`. An
    `optional` one is left out where the tests cannot make it. `example` is the text of the first
    published example, for a script whose file of it is missing. An `example` itself is for some
    `parts`, with its `params`, and `guesses` has what is a guess for parts 1 and 2.
    """

    kind: str
    label: str = ""
    text: str | None = None
    expected: tuple[str | None, str | None] = (None, None)
    seed: int = 0
    optional: bool = False
    problem: str = ""
    example: str | None = None
    parts: tuple[int, ...] = (1, 2)
    params: tuple[tuple[str, Any], ...] = ()
    guesses: tuple[Guessed | None, Guessed | None] = (None, None)

    @property
    def needs_tests(self) -> bool:
        """Whether the input, or whether it is one, depends on the tests of the day."""
        return not self.problem and (self.text is None or self.kind == "candidate")

    @property
    def digest(self) -> str | None:
        """The digest of the text, where it is known."""
        if self.text is None or self.kind == "candidate":
            return None
        from aoc.text import digest_of

        return digest_of(self.text)


class Source(Value):
    """How a day is run that lies in a layout of its own, in a `file` of the project.

    It runs as a `script`, else `solver` is called, a function of the project as `module:function`,
    or else the functions with the names `part1` and `part2`. `part` is the only one that the file
    is for, or 0.
    """

    file: str
    part: int = 0
    run: str = ""
    solver: str = ""
    part1: str = "part1"
    part2: str = "part2"

    @property
    def name(self) -> str:
        """The name of a solver that answers both parts in one call; empty for functions."""
        return self.solver or (self.file if self.run else "")


class Job(Value):
    """A solver's parts on inputs of one puzzle, done one after the other in one process."""

    root: str
    """The folder of the project."""
    year: int
    day: int
    title: str | None
    solver: str
    inputs: tuple[Input, ...]
    parts: tuple[int, ...] = (1, 2)
    """The parts to run; without any, the inputs are only read."""
    variants: tuple[str, ...] = ()
    """The variants to run: `all` means every variant besides the parts themselves, an empty name
    the part itself. Without `variants`, only the parts themselves run."""
    entry: str = ""
    """The entry point of a plugin, `module:function`, or the name of a script; empty for days
    whose parts are called one by one."""
    repeat: int | None = None
    """How often each call is timed, of which the fastest counts; `None` leaves it to the `effort`.
    A plugin is called once."""
    effort: str = STEADY
    """How times are taken: `brief`, `quick` or `steady`; or `BENCH`, in a worker that is a fresh
    interpreter, where parse has a result of its own."""
    memory: int | None = None
    """The bytes that the solver may take."""
    verbose: bool = False
    """Whether the solver's log messages are shown."""
    params: tuple[tuple[str, str], ...] = ()
    """Values for keyword-only parameters of the parts, by name, as they were typed."""
    owed: tuple[UnitKey, ...] = ()
    """The units left by an earlier worker, if there was one; without any, all are to be done."""
    shares_process: bool = False
    """Whether variants run one after the other in the same process, as for fuzzing; else each
    variant has a process of its own, as the parts themselves have."""
    debugs: bool = False
    """Whether the worker has the terminal, and a debugger opens where a solver fails."""
    tells_text: bool = False
    """Whether results have the text of their input."""
    profiles: bool = False
    """Whether parts are profiled; the times then say nothing."""
    keeps_bytecode: bool = True
    """Whether bytecode is kept. Python takes it for current also where the file was saved again
    within a second, with the same size."""
    seen_as: str = ""
    """The path of the project from the user's current folder; empty if it is that folder."""
    showing: tuple[int, float | None] | None = None
    """If it is there, no part runs: frames are made by the shows of the `parts`, on the first of
    the inputs that the day has. They are reports of their own, in no result. The frames
    and the seconds are limits of each part; the frames beyond them are cut off."""

    source: Source | None = None
    """How the day runs, if it lies in a layout of its own."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the job is about."""
        return Puzzle(self.year, self.day)

    def of_source(self, source: Source | None) -> Job:
        """Return the job of a day in a layout of its own; one with `None` lies in `days/`.

        The file of a part is for that part alone.
        """
        if source is None:
            return self
        parts = (source.part,) if source.part else self.parts
        return self._replace(source=source, entry=source.name, parts=parts)

    @property
    def file(self) -> str:
        """The path of the day, or of the shows beside it, as people see it."""
        day = (
            self.source.file
            if self.source
            else f"days/year{self.year}/day{self.day:02d}.py"
        )
        return self.shown(
            f"{day[:-3].removesuffix('/__init__')}_show.py" if self.showing else day
        )

    def shown(self, name: str) -> str:
        """Return the path of a file of the project as people see it."""
        return (
            os.path.normpath(os.path.join(self.seen_as, name)) if self.seen_as else name
        )

    def digest_of(self, outcome: Outcome) -> str | None:
        """Return the digest of the input of an outcome, if that is known here."""
        about = outcome.input_kind, outcome.input
        return next(
            (one.digest for one in self.inputs if (one.kind, one.label) == about), None
        )

    @classmethod
    def from_list(cls, fields: list[Any]) -> Job:
        """Return the job that a list from JSON stands for."""
        job = cls(*fields)
        return job._replace(
            inputs=tuple(Input(*one) for one in job.inputs),
            source=job.source and Source(*job.source),
            owed=tuple((case, part, variant) for case, part, variant in job.owed),
        )
