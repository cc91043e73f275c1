"""The module of a day: its parts, variants and parameters, and what it imports from its project."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, NamedTuple

from aoc.model.jobs import Job
from aoc.project.environments import FRAMEWORK, is_installed, own_aoc_folder
from aoc.worker.interpreter import HOME

PartFunction = Callable[..., Any]
"""A part or a variant, which takes what `parse` returns, and keyword-only parameters."""
PART_NAMES = ("part1", "part2")


class BrokenDayError(Exception):
    """A module that is not a day by the contract; the message says why."""


class Day(NamedTuple):
    """A day that can be run."""

    module: ModuleType
    parse: Callable[[str], Any]
    parts: dict[int, dict[str | None, PartFunction]]
    """For 1 and 2, the part (as `None`) and its variants."""


def import_of_job(job: Job, name: str) -> Day:
    """Import the day of a job by the name of its module."""
    names = PART_NAMES
    if job.layout:
        names = (job.layout.part1, job.layout.part2)
    with_variants = bool(job.options.variants)
    return day_of(import_module(name), names, with_variants=with_variants)


def import_day(year: int, day: int, *, with_variants: bool = False) -> Day:
    """Import `days/yearYYYY/dayDD.py` of the project that is entered.

    Raises `BrokenDayError` if it lacks both parts, and the errors of its import.
    """
    module = import_module(f"days.year{year}.day{day:02d}")
    return day_of(module, with_variants=with_variants)


def day_of(
    module: ModuleType, names: Sequence[str] = PART_NAMES, *, with_variants: bool = False
) -> Day:
    """Find the functions of the contract in an imported module.

    Without `parse`, the parts take the text. A part with another name than in `PART_NAMES` has no
    variants. Raises `BrokenDayError`.
    """
    parts: dict[int, dict[str | None, PartFunction]] = {1: {}, 2: {}}
    for part, name in enumerate(names, 1):
        function = getattr(module, name, None)
        if callable(function):
            parts[part][None] = function
        # In a layout, `names` may be anything: `solve_fast` need not be a variant of `solve`.
        if with_variants and name in PART_NAMES:
            parts[part].update(variants_of(module, part))
    # With other names, a part that is missing is only skipped.
    if names == PART_NAMES and not (parts[1] or parts[2]):
        raise BrokenDayError(
            "has neither part1 nor part2: write `def part1(data)`, or name the functions that it "
            "has as part1 and part2 in [tool.aoc] layouts"
        )
    return Day(module, getattr(module, "parse", str), parts)


def variants_of(module: ModuleType, part: int) -> dict[str | None, PartFunction]:
    """Return the variants of a part by their names, whatever has made them.

    Others with the name of the part and a suffix are its helpers.
    """
    variants: dict[str | None, PartFunction] = {}
    for name, function in vars(module).items():
        stem, _, variant = name.partition("_")
        if stem == f"part{part}" and variant and takes_one_value(function):
            variants[variant] = function
    return variants


def takes_one_value(function: Any) -> bool:
    """Return whether something can be called with one value, as parts are."""
    if isinstance(function, type):
        return False
    # Most runs are of the parts alone, and this takes several ms to import.
    from inspect import signature

    try:
        signature(function).bind(None)
    except (TypeError, ValueError):
        # Such as a function in C that does not say what it takes.
        return False
    return True


class RefusedError(Exception):
    """The job asks for something that the day does not have; the run ends with this sentence."""


def taken_by(function: PartFunction, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that a part takes as keyword-only ones, among these."""
    defaults = keyword_defaults(function)
    return {name: value for name, value in params.items() if name in defaults}


def keyword_defaults(function: PartFunction) -> dict[str, Any]:
    """Return the defaults of the keyword-only parameters of a part by name.

    A decorated function has the parameters of the function in it.
    """
    # `inspect` would take several ms to import.
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return getattr(function, "__kwdefaults__", None) or {}


