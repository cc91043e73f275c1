"""Values for the keyword-only parameters of a day's parts, as they come from the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from aoc.worker.day_module import Day, keyword_defaults

__all__ = ["ParamError", "typed_params"]

FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class ParamError(Exception):
    """A parameter that no part takes, or a value of another type."""


def typed_params(day: Day, title: str, params: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the values of parameters by name, each of the type of the parameter's default.

    `title` names the day in messages. Raises `ParamError`.
    """
    functions = (function for part in day.parts.values() for function in part.values())
    defaults: dict[str, object] = {}
    for function in functions:
        defaults = keyword_defaults(function) | defaults
    return {name: typed_value(name, text, title, defaults) for name, text in params}


def typed_value(name: str, text: str, title: str, defaults: Mapping[str, object]) -> object:
    """Return the value that a text stands for. Raises `ParamError`."""
    if not defaults:
        raise ParamError(
            f"no part of {title} takes parameters: write one as `def part1(data, *, {name}=...)`"
        )
    if name not in defaults:
        known = ", ".join(defaults)
        raise ParamError(f"no part of {title} takes {name!r}: choose from {known}")
    default = defaults[name]
    try:
        return reader_of(default)(text)
    except (ValueError, KeyError, SyntaxError, TypeError, RecursionError, MemoryError):
        kind = type(default).__name__
        raise ParamError(f"--param {name}={text}: write a value of type {kind}") from None


def reader_of(default: object) -> Callable[[str], object]:
    """Return what reads a value of the type of a default."""
    if isinstance(default, bool):
        return lambda text: FLAGS[text.lower()]
    if type(default) in (int, float, str):
        return type(default)
    return lambda text: literal(text, default)


def literal(text: str, default: object) -> object:
    """Read a value as Python writes it. Raises `ValueError` if it is not of the default's type."""
    import ast

    value: object = ast.literal_eval(text)
    if default is not None and type(value) is not type(default):
        raise ValueError(text)
    return value
