"""Solvers: the project's own one, and the plugins that are installed."""

from __future__ import annotations

from collections.abc import Sequence

from aoc.errors import UsageError
from aoc.model.jobs import Solver

OWN = "days"
"""The name of the project's own solver."""


def find_solvers(names: Sequence[str] = ()) -> list[Solver]:
    """Find solvers by name: `days` of the project, and installed plugins.

    `all` means every solver, and no name the one of the project. Raises `UsageError` for an unknown
    name.
    """
    known = own = {OWN: Solver(OWN)}
    if set(names) - {OWN}:
        # The days of a project are a plugin too (for aocd), but here they run part by part.
        known = own | {plugin.name: plugin for plugin in installed_plugins()} | own
    if "all" in names:
        return list(known.values())
    for name in names:
        if name not in known:
            raise UsageError(
                f"there is no solver {name!r}: choose from {', '.join(known)}"
            )
    return [known[name] for name in dict.fromkeys(names or [OWN])]


def installed_plugins() -> list[Solver]:
    """Return the `adventofcode.user` plugins that are installed in this Python."""
    from importlib.metadata import entry_points

    return [
        Solver(point.name, point.value)
        for point in entry_points(group="adventofcode.user")
    ]
