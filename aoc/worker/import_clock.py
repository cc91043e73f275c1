"""The time that a call spends on imports other than the solver's own."""

from __future__ import annotations

import sys
from _thread import get_ident
from collections.abc import Callable, Collection
from importlib import _bootstrap
from time import perf_counter
from types import ModuleType, TracebackType
from typing import Any

__all__ = ["ImportClock"]

# Replacing `builtins.__import__` would miss other ways to import, and would slow down imports of
# modules that are loaded already.
LOAD = "_find_and_load"
"""The function of importlib that loads a module, however it is imported."""
ENVIRONMENTS = ("site-packages", "dist-packages")
"""Folders of what is installed."""


class ImportClock:
    """Adds up the `seconds` that this thread spends on importing, from `enter` to `leave`.

    The standard library and installed packages count. The `own` packages of the solver do not,
    nor do modules that are not installed: many plugins solve a day by importing one of them.
    """

    def __init__(self, own: Collection[str]) -> None:
        self.own = own
        self.seconds = 0.0
        self.thread = get_ident()

    def __enter__(self) -> ImportClock:
        self.load: Callable[..., Any] = getattr(_bootstrap, LOAD)
        setattr(_bootstrap, LOAD, self.timed_load())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        setattr(_bootstrap, LOAD, self.load)

    def timed_load(self) -> Callable[..., Any]:
        """Return what stands in for the function of importlib."""

        def load(name: str, import_: Any) -> Any:
            if get_ident() != self.thread:
                return self.load(name, import_)
            before, self.seconds = self.seconds, 0.0
            start = perf_counter()
            try:
                return self.load(name, import_)
            finally:
                spent = perf_counter() - start
                self.seconds = before + (self.seconds if self.is_own(name) else spent)

        # Python leaves the frames of importlib out of a traceback: with its name, this one too.
        load.__code__ = load.__code__.replace(co_filename="<frozen importlib._bootstrap>")
        return load

    def is_own(self, name: str) -> bool:
        """Return whether a module that was just imported is the solver's own."""
        top = name.partition(".")[0]
        if top in self.own or top in sys.stdlib_module_names:
            return top in self.own
        module = sys.modules.get(name)
        path = vars(module).get("__file__") if isinstance(module, ModuleType) else None
        return isinstance(path, str) and not any(folder in path for folder in ENVIRONMENTS)
