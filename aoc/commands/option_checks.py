"""Errors for options that do not go together, or would do nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from aoc.errors import UsageError
from aoc.model import Puzzle
from aoc.tally import Tally

__all__ = [
    "check_days",
    "check_inputs",
    "check_one_day",
    "check_one_of",
    "check_options",
    "check_parts",
    "check_submitting",
    "check_variants",
]

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
