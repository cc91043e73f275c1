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
"""Types of values that hold no others and do not change; most values are of these."""
ATTRIBUTES = vars(type)["__dict__"].__get__
"""Returns the attributes of a class, whatever it or its own class calls `__dict__`."""
MOST_VALUES = 20_000
"""How many values are looked at, at most."""


class KeptState:
    """The state of some modules: a later one has the same `signature` if nothing was kept since.

    It has the values of all names in the modules and their classes, by identity, and the size of
    every collection that can be reached from there: through other collections, through defaults,
    attributes and closures of functions, and through instances of the modules' own classes. No
    code of the modules runs, even if a collection has a `__len__` of its own.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        namespaces = [vars(module) for module in modules]
        self.namespaces = {id(namespace) for namespace in namespaces}
        self.module_names = {namespace.get("__name__") for namespace in namespaces}
        self.signature: list[int] = []
        self.held: list[object] = []
        """All values, so that no other value gets the identity of one of them."""
        seen: set[int] = set()
        waiting: list[Any] = list(namespaces)
        while waiting and len(seen) < MOST_VALUES:
            value = waiting.pop()
            if id(value) in seen:
                continue
            seen.add(id(value))
            self.held.append(value)
            for inner in self.look_into(value):
                if type(inner) not in ATOMS:
                    waiting.append(inner)

    def look_into(self, value: Any) -> Iterable[Any]:
        """Add a value to the signature, and return the values in it."""
        value_type = type(value)
        if value_type is tuple:
            return tuple(value)
        if value_type is FunctionType:
            return self.look_into_function(value)
        if id(value) in self.namespaces:
            # Python's own names are no state, such as `__warningregistry__`.
            names = [name for name in value if not name[:2] == name[-2:] == "__"]
            return self.note(value[name] for name in names)
        if issubclass(value_type, COLLECTIONS):
            return self.look_into_collection(value)
        if value_type in (staticmethod, classmethod):
            return (value.__func__,)
        if issubclass(value_type, type):
            if self.is_of_modules(value):
                return self.note(ATTRIBUTES(value).values())
            return ()
        if self.is_of_modules(value_type):
            return self.note(attributes_of(value))
        # Such as an object of a library, which may hold anything.
        return ()

    def look_into_function(self, function: FunctionType) -> Iterable[Any]:
        """Note what the closure of a function has, and return that, its defaults and attributes."""
        if id(function.__globals__) not in self.namespaces:
            return ()
        # A cell of the closure may be empty yet, and would then refuse to be read.
        contents = self.note(gc.get_referents(*(function.__closure__ or ())))
        others = (function.__defaults__, function.__kwdefaults__, vars(function))
        return (*contents, *others)

    def look_into_collection(self, value: Any) -> Iterable[Any]:
        """Note the size of a collection, and return its values where they can be collections."""
        # Only its type is asked, and methods of Python's own type are called: a class of the day
        # may have others.
        value_type = type(value)
        for base in COLLECTIONS:
            if issubclass(value_type, base):
                self.signature.append(base.__len__(value))
        if issubclass(value_type, dict):
            return dict.values(value)
        if issubclass(value_type, list):
            return list.__iter__(value)
        if issubclass(value_type, deque):
            return deque.__iter__(value)
        return ()

    def is_of_modules(self, kind: type) -> bool:
        """Return whether a class says that it was made in one of the modules."""
        return ATTRIBUTES(kind).get("__module__") in self.module_names

    def note(self, values: Iterable[object]) -> list[object]:
        """Note the values that some names have, and return them."""
        noted = list(values)
        self.held += noted
        self.signature += map(id, noted)
        return noted


def attributes_of(value: object) -> Iterable[object]:
    """Return the values of an object's attributes."""
    try:
        # The class of the object may have a `__getattr__` of its own.
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        # It has slots.
        return gc.get_referents(value)
    return attributes.values() if type(attributes) is dict else ()
