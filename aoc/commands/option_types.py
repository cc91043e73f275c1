"""Types of option values: a size such as `512M`, a parameter such as `target=30`."""

from __future__ import annotations

import click

from aoc.render.units import parse_size

__all__ = ["PARAM", "SIZE", "SIZE_FORMS", "read_size"]

SIZE_FORMS = "write 512M or 2G, or 0 for no limit"
"""What to write in place of a wrong size."""


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


def read_size(text: str) -> int:
    """Return a size in bytes; 0 stands for no limit. Raises `ValueError` for any other text."""
    return 0 if text.strip() == "0" else parse_size(text)


SIZE = Size()
PARAM = Param()
