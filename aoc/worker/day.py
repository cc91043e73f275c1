"""A day's module once it is imported: its parts and variants, and what they return."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

__all__ = ["BrokenDayError", "Day", "WrongAnswerTypeError", "as_answer", "load_day", "shareable"]

Part = Callable[..., Any]


class BrokenDayError(Exception):
    """A module that is not a day by the contract; says what is missing."""


class WrongAnswerTypeError(TypeError):
    """A part returned something other than `int`, `str` or `None`."""


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

    def kept(self) -> dict[str, int]:
        """Give the sizes of the collections in the module: they grow if a part keeps something."""
        collections = (dict, list, set, bytearray)
        items = vars(self.module).items()
        return {name: len(value) for name, value in items if isinstance(value, collections)}

    def call(self, function: Part, params: Mapping[str, Any], parsed: Any) -> Any:
        """Call a part; of `params`, those that it takes as keyword-only parameters."""
        if params:
            code = getattr(function, "__code__", None)
            taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()
            params = {name: value for name, value in params.items() if name in taken}
        return function(parsed, **params)


def caches_in(module: ModuleType) -> tuple[Callable[[], None], ...]:
    """Find what empties the `functools` caches of a module's functions and methods."""
    values = [*vars(module).values()]
    classes = (value for value in values if isinstance(value, type))
    values += [attribute for owner in classes for attribute in vars(owner).values()]
    clears = (getattr(value, "cache_clear", None) for value in values)
    return tuple(clear for clear in clears if callable(clear))


def load_day(root: str, year: int, day: int) -> Day:
    """Import `days/yearYYYY/dayDD.py` of the project at `root` anew.

    Raises `BrokenDayError` where it lacks `parse` or both parts, and whatever importing raises.
    """
    use_days_of(root)
    name = f"days.year{year}.day{day:02d}"
    sys.modules.pop(name, None)
    return day_of(importlib.import_module(name))


def use_days_of(root: str) -> None:
    """Have `days` be the package in the project at `root`, whatever else is called so.

    Left to `sys.path`, a `days` without an `__init__.py` would lose against any with one, such
    as the one that is installed along with this framework.
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
        match = re.fullmatch(r"part([12])(?:_(\w+))?", name)
        if match and callable(value):
            parts[int(match[1])][match[2]] = value
    parse = getattr(module, "parse", None)
    if not callable(parse):
        raise BrokenDayError("has no function parse(text)")
    if not parts[1] and not parts[2]:
        raise BrokenDayError("has neither part1 nor part2")
    for function in (parse, *parts[1].values(), *parts[2].values()):
        code = function.__code__ if isinstance(function, FunctionType) else None
        takes_one = not code or code.co_argcount >= 1 or code.co_flags & 0x04
        if not takes_one:
            raise BrokenDayError(f"has {function.__name__}() without a parameter for its input")
    return Day(module, parse, parts, caches_in(module))


def shareable(parsed: object) -> bool:
    """Say whether a parsed value can serve both parts: hashable by value, all the way down."""
    if isinstance(parsed, tuple | frozenset):
        return all(map(shareable, parsed))
    if type(parsed).__hash__ in (None, object.__hash__):
        return parsed is None
    try:
        hash(parsed)
    except TypeError:
        return False
    return True


def as_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Turn what a part returned into the answer to submit, and the drawing it was read from.

    Raises `WrongAnswerTypeError` for anything but `int`, `str` and `None`.
    """
    if value is None:
        return None, None
    if isinstance(value, bool) or not isinstance(value, int | str):
        kind = type(value)
        known = (
            kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
        )
        raise WrongAnswerTypeError(f"{function} returned {known}, not int, str or None")
    if isinstance(value, int):
        try:
            return str(int(value)), None
        except ValueError:
            raise WrongAnswerTypeError(f"{function} returned an int of too many digits") from None
    drawing = value.strip("\n")
    if "\n" not in drawing or set(drawing) - set("#.\n"):
        return str(value), None
    return read_letters(drawing), drawing


def read_letters(drawing: str) -> str:
    """Read letters drawn with `#` and `.`; a drawing of something else stands for itself."""
    from advent_of_code_ocr import convert_6

    lines = drawing.split("\n")
    width = max(map(len, lines))
    try:
        # Letters are five columns apart, and what is drawn may end with the last dot.
        padded = [line.ljust(-(-width // 5) * 5, ".") for line in lines]
        return str(convert_6("\n".join(padded)))
    except (ValueError, KeyError, IndexError):
        return drawing
