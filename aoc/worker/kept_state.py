"""The state that the modules of a day keep from one call to the next."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

COLLECTIONS = (dict, list, set, bytearray, deque)
"""Types in which results can be kept."""


ATOMS = frozenset({int, str, float, bool, bytes, complex, type(None)})


NAMES = vars(type)["__dict__"].__get__
"""Returns the attributes of a class, whatever it or its own class calls `__dict__`."""


MOST = 20_000
"""How many values are looked at, at most."""


class KeptState:
    """The state of some modules: a later one has the same `signature` if nothing was kept since.

    It has the values of all names in the modules and their classes, by identity, and the size of
    every collection that can be reached from there: through other collections, through defaults,
    attributes and closures of functions, and through instances of the modules' own classes. No
    code of the modules runs, even if a collection has a `__len__` of its own.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self.namespaces = {
            id(vars(module)): vars(module).get("__name__") for module in modules
        }
        self.names = set(self.namespaces.values())
        self.signature: list[int] = []
        self.held: list[object] = []
        """All values, so that no other value gets the identity of one of them."""
        seen: set[int] = set()
        waiting: list[Any] = [vars(module) for module in modules]
        while waiting and len(seen) < MOST:
            value = waiting.pop()
            if id(value) not in seen:
                seen.add(id(value))
                self.held.append(value)
                waiting += [
                    part for part in self.look_into(value) if type(part) not in ATOMS
                ]

    def look_into(self, value: Any) -> Iterable[Any]:
        """Add a value to the signature, and return the values in it."""
        kind = type(value)
        if kind is tuple:
            return tuple(value)
        if kind is FunctionType:
            if id(value.__globals__) not in self.namespaces:
                return ()
            contents = self.note(gc.get_referents(*(value.__closure__ or ())))
            return (*contents, value.__defaults__, value.__kwdefaults__, vars(value))
        if id(value) in self.namespaces:
            # Python's own names are no state, such as that of the warnings it has shown.
            names = [name for name in value if not name[:2] == name[-2:] == "__"]
            return self.note(value[name] for name in names)
        if issubclass(kind, COLLECTIONS):
            [base] = (base for base in COLLECTIONS if issubclass(kind, base))
            self.signature.append(base.__len__(value))
            if base is dict:
                return dict.values(value)
            return base.__iter__(value) if base in (list, deque) else ()
        if kind in (staticmethod, classmethod):
            return (value.__func__,)
        if issubclass(kind, type):
            return self.note(NAMES(value).values()) if self.is_own(value) else ()
        return self.note(attributes_of(value)) if self.is_own(kind) else ()

    def is_own(self, kind: type) -> bool:
        """Return whether a class says that it was made in one of the modules."""
        return NAMES(kind).get("__module__") in self.names

    def note(self, values: Iterable[object]) -> list[object]:
        """Note the values that some names have, and return them."""
        found = list(values)
        self.held += found
        self.signature += map(id, found)
        return found


def attributes_of(value: object) -> Iterable[object]:
    """Return the values of an object's attributes."""
    try:
        found = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return gc.get_referents(value)
    return found.values() if type(found) is dict else ()
