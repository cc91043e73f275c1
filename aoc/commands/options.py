"""Options: their exclusions and needs, their types, and those that several commands have.

A command is a module of this folder, and stands in `COMMANDS` of `aoc.program`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial, wraps
from typing import Any

import click

from aoc.errors import UsageError
from aoc.model.puzzles import Puzzle
from aoc.project.day_selection import check_year
from aoc.project.project import Project
from aoc.project.settings import JOBS, SIZE_FORMS, TIMEOUT, read_size

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Option(click.Option):
    """An option; `excludes` and `needs` name other options, such as `--quiet`, or `DAYS`.

    Of several that it needs, one is enough.
    """

    def __init__(
        self,
        *names: Any,
        excludes: Collection[str] = (),
        needs: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        # click has no metavar of a type, only of an option.
        settings.setdefault("metavar", getattr(settings.get("type"), "metavar", None))
        super().__init__(*names, **settings)
        self.excludes = excludes
        self.needs = needs


class Command(click.Command):
    """A command that refuses options which contradict each other, or do nothing."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises `UsageError`."""
        typed = {name_of(param): param for param in self.params if is_typed(param, ctx)}
        for name, param in typed.items():
            if not isinstance(param, Option):
                continue
            for other in param.excludes:
                if other in typed:
                    raise UsageError(f"{name} and {other} do not go together: leave out one")
            if param.needs and typed.keys().isdisjoint(param.needs):
                needs = " or ".join(param.needs)
                raise UsageError(f"{name} needs {needs}: add it, or leave out {name}")
        return super().invoke(ctx)


def is_typed(param: click.Parameter, ctx: click.Context) -> bool:
    """Return whether a parameter was typed, and is not the `--no-...` of a flag."""
    source = ctx.get_parameter_source(str(param.name))
    is_off = ctx.params.get(str(param.name)) is False
    return source is click.core.ParameterSource.COMMANDLINE and not is_off


def name_of(param: click.Parameter) -> str:
    """Return the name of a parameter in the help, such as `--part` or `DAYS`."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or param.human_readable_name


option = partial(click.option, cls=Option)
flag = partial(option, is_flag=True)


def command(function: Callable[..., object]) -> Command:
    """Make a command of a function, whose docstring is its help."""
    return click.command(cls=Command)(function)


class Whole(click.IntRange):
    """A whole number."""

    name = "whole number"
    metavar = "N"


class Seconds(click.FloatRange):
    """A number of seconds, or of minutes."""

    name = "number"
    metavar = "SECONDS"


def year(text: str) -> int:
    """Read the year of an event."""
    if not re.fullmatch(r"[0-9]{4}", text):
        raise click.BadParameter(f"{text!r} is not a year: write one such as 2021")
    return check_year(int(text))


def size(text: str) -> int:
    """Read a number of bytes, such as `512M`; 0 stands for no limit."""
    try:
        return read_size(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a size: {SIZE_FORMS}") from None


def named_value(text: str) -> tuple[str, str]:
    """Read a name and a value, such as `target=30`."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise click.BadParameter(f"{text!r} is not NAME=VALUE: write it as in target=30")
    return name, value


JOB_COUNT = Whole(*JOBS)
PART = Whole(1, 2)
SECONDS = Seconds(*TIMEOUT)
SEED = Whole(0)
SIZE = click.types.FuncParamType(size)
YEAR = click.types.FuncParamType(year)


def days_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --year and DAYS to a command."""
    return click.argument("days", nargs=-1)(SHARED["year"](function))


def day_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --year and DAY to a command, as one text: `select_one_puzzle` refuses several."""
    day = click.argument("day", metavar="[DAY]", nargs=-1, callback=join_words)
    return day(SHARED["year"](function))


def join_words(ctx: click.Context, param: click.Parameter, words: Sequence[str]) -> str | None:
    """Return the words of an argument, joined by commas; `None` if there are none."""
    return ",".join(words) or None


