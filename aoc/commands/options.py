"""Options that several commands have: their types, their declarations, and what excludes what."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

import click

from aoc.commands.days_argument import select_plugin_puzzles, select_runnable_puzzles
from aoc.errors import UsageError
from aoc.model import Job, Puzzle, Value
from aoc.project import (
    JOBS,
    OWN,
    SIZE_FORMS,
    TIMEOUT,
    NoProjectError,
    Project,
    Range,
    Solver,
    find_project,
    find_solvers,
    read_size,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.commands.live_run import Tally

REPEATS = Range(1, 1_000_000)
SEEDS = Range(0, inf)
FRAME_RATES = Range(0.1, 30)
"""Frames per second."""
FRAME_COUNTS = Range(1, 5000)
"""Frames of a show, at most."""


class Seconds(click.FloatRange):
    """A number of seconds, or of minutes."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number."""
        number = float(super().convert(value, param, ctx))
        if number != number:
            self.fail(f"{value} is not a number.", param, ctx)
        return number


class Size(click.ParamType[int]):
    """A number of bytes, such as `512M`; 0 stands for no limit."""

    name = "size"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read a size."""
        try:
            return read_size(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a size: {SIZE_FORMS}", param, ctx)


class Param(click.ParamType[tuple[str, str]]):
    """A name and a value, such as `target=30`."""

    name = "param"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Split it."""
        name, equals, text = str(value).partition("=")
        if not equals or not name.isidentifier():
            self.fail(f"{value!r} is not NAME=VALUE: write it as in target=30", param, ctx)
        return name, text


JOB_COUNT = click.IntRange(*JOBS)
PARAM = Param()
MINUTES = Seconds(0.01, 1_000_000)
PART = click.IntRange(1, 2)
REPEAT = click.IntRange(*REPEATS)
SECONDS = Seconds(*TIMEOUT)
SEED = click.IntRange(0)
SIZE = Size()


OPTION = "--sample"
ALL = {"--all", "--all-years"}
"""Options in place of DAYS."""


class SampleCommand(click.Command):
    """A command whose `--sample` may stand alone, or have a seed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `UsageError` where a number may be a seed or a day."""
        if OPTION in args and not ctx.resilient_parsing:
            args = self.with_seed(args)
        return super().parse_args(ctx, args)

    def with_seed(self, args: Sequence[str]) -> list[str]:
        """Return the arguments of a command in which every `--sample` has its seed, after `=`."""
        found: list[str] = []
        has_days = not ALL.isdisjoint(args)
        words = list(reversed(args))
        while words:
            word = words.pop()
            following = words[-1] if words else ""
            if word == "--":
                return [*found, word, *reversed(words)]
            if word == OPTION:
                is_number = re.fullmatch(r"\d+", following)
                if is_number and not has_days:
                    day = f"`aoc {self.name} {following} {OPTION}`"
                    raise UsageError(
                        f"{OPTION} {following} can be the day or the seed: write {day} for the "
                        f"day, {OPTION}={following} for the seed"
                    )
                found.append(f"{OPTION}={words.pop() if is_number else 0}")
            elif self.takes_value(word) and words:
                found += [word, words.pop()]
            else:
                found.append(word)
                has_days = has_days or not word.startswith("-")
        return found

    def takes_value(self, word: str) -> bool:
        """Return whether a word is an option whose value is the next word."""
        options = (param for param in self.params if isinstance(param, click.Option))
        return any(word in param.opts and not param.is_flag for param in options)


class SolverChoice(Value):
    """The solvers to run, and their project; outside of one, it is the current folder."""

    solvers: Sequence[Solver]
    project: Project
    in_project: bool = True

    @property
    def plugins(self) -> list[str]:
        """The names of the solvers that are plugins."""
        return [solver.name for solver in self.solvers if solver.entry]

    def select_puzzles(self, words: Sequence[str], year: int | None) -> list[Puzzle]:
        """Return the puzzles that DAYS means: a plugin solves those without a module as well.

        Raises `UsageError`.
        """
        select = select_plugin_puzzles if self.plugins else select_runnable_puzzles
        return select(self.project, words, year)

    def add_titles(self, jobs: Iterable[Job]) -> Iterable[Job]:
        """Return jobs with titles from cached pages for puzzles without a module."""
        return with_titles(jobs) if self.plugins else jobs


