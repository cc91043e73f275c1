"""Solvers: the project's own one, and the plugins that are installed."""

from __future__ import annotations

from collections.abc import Sequence

from aoc.errors import UsageError
from aoc.model.jobs import Solver

OWN = "days"
"""The name of the project's own solver."""


def find_solvers(names: Sequence[str] = ()) -> list[Solver]:
    """Find solvers by name: `days` of the project, and installed plugins.

    `all` means every solver, and no name means `days`. Raises `UsageError` for an unknown name.
    """
    solvers = {OWN: Solver(OWN)}
    # To look for plugins takes longer than most runs have time for.
    if set(names) - {OWN}:
        for plugin in installed_plugins():
            # The days of a project are a plugin too (for aocd), but here they run part by part.
            if plugin.name != OWN:
                solvers[plugin.name] = plugin
    if "all" in names:
        return list(solvers.values())
    for name in names:
        if name not in solvers:
            choice = ", ".join(solvers)
            raise UsageError(f"there is no solver {name!r}: choose from {choice}")
    # Each once, in the order in which they were named.
    return [solvers[name] for name in dict.fromkeys(names or [OWN])]


def installed_plugins() -> list[Solver]:
    """Return the `adventofcode.user` plugins that are installed in this Python."""
    from importlib.metadata import entry_points

    return [
        Solver(point.name, point.value)
        for point in entry_points(group="adventofcode.user")
    ]
