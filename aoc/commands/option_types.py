"""Types of option values: numbers, a size such as `512M`, a parameter such as `target=30`."""

from __future__ import annotations

from math import inf
from typing import Any

import click

from aoc.project import JOBS, SIZE_FORMS, TIMEOUT, Range, read_size

__all__ = [
    "FRAME_COUNTS",
    "FRAME_RATES",
    "JOB_COUNT",
    "MINUTES",
    "PARAM",
    "PART",
    "REPEAT",
    "REPEATS",
    "SECONDS",
    "SEED",
    "SEEDS",
    "SIZE",
]

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
