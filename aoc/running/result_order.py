"""Results in the order of their jobs, though jobs may end in another order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from aoc.results import Result
from aoc.running.protocol import Update

__all__ = ["in_order"]


def in_order(updates: Iterable[Update]) -> Iterator[Result]:
    """Yield results in the order of their jobs, each as soon as those before it are there.

    A solver that cannot be loaded is reported once, not with every input.
    """
    waiting: dict[int, list[Result]] = defaultdict(list)
    done: set[int] = set()
    unloadable: set[tuple[int, int, str]] = set()
    current = 0
    for number, result in updates:
        if result is None:
            done.add(number)
        else:
            waiting[number].append(result)
        while waiting[current] or current in done:
            for one in waiting.pop(current, ()):
                solver = (one.year, one.day, one.solver)
                if one.input is None and one.part is None:
                    if solver in unloadable:
                        continue
                    unloadable.add(solver)
                yield one
            if current not in done:
                break
            done.remove(current)
            current += 1
