"""What modules keep from one call to the next: `functools` caches, and whatever grows."""

from __future__ import annotations

import functools
import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any

__all__ = ["KeptState", "find_caches"]

CACHE = type(functools.cache(lambda: None))
COLLECTIONS = (dict, list, set, bytearray, deque)
"""What something can be kept in."""
ATOMS = frozenset({int, str, float, bool, bytes, complex, type(None)})
MOST = 20_000
"""How many values are looked at, at most."""


def find_caches() -> list[Callable[[], None]]:
    """Find what empties each `functools` cache made since `gc.freeze` was last called.

    It does not matter where a cache is: in a module, a class, a helper or a library.
    """
    return [found.cache_clear for found in gc.get_objects() if type(found) is CACHE]


class KeptState:
    """What some modules hold now; equal to a later state if no call in between kept anything.

    It has the values of all names in the modules and their classes, by identity, and the size of
    every collection that can be reached from there: through other collections, through defaults,
    attributes and closures of functions, and through instances of the modules' own classes. No
    code of the modules runs, even if a collection has a `__len__` of its own.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self.namespaces = {id(vars(module)): vars(module).get("__name__") for module in modules}
        self.names = {name for name in self.namespaces.values() if type(name) is str}
        self.signature: list[int] = []
        self.held: list[object] = []
        """All values, so that no other value gets the identity of one of them."""
        seen: set[int] = set()
        waiting: deque[Any] = deque(vars(module) for module in modules)
        while waiting and len(seen) < MOST:
            value = waiting.popleft()
            if type(value) in ATOMS or id(value) in seen:
                continue
            seen.add(id(value))
            self.held.append(value)
            waiting.extend(self.look_into(value))

    def __eq__(self, other: object) -> bool:
        """Say whether two states are the same."""
        return isinstance(other, KeptState) and self.signature == other.signature

    __hash__ = None  # type: ignore[assignment]

    def look_into(self, value: Any) -> Iterator[Any]:
        """Note what a value is, and yield what it holds."""
        kind = type(value)
        if kind is FunctionType:
            if id(value.__globals__) in self.namespaces:
                cells = value.__closure__ or ()
                contents = [content for cell in cells for content in contents_of(cell)]
                self.note(contents)
                yield from (*contents, value.__defaults__, value.__kwdefaults__, vars(value))
        elif id(value) in self.namespaces:
            names = {name: kept for name, kept in value.items() if name != "__builtins__"}
            yield from self.note(names.values())
        elif issubclass(kind, COLLECTIONS):
            [base] = (base for base in COLLECTIONS if issubclass(kind, base))
            self.signature.append(base.__len__(value))
            if base is dict:
                yield from dict.values(value)
            elif base in (list, deque):
                yield from base.__iter__(value)
        elif kind is tuple:
            yield from value
        elif kind in (staticmethod, classmethod):
            yield value.__func__
        elif issubclass(kind, type):
            if vars(value).get("__module__") in self.names:
                yield from self.note(vars(value).values())
        elif vars(kind).get("__module__") in self.names:
            yield from self.note(attributes_of(value).values())

    def note(self, values: Iterable[object]) -> list[object]:
        """Note the values that some names have, and return them."""
        found = list(values)
        self.held += found
        self.signature += map(id, found)
        return found


def contents_of(cell: Any) -> list[object]:
    """Return what a variable of an enclosing function holds, if it is set."""
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


def attributes_of(value: object) -> dict[str, object]:
    """Return the attributes of an object that has them in a dictionary."""
    try:
        found: object = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return found if type(found) is dict else {}