def choose_solvers(
    names: Sequence[str], variants: Sequence[str] = (), repeat: int | None = None
) -> SolverChoice:
    """Find the solvers of these names, and the project that they run in.

    `variants` and `repeat` are the options. Raises `NoProjectError` where the project's own days
    are to run outside of one, and `UsageError` for an unknown name, for variants of a plugin, and
    for `repeat` where there are plugins alone.
    """
    try:
        project, in_project = find_project(), True
    except NoProjectError:
        if not set(names) - {OWN}:
            raise
        project, in_project = Project(os.getcwd(), {}), False
    choice = SolverChoice(find_solvers(names), project, in_project)
    if variants and choice.plugins:
        raise UsageError(
            f"{choice.plugins[0]} has no variants: leave out --variant, or choose the solver {OWN}"
        )
    if repeat is not None and len(choice.plugins) == len(choice.solvers):
        raise UsageError(
            f"{choice.plugins[0]} is called once: leave out --repeat, or choose the solver {OWN}"
        )
    return choice


def with_titles(jobs: Iterable[Job]) -> Iterator[Job]:
    """Yield jobs with titles, from cached pages where they have none."""
    from aoc.site.cache import cached_title

    titles: dict[Puzzle, str | None] = {}
    for job in jobs:
        if job.title is None:
            if job.puzzle not in titles:
                titles[job.puzzle] = cached_title(job.puzzle)
            job = job._replace(title=titles[job.puzzle])
        yield job


part_option = click.option("--part", type=PART, metavar="N", help="Run only this part.")
variants_option = click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Run this variant, such as memo for part1_memo, or all.",
)
example_option = click.option(
    "--example", "examples", is_flag=True, help="Run only on the published examples."
)
force_option = click.option(
    "--force", is_flag=True, help="Replace files that aoc has not written, too."
)
input_option = click.option(
    "--input", "file", metavar="FILE", help="Run on this file, or - for stdin."
)
sample_option = click.option(
    "--sample",
    type=SEED,
    metavar="[SEED]",
    help="Run on a made-up input of full size, from sample(rng) in the tests; another SEED makes "
    "another one.",
)
user_option = click.option(
    "--user", metavar="NAME", help="The account to use; a part of its name is enough."
)
timeout_option = click.option(
    "--timeout",
    type=SECONDS,
    metavar="SECONDS",
    help="How long a part may take; 0 for no limit.  [default: 60]",
)
memory_option = click.option(
    "--memory",
    type=SIZE,
    metavar="SIZE",
    help="How much memory a part may use, such as 512M; 0 for no limit.  "
    "[default: half of the machine's memory]",
)
params_option = click.option(
    "--param",
    "params",
    type=PARAM,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a keyword-only parameter of the parts.",
)
verbose_option = click.option("-v", "--verbose", is_flag=True, help="Also show what solvers log.")
debug_option = click.option(
    "--debug", is_flag=True, help="Show the traceback of an error in aoc itself."
)


INPUTS = {
    "--input": "file",
    "--example": "examples",
    "--sample": "sample",
    "--user": "user",
    "--all-users": "all_users",
}
"""The options that choose the input, with their parameters."""


NAMES = {
    "params": "--param",
    "debugs": "--pdb",
    "as_json": "--json",
    "profiles": "--profile",
    "examples": "--example",
}
"""The options whose parameters have other names."""
TOGETHER = (
    ("submit", "params"),
    ("submit", "debugs"),
    ("submit", "profiles"),
    ("debugs", "as_json"),
    ("debugs", "profiles"),
    ("quiet", "verbose"),
    ("cluster", "debugs"),
    ("cluster", "profiles"),
    *(("resume", param) for param in ("submit", "params", "debugs", "profiles", "examples")),
)
"""The parameters of options that contradict each other."""
IN_WORKERS = ("timeout", "memory", "jobs")
"""The options about workers; with a debugger there is none."""


