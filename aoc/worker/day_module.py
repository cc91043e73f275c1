"""A day's module once it is imported: `parse`, its parts and their variants."""

from __future__ import annotations

import functools
import importlib
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

__all__ = ["BrokenDayError", "Day", "Part", "day_of", "is_shareable", "load_day", "use_days_of"]

Part = Callable[..., Any]
CACHE = type(functools.cache(lambda: None))
COLLECTIONS = (dict, list, set, bytearray, deque)
"""What a module can keep something in between two calls."""
PART = re.compile(r"part([12])(?:_(\w+))?")
VALUES = (int, str, float, bool, bytes, type(None))
"""Types of values that nobody can change."""


class BrokenDayError(Exception):
    """A module that is not a day by the contract; says what is missing."""


class Day(NamedTuple):
    """A day that can be run: `parts` has, for 1 and 2, the part (as `None`) and its variants."""

    module: ModuleType
    parse: Callable[[str], Any]
    parts: dict[int, dict[str | None, Part]]
    caches: tuple[Callable[[], None], ...] = ()

    def clear_caches(self) -> None:
        """Empty every `functools` cache in the module, so that no call is answered from one."""
        for clear in self.caches:
            clear()

    def sizes(self) -> dict[str, int]:
        """Return the sizes of the collections in the module: they grow if a part keeps something.

        No code of the day runs, even if a collection has a `__len__` of its own.
        """
        sizes = {}
        for name, value in vars(self.module).items():
            if issubclass(type(value), COLLECTIONS):
                [kind] = (kind for kind in COLLECTIONS if issubclass(type(value), kind))
                sizes[name] = kind.__len__(value)
        return sizes

    def call(self, function: Part, params: Mapping[str, Any], parsed: Any) -> Any:
        """Call a part; of `params`, with those that it has as keyword-only parameters."""
        if params:
            code = getattr(function, "__code__", None)
            names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()
            params = {name: value for name, value in params.items() if name in names}
        return function(parsed, **params)


def load_day(root: str, year: int, day: int) -> Day:
    """Import `days/yearYYYY/dayDD.py` of the project at `root` anew.

    Raises `BrokenDayError` where it lacks `parse` or both parts, and whatever importing raises.
    """
    use_days_of(root)
    name = f"days.year{year}.day{day:02d}"
    sys.modules.pop(name, None)
    return day_of(importlib.import_module(name))


def use_days_of(root: str) -> None:
    """Make `days` the package in the project at `root`, whatever else has that name.

    By `sys.path` alone, a `days` without an `__init__.py` would lose against any that has one,
    such as the one that is installed along with this framework.
    """
    folder = os.path.join(root, "days")
    if list(getattr(sys.modules.get("days"), "__path__", ())) == [folder]:
        return
    for name in [name for name in sys.modules if name == "days" or name.startswith("days.")]:
        del sys.modules[name]
    if root not in sys.path[:1]:
        sys.path.insert(0, root)
    package = ModuleType("days")
    package.__path__ = [folder]
    sys.modules["days"] = package


def day_of(module: ModuleType) -> Day:
    """Find the functions of the contract in an imported module."""
    parts: dict[int, dict[str | None, Part]] = {1: {}, 2: {}}
    for name, value in vars(module).items():
        match = PART.fullmatch(name)
        if match and callable(value):
            parts[int(match[1])][match[2]] = value
    parse = getattr(module, "parse", None)
    if not callable(parse):
        raise BrokenDayError("has no function parse(text)")
    if not parts[1] and not parts[2]:
        raise BrokenDayError("has neither part1 nor part2")
    for function in (parse, *parts[1].values(), *parts[2].values()):
        code = function.__code__ if isinstance(function, FunctionType) else None
        has_parameter = not code or code.co_argcount >= 1 or code.co_flags & 0x04
        if not has_parameter:
            raise BrokenDayError(f"has {function.__name__}() without a parameter for its input")
    return Day(module, parse, parts, caches_in(module))


def caches_in(module: ModuleType) -> tuple[Callable[[], None], ...]:
    """Find what empties the `functools` caches of a module's functions and methods."""
    values = [*vars(module).values()]
    classes = (value for value in values if issubclass(type(value), type))
    values += [attribute for owner in classes for attribute in vars(owner).values()]
    found = (cache_behind(value) for value in values)
    return tuple(cache.cache_clear for cache in found if cache is not None)


def cache_behind(value: Any) -> Any:
    """Return the `functools` cache that a value is, or that its decorators have wrapped, if any.

    Attributes are asked of functions alone: other objects may answer to any name.
    """
    seen = set()
    while id(value) not in seen:
        seen.add(id(value))
        if type(value) is CACHE:
            return value
        if type(value) in (staticmethod, classmethod):
            value = value.__func__
        elif type(value) is FunctionType:
            value = vars(value).get("__wrapped__")
    return None


def is_shareable(parsed: object) -> bool:
    """Say whether a parsed value can serve both parts: hashable by value, all the way down.

    Runs `__hash__` of the day's own classes, which may raise or do anything.
    """
    waiting = [parsed]
    while waiting:
        value = waiting.pop()
        if type(value) in VALUES:
            continue
        if isinstance(value, tuple | frozenset):
            waiting += value
            continue
        if type(value).__hash__ in (None, object.__hash__):
            return False
        try:
            hash(value)
        except Exception:
            return False
    return True
