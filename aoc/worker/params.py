"""Parameters of parts: which parts take them, and their values as they were typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from aoc.worker.day_module import Day, PartFunction

FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
"""What people type for a `bool`."""


class RefusedError(Exception):
    """The job asks for something that the day does not have; the run ends with this sentence."""


def taken_by(function: PartFunction, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that a part takes as keyword-only ones, among these."""
    names = keyword_defaults(function)
    return {name: value for name, value in params.items() if name in names}


def keyword_defaults(function: PartFunction) -> dict[str, Any]:
    """Return the keyword-only parameters of a part, with their defaults; `None` for none.

    A decorated function has the parameters of the function in it.
    """
    # `inspect` would take several ms to import.
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    # A callable that is no function of Python.
    if code is None:
        return {}
    # Their names come directly after those of the positional parameters.
    end = code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames[code.co_argcount : end]
    defaults = getattr(function, "__kwdefaults__", None) or {}
    return dict.fromkeys(names) | defaults


def typed_params(
    day: Day, title: str, params: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """Return the values of parameters by name, each of the type of the parameter's default.

    `title` names the day in messages. Raises `RefusedError`.
    """
    defaults = defaults_of(day)
    values = {}
    for name, text in params:
        if name not in defaults:
            raise RefusedError(not_taken(title, name, defaults))
        default = defaults[name]
        try:
            values[name] = read_value(text, default)
        except Exception:
            type_name = type(default).__name__
            raise RefusedError(
                f"--param {name}={text}: write a value of type {type_name}"
            ) from None
    return values


def defaults_of(day: Day) -> dict[str, Any]:
    """Return the keyword-only parameters of all parts and variants, with their defaults."""
    defaults: dict[str, Any] = {}
    for functions in day.parts.values():
        for function in functions.values():
            # The default of the first function counts, which is the part itself.
            defaults = keyword_defaults(function) | defaults
    return defaults


def unused_param(day: Day, title: str, params: Mapping[str, Any]) -> str | None:
    """Return that no part takes one of the parameters of an example, if that is so."""
    if not params:
        return None
    names = defaults_of(day)
    for name in params:
        if name not in names:
            return not_taken(title, name, names)
    return None


def not_taken(title: str, name: str, names: Iterable[str]) -> str:
    """Return that no part of a day takes a parameter, and which `names` the parts take."""
    choice = ", ".join(names)
    if choice:
        return f"no part of {title} takes {name!r}: choose from {choice}"
    return f"no part of {title} takes parameters: write one as `def part1(data, *, {name}=...)`"


def read_value(text: str, default: object) -> object:
    """Return the value of the type of a default that a text stands for, as Python writes it.

    Raises `ValueError`, or another error of Python's parser, if it is none.
    """
    if isinstance(default, bool):
        return FLAGS[text.lower()]
    # A text needs no quotes, and a number may be written as `int` reads it.
    if type(default) in (int, float, str):
        return type(default)(text)  # type: ignore[call-arg]
    import ast

    value: object = ast.literal_eval(text)
    # `None` as a default says nothing about the type.
    if default is not None and type(value) is not type(default):
        raise ValueError(text)
    return value
