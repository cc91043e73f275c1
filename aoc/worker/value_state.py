"""What a value holds, so that it shows whether a call has changed it."""

from __future__ import annotations

import io
import pickle
import sys
from typing import Any

__all__ = ["state_of"]

TELLING = sys.stdlib_module_names | {"numpy", "sortedcontainers"}
"""The modules and packages whose types pickle all that they hold."""
HOOKS = ("__reduce_ex__", "__reduce__", "__getstate__")
"""The methods with which a class can leave out something that it holds."""


class SilentTypeError(pickle.PicklingError):
    """An object may hold more than it pickles."""


class StatePickler(pickle.Pickler):
    """A pickler that refuses objects of classes that decide themselves what is pickled."""

    def reducer_override(self, value: Any) -> Any:
        """Let an object be pickled in the usual way. Raises `SilentTypeError`."""
        kind = type(value)
        if is_telling(kind) or not any(has_hook(kind, name) for name in HOOKS):
            return NotImplemented
        raise SilentTypeError(kind.__name__)


def state_of(value: object) -> bytes | None:
    """Return all that a value holds as bytes; `None` if there is no way to know it.

    Two states of the same value are equal if nothing in it has changed: neither an element nor
    their order nor an attribute, such as that of a `functools.cached_property`. Methods of the
    value's own classes may run, and raise or do anything.
    """
    file = io.BytesIO()
    try:
        StatePickler(file, pickle.HIGHEST_PROTOCOL).dump(value)
    except Exception:
        return None
    return file.getvalue()


def is_telling(kind: type) -> bool:
    """Return whether a type is one of those that pickle all that they hold."""
    return kind.__module__.partition(".")[0] in TELLING


def has_hook(kind: type, name: str) -> bool:
    """Return whether a class has such a method that is neither Python's own nor a dataclass's."""
    owner = next((base for base in kind.__mro__ if name in vars(base)), None)
    if owner is None or is_telling(owner):
        return False
    return getattr(vars(owner)[name], "__module__", "") != "dataclasses"
