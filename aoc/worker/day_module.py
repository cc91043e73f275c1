"""Solvers: a day's module with its parts, variants and parameters, and the plugins of others.

In a worker, `import` finds the project's packages first.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import CodeType, ModuleType
from typing import Any

from aoc.files import INSTALLED
from aoc.model import Job, Value

Part = Callable[..., Any]
NAMES = ("part1", "part2")
PACKAGES = ("days", "tests")
"""The packages of a project. Without an `__init__.py`, Python would prefer an installed one."""
PYTHON = [
    os.path.join(folder, "")
    for folder in (os.path.dirname(os.__file__), sys.prefix, sys.base_prefix)
]
"""The folders of the standard library, of the environment, and of Python itself."""
ENDS = {1: ("01", "1", "one", "a", "i"), 2: ("02", "2", "two", "b", "ii")}
"""The numbers of the parts, as names end with them."""
OTHER_STEMS = r"(?:day\d+)?(?:(?:solve|solution|star|task|puzzle|problem|answer|p|q)(?:part)?|part)"
"""What people call a part, before its number."""
OTHER_NAMES = {1: ("first", "firstpart", "silver"), 2: ("second", "secondpart", "gold")}
SHORTEST = 3
"""Letters of a name in which a typing error can be seen."""


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
    names = code.co_varnames[
        code.co_argcount : code.co_argcount + code.co_kwonlyargcount
    ]
    return dict.fromkeys(names) | (getattr(function, "__kwdefaults__", None) or {})


def import_of_job(job: Job, name: str) -> Day:
    """Import the day of a job by the name of its module, or the shows in the module beside it.

    For `day21`, this is `day21_show`. Shows get what the day's `parse` returns, or the text, where
    the day is a script, which is not run. Without the module, there are none, whatever the day has.
    """
    source = job.source
    if not job.showing:
        return day_of(
            import_module(name), (source.part1, source.part2) if source else NAMES
        )
    from importlib.util import find_spec

    spec = find_spec(f"{name}_show")
    shows = import_module(spec.name) if spec else ModuleType(name)
    is_parsed = spec and not (source and source.name)
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


def near_names(
    module: object, names: Sequence[str], missing: Sequence[str]
) -> dict[str, str]:
    """Return the names of the functions that are meant by `missing` ones, by these.

    `names` are those of both parts; `missing` may have `parse`, too. Where both parts are missing,
    a function such as `solve1` may be meant as well.
    """
    functions = {
        name: value
        for name, value in vars(module).items()
        if callable(value) and not isinstance(value, type)
    }
    has_no_part = {*names} <= {*missing}
    found: dict[str, str] = {}
    for name in missing:
        number = names.index(name) + 1 if name in names else 0
        for other in sorted(functions.keys() - {*names, "parse"}):
            is_same = is_same_name(other, name, number)
            is_other = has_no_part and is_other_name(other, number)
            if number and (is_same or is_other):
                found[name] = other
            elif is_same or is_typing_error(other, name, number):
                # Helpers may be called anything, but they are called by others.
                users = (one for user, one in functions.items() if user != other)
                if not any(other in names_used(user) for user in users):
                    found[name] = other
    return found


def names_used(function: Any) -> Iterator[str]:
    """Yield the names that a function uses, also those of functions in it."""
    codes = [getattr(getattr(function, "__wrapped__", function), "__code__", None)]
    for code in codes:  # which grows meanwhile
        if isinstance(code, CodeType):
            yield from code.co_names
            codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


def bare(name: str) -> str:
    """Return a name in small letters, without underscores."""
    return name.lower().replace("_", "")


def is_same_name(other: str, name: str, number: int) -> bool:
    """Return whether two names differ only in capitals, underscores, and how the part is counted.

    `number` is that of the part, or 0 for `parse`.
    """
    return bare(other) in {bare(name), *(f"part{end}" for end in ENDS.get(number, ()))}


def is_other_name(other: str, number: int) -> bool:
    """Return whether other people may call a part so."""
    if not number:
        return False
    stem = f"{OTHER_STEMS}(?:{'|'.join(ENDS[number])})"
    return bare(other) in OTHER_NAMES[number] or bool(re.fullmatch(stem, bare(other)))


def is_typing_error(other: str, name: str, number: int) -> bool:
    """Return whether one name is the other with a letter too many, missing, wrong, or moved.

    The number of a part has to be right.
    """
    written, wanted = stem_of(bare(other), number), stem_of(bare(name), number)
    has_number = written != bare(other)
    is_numbered = wanted != bare(name)
    if has_number != is_numbered or min(len(written), len(wanted)) < SHORTEST:
        return False
    return written.isalpha() and not shortened(written).isdisjoint(shortened(wanted))


def stem_of(word: str, number: int) -> str:
    """Return a word without the number of its part at its end."""
    # A letter there may belong to the word.
    for end in ENDS.get(number, ())[:3]:
        if word.endswith(end):
            return word.removesuffix(end)
    return word


def shortened(word: str) -> set[str]:
    """Return a word, and the word without each one of its letters."""
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class RefusedError(Exception):
    """The job asks for something that the day does not have; the run ends with this sentence."""


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
        try:
            values[name] = read_value(text, defaults[name])
        except Exception:
            kind = type(defaults[name]).__name__
            raise RefusedError(
                f"--param {name}={text}: write a value of type {kind}"
            ) from None
    return values


def defaults_of(day: Day) -> dict[str, Any]:
    """Return the keyword-only parameters of all parts and variants, with their defaults."""
    defaults: dict[str, Any] = {}
    for functions in day.parts.values():
        for function in functions.values():
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
    if known := ", ".join(names):
        return f"no part of {title} takes {name!r}: choose from {known}"
    return f"no part of {title} takes parameters: write one as `def part1(data, *, {name}=...)`"


def read_value(text: str, default: object) -> object:
    """Return the value of the type of a default that a text stands for, as Python writes it.

    Raises `ValueError`, or another error of Python's parser, if it is none.
    """
    if isinstance(default, bool):
        return FLAGS[text.lower()]
    if type(default) in (int, float, str):
        return type(default)(text)  # type: ignore[call-arg]
    import ast

    value: object = ast.literal_eval(text)
    if default is not None and type(value) is not type(default):
        raise ValueError(text)
    return value


class ProjectImports:
    """The imports of the project at `root`, from `enter` to `leave`, or in a `with` block.

    Its packages come before all others, and its folder is the first of `sys.path`. In a block, each
    of its modules is imported anew. At the end, none of them stays, and the modules that
    they replaced are restored, as is `sys.path`.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.folders = {
            os.path.join(folder, "") for folder in (root, os.path.realpath(root))
        }

    def enter(self, *, anew: bool = False) -> None:
        """Import from the project from now on.

        Modules that were imported from it before stay, unless they are to be imported `anew`.
        """
        packages = [name for name in sys.modules if is_in(name, PACKAGES)]
        replaced = take(name for name in packages if anew or not self.is_own(name))
        self.replaced = replaced | (
            take(filter(self.is_own, sys.modules)) if anew else {}
        )
        self.before = {*sys.modules}
        self.path_before = sys.path[:]
        sys.path.insert(0, self.root)
        sys.meta_path.insert(0, self)

    def leave(self) -> None:
        """Import as before."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.path[:] = self.path_before
        self.forget()
        sys.modules.update(self.replaced)

    def __enter__(self) -> ProjectImports:
        self.enter(anew=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def forget(self) -> None:
        """Import all modules of the project anew from now on."""
        take(filter(self.is_own, sys.modules))

    def imported(self) -> list[ModuleType]:
        """Return the modules that were imported from the project since it was entered."""
        names = sys.modules.keys() - self.before
        return [sys.modules[name] for name in sorted(names) if self.is_own(name)]

    def is_own(self, name: str) -> bool:
        """Return whether a module is one of the project; those of an environment in it are not."""
        path = path_of(sys.modules[name])
        return not is_in(name, ("aoc", "__main__")) and any(
            path.startswith(folder) and not is_installed(path, folder)
            for folder in self.folders
        )

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a package of the project, as `importlib.abc.MetaPathFinder` has it."""
        if path is not None or name not in PACKAGES:
            return None
        return PathFinder.find_spec(name, [self.root], target)


def is_installed(path: str, root: str) -> bool:
    """Return whether a file is one of Python or of an installed package, and not of a project.

    An environment, or Python itself, may lie in the folder of the project, `root`; and the project
    in an environment, as after `python -m venv .`, which then counts only for its packages.
    """
    if not {*path.removeprefix(root).split(os.sep)}.isdisjoint(INSTALLED):
        return True
    return any(
        path.startswith(folder) and not root.startswith(folder) for folder in PYTHON
    )


def path_of(module: object) -> str:
    """Return the path of a module's file, or of a package's folder; empty if it has none."""
    about = getattr(module, "__dict__", {})
    path = about.get("__file__") or next(iter(about.get("__path__") or ()), "")
    return path if type(path) is str else ""


def is_in(name: str, packages: Sequence[str]) -> bool:
    """Return whether a module is one of these packages, or in one of them."""
    return name.partition(".")[0] in packages


def take(names: Iterable[str]) -> dict[str, ModuleType]:
    """Take modules out of `sys.modules`, and return them by name."""
    return {name: sys.modules.pop(name) for name in list(names)}
