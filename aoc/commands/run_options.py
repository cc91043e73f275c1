"""Errors for options of `aoc run` that do not go together, or would do nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from aoc.errors import UsageError
from aoc.puzzle import Puzzle
from aoc.results import Result

__all__ = ["check_days", "check_options", "check_submitting", "check_variants"]

INPUTS = {
    "--input": "file",
    "--example": "examples",
    "--sample": "sample",
    "--user": "user",
    "--all-users": "all_users",
}
"""The options that choose the input, with their parameters."""


NAMES = {"params": "--param", "debugs": "--pdb", "as_json": "--json"}
"""The options whose parameters have other names."""
TOGETHER = (("submit", "params"), ("submit", "debugs"), ("debugs", "as_json"), ("quiet", "verbose"))
"""The parameters of options that contradict each other."""
IN_WORKERS = ("timeout", "memory", "jobs")
"""The options about workers; with a debugger there is none."""


def check_options(options: Mapping[str, Any]) -> None:
    """Raise `UsageError` where options contradict each other.

    `options` are the parameters of the command, by name.
    """
    inputs = [name for name, param in INPUTS.items() if not is_absent(options[param])]
    if len(inputs) > 1:
        raise UsageError(f"{' and '.join(inputs)} do not go together: choose one of them")
    whole = "--all-years" if options["all_years"] else "--all" if options["all_days"] else None
    if whole and options["days"]:
        raise UsageError(f"{whole} means all days: leave out DAYS, or {whole}")
    if options["all_years"] and options["year"] is not None:
        raise UsageError("--all-years means every year: leave out --year, or write --all")
    if options["submit"] and inputs and inputs[0] in ("--input", "--example", "--sample"):
        raise UsageError(f"--submit needs your own input: leave out {inputs[0]}, or --submit")
    for one, other in TOGETHER:
        if options[one] and options[other]:
            raise UsageError(
                f"{option_of(one)} and {option_of(other)} do not go together: choose one of them"
            )
    for param in IN_WORKERS:
        if options["debugs"] and options[param] is not None:
            raise UsageError(f"--{param} does nothing with --pdb: leave out --{param}")


def check_days(options: Mapping[str, Any], puzzles: Sequence[Puzzle]) -> None:
    """Raise `UsageError` for an option that is for one day, where there are several."""
    for option, asked in (("--input", options["file"] is not None), ("--param", options["params"])):
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


def check_variants(
    root: str,
    puzzles: Sequence[Puzzle],
    names: Collection[str],
    part: int | None,
    results: Iterable[Result],
) -> None:
    """Raise `UsageError` for a variant that none of the days that were run has.

    `root` is the folder of the project, `part` the only part that was to be run, if any.
    """
    if not set(names) - {"all"}:
        return
    from aoc.commands.variant_names import variants_of

    results = list(results)
    if any(result.part is None for result in results):
        return  # a day could not be loaded, so its variants are not known
    parts = (part,) if part else (1, 2)
    found = [name for puzzle in puzzles for name in variants_of(root, puzzle, parts)]
    found += [result.variant for result in results if result.variant]
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
