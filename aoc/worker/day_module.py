"""Solvers: a day's module with its parts, variants and parameters, and the plugins of others.

In a worker, `import` finds the project's packages first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

from aoc.model.jobs import Job, Task
from aoc.model.values import Value
from aoc.worker.near_names import (
    near_names,
)

Part = Callable[..., Any]


NAMES = ("part1", "part2")


class BrokenDayError(Exception):
    """A module that is not a day by the contract; the message says why."""


class Day(Value):
    """A day that can be run: `parts` has, for 1 and 2, the part (as `None`) and its variants.

    `names` are those of both parts.
    """

    module: ModuleType
    parse: Callable[[str], Any]
    parts: dict[int, dict[str | None, Part]]
    names: Sequence[str] = NAMES

    @cached_property
    def hints(self) -> Mapping[int | None, str]:
        """Which function may be meant by a part that is missing, or by `parse` (as `None`)."""
        missing: dict[str, int | None] = {
            name: part
            for part, name in enumerate(self.names, 1)
            if not self.parts[part]
        }
        if not hasattr(self.module, "parse"):
            missing["parse"] = None
        if not missing:
            return {}
        hints: dict[int | None, str] = {}
        for name, other in near_names(self.module, self.names, [*missing]).items():
            part = missing[name]
            hints[part] = f"{name} is missing: is {other} meant? Then rename it"
            if part:
                hints[part] += (
                    f', or write part{part} = "{other}" into its layout in [tool.aoc]'
                )
        return hints


def import_of_job(job: Job, name: str) -> Day:
    """Import the day of a job by the name of its module, or the shows in the module beside it.

    For `day21`, this is `day21_show`. Shows get what the day's `parse` returns, or the text, where
    the day is a script, which is not run. Without the module, there are none, whatever the day has.
    """
    layout = job.layout
    if job.options.task is not Task.SHOW:
        names = (layout.part1, layout.part2) if layout else NAMES
        return day_of(import_module(name), names)
    from importlib.util import find_spec

    spec = find_spec(f"{name}_show")
    shows = import_module(spec.name) if spec else ModuleType(name)
    is_parsed = spec and not (layout and layout.entry)
    parse = getattr(import_module(name), "parse", str) if is_parsed else str
    return day_of(shows, ("show1", "show2"))._replace(parse=parse)


def import_day(year: int, day: int) -> Day:
    """Import `days/yearYYYY/dayDD.py`, where `days` is that of the project that is entered.

    Raises `BrokenDayError` if it lacks both parts, and the errors of its import.
    """
    return day_of(import_module(f"days.year{year}.day{day:02d}"))


def day_of(module: ModuleType, names: Sequence[str] = NAMES) -> Day:
    """Find the functions of the contract in an imported module.

    Without `parse`, the parts take the text. With other `names` of these, there are no variants.
    """
    parts: dict[int, dict[str | None, Part]] = {1: {}, 2: {}}
    for name, value in vars(module).items():
        for part, own in enumerate(names, 1):
            start, _, variant = name.partition("_")
            is_variant = bool(variant) and names == NAMES and start == own
            if callable(value) and (name == own or is_variant):
                parts[part][variant if is_variant else None] = value
    day = Day(module, getattr(module, "parse", str), parts, names)
    if names == NAMES and not any(parts.values()):
        hint = day.hints.get(1) or day.hints.get(2)
        raise BrokenDayError(
            "has neither part1 nor part2" + (f": {hint}" if hint else "")
        )
    return day