def check_options(options: Mapping[str, Any]) -> None:
    """Raise `UsageError` where options contradict each other.

    `options` are the parameters of the command, by name.
    """
    inputs = check_inputs(options)
    whole = "--all-years" if options["all_years"] else "--all" if options["all_days"] else None
    if whole and options["days"]:
        raise UsageError(f"{whole} means all days: leave out DAYS, or {whole}")
    if options["all_years"] and options["year"] is not None:
        raise UsageError("--all-years means every year: leave out --year, or write --all")
    if options["submit"] and inputs and inputs[0] in ("--input", "--example", "--sample"):
        raise UsageError(f"--submit needs your own input: leave out {inputs[0]}, or --submit")
    for one, other in TOGETHER:
        check_one_of({option_of(one): bool(options[one]), option_of(other): bool(options[other])})
    if options["cluster"] is not None and options["jobs"] is not None:
        raise UsageError("--jobs does nothing with --cluster: its workers say how many run at once")
    for param in IN_WORKERS:
        if options["debugs"] and options[param] is not None:
            raise UsageError(f"--{param} does nothing with --pdb: leave out --{param}")


def check_inputs(options: Mapping[str, Any]) -> list[str]:
    """Return the option that chooses the input, if any; raise `UsageError` if there are several."""
    used = {name: not is_absent(options.get(param)) for name, param in INPUTS.items()}
    check_one_of(used)
    return [name for name in used if used[name]]


def check_one_of(options: Mapping[str, bool]) -> None:
    """Raise `UsageError` where several options are used; for each, this is whether it is."""
    used = [name for name in options if options[name]]
    if len(used) > 1:
        raise UsageError(f"{' and '.join(used)} do not go together: choose one of them")


def check_days(options: Mapping[str, Any], puzzles: Sequence[Puzzle]) -> None:
    """Raise `UsageError` for an option that is for one day, where there are several."""
    check_one_day("--input", puzzles, asked=options["file"] is not None)
    check_one_day("--param", puzzles, asked=bool(options["params"]))


def check_one_day(option: str, puzzles: Sequence[Puzzle], *, asked: bool) -> None:
    """Raise `UsageError` for an option that was `asked` for and is for one day."""
    if asked and len(puzzles) > 1:
        raise UsageError(f"{option} is for one day only: name one day")


def option_of(param: str) -> str:
    """Return the option that has a parameter."""
    return NAMES.get(param, f"--{param}")


def is_absent(value: object) -> bool:
    """Return whether an option was not used; the seed 0 is not the same as no seed."""
    return value is None or value is False


def check_submitting(options: Mapping[str, Any], *, submits: bool) -> None:
    """Raise `UsageError` for an option about submitting where nothing is submitted."""
    for name in ("wait", "force"):
        if options[name] and not submits:
            raise UsageError(f"--{name} needs --submit: add --submit, or leave out --{name}")


def check_parts(puzzles: Iterable[Puzzle], part: int | None, tally: Tally) -> None:
    """Raise `UsageError` where there are no results because the days have no such part."""
    puzzles = list(puzzles)
    if not tally.inputs and part == 2 and all(puzzle.is_last for puzzle in puzzles):
        raise UsageError(f"{puzzles[0]} has no part 2: the last day of an event has one part")


def check_variants(
    root: str,
    puzzles: Sequence[Puzzle],
    names: Collection[str],
    part: int | None,
    tally: Tally,
) -> None:
    """Raise `UsageError` for a variant that none of the days that were run has.

    `root` is the folder of the project, `part` the only part that was to be run, if any.
    """
    if not set(names) - {"all"}:
        return
    from aoc.commands.variant_names import variants_of

    if tally.is_unloaded:
        return  # a day could not be loaded, so its variants are not known
    parts = (part,) if part else (1, 2)
    found = [name for puzzle in puzzles for name in variants_of(root, puzzle, parts)]
    found += tally.variants
    for name in names:
        if name not in (*found, "all"):
            raise UsageError(unknown_variant_text(name, puzzles, part, list(dict.fromkeys(found))))


def unknown_variant_text(
    name: str, puzzles: Sequence[Puzzle], part: int | None, there: Sequence[str]
) -> str:
    """Return the sentence about a variant that does not exist; `there` are those that do."""
    of_part = f"part {part} of " if part else ""
    if len(puzzles) == 1:
        start = f"{of_part}{puzzles[0]} has no variant {name!r}"
    else:
        start = f"{of_part}none of these days has a variant {name!r}"
    choice = f"choose from {', '.join(there)}" if there else "leave out --variant, there is none"
    return f"{start}: {choice}"
