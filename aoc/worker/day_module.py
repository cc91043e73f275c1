"""The module of a day: its parts and their variants, `parse`, and the shows beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from aoc.model.jobs import Job, Task

# Imported now: a day may change the built-in functions that an import in a worker needs.
from aoc.worker.near_names import near_names

PartFunction = Callable[..., Any]
"""A part or a variant, which takes what `parse` returns, and keyword-only parameters."""
PART_NAMES = ("part1", "part2")
SHOW_NAMES = ("show1", "show2")


class BrokenDayError(Exception):
    """A module that is not a day by the contract; the message says why."""


class Day(NamedTuple):
    """A day that can be run."""

    module: ModuleType
    parse: Callable[[str], Any]
    parts: dict[int, dict[str | None, PartFunction]]
    """For 1 and 2, the part (as `None`) and its variants."""
    hints: Mapping[int | None, str]
    """Which function may be meant by a part that is missing, or by `parse` (as `None`)."""


def import_of_job(job: Job, name: str) -> Day:
    """Import the day of a job by the name of its module, or its shows."""
    if job.options.task is Task.SHOW:
        return import_shows(job, name)
    if job.layout:
        return day_of(import_module(name), (job.layout.part1, job.layout.part2))
    return day_of(import_module(name))


def import_shows(job: Job, name: str) -> Day:
    """Import the shows in the module beside a day: for `day21`, this is `day21_show`.

    Shows get what the day's `parse` returns, or the text, where the day is a script, which is not
    run. Without the module, there are none, whatever the day has.
    """
    from importlib.util import find_spec

    spec = find_spec(f"{name}_show")
    if spec is None:
        return day_of(ModuleType(name), SHOW_NAMES)
    shows = day_of(import_module(spec.name), SHOW_NAMES)
    if job.layout and job.layout.entry:
        return shows._replace(parse=str)
    return shows._replace(parse=getattr(import_module(name), "parse", str))


def import_day(year: int, day: int) -> Day:
    """Import `days/yearYYYY/dayDD.py` of the project that is entered.

    Raises `BrokenDayError` if it lacks both parts, and the errors of its import.
    """
    return day_of(import_module(f"days.year{year}.day{day:02d}"))


def day_of(module: ModuleType, names: Sequence[str] = PART_NAMES) -> Day:
    """Find the functions of the contract in an imported module.

    Without `parse`, the parts take the text. With other `names` than `PART_NAMES`, there are no
    variants. Raises `BrokenDayError`.
    """
    # In a layout, `names` may be anything: `solve_fast` need not be a variant of `solve`.
    has_variants = names == PART_NAMES
    parts: dict[int, dict[str | None, PartFunction]] = {1: {}, 2: {}}
    for name, value in vars(module).items():
        if not callable(value):
            continue
        stem, _, variant = name.partition("_")
        for part, part_name in enumerate(names, 1):
            if name == part_name:
                parts[part][None] = value
            elif has_variants and stem == part_name and variant:
                parts[part][variant] = value
    hints = hints_of(module, names, parts)
    # With other names, a part that is missing is only skipped.
    if names == PART_NAMES and not (parts[1] or parts[2]):
        hint = hints.get(1) or hints.get(2)
        end = f": {hint}" if hint else ""
        raise BrokenDayError(f"has neither part1 nor part2{end}")
    return Day(module, getattr(module, "parse", str), parts, hints)


def hints_of(
    module: ModuleType,
    names: Sequence[str],
    parts: Mapping[int, Mapping[str | None, PartFunction]],
) -> dict[int | None, str]:
    """Return which functions may be meant by missing parts, or by `parse` (as `None`)."""
    missing: dict[str, int | None] = {
        name: part for part, name in enumerate(names, 1) if not parts[part]
    }
    if not hasattr(module, "parse"):
        missing["parse"] = None
    if not missing:
        return {}
    hints: dict[int | None, str] = {}
    for name, meant in near_names(module, names, missing).items():
        part_or_parse = missing[name]
        hint = f"{name} is missing: is {meant} meant? Then rename it"
        if part_or_parse:
            hint += f', or write part{part_or_parse} = "{meant}" into its layout in [tool.aoc]'
        hints[part_or_parse] = hint
    return hints