def typed_params(day: Day, title: str, params: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the values of parameters by name, each of the type of the parameter's default.

    `title` names the day in messages. Raises `RefusedError`.
    """
    unused = unused_param(day, title, dict(params))
    if unused:
        raise RefusedError(unused)
    defaults = defaults_of(day)
    values = {}
    for name, text in params:
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


def unused_param(day: Day, title: str, params: Iterable[str]) -> str | None:
    """Return that no part of a day takes one of the parameters, if so, and which they take."""
    defaults = defaults_of(day)
    for name in params:
        if name in defaults:
            continue
        if defaults:
            choice = ", ".join(defaults)
            return f"no part of {title} takes {name!r}: choose from {choice}"
        return f"no part of {title} takes parameters: write one as `def part1(data, *, {name}=...)`"
    return None


def read_value(text: str, default: object) -> object:
    """Return the value of the type of a default that a text stands for, as Python writes it.

    Raises `ValueError`, or another error of Python's parser, if it is none.
    """
    # A text needs no quotes, and a number may be written as `int` reads it.
    if type(default) in (int, float, str):
        return type(default)(text)  # type: ignore[call-arg]
    import ast

    value: object = ast.literal_eval(text)
    # `None` as a default says nothing about the type.
    if default is not None and type(value) is not type(default):
        raise ValueError(text)
    return value


PACKAGES = ("days", "tests")
"""The packages of a project. Without an `__init__.py`, Python would prefer an installed one."""


class ProjectImports:
    """The imports of the project at `root`, from `enter` to `leave`, or in a `with` block.

    Its packages come before all others, and its folder is the first of `sys.path`. An `aoc` of its
    own takes the place of ours, whose names are then in `aoc_days` alone. In a block, each
    of its modules is imported anew. At the end, none of them stays, and the modules of others that
    they replaced are restored, as is `sys.path`.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.folder = os.path.join(root, "")
        self.places = dict.fromkeys(PACKAGES, root)
        """The folders to import some packages from."""
        self.places["aoc_days"] = HOME
        own_folder = own_aoc_folder(root)
        if own_folder:
            self.places["aoc"] = own_folder
            # Ours that are imported late: the project may have an `aoc.model`.
            import_module("aoc.model.drawings")

    def enter(self) -> None:
        """Import from the project from now on; what was imported from it before stays."""
        # Another project, or an installed package, may have a package of the same name.
        others = []
        for name in sys.modules:
            is_replaced = name.partition(".")[0] in PACKAGES or self.hides(name)
            if is_replaced and not self.is_own(name):
                others.append(name)
        self.replaced = take_modules(others)
        self.before = set(sys.modules)
        self.path_before = sys.path[:]
        sys.path.insert(0, self.root)
        sys.meta_path.insert(0, self)

    def leave(self) -> None:
        """Import as before."""
        sys.meta_path.remove(self)
        sys.path[:] = self.path_before
        self.forget()
        sys.modules.update(self.replaced)

    def __enter__(self) -> ProjectImports:
        self.forget()
        self.enter()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def forget(self) -> None:
        """Import all modules of the project anew from now on."""
        take_modules([name for name in sys.modules if self.is_own(name)])

    def imported(self) -> list[ModuleType]:
        """Return the modules that were imported from the project since it was entered."""
        names = sys.modules.keys() - self.before
        return [sys.modules[name] for name in sorted(names) if self.is_own(name)]

    def is_own(self, name: str) -> bool:
        """Return whether a module is of the project, and not of an environment in it."""
        # Anything may stand in `sys.modules`, also an object without attributes.
        attributes = getattr(sys.modules[name], "__dict__", {})
        # A package without an `__init__.py` has folders alone.
        folders = attributes.get("__path__") or [""]
        path = str(attributes.get("__file__") or next(iter(folders)))
        # Where `aoc` itself is developed, it lies in the project, and is not imported anew.
        if name == "__main__" or path.startswith(FRAMEWORK):
            return False
        return path.startswith(self.folder) and not is_installed(path, self.folder)

    def hides(self, name: str) -> bool:
        """Return whether the project has an `aoc`, or a module such as `aoc.text`, of its own.

        What is deeper stays ours, as our code may import it at any time.
        """
        package, *names = name.split(".")
        if package != "aoc" or package not in self.places or len(names) > 1:
            return False
        path = os.path.join(self.places[package], package, *names)
        return os.path.exists(f"{path}.py") or os.path.isdir(path)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a package of the project, as `importlib.abc.MetaPathFinder` has it."""
        # With a path, it is a module in a package, which Python finds itself.
        if path is not None or name not in self.places:
            return None
        return PathFinder.find_spec(name, [self.places[name]], target)


def take_modules(names: Iterable[str]) -> dict[str, ModuleType]:
    """Take modules out of `sys.modules`, and return them by name."""
    return {name: sys.modules.pop(name) for name in names}
