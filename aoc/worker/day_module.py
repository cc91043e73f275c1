"""Solvers: a day's module with its parts, variants and parameters, and the plugins of others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from aoc.answers import WrongAnswerTypeError

__all__ = [
    "BrokenDayError",
    "Day",
    "ParamError",
    "Part",
    "import_day",
    "load_plugin",
    "taken_by",
    "two_answers",
    "typed_params",
]

Part = Callable[..., Any]
PART = re.compile(r"part([12])(?:_(\w+))?")
SHOW = re.compile(r"show([12])")


class BrokenDayError(Exception):
    """A module that is not a day by the contract; says what is missing."""


class Day(NamedTuple):
    """A day that can be run: `parts` has, for 1 and 2, the part (as `None`) and its variants.

    `shows` has the functions that yield frames, for 1 and 2 where the day has them.
    """

    module: ModuleType
    parse: Callable[[str], Any]
    parts: dict[int, dict[str | None, Part]]
    shows: Mapping[int, Part] = {}

    def call(self, function: Part, params: Mapping[str, Any], parsed: Any) -> Any:
        """Call a part; of `params`, with those that it has as keyword-only parameters."""
        __tracebackhide__ = True  # from pytest, which would show this line of ours
        if params:
            params = taken_by(function, params)
        return function(parsed, **params)

    def with_shows_as_parts(self) -> Day:
        """Return the day with its shows in place of its parts, whose parameters do not count."""
        return self._replace(parts={part: {None: show} for part, show in self.shows.items()})


def taken_by(function: Part, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of some parameters that a part takes as keyword-only ones."""
    names = keyword_defaults(function)
    return {name: value for name, value in params.items() if name in names}


def keyword_defaults(function: Part) -> dict[str, Any]:
    """Return the keyword-only parameters of a part, with their defaults; `None` for none.

    A decorated function has those of the function in it.
    """
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    if code is None:
        return {}
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return dict.fromkeys(names) | (getattr(function, "__kwdefaults__", None) or {})


def import_day(year: int, day: int) -> Day:
    """Import `days/yearYYYY/dayDD.py`, where `days` is that of the project that is entered.

    Raises `BrokenDayError` if it lacks `parse` or both parts, and what importing it raises.
    """
    return day_of(import_module(f"days.year{year}.day{day:02d}"))


def day_of(module: ModuleType) -> Day:
    """Find the functions of the contract in an imported module."""
    parts: dict[int, dict[str | None, Part]] = {1: {}, 2: {}}
    shows: dict[int, Part] = {}
    for name, value in vars(module).items():
        if not callable(value):
            continue
        if match := PART.fullmatch(name):
            parts[int(match[1])][match[2]] = value
        elif match := SHOW.fullmatch(name):
            shows[int(match[1])] = value
    parse = getattr(module, "parse", None)
    if not callable(parse):
        raise BrokenDayError("has no function parse(text)")
    if not parts[1] and not parts[2]:
        raise BrokenDayError("has neither part1 nor part2")
    for function in (parse, *parts[1].values(), *parts[2].values(), *shows.values()):
        code = function.__code__ if isinstance(function, FunctionType) else None
        has_parameter = not code or code.co_argcount >= 1 or code.co_flags & 0x04
        if not has_parameter:
            raise BrokenDayError(f"has {function.__name__}() without a parameter for its input")
    return Day(module, parse, parts, shows)


def load_plugin(entry: str) -> Any:
    """Import what an entry point stands for: `module:function`, perhaps with ` [extras]`."""
    module, _, path = entry.partition("[")[0].partition(":")
    return reduce(getattr, filter(None, path.strip().split(".")), import_module(module.strip()))


def two_answers(value: Any, entry: str) -> tuple[Any, Any]:
    """Return the answers that a plugin returned. Raises `WrongAnswerTypeError` for anything else.

    `entry` is the entry point of the plugin, for messages.
    """
    try:
        first, second = value
    except (TypeError, ValueError):
        name = type(value).__name__
        raise WrongAnswerTypeError(f"{entry} returned {name}, not two answers") from None
    return first, second


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