SHARED = {
    "year": option("-y", "--year", type=YEAR, help="The year of a day that names none."),
    "part": option("-p", "--part", type=PART, help="Run only this part."),
    "variants": option(
        "--variant",
        "variants",
        multiple=True,
        metavar="NAME",
        help="Run this variant, such as memo for part1_memo, or all.",
    ),
    "file": option(
        "-i",
        "--input",
        "file",
        type=click.Path(),
        metavar="FILE",
        excludes=["--example", "--sample", "--seed", "--user"],
        help="Run on this file, or - for stdin.",
    ),
    "examples": flag(
        "--example",
        "examples",
        excludes=["--sample", "--seed", "--user"],
        help="Run only on the published examples.",
    ),
    "sample": flag(
        "--sample",
        excludes=["--user"],
        help="Run on an input of full size that `sample` in the tests makes up.",
    ),
    "seed": option("--seed", type=SEED, excludes=["--user"], help="Run on another sample."),
    "user": option(
        "-u", "--user", metavar="NAME", help="The account to use; a part of its name is enough."
    ),
    "timeout": option(
        "--timeout",
        type=SECONDS,
        help="How long a part may take; 0 for no limit.  [default: 60; one day on a terminal: 0]",
    ),
    "memory": option(
        "--memory",
        type=SIZE,
        help="How much memory a part may use, such as 512M; 0 for no limit.  "
        "[default: half of the machine's memory]",
    ),
    "params": option(
        "--param",
        "params",
        type=named_value,
        multiple=True,
        metavar="NAME=VALUE",
        help="Set a keyword-only parameter of the parts.",
    ),
    "wait": flag("--wait", help="Wait until the site accepts the next answer, then submit."),
    "workers": option(
        "-j",
        "--jobs",
        "workers",
        type=JOB_COUNT,
        help="How many jobs run at once.  [default: one for each processor]",
    ),
    "as_json": flag("--json", "as_json", help="Print JSON, an object per line."),
    "verbose": flag(
        "-v", "--verbose", help="Show all prints and logs, and each result where there are many."
    ),
}
"""The options that several commands have, by their parameters."""


def shared_options(*params: str) -> Decorator:
    """Add options that several commands have, by their parameters."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for param in reversed(params):
            function = SHARED[param](function)
        return function

    return decorate


def with_inputs_and_limits(function: Callable[..., int]) -> Callable[..., int]:
    """Give a command its options about inputs and limits as two values: `choice` and `limits`.

    It stands below the options, which are those of `SHARED`.
    """

    @wraps(function)
    def call(
        *,
        file: str | None = None,
        examples: bool = False,
        sample: bool = False,
        seed: int | None = None,
        user: str | None = None,
        timeout: float | None = None,
        memory: int | None = None,
        workers: int | None = None,
        **options: Any,
    ) -> int:
        # Other commands do not need what a run does.
        from aoc.running.inputs import InputChoice
        from aoc.session import RunLimits

        if sample and seed is None:
            seed = 0
        choice = InputChoice(file, examples, seed, user)
        limits = RunLimits(timeout, memory, workers)
        return function(choice=choice, limits=limits, **options)

    return call


def check_one_day(option: str, puzzles: Sequence[Puzzle], *, asked: bool) -> None:
    """Raise `UsageError` for an option that was `asked` for and is for one day."""
    if asked and len(puzzles) > 1:
        raise UsageError(f"{option} is for one day only: name one day")


def check_variants(
    project: Project,
    puzzles: Sequence[Puzzle],
    variants: Collection[str],
    part: int | None,
    *,
    is_unloaded: bool = False,
) -> None:
    """Raise `UsageError` where the days lack the only part, or a variant, that was asked for.

    With `is_unloaded`, a day cannot be imported, which is an error already: it may have a variant.
    """
    # Without this, the table would be empty, and nothing would say why.
    if part == 2 and all(puzzle.is_last for puzzle in puzzles):
        raise UsageError(f"{puzzles[0]} has no part 2: the last day of an event has one part")
    asked = set(variants) - {"all"}
    if is_unloaded or not asked:
        return
    from aoc.project.functions import variants_in

    parts = (part,) if part else (1, 2)
    there: set[str] = set()
    for puzzle in puzzles:
        there.update(variants_in(project.day_path(puzzle), parts))
    if not there:
        raise UsageError(f"{puzzles[0]} has no variants: leave out --variant")
    for name in asked - there:
        choice = ", ".join(sorted(there))
        raise UsageError(f"there is no variant {name!r} here: choose from {choice}")


def usage_text(error: click.ClickException) -> str:
    """Return the error in a command line, and where its help is, as one sentence."""
    if isinstance(error, click.exceptions.NoSuchCommand):
        word = error.command_name
        remedy = "`aoc --help` lists them all"
        # People forget `run` before a day.
        if word == "all" or word[:1].isdigit():
            remedy = f"did you mean `aoc run {word}`?"
        return f"there is no command {word!r}: {remedy}"
    # click's messages are sentences of their own; this is a part of one.
    sentence = " ".join(error.format_message().split()).removesuffix(".")
    sentence = sentence[:1].lower() + sentence[1:]
    context = getattr(error, "ctx", None)
    if not isinstance(context, click.Context):
        return sentence
    command = f"aoc {context.info_name}" if context.parent else "aoc"
    return f"{sentence} (see `{command} --help`)"
